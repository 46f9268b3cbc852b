"""Beliefs, arguments and personas as the tests of snapshots have them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from atlas.beliefs.model_editor import Editing
from atlas.beliefs.positions import POSITIONS, make_position_line
from atlas.beliefs.snapshot_input import Rewrite
from atlas.model.belief import Argument, Belief, Reasoning, Reliability
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.model.memory import State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.thinking import Ask, Reply

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TOPICS = ("remote work", "unit tests", "open offices", "static typing", "daily stand-ups", "code review")
LINES = st.sampled_from(
    ["# Persona", "## Manner", "## Positions", "## Insights", "- short", "- dry ", "", "```", "~~~ text", "plain words",
     "  indented", "- On tests. <!-- v_00 -->", "- Learned. <!-- a_00 -->", "<!-- a comment -->", "## Manner ##"]
)  # fmt: skip
ENDS = st.sampled_from(["\n", "\r\n"])
PERSONAS = st.tuples(st.lists(st.tuples(LINES, ENDS), max_size=14), st.booleans()).map(
    lambda made: "".join(line + end for line, end in made[0]).removesuffix("\n" if made[1] else "never")
)
"""With code fences that have no end, lines of another system, and none at the end."""


def make_belief(number: int = 0, **fields: Any) -> Belief:
    usual: dict[str, Any] = {
        "topic": TOPICS[number % len(TOPICS)], "stance": 0.5, "confidence": 0.7, "support": 5, "contradiction": 0,
        "formed": 1, "reinforced": 9, "status": Status.APPROVED, "state": State.ACTIVE, "origin": Origin.USER,
        "trust": Trust.USER, "updated_at": NOW,
    }  # fmt: skip
    return Belief(BeliefId(f"v_{number:02}"), **usual | fields)


def make_argument(number: int = 0, belief: int = 0, **fields: Any) -> Argument:
    usual: dict[str, Any] = {
        "turn": number, "direction": 1, "strength": 0.6, "reasoning": Reasoning.EMPIRICAL, "novelty": 0.8, "at": NOW,
        "reliability": Reliability.HIGH, "insight": f"A trial in team {number} showed fewer meetings.",
    }  # fmt: skip
    ids = ArgumentId(f"a_{number:02}"), BeliefId(f"v_{belief:02}"), MessageId(f"u_{number:02}")
    return Argument(*ids, **usual | fields)


def make_persona(
    beliefs: Iterable[Belief], manner: str = "- Speaks plainly, and says so when it does not know.\n"
) -> str:
    lines = "".join(map(make_position_line, beliefs))
    return f"# Persona\n\n## Manner\n{manner}\n## {POSITIONS}\n{lines}"


def answer(*edits: tuple[str, str, str, str]) -> str:
    rows = [dict(zip(("step", "block", "old", "new"), edit, strict=True)) for edit in edits]
    return json.dumps({"edits": rows, "reason": "It says more now."})


def drive(editing: Editing, *answers: str) -> tuple[Rewrite, list[Ask]]:
    """What the editor comes to over these answers, and what it asked."""
    asked: list[Ask] = []
    script = list(answers)
    try:
        requests = next(editing)
        while True:
            asked += [each for each in requests if isinstance(each, Ask)]
            requests = editing.send((Reply((script.pop(0),)),))
    except StopIteration as done:
        made: Rewrite = done.value
        return made, asked
