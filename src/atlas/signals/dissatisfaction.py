"""The user's dissatisfaction, scored from a message and the turns before it.

One sign alone says little in an ordinary conversation, and few people complain in words that a list has. So signs are
added up by weights set by hand, and the meaning of the message is weighed with them, fitted for the embedder (`make
bench-displeasure`); where there is no vector, the signs stand alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul
from typing import TYPE_CHECKING, Final

from atlas.language.words import asks
from atlas.signals.content_words import extract_telling_stems
from atlas.signals.interaction_view import ENDS_ASKING
from atlas.signals.policy import SignalPolicy
from atlas.signals.reactions import find_correction, shows_pleasure
from atlas.signals.text_parts import SHORT, first_words, short_or_last_sentence
from atlas.signals.word_lists import WordLists, find_opening_phrase, find_phrases, has_phrase

if TYPE_CHECKING:
    from atlas.signals.interaction_view import Array

_RECENT: Final = 3
"""So many replies back a failure is still felt."""
_SAME: Final = 2
"""Telling words that a message has in common with an earlier one, and is taken to repeat it."""


def score_dissatisfaction(
    signs: Mapping[str, float], policy: SignalPolicy, vector: Sequence[float] | Array | None = None, embedder: str = ""
) -> float:
    """Score from 0 to 1 how likely somebody is displeased."""
    total, meant = add_signs(signs, policy), weigh_meaning(policy, vector, embedder)
    if meant is not None:
        total = policy.displeasure[embedder].signs * total + meant
    return 1.0 / (1.0 + math.exp(-total))


def add_signs(signs: Mapping[str, float], policy: SignalPolicy) -> float:
    """Add up what each sign adds to the odds."""
    weights = policy.discontent
    return sum((weights.get(name, 0.0) * value for name, value in signs.items()), weights.get("rest", 0.0))


def weigh_meaning(policy: SignalPolicy, vector: Sequence[float] | Array | None, embedder: str) -> float | None:
    """Weigh what a message means; None where nothing was fitted to vectors of this embedder."""
    fitted = policy.displeasure.get(embedder)
    if fitted is None or vector is None or len(vector) != len(fitted.vector):
        return None
    return fitted.rest + math.fsum(map(mul, fitted.vector, map(float, vector)))


def measure_signs(
    text: str, replies: Sequence[str], before: Sequence[str], words: WordLists, policy: SignalPolicy
) -> dict[str, float]:
    """Measure the signs in a message, given the earlier replies and user messages, newest last."""
    reply = replies[-1] if replies else ""
    start, end = first_words(reply, SHORT), short_or_last_sentence(reply)
    said = first_words(text)
    negations = find_phrases(said, words.negations)
    refusal = find_opening_phrase(said, words.refusals)
    more = has_phrase(end, words.more)
    agrees = find_opening_phrase(said, words.agreement) is not None
    pleased = shows_pleasure(said, words)
    return {
        "first": float(not replies),
        "complains": float(has_phrase(text, words.dissatisfaction)),
        "corrects": float(bool(replies) and find_correction(text, reply, words, policy) is not None),
        "refuses": float(refusal is not None and not more),
        "wants_no_more": float(refusal is not None and more),
        "denies": float(refusal is None and bool(negations)),
        "wants_other": float(has_phrase(said, words.alternatives)),
        "restates": float(has_phrase(said, words.restatements)),
        "unconfirmed": float(has_phrase(end, words.confirming) and not (agrees or pleased)),
        "failed": float(has_phrase(start, words.failures)),
        "failed_before": float(
            any(has_phrase(first_words(each, SHORT), words.failures) for each in replies[-_RECENT:-1])
        ),
        "succeeded": float(has_phrase(start, words.successes)),
        "repeats": float(_repeats_message(text, before, words)),
        "answers": float(_answers_question(text, end, words)),
        "agrees": float(agrees),
        "pleased": float(pleased),
        "thanks": float(has_phrase(text, words.thanks)),
        "closes": float(has_phrase(said, words.closings)),
    }


def _answers_question(text: str, reply: str, words: WordLists) -> bool:
    """Tell whether the message simply answers the reply's question."""
    asked = asks(reply) == ENDS_ASKING and not has_phrase(reply, words.more) and not has_phrase(reply, words.confirming)
    return (
        asked and not asks(text) and not has_phrase(text, words.negations) and not has_phrase(text, words.alternatives)
    )


def _repeats_message(text: str, before: Sequence[str], words: WordLists) -> bool:
    """Tell whether the message repeats much of an earlier one; some words in common are ordinary."""
    own = extract_telling_stems(text, words)
    return any(len(own & extract_telling_stems(each, words)) >= max(_SAME, len(own) / 2) for each in before)
