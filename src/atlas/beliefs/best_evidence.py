"""The best that was argued for a belief and against it, and the words of it that are worth quoting (B1, B2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from atlas.beliefs.arithmetic import compute_step
from atlas.beliefs.policy import BeliefPolicy
from atlas.language.sentences import split_sentences
from atlas.language.words import words
from atlas.model.belief import Argument, Belief, Position, QuotedArgument
from atlas.model.ids import MessageId
from atlas.model.origin import Origin

LIKELY: Final = 5
"""Arguments of each side that are looked at: the words of some may not be told any more."""
_LONGEST: Final = 200
"""Characters of a quote."""

Quotable = Mapping[MessageId, tuple[str, Origin, str | None]]
"""The messages that may be quoted: what each says now, where it came from, and who spoke, where they have a name."""


def list_best_arguments(belief: Belief, arguments: Iterable[Argument], policy: BeliefPolicy) -> list[Argument]:
    """List the strongest of each side that still count for a belief, the strongest first and of two alike the newer."""
    settled = (each for each in arguments if each.settled is not None)
    counting = [each for each in settled if belief.corrected is None or (each.settled or 0) > belief.corrected_turn]
    ranked = sorted(counting, key=lambda each: (-compute_step(each, policy), -each.turn, each.id))
    sides = ([each for each in ranked if each.direction == side][:LIKELY] for side in (1, -1))
    return [each for side in sides for each in side]


def take_position(belief: Belief, best: Iterable[Argument], quotable: Quotable) -> Position:
    """Take a belief with the first on either side whose words may be told."""
    told = [quote_argument(each, belief.topic, quotable) for each in best if each.message in quotable]
    sides = {side: next((each for each in told if each.argument.direction == side), None) for side in (1, -1)}
    return Position(belief, sides[1], sides[-1])


def quote_argument(argument: Argument, topic: str, quotable: Quotable) -> QuotedArgument:
    text, origin, speaker = quotable[argument.message]
    return QuotedArgument(argument, find_telling_sentence(text, f"{argument.insight} {topic}"), origin, speaker)


def find_telling_sentence(text: str, about: str) -> str:
    """Find the sentence of a message that shares most words with what it is about; the first of those alike."""
    wanted = frozenset(words(about))
    sentences = split_sentences(text) or [text]
    best = max(sentences, key=lambda sentence: len(wanted.intersection(words(sentence))))
    return best if len(best) <= _LONGEST else f"{best[:_LONGEST].rsplit(None, 1)[0]} …"
