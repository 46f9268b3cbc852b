"""Jobs, reflections, proposals, servings."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from atlas.errors import NotFound
from atlas.model.ids import (
    JobId,
    MemoryId,
    ProposalId,
    ReflectionId,
    ServingId,
)
from atlas.model.proposal import Merge, Revise
from atlas.model.thinking import JobState
from atlas.model.verdict import Outcome
from atlas.ports.store import Store
from atlas.testing.conformance.common import PORTO, refused, same
from atlas.testing.samples import (
    HOME,
    START,
    TALK,
    at,
    job,
    judged,
    quote,
    reflection,
    serving,
    tell,
    wish,
)


class ThinkingConformance:
    """J4: jobs are durable, leased, one for a key, by priority then sequence."""

    def test_a_job_comes_back_whole(self, store: Store) -> None:
        full = job("j_1", interaction="i_1", attempts=2, lease_owner="me", lease_until=at(3), problem="no model")
        with store.writing(HOME) as writer:
            same(writer.add_job(full), True)
            same(writer.job(full.id), full)
            same(writer.job(JobId("j_9")), None)

    def test_one_job_for_a_key(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            same(writer.add_job(job("j_1", "key")), True)
            for state in (JobState.QUEUED, JobState.RUNNING, JobState.POISON):
                writer.put_job(job("j_1", "key", state=state))
                same(writer.add_job(job("j_2", "key")), False)
            writer.put_job(job("j_1", "key", state=JobState.DONE))
            same(writer.add_job(job("j_2", "key")), True)
            same([found.id for found in writer.jobs(None, 10)], ["j_1", "j_2"])
        refused(store, lambda writer: writer.put_job(job("j_1", "key")))
        refused(store, lambda writer: writer.add_job(job("j_1", "other")))
        refused(store, lambda writer: writer.put_job(job("j_9")), NotFound)

    def test_claiming_goes_by_priority_then_age(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for name, priority in (("j_1", 0), ("j_2", 5), ("j_3", 5)):
                writer.add_job(job(name, priority=priority))
            same([found.id for found in writer.jobs(JobState.QUEUED, 10)], ["j_2", "j_3", "j_1"])
            claimed = [writer.claim_job("me", START, at(1)) for _ in range(4)]
            same([found.id if found else None for found in claimed], ["j_2", "j_3", "j_1", None])
            same((writer.job_count(JobState.QUEUED), writer.job_count(JobState.RUNNING)), (0, 3))

    def test_a_lease_holds_until_it_runs_out(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            writer.add_job(job("j_1"))
            leased = job("j_1", state=JobState.RUNNING, lease_owner="me", lease_until=at(5))
            same(writer.claim_job("me", START, at(5)), leased)
            same(writer.claim_job("you", at(5) - timedelta(microseconds=1), at(9)), None)
            same(writer.claim_job("you", at(5), at(9)), replace(leased, lease_owner="you", lease_until=at(9)))
            writer.put_job(replace(leased, state=JobState.DONE))
            same(writer.claim_job("me", at(60), at(90)), None)

    def test_reflections(self, store: Store) -> None:
        first = reflection("r_1", job="j_1", inputs=("u_1", "u_2"), prompt_hash="ab", problem="late")
        with store.writing(HOME) as writer:
            writer.add_reflection(first)
            writer.add_reflection(reflection("r_2"))
            same(writer.reflection(first.id), first)
            same(writer.reflection(ReflectionId("r_9")), None)
            same([found.id for found in writer.reflections(5)], ["r_2", "r_1"])
            same(len(writer.reflections(1)), 1)
        refused(store, lambda writer: writer.add_reflection(first))

    def test_proposals_by_outcome(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            held = [judged(f"p_{number}", wish(f"wish {number}")) for number in range(3)]
            for one in (*held, judged("p_no", wish("no"), Outcome.REFUSED)):
                writer.put_judged(one)
            decided = replace(held[1], decided_by="ada", memory="m_1")
            writer.put_judged(decided)
            same(list(writer.judged_with(Outcome.HELD, 9)), [held[2], decided, held[0]])
            same(list(writer.judged_with(Outcome.HELD, 9, undecided=True)), [held[2], held[0]])
            same(list(writer.judged_with(Outcome.HELD, 1)), [held[2]])
            same(writer.judged(decided.id), decided)
            same(writer.judged(ProposalId("p_9")), None)

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
            same(list(writer.judged_about([MemoryId("m_1")], [])), [made, derived, merge])
            same(list(writer.judged_about([], [said.id])), [made, revise])
            same(list(writer.judged_about([MemoryId("m_2")], [said.id])), [made, revise])
            writer.erase_judged([made.id, revise.id])
            same(list(writer.judged_about([MemoryId("m_1")], [said.id])), [derived, merge])

    def test_servings(self, store: Store) -> None:
        """C8: which memories were served, with their component scores."""
        with store.writing(HOME) as writer:
            first = serving("c_1", "m_1", "m_2")
            second = serving("c_2", "m_2", conversation=None)
            writer.add_serving(first)
            writer.add_serving(second)
            same(writer.serving(first.id), first)
            same(writer.serving(ServingId("c_9")), None)
            same(list(writer.servings(5)), [second, first])
            same(list(writer.servings(1)), [second])
            same(list(writer.servings(5, TALK)), [first])
            same(list(writer.servings_of([MemoryId("m_2")], 5)), [second, first])
            same(list(writer.servings_of([MemoryId("m_2")], 1)), [second])
            same(list(writer.servings_of([MemoryId("m_1")], 5)), [first])
            third = serving("c_3", "m_1", at=at(2))
            writer.add_serving(third)
            same(list(writer.servings_before(TALK, at(3), 5)), [third, first])
            same(list(writer.servings_before(TALK, at(3), 1)), [third])
            same(list(writer.servings_before(TALK, at(2), 5)), [first])
            same(list(writer.servings_before(TALK, START, 5)), [])
            writer.blank_servings([first.id, ServingId("c_9")])
            same(writer.serving(first.id), replace(first, query=""))
            same(writer.serving(second.id), second)
