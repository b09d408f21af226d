"""Take a layer away and the programs that it stops get through: the arena sees what it claims to look for."""

from __future__ import annotations

import pytest

from exercises import registry
from grader.grading import grade
from grader.sandbox import WarmSandbox, default_limits, probe
from grader.sandbox.layers import LANDLOCK, NAMESPACES, RLIMITS, SECCOMP
from grader.sandbox.status import choose_layers
from tests.attacks.catalogue import load_attacks
from tests.attacks.witness import Witness

pytestmark = pytest.mark.attack

BY_ID = {attack.id: attack for attack in load_attacks()}
# Only programs that do no harm when they succeed.
STOPPED_BY = {
    (SECCOMP,): ("escape/every_socket_family", "escape/new_namespaces", "escape/undo_hardening", "escape/unix_socket"),
    (RLIMITS,): ("escape/raise_limits", "exhaustion/every_descriptor", "exhaustion/memory_mapped"),
    (LANDLOCK, NAMESPACES): ("secrets/planted_file", "secrets/system_accounts", "secrets/project_source"),
}


@pytest.mark.parametrize(("missing", "names"), STOPPED_BY.items(), ids=lambda names: "+".join(names))
def test_without_its_layer_the_attack_succeeds(
    missing: tuple[str, ...], names: tuple[str, ...], witness: Witness, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = choose_layers(probe())
    if not set(missing) <= set(offered):
        pytest.skip(f"this machine offers {', '.join(offered)}")
    # Its own canary would refuse to serve like this, which is tested where it lives.
    monkeypatch.setattr("grader.sandbox.client.escapes", lambda server, framework: [])
    exercise = registry.get("split-heads")
    with WarmSandbox(tuple(name for name in offered if name not in missing), default_limits()) as sandbox:
        reports = {
            name: grade(exercise, witness.fill(BY_ID[name].source), sandbox=sandbox, framework="numpy", seed=1)
            for name in names
        }
    contained = [name for name, report in reports.items() if "BREACH" not in report.stdout]
    assert not contained
    witness.connections()
