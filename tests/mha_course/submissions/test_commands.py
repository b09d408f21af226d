"""The command line: the worker's engine without database or broker, and exit codes that scripts rely on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from exercises import registry
from mha_course.settings.environment import BASE_DIR
from mha_course.submissions.terminal import Paint, display_width, wrapped

RIGHT = """
def split_heads(x, num_heads):
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, seq_len, num_heads, d_model // num_heads).transpose(0, 2, 1, 3)
"""
WRONG = """
def split_heads(x, num_heads):
    print("shape", x.shape, "\\x1b[31m")
    batch, seq_len, d_model = x.shape
    return x.reshape(batch, num_heads, seq_len, d_model // num_heads)
"""
NO_SERVERS = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "REDIS_URL": "redis://127.0.0.1:1/0"}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    sources = {"right": RIGHT.encode(), "wrong": WRONG.encode(), "latin": "def f(): 'é'".encode("latin-1")}
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_bytes(source)
    return {name: str(tmp_path / f"{name}.py") for name in sources}


def grade(*arguments: str) -> tuple[int, str]:
    """(exit status, what was printed)."""
    output = StringIO()
    try:
        call_command("grade", *arguments, stdout=output)
    except SystemExit as ended:
        return int(ended.code), output.getvalue()
    except CommandError as error:
        return error.returncode, str(error)
    return 0, output.getvalue()


def test_without_database_and_broker_reports_come_one_a_line_in_order(files):
    arguments = ["manage.py", "grade", "split-heads", files["wrong"], files["right"], "--json"]
    ended = subprocess.run(
        [sys.executable, *arguments],
        cwd=BASE_DIR,
        env={**os.environ, **NO_SERVERS, "DJANGO_SETTINGS_MODULE": "mha_course.settings.test"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr
    wrong, right = (json.loads(line) for line in ended.stdout.splitlines())
    assert wrong["verdict"] == "wrong_value"
    assert wrong["diagnoses"][0]["misconceptions"][0] == "split-view-no-transpose"
    assert wrong["quiz"]
    for item_id in wrong["quiz"]:
        quiz, item = item_id.split("/")
        assert item in {one.id for one in registry.get_quiz(quiz).items}
    assert (right["verdict"], right["points"]) == ("accepted", right["max_points"])


def test_all_accepted_is_0(files):
    status, printed = grade("split-heads", files["right"])
    assert status == 0
    assert "10 of 10 points" in printed


@pytest.mark.parametrize(
    "arguments",
    [("no-such-exercise", "right"), ("split-heads", "missing"), ("split-heads", "right", "--device", "cuda")],
)
def test_wrong_usage_is_2(files, arguments):
    exercise, name, *options = arguments
    assert grade(exercise, files.get(name, "/no/such/file.py"), *options)[0] == 2


def test_a_missing_file_is_noticed_before_anything_is_graded(files):
    assert grade("split-heads", files["right"], "/no/such/file.py") == (
        2,
        "/no/such/file.py: No such file or directory",
    )


def test_a_sandbox_that_does_not_start_is_3(files, monkeypatch):
    from grader.errors import SandboxUnavailable
    from mha_course.submissions.management.commands import grade as command

    def refuse():
        raise SandboxUnavailable("seccomp is missing")

    monkeypatch.setattr(command, "open_sandbox", refuse)
    status, printed = grade("split-heads", files["right"])
    assert status == 3
    assert "seccomp" in printed
    assert "doctor" in printed


def test_a_file_that_is_not_utf_8_is_a_verdict(files):
    status, printed = grade("split-heads", files["latin"], "--json")
    assert status == 1
    assert json.loads(printed)["verdict"] == "rejected"


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", ["Wrong values", "96 of 120 numbers differ", "expected", "yours", "Cause", "Next", "Printed"]),
        ("ja", ["値が違います", "120個の数のうち96個が違います", "期待値", "あなたの出力", "原因", "次の一歩"]),
    ],
)
def test_people_get_the_verdict_the_evidence_and_the_next_step_in_their_language(files, locale, words):
    status, printed = grade("split-heads", files["wrong"], "--locale", locale)
    assert status == 1
    assert [word for word in words if word not in printed] == []
    assert "batch   num_heads   seq_len   d_k" in printed
    assert "\x1b" not in printed


def test_lines_fit_and_shapes_stand_axis_under_axis_also_with_wide_characters(files):
    printed = grade("split-heads", files["wrong"], "--locale", "ja")[1].splitlines()
    ladder = next(index for index, line in enumerate(printed) if "num_heads" in line)
    names, expected, actual = printed[ladder : ladder + 3]
    ends = [display_width(line[: line.rindex(last) + len(last)]) for line, last in ((names, "d_k"), (expected, "4"))]
    assert ends[0] == ends[1]
    assert display_width(expected) == display_width(actual)
    assert max(display_width(line) for line in printed[1:]) <= 90


def test_wrapping_breaks_latin_at_spaces_and_japanese_anywhere_but_before_punctuation():
    assert list(wrapped("one two three", 8)) == ["one two", "three"]
    assert list(wrapped("あいうえ。お", 8)) == ["あいう", "え。お"]


def test_colours_are_only_for_terminals():
    assert Paint(is_on=False).wrong("x") == "x"
    assert Paint(is_on=True).wrong("x") == "\x1b[33mx\x1b[0m"


def test_sound_exercises_are_0_and_unknown_ones_2():
    output = StringIO()
    call_command("check_exercises", "softmax", "--json", "--no-samples", stdout=output)
    (result,) = json.loads(output.getvalue())
    assert (result["slug"], result["mutation_score"], result["is_sound"]) == ("softmax", 1.0, True)
    with pytest.raises(CommandError) as refused:
        call_command("check_exercises", "no-such-exercise")
    assert refused.value.returncode == 2


def test_an_exercise_that_falls_short_is_1_and_says_why(monkeypatch):
    from mha_course.submissions.management.commands import check_exercises as command

    real = command.check_exercise

    def short(exercise, sandbox):
        import dataclasses

        return dataclasses.replace(real(exercise, sandbox), problems=("no case tells √T from √d_k",))

    monkeypatch.setattr(command, "check_exercise", short)
    output = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_exercises", "softmax", "--no-samples", stdout=output)
    assert ended.value.code == 1
    assert "no case tells" in output.getvalue()


@pytest.mark.django_db
def test_the_doctor_names_what_is_missing_and_what_to_do(no_redis):
    output = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "--json", stdout=output)
    assert ended.value.code == 1
    parts = {part["name"]: part for part in json.loads(output.getvalue())}
    assert parts["database"]["is_there"]
    assert not parts["broker"]["is_there"]
    assert "REDIS_URL" in parts["broker"]["remedy"]
    assert parts["sandbox: seccomp"]["is_needed"]
    assert parts["torch"]["is_there"]


@pytest.mark.django_db
@pytest.mark.redis
def test_the_doctor_sees_the_broker_and_misses_the_worker(redis_server):
    output = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", "--locale", "ja", stdout=output)
    assert "✓ broker" in output.getvalue()
    assert "✗ worker" in output.getvalue()
    assert "ワーカーを起動してください" in output.getvalue()
