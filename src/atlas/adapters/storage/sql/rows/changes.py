"""The feed of changes that search indexes follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.catalogue_row import FeedItem, Listing
from atlas.model.recall import EmbedderIdentity

_LISTINGS: Final = RowCodec(Listing)


class SqlChangeReader(SqlRows):
    def changes(self, identity: EmbedderIdentity, after: int, limit: int) -> Sequence[FeedItem]:
        values = {"identity": identity.key, "after": after, "limit": limit}
        return _decode_changes(self._lane.rows("changes", values))

    def last_change(self) -> int:
        return self._number("last_change", {})


def _decode_changes(rows: Sequence[Row]) -> list[FeedItem]:
    """A memory that was withdrawn has a number and no listing."""
    listings = iter(_LISTINGS.decode_all(row[1:] for row in rows if row[2] is not None))
    return [FeedItem(row[0], row[1], None if row[2] is None else next(listings)) for row in rows]
