"""X4: any past state can be asked, except what was forgotten."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas import Atlas, AtlasError, BadInput, Kind, Memory, Status
from atlas.curation.policy import Mode
from atlas.engine.core.as_of import memory_as_of, memory_served_at
from atlas.engine.serve.redaction import quotes_overlap
from atlas.language.claim_comparison import have_same_value
from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, State
from atlas.testing.virtual import Virtual, virtual

OUT_OF_USE = frozenset({Status.REJECTED, Status.SENSITIVE, Status.ONE_TIME})


def day(month: int, number: int) -> datetime:
    return datetime(2026, month, number, tzinfo=UTC)


def homes(atlas: Atlas, moment: datetime | None = None) -> list[str]:
    found = atlas.recall("Where do I live?", as_of=moment, kinds=[Kind.FACT])
    return [item.memory.content for item in found]


# --- what held then


def test_a_fact_that_was_replaced_answers_for_its_time(live) -> None:  # X4, T16
    life = live()
    life.say("I live in Rome.")  # 2 March
    rome = life.virtual.later(days=20)
    life.virtual.later(days=20)
    life.say("I moved to Lisbon.")
    lisbon = life.virtual.later(days=20)
    life.virtual.later(days=20)
    life.say("I live in Oslo now.")
    assert homes(life.atlas) == ["The user lives in Oslo"]
    assert homes(life.atlas, rome) == ["The user lives in Rome"]
    assert homes(life.atlas, lisbon) == ["The user lives in Lisbon"]
    assert homes(life.atlas, rome - timedelta(days=25)) == []
    (then,) = life.atlas.recall("Where do I live?", as_of=rome, kinds=[Kind.FACT])
    assert (then.memory.status, then.memory.valid_until) == (Status.APPROVED, None)  # as it stood, not as it stands


def test_the_words_of_a_later_day_are_not_known_yet(life) -> None:
    life.say("I like tea.")
    then = life.virtual.later(hours=1)
    life.say("I like coffee, and tea with milk.")
    said = [item.memory.content for item in life.atlas.recall("What do I drink, tea or coffee?", as_of=then)]
    assert said
    assert not [content for content in said if "coffee" in content or "milk" in content]


def test_old_conversations_that_are_brought_along_answer_for_when_they_were_said(life) -> None:
    """Whoever hands over last year's talks asks about last year, not about the day of the import."""
    for text, at in (("I live in Rome.", day(1, 10)), ("I moved to Lisbon.", day(2, 10))):
        life.atlas.observe(user=text, assistant="I see.", conversation="old", at=at)
    life.atlas.flush()
    assert homes(life.atlas, day(1, 20)) == ["The user lives in Rome"]
    assert homes(life.atlas, day(2, 20)) == ["The user lives in Lisbon"]
    assert homes(life.atlas, day(1, 5)) == []


def test_brought_along_in_another_order_they_answer_the_same(life) -> None:
    for text, at in (("I moved to Lisbon.", day(2, 10)), ("I live in Rome.", day(1, 10))):
        life.atlas.observe(user=text, assistant="I see.", conversation=f"old {at.month}", at=at)
        life.atlas.flush()
    assert homes(life.atlas, day(1, 20)) == ["The user lives in Rome"]
    assert homes(life.atlas, day(2, 20)) == ["The user lives in Lisbon"]


def test_what_was_said_later_of_an_earlier_day_was_not_known_then(life) -> None:
    """Rome ended in February, as was told in May: in March nobody had heard of it."""
    life.atlas.observe("I live in Rome.", at=day(1, 5), conversation="old")
    life.virtual.later(days=70)
    life.say("I moved to Porto in February.")
    assert homes(life.atlas) == ["The user lives in Porto"]
    assert homes(life.atlas, day(3, 1)) == ["The user lives in Rome"]


def test_what_was_only_inferred_later_was_not_known(life) -> None:
    life.say("I live in Porto.", at=day(1, 10))
    fact = life.fact("Porto")
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert memory_served_at(reader, fact, day(1, 20)) == fact
        assert memory_served_at(reader, replace(fact, basis=Basis.INFERRED), day(1, 20)) is None
        assert memory_served_at(reader, replace(fact, state=State.ARCHIVED), day(1, 20)) is None
        assert (
            memory_served_at(reader, replace(fact, status=Status.SUPERSEDED), day(1, 20)) is None
        )  # till when is unknown


