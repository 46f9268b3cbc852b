"""Every store, one suite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import Refused
from atlas.ports.store import Store
from atlas.testing.conformance import StoreConformance, order
from atlas.testing.conformance.order import OrderConformance
from atlas.testing.plain_store import PlainStore


class TestSqliteStore(StoreConformance):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SqliteStore]:
        with closing(SqliteStore.open(tmp_path / "store.atlas")) as store:
            yield store


class TestPlainStore(StoreConformance):
    @pytest.fixture
    def store(self) -> PlainStore:
        return PlainStore()


class NoLock:
    def acquire(self, timeout: float) -> bool:
        return timeout > 0

    def release(self) -> None:
        """Nothing was taken."""


@pytest.mark.parametrize(
    "promise",
    [
        OrderConformance.test_a_writer_begins_when_the_one_before_has_ended,
        OrderConformance.test_writers_at_once_make_one_chain,
        OrderConformance.test_who_follows_the_feed_misses_nothing,
    ],
)
def test_a_store_that_lets_two_writers_in_is_caught(
    promise: Callable[[OrderConformance, Store], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """P11: what holds the order is held by the suite."""
    store = PlainStore()
    monkeypatch.setattr(store, "_writing", NoLock())
    monkeypatch.setattr(order, "PAUSE_S", 60)  # they do meet, however busy the machine is
    with pytest.raises((AssertionError, Refused)):
        promise(OrderConformance(), store)
