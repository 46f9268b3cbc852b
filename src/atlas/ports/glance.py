"""The store as a hook sees it: few rows of few columns, and no transaction that anything else hangs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

Row = tuple[Any, ...]


class Glance(Protocol):
    def servable(self, now: str, limit: int, *, learned: bool = False, elsewhere: str = "") -> Sequence[Row]:
        """The newest of what may be served (C1, C3): number, id, text, kind, origin, when it was observed, what day it
        speaks of, which message it is, how important. `learned` leaves out what was said word for word,
        `elsewhere` what comes from this conversation."""
        ...

    def evidence(self, memories: Sequence[str]) -> Sequence[Row]:
        """Memory, message, start, end, quote, origin; in order."""
        ...

    def shown(self, conversation: str, limit: int) -> frozenset[str]:
        """What stood in the last contexts of a conversation: memories, and the messages that they stand on."""
        ...

    def note(self, serving: dict[str, object], items: Sequence[dict[str, object]]) -> None:
        """Write down what was shown, all of it or nothing."""
        ...
