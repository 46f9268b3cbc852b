"""`python -m benchmarks reembedding`: another embedder takes over a store, killed midway and asked all the while."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text
from atlas.surfaces.views.text import format_count
from benchmarks.commands.figure_files import check_place, keep, save_option


@command(
    "reembedding",
    "python -m benchmarks reembedding",
    "python -m benchmarks reembedding --memories 2000 --embedder encoder --json",
    gives="version, memories, embedder, kills, batch, embedded (texts, by all processes that embed), embedded_twice, "
    "old_left (old vectors after each process that came to its end); stages: for each its name, stored_at_first (new "
    "vectors), embedded, asked, answered, found (shares of the questions), p50_ms and p95_ms (CPU of a recall).",
)
@click.option("--memories", type=click.IntRange(300, 1_000_000), default=100_000, show_default=True)
@click.option("--embedder", type=click.Choice(("hashing", "encoder")), default="hashing", show_default=True)
@save_option
@pass_run
def reembedding(run: Run, memories: int, embedder: str, save: Path | None) -> None:
    """Measure how a store is embedded anew while it is served.

    A store with the vectors of an older embedder is opened with another one. A process embeds; it is killed
    (SIGKILL) after a third of the texts, and so is the next, each with a batch in its hands; the third comes to its
    end. Another process asks all the while for lines from all over the store. The store is made in the temporary
    folder and thrown away.
    """
    from atlas._version import __version__
    from benchmarks.reembedding import measure

    check_place(save)
    figures: dict[str, Any] = {"version": __version__, **measure(memories, embedder)}
    if save:
        keep(save, figures)
    print_json(figures) if run.as_json else _told(figures)


def _told(figures: dict[str, Any]) -> None:
    rows = [
        [
            each["stage"],
            f"{each['stored_at_first']:,}",
            f"{each['embedded']:,}",
            f"{each['asked']:,}",
            f"{each['answered']:.3f}",
            f"{each['found']:.3f}",
            f"{each['p50_ms']:.1f}",
        ]
        for each in figures["stages"]
    ]
    twice = format_count(figures["embedded_twice"], "text")
    print_text(
        f"{format_count(figures['memories'], 'memory', 'memories')}, embedder {figures['embedder']}.",
        "",
        make_table(["STAGE", "NEW VECTORS", "EMBEDDED", "ASKED", "ANSWERED", "FOUND", "P50 MS"], rows, ""),
        "",
        f"{figures['embedded']:,} texts were embedded, {twice} twice, in batches of {figures['batch']}.",
        "Old vectors when all were embedded, and after the next run: {:,} and {:,}.".format(*figures["old_left"]),
    )
