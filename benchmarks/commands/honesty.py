"""`python -m benchmarks honesty`: whether what harms is found, and what does not is left alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import indent_part, make_table, print_json, print_text, progress_bar, styled_text

if TYPE_CHECKING:
    from rich.console import RenderableType


@command(
    "honesty",
    "python -m benchmarks honesty",
    "python -m benchmarks honesty --seeds 5 --json",
    gives="version, seeds, first; replay: planted, demoted, harmless, harmless_demoted, others_demoted, blamed, "
    "harmless_blamed, others_blamed, questions, trials.",
)
@click.option("--seeds", type=click.IntRange(1, 1_000), default=20, show_default=True, help="So many weeks.")
@click.option("--seed", type=int, default=1, show_default=True, help="The first of them.")
@pass_run
def honesty(run: Run, seeds: int, seed: int) -> None:
    """Measure whether what harms is found.

    Weeks in which one approved lesson turns right answers wrong and two others, served as often, do no harm. A scripted
    assistant answers from its context, obeys the lessons in it and errs by chance in 8 of 100 answers; the user
    corrects it. On Sunday the replay is due. Beside it stands what one would blame without leaving anything out: all
    that stood beside five wrong answers.
    """
    from benchmarks.honesty import run as measure

    with progress_bar("weeks", seeds, quiet=run.as_json) as advance:
        figures = measure(seeds, seed, advance)
    if run.as_json:
        print_json(figures)
        return
    print_text(*_tell_replay(figures))


def _tell_replay(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    each = figures["replay"]
    yield styled_text(
        (f"{figures['seeds']} weeks", "bold"),
        f": {each['questions']:,} past questions asked again, {each['trials']:,} times with a memory left out",
    )
    rows = [
        ["harmful lessons", f"{each['demoted']} of {each['planted']}", f"{each['blamed']} of {each['planted']}"],
        [
            "harmless lessons",
            f"{each['harmless_demoted']} of {each['harmless']}",
            f"{each['harmless_blamed']} of {each['harmless']}",
        ],
        ["other memories", f"{each['others_demoted']}", f"{each['others_blamed']}"],
    ]
    yield indent_part(make_table(["", "BACK TO REVIEW", "BLAMED WITHOUT ABLATION"], rows, ""), 2)