def test_what_waited_for_a_person_was_not_answered_before_the_decision(live) -> None:  # C1
    life = live(mode=Mode.MANUAL)
    life.say("I live in Porto.")
    waiting = life.virtual.later(hours=1)
    life.virtual.later(hours=1)
    life.atlas.approve(life.fact("Porto").id)
    approved = life.virtual.later(hours=1)
    life.virtual.later(hours=1)
    life.atlas.review.decide(Status.NEEDS_REVIEW, life.fact("Porto").id)
    life.virtual.later(hours=1)
    assert homes(life.atlas, waiting) == []
    assert homes(life.atlas, approved) == ["The user lives in Porto"]
    assert homes(life.atlas) == []


def test_what_a_person_took_out_of_use_stays_out_of_use(life) -> None:  # C8
    life.say("I live in Porto.")
    then = life.virtual.later(hours=1)
    life.virtual.later(hours=1)
    life.atlas.reject(life.fact("Porto").id)
    assert homes(life.atlas, then) == []


def test_a_reply_of_then_is_told_beside_its_question(life) -> None:  # C3
    life.say("My train leaves at nine.", reply="Take the tram to the station.")
    then = life.virtual.later(hours=1)
    life.virtual.later(hours=1)
    said = {item.memory.content for item in life.atlas.recall("When does my train leave the station?", as_of=then)}
    assert {"My train leaves at nine.", "Take the tram to the station."} <= said


# --- what was forgotten


def test_what_was_forgotten_never_comes_back(life) -> None:  # X3, X4
    life.say("I live in Quixotania. I like tea.")
    then = life.virtual.later(hours=1)
    life.say("I moved to Lisbon.")
    fact, episodes = life.fact("Quixotania"), life.atlas.memories(kinds=[Kind.EPISODE])
    life.virtual.later(hours=1)
    life.atlas.forget(fact.id)
    with life.runtime.store.reading(life.runtime.space) as reader:
        for moment in (then, life.virtual.later(hours=1)):
            assert memory_as_of(reader, fact.id, moment) is None
            told = [memory_as_of(reader, each.id, moment) for each in episodes]
            assert not [each for each in told if each and "Quixotania" in each.content]
    for query in ("Where do I live?", "Quixotania", "tea"):
        assert not [item for item in life.atlas.recall(query, as_of=then) if "Quixotania" in item.memory.content]


def test_a_neighbour_of_what_was_forgotten_stands_as_it_stood_but_for_those_words(life) -> None:  # X3, X4
    life.say("I live in Porto with my sister Maria.")
    then = life.virtual.later(hours=1)
    life.virtual.later(hours=1)
    before = {memory.id: memory for memory in life.atlas.memories(limit=100)}
    life.atlas.forget(life.fact("lives in Porto").id)
    kept = {memory.id: memory for memory in life.atlas.memories(limit=100) if memory.state is not State.GONE}
    assert kept
    with life.runtime.store.reading(life.runtime.space) as reader:
        for id, now in kept.items():
            told = memory_as_of(reader, id, then)
            assert told is not None
            assert "Porto" not in str(told)
            assert (told.status, told.claim) == (before[id].status, now.claim)


def test_before_it_was_learned_and_after_it_was_taken_back_it_is_not_there(life) -> None:
    start = life.virtual.later(minutes=1)
    life.say("I live in Porto.")
    fact = life.fact("Porto")
    learned = life.virtual.later(minutes=1)
    life.virtual.later(minutes=1)
    life.atlas.undo()
    undone = life.virtual.later(minutes=1)
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert memory_as_of(reader, fact.id, start) is None
        assert memory_as_of(reader, fact.id, learned) == fact
        assert memory_as_of(reader, fact.id, undone) is None


def test_an_episode_of_then_has_its_text(life) -> None:
    """Its row in the journal has none: the text is the message's own."""
    life.say("I live in Porto.")
    episode = next(each for each in life.atlas.memories(kinds=[Kind.EPISODE]) if "Porto" in each.content)
    then = life.virtual.later(minutes=1)
    life.virtual.later(minutes=1)
    life.atlas.reject(episode.id)
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert memory_as_of(reader, episode.id, then) == episode


# --- bad questions


