"""`atlas simulate`: what learning does in a made-up person's life (H9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar
from atlas.surfaces.files import check_not_there, write_file

if TYPE_CHECKING:
    from atlas.surfaces.simulation.lives import Choice

WAYS: Final = ("off", "rules", "scripted")


@command(
    "simulate",
    "atlas simulate",
    "atlas simulate --days 14 --seed 3",
    "atlas simulate --lives 3 --page lives.html",
    "atlas simulate --lives 3 --reviewer weekly --json",
    "atlas simulate --lives 3 --phrasings tune --compare-nights",
    "atlas simulate --phrasings tune --compare-documents",
    "atlas simulate --days 30 --arguing",
    gives="days, part, reviewer, nights, model, documents, seeds, turns, seconds_a_night; held_back_days: "
    "the evenings on which the engine held itself back; document_bytes_by_day; checkpoints (for each "
    "measured day the answers with memory, by BM25 over the transcript and without, repeats, junk, poison, "
    "tokens, precision, documents, decisions), causes of what was not right on the last day, persuasion "
    "(with --arguing: what was argued, heard, on_topic and right, what was insisted and let_through, beliefs "
    "moved_by_argument and moved_by_insistence), and the same for each of the lives; "
    "file: the page, where one was written; with --compare-nights gain_of_nights, for each "
    "measured day each figure with nights (on) and without (off), and whether they make it worse; with "
    "--compare-documents by_documents, for each measured day each figure by who evolves them (off, rules, "
    "scripted).",
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
@click.option(
    "--documents",
    type=click.Choice(WAYS),
    default="rules",
    show_default=True,
    help="Who evolves the documents: nobody, rules, or a scripted editor in a model's place.",
)
@click.option(
    "--compare-documents", is_flag=True, help="Live each life in all three ways, and print them side by side."
)
@click.option("--arguing", is_flag=True, help="Let the person also argue with the assistant, and insist.")
@click.option("--keep", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="Keep the stores here.")
@click.option("--with-model", is_flag=True, help="Think with the configured model, too.")
@click.option(
    "--page", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write a page with plots here."
)
@click.option("--force", is_flag=True, help="Write the page over a file that is there.")
@pass_run
def simulate(
    run: Run, /, page: Path | None, force: bool, compare_nights: bool, compare_documents: bool, **options: Any
) -> None:
    """Live a made-up person's weeks with an assistant, and measure what it knows.

    The person tells things, changes them, jokes, hedges, pastes other people's texts, corrects and complains; pages
    with injected text are read. A scripted assistant knows only the context that it is served, and makes its mistakes
    again unless that tells it better. The engine is the real one, nights included, on a virtual clock; your own memory
    is left alone.
    """
    from atlas.surfaces.simulation.lives import Choice

    choice = Choice(**options)
    if compare_nights and not choice.nights:
        raise BadInput("There is nothing to compare: leave out --no-nights, or --compare-nights.")
    if page is not None:
        _check_page(page, force)
    figures = _live_and_compare(run, choice, compare_nights, compare_documents)
    if page is not None:
        from atlas.surfaces.simulation.page import render_page

        write_file(page, render_page(figures))
    if run.as_json:
        print_json(figures | ({"file": str(page)} if page else {}))
        return
    _print_figures(figures)
    if figures["persuasion"]:
        _print_persuasion(figures["persuasion"])
    if compare_nights:
        _print_gain(figures["gain_of_nights"])
    if compare_documents:
        _print_ways(figures["by_documents"])
    if page is not None:
        print_text("", f"The page is {page}.")


def _live_and_compare(run: Run, choice: Choice, nights: bool, documents: bool) -> dict[str, Any]:
    """The figures of the lives as they were chosen, and what is compared with them."""
    from atlas.surfaces.simulation.lives import live_lives
    from atlas.surfaces.simulation.summary import compare_documents, measure_gain, summarize_lives

    others = [way for way in WAYS if documents and way != choice.documents]
    days = choice.days * choice.lives * (1 + nights + len(others))
    with progress_bar("days", days, quiet=run.as_json) as advance:

        def live(how: Choice) -> dict[str, Any]:
            return summarize_lives(live_lives(how, lambda: advance(1, None)))

        figures = live(choice)
        if nights:
            figures |= {"gain_of_nights": measure_gain(figures, live(replace(choice, nights=False, keep=None)))}
        if documents:
            lived = {choice.documents: figures} | {way: live(_live_otherwise(choice, way)) for way in others}
            figures |= {"by_documents": compare_documents({way: lived[way] for way in WAYS})}
    return figures


def _live_otherwise(choice: Choice, way: str) -> Choice:
    return replace(choice, documents=way, keep=choice.keep / way if choice.keep else None)


def _print_ways(days: Sequence[Mapping[str, Any]]) -> None:
    names = [name for name in days[0] if name != "day"]
    rows = [[name.replace("_", " "), *(_format_ways(each[name]) for each in days)] for name in names]
    heads = ["", *(f"DAY {each['day']}" for each in days)]
    print_text("", f"Documents: {' / '.join(WAYS)}", make_table(heads, rows, ""))


def _format_ways(figure: Mapping[str, float | None]) -> str:
    return " / ".join("-" if value is None else f"{value:.4g}" for value in figure.values())


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


def _print_persuasion(found: Mapping[str, int]) -> None:
    print_text(
        "",
        f"Argued {found['argued']} times: {found['heard']} heard, {found['on_topic']} of them on what was meant, "
        f"{found['right']} of these the way it was meant. Insisted {found['insisted']} times: "
        f"{found['let_through']} let through. Beliefs moved by argument: {found['moved_by_argument']}, by "
        f"insistence: {found['moved_by_insistence']}.",
    )


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _format_answers(shares: Mapping[str, float]) -> str:
    from atlas.surfaces.simulation.figure_text import OUTCOMES

    return " / ".join(f"{100 * shares.get(name, 0.0):.0f}" for name in OUTCOMES)
