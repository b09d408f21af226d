"""docker-compose.yml: what must hold of the services before anyone starts them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from mha_course.celery import CPU_WORKER_QUEUES, GRADE_GPU, app
from mha_course.settings.environment import VARIABLES

ROOT = Path(__file__).resolve().parent.parent
COMPOSE = ROOT / "docker-compose.yml"
RUNS_ONCE = {"migrate"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.safe_load(COMPOSE.read_text())["services"]


def test_every_part_of_the_product_has_a_service(services: dict[str, Any]) -> None:
    assert {"web", "worker", "worker-gpu", "beat", "redis", "postgres"} <= services.keys()


def test_only_the_gpu_worker_waits_for_a_profile(services: dict[str, Any]) -> None:
    assert {name: service.get("profiles") for name, service in services.items() if "profiles" in service} == {
        "worker-gpu": ["gpu"]
    }


def test_no_service_is_privileged_or_may_gain_privileges(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert not service.get("privileged"), name
        assert "cap_add" not in service, name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert not any("unconfined" in option for option in service["security_opt"]), name


def test_every_service_that_stays_up_has_a_health_check(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if "healthcheck" not in service and name not in RUNS_ONCE] == []


def test_servers_are_awaited_until_they_are_healthy(services: dict[str, Any]) -> None:
    for name in ("web", "worker", "beat", "migrate"):
        conditions = services[name]["depends_on"]
        assert conditions["postgres"]["condition"] == "service_healthy"
        assert conditions["redis"]["condition"] == "service_healthy"


def test_every_queue_has_a_worker_and_sweeps_go_first(services: dict[str, Any]) -> None:
    listened = [queues_of(services[worker]) for worker in ("worker", "worker-gpu")]
    assert listened == [list(CPU_WORKER_QUEUES), [GRADE_GPU]]
    assert {queue.name for queue in app.conf.task_queues} == {name for names in listened for name in names}


def queues_of(service: dict[str, Any]) -> list[str]:
    command = service["command"]
    return command[command.index("--queues") + 1].split(",")


def test_the_image_is_built_with_settings_that_production_takes() -> None:
    line = next(line for line in (ROOT / "Dockerfile").read_text().splitlines() if "SECRET_KEY=" in line)
    given = dict(re.findall(r"([A-Z_]+)=(\S+)", line))
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--dry-run"]
    built = subprocess.run(command, cwd=ROOT, env=os.environ | given, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr


def test_the_secrets_of_a_host_stay_out_of_the_image() -> None:
    assert ".env" in (ROOT / ".dockerignore").read_text().splitlines()


def test_what_a_host_may_set_is_declared_with_the_same_default(services: dict[str, Any]) -> None:
    declared = {variable.name: variable.default for variable in VARIABLES}
    given = services["web"]["environment"]
    assert given.keys() <= declared.keys()
    for name in ("IS_BEHIND_TLS", "TIME_ZONE", "EMAIL_URL", "DEFAULT_FROM_EMAIL", "EMAIL_VERIFICATION"):
        default = str(declared[name])
        assert given[name] == f"${{{name}:-{default.lower() if default == 'True' else default}}}"


def test_secrets_come_from_the_environment_and_have_no_default() -> None:
    text = COMPOSE.read_text()
    for secret in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        assert re.findall(rf"\$\{{{secret}(?!:\?)", text) == [], f"{secret} must be required, without a default"
        assert f"${{{secret}:?" in text