def test_a_moment_that_makes_no_sense_is_one_sentence(life) -> None:
    life.say("I live in Porto.")
    now = life.virtual.later(minutes=1)
    with pytest.raises(BadInput, match="is still to come"):
        life.atlas.recall("Where?", as_of=now + timedelta(seconds=1))
    with pytest.raises(BadInput, match="not both"):
        life.atlas.recall("Where?", as_of=now, at=now)
    with pytest.raises(BadInput, match="A time is a datetime"):
        life.atlas.recall("Where?", as_of="2026-03-01")
    with pytest.raises(BadInput, match="Nothing is after"):
        life.atlas.recall("Where?", after=now, before=now)
    assert homes(life.atlas, now) == ["The user lives in Porto"]
    assert homes(life.atlas, now.replace(tzinfo=None)) == ["The user lives in Porto"]  # without a zone: UTC
    assert homes(life.atlas, datetime(1, 1, 1, tzinfo=UTC)) == []


# --- the other bounds


def test_when_it_was_said_can_be_bounded(life) -> None:
    for month in (1, 2, 3):
        life.atlas.observe(user=f"I bought {month} pears.", conversation=f"c{month}", at=day(month, 1))
    life.atlas.flush()

    def said(**bounds: datetime) -> set[str]:
        found = life.atlas.recall("Which pears did I buy?", kinds=[Kind.EPISODE], **bounds)
        return {item.memory.content for item in found}

    assert said() == {"I bought 1 pears.", "I bought 2 pears.", "I bought 3 pears."}
    assert said(after=day(2, 1)) == {"I bought 2 pears.", "I bought 3 pears."}
    assert said(before=day(2, 1)) == {"I bought 1 pears."}
    assert said(after=day(1, 2), before=day(3, 1)) == {"I bought 2 pears."}
    assert said(before=day(3, 1), as_of=day(1, 15)) == {"I bought 1 pears."}


def test_whom_a_claim_is_about_can_be_said_by_name_or_id(life) -> None:
    life.say("My sister Maria lives in Rome. My brother Tom lives in Oslo. I live in Porto.")
    for about, place in (
        *(("Maria", "Rome"), ("maria", "Rome"), ("sister", "Rome"), ("user/sister", "Rome")),
        *(("user/brother", "Oslo"), ("user", "Porto"), ("me", "Porto")),
    ):
        found = life.atlas.recall("Who lives where?", about=about)
        assert [item.memory.content for item in found if "lives in" in item.memory.content], about
        assert all(place in item.memory.content for item in found if "lives in" in item.memory.content), about
    with pytest.raises(BadInput, match="Nobody and nothing called 'Zoe'"):
        life.atlas.recall("Where?", about="Zoe")
    life.say("My colleague Maria lives in Kyiv.")
    both = life.atlas.recall("Where does she live?", about="Maria")
    assert {"Maria lives in Rome", "Maria lives in Kyiv"} <= {item.memory.content for item in both}
    (only,) = life.atlas.recall("Where does she live?", about="user/colleague", kinds=[Kind.FACT])
    assert only.memory.content == "Maria lives in Kyiv"


def test_a_name_means_all_who_are_called_so(life) -> None:
    life.say("My sister Maria lives in Rome.")
    life.say("Maria works as a teacher these days.")
    found = life.atlas.recall("What does she do, and where?", about="Maria")
    assert {item.memory.content for item in found} == {"Maria lives in Rome", "Maria works as a teacher"}
    assert [item.score for item in found] == sorted((item.score for item in found), reverse=True)
    assert len(life.atlas.recall("What does she do?", 1, about="Maria")) == 1
    shown = {node.label for node in life.atlas.inspect.graph("Maria").nodes}
    assert {"Maria lives in Rome", "Maria works as a teacher"} <= shown


def test_whom_is_known_as_soon_as_it_was_said(life) -> None:
    life.atlas.observe(user="My sister Maria lives in Rome.", conversation="c1")
    assert life.atlas.recall("Where does she live?", about="Maria")


# --- everything that can happen, against a snapshot of every moment

SAYINGS = [
    "I live in Porto.",
    "I moved to Lisbon.",
    "No, I live in Rome.",
    "I like tea.",
    "I hate tea.",
    "I love jazz.",
]
STATUSES = {
    "reject": Status.REJECTED,
    "review": Status.NEEDS_REVIEW,
    "approve": Status.APPROVED,
    "sensitive": Status.SENSITIVE,
    "once": Status.ONE_TIME,
}
DEEDS = [*STATUSES, "undo", "revert", "expire"]
STEPS = st.tuples(st.sampled_from([*SAYINGS, *DEEDS]), st.integers(0, 3))
"""What happens, and to which of the facts."""
Snapshot = dict[MemoryId, Memory]


def snapshot(atlas: Atlas) -> Snapshot:
    return {memory.id: memory for memory in atlas.memories(limit=10_000, archived=True)}


