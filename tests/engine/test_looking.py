"""Looking never thinks, and nothing on the caller's path is unbounded in time (J15, trust rule 15).

Counted, not timed: which texts are embedded, which transactions are begun, which jobs are run.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from _verbs import VERBS
from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.engine.intake.episodes import count_unkept
from atlas.engine.thinking.schedule import LONG_AGO
from atlas.errors import NotFound
from atlas.model.memory import Kind, Status
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.testing.virtual import virtual

CATS = (
    *("Mia", "Luna", "Felix", "Oscar", "Nala", "Simba", "Coco", "Lily", "Leo", "Max"),
    *("Bella", "Lucy", "Molly", "Daisy", "Rosie", "Toby", "Charlie", "Sam", "Oliver", "Jack"),
    *("Chloe", "Sophie", "Zoe", "Emma", "Ruby", "Bruno", "Gus", "Henry", "Milo", "Otto"),
)
DOGS = ("Rex", "Buddy", "Rocky", "Duke", "Bear", "Zeus", "Finn", "Louie", "Archie")
OWED = len(CATS)
"""So many interactions are said and not thought about."""


class CountingEmbedder:
    """The lexical one; remembers what it was given."""

    def __init__(self) -> None:
        self.inner = HashingEmbedder()
        self.texts: list[str] = []

    @property
    def identity(self) -> Any:
        return self.inner.identity

    def embed(self, texts: Sequence[str]) -> Any:
        self.texts += texts
        return self.inner.embed(texts)


class CountedStore:
    """Counts the transactions that may write."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.writes = 0

    def writing(self, space: Any) -> Any:
        self.writes += 1
        return self.inner.writing(space)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Stopwatch:
    """Goes on by so much whenever it is read."""

    def __init__(self, step: float) -> None:
        self.step, self.at = step, 0.0

    def __call__(self) -> float:
        self.at += self.step
        return self.at


@dataclass(frozen=True)
class Names:
    """Of what was learned before."""

    interaction: str
    serving: str
    memory: str
    proposal: str
    reflection: str


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Names]:
    """A store in which something was learned and served; then much was said that nobody has thought about."""
    place = tmp_path_factory.mktemp("looking") / "told.atlas"
    made = virtual(place, embedder=HashingEmbedder())
    atlas = Atlas(made.runtime, background=False)
    atlas.observe(user="I live in Porto. I like tea.", assistant="Nice.", conversation="c1")
    atlas.observe(user="Which port is it?", assistant="8080.", conversation="c1")
    wrong = atlas.observe(user="No, that is wrong. It is 8443.", assistant="Sorry.", conversation="c1")
    atlas.flush()
    atlas.documents.note("They talk of ports.")
    serving = atlas.context("Where do I live?", conversation="c1").serving
    memory = next(each.id for each in atlas.memories() if "lives in Porto" in each.content)
    names = Names(
        str(wrong.interaction),
        str(serving),
        memory,
        atlas.inspect.memory(memory).judged[0].id,
        atlas.jobs.reflections()[0].id,
    )
    for name in CATS:
        made.later(minutes=1)
        said = f"I have a cat called {name}. The weather is fine today."
        assert atlas.observe(user=said, assistant="I see.", conversation="later").acknowledged
    atlas.close(think=False)
    return place, names


class Observed:
    """That store, opened, with everything counted that goes on in it."""

    def __init__(self, live: Callable[..., Any], told: tuple[Path, Names], place: Path, **changed: object) -> None:
        kept, self.names = told
        shutil.copy(kept, place / "me.atlas")
        self.embedder = CountingEmbedder()
        self.life = live(embedder=self.embedder, seed=8)
        self.life.virtual.later(hours=2)
        self.store = CountedStore(self.life.runtime.store)
        self.runtime = replace(self.life.runtime, store=self.store, **changed)
        self.atlas = Atlas(self.runtime, background=False)

    def owed(self) -> int:
        with self.runtime.store.reading(self.runtime.space) as reader:
            return reader.job_count(JobState.QUEUED)


