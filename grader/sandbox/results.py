"""How a child turns what learner code returned into bytes.

Types are compared by identity: a subclass may say anything about itself, so it crosses as its name only.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from . import wire

_CODES = {name: code for code, (name, _) in enumerate(wire.DTYPES)}
_TAGS = {tag: bytes((tag,)) for tag in wire.Tag}
_INT64_MIN, _INT64_MAX = -(1 << 63), (1 << 63) - 1
_BUILTIN = "builtins."

_Pieces = list[bytes | memoryview]


class ResultTooLarge(Exception):  # noqa: N818 - says what happened
    """A result has more bytes than the run may send."""


def encode(value: Any, max_bytes: int) -> _Pieces:
    """The pieces of one result. Raises `ResultTooLarge`, or whatever the frameworks raise, such as MemoryError."""
    pieces: _Pieces = []
    _append(pieces, value, max_bytes, wire.MAX_DEPTH)
    return pieces


def _append(pieces: _Pieces, value: Any, max_bytes: int, depth: int) -> None:
    kind = type(value)
    if value is None:
        pieces.append(_TAGS[wire.Tag.NONE])
    elif kind is bool:
        pieces.append(_TAGS[wire.Tag.BOOL] + bytes((value,)))
    elif kind is int:
        # A number beyond 64 bits is wrong whatever it is, so the nearest one that fits stands for it.
        number = min(max(value, _INT64_MIN), _INT64_MAX)
        pieces.append(_TAGS[wire.Tag.INT] + wire.INTEGER.pack(number))
    elif kind is float:
        pieces.append(_TAGS[wire.Tag.FLOAT] + wire.REAL.pack(value))
    elif kind is np.ndarray:
        _append_numpy(pieces, value, "numpy.ndarray", max_bytes)
    elif kind in _NUMPY_SCALARS:
        _append_numpy(pieces, np.asarray(value), "numpy.generic", max_bytes)
    elif kind is tuple and depth and len(value) <= wire.MAX_ITEMS:
        pieces.append(_TAGS[wire.Tag.TUPLE] + wire.SHORT_LENGTH.pack(len(value)))
        for item in value:
            _append(pieces, item, max_bytes, depth - 1)
    elif kind is dict and depth and len(value) <= wire.MAX_ITEMS and all(type(key) is str for key in value):
        pieces.append(_TAGS[wire.Tag.MAPPING] + wire.SHORT_LENGTH.pack(len(value)))
        for key, item in value.items():
            pieces.append(_short_text(key))
            _append(pieces, item, max_bytes, depth - 1)
    else:
        _append_tensor_or_name(pieces, value, max_bytes)


_NUMPY_SCALARS = frozenset(
    scalar for name, _ in wire.DTYPES if (scalar := getattr(np, "bool_" if name == "bool" else name, None)) is not None
)


def _append_numpy(pieces: _Pieces, array: np.ndarray[Any, Any], container: str, max_bytes: int) -> None:
    name = "longdouble" if array.dtype == np.longdouble and array.dtype != np.float64 else array.dtype.name
    if name not in _CODES or array.ndim > wire.MAX_AXES:
        _append_other(pieces, f"{container} of {name}")
        return
    stored = np.dtype(wire.DTYPES[_CODES[name]][1])
    _refuse_large(array.size * stored.itemsize, array.shape, max_bytes)
    _append_array(pieces, container, name, array.shape, np.ascontiguousarray(array, stored))


def _append_tensor_or_name(pieces: _Pieces, value: Any, max_bytes: int) -> None:
    torch = sys.modules.get("torch")
    kind = type(value)
    if torch is None or not (kind is torch.Tensor or kind is torch.nn.Parameter):
        _append_other(pieces, type_name(value))
        return
    container = "torch.Tensor" if kind is torch.Tensor else "torch.nn.Parameter"
    name = str(value.dtype).removeprefix("torch.")
    is_plain = value.layout is torch.strided and not value.is_quantized and value.device.type in ("cpu", "cuda")
    if name not in _CODES or value.dim() > wire.MAX_AXES or not is_plain:
        _append_other(pieces, f"{container} of {name}" if is_plain else f"{container}, not dense")
        return
    _refuse_large(value.numel() * value.element_size(), tuple(value.shape), max_bytes)
    # A conjugate or negative view keeps its sign in a flag that NumPy does not know.
    dense = value.detach().resolve_conj().resolve_neg().cpu().contiguous()
    array = dense.view(torch.int16).numpy().view(np.uint16) if name == "bfloat16" else dense.numpy()
    _append_array(pieces, container, name, tuple(value.shape), array)


def _refuse_large(size_bytes: int, shape: tuple[int, ...], max_bytes: int) -> None:
    elements = 1
    for length in shape:
        elements *= max(length, 1)
    if size_bytes > max_bytes or elements > wire.MAX_ELEMENTS:
        raise ResultTooLarge


def _append_array(
    pieces: _Pieces, container: str, name: str, shape: tuple[int, ...], array: np.ndarray[Any, Any]
) -> None:
    header = wire.ARRAY_HEADER.pack(wire.CONTAINERS.index(container), _CODES[name], len(shape))
    axes = b"".join(wire.LENGTH.pack(length) for length in shape)
    pieces.append(_TAGS[wire.Tag.ARRAY] + header + axes + wire.LENGTH.pack(array.nbytes))
    if array.nbytes:
        pieces.append(array.reshape(-1).view(np.uint8).data)


def _append_other(pieces: _Pieces, name: str) -> None:
    pieces.append(_TAGS[wire.Tag.OTHER] + _short_text(name))


def _short_text(text: str) -> bytes:
    raw = text[: wire.MAX_NAME_BYTES].encode("utf-8", "replace")[: wire.MAX_NAME_BYTES]
    return wire.SHORT_LENGTH.pack(len(raw)) + raw


def type_name(value: Any) -> str:
    """The full name of a value's type, read without asking its metaclass."""
    kind = type(value)
    module = type.__getattribute__(kind, "__module__")
    name = type.__getattribute__(kind, "__qualname__")
    if type(module) is not str or type(name) is not str:
        return "object"
    return f"{module}.{name}".removeprefix(_BUILTIN)
