"""Recall through the engine: any query, filters before ranking, several processes, what holds now."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from atlas import Atlas
from atlas.engine.core.vectors import open_index, save_index
from atlas.engine.intake.observe import Said
from atlas.engine.serve.recall import Query, embed_query, run_search, select_servable
from atlas.errors import BadInput
from atlas.language.folding import fold_text, limit_marks
from atlas.language.words import MAX_WORDS, words
from atlas.model.ids import MemoryId
from atlas.model.interaction import Role
from atlas.model.memory import Kind
from atlas.model.origin import Origin
from atlas.ports.reading import MemoryFilter
from atlas.retrieval.query_reading import Reading
from atlas.settings import load_settings

SMALL = {"quantise_from": 50, "save_from": 5}
NAUGHTY = [
    "", " ", "?", "\x00", "\ud800", "' OR 1=1 --", "NEAR(a b)", "\u202e", "😀" * 50, "日本語はどこ？",
    "ما اسمي؟", "x" * 100_000, "where " * 20_000, "\n\t", "“”", "a" + "\u0301" * 500, "%s%n${x}",
    "<script>alert(1)</script>",
]  # fmt: skip


@pytest.mark.parametrize("query", NAUGHTY)
def test_any_query_gives_a_sensible_result(life: Any, query: str) -> None:
    life.say("I live in Porto.")
    assert isinstance(life.atlas.recall(query), list)
    assert life.atlas.context(query, 4_000).tokens <= 4_000


def test_the_naughty_strings_of_the_world(life: Any) -> None:
    data = load_settings().data
    path = data / "naughty" / "blns.json" if data else None
    if path is None or not path.exists():
        pytest.skip("set ATLAS_DATA to the folder of data sets to run this")
    life.say("I live in Porto.")
    for query in json.loads(path.read_text()):
        assert isinstance(life.atlas.recall(query), list)


def test_what_was_said_around_it_finds_a_short_answer(life: Any) -> None:
    for at in range(12):
        life.say(f"We talked about topic {at} for a while.", conversation=f"c{at}")
    life.say("Something came up.", "What did you cook for the harvest festival?", conversation="feast")
    life.say("Three kinds of it, all gone by noon.", conversation="feast")
    found = [item.memory.content for item in life.atlas.recall("What was cooked for the harvest festival?", 5)]
    assert "Three kinds of it, all gone by noon." in found


def test_a_place_is_given_once_before_any_is_given_twice(life: Any) -> None:
    life.say("My name is Ana, I live in Porto and I work at Acme.")
    for at in range(12):
        life.say(f"I live near street number {at}, said my friend Ana.", conversation=f"c{at}")
    found = life.atlas.recall("Where does Ana live?", 10)
    sources = [item.memory.transcribes or item.memory.evidence[0].message for item in found]
    assert len(set(sources)) >= 8
    assert [item.repeat for item in found] == sorted(item.repeat for item in found)  # what says the same stands behind


def test_filters_hold_before_ranking(life: Any) -> None:
    for at in range(30):
        life.say(f"I like tea number {at}.", conversation="loud")
    life.say("Tea was mentioned once here.", conversation="quiet")
    (found, *_) = life.atlas.recall("tea", 5, within="quiet")
    assert found.memory.content == "Tea was mentioned once here."
    facts = life.atlas.recall("tea", 50, kinds=[Kind.PREFERENCE])
    assert {item.memory.kind for item in facts} == {Kind.PREFERENCE}
    lately = life.runtime.now() - timedelta(minutes=2)
    late = life.atlas.recall("tea", 50, after=lately)
    assert late
    assert all(item.memory.observed_at >= lately for item in late)
    assert len(late) < 10


def test_times_in_the_question_are_counted_from_the_asking(life: Any) -> None:
    life.say("We had a picnic by the river.")
    life.virtual.later(days=90)
    life.say("We had a picnic in the park.")
    asked = life.runtime.now() + timedelta(days=1)
    assert "park" in life.atlas.recall("Where was the picnic yesterday?", 1, at=asked)[0].memory.content
    assert "river" in life.atlas.recall("Where was the picnic in March?", 1, at=asked)[0].memory.content


def test_several_processes_agree_at_every_moment(live: Any) -> None:
    one, two = live(seed=1), live(seed=2)
    for at in range(6):
        (one if at % 2 else two).say(f"My locker {at} is blue.", conversation=f"c{at}")
        answers = [
            [(item.memory.id, item.score) for item in each.atlas.recall("Which locker is blue?", 20)]
            for each in (one, two)
        ]
        assert answers[0] == answers[1]
        assert answers[0]


def test_a_large_store_keeps_its_index_for_the_next_process(live: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("atlas.adapters.index.index._SAVE_AT_LEAST", 10)
    monkeypatch.setattr("atlas.adapters.index.index.SpaceIndex.__init__.__kwdefaults__", SMALL)
    one = live(seed=1)
    for at in range(20):
        one.say(f"My locker {at} is blue.")
    found = [item.memory.id for item in one.atlas.recall("Which locker is blue?", 20)]
    folder = Path(f"{one.runtime.store.location}-index")
    assert folder.exists()
    two = live(seed=2)
    with two.runtime.store.reading(two.runtime.space) as reader:
        saved = open_index(two.runtime, reader)
    assert saved.watermark > 0
    assert not saved.troubles  # type: ignore[attr-defined] # of the adapter
    assert [item.memory.id for item in two.atlas.recall("Which locker is blue?", 20)] == found
    gone = _telling(two, "locker 7")
    assert _named_in(folder, gone)
    two.atlas.forget(text="locker 7")
    assert not _named_in(folder, gone)  # X3


def test_an_index_saved_while_another_process_forgets_keeps_nothing_of_it(
    live: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atlas.adapters.index.index._SAVE_AT_LEAST", 10)
    monkeypatch.setattr("atlas.adapters.index.index.SpaceIndex.__init__.__kwdefaults__", SMALL)
    one, two = live(seed=1), live(seed=2)
    for at in range(20):
        one.say(f"My locker {at} is blue.")
    with one.runtime.store.reading(one.runtime.space) as reader:
        listed = open_index(one.runtime, reader)
    gone = _telling(one, "locker 7")
    two.atlas.forget(text="locker 7")
    listed.save()
    folder = Path(f"{one.runtime.store.location}-index")
    assert _named_in(folder, gone), "it has not followed the erasure yet"
    monkeypatch.setattr(listed, "_unsaved", 100)
    save_index(one.runtime)
    assert gone
    assert not _named_in(folder, gone)  # X3


def _telling(life: Any, text: str) -> list[MemoryId]:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return [memory.id for memory in reader.newest_memories(MemoryFilter(), 100) if text in memory.content]


def test_two_things_forgotten_one_after_the_other(life: Any) -> None:
    """X3: the second finds the index renumbered by the first."""
    for at in range(65):
        life.say(f"Number {at} is a number.")
    assert life.atlas.recall("Which number?")
    for at in (0, 63):
        life.atlas.forget(text=f"Number {at} is a number.")
        assert life.atlas.recall("Which number?")


def test_a_recall_is_answered_while_another_thread_forgets(life: Any) -> None:
    for at in range(20):
        life.say(f"My locker {at} is blue.")
    runtime, query = life.runtime, Query("Which locker is blue?")
    vectors = embed_query(runtime, query)
    with runtime.store.reading(runtime.space) as reader:
        search = run_search(runtime, reader, query, vectors, runtime.now())
        life.atlas.forget(text="locker 7")
        assert len(select_servable(reader, search, query, 10)) == 10


def _named_in(folder: Path, gone: list[MemoryId]) -> bool:
    kept = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return any(memory.encode() in data for memory in gone for data in kept)


def test_heaps_of_marks_and_forms_that_unfold_are_read_in_proportion_to_their_length() -> None:
    marks = "a" + "\u0315\u0300" * 200_000
    assert len(limit_marks(marks)) < 100
    assert words(marks) == ["a"]
    assert len(words("ﷺ " * 300_000)) <= MAX_WORDS
    assert fold_text("Café\u0301") == fold_text("café\u0301")


def reading_of(life: Any, query: Query) -> Reading:
    vectors = embed_query(life.runtime, query)
    with life.runtime.reading() as reader:
        return run_search(life.runtime, reader, query, vectors, life.runtime.now()).reading


def test_a_name_that_nobody_here_has_takes_no_word_from_a_question(life: Any) -> None:
    """A page or a rejected message may come under any name."""
    life.say("I saw an elephant statue in Porto.")
    query = Query("Which Elephant statue did I mention?")
    before = reading_of(life, query)
    for origin, name in ((Origin.WEB, "Elephant"), (Origin.TOOL, "Statue")):
        said = Said(Role.TOOL, "hello", origin, speaker=name)
        life.atlas.observe(user="look", assistant="ok", messages=[said], conversation="web")
    life.atlas.flush()
    assert reading_of(life, query) == before
    life.atlas.observe(user="Hello there.", speaker="Elephant")
    life.atlas.flush()
    assert reading_of(life, query).speakers == {"elephant"}


def test_the_same_words_said_often_are_given_once(life: Any) -> None:
    life.say("The gate opens at nine.")
    for at in range(30):
        life.say("Gate gate gate opens opens!", conversation=f"c{at}")
    said = [item.memory.content for item in life.atlas.recall("When does the gate open?", 10)]
    assert said.count("Gate gate gate opens opens!") == 1
    assert "The gate opens at nine." in said


def test_a_moment_beyond_the_calendar_is_one_clear_sentence(life: Any) -> None:
    far = Atlas(replace(life.runtime, zone=ZoneInfo("Pacific/Auckland")), background=False)
    with pytest.raises(BadInput, match="out of range"):
        far.recall("When?", at=datetime.max.replace(tzinfo=UTC))
