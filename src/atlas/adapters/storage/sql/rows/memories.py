"""Memories by id and by filter, and the one way in which their rows are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Final

from atlas.adapters.storage.graph import check_links
from atlas.adapters.storage.sql.column_values import Values
from atlas.adapters.storage.sql.filters import list_pieces, list_pieces_by_kind
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.memory_codec import encode_evidence, encode_links, encode_memory, encode_use
from atlas.adapters.storage.sql.rows.memory_rows import SqlMemoryRows
from atlas.adapters.storage.sql.rows.message_texts import SqlMessageTexts
from atlas.adapters.storage.sql.rows.related_memories import SqlRelatedMemoryReader
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.plain_data import instant_text, parse_instant
from atlas.model.retention import Kept, Retained
from atlas.ports.reading import MemoryCount, MemoryFilter

_SEQ: Final = itemgetter(0)
_KEPT: Final = RowCodec(Kept)
_ORIGINS: Final = {origin.value: origin for origin in Origin}


class SqlMemoryReader(SqlMemoryRows):
    def memory(self, id: MemoryId) -> Memory | None:
        row = self._lane.one("memory", {"id": id})
        return self._memories([row])[0] if row else None

    def memories(self, ids: Iterable[MemoryId]) -> Sequence[Memory]:
        asked = list(ids)
        found = {memory.id: memory for memory in self._found("memories", asked)}
        return [found[id] for id in asked if id in found]

    def select(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[tuple[int, Memory]]:
        names, values = list_pieces(where, self._lane)
        paging = {"after": after, "limit": limit}
        rows = self._lane.composed(["memories_where", *names, "in_order_after"], values | paging)
        return [(row[0], memory) for row, memory in zip(rows, self._memories(rows), strict=True)]

    def read_words(self, ids: Iterable[MemoryId]) -> Mapping[MemoryId, tuple[Origin, str]]:
        rows = self._lane.rows("words_of", {"ids": self._lane.list_value(ids)})
        return {MemoryId(str(id)): (_ORIGINS[origin], str(hashed)) for id, origin, hashed in rows}

    def plain_memories(self, after: int, limit: int) -> Sequence[tuple[int, Values]]:
        rows = self._lane.composed(["memories_where", "in_order_after"], {"after": after, "limit": limit})
        return [(row[0], memory) for row, memory in zip(rows, self._plain_memories(rows), strict=True)]

    def newest_memories(self, where: MemoryFilter, limit: int) -> Sequence[Memory]:
        rows = [
            row
            for names, values in list_pieces_by_kind(where, self._lane)
            for row in self._lane.composed(["memories_where", *names, "newest_first"], values | {"limit": limit})
        ]
        return self._memories(sorted(rows, key=_SEQ, reverse=True)[:limit])

    def counts(self) -> Sequence[MemoryCount]:
        return [
            MemoryCount(Kind(kind), Status(status), State(state), count)
            for kind, status, state, count in self._lane.rows("counts")
        ]

    def kept_rows(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Kept]:
        names, values = list_pieces(where, self._lane)
        paging = {"after": after, "limit": limit}
        return _KEPT.decode_all(self._lane.composed(["kept_where", *names, "in_order_after"], values | paging))

    def retained_rows(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Retained]:
        names, values = list_pieces(where, self._lane)
        paging = {"after": after, "limit": limit}
        rows = self._lane.composed(["retained_where", *names, "in_order_after"], values | paging)
        return [Retained(seq, parse_instant(at), stability, strength) for seq, at, stability, strength in rows]

    def filter_ids(self, where: MemoryFilter, ids: Iterable[MemoryId]) -> frozenset[MemoryId]:
        names, values = list_pieces(where, self._lane)
        rows = self._lane.composed(["ids_where", *names], values | {"ids": self._lane.list_value(ids)})
        return frozenset(id for (id,) in rows)


class SqlMemoryWriter(SqlMemoryReader, SqlRelatedMemoryReader, SqlMessageTexts):
    def put_memory(self, memory: Memory, expected_version: int | None) -> None:
        check_links(memory)
        if memory.state is State.GONE:
            raise Refused(f"The memory {memory.id} can be forgotten, not written as gone.")
        self._check_transcript(memory)
        if expected_version is None and not memory.evidence and not memory.links:
            self._lane.change("add_memory", encode_memory(memory))  # one statement is whole by itself
            return
        with self._lane.whole():
            if expected_version is None:
                self._insert_memory(memory)
            else:
                self._replace_memory(memory, expected_version)

    def put_use(self, memory: Memory, expected_version: int) -> None:
        _check_version(memory, expected_version)
        if not self._lane.change("replace_use", encode_use(memory) | {"expected": expected_version}):
            raise Refused(f"The memory {memory.id} was changed meanwhile.")

    def remove_memory(self, id: MemoryId, expected_version: int) -> None:
        with self._lane.whole():
            if self.linking_to([id]):
                raise Refused(f"Other memories link to {id}.")
            if self._lane.one("memory_seq", {"id": id}) is None:
                raise NotFound(f"There is no memory {id} here.")
            self._drop_what_hangs_on(id)
            if not self._lane.change("remove_memory", {"id": id, "expected": expected_version}):
                raise Refused(f"The memory {id} was changed meanwhile.")

    def erase_memory(self, id: MemoryId, now: datetime) -> None:
        if self._lane.change("erase_memory", {"id": id, "now": instant_text(now)}):
            self._drop_what_hangs_on(id)

    def mask_evidence(self, memory: MemoryId, message: MessageId, start: int, end: int, quote: str) -> None:
        place = {"memory": memory, "message": message, "start": start, "end": end}
        if not self._lane.change("mask_evidence", place | {"quote": quote}):
            raise NotFound(f"The memory {memory} has no evidence there in {message}.")
        self._lane.change("drop_vectors_of", {"memory": memory})

    def _check_transcript(self, memory: Memory) -> None:
        """An episode is its message's whole text; anything else would be a second truth."""
        if memory.transcribes is None:
            return
        text = self._text_of(memory.transcribes)
        if text is None:
            raise Refused(f"The memory {memory.id} transcribes a message that is not there.")
        if text != memory.content:
            raise Refused(f"The memory {memory.id} differs from the message that it transcribes.")

    def _insert_memory(self, memory: Memory) -> None:
        self._lane.change("add_memory", encode_memory(memory))
        self._add_evidence(memory)
        self._add_links(memory)

    def _replace_memory(self, memory: Memory, expected: int) -> None:
        _check_version(memory, expected)
        before = self.memory(memory.id)
        if before is None or not self._lane.change("replace_memory", encode_memory(memory) | {"expected": expected}):
            raise Refused(f"The memory {memory.id} was changed meanwhile.")
        if before.content != memory.content:
            self._lane.change("drop_vectors_of", {"memory": memory.id})
        if before.evidence != memory.evidence:
            self._lane.change("drop_evidence", {"memory": memory.id})
            self._add_evidence(memory)
        if before.links != memory.links:
            self._lane.change("drop_links", {"memory": memory.id})
            self._add_links(memory)

    def _drop_what_hangs_on(self, id: MemoryId) -> None:
        """Feedback and edges go by themselves: the schema sees to it."""
        for name in ("drop_evidence", "drop_links", "drop_vectors_of"):
            self._lane.change(name, {"memory": id})

    def _add_evidence(self, memory: Memory) -> None:
        for values in encode_evidence(memory):
            self._lane.change("add_evidence", values)

    def _add_links(self, memory: Memory) -> None:
        for values in encode_links(memory):
            self._lane.change("add_link", values)


def _check_version(memory: Memory, expected: int) -> None:
    if memory.version <= expected:
        raise BadInput(f"A changed memory needs a higher version than {expected}: {memory.id}.")
