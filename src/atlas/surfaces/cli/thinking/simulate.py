"""`atlas simulate`: what learning does in a made-up person's life (H9)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar

_ROWS: Final = (
    ("questions asked", "questions", "{:.0f}"),
    ("style mistakes made again", "style_repeats", "{:.0%}"),
    ("fact mistakes made again", "fact_repeats", "{:.0%}"),
    ("learned and in service", "kept", "{:.0f}"),
    ("junk among it", "junk", "{:.0%}"),
    ("poison", "poison", "{:.0f}"),
    ("tokens of a context, median", "tokens", "{:.0f}"),
    ("its lines about what was asked", "precision", "{:.0%}"),
    ("its lines that are old questions", "old_questions", "{:.0%}"),
    ("wishes that reach a greeting", "wishes_served", "{:.0%}"),
    ("decisions owed a week", "decisions_a_week", "{:.1f}"),
)


@command(
    "simulate",
    "atlas simulate",
    "atlas simulate --days 14 --seed 3",
    "atlas simulate --lives 3 --reviewer weekly --json",
    gives="days, part, reviewer, seeds, turns, seconds_a_night; checkpoints (for each measured day the answers with "
    "memory, by BM25 over the transcript and without, repeats, junk, poison, tokens, precision, decisions), causes of "
    "what was not right on the last day, and the same for each of the lives.",
)
@click.option("--days", type=click.IntRange(1, 366), default=60, show_default=True, help="How long a life.")
@click.option("--seed", type=int, default=7, show_default=True, help="Another seed is another life.")
@click.option("--lives", type=click.IntRange(1, 100), default=1, show_default=True, help="So many, one seed each.")
@click.option(
    "--reviewer", type=click.Choice(["none", "weekly"]), default="none", show_default=True, help="Who decides."
)
@click.option("--turns", type=click.IntRange(1, 200), default=10, show_default=True, help="Turns a day, about.")
@click.option(
    "--phrasings",
    type=click.Choice(["aside", "tune"]),
    default="aside",
    show_default=True,
    help="Whose sentences: of hands that nobody tuned on, or of the others.",
)
@click.option(
    "--nights/--no-nights", default=True, show_default=True, help="Whether nights and weeks are thought over."
)
@click.option("--keep", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="Keep the stores here.")
@click.option("--with-model", is_flag=True, help="Think with the configured model, too.")
@pass_run
def simulate(run: Run, /, **options: Any) -> None:
    """Live a made-up person's weeks with an assistant, and measure what it knows.

    The person tells things, changes them, jokes, hedges, pastes other people's texts, corrects and complains; pages
    with injected text are read. A scripted assistant knows only the context that it is served, and makes its mistakes
    again unless that tells it better. The engine is the real one, nights included, on a virtual clock; your own memory
    is left alone.
    """
    from atlas.surfaces.simulation.lives import Choice, live_lives
    from atlas.surfaces.simulation.summary import summarize_lives

    choice = Choice(**options)
    with progress_bar("days", choice.days * choice.lives, quiet=run.as_json) as advance:
        figures = summarize_lives(live_lives(choice, lambda: advance(1, None)))
    print_json(figures) if run.as_json else _print_figures(figures)


def _print_figures(figures: Mapping[str, Any]) -> None:
    days = figures["checkpoints"]
    answers = [
        [name, *(_format_answers(each[key]) for each in days)]
        for name, key in (("with memory", "memory"), ("BM25 over the transcript", "bm25"), ("without", "without"))
    ]
    rows = [[says, *(_format(each[key], form) for each in days)] for says, key, form in _ROWS]
    heads = ["", *(f"DAY {each['day']}" for each in days)]
    seeds = ", ".join(str(each) for each in figures["seeds"])
    print_text(
        f"{figures['days']} days, {figures['turns']} turns, phrasings: {figures['part']}, reviewer: "
        f"{figures['reviewer']}, seed {seeds}.",
        "",
        "Questions about the present: right / stale / wrong / unknown, in per cent",
        make_table(heads, answers, ""),
        "",
        make_table(heads, rows, ""),
        "",
        "Not right on the last day: "
        + ("; ".join(f"{cause} ({count})" for cause, count in figures["causes"].items()) or "nothing."),
    )


def _format_answers(shares: Mapping[str, float]) -> str:
    return " / ".join(f"{100 * shares.get(name, 0.0):.0f}" for name in ("right", "stale", "wrong", "unknown"))


def _format(value: float | None, form: str) -> str:
    return "-" if value is None else form.format(value)
