"""The channel between those who change a run and those who watch it: Redis publish/subscribe, the run's id only.

Nothing depends on it but speed. A message that is lost, or a Redis that is away, costs a page some seconds until it
asks again; so a failure here is logged and goes no further.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

__all__ = ["ChannelClosed", "publish", "subscribed", "wait_for_change"]

logger = logging.getLogger(__name__)


class ChannelClosed(Exception):  # noqa: N818  # a state of affairs, not a fault
    """Redis is not there (any more)."""


def publish(run_id: uuid.UUID) -> None:
    """Wake whoever watches this run. Call it after the change is committed; it never raises for an absent Redis."""
    try:
        _client().publish(_channel(run_id), str(run_id))
    except redis.RedisError as error:
        logger.warning("Nobody was told about run %s: %s", run_id, error)


@asynccontextmanager
async def subscribed(run_id: uuid.UUID) -> AsyncIterator[PubSub]:
    """Listen to one run; inside the block, no change is missed. The connection is closed in every case.

    Raises `ChannelClosed` if Redis is away, or too slow to be of use.
    """
    client = redis.asyncio.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=settings.REDIS_TIMEOUT_SECONDS,
        retry=AsyncRetry(NoBackoff(), 0),
    )
    try:
        pubsub = client.pubsub()
        try:
            await pubsub.subscribe(_channel(run_id))
            confirmed = await pubsub.get_message(timeout=settings.REDIS_TIMEOUT_SECONDS)
        except (redis.RedisError, OSError) as error:
            raise ChannelClosed from error
        if confirmed is None:
            raise ChannelClosed
        try:
            yield pubsub
        finally:
            await pubsub.aclose()
    finally:
        await client.aclose()


async def wait_for_change(pubsub: PubSub, *, at_most_seconds: float) -> bool:
    """True as soon as the run changed, False if nothing came in time. Raises `ChannelClosed` if Redis goes away."""
    try:
        return await pubsub.get_message(ignore_subscribe_messages=True, timeout=at_most_seconds) is not None
    except (redis.RedisError, OSError) as error:
        raise ChannelClosed from error


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=settings.REDIS_TIMEOUT_SECONDS,
        socket_timeout=settings.REDIS_TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 1),
    )


def _channel(run_id: uuid.UUID) -> str:
    return f"mha_course:run:{run_id}"
