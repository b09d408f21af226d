"""Below the minimum nothing is run, and the refusal says what is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.errors import SandboxError, SandboxUnavailable
from grader.sandbox import WarmSandbox, client, default_limits, layers, probe, status, syscall_table
from tests.grader.sandbox.make import case, only, request

GOOD = request("def f(x): return x", case(1))


def statuses(*missing: str) -> tuple[status.LayerStatus, ...]:
    problems = {name: ("not here" if name in missing else "") for name in layers.ALL}
    return tuple(status._status(name, problems) for name in layers.ALL)


@pytest.mark.parametrize(
    "missing",
    [
        ("no_new_privs",),
        ("rlimits",),
        ("seccomp",),
        ("landlock", "namespaces"),
        ("seccomp", "landlock"),
    ],
)
def test_missing_minimum_is_refused_by_name(missing):
    with pytest.raises(SandboxUnavailable) as refusal:
        status.choose_layers(statuses(*missing))
    required = [one.name for one in statuses(*missing) if one.is_required and not one.is_available]
    assert required
    assert all(name in str(refusal.value) for name in required)


@pytest.mark.parametrize("missing", [(), ("landlock",), ("namespaces",), ("capabilities",)])
def test_all_that_is_there_is_used(missing):
    assert status.choose_layers(statuses(*missing)) == tuple(name for name in layers.ALL if name not in missing)


def test_each_missing_layer_has_a_remedy_in_both_languages():
    from grader.messages import message

    for one in statuses(*layers.ALL):
        assert message(one.remedy, "en") != message(one.remedy, "ja")


def test_only_the_insecure_switch_lowers_the_minimum(monkeypatch):
    assert "INSECURE" in status.INSECURE_SWITCH
    monkeypatch.setenv(status.INSECURE_SWITCH, "yes")
    with pytest.raises(SandboxUnavailable):
        status.choose_layers(statuses("seccomp"))
    monkeypatch.setenv(status.INSECURE_SWITCH, "1")
    chosen = status.choose_layers(statuses("seccomp"))
    assert "INSECURE" in chosen
    assert "seccomp" not in chosen


@pytest.mark.parametrize(("system", "machine"), [("darwin", "x86_64"), ("linux", "aarch64")])
def test_other_platforms_are_refused_even_insecurely(system, machine, monkeypatch):
    monkeypatch.setattr(status.sys, "platform", system)
    monkeypatch.setattr(status.platform, "machine", lambda: machine)
    monkeypatch.setenv(status.INSECURE_SWITCH, "1")
    with pytest.raises(SandboxUnavailable, match=machine):
        status.choose_layers(status.probe.__wrapped__())


def test_layer_that_leaks_is_found_by_the_canary():
    """Without the allow-list a child can fork and open sockets; the canary says so, and nothing is served."""
    there = tuple(one.name for one in probe() if one.is_available and one.name != layers.SECCOMP)
    with (
        WarmSandbox(there, default_limits()) as leaky,
        pytest.raises(SandboxUnavailable, match=r"leaks.*open a socket"),
    ):
        leaky.run(GOOD)


def test_layer_that_cannot_be_put_on_means_no_run(sandbox, monkeypatch):
    """Limits that the kernel refuses stop the child before it reads a byte of the submission."""
    bad = request("def f(x): return x", case(1), file_descriptors=-5)
    with pytest.raises(SandboxError, match="contained"):
        sandbox.run(bad)
    assert only(sandbox.run(GOOD)).returned.array == 1


def test_run_names_its_layers(sandbox):
    assert sandbox.run(GOOD).layers == sandbox.layers == status.choose_layers(probe())


def test_probe_tries_once_and_says_nothing_about_what_works():
    assert probe() is probe()
    assert {one.name for one in probe()} == set(layers.ALL)
    assert all(bool(one.remedy) is not one.is_available for one in probe())


def test_refused_namespaces_are_reported(monkeypatch):
    """As under a container's default seccomp profile, where unshare is refused."""
    monkeypatch.setattr(
        status, "run_start_file", lambda *_: dict.fromkeys(layers.ALL, "") | {"namespaces": "unshare: refused"}
    )
    tried = {one.name: one for one in status.probe.__wrapped__()}
    assert not tried["namespaces"].is_available
    assert tried["namespaces"].detail == "unshare: refused"
    assert tried["landlock"].is_required


def test_numbers_are_those_of_this_kernels_headers():
    header = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
    if not header.exists():
        pytest.skip("no kernel headers on this machine")
    numbers = dict(re.findall(r"#define __NR_(\w+) (\d+)", header.read_text(encoding="ascii")))
    table = syscall_table.ALLOWED | syscall_table.HOSTILE | syscall_table.ABSENT
    table |= {"ioctl": syscall_table.IOCTL, "fcntl": syscall_table.FCNTL, "prlimit64": syscall_table.PRLIMIT64}
    assert {name: int(numbers[name]) for name in table if name in numbers} == {
        name: number for name, number in table.items() if name in numbers
    }
    assert len(table.keys() - numbers.keys()) <= 3


def test_no_call_is_both_allowed_and_hostile():
    numbers = [*syscall_table.ALLOWED.values(), *syscall_table.HOSTILE.values(), *syscall_table.ABSENT.values()]
    assert len(set(numbers)) == len(numbers)


def test_framework_decides_the_server():
    for source, expected in [
        ("import torch", "torch"),
        ("def f():\n    from torch.nn import functional", "torch"),
        ("import torchlike", "numpy"),
        ("# import torch", "numpy"),
        ("from .torch import x", "numpy"),
        ("import (", "numpy"),
    ]:
        assert client.server_framework(request(source, case(1))) == expected
    assert client.server_framework(request("", case(1), framework="torch")) == "torch"
