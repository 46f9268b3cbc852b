"""`python -m benchmarks hook`: what a hook costs the coding agent that waits for it."""

from __future__ import annotations

from typing import Any

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar
from atlas.surfaces.views.text import format_count


@command(
    "hook",
    "python -m benchmarks hook",
    "python -m benchmarks hook --memories 50000 --json",
    gives="memories, rounds; events: for SessionStart, UserPromptSubmit and Stop the CPU time in ms (p50, p95).",
)
@click.option("--memories", type=click.IntRange(1, 1_000_000), default=10_000, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 1_000), default=15, show_default=True, help="Of each event.")
@pass_run
def hook(run: Run, memories: int, rounds: int) -> None:
    """Measure what `atlas hook` costs an agent.

    CPU time of the whole process for each event of a session, the interpreter's start included, over a store made for
    it. What is left to the background is not in it.
    """
    from benchmarks.hook import EVENTS, measured

    with progress_bar("events", len(EVENTS), quiet=run.as_json) as advance:
        events = measured(memories, rounds, lambda: advance(1, None))
    figures: dict[str, Any] = {"memories": memories, "rounds": rounds, "events": events}
    print_json(figures) if run.as_json else _told(figures)


def _told(figures: dict[str, Any]) -> None:
    rows = [[event, f"{each['p50_ms']:.0f}", f"{each['p95_ms']:.0f}"] for event, each in figures["events"].items()]
    memories = format_count(figures["memories"], "memory", "memories")
    said = f"{memories}, {format_count(figures['rounds'], 'round')}, CPU time"
    print_text(said, "", make_table(["EVENT", "P50 MS", "P95 MS"], rows, ""))
