"""How a child reads its inputs out of shared memory, in the framework and dtype that the case asks for."""

from __future__ import annotations

import json
import mmap
import os
from typing import Any

import numpy as np

from . import wire

_STORED = dict(wire.DTYPES)


class SharedInputs:
    """One phase's inputs, mapped writable: the parent reads the same bytes again after the run."""

    def __init__(self, fd: int) -> None:
        """Map `fd` and take it over."""
        size = os.fstat(fd).st_size
        self._memory = mmap.mmap(fd, size, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
        os.close(fd)
        length, self._origin = wire.INPUTS_HEADER.unpack_from(self._memory)
        start = wire.INPUTS_HEADER.size
        self.header: dict[str, Any] = json.loads(self._memory[start : start + length])

    def cases(self, framework: str, device: str) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        """(args, kwargs) of each case. Arrays are views of the shared memory, except on a GPU."""
        as_framework = _TorchArrays(device) if framework == "torch" else _numpy_array
        return [
            (
                tuple(self._value(node, as_framework) for node in args),
                {name: self._value(node, as_framework) for name, node in kwargs.items()},
            )
            for args, kwargs in self.header["cases"]
        ]

    def _value(self, node: list[Any], as_framework: Any) -> Any:
        kind = node[0]
        if kind == "array":
            _, offset, dtype, shape = node
            array: np.ndarray[Any, Any] = np.ndarray(shape, _STORED[dtype], self._memory, self._origin + offset)
            return as_framework(array, dtype)
        if kind == "tuple":
            return tuple(self._value(item, as_framework) for item in node[1])
        if kind == "list":
            return [self._value(item, as_framework) for item in node[1]]
        if kind == "mapping":
            return {name: self._value(item, as_framework) for name, item in node[1].items()}
        return node[1]


def _numpy_array(array: np.ndarray[Any, Any], dtype: str) -> np.ndarray[Any, Any]:
    return array


class _TorchArrays:
    def __init__(self, device: str) -> None:
        import torch

        self._torch = torch
        self._device = device

    def __call__(self, array: np.ndarray[Any, Any], dtype: str) -> Any:
        if dtype == "bfloat16":
            tensor = self._torch.from_numpy(array.view(np.int16)).view(self._torch.bfloat16)
        else:
            tensor = self._torch.from_numpy(array)
        return tensor if self._device == "cpu" else tensor.to(self._device)
