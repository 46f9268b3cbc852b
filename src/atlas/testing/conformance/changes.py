"""The feed of changes that an index follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from atlas.model.catalogue_row import FeedItem, Listing
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.ids import MemoryId
from atlas.model.memory import Evidence, Kind, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import EmbedderIdentity
from atlas.ports.reading import Reader
from atlas.ports.store import Store
from atlas.ports.writing import Writer
from atlas.testing.conformance.common import ANY, PORTO, REPLY, assert_same, full_memory
from atlas.testing.samples import (
    AWAY,
    HOME,
    SMALL,
    START,
    changed,
    episode,
    interaction,
    memory,
    quote,
    session,
    tell,
    vector,
)

OTHER = EmbedderIdentity("small", 2, "2")


def read_listings(reader: Reader, identity: EmbedderIdentity = SMALL) -> dict[str, Listing | None]:
    return {change.memory: change.listing for change in reader.changes(identity, 0, 99)}


def find_listing(reader: Reader, id: str) -> Listing:
    found = read_listings(reader)[id]
    if found is None:
        raise AssertionError(f"{id} is not listed")
    return found


def find_changed(store: Store, act: Callable[[Writer], object]) -> list[str]:
    """Find the memories that an act of a writer changes."""
    with store.reading(HOME) as reader:
        before = reader.last_change()
    with store.writing(HOME) as writer:
        act(writer)
    with store.reading(HOME) as reader:
        return sorted(change.memory for change in reader.changes(SMALL, before, 99))


class ChangeConformance:
    def test_a_listing_is_the_memory_as_it_stands(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO)
            writer.put_memory(memory("m_1", "An earlier note"), None)
            full = full_memory(told)
            writer.put_memory(full, None)
            writer.put_vector(full.id, SMALL, vector(1, 0))
        with store.reading(HOME) as reader:
            found = find_listing(reader, full.id)
            (seq,) = (seq for seq, each in reader.select(ANY, 9) if each.id == full.id)
        wanted = Listing(
            memory=full.id,
            seq=seq,
            kind=full.kind,
            status=full.status,
            state=full.state,
            origin=full.origin,
            observed_at=full.observed_at,
            content=full.content,
            referred_at=full.referred_at,
            valid_from=full.valid_from,
            valid_until=full.valid_until,
            conversation=full.conversation,
            session=told.session,
            place=found.place,
            speaker=None,
            role="user",
            subject=USER,
            vectors=vector(1, 0),
        )
        assert_same((found, found.place is not None), (wanted, True))

    def test_of_a_bare_memory_little_is_listed(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "note"), None)
            found = find_listing(writer, "m_1")
            assert_same((found.content, found.place, found.speaker, found.role, found.session), ("note", *[None] * 4))
            assert_same((found.vectors, found.subject, found.conversation, found.referred_at), (None,) * 4)

    def test_a_lesson_is_listed_with_the_question_that_it_belongs_to(self, store: Store) -> None:
        """S7: what is masked of the question leaves the listing, and the vectors that were made of it go (X3)."""
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO).messages[0]
            asked = Evidence(told.id, 0, 15, told.text, told.origin)
            writer.put_memory(replace(memory("m_1", "a lesson"), kind=Kind.LESSON, evidence=(asked,)), None)
            writer.put_memory(replace(memory("m_2", "a fact"), kind=Kind.FACT, evidence=(asked,)), None)
            writer.put_vector(MemoryId("m_1"), SMALL, vector(1, 0))
            listed = [find_listing(writer, id).searched for id in ("m_1", "m_2")]
            writer.mask_evidence(MemoryId("m_1"), told.id, 0, 15, "▇▇▇")
            masked = find_listing(writer, "m_1")
        assert_same(listed, ["I live in Porto\na lesson", "a fact"])
        assert_same((masked.searched, masked.vectors), ("▇▇▇\na lesson", None))

    def test_an_episode_stands_where_its_message_does(self, store: Store) -> None:
        """Places are in the order of what was said, whatever order the messages came in."""
        told = interaction("i_1", PORTO, REPLY)
        first, second = replace(told.messages[0], speaker="Ada"), told.messages[1]
        with store.writing(HOME) as writer:
            writer.add_interaction(replace(told, messages=(second, first)), session(told))
            later = tell(writer, "i_2", ("u_3", "and now", Origin.USER)).messages[0]
            for number, said in enumerate((later, second, first)):
                writer.put_memory(episode(f"m_{number}", said), None)
            found = [find_listing(writer, f"m_{number}") for number in (2, 1, 0)]
        assert_same([each.content for each in found], ["I live in Porto", "Porto is lovely", "and now"])
        assert_same([each.role for each in found], ["user", "assistant", "user"])
        assert_same([each.speaker for each in found], ["Ada", None, None])
        places = [each.place or 0 for each in found]
        assert_same(places, sorted(set(places)))

    def test_what_quotes_stands_where_it_first_quotes(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO, REPLY)
            one, two = (quote(said, "Porto") for said in told.messages)
            fact = memory("m_1", "a city", trust=Origin.ASSISTANT.trust, evidence=(two, one))
            writer.put_memory(fact, None)
            writer.put_memory(episode("m_2", told.messages[1], evidence=(one,)), None)
            assert_same(find_listing(writer, "m_1").role, "assistant")
            assert_same(find_listing(writer, "m_1").place, find_listing(writer, "m_2").place)
            second = changed(fact, evidence=(one,))
            writer.put_memory(second, 1)
            assert_same(find_listing(writer, "m_1").role, "user")
            writer.put_memory(changed(second, evidence=()), 2)
            assert_same((find_listing(writer, "m_1").role, find_listing(writer, "m_1").place), (None, None))

    def test_every_status_is_listed(self, store: Store) -> None:
        """What may be served is for the filter to say."""
        with store.writing(HOME) as writer:
            for status in Status:
                writer.put_memory(memory(f"m_{status}", "x", status=status), None)
            writer.put_memory(memory("m_archived", "x", state=State.ARCHIVED), None)
            assert_same([find_listing(writer, f"m_{status}").status for status in Status], list(Status))
            assert_same(find_listing(writer, "m_archived").state, State.ARCHIVED)

    def test_vectors_of_two_identities_are_never_mixed(self, store: Store) -> None:
        """X8."""
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "tea"), None)
            writer.put_vector(MemoryId("m_1"), SMALL, vector(1, 0))
            writer.put_vector(MemoryId("m_1"), OTHER, vector(0, 1))
            for identity, wanted in ((SMALL, vector(1, 0)), (OTHER, vector(0, 1))):
                assert_same([found.vectors for found in read_listings(writer, identity).values() if found], [wanted])

    def test_a_change_comes_again_with_a_higher_number(self, store: Store) -> None:
        first = memory("m_1", "tea")
        with store.writing(HOME) as writer:
            assert_same((list(writer.changes(SMALL, 0, 9)), writer.last_change()), ([], 0))
            writer.put_memory(first, None)
            writer.put_memory(memory("m_2", "milk"), None)
            assert_same([change.memory for change in writer.changes(SMALL, 0, 9)], ["m_1", "m_2"])
            before = writer.last_change()
            writer.put_memory(changed(first, content="coffee"), 1)
            (again,) = writer.changes(SMALL, before, 9)
            assert_same((again.memory, again.seq > before, again.seq), ("m_1", True, writer.last_change()))
            assert_same([change.memory for change in writer.changes(SMALL, 0, 9)], ["m_2", "m_1"])
            assert_same(find_listing(writer, "m_1").content, "coffee")
            assert_same(list(writer.changes(SMALL, writer.last_change(), 9)), [])

    def test_what_counts_as_a_change(self, store: Store) -> None:
        """X3 leans on it: an index drops what it is told of, and nothing else."""
        with store.writing(HOME) as writer:
            told = interaction("i_1", PORTO, REPLY)
            said = replace(told.messages[0], speaker="Ada")
            told = replace(told, messages=(said, told.messages[1]))
            writer.add_interaction(told, session(told))
            writer.put_memory(episode("m_1", said), None)
            fact = memory("m_2", "a city", evidence=(quote(said, "Porto"),))
            writer.put_memory(fact, None)
            writer.put_memory(memory("m_3", "apart", claim=Claim(USER, "likes", "tea")), None)
        assert_same(find_changed(store, lambda writer: None), [])
        assert_same(find_changed(store, lambda writer: tell(writer, "i_2", ("u_3", "x", Origin.USER))), [])
        assert_same(find_changed(store, lambda writer: writer.put_vector(fact.id, SMALL, vector(1, 0))), ["m_2"])
        assert_same(find_changed(store, lambda writer: writer.put_vector(fact.id, SMALL, vector(0, 1))), ["m_2"])
        assert_same(find_changed(store, lambda writer: writer.put_memory(changed(fact, uses=1), 1)), ["m_2"])
        assert_same("m_1" in find_changed(store, lambda writer: writer.mask_message(said.id, "I live")), True)
        assert_same(
            find_changed(store, lambda writer: writer.mask_message(said.id, "I live", nameless=True)), ["m_1", "m_2"]
        )
        with store.reading(HOME) as reader:
            assert_same([find_listing(reader, name).speaker for name in ("m_1", "m_2")], [None, None])
            assert_same(find_listing(reader, "m_1").content, "I live")
        assert_same(find_changed(store, lambda writer: writer.erase_memory(fact.id, START)), ["m_2"])
        assert_same(find_changed(store, lambda writer: writer.erase_memory(fact.id, START)), [])
        assert_same(find_changed(store, lambda writer: writer.remove_memory(MemoryId("m_3"), 1)), ["m_3"])

    def test_a_message_in_the_place_of_another_is_a_change(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", PORTO).messages[0]
            writer.put_memory(memory("m_1", "a city", evidence=(quote(said, "Porto"),)), None)

        def swap(writer: Writer) -> None:
            writer.erase_message(said.id)
            tell(writer, "i_2", PORTO)

        assert_same(find_changed(store, swap), ["m_1"])

    def test_what_went_is_told(self, store: Store) -> None:
        """A follower that was away must learn of it too."""
        with store.writing(HOME) as writer:
            for name in ("m_1", "m_2", "m_3"):
                writer.put_memory(memory(name, name), None)
                writer.put_vector(MemoryId(name), SMALL, vector(1, 0))
            writer.remove_memory(MemoryId("m_1"), 1)
            last = writer.last_change()
            writer.erase_memory(MemoryId("m_2"), START)
            assert_same([change.listing for change in writer.changes(SMALL, last, 9)], [None])
            wanted = {"m_1": None, "m_2": None, "m_3": find_listing(writer, "m_3")}
            assert_same(read_listings(writer), wanted)
            writer.put_memory(memory("m_1", "again"), None)
            assert_same(find_listing(writer, "m_1").content, "again")

    def test_the_feed_is_read_by_pages(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for number in range(5):
                writer.put_memory(memory(f"m_{number}", "x"), None)
        with store.reading(HOME) as reader:
            seen: list[FeedItem] = []
            while page := reader.changes(SMALL, seen[-1].seq if seen else 0, 2):
                assert_same(len(page) <= 2, True)
                seen += page
            assert_same([change.memory for change in seen], [f"m_{number}" for number in range(5)])
            assert_same(seen[-1].seq, reader.last_change())

    def test_each_space_has_its_own_feed(self, store: Store) -> None:
        """P4."""
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "at home"), None)
            last = writer.last_change()
        with store.writing(AWAY) as writer:
            assert_same((list(writer.changes(SMALL, 0, 9)), writer.last_change()), ([], 0))
            writer.put_memory(memory("m_1", "away"), None)
            assert_same(find_listing(writer, "m_1").content, "away")
        with store.reading(HOME) as reader:
            assert_same((reader.last_change(), find_listing(reader, "m_1").content), (last, "at home"))
