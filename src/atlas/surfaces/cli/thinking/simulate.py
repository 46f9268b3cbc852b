"""`atlas simulate`: what learning does in a made-up person's life (H9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar
from atlas.surfaces.files import check_not_there, write_file


@command(
    "simulate",
    "atlas simulate",
    "atlas simulate --days 14 --seed 3",
    "atlas simulate --lives 3 --page lives.html",
    "atlas simulate --lives 3 --reviewer weekly --json",
    "atlas simulate --lives 3 --phrasings tune --compare-nights",
    gives="days, part, reviewer, nights, model, seeds, turns, seconds_a_night; checkpoints (for each measured day the "
    "answers with memory, by BM25 over the transcript and without, repeats, junk, poison, tokens, precision, "
    "decisions), causes of what was not right on the last day, and the same for each of the lives; file: the page, "
    "where one was written; with --compare-nights gain_of_nights, for each measured day each figure with nights (on) "
    "and without (off), and whether they make it worse.",
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
@click.option(
    "--compare-nights", is_flag=True, help="Live each life a second time without, and print what nights gain."
)
@click.option("--keep", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="Keep the stores here.")
@click.option("--with-model", is_flag=True, help="Think with the configured model, too.")
@click.option(
    "--page", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write a page with plots here."
)
@click.option("--force", is_flag=True, help="Write the page over a file that is there.")
@pass_run
def simulate(run: Run, /, page: Path | None, force: bool, compare_nights: bool, **options: Any) -> None:
    """Live a made-up person's weeks with an assistant, and measure what it knows.

    The person tells things, changes them, jokes, hedges, pastes other people's texts, corrects and complains; pages
    with injected text are read. A scripted assistant knows only the context that it is served, and makes its mistakes
    again unless that tells it better. The engine is the real one, nights included, on a virtual clock; your own memory
    is left alone.
    """
    from atlas.surfaces.simulation.lives import Choice, live_lives
    from atlas.surfaces.simulation.summary import measure_gain, summarize_lives

    choice = Choice(**options)
    if compare_nights and not choice.nights:
        raise BadInput("There is nothing to compare: leave out --no-nights, or --compare-nights.")
    if page is not None:
        _check_page(page, force)
    with progress_bar("days", choice.days * choice.lives * (1 + compare_nights), quiet=run.as_json) as advance:
        figures = summarize_lives(live_lives(choice, lambda: advance(1, None)))
        if compare_nights:
            without = replace(choice, nights=False, keep=None)
            off = summarize_lives(live_lives(without, lambda: advance(1, None)))
            figures |= {"gain_of_nights": measure_gain(figures, off)}
    if page is not None:
        from atlas.surfaces.simulation.page import render_page

        write_file(page, render_page(figures))
    if run.as_json:
        print_json(figures | ({"file": str(page)} if page else {}))
        return
    _print_figures(figures)
    if compare_nights:
        _print_gain(figures["gain_of_nights"])
    if page is not None:
        print_text("", f"The page is {page}.")


def _print_gain(gain: Sequence[Mapping[str, Any]]) -> None:
    names = [name for name in gain[0] if name != "day"]
    rows = [[name.replace("_", " "), *(_format_gain(each[name]) for each in gain)] for name in names]
    heads = ["", *(f"DAY {each['day']}" for each in gain)]
    print_text("", "With nights / without; * where nights are worse", make_table(heads, rows, ""))


def _format_gain(figure: Mapping[str, Any]) -> str:
    both = ("-" if figure[name] is None else f"{figure[name]:.3g}" for name in ("on", "off"))
    return " / ".join(both) + ("*" if figure["worse"] else "")


def _check_page(page: Path, force: bool) -> None:
    """Say before the lives are lived, which takes minutes, that their page has no place."""
    check_not_there(page, force)
    if not page.parent.is_dir():
        raise BadInput(f"{page} cannot be written: there is no folder {page.parent}.")


def _print_figures(figures: Mapping[str, Any]) -> None:
    from atlas.surfaces.simulation.figure_text import ROWS, SYSTEMS, format_figure

    days = figures["checkpoints"]
    answers = [[name, *(_format_answers(each[key]) for each in days)] for name, key in SYSTEMS]
    rows = [[says, *(format_figure(each[key], form) for each in days)] for says, key, form in ROWS]
    heads = ["", *(f"DAY {each['day']}" for each in days)]
    seeds = ", ".join(str(each) for each in figures["seeds"])
    print_text(
        f"{figures['days']} days, {figures['turns']} turns, phrasings: {figures['part']}, reviewer: "
        f"{figures['reviewer']}, nights: {_yes(figures['nights'])}, model: {_yes(figures['model'])}, seed {seeds}.",
        "",
        "Questions about the present: right / stale / wrong / unknown, in per cent",
        make_table(heads, answers, ""),
        "",
        make_table(heads, rows, ""),
        "",
        "Not right on the last day: "
        + ("; ".join(f"{cause} ({count})" for cause, count in figures["causes"].items()) or "nothing."),
    )


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _format_answers(shares: Mapping[str, float]) -> str:
    from atlas.surfaces.simulation.figure_text import OUTCOMES

    return " / ".join(f"{100 * shares.get(name, 0.0):.0f}" for name in OUTCOMES)
