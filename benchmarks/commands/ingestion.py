"""`python -m benchmarks ingest`: a folder of mixed files, ingested, changed and removed (C6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas import compose
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar

if TYPE_CHECKING:
    from rich.console import RenderableType


@command(
    "ingest",
    "python -m benchmarks ingest --data data",
    "python -m benchmarks ingest --data data --files 100 --lexical --json",
    gives="version, files; cost, recall (beside BM25), poison, change, removal, secrets: the figures of each; bars.",
)
@click.option("--data", metavar="FOLDER", required=True, help="The folder of data sets; injections and bipia are read.")
@click.option("--files", type=click.IntRange(20), default=500, show_default=True, help="How many files.")
@click.option("--questions", type=click.IntRange(1), default=300, show_default=True, help="How many are asked.")
@click.option("--lexical", is_flag=True, help="Compare words instead of meanings.")
@pass_run
def ingest(run: Run, data: str, files: int, questions: int, lexical: bool) -> None:
    """Measure ingesting: cost, recall, poison, secrets, left-overs.

    A folder drawn from a seed is read, asked about, poisoned, changed and removed, with the real engine.
    """
    from benchmarks.ingestion import run as measure

    embedder = None if lexical else compose.make_embedder(run.settings)
    with progress_bar("measures", None, quiet=run.as_json) as advance:
        figures = measure(Path(data), files, questions, embedder, advance)
    if run.as_json:
        print_json(figures)
    else:
        print_text(*_tell(figures))


def _tell(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    yield f"{figures['files']} files"
    for name in ("cost", "poison", "change", "removal", "secrets"):
        yield ""
        yield make_table(
            [name.upper(), ""], [[key.replace("_", " "), str(value)] for key, value in figures[name].items()], ""
        )
    yield ""
    recall = figures["recall"]
    ways = [name for name in recall if name != "questions"]
    rows = [[way.replace("_", " "), *(f"{value:.3f}" for value in recall[way].values())] for way in ways]
    yield make_table([f"{recall['questions']} QUESTIONS", *recall[ways[0]]], rows, f"{recall['questions']} QUESTIONS")
