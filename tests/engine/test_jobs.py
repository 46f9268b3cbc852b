"""Owed thinking: durable, done once, tried again, taken apart, and never paid for twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from _minds import asked_of, ids_in, mind, minded, remade
from test_forgetting import leaks

from atlas import Atlas, BadInput, Kind, NotFound, Refused
from atlas.engine.core.policy import JobPolicy
from atlas.engine.core.runtime import Memo
from atlas.engine.intake.signals import detect_signals
from atlas.engine.thinking.schedule import owe_by_hand, owe_for_interaction
from atlas.errors import ModelTrouble
from atlas.language.english.package import English
from atlas.language.registry import LANGUAGE
from atlas.model.spending import SpendingState
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.reflection.policy import ReflectionPolicy
from atlas.testing.models import ScriptedModel

DOWN = ModelTrouble("The model does not work (status 500).", transient=True)
REFUSED = ModelTrouble("The key is not valid (status 401).")
SECRET = "sk-ant-api03-" + "A1b2C3d4E5f6G7h8" * 6


def jobs(life: Any, task: Task, *states: JobState) -> list[Any]:
    found = life.atlas.jobs.list(limit=10_000)
    return [job for job in found if job.task is task and (not states or job.state in states)]


def the_job(life: Any, task: Task) -> Any:
    (job,) = jobs(life, task)
    return job


def observe(life: Any, *texts: str, apart: bool = False) -> None:
    """In one conversation, or each in its own, so that nobody seems to ask again."""
    for text in texts:
        life.virtual.later(minutes=1)
        where = text[:20] if apart else "c1"
        assert life.atlas.observe(user=text, assistant="Noted.", conversation=where).acknowledged


def patiently(life: Any, times: int = 40, **by: float) -> None:
    """Work, and come back again and again."""
    for _ in range(times):
        life.atlas.flush()
        life.virtual.later(**(by or {"minutes": 10}))


# --- owed once


def test_two_triggers_owe_one_job(life) -> None:  # J4
    observe(life, "Hello there.")
    (job,) = life.atlas.jobs.list()
    with life.runtime.store.writing(life.runtime.space) as txn:
        owe_for_interaction(life.runtime, txn, job.interaction)
    assert life.atlas.jobs.list() == [job]
    assert owe_by_hand(life.runtime, Task.NIGHTLY) == owe_by_hand(life.runtime, Task.NIGHTLY)
    assert len(jobs(life, Task.NIGHTLY)) == 1


def test_what_is_done_can_be_owed_again(life) -> None:  # J4
    first = owe_by_hand(life.runtime, Task.NIGHTLY)
    life.atlas.flush()
    assert owe_by_hand(life.runtime, Task.NIGHTLY) != first


def test_the_more_urgent_comes_first_then_the_older(life) -> None:  # J4
    owe_by_hand(life.runtime, Task.WEEKLY)
    observe(life, "Which port is it?", "No, that is wrong. It is port 8443.")
    remade(life, models={"small": mind()})
    observe(life, "I like tea.")
    detect_signals(life.runtime)
    waiting = [job.task for job in life.atlas.jobs.list("queued")]
    assert waiting == [*[Task.LIGHTWEIGHT] * 3, Task.WEEKLY, Task.READING, Task.ADAPTIVE]


def test_a_job_that_another_process_has_is_left_alone_until_its_lease_ends(life) -> None:  # J4
    observe(life, "I live in Porto.")
    now = life.runtime.now()
    with life.runtime.store.writing(life.runtime.space) as txn:
        assert txn.claim_job("another", now, now + timedelta(minutes=1))
    life.atlas.flush()
    assert life.facts() == {}
    life.virtual.later(seconds=61)
    life.atlas.flush()
    assert life.facts() == {"The user lives in Porto": "approved_for_reuse"}


def test_who_lost_the_lease_commits_nothing(life) -> None:  # J4
    thief = replace(life.runtime, owner="thief")

    def stolen(asked: str, schema: Any) -> dict[str, Any]:
        life.virtual.later(minutes=11)
        now = thief.now()
        with thief.store.writing(thief.space) as txn:
            assert txn.claim_job("thief", now, now + timedelta(minutes=1), {Task.READING})
        return {"insight": "From somebody who was too slow."}

    minded(life, mind(reading=stolen))
    observe(life, "I live in Porto.")
    life.atlas.flush()
    job = the_job(life, Task.READING)
    assert (job.state, job.lease_owner) == (JobState.RUNNING, "thief")
    assert not life.atlas.jobs.reflections(task="reading")


# --- triggered meanwhile


def test_what_comes_while_a_night_runs_is_thought_over_right_after(life) -> None:  # J5
    def meanwhile(asked: str, schema: Any) -> dict[str, Any]:
        if "First." in asked:
            observe(life, "Second.")
            owe_by_hand(life.runtime, Task.NIGHTLY)
            owe_by_hand(life.runtime, Task.NIGHTLY)
        return {}

    model = mind(nightly=meanwhile)
    observe(life, "First.")
    minded(life, model)
    owe_by_hand(life.runtime, Task.NIGHTLY)
    life.atlas.flush()
    first, second = asked_of(model, "nightly")
    assert "Second." not in first
    assert "First." not in second
    assert len(jobs(life, Task.NIGHTLY)) == 1
    assert the_job(life, Task.NIGHTLY).state is JobState.DONE


def test_it_does_not_run_again_where_nothing_is_new(life) -> None:  # J5
    def meanwhile(asked: str, schema: Any) -> dict[str, Any]:
        owe_by_hand(life.runtime, Task.NIGHTLY)
        return {}

    model = mind(nightly=meanwhile)
    observe(life, "First.")
    minded(life, model)
    owe_by_hand(life.runtime, Task.NIGHTLY)
    life.atlas.flush()
    assert len(asked_of(model, "nightly")) == 1
    assert len(life.atlas.jobs.reflections(task="nightly")) == 1


def test_what_is_told_while_a_reply_is_doubted_is_thought_about_too(life) -> None:  # J5
    def meanwhile(asked: str, schema: Any) -> dict[str, Any]:
        if "thumbs_down" not in asked:
            (job,) = jobs(life, Task.ADAPTIVE)
            life.atlas.feedback.report("thumbs_down", job.interaction)
        return {}

    model = mind(critique=meanwhile)
    minded(life, model)
    observe(life, "Which port is it?", "No, that is wrong. It is port 8443.")
    life.atlas.flush()
    seen = ["thumbs_down" in asked for asked in asked_of(model, "critique")]
    assert seen == sorted(seen)  # first without it, then with it
    assert {False, True} == set(seen)
    assert len(life.atlas.jobs.reflections(task="adaptive")) == 2
    assert the_job(life, Task.ADAPTIVE).state is JobState.DONE


# --- the world does not work


def test_a_model_that_is_down_is_tried_later_and_later_then_no_more(life) -> None:  # J6
    model = mind(reading=DOWN)
    minded(life, model)
    observe(life, "I live in Porto.")
    waits = []
    for _ in range(4):
        life.atlas.flush()
        job = the_job(life, Task.READING)
        assert job.state is JobState.QUEUED
        waits.append((job.due_at - life.runtime.now()).total_seconds())
        life.virtual.clock.advance(job.due_at - life.runtime.now() - timedelta(seconds=1))
        life.atlas.flush()  # not yet
        assert the_job(life, Task.READING) == job
        life.virtual.later(seconds=1)
    life.atlas.flush()
    job = the_job(life, Task.READING)
    assert waits == [30, 120, 480, 1_920]
    assert (job.state, job.attempts, job.problem) == (JobState.PARKED, 5, str(DOWN))
    assert len(asked_of(model, "reading")) == 5
    assert [thought.problem for thought in life.atlas.jobs.reflections(task="reading")] == [str(DOWN)] * 5
    assert life.facts() == {"The user lives in Porto": "approved_for_reuse"}  # the rules did not wait


def test_how_often_it_is_tried_and_how_much_it_may_say_are_set(life) -> None:  # J1, J6
    model = mind(reading=DOWN)
    minded(life, model, jobs=JobPolicy(retries=1), reflection=ReflectionPolicy(lightweight_tokens=77))
    observe(life, "I live in Porto.")
    life.atlas.flush()
    assert the_job(life, Task.READING).state is JobState.PARKED
    assert [call.max_tokens for call in model.calls] == [77]


def test_a_provider_that_says_when_is_believed(life) -> None:  # J6
    minded(life, mind(reading=ModelTrouble("Slow down.", transient=True, retry_after=300.0)))
    observe(life, "Hello.")
    life.atlas.flush()
    assert the_job(life, Task.READING).due_at == life.runtime.now() + timedelta(seconds=300)


def test_a_provider_that_asks_for_a_century_is_not(life) -> None:  # J6
    minded(life, mind(reading=ModelTrouble("Slow down.", transient=True, retry_after=3e9)))
    observe(life, "Hello.")
    life.atlas.flush()
    assert the_job(life, Task.READING).due_at == life.runtime.now() + timedelta(hours=6)


def test_what_was_parked_goes_on_when_the_model_is_back(life) -> None:  # J6
    minded(life, mind(reading=REFUSED))
    observe(life, "One.", "Two.")
    life.atlas.flush()
    assert [job.state for job in jobs(life, Task.READING)] == [JobState.PARKED] * 2
    model = mind()
    minded(life, model)
    life.virtual.later(days=1)
    life.atlas.flush()
    assert model.calls == () or jobs(life, Task.READING, JobState.PARKED) == []
    observe(life, "Three.")
    life.atlas.flush()
    assert [job.state for job in jobs(life, Task.READING)] == [JobState.DONE] * 3
    assert len(asked_of(model, "reading")) == 3


def test_a_lasting_trouble_parks_at_once(life) -> None:  # J6
    model = mind(reading=REFUSED)
    minded(life, model)
    observe(life, "One.")
    patiently(life, times=3)
    assert the_job(life, Task.READING).state is JobState.PARKED
    assert len(model.calls) == 1


def test_a_person_takes_it_up_again_or_lets_it_go(life) -> None:  # J6
    minded(life, mind(reading=REFUSED))
    observe(life, "One.", "Two.")
    life.atlas.flush()
    first, second = jobs(life, Task.READING)
    assert life.atlas.jobs.retry(first.id[:8]).state is JobState.QUEUED
    assert life.atlas.jobs.drop(second.id).state is JobState.DROPPED
    minded(life, mind())
    life.atlas.flush()
    assert [job.state for job in jobs(life, Task.READING)] == [JobState.DONE, JobState.DROPPED]
    with pytest.raises(Refused):
        life.atlas.jobs.retry(first.id)
    with pytest.raises(NotFound):
        life.atlas.jobs.retry("j_nothing")
    with pytest.raises(BadInput):
        life.atlas.jobs.drop("j_")


def test_a_tier_run_by_hand_does_not_wait_for_its_next_try(life) -> None:  # J6
    observe(life, "One.")
    minded(life, mind(nightly=REFUSED))
    (failed,) = life.atlas.jobs.reflect("nightly")
    assert failed.problem == str(REFUSED)
    minded(life, mind())
    (night,) = life.atlas.jobs.reflect("nightly")
    assert night.problem is None
    assert night.said["interactions"] == 1


def test_a_night_that_waits_for_a_model_nobody_has_any_more_goes_by_rules(life) -> None:  # J6, J14
    observe(life, "One.")
    minded(life, mind(nightly=REFUSED))
    life.atlas.jobs.reflect("nightly")
    assert the_job(life, Task.NIGHTLY).state is JobState.PARKED
    remade(life, models={})
    life.virtual.later(days=1)
    life.atlas.flush()
    late, first = life.atlas.jobs.reflections(task="nightly")
    assert (first.thinker, first.problem) == ("scripted", str(REFUSED))
    assert (late.thinker, late.problem) == ("rules", None)
    assert late.said["interactions"] == 1
    assert jobs(life, Task.NIGHTLY, JobState.PARKED) == []


# --- what comes of it breaks the rules


@pytest.mark.parametrize("reply", ["", "nonsense", '{"facts": NaN}', '{"facts": [], "facts": []}'])
def test_a_reply_of_no_use_is_asked_for_three_times(life, reply: str) -> None:  # J6, R6
    model = ScriptedModel("bad", lambda *asked: reply)
    minded(life, model)
    observe(life, "I live in Porto.")
    patiently(life, times=10)
    job = the_job(life, Task.READING)
    assert (job.state, job.failures) == (JobState.POISON, 3)
    assert len(asked_of(model, "reading")) == 3
    assert all(thought.problem for thought in life.atlas.jobs.reflections(task="reading"))
    assert life.facts() == {"The user lives in Porto": "approved_for_reuse"}


@pytest.mark.parametrize("task", [Task.READING, Task.ADAPTIVE])
def test_a_secret_in_a_reply_is_poison_at_once(life, tmp_path: Path, task: Task) -> None:  # J6, P5
    said = f"Use {SECRET} for it."
    model = mind(reading={"insight": said}, critique={"none": False, "issues": [], "score": 1}, revision=said)
    if task is Task.ADAPTIVE:
        model = mind(critique=said)
    minded(life, model)
    observe(life, "Which port is it?", "No, that is wrong. It is port 8443.")
    patiently(life, times=5)
    stopped = jobs(life, task, JobState.POISON)
    assert len(stopped) == (2 if task is Task.READING else 1)
    assert all(job.failures == 0 for job in stopped)
    kind = "reading" if task is Task.READING else "critique"
    assert len(asked_of(model, kind)) == len(stopped)  # nobody asks again
    assert all("secret" in job.problem for job in stopped)
    assert leaks(tmp_path, SECRET, SECRET[-20:]) == []
    assert all("secret" in thought.problem for thought in life.atlas.jobs.reflections(task=task.value))


def change_for_each(asked: str, schema: Any) -> Any:
    """A rule for each message, and nonsense where one of them is cursed."""
    if "cursed" in asked:
        return "This is cursed."
    lines = [line for line in asked.splitlines() if '"who"' in line]
    found = []
    for id in ids_in(schema, "behaviour_changes", "*", "message"):
        word = next(word for line in lines if id in line for word in line.split() if word.startswith("thing"))
        said = word.split(".")[0]
        found.append({"message": id, "quote": said, "kind": "rule", "says": f"Mind {said}."})
    return {"behaviour_changes": found}


def minds(life: Any) -> set[str]:
    found = life.atlas.memories(kinds=[Kind.RULE], limit=1_000)
    return {memory.content for memory in found}


@pytest.mark.parametrize("count", [1, 2, 9, 50])
@pytest.mark.parametrize("reply", ["nonsense", "secret"])
def test_one_bad_interaction_spoils_only_itself(life, count: int, reply: str, tmp_path: Path) -> None:  # J6
    cursed = count // 3
    texts = [f"Mind thing{number}. It matters." for number in range(count)]
    texts[cursed] = f"Mind thing{cursed}. It is cursed."
    observe(life, *texts, apart=True)

    def nightly(asked: str, schema: Any) -> Any:
        told = change_for_each(asked, schema)
        return f"Take {SECRET}." if told == "This is cursed." and reply == "secret" else told

    model = mind(nightly=nightly)
    minded(life, model)
    owe_by_hand(life.runtime, Task.NIGHTLY)
    patiently(life, times=60)
    assert minds(life) == {f"Mind thing{number}." for number in range(count) if number != cursed}
    (bad,) = jobs(life, Task.NIGHTLY, JobState.POISON)
    about = life.atlas.inspect.interaction(bad.pinned[0].removeprefix("only:")).interaction
    assert "cursed" in about.messages[0].text
    assert jobs(life, Task.NIGHTLY, JobState.QUEUED, JobState.PARKED) == []
    assert leaks(tmp_path, SECRET) == []
    owe_by_hand(life.runtime, Task.NIGHTLY)  # the next night is not held up
    life.atlas.flush()
    assert life.atlas.jobs.reflections(task="nightly")[0].said["interactions"] == 0


def test_one_interaction_on_which_the_rules_break_spoils_only_itself(life, monkeypatch: pytest.MonkeyPatch) -> None:
    """J6, with no model at all."""
    from atlas.reflection import facts as reading

    def breaks(material: Any, readings: Any) -> Any:
        if "cursed" in material.interaction.messages[0].text:
            raise ValueError("cursed")
        return LANGUAGE.facts.find_facts(material, readings)

    broken = English()
    broken.facts = SimpleNamespace(list_unread=LANGUAGE.facts.list_unread, find_facts=breaks)
    monkeypatch.setattr(reading, "LANGUAGE", broken)
    observe(life, "One.", "My interview is on Friday.", "A cursed one.", "Four.")
    owe_by_hand(life.runtime, Task.NIGHTLY)
    patiently(life, times=60)
    (bad,) = jobs(life, Task.NIGHTLY, JobState.POISON)
    assert "cursed" in life.atlas.inspect.interaction(bad.pinned[0].removeprefix("only:")).interaction.messages[0].text
    assert "cursed" not in (bad.problem or "")
    assert len(life.atlas.review.suggestions()) == 1
    assert jobs(life, Task.NIGHTLY, JobState.QUEUED) == []


def test_a_week_that_breaks_does_not_hold_up_the_next(life, monkeypatch: pytest.MonkeyPatch) -> None:  # J6
    from atlas.engine.jobs.tasks.weekly import week_input

    def breaks(*given: Any) -> Any:
        raise ValueError("no trends today")

    with monkeypatch.context() as broken:
        broken.setattr(week_input, "compute_trends", breaks)
        owe_by_hand(life.runtime, Task.WEEKLY)
        patiently(life, times=10)
    assert len(jobs(life, Task.WEEKLY, JobState.POISON)) == 1
    (week,) = life.atlas.jobs.reflect("weekly")
    assert week.problem is None


# --- nothing is lost, nothing is paid for twice


def test_a_night_that_fails_consumes_nothing(life) -> None:  # J7
    observe(life, "Mind thing1. It matters.", "Mind thing2. It matters.")
    minded(life, mind(nightly=DOWN))
    life.atlas.jobs.reflect("nightly")
    assert minds(life) == set()
    observe(life, "Mind thing3. It matters.")
    minded(life, mind(nightly=change_for_each))
    patiently(life, times=3)
    assert minds(life) == {"Mind thing1.", "Mind thing2."}  # what it had begun with
    life.atlas.jobs.reflect("nightly")
    assert minds(life) == {"Mind thing1.", "Mind thing2.", "Mind thing3."}


class Killed(BaseException):
    """The process is gone."""


class Mortal:
    """A store whose process dies at one of its transactions: before it begins, or right after it is committed."""

    def __init__(self, store: Any, dies_at: int, after: bool) -> None:
        self._store = store
        self.left = dies_at
        self.after = after

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @contextmanager
    def writing(self, space: str) -> Iterator[Any]:
        self.left -= 1
        if self.left < 0 or (self.left == 0 and not self.after):
            raise Killed
        with self._store.writing(space) as writer:
            yield writer
        if self.left == 0:
            raise Killed


def reborn(life: Any, store: Any) -> None:
    """Another process on the same file, after the lease of the dead one has run out."""
    life.virtual.later(minutes=15)
    life.runtime = replace(life.runtime, store=store, memo=Memo(), owner=f"{life.runtime.owner}+")
    life.atlas = Atlas(life.runtime, background=False)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_night_can_die_at_every_step(live, after: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # J7, R3
    monkeypatch.setattr("atlas.engine.thinking.job_inputs.BATCH_INTERACTIONS", 1)  # three questions
    steps, died = 0, True
    while died:
        steps += 1
        life = live(f"{after}{steps}.atlas")
        observe(life, *(f"Mind thing{number}. It matters." for number in range(3)), apart=True)
        life.atlas.flush()
        model, store = mind(nightly=change_for_each), life.runtime.store
        owe_by_hand(life.runtime, Task.NIGHTLY)
        minded(life, model, store=Mortal(store, steps, after))
        try:
            life.atlas.flush()
            died = False
        except Killed:
            died = True
        remade(life, store=store)
        asked_before = len(model.calls)
        with store.reading(life.runtime.space) as reader:
            kept = len(reader.answers(the_job(life, Task.NIGHTLY).id))
        in_doubt = minds(life)
        assert len(in_doubt) in (0, 3)  # all or nothing
        reborn(life, store)
        life.atlas.flush()
        assert len(minds(life)) == 3
        assert the_job(life, Task.NIGHTLY).state is JobState.DONE
        if not in_doubt:
            assert len(model.calls) - asked_before == 3 - kept  # what is stored is not asked for again
        else:
            assert len(model.calls) == 3
    assert steps > 6


def test_the_reservation_of_a_call_in_flight_stays_spent(life) -> None:  # J7, J13
    def killed(asked: str, schema: Any) -> Any:
        raise Killed

    observe(life, "One.")
    life.atlas.flush()
    minded(life, mind(nightly=killed))
    owe_by_hand(life.runtime, Task.NIGHTLY)
    with pytest.raises(Killed):
        life.atlas.flush()
    reborn(life, life.runtime.store)
    remade(life, models={"medium": mind()})
    life.atlas.flush()
    second, first = life.atlas.jobs.costs().calls
    assert (first.state, second.state) == (SpendingState.RESERVED, SpendingState.SETTLED)
    assert first.tokens > 4_000
    assert life.atlas.jobs.costs().today.tokens == first.tokens + second.tokens


def test_answers_are_dropped_when_their_job_is_done(life) -> None:  # J7
    observe(life, "One.")
    minded(life, mind())
    life.atlas.jobs.reflect("nightly")
    life.atlas.flush()
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert [reader.answers(job.id) for job in reader.jobs(None, 100) if reader.answers(job.id)] == []
