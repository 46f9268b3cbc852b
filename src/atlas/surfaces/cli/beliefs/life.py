"""The life of a position on a terminal: where it stands, and each move with its cause (C8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atlas.surfaces.cli.lookup.memory_text import contexts_text, replies_text, reply_line
from atlas.surfaces.cli.shared.output import indent_part, make_field_table, styled_text
from atlas.surfaces.views.beliefs import argument_text, confidence_text, move_text, stance_text, standing_text
from atlas.surfaces.views.text import format_count, format_moment, one_line, short_id

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.inspect.beliefs import BeliefMove, BeliefStory
    from atlas.model.belief import Belief

_REPLIES = 5


def headline(belief: Belief) -> Text:
    return styled_text(
        (short_id(belief.id), "dim"), "  ", (one_line(belief.topic), "bold"), "  ", standing_text(belief)
    )


def belief_fields(story: BeliefStory, zone: tzinfo) -> Iterator[tuple[str, str | Text]]:
    """Where it stands, what it rests on, and where it was served."""
    belief = story.belief
    yield "stance", stance_text(belief)
    yield "sure", confidence_text(belief)
    yield "argued", f"{belief.support} for where it stands, {belief.contradiction} against"
    known = {each.id: each for each in story.arguments}
    for direction, name in ((1, "best for"), (-1, "best against")):
        best = next((known[id] for id in story.best if known[id].direction == direction), None)
        if best is not None:
            yield name, argument_text(best, story.messages).partition(", ")[2]
    cooling = sum(each.settled is None for each in story.arguments)
    if cooling:
        yield "cooling", f"{format_count(cooling, 'argument')} not counted yet"
    if belief.corrected is not None:
        yield "corrected", f"to {belief.corrected:+.2f} at turn {belief.corrected_turn}"
    yield from _served_fields(story, zone)


def _served_fields(story: BeliefStory, zone: tzinfo) -> Iterator[tuple[str, str | Text]]:
    if story.served:
        last = max(each.at for each in story.served)
        yield "served", f"in {contexts_text(story.served)}, last {format_moment(last, zone)}"
    if story.replies:
        yield "behind", replies_text(story.replies)
    for reply in story.replies[:_REPLIES]:
        yield "", reply_line(reply, zone)


def life_lines(story: BeliefStory, zone: tzinfo) -> Iterator[RenderableType]:
    """Tell each move, the oldest first, with the words that caused it."""
    yield headline(story.belief)
    yield indent_part(make_field_table(belief_fields(story, zone)), 2)
    for move in story.moves:
        yield from _move_lines(move, story, zone)


def _move_lines(move: BeliefMove, story: BeliefStory, zone: tzinfo) -> Iterator[RenderableType]:
    who = "" if move.actor.value in ("atlas", "rules", "policy") else f", by the {move.actor.value}"
    note = f": {one_line(move.note)}" if move.note else ""
    yield styled_text(
        "",
        (f"\n  {format_moment(move.at, zone)}  ", "dim"),
        (move_text(move), "bold"),
        f"{who}{_describe_numbers(move)}{note}",
        (f"  #{move.entry}", "dim"),
    )
    for argument in move.arguments:
        yield indent_part(styled_text(argument_text(argument, story.messages)), 4)


def _describe_numbers(move: BeliefMove) -> str:
    """`, stance +0.10 → +0.16, sure 0.23 → 0.37`: only what changed."""
    if move.before is None or move.after is None:
        return ""
    pairs = (
        ("stance", move.before.stance, move.after.stance, "+.2f"),
        ("sure", move.before.confidence, move.after.confidence, ".2f"),
    )
    return "".join(
        f", {name} {old:{form}} → {new:{form}}" for name, old, new, form in pairs if f"{old:{form}}" != f"{new:{form}}"
    )
