"""Plain turns: the layout for everything that has no other.

One object a line (or in a list) with `role`, `text` or `content`, and where known `at` or `timestamp`, `conversation`,
`speaker` and `id`. Without a conversation, the file is one. Turns of one conversation stand in their order; others may
stand between them. Where content is blocks, what a tool gave back is a turn of its own: it is nobody's word, whoever's
turn it stands in (X1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from atlas.adapters.history.conversation_parts import Spoken, gather_conversations
from atlas.adapters.history.fields import ROLES, name, read_moment, spoken, word
from atlas.adapters.history.naming import Names
from atlas.adapters.history.outside_reads import OutsideReads, read_unseen
from atlas.adapters.history.rows import Row, unbroken
from atlas.model.history import Conversation, Item, Skipped, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin

_ORIGINS: Final = {Role.TOOL: Origin.TOOL}


def read_conversations(rows: Iterable[Row | Skipped], file: str) -> Iterator[Item]:
    for piece in gather_conversations(unbroken(_read_lines(rows, file))):
        if isinstance(piece, Skipped):
            yield piece
        else:
            yield Conversation(piece[0].conversation, "", tuple(said.turn for said in piece))


def _read_lines(rows: Iterable[Row | Skipped], file: str) -> Iterator[Spoken | Skipped]:
    names, reads = Names(), OutsideReads()
    for row in rows:
        yield from [row] if isinstance(row, Skipped) else _read_spoken(row, file, names, reads)


def _read_spoken(row: Row, file: str, names: Names, reads: OutsideReads) -> Iterator[Spoken | Skipped]:
    role = ROLES.get((word(row.value, "role") or "").lower())
    if role is None:
        yield Skipped(row.where, f"It is not a turn: its role is none of {', '.join(Role)}.")
        return
    texts = list(spoken(row.value.get("text") or row.value.get("content")))
    if not texts:
        yield Skipped(row.where, "It is not a turn: it has no text.")
    conversation = name(row.value, "conversation", "conversation_id") or file
    own, at = name(row.value, "id"), read_moment(row.value, "at", "timestamp")
    tools = [(Role.TOOL, Origin.TOOL, text) for is_tool, text in texts if is_tool or role is Role.TOOL]
    reads.note(conversation, read_unseen(row.value.get("content"), tools))
    for number, (is_tool, text) in enumerate(texts):
        said_by = Role.TOOL if is_tool else role
        speaker = word(row.value, "speaker") if said_by is role else None
        id = (f"{own}#{number}" if number else own) if own else names.name(conversation, said_by, at, text, speaker)
        origin = reads.origin_of_reply(conversation, said_by, _ORIGINS.get(said_by, Origin.IMPORT))
        yield Spoken(conversation, Turn(id, said_by, origin, text, at, speaker))
