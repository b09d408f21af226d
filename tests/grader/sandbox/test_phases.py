"""Hidden inputs come only after everything that will be shown is taken, and nothing later is shown."""

from __future__ import annotations

import numpy as np
import pytest

from grader.model import RunEnd
from tests.grader.sandbox.make import case, hidden, request

SECRET = 8_675_309.0


def test_hidden_output_and_errors_are_not_kept(sandbox):
    source = """
    import sys
    def f(x):
        print("saw", x, flush=True)
        print("saw", x, file=sys.stderr)
        if x[0] > 1: raise ValueError(f"saw {x}")
        return x
    """
    run = sandbox.run(request(source, case(np.ones(1)), hidden(np.full(1, SECRET))))
    assert run.stdout == "saw [1.]\nsaw [1.]\n"
    shown, secret = run.outcomes
    assert shown.returned is not None
    assert (secret.error.type, secret.error.message, secret.error.line, secret.error.frames) == (
        "ValueError",
        "",
        None,
        (),
    )
    assert "8675309" not in repr(run)


def test_output_that_the_program_holds_back_is_not_shown_after_the_boundary(sandbox):
    source = """
    import sys
    class Late:
        held = []
        def write(self, text): self.held.append(text)
        def flush(self): pass
        def __del__(self): pass
    late = sys.stdout = Late()
    def f(x):
        print(x)
        if x[0] > 1: sys.__stdout__.write("".join(late.held)); sys.__stdout__.flush()
        return x
    """
    run = sandbox.run(request(source, case(np.ones(1)), hidden(np.full(1, SECRET))))
    assert run.end is RunEnd.COMPLETED
    assert run.stdout == ""


def test_type_chosen_in_the_hidden_phase_is_not_kept(sandbox):
    source = """
    def f(x):
        name = f"T{int(x[0])}"
        if x[0] == 3: raise type(name, (Exception,), {})()
        return type(name, (), {})()
    """
    run = sandbox.run(request(source, case(np.ones(1)), hidden(np.full(1, 2.0)), hidden(np.full(1, 3.0))))
    assert run.outcomes[0].returned.type_name == "submission.T1"
    assert run.outcomes[1].returned.type_name == "object"
    assert run.outcomes[2].error.type == "Exception"


def test_hidden_inputs_are_not_there_before_the_boundary(sandbox):
    source = """
    import mmap, os
    def f(x):
        for fd in range(3, 32):
            try: size = os.fstat(fd).st_size
            except OSError: continue
            print(fd, size, os.pread(fd, 1 << 20, 0)[:4] if size else b"")
        return x
    def sizes(): return [os.fstat(fd).st_size for fd in (6,)]
    print("hidden", sizes())
    """
    run = sandbox.run(request(source, case(np.ones(1)), hidden(np.full(1000, SECRET))))
    assert "hidden [0]" in run.stdout
    assert run.outcomes[1].returned is not None


def test_claiming_the_boundary_early_freezes_what_is_shown(sandbox):
    source = """
    import os, struct
    def f(x):
        if x[0] == 1:
            print("before")
            os.write(3, struct.pack("<BIQ", 5, 0, 0))  # all visible cases are done
            os.read(4, 1)
            print("after", os.pread(6, 1 << 16, 0))
        return x
    """
    run = sandbox.run(request(source, case(np.ones(1)), hidden(np.full(1, SECRET))))
    assert run.end is RunEnd.MALFORMED
    assert run.stdout == "before\n"
    assert run.outcomes[0].returned is None
    assert "8675309" not in repr(run)


def test_without_hidden_cases_the_child_ends_after_the_visible_ones(sandbox):
    run = sandbox.run(request("def f(x): return x", case(np.ones(1))))
    assert run.end is RunEnd.COMPLETED
    assert len(run.outcomes) == 1


def test_without_visible_cases_nothing_is_shown_but_loading(sandbox):
    run = sandbox.run(request("print('loading')\ndef f(x): print(x); return x", hidden(np.ones(1))))
    assert run.end is RunEnd.COMPLETED
    assert run.stdout == "loading\n"
    assert run.outcomes[0].returned.array == 1


@pytest.mark.parametrize("framework", ["numpy", "torch"])
def test_each_case_knows_whether_its_input_changed(framework, sandbox):
    source = """
    def f(x, params):
        if x[0] == 1: x[0] = 9
        if x[0] == 3: params["w"] += 1
        return x[0] * 1
    """
    cases = [make(np.full(2, number), {"w": np.zeros(2)}) for make in (case, hidden) for number in (0.0, 1.0, 3.0)]
    run = sandbox.run(request(source, *cases, framework=framework))
    assert run.end is RunEnd.COMPLETED
    assert [outcome.is_input_mutated for outcome in run.outcomes] == [False, True, True] * 2


def test_change_that_ends_in_an_error_is_seen_too(sandbox):
    run = sandbox.run(request("def f(x):\n x[0] = 9\n raise ValueError", case(np.ones(2))))
    assert run.outcomes[0].is_input_mutated
    assert run.outcomes[0].error.type == "ValueError"


def test_input_as_result_is_no_change(sandbox):
    run = sandbox.run(request("def f(x):\n x.sort()\n return x", case(np.array([1.0, 2.0]))))
    assert not run.outcomes[0].is_input_mutated


@pytest.mark.parametrize("frames", ["(6,)", "(5, 6)"], ids=["done", "visible done, done"])
def test_saying_done_with_cases_unanswered_is_no_completion(frames, sandbox):
    source = f"""
    import os, struct, time
    def f(x):
        os.write(3, b"".join(struct.pack("<BIQ", kind, 0, 0) for kind in {frames}))
        time.sleep(60)
    """
    run = sandbox.run(request(source, case(np.ones(1)), hidden(np.ones(1))))
    assert run.end is RunEnd.MALFORMED
    assert all(outcome.returned is None for outcome in run.outcomes)


def test_printed_text_can_be_stored_and_shown(sandbox):
    source = r"""
    import os
    def f(x):
        os.write(1, "頭\u3000分け\x00\x1b[2J\u202e\t|".encode() + b"\xff\n")
    """
    (outcome,) = (run := sandbox.run(request(source, case(1)))).outcomes
    assert outcome.error is None
    mark = "\N{REPLACEMENT CHARACTER}"
    assert run.stdout == f"頭\u3000分け{mark}{mark}[2J{mark}\t|{mark}\n"
