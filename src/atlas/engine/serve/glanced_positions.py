"""The assistant's own positions at a glance: by the words of their topics alone (B1-B8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from atlas.beliefs.best_evidence import list_best_arguments, take_position
from atlas.beliefs.policy import BeliefPolicy
from atlas.engine.serve.position_choice import choose_beliefs
from atlas.language.stance_words import describe_position
from atlas.model.belief import Argument, Belief, Position, Reasoning, Reliability
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.model.memory import State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.recall import Recalled
from atlas.ports.glance import Glance, Row

POSITIONS: Final = 3


def read_positions(
    store: Glance, question: str, read_episodes: Callable[[Sequence[str]], list[Recalled]], shown: Sequence[Row] = ()
) -> list[Position]:
    """Read those on what is asked about, or the surest where nothing is; but none that was shown with the same words.

    `read_episodes` gives of messages what may be told of them.
    """
    told = {(id, describe_position(stance, confidence)) for id, stance, confidence in shown}
    held = [_belief_from_row(row) for row in store.beliefs()]
    fresh = (each for each in choose_beliefs(held, question) if (each.id, _describe(each)) not in told)
    chosen = list(fresh)[:POSITIONS]
    arguments = [_argument_from_row(row) for row in store.arguments([each.id for each in chosen])] if chosen else []
    policy = BeliefPolicy()
    best = {
        each.id: list_best_arguments(each, (made for made in arguments if made.belief == each.id), policy)
        for each in chosen
    }
    episodes = read_episodes(sorted({made.message for some in best.values() for made in some}))
    quotable = {
        id: (item.memory.content, item.memory.origin, None)
        for item in episodes
        if not item.masked and (id := item.memory.transcribes)
    }
    return [take_position(each, best[each.id], quotable) for each in chosen]


def _describe(belief: Belief) -> str:
    return describe_position(belief.stance, belief.confidence)


def _belief_from_row(row: Row) -> Belief:
    """A belief with the fields that its lines need."""
    id, topic, stance, confidence, support, contradiction, origin, trust, updated, corrected, turn = row
    return Belief(
        BeliefId(id),
        topic,
        stance,
        confidence,
        support,
        contradiction,
        formed=0,
        reinforced=0,
        status=Status.APPROVED,
        state=State.ACTIVE,
        origin=Origin(origin),
        trust=Trust(trust),
        updated_at=datetime.fromisoformat(updated),
        corrected=corrected,
        corrected_turn=turn,
    )


def _argument_from_row(row: Row) -> Argument:
    (
        id,
        belief,
        message,
        turn,
        direction,
        strength,
        reasoning,
        reliability,
        novelty,
        at,
        consistent,
        insight,
        settled,
    ) = row
    return Argument(
        ArgumentId(id),
        BeliefId(belief),
        MessageId(message),
        turn,
        direction,
        strength,
        Reasoning(reasoning),
        Reliability(reliability),
        novelty,
        datetime.fromisoformat(at),
        bool(consistent),
        insight,
        settled=settled,
    )
