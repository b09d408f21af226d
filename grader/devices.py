"""Which device a submission runs on."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from grader.errors import UsageError
from grader.model import Device, Framework

__all__ = ["choose_device", "has_cuda"]

_CONTROL_DEVICE = Path("/dev/nvidiactl")


def has_cuda() -> bool:
    """Whether there is a driver and a torch that can use it. Asking CUDA itself would start it in this process."""
    if not _CONTROL_DEVICE.exists():
        return False
    try:
        return not version("torch").endswith("+cpu")
    except PackageNotFoundError:
        return False


def choose_device(framework: Framework, device: str) -> Device:
    """The device for `device` = "auto", "cpu" or "cuda".

    "auto" is the CPU, even where there is a GPU: the sandbox has no layers for the CUDA driver yet and refuses it.
    Raises `UsageError` for any other word, for NumPy on a GPU, and for a GPU that is not there.
    """
    if device not in ("auto", "cpu", "cuda"):
        raise UsageError(f"there is no device {device!r}; choose auto, cpu or cuda")
    if framework == "numpy":
        if device == "cuda":
            raise UsageError("NumPy runs on the CPU; choose cpu or auto, or write the exercise in torch")
        return "cpu"
    if device == "cuda" and not has_cuda():
        raise UsageError("this machine has no CUDA device; choose cpu or auto")
    return "cuda" if device == "cuda" else "cpu"
