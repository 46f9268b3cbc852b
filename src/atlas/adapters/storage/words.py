"""Plain substrings, case folded: how messages that mention someone are found."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.model.interaction import Message


def mentions(message: Message, words: Sequence[str]) -> bool:
    """Whether its text or speaker contains any of the words; an empty word is in nothing."""
    said = message.text.casefold()
    speaker = (message.speaker or "").casefold()
    wanted = (word.casefold() for word in words if word)
    return any(word in said or word in speaker for word in wanted)
