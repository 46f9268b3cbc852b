"""The journal: entries in one chain, and the erasing of what their parts say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.sql.column_values import Values, group_nouns
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.journal import Entry, Part, RowKind, Tip
from atlas.model.plain_data import instant_text
from atlas.ports.rows.journal import LATEST_ENTRIES

_ENTRIES: Final = RowCodec(Entry, "parts")
_PARTS: Final = RowCodec(Part)


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

    def plain_entries(self, after: int, limit: int) -> Sequence[Values]:
        rows = self._lane.rows("entries", {"after": after, "limit": limit})
        found = self._lane.rows("parts_of", {"seqs": self._lane.list_value(row[0] for row in rows)}) if rows else ()
        parts = group_nouns(found, _PARTS.decode_plain([row[1:] for row in found]))
        return _ENTRIES.decode_plain([(*row, parts.get(row[0], [])) for row in rows])

    def undoings(self) -> Sequence[tuple[int, int]]:
        return [(int(seq), int(cause)) for seq, cause in self._lane.rows("undoings", {})]

    def parts_decided(self, since: datetime) -> Sequence[tuple[int, RowKind, str]]:
        tip = self.tip()
        after = tip[0] - LATEST_ENTRIES if tip else 0
        rows = self._lane.rows("parts_decided", {"since": instant_text(since), "after": after})
        return [(int(seq), RowKind(kind), str(id)) for seq, kind, id in rows]

    def entries_about(self, kind: RowKind, id: str) -> Sequence[Entry]:
        return self._entries(self._lane.rows("entries_about", {"kind": kind.value, "id": id}))

    def first_entry_count(self, kind: RowKind) -> int:
        [(count,)] = self._lane.rows("first_entry_count", {"kind": kind.value})
        return int(count)

    def last_entries(self, limit: int) -> Sequence[Entry]:
        return self._entries(self._lane.rows("last_entries", {"limit": limit}))

    def _entries(self, rows: Sequence[Row]) -> Sequence[Entry]:
        if not rows:
            return []
        seqs = self._lane.list_value(row[0] for row in rows)
        parts = _PARTS.decode_groups(self._lane.rows("parts_of", {"seqs": seqs}))
        return _ENTRIES.decode_all((*row, parts.get(row[0], ())) for row in rows)


class SqlJournalWriter(SqlJournalReader):
    def append(self, entry: Entry) -> None:
        with self._lane.whole():
            self._lane.change("append", _ENTRIES.encode(entry))
            self._lane.change_each("add_part", _encode_parts(entry))

    def erase_parts(self, kind: RowKind, ids: Iterable[str]) -> int:
        self._lane.change("owe_purge", {})
        return self._lane.change("erase_parts", {"kind": kind.value, "ids": self._lane.list_value(ids)})


def _encode_parts(entry: Entry) -> Iterator[Values]:
    for ordinal, part in enumerate(entry.parts):
        yield {"seq": entry.seq, "ordinal": ordinal, **_PARTS.encode(part)}
