"""Quarantines: what a person took out of service, with all that was derived from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import QuarantineId
from atlas.model.quarantine import Quarantine

_QUARANTINES: Final = RowCodec(Quarantine)


class SqlQuarantineReader(SqlRows):
    def quarantines(self) -> Sequence[Quarantine]:
        return self._read_all(_QUARANTINES, "quarantines", {})


class SqlQuarantineWriter(SqlQuarantineReader):
    def put_quarantine(self, quarantine: Quarantine) -> None:
        self._lane.change("put_quarantine", _QUARANTINES.encode(quarantine))

    def remove_quarantine(self, id: QuarantineId) -> None:
        self._lane.change("remove_quarantine", {"id": id})
