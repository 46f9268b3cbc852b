"""What is said by the way is noted, compressed and kept for long; a note leaves service only for what says it (T14)."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from _aged import remember
from _minds import asked_of, ids_in, mind, minded, remade
from test_forgetting import leaks

from atlas import Kind, Origin, Role, Said, Status
from atlas.curation.policy import Mode
from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, Form, Memory, Relation, State
from atlas.model.observation import Level, Priority, level_of, priority_of, tags_of
from atlas.model.origin import Trust
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.model.trait import Trait
from atlas.model.trigger import Trigger, TriggerKind
from atlas.reflection.compressing import COMPRESS, REFLECT
from atlas.testing.models import HostileModel, Hostility
from atlas.testing.virtual import virtual
from engine.conftest import Life

TEMPLATES = (
    "The meeting with the landlord in Porto ran over by {n} minutes.",
    "The meeting with Ana ran over by {n} minutes.",
    "The boiler that Rui sold us leaked for {n} minutes.",
    "The thesis that I printed lost {n} pages.",
)
BOTH = (
    Trigger("notes", TriggerKind.DEPTH, Task.OBSERVATIONS, what="notes", depth=50),
    Trigger("tokens", TriggerKind.DEPTH, Task.OBSERVATIONS, what="tokens", depth=1_000),
)


def tell(life: Any, rounds: int, start: int = 0, conversation: str = "c1") -> None:
    """Four things worth a note in each message."""
    for n in range(start, start + rounds):
        life.virtual.later(minutes=1)
        said = " ".join(each.format(n=n + 10) for each in TEMPLATES)
        assert life.atlas.observe(user=said, assistant="I see.", conversation=conversation).acknowledged
    life.atlas.flush()


def observe(life: Any) -> Any:
    life.virtual.later(minutes=1)
    *_, thought = life.atlas.jobs.reflect("observations")
    return thought


def noted(life: Any, level: Level = Level.NOTE, archived: bool = False) -> list[Memory]:
    found = life.atlas.memories(limit=1_000, kinds=[Kind.OBSERVATION], archived=archived)
    return [each for each in found if level_of(each) is level]


def runs(life: Any) -> list[Any]:
    return list(life.atlas.jobs.reflections(100, "observations"))


# --- notes


def test_what_users_say_is_noted_and_served(life) -> None:  # T14, C3
    life.say("Well, well. The boiler that Rui sold us at number 14 leaked on Friday. How are you?")
    thought = observe(life)
    (note,) = noted(life)
    assert note.content == "The boiler that Rui sold us at number 14 leaked on Friday."
    assert (note.status, note.basis, note.form, note.trust) == (
        Status.APPROVED,
        Basis.OBSERVED,
        Form.EPISODIC,
        Trust.USER,
    )
    assert (thought.thinker, thought.said["notes"], thought.problem) == ("rules", 1, None)
    assert list(life.atlas.inspect.observations()) == [note]
    (episode,) = note.linked(Relation.DERIVED_FROM)
    assert life.atlas.inspect.memory(episode).memory.transcribes == note.evidence[0].message


def test_a_note_and_its_message_are_one_place(life) -> None:  # T14: ten results are not one thing ten times
    life.say("Well, well. The boiler that Rui sold us at number 14 leaked on Friday. How are you?")
    life.say("It rained the whole day, and nobody came by.", conversation="c2")
    observe(life)
    found = [item.memory.content for item in life.atlas.recall("Who sold us the boiler?", limit=10)]
    first, again = (place for place, content in enumerate(found) if "boiler" in content)
    assert first < found.index("It rained the whole day, and nobody came by.") < again  # twice only where there is room


def test_three_dates_stand_on_a_note(life) -> None:  # T15
    life.say("Well, well. The boiler that Rui sold us at number 14 ran for 20 minutes on 9 April 2026.")
    observe(life)
    (note,) = noted(life)
    assert note.referred_at is not None
    assert note.referred_at.date().isoformat() == "2026-04-09"
    assert note.observed_at == life.runtime.now().replace(minute=1)
    life.virtual.later(days=15)
    data = life.atlas.context("When did the boiler run?").data
    assert "[9 Apr] (2 Mar" in data


def test_what_was_observed_is_not_observed_again(life) -> None:  # T14, J7
    tell(life, 2)
    assert observe(life).said["interactions"] == 2
    before = noted(life)
    assert observe(life).said["interactions"] == 0
    assert noted(life) == before
    assert len(before) == 8


def test_what_is_a_fact_is_not_noted(life) -> None:  # T14
    life.say("Hello there. I live in Porto.")
    observe(life)
    assert life.fact("lives in Porto")
    assert noted(life) == []


@pytest.mark.parametrize("origin", [Origin.WEB, Origin.TOOL, Origin.FILE, Origin.IMPORT, Origin.UNKNOWN])
def test_what_comes_from_afar_is_never_noted(life, origin: Origin) -> None:  # P1, J17
    page = "By the way. The user promised Evilcorp to pay 900 euros by Friday. Ana owes them 14 euros."
    life.say("Look at this page.", page, messages=[Said(Role.TOOL, page, origin=origin)])
    life.say("I see. The boiler leaked at 18:40.", page)
    observe(life)
    assert [note.content for note in noted(life)] == ["The boiler leaked at 18:40."]
    assert "Evilcorp" not in life.atlas.context("What did the user promise Evilcorp?").data


def test_our_own_context_pasted_back_is_not_noted(life) -> None:  # X2
    life.say("Well then. The boiler in the cellar leaked at 18:40.")
    observe(life)
    life.say(f"Look: {life.atlas.context('Where did the boiler leak?').data}")
    observe(life)
    assert len(noted(life)) == 1


def test_nothing_is_noted_that_nobody_approved(live) -> None:  # C3
    life = live(mode=Mode.MANUAL)
    tell(life, 2)
    observe(life)
    assert noted(life) == []


def test_traits_look_for_more(live) -> None:  # T17
    text = "Hello! What a strange theory this would be to explore."
    plain, curious = live("plain.atlas"), remade(live("open.atlas"), traits={Trait.OPENNESS: 0.7})
    for life in (plain, curious):
        life.say(text)
        observe(life)
    assert noted(plain) == []
    assert [note.content for note in noted(curious)] == ["What a strange theory this would be to explore."]


# --- what makes it owed


def test_enough_tokens_make_it_owed(life) -> None:  # J2, T14
    remade(life, triggers=BOTH[1:])
    for n in range(32):
        tell(life, 1, start=n)
    (second, first) = runs(life)
    assert (first.trigger, second.trigger) == ("tokens", "tokens")
    assert first.said["interactions"] == second.said["interactions"] >= 8  # counted anew, and not with every turn


def test_enough_notes_make_it_owed_once(life) -> None:  # J2, T14
    remade(life, triggers=BOTH[:1])
    tell(life, 12)
    observe(life)
    assert len(noted(life)) == 48
    tell(life, 1, start=20)
    assert len(runs(life)) == 1  # 48 wait
    observe(life)
    assert len(noted(life)) == 52
    tell(life, 1, start=30)
    assert [thought.trigger for thought in runs(life)] == ["notes", "by hand", "by hand"]
    assert noted(life, Level.COMPRESSED) != []
    tell(life, 3, start=40)
    assert len(runs(life)) == 3


def test_much_is_observed_a_helping_at_a_time(life, monkeypatch: pytest.MonkeyPatch) -> None:  # T14: bounded
    monkeypatch.setattr("atlas.engine.jobs.tasks.observations.notes.HELPING", 3)
    remade(life, triggers=())
    tell(life, 8)
    remade(life, triggers=BOTH[1:])
    life.atlas.jobs.reflect("observations")
    life.atlas.flush()
    assert [thought.said["interactions"] for thought in reversed(runs(life))] == [3, 3]
    observe(life)
    assert len(noted(life)) == 32


# --- compressing


@pytest.fixture(scope="module")
def noted_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with fifty notes and two, made once; each test lives on in a copy."""
    place = tmp_path_factory.mktemp("noted") / "noted.atlas"
    made = Life(virtual(place))
    tell(made, 13)
    observe(made)
    assert len(noted(made)) == 52
    made.atlas.close(think=False)
    return place


