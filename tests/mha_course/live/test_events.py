"""Waiting pages hear of every change at once, see nothing that is not theirs, and get by without Redis."""

from __future__ import annotations

import asyncio
import json
import uuid

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.urls import reverse

from mha_course.live import channel
from mha_course.submissions import runs, services
from mha_course.submissions.selectors import latest_run
from tests.mha_course.submissions.reports import WRONG

SECONDS = 20.0
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def submission(learner):
    return services.submit(
        learner=learner, exercise="split-heads", framework="numpy", device="cpu", source="def f(): pass"
    )


class Page:
    """A browser's end of the stream."""

    def __init__(self, response):
        self._chunks = aiter(response.streaming_content)

    async def next_event(self):
        """(event, parsed data) of the next event that is not a heartbeat; None at the end."""
        async with asyncio.timeout(SECONDS):
            async for chunk in self._chunks:
                text = chunk.decode()
                if text.startswith("event: "):
                    name, payload = text.removeprefix("event: ").split("\ndata: ")
                    return name, json.loads(payload)
        return None

    async def next_chunk(self):
        return (await asyncio.wait_for(anext(self._chunks), SECONDS)).decode()

    async def close(self):
        await self._chunks.aclose()


def run(steps):
    """What the coroutine gives. The thread that did its database work outlives the test; its connection must not."""

    async def to_the_end():
        try:
            return await steps
        finally:
            await sync_to_async(lambda: connection.close())()  # looked up in that thread

    return asyncio.run(to_the_end())


async def open_page(client, user, submission):
    await client.aforce_login(user)
    response = await client.get(reverse("live:events", args=[submission.pk]))
    assert response.status_code == 200
    assert response["Content-Type"] == "text/event-stream"
    return Page(response)


@pytest.mark.redis
def test_a_page_hears_every_state_and_the_stream_ends_with_the_last(redis_server, submission, learner, async_client):
    run_id = latest_run(submission).pk

    async def watch():
        page = await open_page(async_client, learner, submission)
        seen = [await page.next_event()]
        held = await sync_to_async(runs.claim)(run_id)
        seen.append(await page.next_event())
        await sync_to_async(runs.finish)(held, WRONG)
        seen.append(await page.next_event())
        assert await page.next_event() is None
        return seen

    assert run(watch()) == [
        ("state", {"state": "queued", "position": 1}),
        ("state", {"state": "running"}),
        ("state", {"state": "graded", "verdict": "wrong_value"}),
    ]


@pytest.mark.redis
def test_a_page_that_opens_late_gets_the_final_state_at_once(redis_server, submission, learner, async_client):
    runs.finish(runs.claim(latest_run(submission).pk), WRONG)

    async def watch():
        page = await open_page(async_client, learner, submission)
        return [await page.next_event(), await page.next_event()]

    assert run(watch()) == [("state", {"state": "graded", "verdict": "wrong_value"}), None]


@pytest.mark.redis
def test_a_waiting_page_holds_no_database_connection(redis_server, submission, learner, async_client, monkeypatch):
    # Django keeps connections to an SQLite in memory open, lest it vanish; here the test's own connection holds it.
    monkeypatch.setattr(type(connections["default"]), "is_in_memory_db", lambda _self: False, raising=False)

    async def watch():
        page = await open_page(async_client, learner, submission)
        await page.next_event()
        return await sync_to_async(lambda: connection.connection is not None)()

    assert connection.connection is not None
    assert not run(watch())


@pytest.mark.redis
def test_a_quiet_stream_beats_and_frees_its_connection_when_the_page_goes(
    redis_server, submission, learner, async_client, settings
):
    settings.LIVE_QUEUE_SECONDS = 0.05

    async def watch():
        page = await open_page(async_client, learner, submission)
        await page.next_event()
        assert await page.next_chunk() == ": waiting\n\n"
        watched = redis_server.subscribers(latest_channel)
        await page.close()
        return watched

    latest_channel = channel._channel(latest_run(submission).pk)
    assert run(watch()) == 1
    assert redis_server.subscribers(latest_channel) == 0


def test_without_redis_the_page_gets_the_state_and_is_told_to_poll(no_redis, submission, learner, async_client):
    async def watch():
        page = await open_page(async_client, learner, submission)
        return [await page.next_event() for _event in range(3)]

    assert run(watch()) == [
        ("state", {"state": "queued", "position": 1}),
        ("poll", {"after_ms": 1000}),
        None,
    ]


@pytest.mark.redis
def test_a_redis_that_goes_away_while_a_page_waits_makes_it_poll(redis_server, submission, learner, async_client):
    async def watch():
        page = await open_page(async_client, learner, submission)
        await page.next_event()
        redis_server.stop()
        return [await page.next_event(), await page.next_event()]

    assert run(watch()) == [("state", {"state": "queued", "position": 1}), ("poll", {"after_ms": 1000})]


@pytest.mark.redis
def test_a_redis_that_does_not_answer_makes_the_page_poll(redis_server, submission, learner, async_client):
    async def watch():
        page = await open_page(async_client, learner, submission)
        return [await page.next_event(), await page.next_event()]

    with redis_server.frozen():
        assert run(watch()) == [("state", {"state": "queued", "position": 1}), ("poll", {"after_ms": 1000})]


def test_without_redis_publishing_is_logged_and_goes_no_further(no_redis, caplog):
    channel.publish(uuid.uuid4())
    assert "Nobody was told" in caplog.text


def test_others_get_the_same_answer_as_for_no_submission(submission, make_user, async_client):
    async def ask():
        url = reverse("live:events", args=[submission.pk])
        statuses = [(await async_client.get(url)).status_code]
        await async_client.aforce_login(await sync_to_async(make_user)("ken"))
        statuses.append((await async_client.get(url)).status_code)
        statuses.append((await async_client.get(reverse("live:events", args=[uuid.uuid4()]))).status_code)
        return statuses

    assert run(ask()) == [404, 404, 404]
