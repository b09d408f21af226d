"""The Celery application: which queues there are and how a message may be lost without a submission being lost.

Messages carry an id and nothing else. They are acknowledged when a worker begins (`task_acks_late` off): whether a
run is to be begun again is decided by its lease in the database alone, never by the broker, which cannot know. A
worker keeps no message in reserve, so that nothing waits behind a long run while another worker is idle.
"""

from __future__ import annotations

import os

from celery import Celery
from django.conf import settings
from kombu import Exchange, Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mha_course.settings.dev")

SWEEP, GRADE_CPU, GRADE_GPU, REGRADE = "sweep", "grade.cpu", "grade.gpu", "regrade"
CPU_WORKER_QUEUES = (SWEEP, GRADE_CPU, REGRADE)
"""In order: a worker takes from the first queue that holds anything."""

_SOCKET_SECONDS = 3.0
"""How long any word from Redis may take; workers wait for messages in steps of one second, so it must exceed that."""

_WARM_UP_SECONDS = 180.0
"""How long a pool process may take to start its sandbox, importing torch from a cold disk, before it is replaced."""

app = Celery("mha_course")
app.conf.update(
    broker_url=settings.REDIS_URL.replace("unix://", "redis+socket://", 1),
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "queue_order_strategy": "priority",
        "visibility_timeout": settings.VISIBILITY_TIMEOUT_SECONDS,
        "socket_connect_timeout": settings.REDIS_TIMEOUT_SECONDS,
        "socket_timeout": _SOCKET_SECONDS,
        "connect_retries_timeout": settings.REDIS_TIMEOUT_SECONDS,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.1,
        "socket_keepalive": not settings.REDIS_URL.startswith("unix://"),
    },
    result_backend=None,
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_acks_late=False,
    task_publish_retry=False,
    task_time_limit=settings.GRADING_HARD_LIMIT_SECONDS,
    worker_prefetch_multiplier=1,
    worker_proc_alive_timeout=_WARM_UP_SECONDS,
    worker_disable_prefetch=True,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_hijack_root_logger=False,
    task_default_queue=GRADE_CPU,
    task_create_missing_queues=False,
    task_queues=[
        Queue(name, Exchange(name, type="direct"), routing_key=name) for name in (SWEEP, GRADE_CPU, GRADE_GPU, REGRADE)
    ],
    task_routes={"mha_course.submissions.tasks.sweep": {"queue": SWEEP}},
    beat_schedule={
        "sweep": {
            "task": "mha_course.submissions.tasks.sweep",
            "schedule": settings.SWEEP_SECONDS,
            "options": {"expires": settings.SWEEP_SECONDS},
        },
    },
    timezone="UTC",
)
app.set_default()  # also in threads that did not import this module: the web server has many
app.autodiscover_tasks(["mha_course.submissions"])
