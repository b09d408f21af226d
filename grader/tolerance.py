"""How far a right answer may lie from the float64 reference.

Every rounding of a result in a format with unit roundoff u changes it by at most u relatively. A sum of n terms
rounds n − 1 times; its error is at most (n − 1)·u·Σ|terms| (Higham 2002, "Accuracy and Stability of Numerical
Algorithms", section 4.2), and, since roundings behave like independent ones of mean 0, stays below λ·√n·u·Σ|terms|
for a small λ with overwhelming probability (Higham and Mary 2019, "A New Approach to Probabilistic Rounding Error
Analysis", theorem 2.4). Programs that sum in another order have other errors but the same bound. So

    allowed(i) = u · (ROUNDINGS · |expected(i)| + DEVIATIONS · √n · magnitude) + n · smallest

- n is the case's `reduction`: the terms of the longest chain of sums, projections and softmax included.
- magnitude, standing for Σ|terms|, is the largest finite |expected| of this result: sums cancel, so an element near 0
  may be made of terms as large as those of its neighbours, and must be judged on their scale.
- DEVIATIONS is λ. Over thousands of draws the honest programs of `tests/grader/test_tolerance.py` reach 2.7; the
  smallest error of an answer rounded to float16 in a float32 case is above 300.
- ROUNDINGS are those outside sums: division by √d_k, exp, division by the denominator, the result itself.
- smallest is the least positive number of the format: below it everything is lost, relatively.
- A GPU fuses and reorders, and its exp is good to 2 units: twice as much. Reduced-precision matrix products (TF32)
  are not a rounding of float32 and stay wrong.

With reduction 0 numbers are only moved or compared, so nothing is rounded and nothing is allowed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from grader.model import Device

__all__ = ["FORMATS", "Format", "allowed_error", "narrower_formats"]

DEVIATIONS: Final = 8.0
ROUNDINGS: Final = 8.0
DEVICE_FACTORS: Final = {"cpu": 1.0, "cuda": 2.0}


@dataclass(frozen=True, slots=True)
class Format:
    """A binary floating format: bits of storage, of significand (the hidden one included), least positive number."""

    bits: int
    significand_bits: int
    smallest: float

    @property
    def unit_roundoff(self) -> float:
        """Half the distance from 1 to the next number."""
        return 2.0**-self.significand_bits

    def holds(self, other: Format) -> bool:
        """Whether a result in this format is at least as wide as `other` asks for."""
        return self.bits >= other.bits and self.significand_bits >= other.significand_bits


FORMATS: Final = {
    "bfloat16": Format(bits=16, significand_bits=8, smallest=2.0**-133),
    "float16": Format(bits=16, significand_bits=11, smallest=2.0**-24),
    "float32": Format(bits=32, significand_bits=24, smallest=2.0**-149),
    "float64": Format(bits=64, significand_bits=53, smallest=2.0**-1074),
    "longdouble": Format(bits=128, significand_bits=64, smallest=2.0**-1074),
}


def allowed_error(
    expected: npt.NDArray[Any], *, dtype: str, reduction: int, device: Device = "cpu"
) -> npt.NDArray[np.float64]:
    """The largest |actual − expected| that rounding explains, element by element; shape as `expected`, never NaN.

    `dtype` is the case's, whatever the result's: an answer in a wider dtype is judged by what the case asked for.
    Where `expected` is not finite, 0 is allowed. Integers and booleans are exact.
    """
    if reduction == 0 or expected.dtype.kind != "f":
        return np.zeros(expected.shape)
    format_ = FORMATS[dtype]
    size = np.abs(np.where(np.isfinite(expected), expected, 0.0))
    magnitude = float(size.max(initial=0.0))
    per_unit = ROUNDINGS * size + DEVIATIONS * math.sqrt(reduction) * magnitude
    allowed = DEVICE_FACTORS[device] * format_.unit_roundoff * per_unit + reduction * format_.smallest
    return np.asarray(np.where(np.isfinite(expected), allowed, 0.0), dtype=np.float64)


def narrower_formats(dtype: str) -> tuple[str, ...]:
    """Formats with fewer digits than `dtype`, the widest first: what an answer may have been computed in by mistake."""
    digits = FORMATS[dtype].significand_bits
    narrower = [name for name, format_ in FORMATS.items() if format_.significand_bits < digits]
    return tuple(sorted(narrower, key=lambda name: -FORMATS[name].significand_bits))
