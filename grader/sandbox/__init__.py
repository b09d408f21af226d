"""Runs learners' programs: warm, single-use, and behind every layer that the machine offers. See docs/security.md."""

from grader.sandbox.client import WarmSandbox, open_sandbox
from grader.sandbox.limits import default_limits
from grader.sandbox.status import LayerStatus, probe

__all__ = ["LayerStatus", "WarmSandbox", "default_limits", "open_sandbox", "probe"]
