"""Memories, filters, entities."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from atlas.errors import BadInput, NotFound
from atlas.language.folding import content_hash
from atlas.model.claim import Claim
from atlas.model.entity import USER, Entity, EntityId, EntityKind
from atlas.model.ids import (
    MemoryId,
    MessageId,
)
from atlas.model.memory import Kind, Relation, State, Status
from atlas.model.origin import Origin
from atlas.model.verdict import Outcome
from atlas.ports.reading import SERVABLE, MemoryCount, MemoryFilter
from atlas.ports.store import Store
from atlas.testing.conformance.common import ANY, PORTO, REPLY, assert_refused, assert_same, full_memory, make_link
from atlas.testing.samples import (
    HOME,
    SMALL,
    START,
    TALK,
    at,
    changed,
    episode,
    ids,
    judged,
    memory,
    quote,
    serving,
    tell,
    vector,
    wish,
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


class MemoryConformance:
    def test_the_full_memory_fills_every_field(self, store: Store) -> None:
        """What is left at its default would be lost, or left behind by forgetting, unseen."""
        with store.writing(HOME) as writer:
            full = full_memory(tell(writer, "i_1", PORTO))
        empty = [field.name for field in fields(full) if getattr(full, field.name) in (field.default, None, ())]
        assert_same([name for name in empty if name not in {"transcribes", "version"}], [])

    def test_a_memory_comes_back_whole(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO)
            source = memory("m_1", "An earlier note")
            full = full_memory(told)
            writer.put_memory(source, None)
            writer.put_memory(full, None)
            assert_same(writer.memory(full.id), full)
        with store.reading(HOME) as reader:
            assert_same(reader.memory(full.id), full)
            assert_same(list(reader.memories([full.id, MemoryId("m_9"), source.id])), [full, source])
            assert_same(reader.memory(MemoryId("m_9")), None)

    def test_an_episode_is_its_message(self, store: Store) -> None:
        """C3: the transcript is memory too, and there is one truth."""
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO)
            kept = episode("m_1", told.messages[0])
            writer.put_memory(kept, None)
            assert_same(writer.memory(kept.id), kept)
            assert_same(writer.with_content(content_hash("i live in porto")), [kept])
            assert_same(writer.read_words([kept.id]), {kept.id: (kept.origin, content_hash("i live in porto"))})
        assert_refused(store, lambda writer: writer.put_memory(replace(kept, id=MemoryId("m_2"), content="else"), None))
        assert_refused(
            store,
            lambda writer: writer.put_memory(replace(kept, id=MemoryId("m_2"), transcribes=MessageId("u_9")), None),
        )

    def test_a_change_needs_the_version_it_was_made_from(self, store: Store) -> None:
        """T13: facts written meanwhile survive."""
        first = memory("m_1", "tea")
        second = changed(first, content="coffee", uses=1)
        with store.writing(HOME) as writer:
            writer.put_memory(first, None)
            writer.put_memory(second, 1)
        assert_refused(store, lambda writer: writer.put_memory(changed(first, content="milk"), 1))
        assert_refused(store, lambda writer: writer.put_memory(first, None))
        assert_refused(store, lambda writer: writer.put_memory(changed(memory("m_9", "x")), 1))
        assert_refused(store, lambda writer: writer.put_memory(second, 2), BadInput)
        with store.reading(HOME) as reader:
            assert_same(reader.memory(first.id), second)
            assert_same(len(reader.select(ANY, 10)), 1)

    def test_a_change_replaces_evidence_and_links(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", PORTO).messages[0]
            writer.put_memory(memory("m_1", "lives somewhere"), None)
            first = memory("m_2", "porto", evidence=(quote(said, "Porto"),), links=(make_link("m_1"),))
            writer.put_memory(first, None)
            second = changed(first, content="lisbon", evidence=(quote(said, "live"),), links=())
            writer.put_memory(second, 1)
            assert_same(writer.memory(first.id), second)
            assert_same(writer.linking_to([MemoryId("m_1")]), [])
            assert_same((writer.with_content(content_hash("porto")), writer.memories([first.id])), ([], [second]))

    def test_an_insertion_can_be_withdrawn(self, store: Store) -> None:
        """C2: undo restores what was before, and before there was nothing."""
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", PORTO).messages[0]
            first = memory("m_1", "porto", evidence=(quote(said, "Porto"),))
            writer.put_memory(first, None)
            writer.put_memory(memory("m_2", "leans on it", links=(make_link("m_1"),)), None)
            writer.put_vector(first.id, SMALL, vector(1, 0))
        assert_refused(store, lambda writer: writer.remove_memory(first.id, 1))
        assert_refused(store, lambda writer: writer.remove_memory(MemoryId("m_2"), 9))
        assert_refused(store, lambda writer: writer.remove_memory(MemoryId("m_9"), 1), NotFound)
        with store.writing(HOME) as writer:
            ((seq, _), *_rest) = writer.select(ANY, 9)
            writer.remove_memory(MemoryId("m_2"), 1)
            writer.remove_memory(first.id, 1)
            assert_same((writer.memory(first.id), writer.find_citing([said.id]), writer.identities()), (None, [], []))
            assert_same((writer.with_content(content_hash("porto")), writer.vectors_of(SMALL, [first.id])), ([], []))
            writer.put_memory(first, None)
            ((later, again),) = writer.select(ANY, 9)
            assert_same((again, later > seq), (first, True))
            writer.erase_memory(first.id, START)
        assert_refused(store, lambda writer: writer.remove_memory(first.id, 2))

    def test_filters(self, store: Store) -> None:
        cases = _write_differing(store)
        with store.reading(HOME) as reader:
            everyone = [MemoryId(f"m_{number}") for number in range(9)]
            for where, wanted in cases:
                assert_same(ids([found for _, found in reader.select(where, 50)]), wanted)
                assert_same(ids(reader.newest_memories(where, 50)), wanted[::-1])
                assert_same(reader.filter_ids(where, everyone), frozenset(wanted))

    def test_paging(self, store: Store) -> None:
        _write_differing(store)
        with store.reading(HOME) as reader:
            seen: list[str] = []
            after = 0
            while page := reader.select(ANY, 2, after):
                after = page[-1][0]
                seen += ids([found for _, found in page])
            assert_same(seen, [f"m_{number}" for number in range(8)])
            assert_same(ids(reader.newest_memories(ANY, 3)), ["m_7", "m_6", "m_5"])

    def test_counts(self, store: Store) -> None:
        """T18."""
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "one"), None)
            writer.put_memory(memory("m_2", "two"), None)
            writer.put_memory(memory("m_3", "three", status=Status.REJECTED, kind=Kind.RULE), None)
            wanted = {
                MemoryCount(Kind.FACT, Status.APPROVED, State.ACTIVE, 2),
                MemoryCount(Kind.RULE, Status.REJECTED, State.ACTIVE, 1),
            }
            assert_same(set(writer.counts()), wanted)

    def test_rivals_meet_in_one_slot(self, store: Store) -> None:
        """T16: contradiction stands on claims."""
        with store.writing(HOME) as writer:
            for number, claim in enumerate((("lives_in", "Porto"), ("lives_in", "Rome"), ("likes", "tea"))):
                writer.put_memory(memory(f"m_{number}", claim[1], claim=Claim(USER, *claim)), None)
            assert_same(ids(writer.in_slot(USER, "lives_in")), ["m_0", "m_1"])
            assert_same(ids(writer.in_slot(EntityId("person:ada"), "lives_in")), [])
            writer.erase_memory(MemoryId("m_0"), START)
            assert_same(ids(writer.in_slot(USER, "lives_in")), ["m_1"])

    def test_content_is_known_again(self, store: Store) -> None:
        """C2: rejected content is not proposed again."""
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "Likes  TEA.", status=Status.REJECTED), None)
            assert_same(ids(writer.with_content(content_hash("likes tea"))), ["m_1"])
            writer.erase_memory(MemoryId("m_1"), START)
            assert_same(writer.with_content(content_hash("likes tea")), [])

    def test_what_stands_on_what(self, store: Store) -> None:
        """X3: forgetting finds everything derived."""
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO, REPLY)
            writer.put_memory(episode("m_1", told.messages[0]), None)
            writer.put_memory(memory("m_2", "lives in Porto", evidence=(quote(told.messages[0], "Porto"),)), None)
            writer.put_memory(
                memory("m_3", "moved", links=(make_link("m_2"), make_link("m_1", Relation.SUPPORTS))), None
            )
            assert_same(ids(writer.find_citing([MessageId("u_1")])), ["m_1", "m_2"])
            assert_same(ids(writer.find_citing([MessageId("u_2")])), [])
            assert_same(ids(writer.linking_to([MemoryId("m_1"), MemoryId("m_2")])), ["m_3"])
            assert_same(ids(writer.linking_to([])), [])

    def test_what_was_withdrawn_in_a_conversation(self, store: Store) -> None:
        """C1: what may not be told is known by the conversation it was told in."""
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO)
            for number, status in enumerate(Status):
                fact = memory(f"m_{number}", status.value, status=status, conversation=told.conversation)
                writer.put_memory(fact, None)
            writer.put_memory(replace(episode("m_said", told.messages[0]), status=Status.REJECTED), None)
            writer.put_memory(memory("m_elsewhere", "x", status=Status.REJECTED), None)
            out = (Status.REJECTED, Status.SENSITIVE, Status.SUPERSEDED)
            wanted = [f"m_{number}" for number, status in enumerate(Status) if status in out]
            assert_same(ids(writer.find_withdrawn([told.conversation])), wanted)
            writer.erase_memory(MemoryId(wanted[0]), START)
            assert_same(ids(writer.find_withdrawn([told.conversation])), wanted[1:])
            assert_same(ids(writer.find_withdrawn([])), [])

    def test_the_values_of_what_was_withdrawn(self, store: Store) -> None:
        """C5: what is sensitive comes first, then the newest."""
        with store.writing(HOME) as writer:
            for number, status in enumerate(Status):
                claim = Claim(EntityId("user"), "lives_in", f"City {number}")
                writer.put_memory(memory(f"m_{number}", status.value, status=status, claim=claim), None)
            writer.put_memory(memory("m_unclaimed", "x", status=Status.REJECTED), None)
            order = [Status.SENSITIVE, Status.SUPERSEDED, Status.REJECTED]
            numbers = [list(Status).index(status) for status in order]
            wanted = [(f"m_{number}", f"City {number}") for number in numbers]
            assert_same(writer.withdrawn_values(10), wanted)
            assert_same(writer.withdrawn_values(2), wanted[:2])
            writer.erase_memory(MemoryId(wanted[0][0]), START)
            assert_same(writer.withdrawn_values(10), wanted[1:])

    def test_ids_by_their_beginning(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            tell(writer, "i_1", PORTO)
            writer.put_memory(memory("m_ab", "x"), None)
            writer.put_memory(memory("m_ac", "x"), None)
            writer.add_serving(serving("c_1"))
            writer.put_judged(judged("p_held", wish("x")))
            writer.put_judged(judged("p_no", wish("x"), Outcome.REFUSED))
            for prefix, wanted in (
                ("m_", ["m_ab", "m_ac"]),
                ("m_ab", ["m_ab"]),
                ("", ["c_1", "i_1", "m_ab", "m_ac", "p_held", "u_1"]),
                ("%", []),
                ("m%", []),
            ):
                assert_same(list(writer.ids_like(prefix, 10)), wanted)
            assert_same(list(writer.ids_like("m_", 1)), ["m_ab"])

    def test_entities(self, store: Store) -> None:
        maria = Entity(EntityId("person:maria"), EntityKind.PERSON, ("Maria", "Mia"))
        with store.writing(HOME) as writer:
            writer.put_entity(maria)
            writer.put_entity(Entity(USER, EntityKind.PERSON))
            assert_same(writer.entity(maria.id), maria)
            renamed = replace(maria, names=("Maria Silva",))
            writer.put_entity(renamed)
            assert_same(list(writer.entities()), [renamed, Entity(USER, EntityKind.PERSON)])
            writer.erase_entity(maria.id)
            writer.erase_entity(maria.id)
            assert_same(writer.entity(maria.id), None)
            writer.put_entity(maria)
            writer.remove_entity(maria.id)
            assert_same(writer.entity(maria.id), None)

    def test_any_text_is_kept_as_it_is(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for number, text in enumerate(HOSTILE[:-1]):
                kept = memory(f"m_{number}", text, tags=(text,))
                writer.put_memory(kept, None)
                assert_same(writer.memory(kept.id), kept)

    def test_what_cannot_be_stored_is_said(self, store: Store) -> None:
        """Half a character is refused, whatever it stands in; so is what is not a number."""
        half = "half \ud83d of a smile"
        assert_refused(store, lambda writer: writer.put_memory(memory("m_1", half), None), BadInput)
        assert_refused(store, lambda writer: writer.put_memory(memory("m_1", "x", tags=(half,)), None), BadInput)
        assert_refused(store, lambda writer: tell(writer, "i_1", ("u_1", half, Origin.USER)), BadInput)
        assert_refused(store, lambda writer: writer.put_judged(judged("p_1", wish(half))), BadInput)
        assert_refused(
            store, lambda writer: writer.put_memory(memory("m_1", "x", confidence=float("nan")), None), BadInput
        )
        with store.reading(HOME) as reader:
            assert_same(list(reader.ids_like("", 10)), [])


def _write_differing(store: Store) -> list[tuple[MemoryFilter, list[str]]]:
    """Write eight memories that differ in one field each; return which of them each filter lets through."""
    ada = EntityId("person:ada")
    differing: list[dict[str, Any]] = [
        {},
        {"status": Status.NEEDS_REVIEW},
        {"state": State.ARCHIVED},
        {"kind": Kind.RULE},
        {"origin": Origin.WEB},
        {"conversation": TALK, "claim": Claim(ada, "likes", "tea")},
        {"valid_from": at(10), "valid_until": at(20)},
        {"observed_at": at(99)},
    ]
    with store.writing(HOME) as writer:
        for number, fields in enumerate(differing):
            writer.put_memory(memory(f"m_{number}", f"common {number}", **fields), None)

    def but(*numbers: int) -> list[str]:
        return [f"m_{number}" for number in range(8) if number not in (2, *numbers)]

    return [
        (MemoryFilter(), but()),
        (ANY, [f"m_{number}" for number in range(8)]),
        (SERVABLE, but(1)),
        (MemoryFilter(states=frozenset({State.ARCHIVED})), ["m_2"]),
        (MemoryFilter(kinds=frozenset({Kind.RULE, Kind.LESSON})), ["m_3"]),
        (MemoryFilter(origins=frozenset({Origin.WEB})), ["m_4"]),
        (MemoryFilter(conversation=TALK), ["m_5"]),
        (MemoryFilter(subject=ada), ["m_5"]),
        (MemoryFilter(subject=ada, kinds=frozenset({Kind.RULE})), []),
        (MemoryFilter(valid_at=at(5)), but(6)),
        (MemoryFilter(valid_at=at(10)), but()),
        (MemoryFilter(valid_at=at(20)), but(6)),
        (MemoryFilter(observed_before=at(99)), but(7)),
        (MemoryFilter(observed_after=at(1)), ["m_7"]),
        (MemoryFilter(observed_after=at(99)), ["m_7"]),
        (MemoryFilter(observed_after=at(100)), []),
        (MemoryFilter(observed_after=START, observed_before=at(99)), but(7)),
    ]
