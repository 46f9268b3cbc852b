"""`python -m benchmarks consolidation`: whether a cycle merges what is the same, nothing else, and stays affordable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import indent_part, make_table, print_json, print_text, progress_bar, styled_text
from benchmarks.commands.figure_files import changed, changes, check_place, compare_option, keep, kept, save_option
from benchmarks.commands.speed import sizes_in

if TYPE_CHECKING:
    from rich.console import RenderableType


@command(
    "consolidation",
    "python -m benchmarks consolidation",
    "python -m benchmarks consolidation --sizes 10000,100000 --json",
    "python -m benchmarks consolidation --sizes 1000 --save today.json",
    gives="version; duplicates: facts, duplicates, merged, contradictions_merged, asked, newest_first; growth: for "
    "each size CPU seconds of a first and a second cycle, peak memory, counts; bars; with --compare the changes.",
)
@click.option("--sizes", metavar="NUMBERS", default="1000,10000", show_default=True, help="How many memories.")
@save_option
@compare_option
@pass_run
def consolidation(run: Run, sizes: str, save: Path | None, compare: Path | None) -> None:
    """Measure what consolidation merges, and what it costs.

    Five hundred near-duplicate facts, a third of them contradictions or updates; then whole cycles over stores of the
    sizes given, each in a process of its own. Stores are made in the temporary folder and thrown away.
    """
    from benchmarks.consolidation import run as measure

    chosen = sizes_in(sizes)
    check_place(save)
    before = kept(compare, "growth") if compare else None
    with progress_bar("measures", None, quiet=run.as_json) as advance:
        figures = measure(chosen, run.settings, advance)
    since = list(changes(before, figures)) if before is not None else None
    if save:
        keep(save, figures)
    if run.as_json:
        print_json(figures if since is None else {**figures, "changes": since})
        return
    print_text(*_told(figures), *(changed(since) if since is not None else ()))


def _told(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    told = figures["duplicates"]
    yield styled_text(
        (f"{told['facts']:,} facts", "bold"), f", {told['duplicates']:,} of them said already in other words"
    )
    yield ""
    yield styled_text(("One whole cycle", "bold"), ": CPU time, and the most memory that the process had")
    rows = [
        [
            f"{each['memories']:,}",
            f"{each['first_cpu_s']:.2f}",
            f"{each['us_a_memory']:.0f}",
            f"{each['second_cpu_s']:.2f}",
            f"{each['peak_mb']:.0f}",
            ", ".join(f"{name} {count:,}" for name, count in each["first"].items() if count),
        ]
        for each in figures["growth"].values()
    ]
    heads = ["MEMORIES", "FIRST S", "µS A MEMORY", "SECOND S", "PEAK MB", "WHAT IT DID"]
    yield indent_part(make_table(heads, rows, ""), 2)
    yield ""
    bars = [
        [name.replace("_", " "), f"{each['seen']:.4g}", f"{each['wanted']}: {'met' if each['met'] else 'not met'}"]
        for name, each in figures["bars"].items()
    ]
    yield indent_part(make_table(["", "SEEN", "WANTED"], bars, ""), 2)