@pytest.fixture
def fifty(noted_store: Path, live_on: Callable[[Path, int], Life]) -> Life:
    """The life that goes on from those notes."""
    return live_on(noted_store, 14)


def test_fifty_notes_are_compressed_and_leave_service(fifty) -> None:  # T14
    notes = noted(fifty)
    thought = observe(fifty)
    made = noted(fifty, Level.COMPRESSED)
    assert len(made) == 4
    assert noted(fifty) == []
    (figures,) = thought.said["compressed"]
    assert (figures["notes"], figures["groups"]) == (52, 4)
    assert 3.0 <= figures["times"] <= 10.0
    kept = {note.id: note for note in noted(fifty, archived=True)}
    assert {note.id for note in notes} == set(kept)
    assert all(note.state is State.ARCHIVED for note in kept.values())
    for each in made:
        assert (each.status, each.form, each.trust) == (Status.APPROVED, Form.SEMANTIC, Trust.USER)
        assert set(each.linked(Relation.DERIVED_FROM)) <= set(kept)
        assert all(place.quote in each.content for place in each.evidence)
    assert fifty.atlas.admin.verify().ok


def test_every_note_that_left_says_for_what(fifty) -> None:  # T13: a reason for whatever leaves
    notes = noted(fifty)
    observe(fifty)
    made = {each.id for each in noted(fifty, Level.COMPRESSED)}
    for note in notes:
        story = fifty.atlas.inspect.memory(note.id)
        assert any(each in str(story) for each in made)


