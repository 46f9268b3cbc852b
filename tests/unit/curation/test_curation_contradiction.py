"""Facts that cannot both hold: which one stands, and what is shown as a conflict until it is settled (T16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.curation.contradiction import find_conflict_changes, rival_prevails
from atlas.curation.effects import Effects, Stamp, close_superseded_facts, compute_effects
from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import ConflictPolicy, CurationPolicy, Mode
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.graph import Edge, build_edge
from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, Kind, Memory, Relation, State, Status
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from unit.model._nouns import DAY, NOW, claim, evidence, memory, message

STAMP = Stamp(NOW, MemoryId("m_new"))
CONFIDENT, KEEP_BOTH = ConflictPolicy.CONFIDENT, ConflictPolicy.KEEP_BOTH


def lives(value: str = "Porto", id: str = "m_old", days: float = 30, **more: Any) -> Memory:
    return memory(id, f"The user lives in {value}", claim=claim(value), observed_at=NOW - days * DAY, **more)


def odds(one: str = "m_new", other: str = "m_old") -> Edge:
    return build_edge(Relation.CONTRADICTS, MemoryId(one), MemoryId(other))


def told(
    before: JudgementInput, origin: Origin = Origin.USER, policy: CurationPolicy | None = None, **more: Any
) -> Effects:
    policy = policy or CurationPolicy()
    said = message("I live in Lisbon.", origin)
    fields: dict[str, Any] = {"kind": Kind.FACT, "basis": Basis.STATED, "claim": claim("Lisbon")} | more
    proposal = Remember("The user lives in Lisbon", evidence=(evidence(said),), **fields)
    before = replace(before, cited={said.id: said})
    return compute_effects(proposal, judge_proposal(proposal, before, policy), before, STAMP, policy)


# --- which one stands


@pytest.mark.parametrize(
    ("old", "new", "old_stands"),
    [(0.9, 0.6, True), (0.9, 0.7, False), (0.7, 0.7, False), (0.6, 0.9, False), (1.0, 0.79, True)],
)
def test_the_surer_of_two_stands_only_by_a_clear_gap(old: float, new: float, old_stands: bool) -> None:  # T16
    rival, news = lives(confidence=old), lives("Lisbon", "m_new", 0, confidence=new)
    after, closed = close_superseded_facts(news, [rival], NOW, CONFIDENT)
    assert (after.status is Status.SUPERSEDED) is old_stands
    assert bool(closed) is not old_stands
    if old_stands:
        assert after.valid_until == NOW  # it never held
    else:
        assert closed[0].after.valid_until == NOW
        assert after.linked(Relation.SUPERSEDES) == ("m_old",)


def test_the_surer_stands_also_where_it_tells_of_an_earlier_time() -> None:  # T16
    rival, told_of = lives(days=1, confidence=0.5), lives("Rome", "m_new", 300, confidence=0.9)
    after, closed = close_superseded_facts(told_of, [rival], NOW, CONFIDENT)
    assert after.status is Status.APPROVED
    assert (closed[0].after.status, closed[0].after.valid_until) == (Status.SUPERSEDED, NOW - DAY)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(-9, 9), st.sampled_from([ConflictPolicy.NEWER, CONFIDENT]))
def test_of_two_exactly_one_is_closed(old: float, new: float, days: int, policy: ConflictPolicy) -> None:  # T16
    rival, news = lives(days=0, confidence=old), lives("Lisbon", "m_new", days, confidence=new)
    after, closed = close_superseded_facts(news, [rival], NOW, policy)
    assert (after.status is Status.SUPERSEDED) is not bool(closed)
    if policy is ConflictPolicy.NEWER:
        assert rival_prevails(rival, news, policy) is (days > 0)  # confidence says nothing there


# --- what is shown


def test_what_is_kept_beside_each_other_is_noted() -> None:  # T16
    found = told(JudgementInput(in_slot=(lives(),)), policy=CurationPolicy(Mode.AUTO, KEEP_BOTH))
    assert [changed.after.status for changed in found.memories] == [Status.APPROVED]
    assert found.edges == ((None, odds()),)


def test_news_that_waits_is_shown_beside_what_it_contradicts() -> None:  # T16
    found = told(JudgementInput(in_slot=(lives(),)), Origin.WEB)
    assert [changed.after.status for changed in found.memories] == [Status.NEEDS_REVIEW]
    assert found.edges == ((None, odds()),)


def test_what_is_settled_at_once_is_no_conflict() -> None:  # T16
    found = told(JudgementInput(in_slot=(lives(),)))
    assert len(found.memories) == 2
    assert found.edges == ()


def test_news_settles_the_conflicts_of_what_it_closes_and_shows_its_own() -> None:  # T16
    """Rome waits and contradicts Porto; Lisbon closes Porto, and Rome now contradicts Lisbon."""
    rome = lives("Rome", "m_rome", 3, status=Status.NEEDS_REVIEW, origin=Origin.WEB)
    found = told(JudgementInput(in_slot=(lives(), rome), edges=(odds("m_rome"),)))
    assert set(found.edges) == {(odds("m_rome"), None), (None, odds("m_new", "m_rome"))}


def test_a_correction_that_waits_contradicts_the_value_it_names() -> None:  # T16
    old = memory("m_old", claim=Claim(USER, "uses", "port 8080"))
    new = memory("m_new", claim=Claim(USER, "uses", "port 8443"), status=Status.NEEDS_REVIEW)
    assert find_conflict_changes(new, [old], ()) == ()
    assert find_conflict_changes(new, [old], (), "Port 8080") == ((None, odds()),)
    assert find_conflict_changes(new, [old], (odds(),)) == ()  # once found, it stays until it is settled


@pytest.mark.parametrize(
    "change",
    [
        {"status": Status.REJECTED},
        {"status": Status.EXPIRED},
        {"status": Status.SUPERSEDED},
        {"state": State.ARCHIVED},
        {"valid_until": NOW - 60 * DAY},
    ],
)
def test_whatever_settles_a_conflict_takes_its_edge_away(change: dict[str, Any]) -> None:  # T16
    news = lives("Lisbon", "m_new", 0, status=Status.NEEDS_REVIEW)
    assert find_conflict_changes(news, [lives()], (odds(),)) == ()
    assert find_conflict_changes(replace(news, **change), [lives()], (odds(),)) == ((odds(), None),)


def test_two_that_both_wait_are_no_conflict_yet() -> None:
    one, other = (lives(value, id, status=Status.NEEDS_REVIEW) for value, id in (("Rome", "m_old"), ("Oslo", "m_new")))
    assert find_conflict_changes(other, [one], ()) == ()


def test_what_ends_before_the_other_begins_is_no_conflict() -> None:
    assert find_conflict_changes(lives("Lisbon", "m_new", 0), [lives(valid_until=NOW)], ()) == ()
    assert find_conflict_changes(lives("Lisbon", "m_new", 0), [lives(valid_until=NOW + DAY)], ()) == ((None, odds()),)


def test_edges_of_what_nobody_looked_at_stay() -> None:
    strange = odds("m_old", "m_strange")
    assert find_conflict_changes(lives("Lisbon", "m_new", 0), [lives(status=Status.SUPERSEDED)], (strange,)) == ()
