"""What every reader and writer of rows has: the lane of its transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from atlas.adapters.storage.sql.lane import Lane
from atlas.adapters.storage.sql.row_codec import RowCodec

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


class SqlRows:
    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    def _read_one(self, codec: RowCodec[T], name: str, values: Mapping[str, object]) -> T | None:
        row = self._lane.one(name, values)
        return codec.decode(row) if row else None

    def _read_all(self, codec: RowCodec[T], name: str, values: Mapping[str, object] | None = None) -> Sequence[T]:
        return codec.decode_all(self._lane.rows(name, values))

    def _number(self, name: str, values: dict[str, object]) -> int:
        row = self._lane.one(name, values)
        return int(row[0]) if row else 0
