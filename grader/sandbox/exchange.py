"""One submission's conversation with its child: feeds both phases, takes what comes back, keeps time, ends it."""

from __future__ import annotations

import os
import select
import signal
import time
from typing import Any, Self

from grader.model import RunEnd, SandboxRequest, SandboxRun

from . import wire
from .endings import name_end
from .limits import KIB, MIB, ChildLimits
from .payload import Payload
from .protocol import Frame, FrameReader, MalformedReply, OversizedReply
from .record import RunRecord
from .server import ChildExit, ForkServer, ServerDied

__all__ = ["Exchange"]

_READ_BYTES = 1 << 16


class Exchange:
    """A context manager around one child; leaving it kills the child and closes every descriptor."""

    def __init__(self, server: ForkServer, request: SandboxRequest, limits: ChildLimits) -> None:
        """Packs the inputs. Raises `ExerciseError` for a case that cannot be given to a submission."""
        self._server = server
        self._request = request
        self._limits = limits
        self._max_result_bytes = request.limits.result_mib * MIB
        header = {
            "source": request.source,
            "entry_point": request.entry_point,
            "framework": request.framework,
            "device": request.device,
            "max_result_bytes": self._max_result_bytes,
            "has_hidden": bool(request.hidden),
        }
        self._visible = Payload(request.visible, request.framework, header)
        self._hidden = Payload(request.hidden, request.framework, {})
        self._record = RunRecord(len(request.visible), len(request.hidden), request.limits.output_kib * KIB)
        self._max_received_bytes = self._max_result_bytes + limits.envelope_mib * MIB
        self._reader = FrameReader(self._max_received_bytes)
        self._received_bytes = 0
        self._open_fds: set[int] = set()
        self._pidfd = -1
        self._forced_end: RunEnd | None = None
        self._detail = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        for fd in list(self._open_fds):
            self._close(fd)

    def run(self, layers: tuple[str, ...]) -> SandboxRun:
        """Run the submission. Raises `ServerDied`, or `SandboxError` for any other fault of ours."""
        self._start()
        self._follow()
        self._kill()
        finished = time.monotonic()
        child_exit = None if self._record.is_done and self._forced_end is None else self._collect()
        self._record.mark_mutated(0, self._visible.mutated_cases(self._visible_fd))
        if self._record.is_visible_done and self._request.hidden:
            self._record.mark_mutated(len(self._request.visible), self._hidden.mutated_cases(self._hidden_fd))
        end, detail = name_end(self._record, self._forced_end, child_exit, self._request.limits)
        return SandboxRun(
            end=end,
            outcomes=tuple(self._record.outcomes),
            load_error=self._record.load_error,
            stdout=self._record.stdout,
            is_stdout_truncated=self._record.is_stdout_truncated,
            wall_ms=(finished - self._started) * 1000,
            layers=layers,
            detail=self._detail or detail,
        )

    # Before the run

    def _start(self) -> None:
        """Hand the descriptors over and let the child begin."""
        self._visible_fd = self._shared_memory("visible")
        self._visible.write_to(self._visible_fd)
        self._hidden_fd = self._shared_memory("hidden")  # stays empty until everything that will be shown is here
        self._results_fd, results_end = self._pipe()
        self._output_fd, output_end = self._pipe()
        go_end, self._go_fd = self._pipe()
        os.set_blocking(self._results_fd, False)
        os.set_blocking(self._output_fd, False)
        handed_over = [output_end, results_end, go_end, self._visible_fd, self._hidden_fd]
        self._pidfd = self._server.start_child(self._child_request(), handed_over)
        self._open_fds.add(self._pidfd)
        self._started = time.monotonic()  # what the fork cost is not the learner's
        self._record.begin(self._started)
        for fd in (output_end, results_end, go_end):
            self._close(fd)

    def _child_request(self) -> dict[str, Any]:
        limits = self._request.limits
        inputs_bytes = self._visible.size_bytes + self._hidden.size_bytes
        return {
            "niceness": self._limits.niceness,
            "bounds": {
                "address_space_bytes": limits.memory_mib * MIB + inputs_bytes,
                "cpu_seconds": limits.cpu_seconds,
                "file_descriptors": limits.file_descriptors,
                "processes": limits.processes,
                "stack_bytes": self._limits.stack_mib * MIB,
            },
        }

    def _shared_memory(self, name: str) -> int:
        fd = os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        self._open_fds.add(fd)
        return fd

    def _pipe(self) -> tuple[int, int]:
        """(read end, write end)."""
        ends = os.pipe()
        self._open_fds.update(ends)
        return ends

    def _close(self, fd: int) -> None:
        self._open_fds.discard(fd)
        os.close(fd)

    # During the run

    def _follow(self) -> None:
        """Take results and output until the child has said all, has ended, or has to be ended."""
        poll = select.poll()
        for fd in (self._results_fd, self._output_fd, self._server.control_fd):
            poll.register(fd, select.POLLIN)
        deadline = self._started + self._request.limits.wall_seconds
        while self._forced_end is None and not self._record.is_done:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                self._force(RunEnd.TIME_LIMIT, "the deadline by the wall clock passed")
                return
            ready = {fd for fd, _ in poll.poll(remaining * 1000)}
            if self._server.control_fd in ready:  # the child, or its server, has ended: what is in the pipes is all
                self._take_rest()
                return
            if self._output_fd in ready and not self._take_output():
                poll.unregister(self._output_fd)
            if self._results_fd in ready and not self._take_results():
                poll.unregister(self._results_fd)

    def _take_rest(self) -> None:
        """Empty both pipes."""
        for take, fd in ((self._take_results, self._results_fd), (self._take_output, self._output_fd)):
            while self._forced_end is None and _has_bytes(fd) and take():
                pass

    def _take_output(self) -> bool:
        """Take one piece of printed text; False if there will be no more."""
        raw = _read(self._output_fd)
        self._record.add_output(raw or b"")
        if self._record.printed_bytes > self._limits.printed_mib * MIB:
            self._force(RunEnd.OUTPUT_LIMIT, "printed too much")
        return raw != b""

    def _take_results(self) -> bool:
        """Take one piece of the results; False if there will be no more."""
        raw = _read(self._results_fd)
        self._received_bytes += len(raw or b"")
        if self._received_bytes > self._max_received_bytes:
            self._force(RunEnd.OUTPUT_LIMIT, "returned too much")
            return False
        try:
            for frame in self._reader.feed(raw or b""):
                self._take_frame(frame)
                if self._forced_end is not None:
                    return False
        except OversizedReply as problem:
            self._force(RunEnd.OUTPUT_LIMIT, str(problem))
        except MalformedReply as problem:
            self._force(RunEnd.MALFORMED, str(problem))
        return raw != b""

    def _take_frame(self, frame: Frame) -> None:
        is_boundary = frame.kind is wire.FrameKind.VISIBLE_DONE
        if is_boundary or frame.kind is wire.FrameKind.DONE:
            # The child has flushed: what it printed so far is in the pipe already.
            while self._forced_end is None and _has_bytes(self._output_fd) and self._take_output():
                pass
        self._record.add_frame(frame, time.monotonic())
        if self._record.is_too_large:
            self._force(RunEnd.OUTPUT_LIMIT, "a result beyond the limit")
        elif is_boundary and self._request.hidden:
            self._release_hidden()

    def _release_hidden(self) -> None:
        """From here on nothing that is printed or raised will be shown to anyone."""
        self._hidden.write_to(self._hidden_fd)
        self._record.begin(time.monotonic())
        try:
            os.write(self._go_fd, b"!")
        except BrokenPipeError:  # it has ended already, which the fork server is about to say
            return

    # After the run

    def _force(self, end: RunEnd, detail: str) -> None:
        """End the run from outside; the first reason stays."""
        if self._forced_end is None:
            self._forced_end, self._detail = end, detail

    def _kill(self) -> None:
        if self._pidfd >= 0:
            try:
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            except ProcessLookupError:  # already dead
                return

    def _collect(self) -> ChildExit | None:
        """How the child ended; None where its server broke but how the run ended is known without it."""
        try:
            return self._server.wait_child()
        except ServerDied:
            if self._forced_end is None and not self._record.is_done:
                raise
            self._server.kill()
            return None


def _has_bytes(fd: int) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return any(event & select.POLLIN for _, event in poll.poll(0))


def _read(fd: int) -> bytes | None:
    """What is there now: b"" at the end, None if nothing has come yet."""
    try:
        return os.read(fd, _READ_BYTES)
    except BlockingIOError:
        return None
