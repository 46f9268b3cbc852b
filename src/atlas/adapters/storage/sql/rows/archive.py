"""The archive: whole texts of messages that have a gist in their place (T12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.archive import check_archived, check_gist, sha256_of
from atlas.adapters.storage.sql.column_values import report_damage
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.adapters.storage.sql.rows.message_texts import SqlMessageTexts
from atlas.errors import NotFound, Refused
from atlas.model.archive import Archived
from atlas.model.ids import MessageId
from atlas.model.plain_data import instant_text

_ARCHIVED: Final = RowCodec(Archived)


class SqlArchiveReader(SqlRows):
    def archived_texts(self, messages: Iterable[MessageId]) -> Sequence[Archived]:
        asked = dict.fromkeys(messages)
        rows = self._lane.rows("archived", {"ids": self._lane.list_value(asked)})
        found = {each.message: each for each in map(_decode_archived, rows)}
        return [found[id] for id in asked if id in found]

    def archived_before(self, at: datetime, limit: int) -> Sequence[Archived]:
        rows = self._lane.rows("archived_before", {"at": instant_text(at), "limit": limit})
        return [_decode_archived(row) for row in rows]


class SqlArchiveWriter(SqlArchiveReader, SqlMessageTexts):
    def shorten_message(self, id: MessageId, gist: str, now: datetime) -> None:
        """Write-ahead: a text that does not come back as it went is never replaced."""
        with self._lane.whole():
            text = self._text_of(id)
            if text is None:
                raise NotFound(f"There is no message {id} here.")
            self._check_whole(id)
            check_gist(id, text, gist)
            stored = {"id": id, "text": text, "sha256": sha256_of(text), "now": instant_text(now)}
            self._lane.change("add_archived", stored)
            self.archived_texts([id])
            self._retell(id, gist)

    def restore_message(self, id: MessageId) -> None:
        with self._lane.whole():
            found = self.archived_texts([id])
            if not found:
                raise Refused(f"There is no whole text of {id} to restore.")
            self._lane.change("drop_archived", {"id": id})
            self._retell(id, found[0].text)

    def touch_archived(self, id: MessageId, now: datetime) -> None:
        self._lane.change("touch_archived", {"id": id, "now": instant_text(now)})

    def drop_archived(self, id: MessageId) -> None:
        with self._lane.whole():
            if self._lane.change("drop_archived", {"id": id}):
                for memory in self._episodes_of(id):
                    self._lane.change("drop_vectors_of", {"memory": memory})
                self._lane.change("owe_purge", {})


@report_damage
def _decode_archived(row: Row) -> Archived:
    return check_archived(_ARCHIVED.decode(row))
