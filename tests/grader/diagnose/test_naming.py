"""A cause is named when it fits every case and explains a failing one; a guess never is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from grader.cases import draw
from grader.compare import Judge, compare
from grader.diagnose import Observed, PredictsNothing, diagnose
from grader.errors import ExerciseError
from grader.model import Case, CaseOutcome, LearnerError, Misconception, Text
from grader.verdicts import Verdict
from tests.grader.scripted import case, doubling, returned

JUDGE = Judge("numpy")
RNG = np.random.default_rng(5)
CASES = [case(draw(RNG, *size), name=str(size), dtype="float32", reduction=1) for size in [(2, 3), (3, 2), (4, 4)]]
Program = Callable[[np.ndarray], Any]


def belief(id_: str, predict: Program, **more: Any) -> Misconception:
    return Misconception(id_, "concept", Text("en", "ja"), predict, **more)


def outcome(program: Program, one: Case) -> CaseOutcome:
    try:
        value = program(*one.args)
    except ValueError as error:
        raised = LearnerError(type(error).__name__, str(error), line=1)
        return CaseOutcome(None, raised, is_input_mutated=False, wall_ms=0.0)
    return CaseOutcome(returned(value), None, is_input_mutated=False, wall_ms=0.0)


def observe(program: Program, cases: Sequence[Case] = tuple(CASES)) -> list[Observed]:
    observed = []
    for one in cases:
        result = outcome(program, one)
        verdict = Verdict.RUNTIME_ERROR
        if result.returned is not None:
            verdict = compare(one, 2 * one.args[0], result.returned, JUDGE).verdict
        observed.append(Observed(one, result, verdict))
    return observed


def named(program: Program, *beliefs: Misconception, cases: Sequence[Case] = tuple(CASES)) -> tuple[str, ...]:
    diagnoses = diagnose(doubling(misconceptions=beliefs), observe(program, cases), JUDGE)
    return diagnoses[0].misconceptions if diagnoses else ()


def square_only(wrong: Program) -> Program:
    """Wrong on square inputs, right elsewhere: a mistake that is silent in most cases."""
    return lambda x: wrong(x) if x.shape[0] == x.shape[1] else 2 * x


def test_the_belief_that_reproduces_every_output_is_named() -> None:
    assert named(lambda x: 3 * x, belief("halves", lambda x: x / 2), belief("triples", lambda x: 3 * x)) == ("triples",)


def test_rounding_does_not_hide_a_cause_and_a_near_miss_is_not_one() -> None:
    triples = belief("triples", lambda x: 3 * x)
    assert named(lambda x: (3 * x).astype(np.float32), triples) == ("triples",)
    assert named(lambda x: 3.0001 * x, triples) == ()


def test_what_fits_only_some_cases_is_not_said() -> None:
    assert named(square_only(lambda x: 3 * x), belief("triples", lambda x: 3 * x)) == ()
    assert named(square_only(lambda x: 3 * x), belief("in squares", square_only(lambda x: 3 * x))) == ("in squares",)


def test_a_right_program_is_never_given_a_cause() -> None:
    asked: list[int] = []

    def predict(x: np.ndarray) -> np.ndarray:
        asked.append(1)
        return 2 * x

    assert named(lambda x: 2 * x, belief("right", predict)) == ()
    assert asked == [], "predictions cost time that only a failing submission needs"


def test_a_belief_may_say_nothing_where_it_does_not_apply() -> None:
    def about_squares(x: np.ndarray) -> np.ndarray:
        if x.shape[0] != x.shape[1]:
            raise PredictsNothing
        return 3 * x

    assert named(square_only(lambda x: 3 * x), belief("squares", about_squares)) == ("squares",)
    assert named(square_only(lambda x: 3 * x), belief("silent", lambda x: _say_nothing())) == ()


def _say_nothing() -> None:
    raise PredictsNothing


def raising(message: str) -> Program:
    def program(x: np.ndarray) -> np.ndarray:
        raise ValueError(message)

    return program


def test_raising_counts_only_as_the_very_same_exception() -> None:
    assert named(raising("axes don't match array"), belief("axes", raising("axes don't match array"))) == ("axes",)
    assert named(raising("name is not defined"), belief("axes", raising("axes don't match array"))) == ()


def test_a_prediction_that_raises_contradicts_an_output() -> None:
    assert named(lambda x: 3 * x, belief("raises", raising("no"))) == ()
    assert named(raising("no"), belief("triples", lambda x: 3 * x)) == ()


def test_raising_in_one_case_is_consistent_with_numbers_explained_in_another() -> None:
    def program(x: np.ndarray) -> np.ndarray:
        return 3 * x if x.shape[0] == x.shape[1] else raising("learner's words")(x)

    def predict(x: np.ndarray) -> np.ndarray:
        return 3 * x if x.shape[0] == x.shape[1] else raising("author's words")(x)

    assert named(program, belief("both", predict)) == ("both",)


def test_equal_numbers_are_one_class_with_at_most_two_more_ids() -> None:
    beliefs = [belief(name, lambda x: 3 * x) for name in ("a", "a", "b", "c", "d")]
    (diagnosis,) = diagnose(doubling(misconceptions=beliefs), observe(lambda x: 3 * x), JUDGE)
    assert diagnosis.misconceptions == ("a", "b", "c")
    assert diagnosis.equivalent == ("b", "c")


def test_the_belief_that_explains_more_cases_comes_first() -> None:
    def about_squares(x: np.ndarray) -> np.ndarray:
        if x.shape[0] != x.shape[1]:
            raise PredictsNothing
        return 3 * x

    assert named(lambda x: 3 * x, belief("few", about_squares), belief("all", lambda x: 3 * x)) == ("all",)


def test_another_shape_can_be_the_prediction() -> None:
    assert named(lambda x: 2 * x.T, belief("transposed", lambda x: 2 * x.T)) == ("transposed",)


def test_nan_is_predicted_by_nan_only() -> None:
    def nan(x: np.ndarray) -> np.ndarray:
        return np.full(x.shape, np.nan)

    assert named(nan, belief("nan", nan), belief("triples", lambda x: 3 * x)) == ("nan",)


def test_a_belief_about_overflow_is_run_in_the_cases_own_dtype() -> None:
    loud = [case(np.array([[100.0, 1.0]]), dtype="float32", reduction=2)]

    def overflows(x: np.ndarray) -> np.ndarray:
        e = np.exp(x)
        return e / e.sum()

    with np.errstate(all="ignore"):
        in_float32 = overflows(loud[0].args[0].astype(np.float32))
    assert named(lambda x: in_float32, belief("in float64", overflows), cases=loud) == ()
    assert named(lambda x: in_float32, belief("own", overflows, uses_case_dtype=True), cases=loud) == ("own",)


def test_nothing_is_said_if_a_case_came_to_no_end_or_differs_between_runs() -> None:
    triples = doubling(misconceptions=(belief("triples", lambda x: 3 * x),))
    observed = observe(lambda x: 3 * x)
    unfinished = CaseOutcome(None, None, is_input_mutated=False, wall_ms=0.0)
    last = observed[-1]
    assert diagnose(triples, [*observed[:-1], Observed(last.case, unfinished, Verdict.TIME_LIMIT)], JUDGE) == ()
    assert diagnose(triples, [*observed[:-1], Observed(last.case, last.outcome, Verdict.NONDETERMINISTIC)], JUDGE) == ()


def test_a_case_that_failed_for_its_dtype_alone_is_not_explained_by_numbers() -> None:
    narrow = observe(lambda x: (2 * x).astype(np.float16))
    assert {one.verdict for one in narrow} == {Verdict.WRONG_DTYPE}
    assert diagnose(doubling(misconceptions=(belief("right", lambda x: 2 * x),)), narrow, JUDGE) == ()


def test_a_prediction_of_a_kind_that_no_exercise_has_is_the_authors_fault() -> None:
    with pytest.raises(ExerciseError, match="list"):
        named(lambda x: 3 * x, belief("broken", lambda x: [1, 2]))
