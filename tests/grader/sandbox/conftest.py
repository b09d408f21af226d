"""Warm sandboxes: with every layer, and as it is where a container forbids namespaces."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.sandbox import WarmSandbox, default_limits
from grader.sandbox.layers import LANDLOCK, NAMESPACES
from tests.containment import layers_without, opened_sandbox


def _open_without(layer: str) -> WarmSandbox:
    return WarmSandbox(layers_without(layer), default_limits())


@pytest.fixture(scope="session")
def sandbox() -> Iterator[WarmSandbox]:
    """With all that this machine offers."""
    with opened_sandbox() as sandbox:
        yield sandbox


@pytest.fixture(scope="session")
def sandbox_without_namespaces() -> Iterator[WarmSandbox]:
    with _open_without(NAMESPACES) as sandbox:
        yield sandbox


@pytest.fixture(scope="session")
def sandbox_without_landlock() -> Iterator[WarmSandbox]:
    with _open_without(LANDLOCK) as sandbox:
        yield sandbox


@pytest.fixture(params=["all layers", "no namespaces", "no Landlock"])
def any_sandbox(request: pytest.FixtureRequest) -> WarmSandbox:
    """Each set of layers that is enough to grade."""
    names = {"all layers": "sandbox", "no namespaces": "sandbox_without_namespaces"}
    return request.getfixturevalue(names.get(request.param, "sandbox_without_landlock"))


@pytest.fixture
def own_sandbox() -> Iterator[WarmSandbox]:
    """One that the test may break."""
    with opened_sandbox() as sandbox:
        yield sandbox
