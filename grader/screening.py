"""What can be said of a source before anything runs: size, encoding, syntax, entry point, signature."""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grader.drawing import draw_hidden, draw_visible
from grader.errors import UsageError
from grader.model import Case, Exercise, Finding, Framework

__all__ = ["Rejection", "Screened", "choose_framework", "screen"]

_KIB = 1024
_Definition = ast.FunctionDef | ast.AsyncFunctionDef
_Kind = inspect.Parameter


@dataclass(frozen=True, slots=True)
class Screened:
    """A source that may be run."""

    source: str
    framework: Framework
    visible: tuple[Case, ...]
    """The visible cases, whose calls the entry point accepts."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A source that is not run: why, and where the line is known, `line` among the parameters."""

    finding: Finding
    framework: Framework


def screen(source: str | bytes, exercise: Exercise, framework: str | None = None) -> Screened | Rejection:
    """The decoded source with its framework, or the first reason not to run it.

    Raises `UsageError` for a framework that the exercise does not have.
    """
    chosen = choose_framework(exercise, framework, None)
    text = _decoded(source, exercise.limits.source_kib)
    if isinstance(text, Finding):
        return Rejection(text, chosen)
    tree = _parsed(text)
    if isinstance(tree, Finding):
        return Rejection(tree, chosen)
    chosen = choose_framework(exercise, framework, tree)
    visible = draw_visible(exercise, chosen)
    problem = _entry_point_problem(tree, exercise, chosen, visible)
    return Rejection(problem, chosen) if problem is not None else Screened(text, chosen, visible)


def choose_framework(exercise: Exercise, framework: str | None, tree: ast.Module | None) -> Framework:
    """The framework asked for; else torch if the source imports it; else NumPy, as far as the exercise has them."""
    if framework is not None:
        for known in exercise.frameworks:
            if known == framework:
                return known
        raise UsageError(f"{exercise.slug} is written in {' or '.join(exercise.frameworks)}, not in {framework!r}")
    wanted: Framework = "torch" if tree is not None and _imports(tree, "torch") else "numpy"
    return wanted if wanted in exercise.frameworks else exercise.frameworks[0]


def _decoded(source: str | bytes, limit_kib: int) -> str | Finding:
    try:
        raw = source.encode("utf-8") if isinstance(source, str) else source
    except UnicodeEncodeError as error:
        return Finding("rejected.not_utf8", {"line": str(source).count("\n", 0, error.start) + 1})
    if len(raw) > limit_kib * _KIB:
        return Finding("rejected.too_large", {"size_kib": -(-len(raw) // _KIB), "limit_kib": limit_kib})
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Finding("rejected.not_utf8", {"line": raw.count(b"\n", 0, error.start) + 1})
    if "\0" in text:
        return Finding("rejected.nul_bytes", {"line": text.count("\n", 0, text.index("\0")) + 1})
    return text if text.strip() else Finding("rejected.empty")


def _parsed(text: str) -> ast.Module | Finding:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape sequence is the learner's business, not the log's
            return ast.parse(text)
    except SyntaxError as error:
        return Finding("rejected.syntax", {"line": error.lineno or 1, "detail": error.msg})
    except (RecursionError, MemoryError):
        return Finding("rejected.too_deep")
    except ValueError as error:  # what the parser refuses without calling it syntax
        return Finding("rejected.syntax", {"line": 1, "detail": str(error)})


def _imports(tree: ast.Module, package: str) -> bool:
    """Whether `package` is imported anywhere, inside functions too."""
    for node in _nodes(tree):
        if isinstance(node, ast.Import) and any(_top(alias.name) == package for alias in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and node.level == 0 and _top(node.module or "") == package:
            return True
    return False


def _top(module: str) -> str:
    return module.partition(".")[0]


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    return ast.walk(tree)  # iterative, so depth costs nothing


def _entry_point_problem(
    tree: ast.Module, exercise: Exercise, framework: Framework, visible: Sequence[Case]
) -> Finding | None:
    name = exercise.entry_point
    bindings = [binding for statement in _top_level(tree.body) for binding in _bindings(statement, name)]
    if bindings:
        last = bindings[-1]
        if isinstance(last, _Definition) and not last.decorator_list:
            return _signature_problem(last, exercise, framework, visible)
        return None
    for node in _nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == name:
            return Finding("rejected.nested_entry_point", {"name": name, "line": node.lineno})
    return Finding("rejected.no_entry_point", {"name": name, "signature": _written(exercise)})


def _top_level(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements that run at import, those inside if, try, with and loops included."""
    for statement in body:
        yield statement
        for field in ("body", "orelse", "finalbody"):
            if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _top_level(getattr(statement, field, []))
        for handler in getattr(statement, "handlers", []):
            yield from _top_level(handler.body)


def _bindings(statement: ast.stmt, name: str) -> Iterator[ast.AST]:
    """The nodes of `statement` itself that bind `name`."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        if statement.name == name:
            yield statement
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            if alias.name == "*" or (alias.asname or _top(alias.name)) == name:
                yield alias
    elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.For | ast.With | ast.Expr):
        for node in _nodes(statement):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
                yield node


def _signature_problem(
    definition: _Definition, exercise: Exercise, framework: Framework, visible: Sequence[Case]
) -> Finding | None:
    signature = _signature(definition.args)
    parameters = {
        "name": exercise.entry_point,
        "line": definition.lineno,
        "signature": _written(exercise),
        "actual": f"({ast.unparse(definition.args)})",
    }
    if not _takes(signature, visible):
        return Finding("rejected.parameters", parameters)
    # Only a * or / can tell the calls of hidden cases from those of visible ones. How they call is no secret, and the
    # same under every seed.
    has_star_or_slash = bool(definition.args.kwonlyargs or definition.args.posonlyargs)
    if has_star_or_slash and not _takes(signature, draw_hidden(exercise, framework, 0)):
        return Finding("rejected.star_or_slash", parameters)
    return None


def _takes(signature: inspect.Signature, calls: Sequence[Case]) -> bool:
    try:
        for case in calls:
            signature.bind(*case.args, **case.kwargs)
    except TypeError:
        return False
    return True


def _signature(arguments: ast.arguments) -> inspect.Signature:
    """The signature of a definition that has not been run; defaults are only known to be there."""
    positional = [*arguments.posonlyargs, *arguments.args]
    first_default = len(positional) - len(arguments.defaults)
    parameters = [
        _Kind(
            argument.arg,
            _Kind.POSITIONAL_ONLY if place < len(arguments.posonlyargs) else _Kind.POSITIONAL_OR_KEYWORD,
            default=None if place >= first_default else _Kind.empty,
        )
        for place, argument in enumerate(positional)
    ]
    if arguments.vararg is not None:
        parameters.append(_Kind(arguments.vararg.arg, _Kind.VAR_POSITIONAL))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        keyword_default: Any = _Kind.empty if default is None else None
        parameters.append(_Kind(argument.arg, _Kind.KEYWORD_ONLY, default=keyword_default))
    if arguments.kwarg is not None:
        parameters.append(_Kind(arguments.kwarg.arg, _Kind.VAR_KEYWORD))
    return inspect.Signature(parameters)


def _written(exercise: Exercise) -> str:
    """The signature as the statement writes it: softmax(x, axis=…)."""
    parameters = [
        f"{parameter.name}=…" if parameter.has_default else parameter.name for parameter in exercise.parameters
    ]
    return f"{exercise.entry_point}({', '.join(parameters)})"
