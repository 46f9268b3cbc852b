"""`python -m benchmarks looking`: what looking costs while much is owed, and recall with and without work owed."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text
from atlas.surfaces.views.text import format_count
from benchmarks.commands.figure_files import check_place, keep, save_option
from benchmarks.repository import ROOT


@command(
    "looking",
    "python -m benchmarks looking",
    "python -m benchmarks looking --turns 930 --embedder encoder --json",
    gives="version, turns, interactions, embedder, owed (thoughts), import_cpu_s, looking_cpu_s (by verb), recall_owed "
    "and recall_done (first_ms, p50_ms, p95_ms: CPU), recall_ratio (of the p50), work_cpu_s, left.",
)
@click.option("--turns", type=click.IntRange(10, 10_000_000), default=100_000, show_default=True)
@click.option("--embedder", type=click.Choice(("hashing", "encoder")), default="hashing", show_default=True)
@click.option("--drop", is_flag=True, help="Let the owed thoughts go instead of thinking them; vectors are made.")
@save_option
@pass_run
def looking(run: Run, turns: int, embedder: str, drop: bool, save: Path | None) -> None:
    """Measure looking at a store right after an import, in CPU time.

    A made history is imported into a new store. Each verb then looks at it as somebody does who has just opened it;
    recall is asked while the thinking and the vectors are owed, and again when they are done. Everything is made in the
    temporary folder and thrown away.
    """
    from atlas._version import __version__

    check_place(save)
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        line = [sys.executable, "-m", "benchmarks.looking", folder, str(turns), embedder]
        line += ["--drop"] if drop else []
        done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 # our own
    if done.returncode:
        raise BadInput(f"Looking could not be measured: {done.stderr.strip()[-300:]}")
    figures: dict[str, Any] = {"version": __version__, **json.loads(done.stdout)}
    if save:
        keep(save, figures)
    print_json(figures) if run.as_json else _told(figures)


def _told(figures: dict[str, Any]) -> None:
    owed = format_count(figures["owed"], "thought is", "thoughts are")
    said = format_count(figures["turns"], "turn")
    rows = [[verb.replace("_", " "), f"{seconds:.3f}"] for verb, seconds in figures["looking_cpu_s"].items()]
    busy, idle = figures["recall_owed"], figures["recall_done"]
    print_text(
        f"{said} imported with the embedder {figures['embedder']}; {owed} owed.",
        "",
        make_table(["VERB", "CPU S"], rows, ""),
        "",
        f"Recall with work owed: {busy['p50_ms']:.1f} ms, without: {idle['p50_ms']:.1f} ms of CPU (the middle one): "
        f"{figures['recall_ratio']:.2f} times.",
        f"Doing what was owed took {figures['work_cpu_s']:,} s of CPU.",
    )
