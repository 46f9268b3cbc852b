"""`python -m benchmarks import`: how quick a history comes in and is lived through, and what memory that takes."""

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
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar
from atlas.surfaces.views.text import format_count
from benchmarks.commands.figure_files import check_place, keep, save_option
from benchmarks.repository import ROOT


@command(
    "import",
    "python -m benchmarks import",
    "python -m benchmarks import --conversations 10000 --replay --json",
    gives="version, and for imported and, with --replay, replayed: conversations, turns, interactions, days, cycles, "
    "wall_s, cpu_s, turns_a_second, export_mb, store_mb, peak_mb.",
)
@click.option("--conversations", type=click.IntRange(1, 1_000_000), default=1_000, show_default=True)
@click.option("--replay", is_flag=True, help="Also live it through on its own clock.")
@save_option
@pass_run
def history_import(run: Run, conversations: int, replay: bool, save: Path | None) -> None:
    """Measure `atlas import` on a ChatGPT export made for it.

    Two years of conversations, imported into a new store, and with --replay into another one that lives them through;
    each in a process of its own. Everything is made in the temporary folder and thrown away.
    """
    from atlas._version import __version__
    from benchmarks.history_import import write

    check_place(save)
    ways = ("imported", "replayed") if replay else ("imported",)
    figures: dict[str, Any] = {"version": __version__}
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        export = Path(folder) / "conversations.json"
        write(export, conversations)
        with progress_bar("imports", len(ways), quiet=run.as_json) as advance:
            for way in ways:
                figures[way] = _measured(export, way)
                advance(1, None)
    if save:
        keep(save, figures)
    print_json(figures) if run.as_json else _told(figures, ways)


def _measured(export: Path, way: str) -> dict[str, Any]:
    """In a process of its own, so that its peak is its own."""
    line = [sys.executable, "-m", "benchmarks.history_import", str(export), way]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 # our own
    if done.returncode:
        raise BadInput(f"The import could not be measured: {done.stderr.strip()[-300:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _told(figures: dict[str, Any], ways: tuple[str, ...]) -> None:
    first = figures[ways[0]]
    said = format_count(first["turns"], "turn")
    rows = [
        [way, *(f"{figures[way][name]:,}" for name in ("wall_s", "cpu_s", "turns_a_second", "peak_mb", "store_mb"))]
        for way in ways
    ]
    print_text(
        f"{format_count(first['conversations'], 'conversation')}, {said}, {first['export_mb']:,} MB",
        "",
        make_table(["", "WALL S", "CPU S", "TURNS A SECOND", "PEAK MB", "STORE MB"], rows, ""),
    )
    for way in ways:
        if figures[way]["days"]:
            ran = ", ".join(f"{name} {count:,}" for name, count in sorted(figures[way]["cycles"].items()))
            print_text("", f"{format_count(figures[way]['days'], 'day')} lived through: {ran}.")
