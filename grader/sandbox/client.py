"""The sandbox as the rest of the engine sees it: give it a submission, get back what came of it."""

from __future__ import annotations

import ast
from pathlib import Path
from types import TracebackType
from typing import Self

from grader.errors import SandboxError, SandboxUnavailable, UsageError
from grader.model import Framework, Limits, SandboxRequest, SandboxRun

from .canary import escapes
from .exchange import Exchange
from .grants import make_plan
from .limits import KIB, child_limits, default_limits, server_limits
from .server import ForkServer, ServerDied
from .status import choose_layers, probe

__all__ = ["WarmSandbox", "open_sandbox"]

_GPU_DEVICES = ("/dev/nvidiactl", "/dev/nvidia0")


def open_sandbox(*, limits: Limits | None = None) -> WarmSandbox:
    """The sandbox with all layers that this machine offers; a context manager.

    `limits` are for callers that ask for `WarmSandbox.limits`; each request carries its own.
    Raises `SandboxUnavailable`, naming what is missing, below the minimum.
    """
    return WarmSandbox(choose_layers(probe()), limits or default_limits())


class WarmSandbox:
    """Runs submissions in single-use children of warm fork servers, one for NumPy alone and one with torch.

    Servers start when first needed and are replaced when dead. Not for use by several threads at once.
    """

    def __init__(self, layers: tuple[str, ...], limits: Limits) -> None:
        self._layers = layers
        self._servers: dict[Framework, ForkServer] = {}
        self.limits = limits

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def layers(self) -> tuple[str, ...]:
        """Names of the layers around every child."""
        return self._layers

    def run(self, request: SandboxRequest) -> SandboxRun:
        """Run one submission. Raises `SandboxError` for a fault of ours only, `UsageError` for a wrong request.

        A fork server that dies is replaced and the submission tried once more; if that one dies too, the submission
        may be what kills them, so it is not tried again.
        """
        _check(request)
        framework = server_framework(request)
        try:
            return self._run_once(framework, request)
        except ServerDied:
            return self._run_once(framework, request)

    def _run_once(self, framework: Framework, request: SandboxRequest) -> SandboxRun:
        try:
            with Exchange(self._server(framework), request, child_limits()) as exchange:
                return exchange.run(self._layers)
        except OSError as failure:
            self._discard(framework)
            raise SandboxError(f"the machine has no more to give: {failure}") from failure
        except BaseException:
            # Whatever was interrupted here, the server may still owe an answer that the next run must not get.
            self._discard(framework)
            raise

    def _server(self, framework: Framework) -> ForkServer:
        server = self._servers.get(framework)
        if server is not None and server.is_usable:
            return server
        self._discard(framework)
        server = ForkServer(make_plan(framework, self._layers), server_limits())
        self._servers[framework] = server
        self._refuse_leaks(framework, server)
        return server

    def _refuse_leaks(self, framework: Framework, server: ForkServer) -> None:
        """Run the canary as a first child. Raises `SandboxUnavailable` if any of its tricks works."""
        try:
            found = escapes(server, framework)
        except BaseException:
            self._discard(framework)
            raise
        if found:
            self._discard(framework)
            raise SandboxUnavailable(f"the sandbox leaks, so nothing is run in it: {', '.join(found)}")

    def _discard(self, framework: Framework) -> None:
        server = self._servers.pop(framework, None)
        if server is not None:
            server.kill()

    def close(self) -> None:
        """End all fork servers. The sandbox may be used again; it then starts new ones."""
        while self._servers:
            _, server = self._servers.popitem()
            server.close()


def server_framework(request: SandboxRequest) -> Framework:
    """Which fork server a submission needs: a NumPy submission may still import torch."""
    return "torch" if request.framework == "torch" or _imports_torch(request.source) else "numpy"


def _imports_torch(source: str) -> bool:
    if "torch" not in source:
        return False
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the child says what is wrong with it
        return False
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        if any(name.partition(".")[0] == "torch" for name in names):
            return True
    return False


def _check(request: SandboxRequest) -> None:
    if len(request.source.encode("utf-8", "surrogatepass")) > request.limits.source_kib * KIB:
        raise UsageError(f"a source of more than {request.limits.source_kib} KiB")
    if request.device == "cpu":
        return
    if request.framework != "torch":
        raise UsageError("NumPy runs on the CPU only")
    if not all(Path(path).exists() for path in _GPU_DEVICES):
        raise UsageError("this machine has no CUDA device")
    raise UsageError("the sandbox cannot contain programs on a CUDA device yet; choose cpu or auto")