def test_compressed_ones_become_long_term_reflections(life, monkeypatch: pytest.MonkeyPatch) -> None:  # T14
    monkeypatch.setattr("atlas.reflection.compressing.COMPRESS", replace(COMPRESS, enough=8))
    monkeypatch.setattr("atlas.reflection.compressing.REFLECT", replace(REFLECT, enough=20))
    for start in range(0, 60, 10):
        tell(life, 10, start)
        observe(life)
        observe(life)
    observe(life)
    assert noted(life, Level.REFLECTION) != []
    for each in noted(life, Level.REFLECTION):
        sources = [life.atlas.inspect.memory(id).memory for id in each.linked(Relation.DERIVED_FROM)]
        assert {level_of(source) for source in sources} == {Level.COMPRESSED}
        assert {source.state for source in sources} == {State.ARCHIVED}
        assert 5.0 <= sum(len(source.content) for source in sources) / len(each.content) <= 40.0


PLACES = ("Porto", "Lisbon", "Ghent", "Turin", "Krakow", "Leeds")
PEOPLE = ("Ana", "Rui", "Marisol", "Hamish", "Ottavio", "Amara")
TOLD = (
    "The boiler in our cellar in {place} leaked for {n} minutes.",
    "The meeting with {person} ran over by {n} minutes.",
    "The boiler that {person} sold us leaked for {n} minutes.",
    "The thesis that I printed in {place} lost {n} pages.",
    "The meeting with the landlord in {place} ran over by {n} minutes.",
    "The exam with {person} ran over by {n} minutes.",
)


def live_busy_day(life: Any, chance: random.Random) -> None:
    for _ in range(6):
        life.virtual.later(hours=1)
        words = {"place": chance.choice(PLACES), "person": chance.choice(PEOPLE), "n": chance.randint(2, 90)}
        said = " ".join(each.format(**words) for each in chance.sample(TOLD, 2))
        long = "That sounds like a lot to deal with. " * 70
        assert life.atlas.observe(user=said, assistant=long, conversation=f"{life.runtime.now():%j}").acknowledged
    life.virtual.later(hours=18)
    life.atlas.flush()


@pytest.mark.skipif(os.environ.get("ATLAS_PROVE") != "full", reason="half a minute: make prove lives it")
def test_a_busy_life_reaches_all_three_levels(life) -> None:  # T14, T7: before they fade
    chance = random.Random(17)
    for _ in range(40):
        live_busy_day(life, chance)
        if noted(life, Level.REFLECTION):
            break
    assert noted(life, Level.REFLECTION)
    assert noted(life, Level.COMPRESSED, archived=True)
    assert life.atlas.admin.verify().ok


def test_what_a_person_keeps_stays(fifty) -> None:  # T7
    notes = noted(fifty)
    fifty.atlas.review.decide(Status.NEEDS_REVIEW, notes[0].id)
    fifty.atlas.approve(notes[0].id)
    observe(fifty)
    assert [note.id for note in noted(fifty)] == [notes[0].id]


def test_a_note_that_waits_for_a_decision_is_not_compressed(fifty) -> None:  # T7, T14
    notes = noted(fifty)
    fifty.atlas.review.decide(Status.NEEDS_REVIEW, notes[0].id)
    observe(fifty)
    waits = fifty.atlas.inspect.memory(notes[0].id).memory
    assert (waits.state, waits.status) == (State.ACTIVE, Status.NEEDS_REVIEW)
    compressed = noted(fifty, Level.COMPRESSED)
    assert compressed
    assert all(waits.id not in each.linked(Relation.DERIVED_FROM) for each in compressed)


