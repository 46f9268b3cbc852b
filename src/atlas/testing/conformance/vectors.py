"""Vectors as rows: the store keeps them and does not look inside."""

from __future__ import annotations

from atlas.errors import BadInput
from atlas.model.ids import MemoryId
from atlas.ports.store import Store
from atlas.testing.conformance.changes import OTHER, listing
from atlas.testing.conformance.common import refused, same
from atlas.testing.samples import AWAY, HOME, SMALL, changed, memory, vector

NAMES = [MemoryId(f"m_{number}") for number in range(3)]


class VectorConformance:
    def test_vectors_come_in_the_order_asked(self, store: Store) -> None:
        self._three(store)
        with store.reading(HOME) as reader:
            asked = [NAMES[2], MemoryId("m_9"), NAMES[0], NAMES[2]]
            wanted = [(NAMES[2], vector(1, 2)), (NAMES[0], vector(1, 0)), (NAMES[2], vector(1, 2))]
            same(list(reader.vectors_of(SMALL, iter(asked))), wanted)
            same((list(reader.vectors_of(SMALL, [])), list(reader.vectors_of(OTHER, NAMES))), ([], []))
        with store.reading(AWAY) as reader:
            same(list(reader.vectors_of(SMALL, NAMES)), [])

    def test_a_vector_is_replaced(self, store: Store) -> None:
        self._three(store)
        with store.writing(HOME) as writer:
            writer.put_vector(NAMES[0], SMALL, vector(0.5, 0.5))
            same(list(writer.vectors_of(SMALL, NAMES[:1])), [(NAMES[0], vector(0.5, 0.5))])
            same(listing(writer, NAMES[0]).vectors, vector(0.5, 0.5))

    def test_a_memory_may_have_a_vector_for_each_passage(self, store: Store) -> None:
        self._three(store)
        passages = vector(1, 0) + vector(0, 1) + vector(0.5, 0.5)
        with store.writing(HOME) as writer:
            writer.put_vector(NAMES[0], SMALL, passages)
            same(list(writer.vectors_of(SMALL, NAMES[:1])), [(NAMES[0], passages)])
            same(listing(writer, NAMES[0]).vectors, passages)
            same(list(writer.identities()), [(SMALL.key, 3)])

    def test_changed_content_loses_its_vectors(self, store: Store) -> None:
        first = memory("m_1", "tea")
        with store.writing(HOME) as writer:
            writer.put_memory(first, None)
            writer.put_vector(first.id, SMALL, vector(1, 0))
            second = changed(first, uses=3)
            writer.put_memory(second, 1)
            same(len(writer.vectors_of(SMALL, [first.id])), 1)
            writer.put_memory(changed(second, content="Tea"), 2)
            same((list(writer.vectors_of(SMALL, [first.id])), listing(writer, "m_1").vectors), ([], None))

    def test_a_vector_needs_its_memory_and_its_size(self, store: Store) -> None:
        refused(store, lambda writer: writer.put_vector(MemoryId("m_9"), SMALL, vector(1, 0)))
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "x"), None)
        for wrong in (b"", b"123", vector(1, 0) + b"1234"):
            refused(store, lambda writer, wrong=wrong: writer.put_vector(MemoryId("m_1"), SMALL, wrong), BadInput)  # type: ignore[misc]

    def test_vectors_of_an_identity_are_dropped_by_and_by(self, store: Store) -> None:
        """X8: those of an embedder that is no longer used; a follower of that identity learns of it."""
        self._three(store)
        with store.writing(AWAY) as writer:
            writer.put_memory(memory("m_0", "x"), None)
            writer.put_vector(NAMES[0], SMALL, vector(1, 0))
        with store.writing(HOME) as writer:
            writer.put_vector(NAMES[1], OTHER, vector(0, 1))
            same(list(writer.identities()), [(SMALL.key, 3), (OTHER.key, 1)])
            before = writer.last_change()
            same([writer.drop_vectors(SMALL.key, 2) for _ in range(3)], [2, 1, 0])
            same(list(writer.identities()), [(OTHER.key, 1)])
            same({change.memory for change in writer.changes(SMALL, before, 9)}, set(NAMES))
            same([listing(writer, name).vectors for name in NAMES], [None] * 3)
            same(list(writer.vectors_of(OTHER, NAMES)), [(NAMES[1], vector(0, 1))])
        with store.reading(AWAY) as reader:
            same(list(reader.identities()), [(SMALL.key, 1)])

    def _three(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for number, name in enumerate(NAMES):
                writer.put_memory(memory(name, name), None)
                writer.put_vector(name, SMALL, vector(1, number))
