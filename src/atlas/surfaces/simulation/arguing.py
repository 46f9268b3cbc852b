"""A made-up person who argues: now and then well, for or against something, and now and then by insisting alone (B1).

What they say is drawn from a stream of its own, so that the rest of a life stays as its seed has it. The sentences
(`data/arguments`) are of several hands; nothing is trained or tuned on them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from atlas.beliefs.arithmetic import is_evidence
from atlas.beliefs.policy import BeliefPolicy
from atlas.language.registry import LANGUAGE
from atlas.surfaces.simulation.phrasings import load_arguing_hands
from atlas.surfaces.simulation.script import START

if TYPE_CHECKING:
    from atlas.model.belief import Argument, Belief
    from atlas.surfaces.library import Atlas

_TOPICS: Final = 3
"""About so many things one person argues."""
_A_DAY: Final = 0.8
"""How likely they do on a day."""
_INSISTS: Final = 0.4
_MINDED: Final = 0.75
"""How often they take the side that they are on; else they say what speaks against it."""
_NOON: Final = timedelta(hours=5)


@dataclass(frozen=True, slots=True)
class Plea:
    """Something the person says for or against a topic: an argument, or mere insistence."""

    at: datetime
    topic: str
    side: int
    argued: bool
    text: str


@dataclass(frozen=True, slots=True)
class Persuasion:
    """What came of what a person argued, and of what they insisted on."""

    argued: int = 0
    heard: int = 0
    """Arguments that counted as evidence on some belief."""
    on_topic: int = 0
    """Of these, those on a belief about what the person meant."""
    right: int = 0
    """Of those, the ones that moved it the way the person meant."""
    insisted: int = 0
    let_through: int = 0
    """Insistence that counted as evidence."""
    moved_by_argument: int = 0
    """Beliefs."""
    moved_by_insistence: int = 0


def plan_pleas(seed: int, days: int) -> tuple[Plea, ...]:
    """Plan what a person argues and insists on; a sentence is said again only when all of its kind were."""
    chance = random.Random(f"arguing {seed}")  # noqa: S311 # a story, not a secret
    hands = load_arguing_hands()
    minds = {topic: chance.choice((1, -1)) for topic in chance.sample(sorted(hands[0]), _TOPICS)}
    left: dict[tuple[str, str], list[str]] = {}
    found = []
    for day in range(days):
        if chance.random() >= _A_DAY:
            continue
        topic = chance.choice(list(minds))
        side = minds[topic] if chance.random() < _MINDED else -minds[topic]
        argued = chance.random() >= _INSISTS
        kind = ("" if argued else "insist_") + ("for" if side > 0 else "against")
        if not left.get((topic, kind)):
            left[topic, kind] = [line for hand in hands for line in hand[topic][kind]]
            chance.shuffle(left[topic, kind])
        at = START + timedelta(days=day) + _NOON + timedelta(minutes=chance.randrange(60))
        found.append(Plea(at, topic, side, argued, left[topic, kind].pop()))
    return tuple(found)


def measure_persuasion(atlas: Atlas, pleas: Sequence[Plea]) -> Persuasion:
    """Compare what counted as evidence with what the person meant."""
    said = {plea.text: plea for plea in pleas}
    counted = [
        (belief, argument, plea)
        for belief in atlas.beliefs.list(everything=True)
        for argument, plea in _list_counted(atlas, belief, said)
    ]
    by_argument = [each for each in counted if each[2].argued]
    by_insistence = [each for each in counted if not each[2].argued]
    on_topic = {
        plea.text: argument.direction == plea.side
        for belief, argument, plea in by_argument
        if LANGUAGE.arguments.is_same_topic(belief.topic, plea.topic)
    }
    return Persuasion(
        argued=len({plea.text for plea in pleas if plea.argued}),
        heard=_count_texts(by_argument),
        on_topic=len(on_topic),
        right=sum(on_topic.values()),
        insisted=len({plea.text for plea in pleas if not plea.argued}),
        let_through=_count_texts(by_insistence),
        moved_by_argument=len({belief.id for belief, _, _ in by_argument}),
        moved_by_insistence=len({belief.id for belief, _, _ in by_insistence}),
    )


def _list_counted(atlas: Atlas, belief: Belief, said: dict[str, Plea]) -> Iterable[tuple[Argument, Plea]]:
    story, policy = atlas.beliefs.story(str(belief.id)), BeliefPolicy()
    for argument in story.arguments:
        message = story.messages.get(argument.message)
        plea = said.get(message.text) if message else None
        if plea is not None and is_evidence(argument, policy):
            yield argument, plea


def _count_texts(counted: Iterable[tuple[Belief, Argument, Plea]]) -> int:
    return len({plea.text for _, _, plea in counted})