@pytest.fixture
def observe(live: Callable[..., Any], told: tuple[Path, Names], tmp_path: Path) -> Callable[..., Observed]:
    return lambda **changed: Observed(live, told, tmp_path, **changed)


@pytest.fixture
def observed(observe: Callable[..., Observed]) -> Observed:
    return observe()


@pytest.fixture
def hurried(observe: Callable[..., Observed]) -> Observed:
    """Whose time is over whenever somebody looks at the clock."""
    return observe(stopwatch=Stopwatch(60.0))


def _decided(observed: Observed) -> None:
    """A proposal that was decided is no longer asked for by its id."""
    with pytest.raises(NotFound):
        observed.atlas.review.proposal(observed.names.proposal)


def _decided_card(observed: Observed) -> None:
    """What does not wait has no card."""
    with pytest.raises(NotFound):
        observed.atlas.review.card(observed.names.memory)


def _write_policy(observed: Observed) -> Path:
    path = Path(observed.runtime.store.location).with_name("changed.toml")
    path.write_text('policy = "manual"', encoding="utf-8")
    return path


def _look_at_week(o: Any) -> None:
    with pytest.raises(NotFound, match="No week has been thought over yet"):
        o.atlas.inspect.week()


def _no_position(observed: Observed) -> None:
    with pytest.raises(NotFound):
        observed.atlas.beliefs.story("v_none")


