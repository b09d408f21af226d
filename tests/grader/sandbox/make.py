"""Short ways to write down a case and a request."""

from __future__ import annotations

import dataclasses
import textwrap
from typing import Any

from grader.model import Case, CaseOutcome, SandboxRequest, SandboxRun, Text
from grader.sandbox import default_limits

__all__ = ["case", "hidden", "only", "request"]

_NAME = Text("a case", "ケース")


def case(*args: Any, dtype: str = "float64", **kwargs: Any) -> Case:
    return Case("c", _NAME, args, kwargs, dtype, axes=(), reduction=0, visible=True)


def hidden(*args: Any, dtype: str = "float64", **kwargs: Any) -> Case:
    return dataclasses.replace(case(*args, dtype=dtype, **kwargs), visible=False)


def request(source: str, *cases: Case, framework: str = "numpy", device: str = "cpu", **limits: Any) -> SandboxRequest:
    """A request to call `f` with each case; `limits` differ from the defaults."""
    return SandboxRequest(
        source=textwrap.dedent(source),
        entry_point="f",
        framework=framework,
        device=device,
        visible=tuple(one for one in cases if one.visible),
        hidden=tuple(one for one in cases if not one.visible),
        limits=dataclasses.replace(default_limits(), **limits),
    )


def only(run: SandboxRun) -> CaseOutcome:
    """The outcome of a run of one case."""
    (outcome,) = run.outcomes
    return outcome
