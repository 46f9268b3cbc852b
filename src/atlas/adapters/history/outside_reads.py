"""What replies of a history have read though no turn of it says so (rule 13 of the trust model).

A search, a file, a picture, a tool whose result was not written down: the next reply in the conversation has the origin
of what was read, so that the conversation counts as one that took in outside text, also where somebody vouches for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from atlas.model.blocks import find_least_trusted, origin_of_content
from atlas.model.history import Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin

MAX_CONVERSATIONS: Final = 100_000
"""That wait for the reply that read something; of more, every reply counts as one."""
_CALLS: Final = frozenset({"tool_use"})
"""A call brings in nothing: its result does."""


class OutsideReads:
    """Of one file, conversation by conversation."""

    def __init__(self) -> None:
        self._read: dict[str, Origin] = {}
        self._everywhere: Origin | None = None

    def note(self, conversation: str, origin: Origin | None) -> None:
        """Something was read there, and its text is nowhere."""
        if origin is None:
            return
        if conversation not in self._read and len(self._read) >= MAX_CONVERSATIONS:
            self._everywhere = find_least_trusted([origin, *([self._everywhere] if self._everywhere else [])])
            return
        self._read[conversation] = find_least_trusted([origin, self._read.get(conversation, origin)]) or origin

    def origin_of_reply(self, conversation: str, role: Role, origin: Origin) -> Origin:
        """Of the turn that comes next. Once a reply bears it, or another turn is of such origin, it is told."""
        if origin is not Origin.IMPORT:
            self._read.pop(conversation, None)
            return origin
        if role is not Role.ASSISTANT:
            return origin
        return self._read.pop(conversation, None) or self._everywhere or origin


def read_unseen(content: object, said: Iterable[Turn | tuple[Role, Origin, str]]) -> Origin | None:
    """What the blocks of a message brought in, where none of the turns that were made of it says so."""
    origins = [each.origin if isinstance(each, Turn) else each[1] for each in said]
    if any(origin is not Origin.IMPORT for origin in origins):
        return None
    blocks = content if isinstance(content, list) else []
    return origin_of_content([each for each in blocks if not _is_call(each)])


def _is_call(block: object) -> bool:
    return isinstance(block, dict) and block.get("type") in _CALLS
