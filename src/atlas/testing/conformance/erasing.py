"""What forgetting leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from atlas.errors import NotFound, Refused
from atlas.language.folding import content_hash
from atlas.model.ids import (
    MemoryId,
    MessageId,
)
from atlas.model.memory import State
from atlas.ports.store import Store
from atlas.testing.conformance.common import ANY, PORTO, REPLY, assert_raises, assert_refused, assert_same, full_memory
from atlas.testing.samples import (
    HOME,
    SMALL,
    START,
    at,
    changed,
    episode,
    ids,
    memory,
    quote,
    tell,
    vector,
)


class ErasingConformance:
    """X3: what is forgotten leaves a tombstone and nothing else."""

    def test_a_tombstone_says_nothing(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO)
            writer.put_memory(memory("m_1", "An earlier note"), None)
            full = full_memory(told)
            writer.put_memory(full, None)
            writer.put_vector(full.id, SMALL, vector(1, 0))
        with store.writing(HOME) as writer:
            writer.erase_memory(full.id, at(9))
            writer.erase_memory(MemoryId("m_9"), at(9))
        nothing: dict[str, Any] = {"content": "", "claim": None, "tags": (), "evidence": (), "links": ()}
        stone = changed(full, state=State.GONE, conversation=None, transcribes=None, **nothing)
        with store.writing(HOME) as writer:
            assert_same(writer.memory(full.id), stone)
            assert_same((writer.vectors_of(SMALL, [full.id]), writer.identities()), ([], []))
            assert_same([change.listing for change in writer.changes(SMALL, 0, 9) if change.memory == full.id], [None])
            assert_same(writer.find_citing([MessageId("u_1")]), [])
            writer.erase_memory(full.id, at(10))
            assert_same(writer.memory(full.id), stone)

    def test_what_was_forgotten_stays_forgotten(self, store: Store) -> None:
        first = memory("m_1", "secret")
        with store.writing(HOME) as writer:
            writer.put_memory(first, None)
            writer.erase_memory(first.id, START)
        assert_refused(store, lambda writer: writer.put_memory(changed(first), 1))
        assert_refused(store, lambda writer: writer.put_memory(replace(first, version=3), 2))
        assert_refused(store, lambda writer: writer.put_vector(first.id, SMALL, vector(1, 0)))

    def test_only_forgetting_makes_a_memory_gone(self, store: Store) -> None:
        """A memory that is gone and still speaks would be no tombstone."""
        assert_refused(store, lambda writer: writer.put_memory(memory("m_1", "still here", state=State.GONE), None))

    def test_a_masked_message_masks_its_episode(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", PORTO).messages[0]
            kept = episode("m_1", said)
            fact = memory("m_2", "a city", evidence=(quote(said, "Porto"), quote(said, "live")))
            writer.put_memory(kept, None)
            writer.put_memory(fact, None)
            writer.put_vector(kept.id, SMALL, vector(1, 0))
            writer.mask_message(said.id, "I live in [name]")
            first = fact.evidence[0]
            writer.mask_evidence(fact.id, said.id, first.start, first.end, "[name]")
            assert_same(writer.message(said.id), replace(said, text="I live in [name]"))
            assert_same(writer.memory(kept.id), replace(kept, content="I live in [name]"))
            assert_same(
                writer.memory(fact.id), replace(fact, evidence=(replace(first, quote="[name]"), fact.evidence[1]))
            )
            assert_same(writer.vectors_of(SMALL, [kept.id]), [])
            listed = [change.listing for change in writer.changes(SMALL, 0, 9) if change.memory == kept.id]
            assert_same([found.content for found in listed if found], ["I live in [name]"])
            assert_same(ids(writer.with_content(content_hash("i live in [name]"))), ["m_1"])
        assert_refused(store, lambda writer: writer.mask_message(MessageId("u_9"), "x"), NotFound)
        assert_refused(store, lambda writer: writer.mask_evidence(fact.id, said.id, 0, 99, "x"), NotFound)

    def test_an_erased_message_takes_an_empty_interaction_with_it(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO, REPLY)
            writer.erase_message(MessageId("u_1"))
            assert_same(writer.interaction(told.id), replace(told, messages=told.messages[1:]))
            writer.erase_message(MessageId("u_2"))
            writer.erase_message(MessageId("u_2"))
            assert_same(writer.interaction(told.id), None)
            assert_same(writer.interaction_count(), 0)

    def test_what_is_quoted_is_not_erased_before_the_quote(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", PORTO).messages[0]
            writer.put_memory(memory("m_1", "a city", evidence=(quote(said, "Porto"),)), None)
            writer.put_memory(episode("m_2", said), None)
        with assert_raises(Refused), store.writing(HOME) as writer:
            writer.erase_message(said.id)
        with store.writing(HOME) as writer:
            assert_same(writer.message(said.id), said)
            writer.erase_message(said.id)
            writer.erase_memory(MemoryId("m_1"), START)
            writer.erase_memory(MemoryId("m_2"), START)
        with store.reading(HOME) as reader:
            assert_same(reader.message(said.id), None)
            assert_same(ids([found for _, found in reader.select(ANY, 9)]), ["m_1", "m_2"])
