"""Plain turns: the layout for everything that has no other.

One object a line (or in a list) with `role`, `text` or `content`, and where known `at` or `timestamp`, `conversation`,
`speaker` and `id`. Without a conversation, the file is one. Turns of one conversation stand together, in their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from atlas.adapters.history.fields import ROLES, digest, moment, name, spoken, word
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


def conversations(rows: Iterable[Row | Skipped], file: str) -> Iterator[Item]:
    lines = (row if isinstance(row, Skipped) else _said(row, file) for row in rows)
    for piece in gathered(lines):
        if isinstance(piece, Skipped):
            yield piece
        else:
            yield Conversation(piece[0].conversation, "", tuple(_named(piece)))


def _said(row: Row, file: str) -> _Said | Skipped:
    role = ROLES.get((word(row.value, "role") or "").lower())
    if role is None:
        return Skipped(row.where, f"It is not a turn: its role is none of {', '.join(Role)}.")
    content = row.value.get("text") or row.value.get("content")
    text = "\n".join(text for _, text in spoken(content))
    if not text:
        return Skipped(row.where, "It is not a turn: it has no text.")
    origin = Origin.TOOL if role is Role.TOOL else Origin.IMPORT
    at = moment(row.value, "at", "timestamp")
    turn = Turn(name(row.value, "id") or "", role, origin, text, at, word(row.value, "speaker"))
    return _Said(name(row.value, "conversation", "conversation_id") or file, turn)


def _named(piece: list[_Said]) -> Iterator[Turn]:
    """Turns without an id are told from what they say, and the second of two equal ones from being the second."""
    seen: Counter[str] = Counter()
    for said in piece:
        turn = said.turn
        if not turn.id:
            at = turn.at.isoformat() if turn.at else None
            id = digest(said.conversation, turn.role.value, turn.speaker, at, turn.text)
            seen[id] += 1
            turn = replace(turn, id=f"{id}#{seen[id]}" if seen[id] > 1 else id)
        yield turn