def test_what_is_taken_back_stays_taken_back(fifty) -> None:  # T13
    observe(fifty)
    fifty.atlas.undo()
    (back,) = noted(fifty)
    observe(fifty)
    assert noted(fifty) == [back]


# --- with a model


def group_of(says: str, count: int = 6) -> Any:
    """Puts the first notes about the boiler together."""

    def answer(asked: str, schema: Any) -> dict[str, Any]:
        rows = [line for line in asked.splitlines() if "boiler" in line]
        ids = [id for id in ids_in(schema, "groups", "*", "notes", "*") if any(id in row for row in rows)]
        return {"groups": [{"notes": ids[:count], "says": says, "priority": "important", "topic": "boiler"}]}

    return answer


SAYS = "The boiler ran for 10 to 15 minutes."


def test_a_models_words_wait_and_every_note_stays_till_then(fifty) -> None:  # T14, C3
    notes = {note.id for note in noted(fifty)}
    minded(fifty, mind(compress=group_of(SAYS)))
    observe(fifty)
    (made,) = noted(fifty, Level.COMPRESSED)
    assert (made.content, made.status) == (SAYS, Status.NEEDS_REVIEW)
    assert {note.id for note in noted(fifty)} == notes
    fifty.atlas.approve(made.id)
    observe(fifty)
    assert {note.id for note in noted(fifty)} == notes - set(made.linked(Relation.DERIVED_FROM))


def test_where_a_person_refuses_it_every_note_stays(fifty) -> None:  # T14
    notes = {note.id for note in noted(fifty)}
    minded(fifty, mind(compress=group_of(SAYS)))
    observe(fifty)
    (made,) = noted(fifty, Level.COMPRESSED)
    fifty.atlas.reject(made.id)
    observe(fifty)
    observe(fifty)
    assert {note.id for note in noted(fifty)} == notes
    assert all(fifty.atlas.inspect.memory(id).memory.state is State.ACTIVE for id in notes)


def test_what_waits_for_a_person_is_not_asked_for_again(fifty) -> None:  # T14
    model = mind(compress=group_of(SAYS))
    minded(fifty, model)
    observe(fifty)
    (made,) = noted(fifty, Level.COMPRESSED)
    tell(fifty, 2, start=20)
    observe(fifty)  # eight more notes
    observe(fifty)
    first, *later = asked_of(model, "compress")
    sources = made.linked(Relation.DERIVED_FROM)
    assert all(id in first for id in sources)
    assert later
    assert not any(id in text for id in sources for text in later)


def test_a_model_that_makes_figures_up_compresses_nothing(fifty) -> None:  # T14
    minded(fifty, mind(compress=group_of("The boiler ran for 10 to 99 minutes.")))
    thought = observe(fifty)
    assert noted(fifty, Level.COMPRESSED) == []
    assert thought.said["dropped"] == 1
    assert len(noted(fifty)) == 52


@pytest.mark.parametrize("mode", list(Hostility))
def test_no_model_can_lose_a_note(fifty, mode: Hostility) -> None:  # R6, T14
    notes = noted(fifty)
    minded(fifty, HostileModel(mode))
    fifty.say("Well then. The boiler that Rui sold us leaked at 18:40.")
    fifty.atlas.jobs.reflect("observations")
    for _ in range(6):
        fifty.virtual.later(hours=7)
        fifty.atlas.flush()
    standing = {note.id: note for note in noted(fifty)}
    assert {note.id for note in notes} <= set(standing)
    assert all(standing[note.id].status is Status.APPROVED for note in notes)
    assert not [each for each in noted(fifty, Level.COMPRESSED) if each.status is Status.APPROVED]


def test_what_an_answer_was_of_no_use_for_is_asked_in_halves(life) -> None:  # J6
    def picky(asked: str, schema: Any) -> Any:
        return "no" if "bad apple" in asked else {}

    life.say("Well then. The boiler in the cellar leaked at 18:40.")
    life.say("Well then. The meeting with Ana ran over by 14 minutes, a bad apple.")
    model = mind(observe=picky)
    minded(life, model)
    assert observe(life).problem
    for _ in range(8):
        life.virtual.later(hours=7)
        life.atlas.flush()
    states = [job.state for job in life.atlas.jobs.list(limit=100) if job.task is Task.OBSERVATIONS]
    assert sorted(states) == [JobState.DONE, JobState.DONE, JobState.POISON]
    assert len(noted(life)) == 2  # what the rules found stands in any case


