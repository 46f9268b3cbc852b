"""`python -m benchmarks thoughts`: what nights and weeks write in simulated lives, for a reader to judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, indent_part, print_json, print_text, progress_bar, styled_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from benchmarks.thoughts import Thought


@command(
    "thoughts",
    "python -m benchmarks thoughts",
    "python -m benchmarks thoughts --days 30 --lives 2 --draw 10",
    "python -m benchmarks thoughts --keep lives --all --json",
    gives="days, part, seeds, draw; sorts: how many sentences there are of each; thoughts: for each that was drawn "
    "seed, sort, at, text and history, the messages behind it.",
)
@click.option("--days", type=click.IntRange(1, 366), default=60, show_default=True, help="How long a life.")
@click.option("--seed", type=int, default=7, show_default=True, help="The first life, and the draw.")
@click.option("--lives", type=click.IntRange(1, 100), default=3, show_default=True, help="So many, one seed each.")
@click.option("--draw", type=click.IntRange(1, 1000), default=30, show_default=True, help="Sentences to draw.")
@click.option("--all", "every", is_flag=True, help="All sentences, in their order.")
@click.option(
    "--phrasings", type=click.Choice(["aside", "tune"]), default="tune", show_default=True, help="Whose sentences."
)
@click.option(
    "--keep",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the stores here; lives that are there already are read.",
)
@pass_run
def thoughts(
    run: Run, days: int, seed: int, lives: int, draw: int, every: bool, phrasings: str, keep: Path | None
) -> None:
    """Print what nights and weeks write in simulated lives.

    Insights, lessons, rules, patterns, suggestions and the sentences of weekly pages, some of them drawn by seed, each
    with what was said before it: whether it is sensible is for the reader.
    """
    from atlas.surfaces.simulation.lives import Choice
    from benchmarks.thoughts import collect_thoughts, count_sorts, draw_thoughts

    choice = Choice(days=days, seed=seed, lives=lives, phrasings=phrasings, keep=keep)
    with progress_bar("days", days * lives, quiet=run.as_json) as advance:
        found = collect_thoughts(choice, lambda: advance(1, None))
    chosen = found if every else draw_thoughts(found, draw, seed)
    sorts = count_sorts(found)
    if run.as_json:
        about = {"days": days, "part": phrasings, "seeds": [seed + number for number in range(lives)]}
        rows = [each.figures() for each in chosen]
        print_json({**about, "draw": len(rows), "sorts": sorts, "thoughts": rows})
        return
    print_text(*_tell_thoughts(chosen), ", ".join(f"{count} {sort}" for sort, count in sorts.items()) or "Nothing.")


def _tell_thoughts(chosen: Sequence[Thought]) -> Iterator[RenderableType]:
    for number, each in enumerate(chosen, 1):
        yield styled_text((f"{number:>3}. [{each.sort}, {each.at:%d %B}, seed {each.seed}] ", "dim"), each.text)
        for line in each.history:
            yield indent_part(hint_text(line), 7)
        yield ""
