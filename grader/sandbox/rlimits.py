"""The rlimits layer: what one child may use of memory, CPU time and descriptors, kept by the kernel."""

from __future__ import annotations

import resource
from collections.abc import Mapping

# Nothing of these is for learner code at all. No bytes may be written to files, which includes the shared memory that
# carries the inputs: it is meant to be changed through its mapping only, where the parent sees it.
_ALWAYS_ZERO = (
    resource.RLIMIT_CORE,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_MSGQUEUE,
    resource.RLIMIT_MEMLOCK,
    resource.RLIMIT_NICE,
    resource.RLIMIT_RTPRIO,
)


def apply(bounds: Mapping[str, int]) -> None:
    """Limit the calling process.

    `bounds` has `address_space_bytes` (everything mapped, the fork server's own included), `cpu_seconds`,
    `file_descriptors`, `processes` and `stack_bytes`. Soft and hard limits are equal: SIGXCPU could be ignored, the
    SIGKILL of the hard limit cannot. A hard limit that is lower already stays. Raises OSError or ValueError.
    """
    for kind in _ALWAYS_ZERO:
        resource.setrlimit(kind, (0, 0))
    for kind, name in (
        (resource.RLIMIT_STACK, "stack_bytes"),
        (resource.RLIMIT_CPU, "cpu_seconds"),
        (resource.RLIMIT_NOFILE, "file_descriptors"),
        (resource.RLIMIT_NPROC, "processes"),
        (resource.RLIMIT_AS, "address_space_bytes"),
    ):
        _, hard = resource.getrlimit(kind)
        bound = bounds[name] if hard == resource.RLIM_INFINITY else min(bounds[name], hard)
        resource.setrlimit(kind, (bound, bound))
