"""`atlas picture`: what is remembered and how it gets curated, in one picture (C11)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text
from atlas.surfaces.files import write_file

if TYPE_CHECKING:
    from atlas.engine.inspect.picture import Picture

_FILE = click.Path(dir_okay=False, path_type=Path)


@command(
    "picture",
    "atlas picture",
    "atlas picture --svg memory.svg",
    "atlas picture --html memory.html",
    gives="space, at, interactions, writers, statuses (learned and messages of each), archived, quarantined, gone, "
    "waiting, paths (each with available, served, tokens and budget in the last context), tokens, budget and query; "
    "with --svg or --html also files.",
)
@click.option("--svg", metavar="FILE", type=_FILE, help="Draw it into this file.")
@click.option("--html", metavar="FILE", type=_FILE, help="Draw it as a page that can be printed.")
@pass_run
def picture(run: Run, svg: Path | None, html: Path | None) -> None:
    """See what is remembered, and how it gets curated.

    Who writes stands above, the statuses with their counts in the middle, and below the ways by which a context is
    filled, with what the last one held. The files load nothing and run nothing.
    """
    with run.open_for_reading() as atlas:
        found = atlas.inspect.picture()
    files = _draw_files(run, found, svg, html)
    if run.as_json:
        print_json({"picture": found, "files": files} if files else {"picture": found})
    elif files:
        print_text(f"Drawn to {' and '.join(files)}.")
    else:
        from atlas.surfaces.cli.lookup.picture_text import render_text

        print_text(*render_text(found, run.zone))
        print_text(hint_text("To print it: atlas picture --html memory.html, or --svg memory.svg."))


def _draw_files(run: Run, found: Picture, svg: Path | None, html: Path | None) -> list[str]:
    from atlas.surfaces.cli.lookup.picture_svg import render_page, render_picture

    if svg is not None:
        write_file(svg, [render_picture(found, run.zone)])
    if html is not None:
        write_file(html, [render_page(found, run.zone)])
    return [str(each) for each in (svg, html) if each is not None]
