"""Reading how memories of one space are kept, what became of them, the graph and the archive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from atlas.adapters.storage.sql import keeping_codec
from atlas.adapters.storage.sql.filters import pieces
from atlas.adapters.storage.sql.thinking_reader import ThinkingReader
from atlas.model.archive import Archived
from atlas.model.feedback import Feedback
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId, MessageId
from atlas.model.plain_data import instant, instant_text
from atlas.model.retention import Kept, Retained
from atlas.ports.reading import MemoryFilter


class KeepingReader(ThinkingReader):
    def kept(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Kept]:
        names, values = pieces(where, self._lane)
        paging = {"after": after, "limit": limit}
        return keeping_codec.kept_of(self._lane.composed(["kept_where", *names, "in_order_after"], values | paging))

    def retained(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Retained]:
        names, values = pieces(where, self._lane)
        paging = {"after": after, "limit": limit}
        rows = self._lane.composed(["retained_where", *names, "in_order_after"], values | paging)
        return [Retained(seq, instant(at), stability, strength) for seq, at, stability, strength in rows]

    # --- feedback

    def feedback(self, limit: int, memory: MemoryId | None = None) -> Sequence[Feedback]:
        name = "feedback" if memory is None else "feedback_of"
        values = {"limit": limit} if memory is None else {"limit": limit, "memory": memory}
        return [keeping_codec.feedback_of(row) for row in self._lane.rows(name, values)]

    def feedback_after(self, after: int, limit: int) -> Sequence[tuple[int, Feedback]]:
        rows = self._lane.rows("feedback_after", {"after": after, "limit": limit})
        return [(row[0], keeping_codec.feedback_of(row)) for row in rows]

    def ignored(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, int]:
        rows = self._lane.rows("ignored", {"ids": self._lane.list_value(dict.fromkeys(memories))})
        return {MemoryId(str(memory)): int(count) for memory, count in rows}

    def reviewed(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, datetime]:
        rows = self._lane.rows("reviewed", {"ids": self._lane.list_value(dict.fromkeys(memories))})
        return {MemoryId(str(memory)): instant(str(at)) for memory, at in rows}

    # --- the graph

    def edges(self, memories: Iterable[MemoryId]) -> Sequence[Edge]:
        return [
            keeping_codec.edge_of(row) for row in self._lane.rows("edges", {"ids": self._lane.list_value(memories)})
        ]

    def all_edges(self, limit: int, after: str = "") -> Sequence[Edge]:
        rows = self._lane.rows("all_edges", {"after": after, "limit": limit})
        return [keeping_codec.edge_of(row) for row in rows]

    # --- the archive

    def archived(self, messages: Iterable[MessageId]) -> Sequence[Archived]:
        asked = dict.fromkeys(messages)
        rows = self._lane.rows("archived", {"ids": self._lane.list_value(asked)})
        found = {each.message: each for each in map(keeping_codec.archived_of, rows)}
        return [found[id] for id in asked if id in found]

    def archived_before(self, at: datetime, limit: int) -> Sequence[Archived]:
        rows = self._lane.rows("archived_before", {"at": instant_text(at), "limit": limit})
        return [keeping_codec.archived_of(row) for row in rows]
