"""Ids of rows by their beginning, whatever the row, for whoever types an id by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.rows.base import SqlRows

_LAST_CHARACTER: Final = "\U0010ffff"


class SqlRowIdReader(SqlRows):
    def ids_like(self, prefix: str, limit: int) -> Sequence[str]:
        bounds = {"low": prefix, "high": prefix + _LAST_CHARACTER, "limit": limit}
        return [id for (id,) in self._lane.rows("ids_like", bounds)]
