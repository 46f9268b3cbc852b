"""What waits for a decision stays as it is until then, and what is approved is in service (C4, T7, T8, T10, T12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from _aged import LONG, MARIA, aged, inferred, remember
from _cycles import state

from atlas.curation.effects import MemoryChange, next_version
from atlas.engine.core.ledger import Ledger
from atlas.engine.jobs.archive_restoration import restore_archived
from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.errors import Refused
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, Actor
from atlas.model.memory import Basis, Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust

WAITS: dict[str, Any] = {"status": Status.NEEDS_REVIEW, "approved_by": None}
LESSON = "Asked for the port, the reply said 8080; it is 8443."


def memory(life: Any, id: MemoryId) -> Memory:
    found = life.atlas.inspect.memory(id).memory
    assert isinstance(found, Memory)
    return found


def archived_by_a_night(life: Any, id: MemoryId, actor: Actor = Actor.POLICY) -> Memory:
    """As nights of an earlier version left what waited; or as a person does who puts something away."""
    with life.runtime.store.writing(life.runtime.space) as txn:
        before = txn.memory(id)
        assert before is not None
        after = next_version(before, state=State.ARCHIVED)
        Ledger(life.runtime, txn).write_change(
            actor, Action.CONSOLIDATED, [MemoryChange(before, after)], note="one cycle"
        )
    return after


# --- what waits


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.EPISODE])
def test_what_waits_is_neither_pruned_nor_merged_whatever_it_is(life: Any, kind: Kind) -> None:  # T7, T8
    ids = [inferred(life.runtime, LESSON, kind=kind, **WAITS) for _ in range(2)]
    life.atlas.flush()
    life.virtual.later(days=25)
    run_consolidation(life.runtime)
    assert [(memory(life, id).state, memory(life, id).status) for id in ids] == [
        (State.ACTIVE, Status.NEEDS_REVIEW)
    ] * 2


def test_what_waits_is_not_demoted_because_replies_did_without_it(life: Any) -> None:  # T6, T7
    doubted = inferred(life.runtime, LESSON)
    for _ in range(9):
        life.virtual.later(minutes=1)
        with life.runtime.store.writing(life.runtime.space) as txn:
            assert txn.add_feedback(Feedback(doubted, FeedbackSignal.IGNORED, life.runtime.now(), None, None, 0.0))
    life.atlas.review.decide(Status.NEEDS_REVIEW, doubted)
    run_consolidation(life.runtime)
    assert memory(life, doubted).state is State.ACTIVE


def test_a_message_that_waits_is_not_shortened_until_it_is_approved(life: Any) -> None:  # T12
    life.say(LONG)
    (said,) = [each for each in life.atlas.memories(limit=9) if each.content == LONG]
    life.atlas.review.decide(Status.NEEDS_REVIEW, said.id)
    life.say("And so it went.")
    life.virtual.later(days=29)
    run_consolidation(life.runtime)
    life.atlas.review.decide(Status.APPROVED, said.id)
    life.atlas.review.decide(Status.NEEDS_REVIEW, said.id)
    life.virtual.later(days=29)
    life.atlas.review.decide(Status.APPROVED, said.id)
    life.atlas.review.decide(Status.NEEDS_REVIEW, said.id)
    life.virtual.later(days=5)
    assert run_consolidation(life.runtime).counts["gist"] == 0
    assert memory(life, said.id).content == LONG
    life.atlas.review.decide(Status.APPROVED, said.id)
    assert run_consolidation(life.runtime).counts["gist"] == 1, "the mark has passed it by, and it is not forgotten"
    assert len(memory(life, said.id).content) < len(LONG)
    assert run_consolidation(life.runtime).counts["gist"] == 0


# --- what is approved


def test_approving_what_was_archived_while_it_waited_brings_it_into_service(life: Any) -> None:  # C4, T1
    id = inferred(life.runtime, LESSON, kind=Kind.LESSON, **WAITS)
    archived_by_a_night(life, id)
    life.virtual.later(days=12)
    before = state(life.runtime)
    life.atlas.approve(id)
    approved = memory(life, id)
    assert (approved.state, approved.status) == (State.ACTIVE, Status.APPROVED)
    assert approved.reinforced_at == life.runtime.now(), "it fades from its approval on"
    assert id in [item.memory.id for item in life.atlas.recall("Which port did the reply say?")]
    life.virtual.later(days=1)
    run_consolidation(life.runtime)
    assert memory(life, id).served
    undone = life.atlas.undo()
    assert undone.conflicts == ()
    assert state(life.runtime)["memories"][id] == before["memories"][id]
    assert life.atlas.admin.verify().ok


def test_what_was_approved_and_left_archived_comes_into_service_by_approving_it_again(life: Any) -> None:  # C4
    id = inferred(life.runtime, LESSON, kind=Kind.LESSON, approved_by="operator")
    left = archived_by_a_night(life, id)
    life.atlas.approve(id)
    assert memory(life, id).served
    with pytest.raises(Refused, match="already approved"):
        life.atlas.approve(id)  # C2: in service it is approved already
    life.atlas.undo()
    assert replace(memory(life, id), version=left.version) == left


def test_what_has_expired_waits_in_service_again(life: Any) -> None:  # C2, C4
    id = inferred(life.runtime, LESSON, status=Status.EXPIRED, approved_by=None)
    archived_by_a_night(life, id)
    life.atlas.review.decide(Status.NEEDS_REVIEW, id)
    assert [each.id for each in life.atlas.review.pending().memories] == [id]


def test_an_old_message_is_as_old_after_its_approval(life: Any) -> None:  # T1
    life.say(LONG)
    (said,) = [each for each in life.atlas.memories(limit=9) if each.content == LONG]
    life.atlas.review.decide(Status.NEEDS_REVIEW, said.id)
    life.virtual.later(days=3)
    life.atlas.approve(said.id)
    assert memory(life, said.id).reinforced_at == said.reinforced_at


def test_what_waited_and_was_archived_may_be_inferred_again(life: Any) -> None:  # T7, C4
    """Nobody was asked about it, so that nobody can be said not to have needed it."""
    first = inferred(life.runtime, LESSON, kind=Kind.LESSON, **WAITS)
    archived_by_a_night(life, first)
    life.virtual.later(days=31)
    assert life.atlas.review.expire() == 1, "what waited too long expires, archived or not"


# --- stores of an earlier version


def test_what_an_earlier_version_archived_while_it_waited_waits_again_once(life: Any) -> None:  # C4, T7, T10
    source = remember(life.runtime, "Maria paints old boats.")
    link = (Link(Relation.DERIVED_FROM, source),)
    waiting = inferred(life.runtime, LESSON, kind=Kind.LESSON, **WAITS)
    chosen = inferred(life.runtime, "A lesson that a person wanted.", kind=Kind.LESSON, approved_by="operator")
    lives = inferred(life.runtime, "About Maria: she paints.", kind=Kind.INSIGHT, links=link)
    faded = inferred(life.runtime, "The user may be fond of jazz.")
    loose = inferred(life.runtime, "An insight from nothing.", kind=Kind.INSIGHT)
    away = inferred(life.runtime, "A lesson that a person put away.", kind=Kind.LESSON, **WAITS)
    taken_in = inferred(life.runtime, "A lesson told twice.", kind=Kind.LESSON, **WAITS)
    inferred(life.runtime, "A lesson told twice!", links=(Link(Relation.SUPERSEDES, taken_in),), **WAITS)
    for id in (waiting, chosen, lives, faded, loose, taken_in):
        archived_by_a_night(life, id)
    archived_by_a_night(life, away, Actor.OPERATOR)
    before = state(life.runtime)["memories"]
    life.virtual.later(days=40)
    assert restore_archived(life.runtime) == 3
    stood = {id: memory(life, id).state for id in (waiting, chosen, lives, faded, loose, away, taken_in)}
    assert [id for id, each in stood.items() if each is State.ACTIVE] == [waiting, chosen, lives]
    life.atlas.review.expire()
    assert memory(life, waiting).status is Status.NEEDS_REVIEW, "it has its days to be decided on from now on"
    assert memory(life, away).status is Status.EXPIRED
    while set(life.atlas.undo().restored) != {waiting, chosen, lives}:
        pass
    assert state(life.runtime)["memories"] == before
    assert restore_archived(life.runtime) == 0, "once: what a person took back stays so"
    assert life.atlas.admin.verify().ok


def test_a_new_store_has_nothing_to_bring_back(life: Any) -> None:  # C4
    life.say("I live in Porto.")
    life.atlas.flush()
    id = inferred(life.runtime, LESSON, **WAITS)
    archived_by_a_night(life, id)
    assert restore_archived(life.runtime) == 0, "the first look was the only one"


# --- insights


@pytest.fixture
def derived(life: Any) -> Any:
    """Six facts about Maria and the insight that a cycle drew from them."""
    life.ids = aged(life.runtime, life.virtual.clock)
    run_consolidation(life.runtime)
    (life.insight,) = [each.id for each in life.atlas.memories(kinds=[Kind.INSIGHT])]
    life.sources = [life.ids[each] for each in MARIA]
    return life


def about_maria(life: Any) -> bool:
    return life.insight in [item.memory.id for item in life.atlas.recall("What does Maria do?", limit=50)]


def test_an_insight_lives_as_long_as_its_sources_hold(derived: Any) -> None:  # T10, T7
    for _ in range(4):
        derived.virtual.later(days=30)
        run_consolidation(derived.runtime)
    assert memory(derived, derived.insight).served
    assert about_maria(derived)


@pytest.mark.parametrize("status", [Status.REJECTED, Status.SENSITIVE, Status.SUPERSEDED, Status.NEEDS_REVIEW])
@pytest.mark.parametrize("place", range(len(MARIA)))
def test_an_insight_goes_when_one_of_its_sources_does(derived: Any, status: Status, place: int) -> None:  # T10, C1
    """Whichever of them, and whether or not the insight quotes it."""
    derived.atlas.review.decide(status, derived.sources[place])
    assert not about_maria(derived)
    derived.virtual.later(days=9)
    run_consolidation(derived.runtime)
    assert memory(derived, derived.insight).state is State.ARCHIVED
    assert not about_maria(derived)


@pytest.mark.parametrize("place", range(len(MARIA)))
def test_what_is_left_of_its_sources_is_derived_from_anew(derived: Any, place: int) -> None:  # T10
    """Also where the same words come of it, because they were not those of the source that went."""
    gone = derived.sources.pop(place)
    derived.atlas.reject(gone)
    derived.virtual.later(days=9)
    run_consolidation(derived.runtime)
    (again,) = [each for each in derived.atlas.memories(kinds=[Kind.INSIGHT]) if each.id != derived.insight]
    assert set(again.linked(Relation.DERIVED_FROM)) == set(derived.sources)
    derived.virtual.later(days=9)
    assert run_consolidation(derived.runtime).counts["derive"] == 0


def test_an_insight_that_a_person_rejected_is_not_derived_again(derived: Any) -> None:  # T10, C2
    derived.atlas.reject(derived.insight)
    derived.virtual.later(days=9)
    assert run_consolidation(derived.runtime).counts["derive"] == 0


def test_a_source_that_faded_takes_nothing_back(life: Any) -> None:  # T10, T7
    sources = [inferred(life.runtime, f"The user may like tea number {number}.") for number in range(2)]
    links = tuple(Link(Relation.DERIVED_FROM, id) for id in sources)
    made = inferred(life.runtime, "The user may like tea.", kind=Kind.INSIGHT, links=links)
    life.virtual.later(days=20)
    run_consolidation(life.runtime)
    assert State.ARCHIVED in {memory(life, id).state for id in sources}
    assert memory(life, made).served


def test_an_insight_of_less_trust_that_waits_stays_too(life: Any) -> None:  # T7, T10
    page = {"origin": Origin.WEB, "trust": Trust.WEB, **WAITS}
    source = remember(life.runtime, "The firm has an office in Oslo.", basis=Basis.OBSERVED, **page)
    made = inferred(
        life.runtime, "The firm is Nordic.", kind=Kind.INSIGHT, links=(Link(Relation.DERIVED_FROM, source),), **page
    )
    life.virtual.later(days=29)
    run_consolidation(life.runtime)
    assert {memory(life, id).state for id in (source, made)} == {State.ACTIVE}
    life.virtual.later(days=1, hours=1)
    life.atlas.review.expire()
    assert {memory(life, id).status for id in (source, made)} == {Status.EXPIRED}
