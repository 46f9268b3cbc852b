"""Beliefs, arguments and a life of them for tests; everything has a default but what the test is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from atlas.beliefs.decay import reflect_beliefs
from atlas.beliefs.policy import BeliefPolicy
from atlas.beliefs.replay import replay_belief
from atlas.beliefs.settling import settle_arguments
from atlas.model.belief import Argument, Belief, Reasoning, Reliability, Snapshot
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.model.memory import State, Status
from atlas.model.origin import Origin, Trust

NOW = datetime(2026, 3, 2, tzinfo=UTC)
POLICY = BeliefPolicy()


def belief(**fields: Any) -> Belief:
    usual = {
        "id": BeliefId("v_1"),
        "topic": "remote work",
        "stance": 0.0,
        "confidence": 0.0,
        "support": 0,
        "contradiction": 0,
        "formed": 1,
        "reinforced": 1,
        "status": Status.APPROVED,
        "state": State.ACTIVE,
        "origin": Origin.USER,
        "trust": Trust.USER,
        "updated_at": NOW,
    }
    return Belief(**{**usual, **fields})


def argument(id: str = "g_1", turn: int = 20, direction: int = 1, **fields: Any) -> Argument:
    """A good one, unless said otherwise: new, strong, measured, from a source to rely on."""
    usual = {
        "belief": BeliefId("v_1"),
        "message": MessageId(f"i_{turn}"),
        "strength": 0.8,
        "reasoning": Reasoning.EMPIRICAL,
        "reliability": Reliability.HIGH,
        "novelty": 1.0,
        "at": NOW,
    }
    return Argument(id=ArgumentId(id), turn=turn, direction=direction, **{**usual, **fields})


def snapshot(turn: int, *, committed: bool = True, **fields: Any) -> Snapshot:
    return Snapshot(turn, NOW, committed, **fields)


UNIT = st.floats(0, 1)
SIDES = st.sampled_from([1, -1])


def arguments_at(turns: st.SearchStrategy[int], **fields: Any) -> st.SearchStrategy[Argument]:
    usual = {
        "id": st.uuids().map(str),
        "turn": turns,
        "direction": SIDES,
        "strength": UNIT,
        "reasoning": st.sampled_from(Reasoning),
        "reliability": st.sampled_from(Reliability),
        "novelty": UNIT,
        "consistent": st.booleans(),
    }
    return st.builds(argument, **{**usual, **fields})


class Life:
    """A belief as it is lived, turn by turn: what was argued is settled, then a person or a reflection comes."""

    def __init__(self, policy: BeliefPolicy = POLICY, **fields: Any) -> None:
        self.policy = policy
        self.belief: Belief | None = belief(**fields) if fields else None
        self.arguments: dict[ArgumentId, Argument] = {}
        self.snapshots: list[Snapshot] = []

    def live(
        self,
        said: Iterable[Argument],
        turns: int,
        reflections: Mapping[int, bool] | None = None,
        corrections: Mapping[int, float] | None = None,
    ) -> None:
        by_turn: dict[int, list[Argument]] = {}
        for each in said:
            by_turn.setdefault(each.turn, []).append(each)
        for turn in range(1, turns + 1):
            self.argue(by_turn.get(turn, ()), turn)
            if corrections and turn in corrections:
                self.correct(corrections[turn], turn)
            if reflections and turn in reflections:
                self.reflect(turn, committed=reflections[turn])

    def argue(self, said: Iterable[Argument], turn: int) -> None:
        for each in said:
            self.arguments[each.id] = each
            self.belief = self.belief or belief(formed=turn, reinforced=turn)
        if self.belief is None:
            return
        cooling = [each for each in self.arguments.values() if each.settled is None]
        for done in settle_arguments([self.belief], cooling, self.snapshots, turn, self.policy, NOW):
            self.arguments.update({change.after.id: change.after for change in done.arguments})
            if done.belief is not None:
                self.belief = done.belief.after

    def correct(self, stance: float, turn: int) -> None:
        if self.belief is not None:
            corrected = replace(self.belief, corrected=stance, corrected_turn=turn)
            self.belief = replay_belief(corrected, self.said(), self.snapshots, self.policy)

    def reflect(self, turn: int, *, committed: bool = True) -> None:
        self.snapshots.append(snapshot(turn, committed=committed))
        if self.belief is not None and committed:
            for change in reflect_beliefs([self.belief], self.snapshots, self.policy, NOW):
                self.belief = change.after

    def said(self) -> Sequence[Argument]:
        return list(self.arguments.values())
