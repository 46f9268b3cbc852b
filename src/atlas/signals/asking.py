"""The user asks the same again (S6): by meaning, or by words where there are no vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from atlas.model.ids import InteractionId
from atlas.model.interaction import Message
from atlas.model.words import asks
from atlas.signals.moment import Moment, asked
from atlas.signals.policy import SignalPolicy
from atlas.signals.telling import shared, telling
from atlas.signals.words import WordLists, has

_FEW: Final = 3
"""Telling words that a thanks or a greeting may have."""


@dataclass(frozen=True, slots=True)
class AskedAgain:
    about: InteractionId
    """In which it was asked before, the last time."""
    similarity: float
    by_words: bool = False


def asked_again(message: Message, moment: Moment, policy: SignalPolicy, words: WordLists) -> AskedAgain | None:
    """The newest of the user's last messages that asks the same."""
    if says_nothing(message.text, words):
        return None
    before = [each for interaction in moment.earlier for each in asked(interaction)][-policy.re_ask_turns :]
    own = moment.vector(message)
    for other in reversed(before):
        theirs = moment.vector(other)
        similarity = float(own @ theirs) if own is not None and theirs is not None else None
        if same_question(message.text, other.text, similarity, policy, words):
            overlap = shared(telling(message.text, words), telling(other.text, words))
            measured = overlap if similarity is None else similarity
            return AskedAgain(other.interaction, measured, by_words=similarity is None)
    return None


def same_question(one: str, other: str, similarity: float | None, policy: SignalPolicy, words: WordLists) -> bool:
    """By meaning; by words alone where there are no vectors.

    Long messages about one matter are alike whatever they ask, so that of them the words must be the same too.
    """
    first, second = telling(one, words), telling(other, words)
    if similarity is None:
        return shared(first, second) > policy.re_ask_overlap
    long = policy.re_ask_long is not None and max(len(first), len(second)) > policy.re_ask_long
    return similarity > policy.re_ask_above and (not long or shared(first, second) >= policy.re_ask_shared)


def says_nothing(text: str, words: WordLists) -> bool:
    """Whether a message only agrees, thanks, greets, takes leave or says "go on": that asks for nothing."""
    own = telling(text, words)
    kinds = (words.thanks, words.acceptance, words.praise, words.agreement, words.closings, words.greetings)
    if asks(text):
        return not own
    return len(own) <= 1 or (len(own) <= _FEW and any(has(text, phrases) for phrases in kinds))
