"""`atlas whole`: the whole text of a message that was shortened."""

from __future__ import annotations

import sys

import click

from atlas.errors import NotFound
from atlas.surfaces.cli.lookup.memory_text import name_speaker
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text
from atlas.surfaces.views.text import format_day, format_moment, reveal_hidden, short_id


@command(
    "whole",
    "atlas whole u_4kq9zt",
    "atlas whole m_4kq9zt --json | jq -r .text",
    gives="message (as it is served), text (all of it; null where it went after a year), stored_at (since when a gist "
    "is served instead, or null) and accessed_at, when somebody last asked for it.",
)
@click.argument("id")
@pass_run
def whole(run: Run, id: str) -> None:
    """Show the whole text of a message that was shortened.

    By the id of the message, or of a memory that stands on it. That it was asked for is noted, so that it is kept for
    another year; no memory grows stronger by it.
    """
    with run.open_for_reading() as atlas:
        archived = atlas.inspect.archived_text(id)
    if run.as_json:
        print_json({name: getattr(archived, name) for name in ("message", "text", "stored_at", "accessed_at")})
        return
    if archived.text is None:
        raise NotFound(
            f"Nobody asked for {short_id(archived.message.id)} in a year: its whole text went, the gist is left."
        )
    click.echo(reveal_hidden(archived.text) if sys.stdout.isatty() else archived.text)
    if sys.stdout.isatty():
        state = f"shortened {format_day(archived.stored_at, run.zone)}" if archived.stored_at else "never shortened"
        print_text(
            hint_text(f"— {name_speaker(archived.message)}, {format_moment(archived.message.at, run.zone)}; {state}")
        )
