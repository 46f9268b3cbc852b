"""`python -m benchmarks retrieval --nights N`: whether recall keeps its results while memories are forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas.surfaces.cli.shared.command_context import Run
from atlas.surfaces.cli.shared.output import indent_part, make_table, print_json, print_text, progress_bar, styled_text
from benchmarks.commands.figure_files import keep

if TYPE_CHECKING:
    from rich.console import RenderableType

_MEASURES: Final = ("recall@10", "all@10", "mrr")


def after_nights(run: Run, folder: Path, nights: int, save: Path | None) -> None:
    from benchmarks.night_recall import run as measure

    with progress_bar("turns, questions and nights", None, quiet=run.as_json) as advance:
        figures = measure(folder, run.settings, nights, advance).figures()
    if save:
        keep(save, figures)
    if run.as_json:
        print_json(figures)
        return
    print_text(*_told(figures))


def _told(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    yield styled_text(
        ("LoCoMo", "bold"), f", {figures['questions']:,} questions, before and after {figures['nights']} nights"
    )
    rows = [
        [f"{name} {when}", *(f"{given[measure]:.3f}" for measure in _MEASURES)]
        for name in ("overall", *figures["before"]["categories"])
        for when in ("before", "after")
        for given in [figures[when]["overall"] if name == "overall" else figures[when]["categories"][name]]
    ]
    yield indent_part(make_table(["", "RECALL@10", "ALL@10", "MRR"], rows, ""), 2)
    yield ""
    bars = [
        [each["says"], f"{each['seen']:.4g}", f"{each['wanted']}: {'met' if each['met'] else 'not met'}"]
        for each in figures["bars"]
    ]
    yield indent_part(make_table(["", "SEEN", "WANTED"], bars, ""), 2)
    yield ""
    yield (
        f"{figures['stated']:,} facts that speakers said of themselves; where every session was said twice, "
        f"{figures['derived_with']:,} derived memories in service after the nights, "
        f"{figures['derived_without']:,} without consolidation; {figures['messages']:,} messages, which stay."
    )
