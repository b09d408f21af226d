"""How long a learner waits for a verdict in a warm sandbox, beside what a cold interpreter would cost.

    python bench/verdict_latency.py [RUNS]

The unit of comparison is measured in the same run, turn about, so that a busy machine slows both: importing the
framework in a fresh interpreter, which is the least that any grader without a warm server pays for each submission.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from exercises import registry  # noqa: E402 - the repository is not installed
from grader.grading import grade  # noqa: E402
from grader.model import Framework, Sandbox  # noqa: E402
from grader.sandbox import open_sandbox  # noqa: E402

EXERCISE = "scaled-dot-product-attention"
RUNS_FOR_EACH_COLD_START = 10

SOURCES: dict[Framework, str] = {
    "numpy": """
import math
import numpy as np

def attention(query, key, value, mask=None):
    scores = query @ np.swapaxes(key, -2, -1) / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    highest = np.max(scores, axis=-1, keepdims=True)
    raised = np.exp(scores - np.where(np.isfinite(highest), highest, 0))
    total = raised.sum(axis=-1, keepdims=True)
    return raised / np.where(total == 0, 1, total).astype(raised.dtype) @ value
""",
    "torch": """
import math
import torch

def attention(query, key, value, mask=None):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return torch.nan_to_num(weights) @ value
""",
}


@dataclass(frozen=True)
class Measured:
    """Milliseconds of each run."""

    total: list[float]
    sandbox: list[float]
    cold: list[float]


def measure(framework: Framework, sandbox: Sandbox, runs: int) -> Measured:
    exercise = registry.get(EXERCISE)
    measured = Measured([], [], [])
    for seed in range(-3, runs):  # the first ones warm the parent's own caches
        report = grade(exercise, SOURCES[framework], sandbox=sandbox, framework=framework, device="cpu", seed=abs(seed))
        if not report.verdict.is_accepted:
            sys.exit(f"the honest {framework} program was judged {report.verdict}")
        if seed < 0:
            continue
        measured.total.append(report.total_ms)
        measured.sandbox.append(report.sandbox_ms)
        if seed % RUNS_FOR_EACH_COLD_START == 0:
            measured.cold.append(milliseconds(lambda: import_cold(framework)))
    return measured


def import_cold(framework: Framework) -> None:
    subprocess.run([sys.executable, "-c", f"import {framework}"], check=True)


def milliseconds(action: Callable[[], None]) -> float:
    started = time.perf_counter()
    action()
    return (time.perf_counter() - started) * 1000


def percentile(values: list[float], share: int) -> float:
    return statistics.quantiles(values, n=100)[share - 1]


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(f"{EXERCISE}, {runs} accepted submissions each, milliseconds")
    print(f"{'':8}{'verdict p50':>12}{'p95':>8}{'sandbox p50':>13}{'cold import':>13}{'cold / verdict':>16}")
    with open_sandbox() as sandbox:
        for framework in SOURCES:
            measured = measure(framework, sandbox, runs)
            verdict, cold = statistics.median(measured.total), statistics.median(measured.cold)
            print(
                f"{framework:8}{verdict:12.1f}{percentile(measured.total, 95):8.1f}"
                f"{statistics.median(measured.sandbox):13.1f}{cold:13.1f}{cold / verdict:15.1f}x"
            )
        print(f"layers: {', '.join(sandbox.layers)}")


if __name__ == "__main__":
    main()
