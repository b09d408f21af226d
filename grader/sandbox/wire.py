"""What both ends of a run agree on: descriptors, frames and the codes of values. Plain bytes, never pickle.

A frame is a header and a payload. The child sends, on one pipe, one frame for each case, one when it has flushed
everything that the visible cases printed, and one at the end. All of it may be forged by learner code.
"""

from __future__ import annotations

import struct
from enum import IntEnum

# The descriptors of a child; 0 is /dev/null, 1 and 2 are the output pipe.
RESULTS_FD = 3
GO_FD = 4
VISIBLE_FD = 5
HIDDEN_FD = 6
FIRST_PRIVATE_FD = 7
"""From here on the fork server keeps what it needs until the layers are on; closed before learner code runs."""

SUBMISSION_FILE = "submission.py"
"""What tracebacks call the learner's source."""

INPUTS_HEADER = struct.Struct("<QQ")
"""First bytes of a phase's inputs: length of the JSON that follows, and where the arrays begin, in bytes."""

FRAME_HEADER = struct.Struct("<BIQ")
"""Kind, case number, length of the payload in bytes."""


class FrameKind(IntEnum):
    LOAD_ERROR = 1
    RESULT = 2
    ERROR = 3
    TOO_LARGE = 4
    VISIBLE_DONE = 5
    DONE = 6


class Tag(IntEnum):
    """First byte of each value."""

    NONE = 0
    BOOL = 1
    INT = 2
    FLOAT = 3
    ARRAY = 4
    TUPLE = 5
    MAPPING = 6
    OTHER = 7


ARRAY_HEADER = struct.Struct("<BBB")
"""Container, dtype code, number of axes; then the axes and the payload's length in bytes, eight bytes each."""

LENGTH = struct.Struct("<Q")
SHORT_LENGTH = struct.Struct("<H")
INTEGER = struct.Struct("<q")
REAL = struct.Struct("<d")

ERROR_HEADER = struct.Struct("<BHHIH")
"""Flags, lengths in bytes of the type and the message, line (0 if unknown), number of frames."""
ERROR_FRAME = struct.Struct("<IH")
"""Line and the length in bytes of the function's name."""
OUT_OF_MEMORY = 1
"""The only flag of an error."""

CONTAINERS = ("numpy.ndarray", "numpy.generic", "torch.Tensor", "torch.nn.Parameter")

DTYPES: tuple[tuple[str, str], ...] = (
    ("bool", "|b1"),
    ("int8", "|i1"),
    ("int16", "<i2"),
    ("int32", "<i4"),
    ("int64", "<i8"),
    ("uint8", "|u1"),
    ("uint16", "<u2"),
    ("uint32", "<u4"),
    ("uint64", "<u8"),
    ("float16", "<f2"),
    ("float32", "<f4"),
    ("float64", "<f8"),
    ("complex64", "<c8"),
    ("complex128", "<c16"),
    ("bfloat16", "<u2"),
    ("longdouble", "<f8"),
)
"""Name of each dtype that may cross, and how its numbers travel; a dtype's code is its place here."""

MAX_AXES = 8
MAX_ITEMS = 64
"""Of one tuple or mapping."""
MAX_DEPTH = 2
"""Of tuples and mappings within each other. With MAX_ITEMS it bounds what the parent spends on reading one result."""
MAX_ELEMENTS = 1 << 31
"""Counted with axes of length 0 taken as 1."""
MAX_NAME_BYTES = 200
MAX_MESSAGE_BYTES = 2000
MAX_FRAMES = 16
