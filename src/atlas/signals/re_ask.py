"""The user asks the same again (S6): by meaning, or by words where there are no vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from atlas.language.words import asks
from atlas.model.ids import InteractionId
from atlas.model.interaction import Message
from atlas.signals.content_words import shared, telling
from atlas.signals.interaction_view import Moment, asked
from atlas.signals.policy import SignalPolicy
from atlas.signals.word_lists import WordLists, has, opens, tokens

_FEW: Final = 3
"""Telling words that a thanks or a greeting may have."""
_NAME: Final = 3
"""Words of a name, at most, with which a statement begins."""
_OPENING: Final = 200
"""Letters in which a name and its verb stand."""


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

    Long messages about one matter are alike whatever they ask, so that of them the words must be the same too. What
    only tells something asks for nothing, however like the question it is: "Maria lives in Rome", "Where does Maria?".
    """
    if _told(one, other, words) or _told(other, one, words):
        return False
    first, second = telling(one, words), telling(other, words)
    if similarity is None:
        return shared(first, second) > policy.re_ask_overlap
    long = policy.re_ask_long is not None and max(len(first), len(second)) > policy.re_ask_long
    return similarity > policy.re_ask_above and (not long or shared(first, second) >= policy.re_ask_shared)


def _told(one: str, other: str, words: WordLists) -> bool:
    """Whether one tells something, beside another that does so too or plainly asks; in between nobody knows."""
    return states(one, words) and (_plainly_asks(other, words) or states(other, words))


def _plainly_asks(text: str, words: WordLists) -> bool:
    return asks(text) > 0 or opens(text, words.questions) is not None


def states(text: str, words: WordLists) -> bool:
    """Whether a text plainly tells something of somebody. What may be a wish or a trouble does not."""
    if _plainly_asks(text, words) or has(text, words.requests):
        return False
    return opens(text, words.statements) is not None or _tells_of_a_name(text, words)


def _tells_of_a_name(text: str, words: WordLists) -> bool:
    """Whether it begins with a name and a verb that tells of it: "Maria works as a teacher"."""
    for _, (start, _end) in tokens(text[:_OPENING])[: _NAME + 1]:
        if opens(text[start:_OPENING], words.predicates):
            return start > 0
        if not text[start].isupper():
            return False
    return False


def says_nothing(text: str, words: WordLists) -> bool:
    """Whether a message only agrees, thanks, greets, takes leave or says "go on": that asks for nothing."""
    own = telling(text, words)
    kinds = (words.thanks, words.acceptance, words.praise, words.agreement, words.closings, words.greetings)
    if asks(text):
        return not own
    return len(own) <= 1 or (len(own) <= _FEW and any(has(text, phrases) for phrases in kinds))