READING: dict[str, Callable[[Observed], object]] = {
    "admin.audit": lambda o: o.atlas.admin.audit(),
    "inspect.metrics": lambda o: o.atlas.inspect.metrics(),
    "inspect.confidence": lambda o: o.atlas.inspect.confidence(o.names.interaction),
    "review.card": lambda o: _decided_card(o),
    "review.conflicts": lambda o: o.atlas.review.conflicts(),
    "jobs.costs": lambda o: o.atlas.jobs.costs(),
    "jobs.evolution": lambda o: o.atlas.jobs.evolution(),
    "jobs.exams": lambda o: o.atlas.jobs.exams(),
    "jobs.cycles": lambda o: o.atlas.jobs.cycles(),
    "review.draw_checks": lambda o: o.atlas.review.draw_checks(),
    "review.due": lambda o: o.atlas.review.due(),
    "review.quarantines": lambda o: o.atlas.review.quarantines(lifted=True),
    "history.export": lambda o: list(o.atlas.history.export()),
    "inspect.failures": lambda o: o.atlas.inspect.failures(),
    "beliefs.list": lambda o: o.atlas.beliefs.list(),
    "beliefs.story": lambda o: _no_position(o),
    "documents.blame": lambda o: o.atlas.documents.blame("notes"),
    "documents.diff": lambda o: o.atlas.documents.diff(),
    "documents.export": lambda o: o.atlas.documents.export(Path(o.runtime.store.location).with_name("documents")),
    "documents.list": lambda o: o.atlas.documents.list(),
    "documents.read": lambda o: o.atlas.documents.read("profile"),
    "documents.versions": lambda o: o.atlas.documents.versions(),
    "feedback.log": lambda o: o.atlas.feedback.log(),
    "inspect.graph": lambda o: o.atlas.inspect.graph("user"),
    "inspect.health": lambda o: o.atlas.inspect.health(),
    "jobs.list": lambda o: o.atlas.jobs.list(),
    "history.diff": lambda o: o.atlas.history.diff(o.runtime.now() - timedelta(days=1)),
    "history.log": lambda o: o.atlas.history.log(),
    "history.named_memories": lambda o: o.atlas.history.named_memories(o.atlas.history.log()),
    "inspect.as_served": lambda o: o.atlas.inspect.as_served([]),
    "admin.check_pages": lambda o: o.atlas.admin.check_pages(),
    "memories": lambda o: o.atlas.memories(limit=3),
    "jobs.next_due": lambda o: o.atlas.jobs.next_due(),
    "inspect.observations": lambda o: o.atlas.inspect.observations(),
    "jobs.owed": lambda o: o.atlas.jobs.owed(),
    "inspect.picture": lambda o: o.atlas.inspect.picture(),
    "inspect.week": lambda o: _look_at_week(o),
    "inspect.patterns": lambda o: o.atlas.inspect.patterns(),
    "review.pending": lambda o: o.atlas.review.pending(),
    "jobs.preview": lambda o: o.atlas.jobs.preview("lightweight"),
    "review.policy": lambda o: o.atlas.review.policy(),
    "review.replay_policy": lambda o: o.atlas.review.replay_policy(_write_policy(o)),
    "review.queue": lambda o: o.atlas.review.queue(),
    "review.proposal": lambda o: _decided(o),
    "inspect.reflection": lambda o: o.atlas.inspect.reflection(o.names.reflection),
    "jobs.reflections": lambda o: o.atlas.jobs.reflections(),
    "review.refusals": lambda o: o.atlas.review.refusals(),
    "history.replay_position": lambda o: o.atlas.history.replay_position(),
    "inspect.resolve": lambda o: o.atlas.inspect.resolve(o.names.memory),
    "inspect.interaction": lambda o: o.atlas.inspect.interaction(o.names.interaction),
    "inspect.memory": lambda o: o.atlas.inspect.memory(o.names.memory),
    "inspect.signals": lambda o: o.atlas.inspect.signals(),
    "admin.spaces": lambda o: o.atlas.admin.spaces(),
    "inspect.status": lambda o: o.atlas.inspect.status(),
    "review.suggest_rule": lambda o: o.atlas.review.suggest_rule(o.names.memory),
    "review.suggestions": lambda o: o.atlas.review.suggestions(),
    "jobs.triggers": lambda o: o.atlas.jobs.triggers(),
    "history.undoable": lambda o: o.atlas.history.undoable(),
    "admin.verify": lambda o: o.atlas.admin.verify(),
    "inspect.archived_text": lambda o: o.atlas.inspect.archived_text(o.names.memory),
    "knowledge.watched": lambda o: o.atlas.knowledge.watched(),
    "why": lambda o: o.atlas.why(o.names.serving),
    "assistant.learned_instructions": lambda o: o.atlas.assistant.learned_instructions(),
    "assistant.positions": lambda o: o.atlas.assistant.positions("Where do I live?"),
}
ASKING = {
    "assistant.answer",
    "context",
    "assistant.learned",
    "recall",
    "assistant.recall",
    "assistant.answer_through_model",
}
"""These catch up, within their time."""
OTHER = {
    *(
        *("beliefs.correct", "beliefs.pin", "beliefs.retract", "beliefs.unpin"),
        "documents.import_folder",
        "documents.note",
        "documents.restore",
        "documents.write",
        "review.accept",
        "review.approve_edited",
        "review.approve_redacted",
        "review.choose",
        "review.decide_cluster",
        "review.merge",
        "aio",
        "approve",
        "admin.backup",
        "admin.before_closing",
        "history.import_file",
        "close",
        "knowledge.ingest",
        "knowledge.ingest_watched",
        "knowledge.record_decision",
        "knowledge.withdraw",
        "jobs.consolidate",
        "admin.count_wrapped",
    ),
    *(
        "review.decide",
        "review.decline",
        "review.dismiss",
        "review.lift",
        "review.pin",
        "review.quarantine",
        "review.unpin",
        "admin.doctor",
        "jobs.drop",
        "end_session",
        "review.expire",
        "feedback.rate_memory",
        "flush",
        "forget",
    ),
    *(
        "history.give_up_replay",
        "in_space",
        "admin.journal_troubles",
        "admin.record_constitution",
        "admin.pause",
        "admin.resume",
        "assistant.constitution_tokens",
        "assistant.new_conversation",
        "admin.note_trouble",
    ),
    *(
        "admin.notices",
        "admin.now",
        "observe",
        "open",
        "opened_by",
        "assistant.propose_forget",
        "assistant.propose_memory",
        "jobs.reflect",
    ),
    *(
        "reject",
        "feedback.report",
        "restore",
        "jobs.replay_questions",
        "jobs.take_exam",
        "jobs.probe",
        "jobs.retry",
        "history.revert",
        "history.rollback",
        "undo",
        "review.vouch",
        "admin.wrap_figures",
    ),
}
"""These change something, or touch no store; `doctor` tries the embedder, once."""


