"""An index over a real store: what the store tells is enough to follow it (X3, P4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from atlas.adapters.index.index import SpaceIndex
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.language.words import words
from atlas.model.ids import MemoryId, SpaceId
from atlas.model.memory import Kind, Status
from atlas.model.origin import Origin
from atlas.ports.index import Probe
from atlas.ports.reading import SERVABLE
from atlas.testing import samples
from atlas.testing.samples import AWAY, HOME, SMALL

SAID = ("I moved to Porto", "Nice, how is it?", "The tea is good and I run by the river", "Porto suits you")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path / "store.atlas")) as store:
        with store.writing(HOME) as writer:
            for at, text in enumerate(SAID):
                told = samples.tell(writer, f"i_{at}", (f"u_{at}", text, Origin.USER), minute=at)
                writer.put_memory(samples.episode(f"m_{at}", told.messages[0]), None)
                writer.put_vector(MemoryId(f"m_{at}"), SMALL, samples.vector(1, at))
            fact = samples.memory("m_fact", "Lives in Porto", evidence=(samples.quote(told.messages[0], "Porto"),))
            writer.put_memory(fact, None)
        yield store


def hits(
    index: SpaceIndex, store: SqliteStore, text: str, *vectors: Sequence[float], space: SpaceId = HOME
) -> list[str]:
    asked = np.array(vectors, dtype=np.float32) if vectors else None
    with store.reading(space) as reader:
        index.follow(reader)
        found = index.search(Probe(tuple(words(text)), asked, SERVABLE, 2))
    return [name for name, hit in zip(found.names, found.hit.tolist(), strict=True) if hit]


@pytest.mark.parametrize("quantise_from", [0, 99])
def test_it_follows_the_store(store: SqliteStore, tmp_path: Path, quantise_from: int) -> None:
    index = SpaceIndex(SMALL, tmp_path / "index", quantise_from=quantise_from, save_from=1)
    assert hits(index, store, "Porto") == ["m_3", "m_fact"]
    assert hits(index, store, "", [1, 2.5]) == ["m_2", "m_3"]
    with store.writing(HOME) as writer:
        writer.put_memory(samples.changed(writer.memories([MemoryId("m_fact")])[0], status=Status.REJECTED), 1)
        writer.put_vector(MemoryId("m_0"), SMALL, samples.vector(1, 2.5))
    assert hits(index, store, "Porto") == ["m_0", "m_3"]
    assert hits(index, store, "", [1, 2.5]) == ["m_0", "m_3"]
    index.save()
    again = SpaceIndex(SMALL, tmp_path / "index", quantise_from=quantise_from, save_from=1)
    assert hits(again, store, "Porto") == ["m_0", "m_3"]
    assert (again.troubles, again.watermark) == ([], index.watermark)


def test_what_it_found_has_its_surroundings(store: SqliteStore) -> None:
    index = SpaceIndex(SMALL)
    with store.reading(HOME) as reader:
        index.follow(reader)
        found = index.search(Probe(tuple(words("live")), None, SERVABLE, 2, reach=1))
    names = list(found.names)
    assert names == ["m_2", "m_3", "m_fact"]
    assert found.fact.tolist() == [False, False, True]
    assert found.home.tolist() == [0, 1, 1]
    assert found.before.tolist() == [-1, 0, -1]
    assert found.candidate.all()


def test_what_was_erased_is_gone(store: SqliteStore, tmp_path: Path) -> None:
    """X3"""
    index = SpaceIndex(SMALL, tmp_path / "index", save_from=1)
    assert hits(index, store, "tea") == ["m_2"]
    index.save()
    with store.writing(HOME) as writer:
        writer.erase_memory(MemoryId("m_2"), samples.START)
    assert hits(index, store, "tea river") == []
    index.purge()
    assert not any(b"m_2" in path.read_bytes() for path in (tmp_path / "index").rglob("*") if path.is_file())
    assert hits(SpaceIndex(SMALL, tmp_path / "index", save_from=1), store, "tea") == []


def test_each_space_has_its_own(store: SqliteStore) -> None:
    """P4"""
    with store.writing(AWAY) as writer:
        writer.put_memory(samples.memory("m_away", "Porto from afar", kind=Kind.RULE), None)
    mine, theirs = SpaceIndex(SMALL), SpaceIndex(SMALL)
    assert hits(mine, store, "Porto") == ["m_3", "m_fact"]
    assert hits(theirs, store, "Porto", space=AWAY) == ["m_away"]
