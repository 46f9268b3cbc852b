"""`python -m benchmarks beliefs`: whether pressure moves a belief, arguments do, and rewrites lose none."""

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
    "beliefs",
    "python -m benchmarks beliefs",
    "python -m benchmarks beliefs --lives 100 --json",
    gives="version, lives, seed; life: the means of founded, confidence, pressed, counted, let_through, agreed, "
    "argued, formula, opposed, replayed, and pressed_most; rewrites: for each preset confident, kept, lost, survival, "
    "traits, traits_kept, rejected; bars.",
)
@click.option("--lives", type=click.IntRange(1, 10_000), default=10, show_default=True, help="So many, one seed each.")
@click.option("--seed", type=int, default=7, show_default=True, help="The first life.")
@pass_run
def beliefs(run: Run, lives: int, seed: int) -> None:
    """Measure what moves a belief, and what rewrites lose.

    Lives of 400 interactions: a belief is founded by 15 good arguments, pressed by 200 messages that insist or tell one
    argument again, weighed by rules, argued against three times, and met with opposites. Then 40 rewrites of a persona
    by a scripted model that loses each line with a chance of 5 %, as edits on named blocks and as the source document's
    full rewrite.
    """
    from benchmarks.beliefs import run as measure

    with progress_bar("lives", lives, quiet=run.as_json) as advance:
        figures = measure(lives, seed, advance)
    if run.as_json:
        print_json(figures)
        return
    print_text(*_tell_figures(figures))


def _tell_figures(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    life = figures["life"]
    yield styled_text(
        (f"{figures['lives']} lives of 400 interactions", "bold"),
        f": founded at {life['founded']:+.3f} with a confidence of {life['confidence']:.2f}; means of how far it moves",
    )
    rows = [
        ["200 insistent repetitions", f"{life['pressed']:+.4f}", f"{life['agreed']:+.4f} taking each at its word"],
        [f"  {life['counted']:.1f} of them counted", "", f"{life['let_through']:+.4f} had all counted"],
        ["three good arguments", f"{life['argued']:+.4f}", f"{life['formula']:+.4f} by the formula"],
        ["one for and one against", f"{life['opposed']:+.4f}", ""],
    ]
    yield indent_part(make_table(["", "MOVED", "BESIDE IT"], rows, ""), 2)
    yield ""
    yield styled_text(("40 rewrites of each persona", "bold"), " by a model that loses each line with a chance of 5 %")
    rewrites = [
        [
            name,
            f"{each['kept']:,} of {each['confident']:,}",
            f"{each['lost']:,}",
            f"{each['traits_kept']:,} of {each['traits']:,}",
            f"{each['rejected']:,}",
        ]
        for name, each in figures["rewrites"].items()
    ]
    heads = ["PRESET", "CONFIDENT BELIEFS KEPT", "LOST", "OTHER LINES KEPT", "REWRITES REJECTED"]
    yield indent_part(make_table(heads, rewrites, ""), 2)
    yield ""
    bars = [
        [name.replace("_", " "), f"{each['seen']:.4g}", f"{each['wanted']}: {'met' if each['met'] else 'not met'}"]
        for name, each in figures["bars"].items()
    ]
    yield indent_part(make_table(["", "SEEN", "WANTED"], bars, ""), 2)
