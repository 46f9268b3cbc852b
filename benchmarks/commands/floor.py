"""`python -m benchmarks floor`: which questions recall's floor lets pass, of those it should and should not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar
from benchmarks.commands.retrieval import data_folder

if TYPE_CHECKING:
    from rich.console import RenderableType


@command(
    "floor",
    "python -m benchmarks floor --data data",
    "python -m benchmarks floor --data data --json",
    gives="embedder, shipped and strictest: the limit near, and for the half it was chosen by and the half unseen, for "
    "each set and source of questions, how many were asked and which share passed.",
)
@click.option("--data", metavar="DIR", type=click.Path(path_type=Path), help="Where the data sets are (ATLAS_DATA).")
@pass_run
def floor(run: Run, data: Path | None) -> None:
    """Measure which questions recall answers with nothing (LoCoMo, LongMemEval, CLINC150).

    Each talk is asked its own questions, which are to pass, and questions of other talks, of the other set and out of
    CLINC150's scope, which are not. The strictest limit is the highest by which all own questions of the first half
    pass; the shipped one stands below it, since people's own questions are vaguer than those of a data set.
    """
    from benchmarks.floor import run as measure

    folder = data_folder(run, data)
    with progress_bar("talks", None, quiet=run.as_json) as advance:
        figures = measure(folder, run.settings, advance).figures()
    if run.as_json:
        print_json(figures)
    else:
        print_text(*_told(figures))


def _told(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    rows = []
    for which in ("shipped", "strictest"):
        for half in ("chosen_by", "unseen"):
            for of, sources in figures[which][half].items():
                shares = [f"{share['passed']:.3f}" for share in sources.values()]
                rows.append([which, f"{figures[which]['near']:.2f}", half.replace("_", " "), of, *shares])
    yield make_table(["LIMIT", "NEAR", "HALF", "SET", "OWN", "OTHER TALKS", "OTHER SET", "OUT OF SCOPE"], rows, "")
    yield f"Shares of questions that pass; embedder {figures['embedder']}."
