"""Rows as plain data, for whoever carries all of them elsewhere."""

from __future__ import annotations

from typing import Any

from atlas.model.memory import State
from atlas.model.plain_data import to_plain
from atlas.ports.reading import MemoryFilter, Reader
from atlas.ports.store import Store
from atlas.testing.conformance.common import PORTO, assert_same, fill_space, full_memory
from atlas.testing.samples import HOME, job, tell

_ALL = MemoryFilter(states=frozenset(State))


class PlainRowConformance:
    def test_plain_rows_are_the_nouns_as_plain_data(self, store: Store) -> None:
        """X7: whether a noun is made of a row or not, an export says the same."""
        with store.writing(HOME) as writer:
            fill_space(writer)
            writer.put_memory(full_memory(tell(writer, "i_3", ("u_3", *PORTO[1:]))), None)
            writer.add_job(job("j_2", pinned=("after:1", "upto:2"), attempts=2, problem="busy"))
        with store.reading(HOME) as reader:
            assert_same(list(reader.plain_interactions(0, 9)), _plain_pairs(reader.interactions(0, 9)))
            assert_same(list(reader.plain_memories(0, 9)), _plain_pairs(reader.select(_ALL, 9)))
            assert_same(list(reader.plain_entries(0, 9)), [to_plain(each) for each in reader.entries(0, 9)])
            assert_same(list(reader.plain_jobs()), [to_plain(each) for each in reader.jobs(None, 9)])

    def test_plain_rows_go_on_from_a_number(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            fill_space(writer)
        with store.reading(HOME) as reader:
            for first, rest in _split_pages(reader):
                assert_same((len(first), len(rest)), (1, 1))

    def test_what_is_gone_is_a_plain_row_too(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            fill_space(writer)
            [(_, memory), *_] = writer.select(_ALL, 1)
            writer.erase_memory(memory.id, memory.created_at)
            assert_same([each["id"] for _, each in writer.plain_memories(0, 1)], [memory.id])


def _plain_pairs(rows: Any) -> list[tuple[int, Any]]:
    return [(seq, to_plain(row)) for seq, row in rows]


def _split_pages(reader: Reader) -> list[tuple[Any, Any]]:
    """The first page of one row, and the page behind it."""
    reads = (reader.plain_interactions, reader.plain_memories)
    return [(first := read(0, 1), read(first[-1][0], 1)) for read in reads]
