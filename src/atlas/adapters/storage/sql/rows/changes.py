"""The feed of changes that search indexes follow."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.adapters.storage.sql import codec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.catalogue_row import FeedItem
from atlas.model.recall import EmbedderIdentity


class SqlChangeReader(SqlRows):
    def changes(self, identity: EmbedderIdentity, after: int, limit: int) -> Sequence[FeedItem]:
        values = {"identity": identity.key, "after": after, "limit": limit}
        return codec.changes_of(self._lane.rows("changes", values))

    def last_change(self) -> int:
        return self._number("last_change", {})
