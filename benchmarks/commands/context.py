"""`python -m benchmarks context`: whether a context holds the evidence, and how many tokens it takes for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar
from benchmarks.commands.figure_files import changed, changes, check_place, compare_option, keep, kept, save_option
from benchmarks.commands.retrieval import data_folder, set_names

if TYPE_CHECKING:
    from rich.console import RenderableType


@command(
    "context",
    "python -m benchmarks context --data data",
    "python -m benchmarks context --data data --sets locomo --talks 1",
    "python -m benchmarks context --data data --save today.json",
    "python -m benchmarks context --data data --compare today.json",
    "python -m benchmarks context --data data --fit",
    gives="version; sets: for each its talks and questions, whole_evidence (the share of questions all of whose "
    "evidence stands in the context), all_words (with all its words), the median of its tokens, its lines on average, "
    "and precision (the share of its lines that are evidence); with --compare the changes; with --fit "
    "instead of all that the weights of the cut, and for each chance what stays of talks left out of the fit.",
)
@click.option("--data", metavar="DIR", type=click.Path(path_type=Path), help="Where the data sets are (ATLAS_DATA).")
@click.option("--sets", metavar="NAMES", help="Of locomo, longmemeval, beam, chats, blind_chats; else locomo, chats.")
@click.option("--talks", metavar="N", type=click.IntRange(1), help="Only the first so many talks of each set.")
@click.option("--fit", is_flag=True, help="Fit the cut of lines on our own chats instead, and print its weights.")
@save_option
@compare_option
@pass_run
def context(
    run: Run,
    data: Path | None,
    sets: str | None,
    talks: int | None,
    fit: bool,
    save: Path | None,
    compare: Path | None,
) -> None:
    """Measure whether a context is worth its tokens (LoCoMo, our own chats).

    Each turn is observed as for `retrieval`, and a context is built for each question.
    """
    from benchmarks.context import fit as fit_cut
    from benchmarks.context import run as measure

    folder = data_folder(run, data)
    names = set_names(sets)
    if fit:
        with progress_bar("turns and questions", None, quiet=run.as_json) as advance:
            fitted = fit_cut(folder, names, run.settings, advance, talks)
        print_json(fitted) if run.as_json else print_text(*_told_fit(fitted["fit"]))
        return
    check_place(save)
    before = kept(compare, "sets") if compare else None
    with progress_bar("turns and questions", None, quiet=run.as_json) as advance:
        figures = measure(folder, names, run.settings, advance, talks)
    since = list(changes(before, figures)) if before is not None else None
    if save:
        keep(save, figures)
    if run.as_json:
        print_json(figures if since is None else {**figures, "changes": since})
    else:
        print_text(*_told(figures), *(changed(since) if since is not None else ()))


def _told(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    from benchmarks.formats import SETS

    rows = [
        [SETS[name], f"{each['questions']:,}", f"{each['whole_evidence']:.3f}", f"{each['all_words']:.3f}",
         f"{each['tokens']:,}", f"{each['lines']:.1f}", f"{each['precision']:.3f}"]
        for name, each in figures["sets"].items()
    ]  # fmt: skip
    yield make_table(["SET", "QUESTIONS", "WHOLE EVIDENCE", "ALL ITS WORDS", "TOKENS", "LINES", "PRECISION"], rows, "")
    yield "Tokens are the median of a context's data; lines the mean."


def _told_fit(fitted: Mapping[str, Any]) -> Iterator[RenderableType]:
    rows = [
        [f"{each['chance']:.3f}", f"{each['whole_evidence']:.3f}", f"{each['lines']:.1f}"]
        for each in fitted["left_out"]
    ]
    yield make_table(["CHANCE", "WHOLE EVIDENCE", "LINES"], rows, "")
    yield "Of talks left out of the fit. The weights by all of them, for `retrieval/line_cut.py`:"
    yield ", ".join(f"{name} {value:.3f}" for name, value in fitted["weights"].items())
