"""Plain substrings, folded: how messages that mention someone are found, however they spelt it."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.model.interaction import Message
from atlas.model.text import spaced


def mentions(message: Message, words: Sequence[str]) -> bool:
    """Whether its text or speaker contains any of the words; an empty word is in nothing.

    An accent can be written in two ways, and two words stand on two lines: forgetting must find them all the same (X3).
    """
    said = spaced(message.text)
    speaker = spaced(message.speaker or "")
    wanted = (folded for word in words if (folded := spaced(word)))
    return any(word in said or word in speaker for word in wanted)
