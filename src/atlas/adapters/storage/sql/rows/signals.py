"""Signals: what was noticed about a reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import InteractionId
from atlas.model.plain_data import instant_text
from atlas.model.signal import Signal, SignalKind

_SIGNALS: Final = RowCodec(Signal)


class SqlSignalReader(SqlRows):
    def signals(self, about: Iterable[InteractionId]) -> Sequence[Signal]:
        return self._read_all(_SIGNALS, "signals", {"ids": self._lane.list_value(about)})

    def signals_seen_in(self, interactions: Iterable[InteractionId]) -> Sequence[Signal]:
        return self._read_all(_SIGNALS, "signals_seen_in", {"ids": self._lane.list_value(interactions)})

    def signals_since(self, since: datetime, limit: int, kind: SignalKind | None = None) -> Sequence[Signal]:
        values = {"since": instant_text(since), "limit": limit}
        name = "signals_since" if kind is None else "signals_of_kind_since"
        return self._read_all(_SIGNALS, name, values if kind is None else values | {"kind": kind.value})


class SqlSignalWriter(SqlSignalReader):
    def put_signal(self, signal: Signal) -> None:
        self._lane.change("put_signal", _SIGNALS.encode(signal))
