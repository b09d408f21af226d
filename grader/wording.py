"""From a stored report to one that reads: every text in the reader's language. Nothing here judges."""

from __future__ import annotations

import copy
import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from grader.messages import message
from grader.model import Exercise, Text

__all__ = ["render"]

logger = logging.getLogger(__name__)

_ACCEPTED: Final = "accepted"

_KNOWN_ERRORS: Final = (
    ("view_not_compatible", r"view size is not compatible"),
    ("axes_do_not_match", r"axes don't match (the )?array|number of dimensions in the tensor input does not match"),
    ("shapes_not_aligned", r"shapes .* not aligned|mat1 and mat2 shapes cannot be multiplied|mismatch in its core dim"),
    ("batch_mismatch", r"Expected size for first two dimensions of batch|size of tensor a .* must match"),
    ("not_broadcastable", r"could not be broadcast"),
    ("cannot_reshape", r"cannot reshape array|is invalid for input of size"),
    ("axis_out_of_range", r"axis -?\d+ is out of bounds|Dimension out of range"),
    ("numpy_on_tensor", r"Tensor' object has no attribute '(swapaxes|astype|copy)'"),
    (
        "tensor_on_numpy",
        r"ndarray' object has no attribute '(permute|view_as|unsqueeze|masked_fill|softmax|contiguous)'",
    ),
    ("mixed_dtypes", r"expected (m1 and m2|scalar type|both).* (dtype|but found)|must have the same dtype"),
    ("casting", r"Cannot cast ufunc|can't be cast to the desired output type"),
    ("read_only", r"assignment destination is read-only"),
    ("pair_for_tensor", r"torch\.return_types"),
    ("float_for_int", r"'float' object cannot be interpreted as an integer|tuple of ints.*float"),
    ("unpacking", r"(too many|not enough) values to unpack"),
    ("unequal_shapes", r"all input arrays must have the same shape|stack expects each tensor to be equal size"),
    ("truth_of_array", r"truth value of an array|Boolean value of Tensor with more than one value"),
    ("bool_minus", r"boolean subtract|with a bool tensor is not supported"),
    ("requires_grad", r"Can't call numpy\(\) on Tensor that requires grad"),
    ("none_used", r"'NoneType'"),
    ("positional_arguments", r"positional argument"),
    ("keyword_argument", r"unexpected keyword argument"),
    ("recursion", r"maximum recursion depth exceeded"),
)
_KNOWN_TYPES: Final = {
    "NameError": "name",
    "UnboundLocalError": "unbound",
    "ModuleNotFoundError": "module",
    "ImportError": "module",
    "MissingEntryPoint": "missing_entry_point",
    "ZeroDivisionError": "zero_division",
    "NotImplementedError": "not_implemented",
    "AssertionError": "assertion",
    "IndexError": "index",
    "KeyError": "key",
    "PermissionError": "permission",
    "SystemExit": "exit",
}


def render(stored: Mapping[str, Any], exercise: Exercise, locale: str) -> dict[str, Any]:
    """`stored` with every text in `locale`; the keys are listed in `grader.report`. `stored` is left as it is.

    Reports are kept longer than texts: what can no longer be worded reads as its id, and is logged, so that the rest of
    the report stays readable.
    """
    report = copy.deepcopy(dict(stored))
    for finding in report["findings"]:
        _word_finding(finding, locale)
    for diagnosis in report["diagnoses"]:
        _word_diagnosis(diagnosis, exercise, locale)
    for case in report["cases"]:
        _word_case(case, locale)
    _word_error(report.get("error"), locale)
    verdict = report["verdict"]
    report["label"] = _kept(f"verdict.{verdict}.label", locale, {})
    report["text"] = {
        part: _kept(f"verdict.{verdict}.{part}", locale, _limits(exercise)) for part in ("shows", "means", "next")
    }
    report["summary"] = _summary(report, locale)
    report["headline"] = _headline(report, locale)
    report["next_step"] = _next_step(report, locale)
    return report


def _kept(id_: str, locale: str, parameters: Mapping[str, Any]) -> str:
    """The text for what a report keeps: the id, or the parameters, may be older than the text."""
    try:
        return message(id_, locale, **parameters)
    except KeyError as missing:
        logger.warning("A stored report says %s, which cannot be worded: there is no %s", id_, missing)
        return id_


def _limits(exercise: Exercise) -> dict[str, Any]:
    limits = exercise.limits
    return {
        "entry_point": exercise.entry_point,
        "wall_seconds": limits.wall_seconds,
        "memory_mib": limits.memory_mib,
        "output_kib": limits.output_kib,
        "result_mib": limits.result_mib,
    }


def _word_finding(finding: dict[str, Any], locale: str) -> None:
    finding["text"] = _kept(f"finding.{finding['id']}", locale, _inert(finding["parameters"]))


