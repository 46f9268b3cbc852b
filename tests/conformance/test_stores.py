"""Every store, one suite."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from atlas.adapters.storage import SqliteStore
from atlas.testing.conformance import StoreConformance
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
