"""`atlas pause` and `atlas resume`: let nothing think, and let the engine go on (H6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.error_edge import print_error
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text
from atlas.surfaces.views.ladder import describe_ladder, view_ladder

if TYPE_CHECKING:
    from atlas.engine.core.escalation import LadderStatus
    from atlas.surfaces.library import Atlas

_GIVES = "rung, since, why and meaning, as it stands now."


@command("pause", "atlas pause --reason 'I want to look at what it learned first.'", gives=_GIVES)
@click.option("--reason", required=True, metavar="TEXT", help="Why; it is journaled.")
@pass_run
def pause(run: Run, reason: str) -> None:
    """Let nothing think until you say so.

    What is said is kept, and what was approved is served; nothing is learned from it, no document is amended, and no
    model is asked by itself. What is owed meanwhile is done after atlas learning resume.
    """
    with run.open_atlas() as atlas:
        ladder = atlas.admin.pause(reason)
    _print_ladder(run, ladder, "Go on: atlas learning resume --reason TEXT")


@command("resume", "atlas resume --reason 'I looked: the figures were a bad day.'", gives=_GIVES)
@click.option("--reason", required=True, metavar="TEXT", help="Why; it is journaled.")
@pass_run
def resume(run: Run, reason: str) -> None:
    """Let the engine go on that was held back, by its figures or by you.

    Going up the ladder is automatic: flagged, restricted, human review, paused. Going down is yours alone. What you
    resume from does not hold it back again before it has cleared and come back.
    """
    with run.open_atlas() as atlas:
        ladder = atlas.admin.resume(reason)
    _print_ladder(run, ladder, "What is owed is done by: atlas work")


def print_held_back(run: Run, atlas: Atlas) -> None:
    """Say on stderr that the engine is held back, where it is."""
    ladder = atlas.inspect.status().ladder
    if ladder.holds_back:
        print_error(describe_ladder(ladder, run.zone), run.as_json)


def _print_ladder(run: Run, ladder: LadderStatus, hint: str) -> None:
    if run.as_json:
        print_json(view_ladder(ladder))
        return
    print_text(describe_ladder(ladder, run.zone), hint_text(hint))