def _inert(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """`parameters` without backquotes. Texts are Markdown, and they set what learners choose, such as the name of a
    class, as code; a name that ended its own code could go on with a link for whoever reads the report."""
    return {name: value.replace("`", "'") if isinstance(value, str) else value for name, value in parameters.items()}


def _word_diagnosis(diagnosis: dict[str, Any], exercise: Exercise, locale: str) -> None:
    """The texts are the exercise's own. One that the exercise no longer has reads as its id."""
    texts: dict[str, Text] = {}
    for misconception in exercise.misconceptions:
        texts.setdefault(misconception.id, misconception.text)
    named = diagnosis["misconceptions"]
    causes = named[: len(named) - len(diagnosis["equivalent"])]
    worded = [texts[cause][locale] if cause in texts else cause for cause in causes]
    # Each text is written for one mistake alone, and may say that all else is right.
    lead = [message("diagnosis.several", locale)] if len(worded) > 1 else []
    diagnosis["text"] = "\n\n".join(lead + worded)
    diagnosis["equivalent_texts"] = [texts[other][locale] for other in diagnosis["equivalent"] if other in texts]


def _word_case(case: dict[str, Any], locale: str) -> None:
    case["text"] = _kept(f"verdict.{case['verdict']}.label", locale, {})
    if not case["visible"]:
        return
    case["name"] = case["name"][locale if locale in case["name"] else "en"]
    for finding in (case["comparison"] or {}).get("findings", ()):
        _word_finding(finding, locale)
    _word_error(case["error"], locale)


def _word_error(error: dict[str, Any] | None, locale: str) -> None:
    if error is not None:
        error["text"] = _explanation(error, locale)


def _explanation(error: Mapping[str, Any], locale: str) -> str:
    """What a well-known exception means; empty for any other."""
    for id_, pattern in _KNOWN_ERRORS:
        if re.search(pattern, error["message"]):
            return message(f"error.{id_}", locale)
    known = _KNOWN_TYPES.get(error["type"].rpartition(".")[2])
    return "" if known is None else message(f"error.{known}", locale)


def _summary(report: Mapping[str, Any], locale: str) -> str:
    """Visible and hidden cases apart, so that nobody takes one for the other."""
    if not report["cases"]:
        return message("summary.nothing_ran", locale)
    counts = {
        "visible_accepted": _count(report["cases"], visible=True, accepted=True),
        "visible": _count(report["cases"], visible=True),
        "hidden_accepted": _count(report["cases"], visible=False, accepted=True),
        "hidden": _count(report["cases"], visible=False),
    }
    return message("summary.visible_only" if counts["hidden"] == 0 else "summary.both", locale, **counts)


def _count(cases: Iterable[Mapping[str, Any]], *, visible: bool, accepted: bool = False) -> int:
    chosen = (case for case in cases if case["visible"] is visible)
    return sum(case["verdict"] == _ACCEPTED or not accepted for case in chosen)


def _headline(report: Mapping[str, Any], locale: str) -> str:
    """What is true, in one line, as closely as it is known."""
    verdict = report["verdict"]
    failing = [case for case in report["cases"] if case["verdict"] != _ACCEPTED]
    if failing and not any(case["visible"] for case in failing):
        return message("headline.hidden_only", locale, label=report["label"])
    if verdict == _ACCEPTED and report["is_visible_only"]:
        return message("headline.accepted_visible_only", locale)
    error = _first_error(report)
    if verdict == "runtime_error" and error is not None:
        return _kept("headline.stopped_at_line" if error["line"] else "headline.stopped", locale, _inert(error))
    base = _kept(f"verdict.{verdict}.headline", locale, {})
    clause = _clause(report)
    return message("headline.joined", locale, base=base, clause=clause) if clause else base


def _first_error(report: Mapping[str, Any]) -> Mapping[str, Any] | None:
    errors = (case["error"] for case in report["cases"] if case["visible"] and case["error"])
    return report["error"] or next(errors, None)


def _clause(report: Mapping[str, Any]) -> str:
    """The first sentence of what is best known: the cause, why nothing ran, what the first such case shows."""
    if report["diagnoses"]:
        return _first_sentence(report["diagnoses"][0]["text"])
    for finding in report["findings"]:
        if finding["id"].startswith("rejected.") or finding["id"] == "end.crashed":
            return _first_sentence(finding["text"])
    for case in report["cases"]:
        findings = (case.get("comparison") or {}).get("findings")
        if findings and case["verdict"] == report["verdict"]:
            return _first_sentence(findings[0]["text"])
    return ""


def _first_sentence(text: str) -> str:
    """Up to the first full stop or question mark, Japanese or followed by a space."""
    found = re.match(r".+?(?:[。？]|[.?!](?=\s|$))", text, re.DOTALL)
    return text if found is None else found.group()


def _next_step(report: Mapping[str, Any], locale: str) -> str:
    verdict = report["verdict"]
    for diagnosis in report["diagnoses"]:
        is_single = len(diagnosis["misconceptions"]) - len(diagnosis["equivalent"]) == 1
        return message("next_step.diagnosed" if is_single else "next_step.several", locale)
    failing = [case for case in report["cases"] if case["verdict"] != _ACCEPTED]
    if failing and not any(case["visible"] for case in failing):
        return message("next_step.hidden_only", locale)
    if verdict == _ACCEPTED and report["is_visible_only"]:
        return message("next_step.accepted_visible_only", locale)
    error = _first_error(report)
    text: str = (error or {}).get("text") or report["text"]["next"]
    return text
