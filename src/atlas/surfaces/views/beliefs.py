"""Positions and their lives in words and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from atlas.beliefs.health import HealthFigure, HealthMeasure
from atlas.beliefs.replay import Cause
from atlas.language.stance_words import describe_confidence, describe_position, describe_stance
from atlas.model.belief import Argument, Belief
from atlas.model.journal import Action
from atlas.model.memory import State, Status
from atlas.surfaces.views.json_text import make_plain
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import clip_line, one_line

if TYPE_CHECKING:
    from atlas.engine.inspect.beliefs import BeliefMove, BeliefStory
    from atlas.model.ids import MessageId
    from atlas.model.interaction import Message

_QUOTED: Final = 240
CAUSES: Final = {
    Cause.FORMED: "formed",
    Cause.ARGUED: "moved by arguments",
    Cause.CORRECTED: "corrected by a person",
    Cause.FADED: "faded at a reflection",
    Cause.DROPPED: "dropped at a reflection",
    Cause.HELD: "held by a person",
}


_MEASURES: Final = {
    HealthMeasure.UNIQUE_RATIO: ("different words in the persona", "at least"),
    HealthMeasure.ENTRENCHMENT: ("moves in one direction", "below"),
    HealthMeasure.BACKLOG: ("positions with unanswered contradiction", "at most"),
    HealthMeasure.SURVIVAL: ("of the sure positions kept over all rewrites", "at least"),
    HealthMeasure.DISAGREEMENT: ("of the arguments against what is held", "at most"),
}


def figure_text(figure: HealthFigure) -> str:
    """`62% different words in the persona (at least 40%)`: a figure of health with its limit."""
    name, bound = _MEASURES[figure.measure]
    if figure.measure is HealthMeasure.BACKLOG:
        return f"{figure.value:.0f} {name} ({bound} {figure.limit:.0f})"
    return f"{figure.value:.0%} {name} ({bound} {figure.limit:.0%})"


def view_belief(belief: Belief) -> dict[str, object]:
    words = {"says": describe_position(belief.stance, belief.confidence), "served": belief.served}
    return {**make_plain(belief), **words}


def view_belief_story(story: BeliefStory) -> dict[str, object]:
    return {
        "belief": view_belief(story.belief),
        "moves": [_view_move(each) for each in story.moves],
        "curve": make_plain(story.curve),
        "arguments": [_view_argument(each, story.messages) for each in story.arguments],
        "best": list(story.best),
        "served": [each.id for each in story.served],
        "replies": [{"message": each.message.id, "serving": each.serving} for each in story.replies],
    }


def _view_move(move: BeliefMove) -> dict[str, object]:
    known = {name: getattr(move, name) for name in ("entry", "at", "actor", "action", "note", "forgotten")}
    numbers = {"before": _view_numbers(move.before), "after": _view_numbers(move.after)}
    return {**make_plain(known), **numbers, "says": move_text(move), "arguments": [each.id for each in move.arguments]}


def _view_numbers(belief: Belief | None) -> dict[str, object] | None:
    return {"stance": belief.stance, "confidence": belief.confidence} if belief else None


def _view_argument(argument: Argument, messages: Mapping[MessageId, Message]) -> dict[str, object]:
    message = messages.get(argument.message)
    return {**make_plain(argument), "text": message.text if message else None}


def stance_text(belief: Belief) -> str:
    """`leans for it +0.31`"""
    return f"{describe_stance(belief.stance)} {belief.stance:+.2f}"


def confidence_text(belief: Belief) -> str:
    """`fairly sure 0.60`"""
    return f"{describe_confidence(belief.confidence)} {belief.confidence:.2f}"


def standing_text(belief: Belief) -> str:
    """`in use`, `in use, pinned`, `waiting`, `dropped`, `retracted`."""
    if belief.status is Status.APPROVED:
        state = "in use" if belief.state is State.ACTIVE else "dropped"
    else:
        state = "retracted" if belief.status is Status.REJECTED else STATUS_WORDS[belief.status]
    return ", ".join(
        [state, *(["pinned"] if belief.pinned else []), *(["corrected"] if belief.corrected is not None else [])]
    )


def move_text(move: BeliefMove) -> str:
    """What a change was: `formed`, `moved`, `faded`, `corrected to -0.50`, `pinned`, `taken back`."""
    if move.forgotten:
        return "forgotten"
    if move.action is Action.UNDONE:
        return "taken back"
    if move.action is Action.FORGOTTEN:
        return "an argument was forgotten"
    if move.before is None:
        return "formed"
    if move.after is None:
        return "withdrawn"
    return _describe_judgement(move.before, move.after) or _describe_moving(move)


def _describe_judgement(before: Belief, after: Belief) -> str:
    if (before.corrected, before.corrected_turn) != (
        after.corrected,
        after.corrected_turn,
    ) and after.corrected is not None:
        return f"corrected to {after.corrected:+.2f}"
    if before.pinned != after.pinned:
        return "pinned" if after.pinned else "no longer pinned"
    if before.status is not after.status:
        return {Status.APPROVED: "approved", Status.REJECTED: "retracted"}.get(after.status, STATUS_WORDS[after.status])
    return ""


def _describe_moving(move: BeliefMove) -> str:
    if move.arguments:
        return "moved"
    dropped = move.after is not None and move.after.state is State.ARCHIVED
    return "dropped at a reflection" if dropped else "faded at a reflection"


def argument_text(argument: Argument, messages: Mapping[MessageId, Message]) -> str:
    """`for it, empirical, strength 0.80, turn 12: “A trial …”`: one argument with its cause quoted."""
    side = "for it" if argument.direction > 0 else "against it"
    by = f", judged by {one_line(argument.judged_by)}" if argument.judged_by != "rules" else ""
    message = messages.get(argument.message)
    quote = f"“{clip_line(message.text, _QUOTED)}”" if message else "its message was forgotten"
    return f"{side}, {argument.reasoning.value}, strength {argument.strength:.2f}, turn {argument.turn}{by}: {quote}"
