"""Server-sent events about one submission, from now to its final state.

event: state   data: {"state": "queued", "position": 2}    also at the start, so nothing is missed
event: state   data: {"state": "graded", "verdict": "accepted"}    the last one; the stream ends
event: poll    data: {"after_ms": 1000}    there will be no more events: ask for the verdict's fragment instead
: waiting      a heartbeat, so that neither side nor a proxy takes the connection for dead
"""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator
from time import monotonic
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

from mha_course.live.channel import ChannelClosed, subscribed, wait_for_change
from mha_course.submissions.selectors import LiveState, live_state

__all__ = ["states"]

_POLL_AFTER_MS = 1000
_HEARTBEAT = ": waiting\n\n"


async def states(submission_id: uuid.UUID, run_id: uuid.UUID) -> AsyncIterator[str]:
    """The stream. It subscribes first and reads after, so that a change in between is seen."""
    try:
        async with subscribed(run_id) as pubsub:
            deadline = monotonic() + settings.LIVE_MAX_SECONDS
            shown: LiveState | None = None
            while monotonic() < deadline:
                state = await _read(submission_id)
                if state is None:
                    return
                yield _state_event(state) if state != shown else _HEARTBEAT
                if state.is_final:
                    return
                shown = state
                await wait_for_change(pubsub, at_most_seconds=_patience_seconds(state))
            yield "retry: 100\n\n"
    except ChannelClosed:
        state = await _read(submission_id)
        if state is not None:
            yield _state_event(state)
            if not state.is_final:
                yield _event("poll", {"after_ms": _POLL_AFTER_MS})


@sync_to_async
def _read(submission_id: uuid.UUID) -> LiveState | None:
    """The state now. A page may wait for minutes, and must not hold a database connection meanwhile."""
    try:
        return live_state(submission_id)
    finally:
        connection.close()


def _patience_seconds(state: LiveState) -> float:
    """How long to wait before looking again: others leaving the line move this run up, and nobody tells."""
    return settings.LIVE_QUEUE_SECONDS if state.position is not None else settings.LIVE_HEARTBEAT_SECONDS


def _state_event(state: LiveState) -> str:
    payload: dict[str, Any] = {"state": state.state.value}
    if state.position is not None:
        payload["position"] = state.position
    if state.verdict:
        payload["verdict"] = state.verdict
    return _event("state", payload)


def _event(name: str, payload: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(payload)}\n\n"
