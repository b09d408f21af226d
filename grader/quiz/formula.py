"""Arithmetic that a quiz author writes in a file: `d_model / num_heads`, `sqrt(d_k)`, `seq_len != d_k`.

A formula is parsed once, by `ast`, against a short list of what it may hold. It is never given to `eval`, so a quiz
file can compute and nothing else.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from grader.errors import ExerciseError

__all__ = ["Formula", "Number"]

Number = int | float

_MAX_LENGTH = 200
_MAX_EXPONENT = 64  # sizes of attention need squares and square roots; a tower of powers is a slip

_BINARY: Mapping[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_COMPARE: Mapping[type[ast.cmpop], Callable[[Number, Number], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: Mapping[str, Callable[..., Number]] = {
    "abs": abs,
    "ceil": math.ceil,
    "exp": math.exp,
    "floor": math.floor,
    "log": math.log,
    "max": max,
    "min": min,
    "round": round,
    "sqrt": math.sqrt,
}


@dataclass(frozen=True, slots=True)
class Formula:
    """A parsed formula. Raises `ExerciseError` when `source` holds anything but arithmetic."""

    source: str
    _tree: ast.expr = field(init=False, repr=False, compare=False)
    names: frozenset[str] = field(init=False, compare=False)
    """The parameters that the formula reads."""

    def __post_init__(self) -> None:
        if len(self.source) > _MAX_LENGTH:
            raise ExerciseError(f"a formula has at most {_MAX_LENGTH} characters: {self.source[:40]}…")
        try:
            tree = ast.parse(self.source, mode="eval").body
        except SyntaxError as error:
            raise ExerciseError(f"the formula {self.source!r} is not arithmetic: {error.msg}") from error
        object.__setattr__(self, "_tree", tree)
        object.__setattr__(self, "names", frozenset(_names(tree, self.source)))

    def evaluate(self, values: Mapping[str, Number]) -> Number:
        """The value; a whole number comes back as `int`, so that 48 / 6 is shown as 8.

        Raises `ExerciseError` for a name without a value, a division by zero or a result that is not finite.
        """
        try:
            result = _evaluate(self._tree, values)
            is_real = not isinstance(result, complex) and math.isfinite(result)  # Python's ** leaves the real numbers
        except KeyError as error:
            raise ExerciseError(f"the formula {self.source!r} reads {error}, which has no value") from error
        except (ArithmeticError, ValueError, TypeError) as error:
            raise ExerciseError(f"the formula {self.source!r} cannot be computed: {error}") from error
        if not is_real:
            raise ExerciseError(f"the formula {self.source!r} is no finite real number")
        return int(result) if isinstance(result, float) and result.is_integer() else result


def _names(node: ast.expr, source: str) -> set[str]:
    """Every parameter under `node`; refuses whatever `_evaluate` could not compute."""
    match node:
        case ast.Constant(value=value) if type(value) in (int, float):
            return set()
        case ast.Name(id=name):
            return {name}
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _names(left, source) | _names(right, source)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _names(operand, source)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARE:
            return _names(left, source) | _names(right, source)
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as arguments, keywords=[]) if name in _FUNCTIONS:
            return set().union(*(_names(argument, source) for argument in arguments))
    allowed = ", ".join(sorted(_FUNCTIONS))
    raise ExerciseError(
        f"the formula {source!r} holds {ast.unparse(node)!r}; numbers, names, + - * / // % **, one comparison "
        f"and {allowed} are what it may hold"
    )


def _evaluate(node: ast.expr, values: Mapping[str, Number]) -> Number:
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.UnaryOp(operand=operand):
            return -_evaluate(operand, values)
        case ast.BinOp(left=left, op=op, right=right):
            first, second = _evaluate(left, values), _evaluate(right, values)
            if isinstance(op, ast.Pow) and abs(second) > _MAX_EXPONENT:
                raise ValueError(f"an exponent of {second} is out of reach")
            return _BINARY[type(op)](first, second)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _COMPARE[type(op)](_evaluate(left, values), _evaluate(right, values))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _FUNCTIONS[name](*(_evaluate(argument, values) for argument in arguments))
    raise TypeError(f"{type(node).__name__} was let through")  # _names refuses it when the formula is made