def test_every_verb_of_the_library_is_known_to_look_to_ask_or_to_change() -> None:  # J15
    assert set(VERBS) == {*READING, *ASKING, *OTHER}


@pytest.mark.parametrize("verb", READING)
def test_looking_embeds_nothing_runs_nothing_and_writes_nothing(observed: Observed, verb: str) -> None:  # J15
    """Trust rule 15: a verb that reads answers from what is there."""
    assert observed.owed() == OWED
    READING[verb](observed)
    assert observed.embedder.texts == []
    assert observed.store.writes == 0
    assert observed.owed() == OWED


def test_the_doctor_tries_the_embedder_once_and_thinks_nothing(observed: Observed) -> None:  # J15
    assert all(check.ok for check in observed.atlas.admin.doctor())
    assert (len(observed.embedder.texts), observed.store.writes, observed.owed()) == (1, 0, OWED)


def test_status_says_how_much_is_owed(observed: Observed) -> None:  # J15
    report = observed.atlas.inspect.status()
    assert (report.owed, report.unkept) == (OWED, OWED)
    observed.atlas.flush()
    report = observed.atlas.inspect.status()
    assert (report.owed, report.unkept) == (0, 0)


# --- asking catches up, within its time


def test_without_a_clock_that_runs_all_of_it_is_caught_up_on(observed: Observed) -> None:  # J15
    observed.atlas.recall("What is my cat called?")
    assert observed.owed() == 0


@pytest.mark.parametrize("ask", ["recall", "context", "assistant.answer"])
def test_when_the_time_is_over_one_thought_was_had_and_the_rest_is_owed(hurried: Observed, ask: str) -> None:  # J15
    found = attrgetter(ask)(hurried.atlas)("Where do I live?")
    assert "Porto" in str(found)
    assert hurried.owed() == OWED - 1
    if ask != "assistant.answer":  # which compares what it found with the question
        assert len(hurried.embedder.texts) < 9
    with hurried.runtime.store.reading(hurried.runtime.space) as reader:
        assert count_unkept(reader, 99) == OWED - 16


def test_the_clock_is_looked_at_before_each_thought(observe: Any) -> None:  # J15
    observed = observe(stopwatch=Stopwatch(0.004))
    observed.atlas.recall("Where do I live?")
    assert OWED - 6 < observed.owed() < OWED


def test_what_was_just_said_comes_first(hurried: Observed) -> None:  # J15
    hurried.atlas.flush()
    for name in DOGS:
        hurried.atlas.observe(user=f"I have a dog called {name}.", assistant="I see.", conversation="dogs")
    found = hurried.atlas.recall("What is my dog called?", 40)
    learned = [item.memory.content for item in found if item.memory.kind is not Kind.EPISODE]
    assert any(DOGS[8] in each for each in learned)
    assert not any(DOGS[3] in each for each in learned)
    assert any(DOGS[3] in item.memory.content for item in found), "by its words it is found all the same"


def test_two_facts_of_one_slot_hold_alike_whichever_is_thought_first(hurried: Observed) -> None:  # T16, J15
    """The newest is thought about first: what was said before it does not close it."""
    hurried.atlas.flush()
    for town in ("Rome", "Oslo"):
        hurried.life.virtual.later(minutes=1)
        hurried.atlas.observe(user=f"I moved to {town}.", assistant="Nice.", conversation="moving")
    hurried.atlas.recall("Where do I live?")
    assert hurried.owed() == 1
    hurried.atlas.flush()
    states = {m.content: m.status for m in hurried.atlas.memories(limit=999) if "lives in" in m.content}
    assert {
        town: status for content, status in states.items() for town in ("Porto", "Rome", "Oslo") if town in content
    } == {
        "Porto": Status.SUPERSEDED,
        "Rome": Status.SUPERSEDED,
        "Oslo": Status.APPROVED,
    }


