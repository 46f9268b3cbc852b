"""Jobs, answers, reflections, proposals, servings."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from atlas.errors import BadInput, NotFound
from atlas.model.ids import (
    BeliefId,
    ConversationId,
    JobId,
    MemoryId,
    ProposalId,
    ReflectionId,
    ServingId,
)
from atlas.model.memory import Kind, State
from atlas.model.origin import Trust
from atlas.model.proposal import Archive, Merge, Revise
from atlas.model.recall import ServedBelief
from atlas.model.task import Size, Task
from atlas.model.thinking import OPEN, Job, JobState
from atlas.model.verdict import Finding, Outcome, Verdict
from atlas.ports.store import Store
from atlas.testing.conformance.common import PORTO, assert_refused, assert_same
from atlas.testing.samples import (
    HOME,
    START,
    TALK,
    answer,
    at,
    changed,
    job,
    judged,
    memory,
    quote,
    reflection,
    serving,
    tell,
    wish,
)


class ThinkingConformance:
    """J4: jobs are durable, leased, one for a key, by priority then sequence."""

    def test_a_job_comes_back_whole(self, store: Store) -> None:
        full = job(
            "j_1",
            task=Task.NIGHTLY,
            interaction="i_1",
            trigger="by hand",
            due_at=at(2),
            pinned=("i_1", "m_é"),
            attempts=2,
            failures=1,
            again=3,
            size=Size.LARGE,
            lease_owner="me",
            lease_until=at(3),
            problem="no model",
        )
        with store.writing(HOME) as writer:
            assert_same(writer.add_job(full), True)
            assert_same(writer.job(full.id), full)
            assert_same(writer.job(JobId("j_9")), None)
            for task in Task:
                writer.put_job(replace(full, task=task))
                assert_same(writer.job(full.id), replace(full, task=task))

    def test_one_job_for_a_key(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            assert_same(writer.add_job(job("j_1", "key")), True)
            for state in JobState:
                if state in OPEN:
                    writer.put_job(job("j_1", "key", state=state))
                    assert_same((state, writer.add_job(job("j_2", "key"))), (state, False))
            writer.put_job(job("j_1", "key", state=JobState.DONE))
            assert_same(writer.open_job("key"), None)
            assert_same(writer.add_job(job("j_2", "key")), True)
            assert_same((_id_of_job(writer.open_job("key")), writer.open_job("other")), ("j_2", None))
            assert_same([found.id for found in writer.jobs(None, 10)], ["j_1", "j_2"])
        assert_refused(store, lambda writer: writer.put_job(job("j_1", "key")))
        assert_refused(store, lambda writer: writer.add_job(job("j_1", "other")))
        assert_refused(store, lambda writer: writer.put_job(job("j_9")), NotFound)

    def test_the_key_of_a_dropped_job_is_free(self, store: Store) -> None:
        """J6: what a person dropped may be owed anew; taken up again itself, it would be a second one."""
        with store.writing(HOME) as writer:
            writer.add_job(job("j_1", "key"))
            writer.put_job(job("j_1", "key", state=JobState.DROPPED))
            assert_same(writer.add_job(job("j_2", "key")), True)
        assert_refused(store, lambda writer: writer.put_job(job("j_1", "key", state=JobState.PARKED)))
        with store.writing(HOME) as writer:
            writer.put_job(job("j_1", "key", state=JobState.DONE))
            writer.put_job(job("j_2", "key", state=JobState.DROPPED))
            writer.put_job(job("j_1", "key"))

    def test_what_triggers_a_running_job_is_counted(self, store: Store) -> None:
        """J5: it is remembered with the job that runs; one that waits will see the new inputs anyway."""
        with store.writing(HOME) as writer:
            writer.add_job(job("j_1", "key"))
            writer.add_job(job("j_2", "other", priority=-1))
            writer.add_job(job("j_3", "key"))
            assert_same([found.again for found in writer.jobs(None, 9)], [0, 0])
            writer.claim_job("me", START, at(5))
            assert_same([writer.add_job(job("j_4", "key")) for _ in range(2)], [False, False])
            assert_same([(found.id, found.again) for found in writer.jobs(None, 9)], [("j_1", 2), ("j_2", 0)])
            writer.put_job(job("j_1", "key", state=JobState.PARKED, again=2))
            writer.add_job(job("j_5", "key"))
            assert_same([found.again for found in writer.jobs(JobState.PARKED, 9)], [2])

    def test_claiming_goes_by_priority_then_age(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for name, priority in (("j_1", 0), ("j_2", 5), ("j_3", 5)):
                writer.add_job(job(name, priority=priority))
            assert_same([found.id for found in writer.jobs(JobState.QUEUED, 10)], ["j_2", "j_3", "j_1"])
            claimed = [writer.claim_job("me", START, at(1)) for _ in range(4)]
            assert_same([found.id if found else None for found in claimed], ["j_2", "j_3", "j_1", None])
            assert_same((writer.job_count(JobState.QUEUED), writer.job_count(JobState.RUNNING)), (0, 3))

    def test_a_lease_holds_until_it_runs_out(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            writer.add_job(job("j_1"))
            leased = job("j_1", state=JobState.RUNNING, lease_owner="me", lease_until=at(5))
            assert_same(writer.claim_job("me", START, at(5)), leased)
            assert_same(writer.claim_job("you", at(5) - timedelta(microseconds=1), at(9)), None)
            assert_same(writer.claim_job("you", at(5), at(9)), replace(leased, lease_owner="you", lease_until=at(9)))
            writer.put_job(replace(leased, state=JobState.DONE))
            assert_same(writer.claim_job("me", at(60), at(90)), None)

    def test_the_newest_job_of_the_highest_priority_for_whoever_has_time_for_a_few(self, store: Store) -> None:
        """J15: what was just said comes before what waits since an import."""
        with store.writing(HOME) as writer:
            for number, priority in enumerate((5, 9, 9, 5)):
                writer.add_job(job(f"j_{number}", priority=priority))
            writer.add_job(job("j_4", priority=9, due_at=at(9)))
            writer.add_job(job("j_5", task=Task.NIGHTLY, priority=9))
            claimed = [writer.claim_job("me", START, at(1), [Task.LIGHTWEIGHT], newest=True) for _ in range(5)]
            assert_same([_id_of_job(each) for each in claimed], ["j_2", "j_1", "j_3", "j_0", None])
            assert_same(_id_of_job(writer.claim_job("me", at(1), at(2), newest=True, least=10)), None)
            assert_same(_id_of_job(writer.claim_job("me", at(1), at(2), newest=True, least=9)), "j_5")
            assert_same(_id_of_job(writer.claim_job("me", at(1), at(2), newest=True)), "j_2")

    def test_a_job_is_not_claimed_before_it_is_due(self, store: Store) -> None:
        """J6: a retry waits, and holds nobody up who comes after it."""
        with store.writing(HOME) as writer:
            writer.add_job(job("j_1", priority=9, due_at=at(5)))
            writer.add_job(job("j_2"))
            assert_same(_id_of_job(writer.claim_job("me", START, at(60))), "j_2")
            assert_same(_id_of_job(writer.claim_job("me", at(5) - timedelta(microseconds=1), at(60))), None)
            assert_same(_id_of_job(writer.claim_job("me", at(5), at(60))), "j_1")
            writer.put_job(job("j_1", state=JobState.RUNNING, due_at=at(30), lease_until=at(6)))
            assert_same(_id_of_job(writer.claim_job("me", at(6), at(60))), "j_1")

    def test_what_waits_for_a_person_is_not_claimed(self, store: Store) -> None:
        """J6: parked and poison jobs, and those that are over."""
        with store.writing(HOME) as writer:
            for number, state in enumerate((JobState.PARKED, JobState.POISON, JobState.DONE, JobState.DROPPED)):
                writer.add_job(job(f"j_{number}", state=state))
            assert_same((writer.claim_job("me", START, at(5)), writer.next_job_at(START)), (None, None))
            assert_same(writer.claim_job("me", START, at(5), id=JobId("j_0")), None)
            writer.put_job(job("j_0"))
            assert_same(_id_of_job(writer.claim_job("me", START, at(5))), "j_0")

    def test_claiming_some_tasks_only(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for number, task in enumerate((Task.NIGHTLY, Task.LIGHTWEIGHT, Task.EXAM, Task.LIGHTWEIGHT)):
                writer.add_job(job(f"j_{number}", task=task, priority=-number))
            assert_same(writer.claim_job("me", START, at(5), tasks=[]), None)
            assert_same(writer.claim_job("me", START, at(5), tasks=[Task.WEEKLY]), None)
            assert_same(
                _id_of_job(writer.claim_job("me", START, at(5), tasks=iter((Task.LIGHTWEIGHT, Task.EXAM)))), "j_1"
            )
            assert_same(_id_of_job(writer.claim_job("me", START, at(5), tasks=[Task.LIGHTWEIGHT])), "j_3")
            assert_same(_id_of_job(writer.claim_job("me", at(5), at(9), tasks=[Task.LIGHTWEIGHT])), "j_1")
            assert_same(
                [_id_of_job(writer.claim_job("me", at(5), at(9))) for _ in range(4)], ["j_0", "j_2", "j_3", None]
            )

    def test_claiming_one_job(self, store: Store) -> None:
        """It comes before those with a higher priority, and only when it can be claimed at all."""
        with store.writing(HOME) as writer:
            writer.add_job(job("j_1", priority=5))
            writer.add_job(job("j_2", task=Task.WEEKLY))
            writer.add_job(job("j_3", due_at=at(1)))
            assert_same(writer.claim_job("me", START, at(5), id=JobId("j_9")), None)
            assert_same(writer.claim_job("me", START, at(5), id=JobId("j_3")), None)
            assert_same(writer.claim_job("me", START, at(5), [Task.NIGHTLY], JobId("j_2")), None)
            wanted = job("j_2", task=Task.WEEKLY, state=JobState.RUNNING, lease_owner="me", lease_until=at(5))
            assert_same(writer.claim_job("me", START, at(5), [Task.WEEKLY], JobId("j_2")), wanted)
            assert_same(writer.claim_job("you", START, at(5), id=JobId("j_2")), None)
            assert_same(_id_of_job(writer.claim_job("you", at(5), at(9), id=JobId("j_2"))), "j_2")

    def test_when_there_is_next_a_job_to_claim(self, store: Store) -> None:
        """J6: a worker sleeps until then."""
        with store.writing(HOME) as writer:
            assert_same(writer.next_job_at(START), None)
            writer.add_job(job("j_1", due_at=at(7)))
            writer.add_job(job("j_2", state=JobState.RUNNING, lease_until=at(5)))
            assert_same((writer.next_job_at(START), writer.next_job_at(at(6))), (at(5), at(6)))
            writer.put_job(job("j_2", state=JobState.DONE, lease_until=at(5)))
            assert_same((writer.next_job_at(START), writer.next_job_at(at(7))), (at(7), at(7)))
            writer.add_job(job("j_3"))
            assert_same((writer.next_job_at(START), writer.next_job_at(at(9))), (START, at(9)))

    def test_the_first_answer_holds(self, store: Store) -> None:
        """J7: what was paid for is neither lost nor replaced, until its job is done."""
        first, second = answer("j_1", "yes é\x00"), answer("j_1", "no", sample=1, model="large", at=at(1))
        later = answer("j_1", "more", ordinal=1)
        reworded = answer("j_1", "asked otherwise", prompt_hash="cd")
        with store.writing(HOME) as writer:
            for one in (later, second, first, answer("j_1", "another"), answer("j_2", "theirs"), reworded):
                writer.put_answer(one)
            assert_same(list(writer.answers(JobId("j_1"))), [first, reworded, second, later])
            assert_same(writer.answered_jobs(), frozenset({"j_1", "j_2"}))
            writer.drop_answers(JobId("j_1"))
            writer.drop_answers(JobId("j_9"))
            assert_same((list(writer.answers(JobId("j_1"))), len(writer.answers(JobId("j_2")))), ([], 1))
            writer.put_answer(first)
            assert_same(list(writer.answers(JobId("j_1"))), [first])

    def test_reflections(self, store: Store) -> None:
        first = reflection(
            "r_1",
            job="j_1",
            inputs=("u_1", "u_2"),
            trigger="nightly",
            trust=Trust.WEB,
            said={"insight": "é", "topics": ["tea", {"sure": 0.5}], "again": None, "": True},
            prompt_hash="ab",
            duration_ms=1_234,
            calls=3,
            tokens=1200,
            money=7,
            problem="late",
        )
        with store.writing(HOME) as writer:
            writer.add_reflection(first)
            writer.add_reflection(reflection("r_2"))
            assert_same(writer.reflection(first.id), first)
            assert_same(writer.reflection(ReflectionId("r_9")), None)
            assert_same([found.id for found in writer.reflections(5)], ["r_2", "r_1"])
            assert_same(len(writer.reflections(1)), 1)
        assert_refused(store, lambda writer: writer.add_reflection(first))
        for unfit in ({"n": float("nan")}, {"at": START}, {"half": "\udc80"}, {"\udc80": 1}):
            wrong = reflection("r_3", said=unfit)
            assert_refused(store, lambda writer, wrong=wrong: writer.add_reflection(wrong), BadInput)  # type: ignore[misc]

    def test_which_reflections(self, store: Store) -> None:
        """J10: those of a task, of a job, and since a moment, itself included; all fields hold together."""
        with store.writing(HOME) as writer:
            for number, task in enumerate((Task.NIGHTLY, Task.ADAPTIVE, Task.NIGHTLY, Task.WEEKLY)):
                writer.add_reflection(reflection(f"r_{number}", task=task, job=f"j_{number % 2}", at=at(number)))
            writer.add_reflection(reflection("r_4", task=Task.NIGHTLY, at=at(-1)))

            def found(limit: int = 9, **which: Any) -> list[str]:
                return [each.id for each in writer.reflections(limit, **which)]

            assert_same(found(task=Task.NIGHTLY), ["r_4", "r_2", "r_0"])
            assert_same(found(2, task=Task.NIGHTLY), ["r_4", "r_2"])
            assert_same(found(since=at(2)), ["r_3", "r_2"])
            assert_same(found(1, since=at(1)), ["r_3"])
            assert_same(found(job=JobId("j_0")), ["r_2", "r_0"])
            assert_same(found(task=Task.NIGHTLY, since=START), ["r_2", "r_0"])
            assert_same(found(task=Task.NIGHTLY, since=at(1), job=JobId("j_0")), ["r_2"])
            assert_same(found(task=Task.EXAM), [])

    def test_proposals_by_outcome(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            held = [judged(f"p_{number}", wish(f"wish {number}")) for number in range(3)]
            for one in (*held, judged("p_no", wish("no"), Outcome.REFUSED)):
                writer.put_judged(one)
            decided = replace(held[1], decided_by="ada", memory="m_1")
            writer.put_judged(decided)
            assert_same(list(writer.judged_with(Outcome.HELD, 9)), [held[2], decided, held[0]])
            assert_same(list(writer.judged_with(Outcome.HELD, 1)), [held[2]])
            numbers, found = zip(*writer.all_judged(0, 3), strict=True)
            assert_same(list(found), [held[0], decided, held[2]])
            assert_same([each.id for _, each in writer.all_judged(numbers[-1], 3)], ["p_no"])
            mine = replace(held[0], reflection=ReflectionId("r_own"))
            writer.put_judged(mine)
            assert_same(list(writer.judged_by(ReflectionId("r_own"))), [mine])
            assert_same(list(writer.judged_by(ReflectionId("r_none"))), [])
            writer.put_judged(held[0])
            assert_same(writer.judged(decided.id), decided)
            assert_same(writer.judged(ProposalId("p_9")), None)

    def test_changes_that_wait(self, store: Store) -> None:
        """C9: only what came to no memory, and what nobody thought but asked for stands behind what was thought."""
        with store.writing(HOME) as writer:
            thought, later = (replace(judged(f"p_{at}", wish(at)), reflection=ReflectionId("r_1")) for at in "13")
            asked, newer = (judged(f"p_{at}", wish(at)) for at in "24")
            made = replace(judged("p_5", wish("5")), memory=MemoryId("m_1"))
            decided = replace(judged("p_6", wish("6")), decided_by="ada")
            refused = judged("p_7", wish("7"), Outcome.REFUSED)
            for one in (thought, asked, later, newer, made, decided, refused):
                writer.put_judged(one)
            assert_same(list(writer.changes_waiting(9)), [later, thought, newer, asked])
            assert_same(list(writer.changes_waiting(3)), [later, thought, newer])

    def test_changes_to_what_is_quarantined_do_not_wait(self, store: Store) -> None:
        """C8: nor those that quote it, while it is so."""
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", PORTO).messages[0]
            episode = memory("m_1", said.text, kind=Kind.EPISODE, transcribes=said.id, conversation=TALK)
            contained = replace(episode, state=State.QUARANTINED)
            writer.put_memory(contained, None)
            names = judged("p_1", Archive(contained.id))
            quotes = judged("p_2", Revise(MemoryId("m_9"), (quote(said, "Porto"),), "Lisbon"))
            free = judged("p_3", Archive(MemoryId("m_9")))
            for one in (names, quotes, free):
                writer.put_judged(one)
            assert_same(list(writer.changes_waiting(9)), [free])
            writer.put_memory(changed(contained, state=State.ACTIVE), contained.version)
            assert_same(list(writer.changes_waiting(9)), [free, quotes, names])

    def test_a_finding_stays_a_warning(self, store: Store) -> None:
        """What only warns is kept as that."""
        with store.writing(HOME) as writer:
            findings = (Finding("I7", "It says it twice.", soft=True), Finding("I1", "It is read-only."))
            warned = replace(judged("p_1", wish("Porto")), verdict=Verdict(Outcome.HELD, findings))
            writer.put_judged(warned)
            assert_same(writer.judged(warned.id), warned)

    def test_proposals_that_forgetting_must_find(self, store: Store) -> None:
        """X3: what came to a memory, names it, or quotes a message."""
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", PORTO).messages[0]
            made = judged("p_1", wish("Porto", quote(said, "Porto")), memory="m_1")
            derived = judged("p_2", wish("moved", sources=(MemoryId("m_1"),)))
            merge = judged("p_3", Merge(MemoryId("m_5"), (MemoryId("m_1"),)))
            revise = judged("p_4", Revise(MemoryId("m_2"), (quote(said, "live"),), content="there"))
            for one in (made, derived, merge, revise):
                writer.put_judged(one)
            assert_same(list(writer.judged_about([MemoryId("m_1")], [])), [made, derived, merge])
            assert_same(list(writer.judged_about([], [said.id])), [made, revise])
            assert_same(list(writer.judged_about([MemoryId("m_2")], [said.id])), [made, revise])
            writer.erase_judged([made.id, revise.id])
            assert_same(list(writer.judged_about([MemoryId("m_1")], [said.id])), [derived, merge])

    def test_a_serving_knows_how_each_position_stood_in_it(self, store: Store) -> None:
        """X2: what stood in the newest contexts of a conversation, or of all, is found again."""
        held = (ServedBelief(BeliefId("v_1"), -0.25, 0.5), ServedBelief(BeliefId("v_2"), 1.0, 0.0))
        with store.writing(HOME) as writer:
            writer.add_serving(serving("c_1", beliefs=held))
            writer.add_serving(serving("c_2", conversation=ConversationId("other"), beliefs=held[:1]))
            found = [writer.find_served_beliefs(ConversationId(name), 1) for name in (TALK, "other", "third")]
            assert_same([sorted(each.belief for each in some) for some in found], [["v_1", "v_2"], ["v_1"], ["v_1"]])
            assert_same(list(found[1]), list(held[:1]))

    def test_servings(self, store: Store) -> None:
        """C8: which memories were served, with their component scores."""
        with store.writing(HOME) as writer:
            first = serving("c_1", "m_1", "m_2")
            second = serving("c_2", "m_2", conversation=None)
            writer.add_serving(first)
            writer.add_serving(second)
            assert_same(writer.serving(first.id), first)
            assert_same(writer.serving(ServingId("c_9")), None)
            assert_same(list(writer.servings(5)), [second, first])
            assert_same(list(writer.servings(1)), [second])
            assert_same(list(writer.servings(5, TALK)), [first])
            assert_same(sorted(writer.find_served_memories(TALK, 1)), ["m_1", "m_2"])
            assert_same(sorted(writer.find_served_memories(ConversationId("other"), 1)), ["m_2"])
            assert_same(list(writer.servings_of([MemoryId("m_2")], 5)), [second, first])
            assert_same(list(writer.servings_of([MemoryId("m_2")], 1)), [second])
            assert_same(list(writer.servings_of([MemoryId("m_1")], 5)), [first])
            held = (ServedBelief(BeliefId("v_1"), -0.25, 0.5), ServedBelief(BeliefId("v_2"), 1.0, 0.0))
            position = serving("c_4", conversation=ConversationId("other"), beliefs=held)
            writer.add_serving(position)
            assert_same(writer.serving(position.id), position)
            assert_same(list(writer.servings_of_beliefs([BeliefId("v_2"), BeliefId("v_9")], 5)), [position])
            assert_same(list(writer.servings_of_beliefs([BeliefId("v_1")], 0)), [])
            third = serving("c_3", "m_1", at=at(2))
            writer.add_serving(third)
            assert_same(list(writer.servings_until(TALK, at(3), 5)), [third, first])
            assert_same(list(writer.servings_until(TALK, at(3), 1)), [third])
            assert_same(list(writer.servings_until(TALK, at(2), 5)), [third, first])
            assert_same(list(writer.servings_until(TALK, at(1), 5)), [first])
            assert_same(list(writer.servings_until(TALK, at(-1), 5)), [])
            writer.blank_servings([first.id, ServingId("c_9")])
            assert_same(writer.serving(first.id), replace(first, query=""))
            assert_same(writer.serving(second.id), second)


def _id_of_job(found: Job | None) -> str | None:
    return found.id if found else None
