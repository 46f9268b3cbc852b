"""The same question asked again by the user (S6): by meaning, or by words where there are no vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from atlas.language.words import asks
from atlas.model.ids import InteractionId
from atlas.model.interaction import Message
from atlas.signals.content_words import extract_telling_stems, measure_overlap
from atlas.signals.interaction_view import Moment, user_messages
from atlas.signals.policy import SignalPolicy
from atlas.signals.word_lists import WordLists, find_opening_phrase, has_phrase, tokenize_folded

_FEW: Final = 3
"""Telling words that a thanks or a greeting may have."""
_NAME: Final = 3
"""Words of a name, at most, with which a statement begins."""
_OPENING: Final = 200
"""Letters in which a name and its verb stand."""


@dataclass(frozen=True, slots=True)
class ReAsk:
    about: InteractionId
    """In which it was asked before, the last time."""
    similarity: float
    by_words: bool = False


def find_re_ask(message: Message, moment: Moment, policy: SignalPolicy, words: WordLists) -> ReAsk | None:
    """Find the newest of the user's last messages that asks the same."""
    if is_small_talk(message.text, words):
        return None
    before = [each for interaction in moment.earlier for each in user_messages(interaction)][-policy.re_ask_turns :]
    own = moment.vector(message)
    for other in reversed(before):
        theirs = moment.vector(other)
        similarity = float(own @ theirs) if own is not None and theirs is not None else None
        if is_same_question(message.text, other.text, similarity, policy, words):
            overlap = measure_overlap(
                extract_telling_stems(message.text, words), extract_telling_stems(other.text, words)
            )
            measured = overlap if similarity is None else similarity
            return ReAsk(other.interaction, measured, by_words=similarity is None)
    return None


def is_same_question(one: str, other: str, similarity: float | None, policy: SignalPolicy, words: WordLists) -> bool:
    """Compare two questions by meaning; by words alone where there are no vectors.

    Long messages on one matter are alike whatever they ask, so their words must match too. A statement asks for
    nothing, however like the question: "Maria lives in Rome", "Where does Maria?".
    """
    if _are_statements(one, other, words) or _are_statements(other, one, words):
        return False
    first, second = extract_telling_stems(one, words), extract_telling_stems(other, words)
    if similarity is None:
        return measure_overlap(first, second) > policy.re_ask_overlap
    long = policy.re_ask_long is not None and max(len(first), len(second)) > policy.re_ask_long
    return similarity > policy.re_ask_above and (not long or measure_overlap(first, second) >= policy.re_ask_shared)


def _are_statements(one: str, other: str, words: WordLists) -> bool:
    """Tell whether the first text is a statement and the other plainly one or plainly a question."""
    return is_statement(one, words) and (_plainly_asks(other, words) or is_statement(other, words))


def _plainly_asks(text: str, words: WordLists) -> bool:
    return asks(text) > 0 or find_opening_phrase(text, words.questions) is not None


def is_statement(text: str, words: WordLists) -> bool:
    """Tell whether a text plainly states something of somebody; a possible wish or trouble does not."""
    if _plainly_asks(text, words) or has_phrase(text, words.requests):
        return False
    return find_opening_phrase(text, words.statements) is not None or _opens_with_name_and_verb(text, words)


def _opens_with_name_and_verb(text: str, words: WordLists) -> bool:
    """Tell whether a text begins with a name and a telling verb: "Maria works as a teacher"."""
    for _, (start, _end) in tokenize_folded(text[:_OPENING])[: _NAME + 1]:
        if find_opening_phrase(text[start:_OPENING], words.predicates):
            return start > 0
        if not text[start].isupper():
            return False
    return False


def is_small_talk(text: str, words: WordLists) -> bool:
    """Tell whether a message only agrees, thanks, greets, takes leave or says "go on"."""
    own = extract_telling_stems(text, words)
    kinds = (words.thanks, words.acceptance, words.praise, words.agreement, words.closings, words.greetings)
    if asks(text):
        return not own
    return len(own) <= 1 or (len(own) <= _FEW and any(has_phrase(text, phrases) for phrases in kinds))
