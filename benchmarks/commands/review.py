"""`python -m benchmarks review`: how many decisions review takes, and whether a poison gets through (C9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar

if TYPE_CHECKING:
    from rich.console import RenderableType

_ROWS = {
    "decisions": "decisions needed",
    "poisons_met_in_first_third": "poisons met in the first third of them",
    "last_poison_met_at": "the last poison is met at decision",
    "poisons_approved": "poisons approved",
    "true_rejected": "true ones rejected with them",
}


@command(
    "review",
    "python -m benchmarks review --data data",
    "python -m benchmarks review --data data --waiting 1000 --json",
    gives="version, proposals, poisons; for queue and one_by_one: decisions, poisons_met_in_first_third, "
    "last_poison_met_at, poisons_approved, true_rejected; speed: waiting, open_s and for approve, reject, cluster "
    "and undo p50_ms and p95_ms of CPU; import: conversations, turns and, as_it_is and vouched, items, "
    "conversations_waiting, clusters, clusters_of_low_risk, decisions and left; bars.",
)
@click.option("--data", metavar="FOLDER", required=True, help="The folder of data sets: injections, and talks.")
@click.option("--waiting", type=click.IntRange(10), default=10_000, show_default=True, help="How many wait meanwhile.")
@pass_run
def review(run: Run, data: str, waiting: int) -> None:
    """Measure review: decisions needed, poisons met and let through.

    Three hundred proposals, forty of them poison, go through curation and wait; a scripted reviewer follows the queue,
    and another takes them as they came. Then the CPU time of a decision beside many that wait, and the decisions
    that an import of three hundred conversations takes.
    """
    from benchmarks.review import run as measure

    with progress_bar("measures", None, quiet=run.as_json) as advance:
        figures = measure(Path(data), waiting, advance)
    if run.as_json:
        print_json(figures)
    else:
        print_text(*_tell(figures))


def _tell(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    bars = figures["bars"]
    yield f"{figures['proposals']} proposals, {figures['poisons']} of them poison"
    yield ""
    rows = [
        [title, str(figures["queue"][name]), str(figures["one_by_one"][name]), str(bars.get(name, ""))]
        for name, title in _ROWS.items()
    ]
    yield make_table(["MEASURE", "QUEUE", "ONE BY ONE", "BAR"], rows, "MEASURE")
    yield ""
    speed = figures["speed"]
    yield f"Beside {speed['waiting']:,} that wait (the queue is opened in {speed['open_s']} s of CPU), ms of CPU:"
    keys = [
        [name, f"{speed[name]['p50_ms']:.1f}", f"{speed[name]['p95_ms']:.1f}", f"{bars['p95_ms']:.0f}"]
        for name in ("approve", "reject", "cluster", "undo")
    ]
    yield make_table(["DECISION", "P50", "P95", "BAR"], keys, "DECISION")
    yield ""
    brought = figures["import"]
    yield f"An import of {brought['conversations']:,} conversations ({brought['turns']:,} turns):"
    ways = [
        [title, *(str(brought[name][each]) for each in ("items", "clusters", "clusters_of_low_risk", "decisions"))]
        for name, title in (("as_it_is", "as it is"), ("vouched", "vouched for first"))
    ]
    yield make_table(["IMPORT", "ITEMS", "CLUSTERS", "LOW RISK", "DECISIONS"], ways, "IMPORT")
