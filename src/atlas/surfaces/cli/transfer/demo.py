"""`atlas demo`: a month in a minute (X5)."""

from __future__ import annotations

from pathlib import Path

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command


@command(
    "demo",
    "atlas demo",
    "atlas demo --seed 42",
    "atlas demo --keep ./month && atlas --home ./month memories",
    "atlas demo --days 7 --json",
    gives="the story as data: what was observed, learned, corrected, refused and forgotten.",
)
@click.option("--seed", type=int, default=7, show_default=True, help="Another seed tells another story.")
@click.option("--days", type=click.IntRange(1, 366), default=30, show_default=True, help="How long a life.")
@click.option("--keep", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="Keep its store here.")
@pass_run
def demo(run: Run, seed: int, days: int, keep: Path | None) -> None:
    """See thirty days of an assistant's life in a few seconds.

    They pass on a virtual clock and are told from what the engine really did. It lives in a store of its own and
    leaves yours alone.
    """
    from atlas.surfaces.demo import run_demo

    run_demo(seed=seed, days=days, as_json=run.as_json, keep=keep)