def test_asking_whom_a_name_means_knows_what_was_just_said(observed: Observed) -> None:  # J15
    observed.atlas.observe(user="My sister Maria lives in Rome.", assistant="I see.", conversation="family")
    assert "Rome" in str(observed.atlas.recall("Where does she live?", about="Maria"))


def test_with_no_time_at_all_one_thought_is_had_and_words_cover_the_rest(hurried: Observed) -> None:  # J15
    hurried.atlas.observe(user="My bicycle is green.", assistant="I see.", conversation="later")
    runtime = replace(hurried.runtime, recall=replace(hurried.runtime.recall, catch_up_s=0.0))
    found = Atlas(runtime, background=False).recall("What is my cat called?")
    assert any("cat called" in item.memory.content for item in found)
    assert hurried.owed() == OWED


def test_what_came_of_one_interaction_is_thought_about_alone(observed: Observed) -> None:  # J15
    receipt = observed.atlas.observe(user="I work as a nurse.", assistant="Good.", conversation="work")
    assert receipt.interaction
    found = observed.atlas.assistant.learned(receipt.interaction)
    assert any("nurse" in str(each.proposal) for each in found)
    owed = observed.atlas.jobs.list("queued", 2 * OWED)
    assert sum(each.task is not Task.SNAPSHOT for each in owed) == OWED  # that one is owed by the count of turns (B5)


def test_closing_ends_when_its_time_is_over(hurried: Observed, live: Any) -> None:  # J15
    hurried.atlas.close()
    again = live(embedder=hurried.embedder, seed=9)
    with again.runtime.store.reading(again.runtime.space) as reader:
        assert reader.job_count(JobState.QUEUED) == OWED - 1


def test_closing_does_what_is_owed_where_it_takes_no_time(observed: Observed, live: Any) -> None:  # J15
    observed.atlas.close()
    again = live(embedder=observed.embedder, seed=9)
    left = [each.task for each in again.atlas.jobs.list("queued")]
    assert set(left) <= {Task.SNAPSHOT}  # the worker's: owed by the count of turns (B5)


# --- what must be complete needs no thought


def test_an_export_holds_what_nobody_has_kept_yet_and_comes_back_whole(observed: Observed, live: Any) -> None:  # X9
    lines = list(observed.atlas.history.export())
    said = [message["text"] for line in lines if line["type"] == "interaction" for message in line["messages"]]
    assert sum("cat called" in text for text in said) == OWED
    assert (observed.store.writes, observed.embedder.texts) == (0, [])
    file = Path(observed.runtime.store.location).with_name("everything.jsonl")
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    other = live("other.atlas", seed=9)
    other.atlas.history.import_file(file, restore=True)
    other.atlas.flush()
    assert other.atlas.admin.verify().ok
    assert sum("cat is" in each for each in other.facts()) == OWED


@pytest.mark.parametrize("how", ["conversation", "text", "person"])
def test_what_is_owed_is_forgotten_without_a_thought(observed: Observed, how: str) -> None:  # X3
    observed.atlas.observe(user="My sister Zelda works at Acme.", assistant="Zelda, I see.", conversation="secret")
    observed.embedder.texts.clear()
    owed = observed.owed()
    observed.atlas.forget(**{how: {"conversation": "secret", "text": "Zelda works at Acme", "person": "Zelda"}[how]})
    assert observed.embedder.texts == []
    assert observed.owed() == owed, "nothing was thought about first"
    observed.atlas.flush()
    there = str(list(observed.atlas.history.export(sensitive=True)))
    assert "works at Acme" not in there
    assert ("Zelda" not in there) or how == "text"
    assert observed.atlas.admin.verify().ok


