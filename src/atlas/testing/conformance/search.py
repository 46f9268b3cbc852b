"""Text, vectors, and whatever users type."""

from __future__ import annotations

from atlas.errors import BadInput
from atlas.model.ids import (
    MemoryId,
)
from atlas.model.memory import State, Status
from atlas.model.recall import EmbedderIdentity
from atlas.ports.store import SERVABLE, Store
from atlas.testing.conformance.common import refused, same
from atlas.testing.samples import (
    HOME,
    SMALL,
    changed,
    ids,
    memory,
    vector,
)

HOSTILE = (
    '"',
    "' OR 1=1 --",
    "NEAR(a b)",
    "content:zz",
    "zz*",
    "^zz",
    "{zz",
    "zz AND (",
    "-zz",
    "\x00\x01\x7f",
    "a\x00b",
    "\u202e\u200b\ufeff",
    "表ポあA鷗ŒéＢ逍Üßªąñ丂㐀𠀀",
    "🏳️‍🌈👩‍👩‍👧‍👦",
    "%s%n{0}$(touch x)",
    "zz" * 5000,
    "",
    "   ",
    "\ud800",
)
"""A few of what users type; the last one is half a character, which can be looked for and not be kept."""


class SearchConformance:
    def test_any_of_the_terms(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for number, text in enumerate(("green tea", "black coffee", "green coffee mug", "water")):
                writer.put_memory(memory(f"m_{number}", text), None)
            found = writer.search_text(["green", "coffee"], SERVABLE, 10)
            same({id for id, _ in found}, {"m_0", "m_1", "m_2"})
            same(found[0][0], "m_2")
            same([score for _, score in found], sorted((score for _, score in found), reverse=True))
            same(len(writer.search_text(["green", "coffee"], SERVABLE, 2)), 2)
            same(list(writer.search_text([], SERVABLE, 10)), [])

    def test_terms_are_data_never_syntax(self, store: Store) -> None:
        """P4: whatever is asked, nothing is raised, and nothing is found that does not hold the words."""
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "plain words"), None)
            for term in HOSTILE:
                same(list(writer.search_text([term], SERVABLE, 10)), [])
                same([id for id, _ in writer.search_text([term, "plain"], SERVABLE, 10)], ["m_1"])

    def test_any_text_is_kept_as_it_is(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for number, text in enumerate(HOSTILE[:-1]):
                kept = memory(f"m_{number}", text, tags=(text,))
                writer.put_memory(kept, None)
                same(writer.memory(kept.id), kept)

    def test_vectors_are_followed_in_order(self, store: Store) -> None:
        """X8: vectors of two identities are never mixed; a replaced one comes again."""
        other = EmbedderIdentity("small", 2, "2")
        with store.writing(HOME) as writer:
            for name in ("m_1", "m_2"):
                writer.put_memory(memory(name, name), None)
                writer.put_vector(MemoryId(name), SMALL, vector(1, 0))
            writer.put_vector(MemoryId("m_1"), other, vector(0, 1))
            rows = list(writer.vectors(SMALL, 0))
            same([(name, bytes_) for _, name, bytes_ in rows], [("m_1", vector(1, 0)), ("m_2", vector(1, 0))])
            writer.put_vector(MemoryId("m_1"), SMALL, vector(0.5, 0.5))
            ((seq, name, bytes_),) = writer.vectors(SMALL, rows[-1][0])
            same((name, bytes_, seq > rows[-1][0]), ("m_1", vector(0.5, 0.5), True))
            same([name for _, name, _ in writer.vectors(SMALL, 0)], ["m_2", "m_1"])

    def test_memories_that_wait_for_a_vector(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for status in Status:
                writer.put_memory(memory(f"m_{status}", "x", status=status), None)
            writer.put_memory(memory("m_archived", "x", state=State.ARCHIVED), None)
            unwanted = (Status.REJECTED, Status.SENSITIVE)
            waiting = [f"m_{status}" for status in Status if status not in unwanted]
            same(ids(writer.without_vector(SMALL, 50)), waiting)
            writer.put_vector(MemoryId(waiting[0]), SMALL, vector(1, 0))
            same(ids(writer.without_vector(SMALL, 2)), waiting[1:3])

    def test_changed_content_loses_its_vectors(self, store: Store) -> None:
        first = memory("m_1", "tea")
        with store.writing(HOME) as writer:
            writer.put_memory(first, None)
            writer.put_vector(first.id, SMALL, vector(1, 0))
            second = changed(first, uses=3)
            writer.put_memory(second, 1)
            same(len(list(writer.vectors(SMALL, 0))), 1)
            writer.put_memory(changed(second, content="Tea"), 2)
            same(list(writer.vectors(SMALL, 0)), [])

    def test_a_vector_needs_its_memory_and_its_size(self, store: Store) -> None:
        refused(store, lambda writer: writer.put_vector(MemoryId("m_9"), SMALL, vector(1, 0)))
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "x"), None)
        refused(store, lambda writer: writer.put_vector(MemoryId("m_1"), SMALL, b"123"), BadInput)
