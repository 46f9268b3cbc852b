"""Memories that are read turn after turn are made of their rows once, as long as these are the same (J15)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from atlas.adapters.storage.sql.rows import memory_codec
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.language.text_cache import clear_text_caches
from atlas.model.memory import Memory
from atlas.testing import samples
from atlas.testing.samples import HOME


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path / "store.atlas")) as store:
        yield store


def keep(store: SqliteStore, memory: Memory, version: int | None = None) -> Memory:
    with store.writing(HOME) as writer:
        writer.put_memory(memory, version)
    return memory


def read(store: SqliteStore, memory: Memory) -> Memory:
    with store.reading(HOME) as reader:
        [found] = reader.memories([memory.id])
    return found


def test_a_memory_is_made_once_for_several_transactions(store: SqliteStore) -> None:
    memory = keep(store, samples.memory("m_1", "They like green tea."))
    assert read(store, memory) == memory
    assert read(store, memory) is read(store, memory)


def test_a_memory_that_changed_is_made_anew(store: SqliteStore) -> None:
    memory = keep(store, samples.memory("m_1", "They like green tea."))
    assert read(store, memory) == memory
    stronger = keep(store, replace(memory, strength=0.25, version=memory.version + 1), memory.version)
    assert read(store, memory) == stronger


def test_nothing_of_it_is_left_when_something_is_forgotten(store: SqliteStore) -> None:  # X3
    memory = keep(store, samples.memory("m_1", "They like green tea."))
    read(store, memory)
    clear_text_caches()
    assert memory_codec._decode_kept.cache_info().currsize == 0  # type: ignore[attr-defined]


def test_a_long_text_is_not_kept(store: SqliteStore) -> None:
    memory = keep(store, samples.memory("m_1", "They like green tea. " * 1_000))
    assert read(store, memory) == memory
    assert read(store, memory) is not read(store, memory)
