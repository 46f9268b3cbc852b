"""A cycle of consolidation (T7-T13): planned, shown, committed whole against the rows as they are, and taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from _aged import FADED, LONG, MARIA, TWICE, aged, inferred, remember, used_together
from _minds import remade

from atlas.consolidation.plan import Step
from atlas.consolidation.policy import ConsolidationPolicy
from atlas.curation.effects import MemoryChange, next_version
from atlas.curation.policy import CurationPolicy, Mode
from atlas.engine.consolidate import commit_cycle, cycle_state
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.vectors import open_index
from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.errors import Refused, StoreTrouble
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, Actor
from atlas.model.memory import Form, Kind, Link, Relation, State
from atlas.model.task import Task
from atlas.model.thinking import JobState

DAY = timedelta(days=1)


@pytest.fixture
def old(life):  # type: ignore[no-untyped-def]
    """A life that has something for every step."""
    life.ids = aged(life.runtime, life.virtual.clock)
    return life


def memory(life: Any, id: str) -> Any:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return reader.memory(MemoryId(id))


def edges(life: Any) -> list[tuple[str, float]]:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return [(edge.relation.value, edge.weight) for edge in reader.all_edges(1_000)]


def marks(life: Any) -> dict[str, int]:
    names = (
        cycle_state.CONSOLIDATED,
        cycle_state.DERIVED,
        cycle_state.TOGETHER,
        cycle_state.GISTED,
        cycle_state.VISITED,
    )
    with life.runtime.store.reading(life.runtime.space) as reader:
        return {name: reader.read_mark(name) for name in names} | {"change": reader.last_change()}


def rows(life: Any) -> list[dict[str, Any]]:
    """Everything but the journal, which only grows, and the versions, which only rise."""
    return [
        {name: value for name, value in row.items() if name != "version"}
        for row in life.atlas.history.export()
        if row["type"] in ("interaction", "entity", "memory", "document", "exam", "edge", "archived")
    ]


def touch(life: Any, id: str) -> None:
    """Somebody changes a memory."""
    with life.runtime.store.writing(life.runtime.space) as txn:
        before = txn.memory(MemoryId(id))
        assert before is not None
        changed = MemoryChange(before, next_version(before, reinforced_at=life.runtime.now()))
        Ledger(life.runtime, txn).write_change(Actor.ATLAS, Action.REINFORCED, [changed])


# --- a whole one


def test_a_cycle_does_every_step_and_says_what_it_did(old) -> None:  # T7, T8, T9, T10, T12, T13
    done = run_consolidation(old.runtime)
    assert done.counts == {
        "prune": 1, "merge": 1, "strengthen": 1, "derive": 1, "promote": 0, "gist": 1, "reindex": 0, "sweep": 0,
    }  # fmt: skip
    assert {line.what for line in done.lines} == {"archived", "merged", "joined", "insight", "gist"}
    assert {line.outcome for line in done.lines} == {"done"}
    assert memory(old, old.ids["faded"]).state is State.ARCHIVED
    assert memory(old, old.ids["older"]).state is State.ARCHIVED
    assert memory(old, old.ids["newer"]).linked(Relation.SUPERSEDES) == (old.ids["older"],)
    assert edges(old) == [("co_activated", 0.1)]
    (insight,) = old.atlas.memories(kinds=[Kind.INSIGHT])
    assert set(insight.linked(Relation.SCHEMA_INSTANCE)) == {old.ids[each] for each in MARIA}
    with old.runtime.store.reading(old.runtime.space) as reader:
        said = reader.interactions(0, 1)[0][1].messages[0]
        (whole,) = reader.archived_texts([said.id])
    assert (whole.text, said.text in LONG, len(said.text) < len(LONG)) == (LONG, True, True)
    assert old.atlas.admin.verify().ok


def test_the_record_of_a_cycle_tells_counts_and_what_to_revert(old) -> None:  # T11, T13
    done = run_consolidation(old.runtime)
    (record,) = old.atlas.jobs.cycles()
    assert (record.task, record.trigger, record.id) == (Task.CONSOLIDATION, "by hand", done.reflection)
    assert record.said["steps"] == done.counts
    assert record.said["visited"] == done.visited > 0
    assert record.said["index"]["listed"] == record.said["index"]["memories"]
    assert done.entry is not None
    assert next(each for each in old.atlas.history.log(50) if each.seq == done.entry).action is Action.CONSOLIDATED


def test_every_memory_that_left_service_has_its_reason_on_record(old) -> None:  # T13
    run_consolidation(old.runtime)
    gone = [each for each in old.atlas.memories(limit=100, archived=True) if each.state is State.ARCHIVED]
    assert {each.content for each in gone} == {FADED, TWICE}
    with old.runtime.store.reading(old.runtime.space) as reader:
        for each in gone:
            told = [judged.proposal.reason for judged in reader.judged_about([each.id], [])]
            assert told, each.content
            assert all(told)


def test_a_dry_run_changes_nothing(old) -> None:  # T13
    before, stood, said = rows(old), marks(old), old.atlas.history.log(1_000)
    planned = run_consolidation(old.runtime, dry_run=True)
    assert planned.counts["prune"] == planned.counts["merge"] == planned.counts["derive"] == 1
    assert (rows(old), marks(old), old.atlas.history.log(1_000)) == (before, stood, said)
    assert old.atlas.jobs.cycles() == []
    assert [job for job in old.atlas.jobs.list(limit=100) if job.task is Task.CONSOLIDATION] == []


def test_what_was_planned_is_what_is_done(old) -> None:  # T13
    planned = run_consolidation(old.runtime, dry_run=True)
    done = run_consolidation(old.runtime)
    assert [(line.what, line.says) for line in planned.lines] == [(line.what, line.says) for line in done.lines]


def test_a_second_cycle_has_nothing_to_do(old) -> None:  # T1, T13
    run_consolidation(old.runtime)
    before = rows(old)
    again = run_consolidation(old.runtime)
    assert (again.lines, again.entry, again.left) == ((), None, 0)
    assert rows(old) == before


def test_one_undo_takes_a_whole_cycle_back(old) -> None:  # T13, X5
    before = rows(old)
    done = run_consolidation(old.runtime)
    assert rows(old) != before
    undone = old.atlas.undo()
    assert (undone.entry, undone.conflicts) == (done.entry, ())
    assert rows(old) == before
    assert edges(old) == []
    assert old.atlas.admin.verify().ok


def test_what_a_person_took_back_is_not_done_again_until_they_take_that_back_too(old) -> None:  # T13, C2
    done = run_consolidation(old.runtime)
    old.atlas.undo()
    old.virtual.later(days=1)
    again = run_consolidation(old.runtime, dry_run=True)
    assert [line for line in again.lines if line.step in (Step.PRUNE, Step.MERGE, Step.GIST)] == []
    assert run_consolidation(old.runtime).counts["merge"] == 0
    undoing = next(entry for entry in old.atlas.history.log(50) if entry.action is Action.UNDONE)
    old.atlas.history.revert(undoing.seq)
    assert memory(old, old.ids["faded"]).state is State.ARCHIVED
    assert done.counts["prune"] == 1


# --- what happens meanwhile


def test_a_memory_that_was_changed_meanwhile_is_left_and_named(old) -> None:  # T13
    def meddle(step: Step) -> None:
        if step is Step.SWEEP:
            touch(old, old.ids["faded"])

    done = run_consolidation(old.runtime, progress=meddle)
    (left,) = [line for line in done.lines if line.outcome == "left"]
    assert (left.memories, left.reason, done.left) == ((old.ids["faded"],), commit_cycle.MEANWHILE, 1)
    assert memory(old, old.ids["faded"]).state is State.ACTIVE
    assert (done.counts["prune"], done.counts["merge"], done.counts["gist"]) == (0, 1, 1)


def test_a_survivor_that_was_forgotten_meanwhile_takes_nothing_with_it(old) -> None:  # T8, T13, X3
    def meddle(step: Step) -> None:
        if step is Step.SWEEP:
            old.atlas.forget(old.ids["newer"])

    run_consolidation(old.runtime, progress=meddle)
    assert memory(old, old.ids["older"]).state is State.ACTIVE


def test_what_is_written_during_a_cycle_is_new_to_the_next(old) -> None:  # T13
    said: list[str] = []

    def meddle(step: Step) -> None:
        if step is Step.SWEEP:
            said.append(remember(old.runtime, TWICE))

    run_consolidation(old.runtime, progress=meddle)
    assert memory(old, said[0]).state is State.ACTIVE
    assert run_consolidation(old.runtime).counts["merge"] == 1
    assert memory(old, old.ids["newer"]).state is State.ARCHIVED


def test_uses_that_another_cycle_counted_meanwhile_count_once(old) -> None:  # T9
    def meddle(step: Step) -> None:
        if step is Step.SWEEP:
            with old.runtime.store.writing(old.runtime.space) as txn:
                txn.put_mark(cycle_state.TOGETHER, 2)

    done = run_consolidation(old.runtime, progress=meddle)
    assert (done.counts["strengthen"], done.left) == (0, 1)


def test_a_message_that_could_not_be_shortened_is_tried_again(old) -> None:  # T12
    episode = next(each.id for each in old.atlas.memories(kinds=[Kind.EPISODE]) if each.content == LONG)

    def meddle(step: Step) -> None:
        if step is Step.SWEEP:
            touch(old, episode)

    assert run_consolidation(old.runtime, progress=meddle).counts["gist"] == 0
    assert run_consolidation(old.runtime).counts["gist"] == 1


# --- nothing is lost


def test_a_plan_that_would_lose_something_is_not_done_at_all(old, monkeypatch: pytest.MonkeyPatch) -> None:  # T13
    monkeypatch.setattr(commit_cycle, "find_losses", lambda plan, active: ["m_1 would leave service twice."])
    before, stood = rows(old), marks(old)
    with pytest.raises(Refused, match="nothing was changed"):
        run_consolidation(old.runtime)
    assert (rows(old), marks(old)) == (before, stood)
    (job,) = [job for job in old.atlas.jobs.list(limit=100) if job.task is Task.CONSOLIDATION]
    assert job.state is JobState.QUEUED


def test_what_something_active_stands_on_alone_does_not_fade(life) -> None:  # T7
    source = inferred(life.runtime, "The user may prefer trains.")
    remember(life.runtime, "The user travels by train.", links=(Link(Relation.DERIVED_FROM, source),))
    life.virtual.later(days=30)
    assert run_consolidation(life.runtime).counts["prune"] == 0
    assert memory(life, source).state is State.ACTIVE


def test_x_and_no_longer_x_are_joined_as_contradicting_and_never_merged(life) -> None:  # T8, T16
    remember(life.runtime, "The spare key is under the blue pot.")
    remember(life.runtime, "The spare key is no longer under the blue pot.")
    life.atlas.flush()
    done = run_consolidation(life.runtime)
    assert (done.counts["merge"], [line.what for line in done.lines]) == (0, ["contradicts"])
    assert not [line for line in done.lines if line.what == "merged"]
    assert all(each.state is State.ACTIVE for each in life.atlas.memories())


# --- steps in turn


def test_each_use_together_counts_once(old) -> None:  # T9
    run_consolidation(old.runtime)
    run_consolidation(old.runtime)
    assert edges(old) == [("co_activated", 0.1)]
    with old.runtime.store.reading(old.runtime.space) as reader:
        other = reader.interactions(0, 1)[0][1].messages[0].id
    used_together(old.runtime, other, old.ids["newer"], old.ids[MARIA[0]])
    run_consolidation(old.runtime)
    assert edges(old) == [("co_activated", 0.2)]


def test_a_use_of_what_was_merged_is_one_of_what_it_was_merged_into(life) -> None:  # T8, T9
    life.say("Hello.")
    older, other = remember(life.runtime, TWICE), remember(life.runtime, "Maria paints old boats.")
    life.virtual.later(minutes=1)
    newer = remember(life.runtime, TWICE)
    with life.runtime.store.reading(life.runtime.space) as reader:
        reply = reader.interactions(0, 1)[0][1].messages[1].id
    used_together(life.runtime, reply, older, other)
    run_consolidation(life.runtime)
    with life.runtime.store.reading(life.runtime.space) as reader:
        (edge,) = reader.edges([other])
    assert edge.beyond(other) == newer


def test_what_keeps_being_ignored_is_taken_out_of_service(life) -> None:  # T6
    guess = inferred(life.runtime, "The user may want reminders.")
    for number in range(8):
        life.say(f"Number {number}.")
        with life.runtime.store.writing(life.runtime.space) as txn:
            reply = txn.interactions(0, 100)[-1][1].messages[1].id
            txn.add_feedback(Feedback(guess, FeedbackSignal.IGNORED, life.runtime.now(), None, reply, 0.0))
    done = run_consolidation(life.runtime)
    (line,) = [line for line in done.lines if line.what == "archived"]
    assert (line.memories, "8 times in a row" in line.reason) == ((guess,), True)


def test_an_episode_that_was_used_becomes_knowledge_once(life) -> None:  # T5
    life.say("The deploy needs the staging key.")
    (episode,) = [each for each in life.atlas.memories(kinds=[Kind.EPISODE]) if "deploy" in each.content]
    with life.runtime.store.writing(life.runtime.space) as txn:
        changed = MemoryChange(episode, next_version(episode, uses=3, contexts=3, applications=2))
        Ledger(life.runtime, txn).write_change(Actor.ATLAS, Action.REINFORCED, [changed])
    life.virtual.later(days=8)
    assert run_consolidation(life.runtime).counts["promote"] == 1
    made = [each for each in life.atlas.memories() if episode.id in each.linked(Relation.DERIVED_FROM)]
    assert [each.form for each in made] == [Form.SEMANTIC]
    assert run_consolidation(life.runtime).counts["promote"] == 0


def test_a_community_is_derived_from_once_until_it_changes(old) -> None:  # T10
    run_consolidation(old.runtime)
    remember(old.runtime, "The printer is called Otto.")
    assert run_consolidation(old.runtime).counts["derive"] == 0


def test_deriving_can_be_switched_off(old) -> None:  # T10
    remade(old, consolidation=ConsolidationPolicy(derive=False))
    assert run_consolidation(old.runtime).counts["derive"] == 0


def test_a_whole_text_that_nobody_asked_for_goes_after_a_year(old) -> None:  # T12
    run_consolidation(old.runtime)
    old.virtual.later(days=364)
    assert run_consolidation(old.runtime).counts["sweep"] == 0
    old.virtual.later(days=2)
    done = run_consolidation(old.runtime)
    assert done.counts["sweep"] == 1
    with old.runtime.store.reading(old.runtime.space) as reader:
        said = reader.interactions(0, 1)[0][1].messages[0]
        assert reader.archived_texts([said.id]) == []
    assert old.atlas.admin.verify().ok


def test_a_bounded_cycle_visits_the_least_recently_visited_first(life) -> None:  # T13
    ids = [inferred(life.runtime, f"Guess number {number} of many.") for number in range(7)]
    life.virtual.later(days=30)
    remade(life, consolidation=ConsolidationPolicy(visit=3, derive=False))
    seen = []
    for _ in range(3):
        done = run_consolidation(life.runtime)
        seen.append([ids.index(line.memories[0]) for line in done.lines if line.what == "archived"])
    assert seen == [[0, 1, 2], [3, 4, 5], [6]]


def test_an_index_that_lost_a_memory_is_made_anew(old, monkeypatch: pytest.MonkeyPatch) -> None:  # T11
    with old.runtime.store.reading(old.runtime.space) as reader:
        broken = open_index(old.runtime, reader)
    monkeypatch.setattr(type(broken), "__len__", lambda self: 3 if self is broken else len(self._catalogue))
    done = run_consolidation(old.runtime)
    assert done.index["repaired"] == 1
    assert next(iter(old.runtime.memo.indexes.values())) is not broken


# --- who decides


def test_under_a_manual_policy_a_person_is_asked_once(old) -> None:  # C3, T13
    remade(old, curation=replace(CurationPolicy(), mode=Mode.MANUAL))
    done = run_consolidation(old.runtime)
    assert done.held["prune"] == done.held["merge"] == 1
    assert "gist" not in done.held, "nobody is asked about every old message"
    assert memory(old, old.ids["faded"]).state is State.ACTIVE
    assert not run_consolidation(old.runtime).held.get("prune")


def test_what_was_stated_and_keeps_being_ignored_stays_and_nobody_is_asked(life) -> None:  # T6, T7
    said = remember(life.runtime, "The printer in the hall is out of paper.")
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert reader.count_ignored([said]) == {}
    for _ in range(8):
        life.virtual.later(minutes=1)
        with life.runtime.store.writing(life.runtime.space) as txn:
            txn.add_feedback(Feedback(said, FeedbackSignal.IGNORED, life.runtime.now(), None, None, 0.0))
    done = run_consolidation(life.runtime)
    assert (done.counts["prune"], done.held) == (0, {})
    assert memory(life, said).state is State.ACTIVE
    assert not life.atlas.review.pending().proposals


def test_a_dry_run_knows_of_replies_that_nobody_has_looked_at(life) -> None:  # T9, T13
    life.say("I live in Porto. I work as a nurse.")
    life.virtual.later(seconds=5)
    life.atlas.context("Where do I live, and what do I do?", conversation="c1")
    life.virtual.later(seconds=5)
    life.atlas.observe(
        "Where do I live, and what do I do?", "You live in Porto and work as a nurse.", conversation="c1"
    )
    planned = run_consolidation(life.runtime, dry_run=True).counts["strengthen"]
    assert planned > 0
    assert run_consolidation(life.runtime).counts["strengthen"] == planned


def test_a_text_that_cannot_be_stored_stays_and_the_rest_goes_on(old, monkeypatch: pytest.MonkeyPatch) -> None:  # T12
    from atlas.adapters.storage.sql.writer import SqlWriter

    def full(*_: object) -> None:
        raise StoreTrouble("There is no room left.")

    with monkeypatch.context() as patched:
        patched.setattr(SqlWriter, "shorten_message", full)
        done = run_consolidation(old.runtime)
    assert (done.counts["gist"], done.counts["merge"], done.left) == (0, 1, 1)
    assert LONG in [each.content for each in old.atlas.memories(limit=100)]
    assert run_consolidation(old.runtime).counts["gist"] == 1


def test_a_light_cycle_prunes_strengthens_and_sweeps(old) -> None:  # J2
    done = run_consolidation(old.runtime, light=True)
    assert done.counts == {"prune": 1, "strengthen": 1, "sweep": 0}
    assert memory(old, old.ids["older"]).state is State.ACTIVE
    assert run_consolidation(old.runtime).counts["merge"] == 1


def test_one_cycle_makes_only_so_many_changes_and_the_next_goes_on(old, monkeypatch: pytest.MonkeyPatch) -> None:  # T13
    monkeypatch.setattr(cycle_state, "MOST", 1)
    done = [run_consolidation(old.runtime).counts for _ in range(3)]
    assert [each["prune"] + each["merge"] + each["gist"] for each in done] == [1, 1, 1]
    assert [each["strengthen"] for each in done] == [1, 0, 0]
