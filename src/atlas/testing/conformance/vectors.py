"""Vectors as rows: the store keeps them and does not look inside."""

from __future__ import annotations

from atlas.errors import BadInput
from atlas.model.ids import MemoryId
from atlas.ports.store import Store
from atlas.testing.conformance.changes import OTHER, find_listing
from atlas.testing.conformance.common import assert_raises, assert_refused, assert_same
from atlas.testing.samples import AWAY, HOME, SMALL, changed, memory, vector

NAMES = [MemoryId(f"m_{number}") for number in range(3)]


class VectorConformance:
    def test_vectors_come_in_the_order_asked(self, store: Store) -> None:
        self._write_three(store)
        with store.reading(HOME) as reader:
            asked = [NAMES[2], MemoryId("m_9"), NAMES[0], NAMES[2]]
            wanted = [(NAMES[2], vector(1, 2)), (NAMES[0], vector(1, 0)), (NAMES[2], vector(1, 2))]
            assert_same(list(reader.vectors_of(SMALL, iter(asked))), wanted)
            assert_same((list(reader.vectors_of(SMALL, [])), list(reader.vectors_of(OTHER, NAMES))), ([], []))
        with store.reading(AWAY) as reader:
            assert_same(list(reader.vectors_of(SMALL, NAMES)), [])

    def test_a_vector_is_replaced(self, store: Store) -> None:
        self._write_three(store)
        with store.writing(HOME) as writer:
            writer.put_vector(NAMES[0], SMALL, vector(0.5, 0.5))
            assert_same(list(writer.vectors_of(SMALL, NAMES[:1])), [(NAMES[0], vector(0.5, 0.5))])
            assert_same(find_listing(writer, NAMES[0]).vectors, vector(0.5, 0.5))

    def test_a_memory_may_have_a_vector_for_each_passage(self, store: Store) -> None:
        self._write_three(store)
        passages = vector(1, 0) + vector(0, 1) + vector(0.5, 0.5)
        with store.writing(HOME) as writer:
            writer.put_vector(NAMES[0], SMALL, passages)
            assert_same(list(writer.vectors_of(SMALL, NAMES[:1])), [(NAMES[0], passages)])
            assert_same(find_listing(writer, NAMES[0]).vectors, passages)
            assert_same(list(writer.identities()), [(SMALL.key, 3)])

    def test_changed_content_loses_its_vectors(self, store: Store) -> None:
        first = memory("m_1", "tea")
        with store.writing(HOME) as writer:
            writer.put_memory(first, None)
            writer.put_vector(first.id, SMALL, vector(1, 0))
            second = changed(first, uses=3)
            writer.put_memory(second, 1)
            assert_same(len(writer.vectors_of(SMALL, [first.id])), 1)
            writer.put_memory(changed(second, content="Tea"), 2)
            assert_same((list(writer.vectors_of(SMALL, [first.id])), find_listing(writer, "m_1").vectors), ([], None))

    def test_a_vector_needs_its_memory_and_its_size(self, store: Store) -> None:
        assert_refused(store, lambda writer: writer.put_vector(MemoryId("m_9"), SMALL, vector(1, 0)))
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "x"), None)
        for wrong in (b"", b"123", vector(1, 0) + b"1234"):
            with store.writing(HOME) as writer, assert_raises(BadInput):
                writer.put_vector(MemoryId("m_1"), SMALL, wrong)

    def test_vectors_of_an_identity_are_dropped_by_and_by(self, store: Store) -> None:
        """X8: those of an embedder that is no longer used; a follower of that identity learns of it."""
        self._write_three(store)
        with store.writing(AWAY) as writer:
            writer.put_memory(memory("m_0", "x"), None)
            writer.put_vector(NAMES[0], SMALL, vector(1, 0))
        with store.writing(HOME) as writer:
            writer.put_vector(NAMES[1], OTHER, vector(0, 1))
            assert_same(list(writer.identities()), [(SMALL.key, 3), (OTHER.key, 1)])
            before = writer.last_change()
            assert_same([writer.drop_vectors(SMALL.key, 2) for _ in range(3)], [2, 1, 0])
            assert_same(list(writer.identities()), [(OTHER.key, 1)])
            assert_same({change.memory for change in writer.changes(SMALL, before, 9)}, set(NAMES))
            assert_same([find_listing(writer, name).vectors for name in NAMES], [None] * 3)
            assert_same(list(writer.vectors_of(OTHER, NAMES)), [(NAMES[1], vector(0, 1))])
        with store.reading(AWAY) as reader:
            assert_same(list(reader.identities()), [(SMALL.key, 1)])

    def _write_three(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for number, name in enumerate(NAMES):
                writer.put_memory(memory(name, name), None)
                writer.put_vector(name, SMALL, vector(1, number))
