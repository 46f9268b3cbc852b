"""How dissatisfied the user seems, from everything that can be seen in a message and what came before it.

One sign alone says little in an ordinary conversation, and few people complain in words. So several signs are added up,
by weights that were set by hand and not fitted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from atlas.language.words import asks
from atlas.signals.content_words import telling
from atlas.signals.interaction_view import ENDS_ASKING
from atlas.signals.policy import SignalPolicy
from atlas.signals.reactions import correction, pleases
from atlas.signals.text_parts import SHORT, heart, opening
from atlas.signals.word_lists import WordLists, found, has, opens

_RECENT: Final = 3
"""So many replies back a failure is still felt."""
_SAME: Final = 2
"""Telling words that a message has in common with an earlier one, and is taken to repeat it."""


def discontent(signs: Mapping[str, float], policy: SignalPolicy) -> float:
    """0 to 1; the weights say how much each sign adds to the odds."""
    total = policy.discontent.get("rest", 0.0)
    total += sum(policy.discontent.get(name, 0.0) * value for name, value in signs.items())
    return 1.0 / (1.0 + math.exp(-total))


def signs(
    text: str, replies: Sequence[str], before: Sequence[str], words: WordLists, policy: SignalPolicy
) -> dict[str, float]:
    """What can be seen in a message, given the replies before it and what the user had said, newest last."""
    reply = replies[-1] if replies else ""
    start, end = opening(reply, SHORT), heart(reply)
    said = opening(text)
    negations = found(said, words.negations)
    refusal = opens(said, words.refusals)
    more = has(end, words.more)
    agrees = opens(said, words.agreement) is not None
    pleased = pleases(said, words)
    return {
        "first": float(not replies),
        "complains": float(has(text, words.dissatisfaction)),
        "corrects": float(bool(replies) and correction(text, reply, words, policy) is not None),
        "refuses": float(refusal is not None and not more),
        "wants_no_more": float(refusal is not None and more),
        "denies": float(refusal is None and bool(negations)),
        "wants_other": float(has(said, words.alternatives)),
        "restates": float(has(said, words.restatements)),
        "unconfirmed": float(has(end, words.confirming) and not (agrees or pleased)),
        "failed": float(has(start, words.failures)),
        "failed_before": float(any(has(opening(each, SHORT), words.failures) for each in replies[-_RECENT:-1])),
        "succeeded": float(has(start, words.successes)),
        "repeats": float(_repeats(text, before, words)),
        "answers": float(_answers(text, end, words)),
        "agrees": float(agrees),
        "pleased": float(pleased),
        "thanks": float(has(text, words.thanks)),
        "closes": float(has(said, words.closings)),
    }


def _answers(text: str, reply: str, words: WordLists) -> bool:
    """Whether the message simply gives what the reply asked for."""
    asked = asks(reply) == ENDS_ASKING and not has(reply, words.more) and not has(reply, words.confirming)
    return asked and not asks(text) and not has(text, words.negations) and not has(text, words.alternatives)


def _repeats(text: str, before: Sequence[str], words: WordLists) -> bool:
    """Whether much of it was said before; that two messages have some words in common is ordinary."""
    own = telling(text, words)
    return any(len(own & telling(each, words)) >= max(_SAME, len(own) / 2) for each in before)
