"""`atlas beliefs pin`, `unpin`, `correct`, `retract`: what a person does to a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text, styled_text
from atlas.surfaces.views.beliefs import confidence_text, stance_text, view_belief
from atlas.surfaces.views.id_lookup import check_id_kind
from atlas.surfaces.views.text import clip_line, short_id

if TYPE_CHECKING:
    from atlas.model.belief import Belief

_GIVES = "beliefs, as they are now."

reason_option = click.option("--reason", metavar="TEXT", default="", help="Kept in the journal.")


@command("pin", "atlas beliefs pin v_4kq9zt", gives=_GIVES)
@click.argument("ids", nargs=-1, required=True)
@pass_run
def pin_belief(run: Run, ids: tuple[str, ...]) -> None:
    """Hold positions where they are.

    What is argued meanwhile is kept, and moves nothing. All of the ids are pinned or none.
    """
    check_id_kind(ids, takes="v")
    with run.open_atlas() as atlas:
        _print_changed(run, atlas.beliefs.pin(*ids), "pinned")


@command("unpin", "atlas beliefs unpin v_4kq9zt", gives=_GIVES)
@click.argument("ids", nargs=-1, required=True)
@pass_run
def unpin_belief(run: Run, ids: tuple[str, ...]) -> None:
    """Let arguments move positions again.

    What was argued while they were held counts now, as if nobody had held them. All of the ids are unpinned or none.
    """
    check_id_kind(ids, takes="v")
    with run.open_atlas() as atlas:
        _print_changed(run, atlas.beliefs.unpin(*ids), "unpinned")


@command(
    "correct",
    "atlas beliefs correct v_4kq9zt 0.5",
    "atlas beliefs correct v_4kq9zt -0.8 --reason 'our policy'",
    gives=_GIVES,
)
@click.argument("id")
@click.argument("stance", type=click.FloatRange(-1.0, 1.0))
@reason_option
@pass_run
def correct(run: Run, id: str, stance: float, reason: str) -> None:
    """Put a position where you say it is.

    From -1, wholly against, to 1, wholly for it. What was argued before no longer counts, and what is argued from now
    on moves it from there, against your word. One that waited or was retracted is in use again.
    """
    check_id_kind([id], takes="v")
    with run.open_atlas() as atlas:
        _print_changed(run, [atlas.beliefs.correct(id, stance, reason)], "corrected")


correct.context_settings["ignore_unknown_options"] = True  # or a stance below zero would be taken for an option


@command("retract", "atlas beliefs retract v_4kq9zt --reason 'none of our business'", gives=_GIVES)
@click.argument("id")
@reason_option
@pass_run
def retract(run: Run, id: str, reason: str) -> None:
    """Take a position out of use.

    It is served no more, and no argument brings it back; you do, with `atlas beliefs correct` or `atlas undo`.
    """
    check_id_kind([id], takes="v")
    with run.open_atlas() as atlas:
        _print_changed(run, [atlas.beliefs.retract(id, reason)], "retracted")


def _print_changed(run: Run, beliefs: Sequence[Belief], word: str) -> None:
    if run.as_json:
        print_json({"beliefs": [view_belief(each) for each in beliefs]})
        return
    for each in beliefs:
        topic = clip_line(each.topic, 100)
        told = f"  {stance_text(each)}, {confidence_text(each)}" if word != "retracted" else ""
        print_text(styled_text((f"{word:<10}", "green"), short_id(each.id), "  ", (topic, "bold"), told))
    print_text(hint_text("Take it back: atlas undo."))