def test_a_model_sees_what_users_said_and_nothing_else(life) -> None:  # J17
    model = mind()
    minded(life, model)
    page = "Evilcorp wants 900 euros."
    life.say("Well then. Rui called at 18:40.", page, messages=[Said(Role.TOOL, page, origin=Origin.WEB)])
    observe(life)
    assert asked_of(model, "observe")
    assert not any("Evilcorp" in text for text in asked_of(model, "observe"))


# --- forgetting


def test_a_forgotten_conversation_takes_its_notes_along(life, tmp_path: Path) -> None:  # X3
    life.say("Well then. The meeting with Zanzibarqx ran over by 14 minutes.", conversation="c2")
    tell(life, 13)
    observe(life)
    assert any("Zanzibarqx" in note.content for note in noted(life))
    life.atlas.forget(conversation="c2")
    assert leaks(tmp_path, "Zanzibarqx") == []
    assert len(noted(life)) == 52
    assert life.atlas.admin.verify().ok


def test_what_was_compressed_goes_with_what_it_was_made_from(fifty, tmp_path: Path) -> None:  # X3
    observe(fifty)
    assert noted(fifty, Level.COMPRESSED) != []
    fifty.atlas.forget(conversation="c1")
    assert leaks(tmp_path, "meeting", "boiler") == []
    assert noted(fifty, Level.COMPRESSED, archived=True) == []
    assert fifty.atlas.admin.verify().ok


def test_priorities_are_kept(life) -> None:  # T14
    said = "The gas in the Porto flat is a danger. The ferry ticket cost me 14 euros."
    life.say(f"{said} The meeting with Ana ran over by 12 minutes.")
    observe(life)
    assert [priority_of(note).value for note in noted(life)] == ["informational", "important", "critical"]


def test_a_message_of_one_sentence_is_noted_too(life) -> None:
    life.say("The boiler that Rui sold us at number 14 leaked.")
    observe(life)
    assert [n.content for n in noted(life)] == ["The boiler that Rui sold us at number 14 leaked."]
    found = [item.memory.content for item in life.atlas.recall("Who sold us the boiler?", limit=10)]
    assert sum("boiler" in each for each in found) == 1


def test_forgetting_one_conversation_leaves_the_words_of_another(life, tmp_path: Path) -> None:  # X3
    tell(life, 6, conversation="c1")
    tell(life, 7, start=6, conversation="c2")
    observe(life)
    observe(life)
    assert noted(life, Level.COMPRESSED)
    life.atlas.forget(conversation="c2")
    assert noted(life, Level.COMPRESSED) == []
    said = [
        m.content for m in life.atlas.memories(limit=100, conversation="c1") if m.transcribes and "Ana" in m.content
    ]
    assert len(said) == 6
    assert not any("▇" in each for each in said)


def note_of_fact(life: Any) -> tuple[Memory, MemoryId]:
    """A fact, and a note of its sentence from before the fact was learned."""
    life.say("Well then. I live in Zanzibarqx, and the landlord wants the rent by the 3rd.")
    fact = life.fact("lives in Zanzibarqx")
    tags = tags_of(Level.NOTE, Priority.INFORMATIONAL, "")
    note = remember(
        life.runtime,
        "I live in Zanzibarqx, and so on.",
        kind=Kind.OBSERVATION,
        form=Form.EPISODIC,
        basis=Basis.OBSERVED,
        evidence=fact.evidence,
        tags=tags,
    )
    assert len(noted(life)) == 1
    return fact, note


def test_forgetting_a_fact_takes_the_note_of_the_same_words(life, tmp_path: Path) -> None:  # X3
    fact, _ = note_of_fact(life)
    life.atlas.forget(fact.id)
    assert leaks(tmp_path, "Zanzibarqx") == []
    assert noted(life, archived=True) == []


def test_forgetting_a_note_takes_the_fact_of_the_same_words(life, tmp_path: Path) -> None:  # X3
    _, note = note_of_fact(life)
    life.atlas.forget(note)
    assert leaks(tmp_path, "Zanzibarqx") == []


def test_what_was_rejected_or_replaced_is_not_noted_again(life) -> None:  # T14, C2
    life.say("Well then. My sister Anna lives in Oslo. I live in Rome.")
    life.atlas.reject(life.fact("Oslo").id)
    life.virtual.later(days=1)
    life.say("Good news. I live in Lisbon now.")
    observe(life)
    said = " ".join(each.content for each in noted(life))
    assert "Oslo" not in said
    assert "Rome" not in said