def test_a_fact_that_is_told_again_by_what_is_owed_is_not_learned_anew(observed: Observed) -> None:  # X3
    """Its words go from what nobody has thought about yet, and what else was said there stays."""
    observed.atlas.observe(
        user="I live in Porto. I work as a nurse. My boss flies to Porto.",
        assistant="Porto, I see.",
        conversation="again",
    )
    observed.embedder.texts.clear()
    observed.atlas.forget(observed.names.memory)
    assert observed.embedder.texts == []
    observed.atlas.flush()
    facts = observed.life.facts()
    assert not any("Porto" in each for each in facts if "lives in" in each)
    assert any("nurse" in each for each in facts)


def test_a_name_that_only_the_owed_words_tell_is_forgotten_with_whom_it_names(observed: Observed) -> None:  # X3
    observed.atlas.observe(user="My sister lives in Rome.", assistant="I see.", conversation="one")
    observed.atlas.flush()
    observed.atlas.observe(user="My sister is called Zelda.", assistant="I see.", conversation="two")
    observed.atlas.forget(person="Zelda")
    observed.atlas.flush()
    assert not any("Rome" in each or "Zelda" in each for each in observed.life.facts())


# --- an import is kept as it comes in, and waits behind what is said now


def _history(folder: Path, turns: int = 12) -> Path:
    rows = [
        {"role": "user" if n % 2 == 0 else "assistant", "text": f"I have a fish called Bo{n}."} for n in range(turns)
    ]
    file = folder / "turns.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return file


def test_an_import_is_kept_as_it_comes_in(observed: Observed, tmp_path: Path) -> None:  # X7
    observed.atlas.history.import_file(_history(tmp_path), vouch=True)
    assert observed.embedder.texts == []
    with observed.runtime.store.reading(observed.runtime.space) as reader:
        assert count_unkept(reader, 99) == 0
    observed.store.writes = 0
    fish = [each for each in observed.atlas.memories(limit=99, kinds=[Kind.EPISODE]) if "fish" in each.content]
    assert len(fish) == 12
    assert observed.store.writes == 0


def test_imported_turns_wait_behind_what_is_said_now(live: Any, tmp_path: Path) -> None:  # J4
    life = live()
    life.atlas.observe(user="I live in Porto.", assistant="Nice.")
    life.atlas.history.import_file(_history(tmp_path), vouch=True)
    life.atlas.observe(user="I like tea.", assistant="Nice.")
    waiting = [job.priority for job in life.atlas.jobs.list(JobState.QUEUED.value) if job.task is Task.LIGHTWEIGHT]
    assert waiting == [9, 9, *[9 - LONG_AGO] * 6]


def test_what_is_said_while_vectors_are_made_does_not_wait_for_all_of_them(live: Any) -> None:  # J15
    """A worker looks for new thoughts after each batch of vectors."""
    said: list[str] = []

    class Talkative(CountingEmbedder):
        def embed(self, texts: Sequence[str]) -> Any:
            if len(texts) > 32 and not said:
                said.append("now")
                life.atlas.observe(user="I live in Lima.", assistant="Nice.", conversation="now")
            elif said and len(said) == 1 and len(texts) > 8:
                said.append("thought" if "The user lives in Lima" in str(life.atlas.memories()) else "waiting")
            return super().embed(texts)

    life = live(embedder=Talkative())
    for number in range(150):
        life.atlas.observe(user=f"Number {number} is a fine number. It is even.", conversation="numbers")
    life.atlas.flush()
    assert said == ["now", "thought"]


def test_asking_leaves_an_import_to_the_worker(live: Any, tmp_path: Path) -> None:  # J15
    """What was imported waits, however much time there is; what is said now does not."""
    life = live()
    life.atlas.history.import_file(_history(tmp_path), vouch=True)
    life.atlas.observe(user="I live in Lima.", assistant="Nice.", conversation="now")
    found = life.atlas.recall("Where do I live?")
    assert any(item.memory.kind is not Kind.EPISODE and "Lima" in item.memory.content for item in found)
    assert life.atlas.jobs.owed() == 6
    assert life.atlas.flush() >= 6
    assert life.atlas.jobs.owed() == 0
