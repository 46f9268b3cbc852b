"""Whether a question was left open: only then another topic may mean that the user gave up (S9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from atlas.language.words import asks
from atlas.model.interaction import Interaction
from atlas.model.signal import Signal, SignalKind
from atlas.signals.interaction_view import ENDS_ASKING, last_reply, user_messages
from atlas.signals.text_parts import SHORT, first_words
from atlas.signals.word_lists import WordLists, has_phrase

_GOOD: Final = frozenset({SignalKind.ACCEPTANCE, SignalKind.THUMBS_UP})
_BAD: Final = frozenset({SignalKind.TASK_FAILURE, SignalKind.TOOL_ERROR, SignalKind.THUMBS_DOWN})


def was_left_open(interaction: Interaction, reports: Iterable[Signal], words: WordLists) -> bool:
    """Tell whether a question had no reply, a failed reply or a brief counter-question; reports decide first.

    A long reply that ends with a question has answered, and is only being polite.
    """
    known = [_classify_report(report) for report in reports if report.about == interaction.id]
    if True in known or False in known:
        return True not in known
    reply = last_reply(interaction)
    if reply is None:
        return any(asks(message.text) for message in user_messages(interaction))
    start = first_words(reply.text, SHORT)
    brief = len(start) >= len(reply.text.rstrip())
    asks_back = brief and asks(reply.text) == ENDS_ASKING and not has_phrase(reply.text, words.more)
    return asks_back or has_phrase(start, words.failures)


def _classify_report(report: Signal) -> bool | None:
    if report.kind is SignalKind.VERIFIED:
        return report.score > 0
    return True if report.kind in _GOOD else False if report.kind in _BAD else None
