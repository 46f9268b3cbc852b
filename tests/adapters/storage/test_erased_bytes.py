"""P3, X3: what was erased and purged is in no byte of any file."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import StoreTrouble
from atlas.model.claim import Claim
from atlas.model.entity import USER, Entity, EntityId, EntityKind
from atlas.model.ids import MemoryId, MessageId, ProposalId, ServingId
from atlas.model.interaction import Message
from atlas.model.journal import Change, RowKind
from atlas.model.memory import Link, Memory, Relation
from atlas.model.origin import Origin
from atlas.model.plain_data import to_plain
from atlas.ports.writing import Writer
from atlas.testing import samples
from atlas.testing.samples import HOME, SMALL, START

CANARIES = 120
FILES = ("", "-wal", "-shm", "-journal")


def bytes_of(path: Path) -> bytes:
    return b"".join(part.read_bytes() for suffix in FILES if (part := Path(f"{path}{suffix}")).exists())


class Canaries:
    """Made-up words, each put into every row that can hold text."""

    def __init__(self, seed: int, count: int) -> None:
        self.random = random.Random(seed)
        self.words = ["".join(self.random.choices("bcdfghjkmnpqrstvwxz0123456789", k=16)) for _ in range(count)]

    def text(self, word: str, size: int) -> str:
        """The word among others; its size decides whether it fits its page or spills over several."""
        filler = " ".join(self.random.choices(("river", "stone", "cloud", "amber", "window"), k=size))
        return f"{filler} {word} {filler}"

    def found_in(self, data: bytes) -> list[str]:
        """In any case, and the tails too: an index could keep a word without the beginning it shares with another."""
        lower = data.lower()
        return [word for word in self.words if word[5:].encode() in lower]


def plant(writer: Writer, number: int, text: str, word: str) -> None:
    said = samples.tell(writer, f"i_{number}", (f"u_{number}", text, Origin.USER)).messages[0]
    writer.put_memory(samples.episode(f"e_{number}", said), None)
    fact = _fact(number, text, word, said)
    writer.put_memory(fact, None)
    writer.put_vector(fact.id, SMALL, word.encode()[:8])
    writer.put_entity(Entity(EntityId(f"person:{word}"), EntityKind.PERSON, (word,)))
    writer.put_judged(samples.judged(f"p_{number}", samples.wish(text, samples.quote(said, word)), memory=fact.id))
    writer.add_serving(samples.serving(f"c_{number}", fact.id, query=text))
    _think_of(writer, number, text, word)
    changes = [
        Change(RowKind.MESSAGE, said.id, None, to_plain(said), by_row=True),
        Change(RowKind.MEMORY, fact.id, None, to_plain(fact)),
        samples.note(text, f"n_{number}"),
    ]
    if number % 2:
        changes.append(_shorten(writer, said, word))
    writer.append(samples.entry(writer.head(), *changes))


def _shorten(writer: Writer, said: Message, word: str) -> Change:
    """Every other message, so that whole texts stand in both places."""
    writer.shorten_message(said.id, word, START)
    return Change(RowKind.GIST, said.id, None, {"gist": word})


def _think_of(writer: Writer, number: int, text: str, word: str) -> None:
    """Of a message and its interaction, in everything that can hold words about it."""
    said, told = f"u_{number}", f"i_{number}"
    writer.put_signal(samples.signal(told, note=text, figures=((word, 1.0),)))
    writer.put_failure(samples.failure(f"f_{number}", told, identity=SMALL.key, vector=word.encode()[:8]))
    writer.put_pattern(samples.pattern(f"k_{number}", text, f"f_{number}", type=word))
    writer.put_suggestion(samples.suggestion(f"g_{number}", text, said))
    thought = samples.reflection(f"r_{number}", inputs=(said,), said={word: text, "all": [text]}, problem=text)
    writer.add_reflection(thought)
    writer.put_answer(samples.answer(f"j_{number}", text))


def _fact(number: int, text: str, word: str, said: Message) -> Memory:
    return samples.memory(
        f"m_{number}",
        text,
        tags=(word,),
        claim=Claim(EntityId(f"person:{word}"), "likes", word),
        evidence=(samples.quote(said, word),),
        links=(Link(Relation.DERIVED_FROM, MemoryId(f"e_{number}")),),
    )


def forget(writer: Writer, number: int, word: str) -> None:
    writer.erase_thoughts([MessageId(f"u_{number}")])
    writer.erase_memory(MemoryId(f"m_{number}"), START)
    writer.erase_memory(MemoryId(f"e_{number}"), START)
    writer.erase_message(MessageId(f"u_{number}"))
    writer.erase_entity(EntityId(f"person:{word}"))
    writer.erase_judged([ProposalId(f"p_{number}")])
    writer.blank_servings([ServingId(f"c_{number}")])
    writer.erase_parts(RowKind.MESSAGE, [f"u_{number}"])
    writer.erase_parts(RowKind.MEMORY, [f"m_{number}"])
    writer.erase_parts(RowKind.NOTE, [f"n_{number}"])
    writer.erase_parts(RowKind.GIST, [f"u_{number}"])


def _plant_all(store: SqliteStore, order: Sequence[int], canaries: Canaries) -> None:
    for number in order:
        with store.writing(HOME) as writer:
            text = canaries.text(canaries.words[number], canaries.random.choice((0, 3, 10, 40, 90, 300, 1200)))
            plant(writer, number, text, canaries.words[number])


def _change_all(store: SqliteStore, order: Sequence[int], canaries: Canaries) -> None:
    """Rows that grow and shrink move between pages; what they leave behind must go too."""
    for number in order:
        with store.writing(HOME) as writer:
            before = writer.memory(MemoryId(f"m_{number}"))
            assert before is not None
            text = canaries.text(canaries.words[number], canaries.random.choice((1, 40, 300)))
            writer.put_memory(samples.changed(before, content=text), before.version)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_byte_of_what_was_forgotten_is_left(tmp_path: Path, seed: int) -> None:
    """A third goes, the rest stays on the same pages. Zeroing alone left one word behind with seed 2."""
    path = tmp_path / "store.atlas"
    canaries = Canaries(seed, CANARIES)
    order = list(range(CANARIES))
    canaries.random.shuffle(order)
    with closing(SqliteStore.open(path)) as store:
        _plant_all(store, order, canaries)
        for _ in range(3):
            canaries.random.shuffle(order)
            _change_all(store, order[: CANARIES // 2], canaries)
        assert len(canaries.found_in(bytes_of(path))) == CANARIES
        canaries.random.shuffle(order)
        gone = {canaries.words[number] for number in order[: CANARIES // 3]}
        for number in order[: CANARIES // 3]:
            with store.writing(HOME) as writer:
                forget(writer, number, canaries.words[number])
        store.purge()
        assert not gone & set(canaries.found_in(bytes_of(path)))
        assert store.health().ok
    assert not gone & set(canaries.found_in(bytes_of(path)))


def test_what_was_not_forgotten_is_still_there(tmp_path: Path) -> None:
    path = tmp_path / "store.atlas"
    canaries = Canaries(4, 40)
    with closing(SqliteStore.open(path)) as store:
        with store.writing(HOME) as writer:
            for number, word in enumerate(canaries.words):
                plant(writer, number, canaries.text(word, 20), word)
        with store.writing(HOME) as writer:
            for number, word in enumerate(canaries.words[:20]):
                forget(writer, number, word)
        store.purge()
        assert sorted(canaries.found_in(bytes_of(path))) == sorted(canaries.words[20:])
        with store.reading(HOME) as reader:
            told = [change.listing.content for change in reader.changes(SMALL, 0, 99) if change.listing]
            for word in canaries.words[20:]:
                assert sum(word in content for content in told) == 2


def test_thoughts_that_were_erased_are_owed_a_purge(tmp_path: Path) -> None:
    """X3: it is on record, whichever process purges."""
    path = tmp_path / "store.atlas"
    with closing(SqliteStore.open(path)) as store:
        with store.writing(HOME) as writer:
            samples.tell(writer, "i_1", ("u_1", "hello", Origin.USER))
            _think_of(writer, 1, "they said canaryxyzzy", "canaryxyzzy")
        assert not store.owes_purge()
        with store.writing(HOME) as writer:
            writer.erase_thoughts([MessageId("u_1")])
    with closing(SqliteStore.open(path)) as store:
        assert store.owes_purge()
        store.purge()
        assert b"xyzz" not in bytes_of(path).lower()


def test_a_mask_leaves_nothing_under_it(tmp_path: Path) -> None:
    path = tmp_path / "store.atlas"
    with closing(SqliteStore.open(path)) as store:
        with store.writing(HOME) as writer:
            said = samples.tell(writer, "i_1", ("u_1", "my name is Canaryxyzzy", Origin.USER)).messages[0]
            fact = samples.memory("m_1", "a name", evidence=(samples.quote(said, "Canaryxyzzy"),))
            writer.put_memory(samples.episode("e_1", said), None)
            writer.put_memory(fact, None)
        span = fact.evidence[0]
        with store.writing(HOME) as writer:
            writer.mask_message(said.id, "my name is [name]")
            writer.mask_evidence(fact.id, said.id, span.start, span.end, "[name]")
        store.purge()
        assert b"xyzz" not in bytes_of(path).lower()
    assert b"xyzz" not in bytes_of(path).lower()


def test_a_dropped_text_leaves_its_gist_and_no_other_byte(tmp_path: Path) -> None:
    """T12: among others that stay, and some of them moved back and forth before."""
    path = tmp_path / "store.atlas"
    canaries = Canaries(5, 60)
    with closing(SqliteStore.open(path)) as store:
        for number, word in enumerate(canaries.words):
            with store.writing(HOME) as writer:
                text = canaries.text(word, canaries.random.choice((1, 10, 90, 1200)))
                said = samples.tell(writer, f"i_{number}", (f"u_{number}", text, Origin.USER)).messages[0]
                writer.put_memory(samples.episode(f"e_{number}", said), None)
        for every in (1, 3):
            with store.writing(HOME) as writer:
                for number in range(60):
                    writer.shorten_message(MessageId(f"u_{number}"), f"gist{number}", START)
                    if every == 1 or number % every:
                        writer.restore_message(MessageId(f"u_{number}"))
        with store.writing(HOME) as writer:
            for number in range(60):
                writer.drop_archived(MessageId(f"u_{number}"))
        assert store.owes_purge()
        store.purge()
        assert canaries.found_in(bytes_of(path)) == [word for number, word in enumerate(canaries.words) if number % 3]
        assert b"gist57" in bytes_of(path)


def test_a_changed_memory_leaves_no_older_text(tmp_path: Path) -> None:
    path = tmp_path / "store.atlas"
    first = samples.memory("m_1", "canaryoldtext")
    with closing(SqliteStore.open(path)) as store:
        with store.writing(HOME) as writer:
            writer.put_memory(first, None)
        with store.writing(HOME) as writer:
            writer.put_memory(samples.changed(first, content="new"), 1)
        store.purge()
        assert b"canaryoldtext" not in bytes_of(path)


def test_a_reader_that_stays_is_named_not_ignored(tmp_path: Path) -> None:
    """The log cannot be emptied under a reader of an older moment: purging says so."""
    with closing(SqliteStore.open(tmp_path / "store.atlas", timeout_s=0.05)) as store:
        with store.writing(HOME) as writer:
            writer.put_memory(samples.memory("m_1", "text"), None)
        with store.reading(HOME) as reader:
            with store.writing(HOME) as writer:
                writer.erase_memory(MemoryId("m_1"), START)
            with pytest.raises(StoreTrouble, match="try again"):
                store.purge()
            assert reader.memory(MemoryId("m_1")) is not None
        store.purge()


def test_a_follower_that_stops_half_way_holds_nothing_up(tmp_path: Path) -> None:
    """What was read of the feed is a list: no statement stays open and keeps erased text in the log."""
    with closing(SqliteStore.open(tmp_path / "store.atlas", timeout_s=0.05)) as store:
        with store.writing(HOME) as writer:
            for number in range(3):
                memory = samples.memory(f"m_{number}", "text")
                writer.put_memory(memory, None)
                writer.put_vector(memory.id, SMALL, samples.vector(1, number))
        with store.reading(HOME) as reader:
            page = iter(reader.changes(SMALL, 0, 2))
            next(page)
        store.purge()


def test_forgotten_entity_names_go_with_it(tmp_path: Path) -> None:
    path = tmp_path / "store.atlas"
    with closing(SqliteStore.open(path)) as store:
        with store.writing(HOME) as writer:
            writer.put_entity(Entity(USER, EntityKind.PERSON, ("Canaryname", "Ada")))
        with store.writing(HOME) as writer:
            writer.put_entity(replace(Entity(USER, EntityKind.PERSON), names=("Ada",)))
        store.purge()
        assert b"Canaryname" not in bytes_of(path)
