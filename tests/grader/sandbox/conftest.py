"""Warm sandboxes: with every layer, and as it is where a container forbids namespaces."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from grader.errors import SandboxUnavailable
from grader.sandbox import WarmSandbox, default_limits, open_sandbox, probe
from grader.sandbox.layers import LANDLOCK, NAMESPACES


def _open() -> WarmSandbox:
    try:
        return open_sandbox()
    except SandboxUnavailable as lack:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no sandbox on this machine: {lack}")


def _open_without(layer: str) -> WarmSandbox:
    there = {status.name for status in probe() if status.is_available}
    if not {LANDLOCK, NAMESPACES} <= there:
        pytest.skip("this machine has no choice of layers")
    return WarmSandbox(tuple(sorted(there - {layer})), default_limits())


@pytest.fixture(scope="session")
def sandbox() -> Iterator[WarmSandbox]:
    """With all that this machine offers."""
    with _open() as sandbox:
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
    with _open() as sandbox:
        yield sandbox