def happen(made: Virtual, atlas: Atlas, step: str, which: int) -> None:
    """One thing that people do; what is refused changed nothing."""
    made.later(minutes=7)
    if step in SAYINGS:
        atlas.observe(user=step, assistant="I see.", conversation=f"c{which}")
        atlas.flush()
        return
    facts = [memory.id for memory in atlas.memories(limit=100) if memory.kind is not Kind.EPISODE]
    with suppress(AtlasError):
        _deed(made, atlas, step, facts[which % len(facts)] if facts else "none")


def _deed(made: Virtual, atlas: Atlas, step: str, fact: str) -> None:
    if step in STATUSES:
        atlas.review.decide(STATUSES[step], fact)
    elif step == "undo":
        atlas.undo()
    elif step == "revert":
        atlas.history.revert(max((entry.seq for entry in atlas.history.log(1)), default=1))
    elif step == "expire":
        made.later(days=40)
        atlas.review.expire()
    elif step == "forget":
        atlas.forget(fact)


def lived(folder: str, steps: list[tuple[str, int]]) -> tuple[Atlas, Virtual, dict[datetime, Snapshot]]:
    made = virtual(Path(folder) / "me.atlas")
    atlas = Atlas(made.runtime, background=False)
    past = {made.later(minutes=1): snapshot(atlas)}
    for step, which in steps:
        happen(made, atlas, step, which)
        past[made.later(minutes=1)] = snapshot(atlas)
    return atlas, made, past


@settings(max_examples=25)
@given(st.lists(STEPS, min_size=1, max_size=9))
def test_as_of_is_what_a_snapshot_would_have_kept(steps: list[tuple[str, int]]) -> None:  # X4
    with tempfile.TemporaryDirectory() as folder:
        atlas, made, past = lived(folder, steps)
        everyone = {id for kept in past.values() for id in kept}
        with made.runtime.store.reading(made.runtime.space) as reader:
            for moment, kept in past.items():
                assert {id: then for id in everyone if (then := memory_as_of(reader, id, moment))} == kept
        atlas.close()


@settings(max_examples=12)
@given(st.lists(STEPS, min_size=1, max_size=7))
def test_recall_as_of_serves_what_was_in_service_then(steps: list[tuple[str, int]]) -> None:  # X4, C1
    """All of it that is a fact and was not taken out of use, or withdrawn altogether, since."""
    facts = [kind for kind in Kind if kind is not Kind.EPISODE]
    with tempfile.TemporaryDirectory() as folder:
        atlas, _, past = lived(folder, steps)
        now = snapshot(atlas)
        for moment, kept in past.items():
            wanted = {
                memory.id: memory
                for memory in kept.values()
                if memory.kind is not Kind.EPISODE and memory.served and memory.valid_at(moment)
                if memory.id in now and now[memory.id].status not in OUT_OF_USE
                if not _says_something_sensitive(memory, now)
            }
            found = atlas.recall("What do I like, love and hate, and where do I live?", 50, kinds=facts, as_of=moment)
            assert {item.memory.id for item in found} == wanted.keys()
            assert all(item.memory == wanted[item.memory.id] for item in found if not item.masked)
        atlas.close()


def _says_something_sensitive(memory: Memory, now: Snapshot) -> bool:
    """C5: the same value of the same thing, said again, is as sensitive as it was; so are the words of a lesson."""
    sensitive = [each for each in now.values() if each.status is Status.SENSITIVE]
    return any(
        have_same_value(memory.claim, each.claim) if memory.claim and each.claim else quotes_overlap(memory, each)
        for each in sensitive
    )


@settings(max_examples=12)
@given(st.lists(STEPS | st.tuples(st.just("forget"), st.integers(0, 3)), min_size=2, max_size=8))
def test_nothing_forgotten_is_ever_told_of_the_past(steps: list[tuple[str, int]]) -> None:  # X3, X4
    with tempfile.TemporaryDirectory() as folder:
        atlas, made, past = lived(folder, [*steps, ("forget", 0)])
        everyone = {id for kept in past.values() for id in kept}
        with made.runtime.store.reading(made.runtime.space) as reader:
            gone = {id for id in everyone if (now := reader.memory(id)) and now.state is State.GONE}
            for moment, kept in past.items():
                told = {id: then for id in everyone if (then := memory_as_of(reader, id, moment))}
                assert not told.keys() & gone
                assert told.keys() <= kept.keys()
                assert {id: then.status for id, then in told.items()} == {id: kept[id].status for id in told}
        atlas.close()
