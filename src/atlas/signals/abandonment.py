"""Whether a question was left open: only then another topic may mean that the user gave up (S9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from atlas.language.words import asks
from atlas.model.interaction import Interaction
from atlas.model.signal import Signal, SignalKind
from atlas.signals.interaction_view import ENDS_ASKING, asked, replied
from atlas.signals.text_parts import SHORT, opening
from atlas.signals.word_lists import WordLists, has

_GOOD: Final = frozenset({SignalKind.ACCEPTANCE, SignalKind.THUMBS_UP})
_BAD: Final = frozenset({SignalKind.TASK_FAILURE, SignalKind.TOOL_ERROR, SignalKind.THUMBS_DOWN})


def left_open(interaction: Interaction, reports: Iterable[Signal], words: WordLists) -> bool:
    """A question without a reply, one that could not be done, or a brief one asked back; unless the application knows.

    A long reply that ends with a question has answered, and is only being polite.
    """
    known = [_good(report) for report in reports if report.about == interaction.id]
    if True in known or False in known:
        return True not in known
    reply = replied(interaction)
    if reply is None:
        return any(asks(message.text) for message in asked(interaction))
    start = opening(reply.text, SHORT)
    brief = len(start) >= len(reply.text.rstrip())
    asks_back = brief and asks(reply.text) == ENDS_ASKING and not has(reply.text, words.more)
    return asks_back or has(start, words.failures)


def _good(report: Signal) -> bool | None:
    if report.kind is SignalKind.VERIFIED:
        return report.score > 0
    return True if report.kind in _GOOD else False if report.kind in _BAD else None
