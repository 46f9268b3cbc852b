"""Duplicates, contradictions and growth in one run (`python -m benchmarks consolidation`)."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from atlas import compose
from atlas._version import __version__
from atlas.engine.core.vectors import embed_missing
from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.errors import BadInput
from atlas.settings import Settings
from benchmarks.duplicates import START, measure
from benchmarks.repository import ROOT
from benchmarks.retrieval import bench_settings

MOST_GROWTH: Final = 12
"""Times that ten times the memories may cost."""
MOST_CPU_S: Final = 600
AT: Final = 100_000
MOST_AGAIN: Final = 0.05
"""Of the first cycle, what a second one with nothing new may cost."""

Progress = Callable[[int, int], None]


def run(sizes: Sequence[int], settings: Settings, progress: Progress | None = None) -> dict[str, Any]:
    steps = 1 + len(sizes)
    duplicates = _duplicates(bench_settings(settings))
    _tell(progress, steps)
    grown = {}
    for size in sizes:
        grown[str(size)] = _grown(size)
        _tell(progress, steps)
    return {"version": __version__, "duplicates": duplicates, "growth": grown, "bars": bars(duplicates, grown)}


def _tell(progress: Progress | None, steps: int) -> None:
    if progress:
        progress(1, steps)


def _duplicates(settings: Settings) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        clock = compose.make_virtual_clock(START)
        runtime = compose.make_runtime(settings, Path(folder) / "bench.atlas", clock=clock)
        try:

            def cycle() -> None:
                embed_missing(runtime)
                run_consolidation(runtime)

            return measure(runtime, clock.set, cycle).figures()
        finally:
            runtime.store.close()


def _grown(size: int) -> dict[str, Any]:
    """In a process of its own, so that its peak is its own."""
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        file = str(Path(folder) / "bench.atlas")
        command = [sys.executable, "-m", "benchmarks.growth", file, str(size)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 # our own
    if done.returncode:
        raise BadInput(f"A cycle over {size:,} memories could not be measured: {done.stderr.strip()[-300:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def bars(duplicates: Mapping[str, Any], grown: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    found = {
        "duplicates_merged": _bar(duplicates["merged"], "at least", 0.95),
        "contradictions_merged": _bar(duplicates["contradictions_merged"], "at most", 0),
        "newest_first": _bar(duplicates["newest_first"], "at least", 1.0),
    }
    ordered = sorted(grown.values(), key=lambda each: each["memories"])
    for small, large in pairwise(ordered):
        if large["memories"] == 10 * small["memories"]:
            name = f"growth_{small['memories']}_to_{large['memories']}"
            found[name] = _bar(round(large["first_cpu_s"] / small["first_cpu_s"], 2), "at most", MOST_GROWTH)
    for each in ordered:
        again = round(each["second_cpu_s"] / each["first_cpu_s"], 4)
        found[f"again_{each['memories']}"] = _bar(again, "at most", MOST_AGAIN)
        if each["memories"] == AT:
            found["cpu_s"] = _bar(each["first_cpu_s"], "at most", MOST_CPU_S)
    return found


def _bar(seen: float, kind: str, wanted: float) -> dict[str, Any]:
    return {
        "seen": seen,
        "wanted": f"{kind} {wanted:g}",
        "met": seen <= wanted if kind == "at most" else seen >= wanted,
    }
