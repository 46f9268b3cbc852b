"""`atlas week`: is it improving, on what evidence, and what came of the week (J10)?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from atlas.errors import NotFound
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text
from atlas.surfaces.files import write_file

if TYPE_CHECKING:
    from atlas.engine.inspect.week import WeekReport
    from atlas.surfaces.library import Atlas
    from atlas.surfaces.views.week import WeekPage

_FILE = click.Path(dir_okay=False, path_type=Path)


@command(
    "week",
    "atlas week",
    "atlas week --html week.html",
    "atlas week --back 1 --markdown last.md",
    gives="from, to, run, said (the record of the weekly run: page, trends with now, before, cases and direction, "
    "improving, sycophancy, gaming, priorities), days, figures (by name, a value for each of the days), exams, replay, "
    "probes, taken_back (memory, how, says), cost (calls, tokens, money in millionths, before, by_purpose, "
    "thinking_seconds, runs), alerts and ladder; with --markdown or --html also files.",
)
@click.option("--back", type=click.IntRange(0), default=0, show_default=True, help="So many weeks before the last.")
@click.option("--markdown", metavar="FILE", type=_FILE, help="Write it into this file as Markdown.")
@click.option("--html", metavar="FILE", type=_FILE, help="Write it as a page with plots.")
@pass_run
def week(run: Run, back: int, markdown: Path | None, html: Path | None) -> None:
    """Read the page of the week: is it improving, and on what evidence?

    Whether memory helps, whether the assistant says what you want to hear or plays to the test, what was learned, what
    was taken back, what it cost, and what comes first next week. Sunday evening writes it, from what is stored. The
    HTML file loads nothing and runs nothing.
    """
    from atlas.surfaces.views.week import view_week, write_week

    with run.open_for_reading() as atlas:
        found = _find_week(atlas, back)
    if isinstance(found, NotFound):
        raise found
    report = found
    page = write_week(report, run.zone)
    files = _write_files(report, page, markdown, html)
    if run.as_json:
        print_json(view_week(report) | ({"files": files} if files else {}))
    elif files:
        print_text(f"Written to {' and '.join(files)}.")
    else:
        from atlas.surfaces.cli.week.terminal import render_terminal

        print_text(*render_terminal(report, page))
        print_text(hint_text("With plots: atlas learning week --html week.html. Earlier weeks: --back 1."))


def _find_week(atlas: Atlas, back: int) -> WeekReport | NotFound:
    """The week, or why there is none: that is told after what is owed."""
    try:
        return atlas.inspect.week(back)
    except NotFound as missing:
        return missing


def _write_files(report: WeekReport, page: WeekPage, markdown: Path | None, html: Path | None) -> list[str]:
    from atlas.surfaces.cli.week.html import render_html
    from atlas.surfaces.cli.week.markdown import render_markdown

    if markdown is not None:
        write_file(markdown, render_markdown(report, page))
    if html is not None:
        write_file(html, render_html(report, page))
    return [str(each) for each in (markdown, html) if each is not None]
