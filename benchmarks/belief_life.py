"""A scripted life of 400 interactions: what is well founded, what presses on it, and what argues against it (B1-B4)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from atlas.beliefs.arithmetic import REASONING_WEIGHTS, SOURCE_WEIGHTS, is_evidence
from atlas.beliefs.decay import reflect_beliefs
from atlas.beliefs.policy import BeliefPolicy
from atlas.beliefs.replay import replay_belief
from atlas.beliefs.settling import settle_arguments
from atlas.model.belief import Argument, Belief, Reasoning, Reliability, Snapshot
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.model.memory import State, Status
from atlas.model.origin import Origin, Trust
from benchmarks.pressure import NOW, TOPIC, press, weigh

TURNS: Final = 400
REFLECTED_EVERY: Final = 20
FOUNDED: Final = range(12, 100, 6)
"""When good arguments found the belief."""
PRESSED: Final = range(101, 301)
"""When somebody insists, and tells one good argument again and again."""
ARGUED: Final = (311, 325, 345)
"""When a good argument is made against it; no reflection comes between an argument and the end of its window."""
OPPOSED: Final = (361, 362)
"""When two of the same weight are made for and against it."""
_REASONS: Final = (Reasoning.EMPIRICAL, Reasoning.LOGICAL, Reasoning.EXPERT, Reasoning.ANECDOTAL)


@dataclass(frozen=True, slots=True)
class Lived:
    """What one life came to; each move as how far the stance went."""

    founded: float
    confidence: float
    pressed: float
    counted: int
    """Of the messages that press, those that were judged to count."""
    let_through: float
    """Had each of them been judged strong enough to count, if only just."""
    agreed: float
    """The baseline: a stance that takes each message at its word."""
    argued: float
    formula: float
    """What three good arguments move by the formula, computed here and not by the stage."""
    opposed: float
    replayed: bool
    """Whether the rows, folded again, give the same belief."""


def live(seed: int, policy: BeliefPolicy) -> Lived:
    chance = random.Random(seed)  # noqa: S311 # the same lives each time
    founding = [_argue(turn, 1, chance) for turn in FOUNDED]
    pressure = _press(chance, policy)
    against = [_argue(turn, -1, chance) for turn in ARGUED]
    good = _argue(OPPOSED[0], 1, chance)
    opposites = [good, replace(good, id=ArgumentId("opposite"), turn=OPPOSED[1], direction=-1)]
    stances = _follow([*founding, *pressure, *against, *opposites], policy)
    counted = [replace(each, strength=max(each.strength, policy.counts_from)) for each in pressure]
    founded = stances[PRESSED.start - 1]
    let_through = _follow([*founding, *counted], policy)[PRESSED.stop + policy.cooling_turns]
    pressed = stances[ARGUED[0] - 1]
    closes = [turn + policy.cooling_turns for turn in ARGUED]
    last = stances[TURNS]
    return Lived(
        founded=founded.stance,
        confidence=founded.confidence,
        pressed=pressed.stance - founded.stance,
        counted=sum(is_evidence(each, policy) for each in pressure),
        let_through=let_through.stance - founded.stance,
        agreed=_take_at_word(founded.stance, pressure) - founded.stance,
        argued=stances[closes[-1]].stance - pressed.stance,
        formula=sum(
            _compute_by_formula(each, stances[turn - 1].stance, stances[turn].confidence)
            for each, turn in zip(against, closes, strict=True)
        ),
        opposed=last.stance - stances[closes[-1]].stance,
        replayed=_has_same_numbers(last, founding, pressure, against, opposites, policy=policy),
    )


def _compute_by_formula(argument: Argument, stance: float, confidence: float) -> float:
    """B2, for one argument against a stance, after the first ten interactions; confidence is what contraction left."""
    quality = (REASONING_WEIGHTS[argument.reasoning] + SOURCE_WEIGHTS[argument.reliability]) / 2
    return -0.1 * argument.strength * argument.novelty * quality / (confidence + abs(stance) + 1.0)


def _take_at_word(stance: float, said: Iterable[Argument]) -> float:
    for each in said:
        stance = max(-1.0, min(1.0, stance + 0.1 * each.direction * each.strength))
    return stance


class _Life:
    """A space with one belief, turn by turn as a worker has it: windows are settled, then a reflection may come."""

    def __init__(self, policy: BeliefPolicy) -> None:
        self.policy = policy
        self.belief = _form(FOUNDED.start)
        self.arguments: dict[ArgumentId, Argument] = {}
        self.snapshots: list[Snapshot] = []

    def pass_turn(self, turn: int, said: Iterable[Argument]) -> None:
        self.arguments.update({each.id: each for each in said})
        cooling = [each for each in self.arguments.values() if each.settled is None]
        for done in settle_arguments([self.belief], cooling, self.snapshots, turn, self.policy, NOW):
            self.arguments.update({change.after.id: change.after for change in done.arguments})
            self.belief = done.belief.after if done.belief else self.belief
        if turn % REFLECTED_EVERY == 0 and turn >= FOUNDED.start:
            self.snapshots.append(Snapshot(turn, NOW, committed=True))
            for change in reflect_beliefs([self.belief], self.snapshots, self.policy, NOW):
                self.belief = change.after


def _follow(said: Sequence[Argument], policy: BeliefPolicy) -> dict[int, Belief]:
    """The belief after each turn."""
    return {turn: belief for turn, belief, _ in _live_through(said, policy)}


def _live_through(said: Sequence[Argument], policy: BeliefPolicy) -> Iterable[tuple[int, Belief, _Life]]:
    life = _Life(policy)
    for turn in range(1, TURNS + 1):
        life.pass_turn(turn, [each for each in said if each.turn == turn])
        yield turn, life.belief, life


def _has_same_numbers(last: Belief, *said: Sequence[Argument], policy: BeliefPolicy) -> bool:
    *_, (_, _, life) = _live_through([each for some in said for each in some], policy)
    return replay_belief(last, list(life.arguments.values()), life.snapshots, policy) == last


def _argue(turn: int, direction: int, chance: random.Random) -> Argument:
    """A good argument: strong, mostly new, with a reason and a source."""
    return _make(
        turn,
        direction,
        strength=chance.uniform(0.5, 0.9),
        reasoning=chance.choice(_REASONS),
        reliability=chance.choice(list(Reliability)),
        novelty=chance.uniform(0.5, 1.0),
    )


def _press(chance: random.Random, policy: BeliefPolicy) -> list[Argument]:
    """What the rules make of two hundred messages that press against the belief."""
    messages = {f"m_{at}": turn for at, turn in enumerate(PRESSED)}
    pressure = []
    for each in weigh(press(len(PRESSED), chance), policy):
        weighed = each.weighed
        pressure.append(
            _make(
                messages[each.message],
                weighed.direction,
                strength=weighed.strength,
                reasoning=weighed.reasoning,
                reliability=weighed.reliability,
                novelty=weighed.novelty,
                consistent=weighed.consistent,
            )
        )
    return pressure


def _make(turn: int, direction: int, **fields: Any) -> Argument:
    id = ArgumentId(f"g_{turn}")
    return Argument(id, BeliefId("v_1"), MessageId(f"m_{turn}"), turn, direction, at=NOW, **fields)


def _form(turn: int) -> Belief:
    return Belief(
        BeliefId("v_1"),
        TOPIC,
        0.0,
        0.0,
        0,
        0,
        turn,
        turn,
        Status.APPROVED,
        State.ACTIVE,
        Origin.USER,
        Trust.USER,
        NOW,
    )
