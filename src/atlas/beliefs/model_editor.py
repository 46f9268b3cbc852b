"""A model's edits of the persona: one question, whose answer is operations on named blocks (B6).

Rules bring the positions up to the rows first, and again afterwards: no word of a model writes a stance. A preset has
the model write the whole persona anew, as the source document does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, Final

from atlas.beliefs.persona_edits import PersonaEdit, Step, apply_persona_edits, derive_persona_edits, order_edits
from atlas.beliefs.policy import BeliefPolicy
from atlas.beliefs.positions import write_positions
from atlas.beliefs.rule_editor import (
    OPEN_FENCE,
    conclude_rewrite,
    edit_by_rules,
    list_fit_insights,
    preserve_positions,
    reject_rewrite,
)
from atlas.beliefs.snapshot_input import Rewrite, RewritePart, SnapshotInput
from atlas.beliefs.validation import find_lost, validate_snapshot
from atlas.language.hidden_characters import remove_hidden
from atlas.language.stance_words import describe_confidence, describe_stance
from atlas.model.document import WHOLE
from atlas.model.strict import Problem, parse_answer
from atlas.model.task import Size
from atlas.model.thinking import Ask, Given, Reply, Request

EDITS_PROMPT: Final = "snapshot"
REWRITE_PROMPT: Final = "snapshot_rewrite"
MAX_TOKENS: Final = 2_000
NOT_FOUND: Final = "An edit does not find what it replaces, or would stand in a code fence without an end."
HIDDEN: Final = "It holds characters that nobody sees."
_MAX_EDITS: Final = 20
_MAX_BLOCK: Final = 100
_MAX_TEXT: Final = 8_000
_MAX_PERSONA: Final = 65_536
_MAX_REASON: Final = 400
_SHOWN: Final = 1_000
"""Characters of one message that a question shows."""
_LINE_ENDS: Final = re.compile("\r\n|[\r\u2028\u2029]")

Editing = Generator[tuple[Request, ...], tuple[Given, ...], Rewrite]


def _make_shape(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


_REASON: Final[Mapping[str, Any]] = {"type": "string", "maxLength": _MAX_REASON}
_TEXT: Final[Mapping[str, Any]] = {"type": "string", "maxLength": _MAX_TEXT}
_EDIT: Final = _make_shape(
    {
        "step": {"type": "string", "enum": list(Step)},
        "block": {"type": "string", "maxLength": _MAX_BLOCK},
        "old": _TEXT,
        "new": _TEXT,
    }
)
EDITS_SHAPE: Final = _make_shape(
    {"edits": {"type": "array", "items": _EDIT, "maxItems": _MAX_EDITS}, "reason": _REASON}
)
REWRITE_SHAPE: Final = _make_shape({"persona": {"type": "string", "maxLength": _MAX_PERSONA}, "reason": _REASON})


def edit_with_model(seen: SnapshotInput, policy: BeliefPolicy) -> Editing:
    """Have a model edit the persona; where there is nothing new to take in, or it changes nothing, rules do it."""
    if policy.rewrites:
        return (yield from _rewrite_whole(seen, policy))
    if not list_fit_insights(seen.pending):
        return edit_by_rules(seen, policy)
    base = preserve_positions(seen.persona, seen)
    if base is None:
        return reject_rewrite(seen, OPEN_FENCE)
    answer = yield from _ask(EDITS_PROMPT, EDITS_SHAPE, base, seen)
    if isinstance(answer, Problem):
        return reject_rewrite(seen, answer.says)
    edits = [_read_edit(each) for each in answer["edits"]]
    if not edits:
        return edit_by_rules(seen, policy)
    return _apply_answer(seen, base, edits, policy, answer["reason"])


def _apply_answer(
    seen: SnapshotInput, base: str, edits: Sequence[PersonaEdit], policy: BeliefPolicy, reason: str
) -> Rewrite:
    if any(edit.block == WHOLE for edit in edits):
        return reject_rewrite(seen, NOT_FOUND)
    if any(remove_hidden(edit.new) != edit.new for edit in edits):
        return reject_rewrite(seen, HIDDEN)
    edited = apply_persona_edits(base, edits)
    if edited is None:
        return reject_rewrite(seen, NOT_FOUND)
    if find_lost(base, edited, seen.kept, policy.kept_from):
        faults = validate_snapshot(base, edited, seen.kept, policy)
        return Rewrite(seen.persona, seen.persona, faults=faults, reason=reason)
    text = write_positions(edited, seen.beliefs)
    if text is None:
        return reject_rewrite(seen, OPEN_FENCE)
    made = order_edits(edits) if text == edited else derive_persona_edits(Step.SYNTHESIZE, base, text)
    integrates = any(edit.step is Step.INTEGRATE for edit in edits)
    taken = tuple(each.id for each in list_fit_insights(seen.pending)) if integrates else ()
    parts = (
        RewritePart(derive_persona_edits(Step.PRESERVE, seen.persona, base)),
        RewritePart(made, taken, by_model=True),
    )
    return conclude_rewrite(seen, text, parts, policy, reason)


def _rewrite_whole(seen: SnapshotInput, policy: BeliefPolicy) -> Editing:
    """The source document's way: what the model leaves out is lost, as far as validation lets it."""
    answer = yield from _ask(REWRITE_PROMPT, REWRITE_SHAPE, seen.persona, seen)
    if isinstance(answer, Problem):
        return reject_rewrite(seen, answer.says)
    text = _end_lines(answer["persona"]).rstrip("\n") + "\n"
    if remove_hidden(text) != text:
        return reject_rewrite(seen, HIDDEN)
    taken = tuple(each.id for each in list_fit_insights(seen.pending))
    edits = derive_persona_edits(Step.SYNTHESIZE, seen.persona, text)
    return conclude_rewrite(seen, text, (RewritePart(edits, taken, by_model=True),), policy, answer["reason"])


