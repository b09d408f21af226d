"""The sandbox works where graders are really run: as an ordinary user, and in a container that forbids namespaces."""

from __future__ import annotations

import errno
import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from grader.sandbox.grants import are_readable_by_others, stdlib_folder

ROOT = Path(__file__).parents[3]

PROGRAM = """
import json, os
from grader.sandbox import open_sandbox, probe
from tests.grader.sandbox.make import case, request
source = "import os\\ndef f(x): return os.getuid(), os.access('/etc/passwd', os.R_OK), x"
with open_sandbox() as sandbox:
    run = sandbox.run(request(source, case(1)))
    good = sandbox.run(request("import numpy as np\\ndef f(x): return np.ones(x)", case(4)))
returned = run.outcomes[0].returned
print(json.dumps({
    "layers": sandbox.layers,
    "details": {status.name: status.detail for status in probe()},
    "uid": returned.items[0].array.item(),
    "sum": good.outcomes[0].returned.array.sum(),
}))
"""

# Returns EPERM for unshare and mount, as the default profiles of container engines do.
PROFILE = """
import struct, sys
sys.path.insert(0, {root!r})
from grader.sandbox import kernel
kernel.set_no_new_privs()
kernel.install_filter(bytes.fromhex({program!r}))
import os
os.execv(sys.executable, [sys.executable, "-c", sys.argv[1]])
"""


def refusing(*numbers: int) -> bytes:
    program = [(0x20, 0, 0, 0)]
    for number in numbers:
        program += [(0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | errno.EPERM)]
    return b"".join(struct.pack("=HBBI", *one) for one in [*program, (0x06, 0, 0, 0x7FFF0000)])


def run_program(command: list[str], **options) -> dict:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(map(str, (ROOT, site_packages())))}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    finished = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False, **options
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def site_packages() -> Path:
    return Path(np.__file__).parents[1]


def python_for_everyone() -> str:
    """An interpreter of this version that a user without rights can start."""
    if are_readable_by_others([stdlib_folder(), sys.executable, str(site_packages())]):
        return sys.executable
    system = Path("/usr/bin/python3")
    if system.exists() and are_readable_by_others([str(site_packages()), str(ROOT)]):
        asked = [str(system), "-c", "import sys; print(*sys.version_info[:2])"]
        version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        if [int(part) for part in version] == list(sys.version_info[:2]):
            return str(system)
    pytest.skip("no interpreter of this version is readable for an ordinary user")


def test_container_that_forbids_namespaces_leaves_the_other_layers():
    program = refusing(272, 165, 308).hex()  # unshare, mount, setns
    said = run_program([sys.executable, "-c", PROFILE.format(root=str(ROOT), program=program), PROGRAM])
    assert "namespaces" not in said["layers"]
    assert "landlock" in said["layers"]
    assert "unshare" in said["details"]["namespaces"]
    assert said["sum"] == 4


@pytest.mark.skipif(os.geteuid() != 0, reason="the rest of the suite already runs as an ordinary user")
def test_container_that_runs_us_as_root_says_whether_learner_code_stays_root():
    program = refusing(272, 165, 308).hex()
    said = run_program([sys.executable, "-c", PROFILE.format(root=str(ROOT), program=program), PROGRAM])
    readable = are_readable_by_others([stdlib_folder(), str(site_packages() / "numpy")])
    assert said["uid"] == (65534 if readable else 0)
    assert ("uid 0" in said["details"]["capabilities"]) is not readable


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become someone else")
def test_ordinary_user_has_every_layer():
    nobody = 65534
    said = run_program([python_for_everyone(), "-c", PROGRAM], user=nobody, group=nobody, extra_groups=[])
    assert {"namespaces", "landlock", "seccomp", "rlimits", "no_new_privs"} <= set(said["layers"])
    assert said["uid"] == nobody
    assert said["sum"] == 4


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become someone else")
def test_ordinary_user_in_a_container_that_forbids_namespaces():
    program = refusing(272, 165, 308).hex()
    command = [python_for_everyone(), "-c", PROFILE.format(root=str(ROOT), program=program), PROGRAM]
    said = run_program(command, user=65534, group=65534, extra_groups=[])
    assert "namespaces" not in said["layers"]
    assert said["sum"] == 4
