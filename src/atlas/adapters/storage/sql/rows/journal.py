"""The journal: entries in one chain, and the erasing of what their parts say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas.adapters.storage.sql import codec
from atlas.adapters.storage.sql.columns import grouped
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.journal import Entry, RowKind, Tip


class SqlJournalReader(SqlRows):
    def head(self) -> Entry | None:
        row = self._lane.one("head")
        return self._entries([row])[0] if row else None

    def tip(self) -> Tip | None:
        row = self._lane.one("tip")
        return (int(row[0]), str(row[1])) if row else None

    def entry(self, seq: int) -> Entry | None:
        row = self._lane.one("entry", {"seq": seq})
        return self._entries([row])[0] if row else None

    def entries(self, after: int, limit: int) -> Sequence[Entry]:
        return self._entries(self._lane.rows("entries", {"after": after, "limit": limit}))

    def undoings(self) -> Sequence[tuple[int, int]]:
        return [(int(seq), int(cause)) for seq, cause in self._lane.rows("undoings", {})]

    def entries_about(self, kind: RowKind, id: str) -> Sequence[Entry]:
        return self._entries(self._lane.rows("entries_about", {"kind": kind.value, "id": id}))

    def last_entries(self, limit: int) -> Sequence[Entry]:
        return self._entries(self._lane.rows("last_entries", {"limit": limit}))

    def _entries(self, rows: Sequence[Row]) -> Sequence[Entry]:
        if not rows:
            return []
        parts = grouped(self._lane.rows("parts_of", {"seqs": self._lane.list_value(row[0] for row in rows)}))
        return [codec.entry_of(row, [codec.part_of(part) for part in parts.get(row[0], ())]) for row in rows]


class SqlJournalWriter(SqlJournalReader):
    def append(self, entry: Entry) -> None:
        with self._lane.whole():
            self._lane.change("append", codec.entry_values(entry))
            self._lane.change_each("add_part", codec.part_values(entry))

    def erase_parts(self, kind: RowKind, ids: Iterable[str]) -> int:
        self._lane.change("owe_purge", {})
        return self._lane.change("erase_parts", {"kind": kind.value, "ids": self._lane.list_value(ids)})
