"""`atlas export`: everything as lines of JSON, or as a page for people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import Word, command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text
from atlas.surfaces.cli.transfer.export_page import render_page
from atlas.surfaces.files import check_not_there, write_file
from atlas.surfaces.views.json_text import json_text
from atlas.surfaces.views.text import format_count

if TYPE_CHECKING:
    from atlas.surfaces.library import Atlas

FORMAT: Final = Word("FORMAT", {"jsonl": "jsonl", "markdown": "markdown"}, also={"md": "markdown", "json": "jsonl"})


@command(
    "export",
    "atlas export > everything.jsonl",
    "atlas export --out everything.jsonl --sensitive",
    "atlas export --format markdown --out me.md",
    "atlas export --person Maria",
    "atlas export | jq -r 'select(.type == \"memory\") | .content'",
    gives="the same lines; with --out: file, lines and, where something is, left_out.",
)
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write here, not to stdout."
)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--format", "form", type=FORMAT, default="jsonl", show_default=True, help="jsonl or markdown.")
@click.option("--person", metavar="NAME", help="Only messages they said or that name them, and what is known of them.")
@click.option(
    "--conversation", metavar="NAME", help="Only this conversation and what came of it; with --person, what is both."
)
@click.option("--sensitive", is_flag=True, help="Also what is marked sensitive.")
@pass_run
def export(
    run: Run, out: Path | None, force: bool, form: str, person: str | None, conversation: str | None, sensitive: bool
) -> None:
    """Write everything out, for another program or for people.

    JSON lines hold every row of this space with its journal; `atlas import --restore` brings a whole export back into
    an empty space. Markdown is a page of what is remembered, by kind and by whom it is about. What is sensitive is left
    out with the words that tell it, and then the export is not whole, unless you say --sensitive. A file is written
    whole or not at all, for its owner's eyes only.
    """
    if out is not None:
        check_not_there(out, force)
    with run.open_for_reading() as atlas:
        header, pieces = _export_pieces(run, atlas, form, person=person, conversation=conversation, sensitive=sensitive)
        if out is None:
            for piece in pieces:
                click.echo(piece, nl=False)
            return
        lines = write_file(out, pieces)
    _print_written(run, out, lines, "sensitive" if header.get("without") else None)


def _export_pieces(run: Run, atlas: Atlas, form: str, **which: Any) -> tuple[dict[str, Any], Iterator[str]]:
    """Give the first line, which says what the export leaves out, and the whole export as text."""
    rows = atlas.history.export(**which)
    header = next(rows)
    if form == "markdown":
        return header, render_page(rows, run.zone)
    return header, (f"{json_text(row)}\n" for row in _prepend_header(header, rows))


def _prepend_header(header: dict[str, Any], rows: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    yield header
    yield from rows


def _print_written(run: Run, out: Path, lines: int, left_out: str | None) -> None:
    if run.as_json:
        print_json({"file": str(out), "lines": lines, **({"left_out": left_out} if left_out else {})})
        return
    print_text(f"{format_count(lines, 'line')} written to {out}.")
    if left_out:
        print_text(hint_text("What is sensitive was left out, so that it is not whole; --sensitive takes it along."))
