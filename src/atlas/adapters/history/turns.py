"""Plain turns: the layout for everything that has no other.

One object a line (or in a list) with `role`, `text` or `content`, and where known `at` or `timestamp`, `conversation`,
`speaker` and `id`. Without a conversation, the file is one. Turns of one conversation stand in their order; others may
stand between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from atlas.adapters.history.fields import ROLES, moment, name, spoken, word
from atlas.adapters.history.naming import Names
from atlas.adapters.history.pieces import gathered
from atlas.adapters.history.rows import Row
from atlas.model.history import Conversation, Item, Skipped, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin


@dataclass(frozen=True, slots=True)
class _Said:
    conversation: str
    turn: Turn

    @property
    def length(self) -> int:
        return len(self.turn.text)

    @property
    def asks(self) -> bool:
        return self.turn.role is Role.USER


def conversations(rows: Iterable[Row | Skipped], file: str) -> Iterator[Item]:
    names = Names()
    lines = (row if isinstance(row, Skipped) else _said(row, file, names) for row in rows)
    for piece in gathered(lines):
        if isinstance(piece, Skipped):
            yield piece
        else:
            yield Conversation(piece[0].conversation, "", tuple(said.turn for said in piece))


def _said(row: Row, file: str, names: Names) -> _Said | Skipped:
    role = ROLES.get((word(row.value, "role") or "").lower())
    if role is None:
        return Skipped(row.where, f"It is not a turn: its role is none of {', '.join(Role)}.")
    content = row.value.get("text") or row.value.get("content")
    text = "\n".join(text for _, text in spoken(content))
    if not text:
        return Skipped(row.where, "It is not a turn: it has no text.")
    origin = Origin.TOOL if role is Role.TOOL else Origin.IMPORT
    at, speaker = moment(row.value, "at", "timestamp"), word(row.value, "speaker")
    conversation = name(row.value, "conversation", "conversation_id") or file
    id = name(row.value, "id") or names.name(conversation, role, at, text, speaker)
    return _Said(conversation, Turn(id, role, origin, text, at, speaker))
