"""Names for turns that have none of their own: the same in every reading, and another for every turn (X7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from atlas.adapters.history.fields import make_digest
from atlas.model.interaction import Role

MAX_CONVERSATIONS: Final = 100_000
"""Of one file, each with a count of its own; all further ones share one."""


@dataclass(slots=True)
class _Count:
    latest: datetime | None = None
    number: int = 0

    def next(self, at: datetime | None) -> int:
        if at and (self.latest is None or at > self.latest):
            self.latest, self.number = at, 0
        self.number += 1
        return self.number


class Names:
    """Of one file. A turn is named by the latest time that was told so far, and by its number since then.

    So two turns that say the same are two, and names stay when more is appended. Words are part of a name only where
    no time was told: without them, another file called the same would count as here already. With them, whoever has the
    name of what was forgotten can test a guess at its words (X3).
    """

    def __init__(self) -> None:
        self._counts: dict[str, _Count] = {}
        self._others = _Count()

    def name(self, conversation: str, role: Role, at: datetime | None, text: str, speaker: str | None = None) -> str:
        count = self._count(make_digest(conversation))
        number = str(count.next(at))
        if count.latest is None:
            return make_digest(number, role.value, speaker, text)
        return make_digest(number, role.value, speaker, count.latest.isoformat(), at.isoformat() if at else None)

    def _count(self, conversation: str) -> _Count:
        if conversation not in self._counts and len(self._counts) >= MAX_CONVERSATIONS:
            return self._others
        return self._counts.setdefault(conversation, _Count())