def _read_edit(row: Mapping[str, str]) -> PersonaEdit:
    return PersonaEdit(Step(row["step"]), row["block"].strip(), _end_lines(row["old"]), _end_lines(row["new"]))


def _end_lines(text: str) -> str:
    return _LINE_ENDS.sub("\n", text)


# --- the question


def _ask(
    prompt: str, shape: Mapping[str, Any], persona: str, seen: SnapshotInput
) -> Generator[tuple[Request, ...], tuple[Given, ...], dict[str, Any] | Problem]:
    (given,) = yield (make_question(prompt, shape, persona, seen),)
    return parse_answer(given.texts[0] if isinstance(given, Reply) and given.texts else "", shape)


def make_question(prompt: str, shape: Mapping[str, Any], persona: str, seen: SnapshotInput) -> Ask:
    """The context of a reflection (B6): the persona, beliefs, insights, episodes, shifts, the rate of disagreement."""
    served = [belief for belief in seen.beliefs if belief.served]
    topics = {belief.id: belief.topic for belief in served}
    positions = (
        {
            "topic": belief.topic,
            "stance": describe_stance(belief.stance),
            "confidence": describe_confidence(belief.confidence),
            "for": belief.support,
            "against": belief.contradiction,
        }
        for belief in served
    )
    insights = (
        {"topic": topics.get(each.belief, ""), "insight": each.insight} for each in list_fit_insights(seen.pending)
    )
    shifts = ({"topic": belief.topic, "moved_by": round(belief.shift, 3)} for belief in served if belief.shift)
    values = (
        ("persona", persona),
        ("beliefs", _list_rows(positions)),
        ("insights", _list_rows(insights)),
        ("episodes", _list_rows({"text": message.text[:_SHOWN]} for message in seen.episodes)),
        ("shifts", _list_rows(shifts)),
        ("disagreement", "unknown" if seen.disagreement is None else f"{seen.disagreement:.0%}"),
    )
    return Ask(prompt, values, MAX_TOKENS, shape, Size.MEDIUM)


def _list_rows(rows: Iterable[Mapping[str, Any]]) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) or "none"
