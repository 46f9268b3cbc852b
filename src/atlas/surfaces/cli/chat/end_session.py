"""`atlas end-session`: a conversation is over for now, and what was said in it can be thought over (E1)."""

from __future__ import annotations

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import print_json, print_text
from atlas.surfaces.views.text import one_line


@command(
    "end-session",
    "atlas end-session family",
    gives="conversation, ended (whether there was a session to end).",
)
@click.argument("conversation")
@pass_run
def end_session(run: Run, conversation: str) -> None:
    """Say that a conversation is over for now.

    What was said in it since it last began is a session. One that ends is looked at once for what should outlast it;
    without a word it ends after half an hour of silence. What is said afterwards begins a new one.
    """
    with run.open_atlas() as atlas:
        ended = atlas.end_session(conversation)
    if run.as_json:
        print_json({"conversation": conversation, "ended": ended})
    elif ended:
        print_text(f"The session of {one_line(conversation)} has ended.")
    else:
        print_text(f"No session of {one_line(conversation)} is open.")
