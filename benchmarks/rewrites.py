"""Forty rewrites of a persona by a scripted model that loses lines: what is left of its positions (B6, B7)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from atlas.beliefs.decay import fade_confidence
from atlas.beliefs.model_editor import edit_with_model
from atlas.beliefs.policy import BeliefPolicy
from atlas.beliefs.positions import find_positions, write_positions
from atlas.beliefs.snapshot_input import Rewrite, SnapshotInput
from atlas.language.document_blocks import split_blocks
from atlas.model.belief import Argument, Belief, Reasoning, Reliability
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.model.memory import State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.thinking import Ask, Reply
from benchmarks.pressure import NOW

REWRITES: Final = 40
LOST: Final = 0.05
"""Of each line, in each rewrite."""
CONFIDENT: Final = 0.5
_BELIEFS: Final = 30
_TRAITS: Final = 10
_MOST_EDITS: Final = 20
"""That the shape of an answer lets through."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What is left after all rewrites."""

    confident: int
    kept: int
    traits: int
    traits_kept: int
    rejected: int


def rewrite_persona(seed: int, policy: BeliefPolicy) -> Rewritten:
    chance = random.Random(seed)  # noqa: S311 # the same losses each time
    beliefs = tuple(_make_belief(number, chance, policy) for number in range(_BELIEFS))
    confident = {belief.id for belief in beliefs if belief.confidence >= CONFIDENT}
    traits = [f"- Trait {number}: says {number} words where {number + 1} would do.\n" for number in range(_TRAITS)]
    persona = write_positions("# Persona\n\n## Manner\n\n" + "".join(traits) + "\n", beliefs) or ""
    rejected = 0
    for number in range(REWRITES):
        seen = SnapshotInput(persona, beliefs, (_make_insight(number, beliefs[0].id),))
        made = _edit(seen, policy, chance)
        rejected += bool(made.faults)
        persona = persona if made.faults else made.text
    return Rewritten(
        confident=len(confident),
        kept=len(confident & set(find_positions(persona))),
        traits=len(traits),
        traits_kept=sum(trait in persona for trait in traits),
        rejected=rejected,
    )


def _edit(seen: SnapshotInput, policy: BeliefPolicy, chance: random.Random) -> Rewrite:
    """Drive the editor with a scripted model in place of one over the wire."""
    editing = edit_with_model(seen, policy)
    given: tuple[Any, ...] | None = None
    while True:
        try:
            (asked,) = next(editing) if given is None else editing.send(given)
        except StopIteration as done:
            made: Rewrite = done.value
            return made
        values = dict(asked.values) if isinstance(asked, Ask) else {}
        given = (Reply((_answer(values.get("persona", ""), policy, chance),)),)


def _answer(persona: str, policy: BeliefPolicy, chance: random.Random) -> str:
    lines = list(_list_lines(persona))
    lost = [(block, line) for block, line in lines if line.startswith("- ") and chance.random() < LOST]
    if policy.rewrites:
        kept = [line for block, line in lines if (block, line) not in lost]
        return json.dumps({"persona": "".join(kept), "reason": "Shorter."})
    edits = [{"step": "synthesize", "block": block, "old": line, "new": ""} for block, line in lost]
    more = {"step": "integrate", "block": "Manner", "old": "", "new": "- Weighs what is argued.\n"}
    new = [] if more["new"] in persona else [more]
    return json.dumps({"edits": [*new, *edits][:_MOST_EDITS], "reason": "Shorter."})


def _list_lines(persona: str) -> Iterator[tuple[str, str]]:
    for block in split_blocks(persona):
        for line in block.text.splitlines(keepends=True):
            yield block.name, line


def _make_belief(number: int, chance: random.Random, policy: BeliefPolicy) -> Belief:
    made = Belief(
        BeliefId(f"v_{number:032x}"),
        f"topic {number}",
        chance.uniform(-1.0, 1.0),
        0.0,
        chance.randint(1, 19),
        0,
        1,
        1,
        Status.APPROVED,
        State.ACTIVE,
        Origin.USER,
        Trust.USER,
        NOW,
    )
    return replace(made, confidence=fade_confidence(made, (), policy))


def _make_insight(number: int, belief: BeliefId) -> Argument:
    return Argument(
        ArgumentId(f"g_{number:032x}"),
        belief,
        MessageId(f"m_{number}"),
        number,
        1,
        0.8,
        Reasoning.EMPIRICAL,
        Reliability.HIGH,
        1.0,
        NOW,
        insight=f"A user argues for topic {number}: study {number} found it.",
    )
