"""Facts that contradict each other: shown until they are settled, by policy or person, and asked as of then (T16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from atlas import BadInput, Origin, Role, Said, Status
from atlas.curation.policy import ConflictPolicy
from atlas.engine.curate.conflicts import list_conflicts
from atlas.engine.curate.proposals import expire_waiting
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.memory import Basis, Evidence, Kind, Memory, Relation, State
from atlas.model.proposal import Archive, Merge, Remember
from atlas.settings import load_settings
from engine._cycles import cycle, memories, state
from engine._minds import remade


def believed(life: Any, about: str = "Where do I live?", **more: Any) -> list[str]:
    return [item.memory.content for item in life.atlas.recall(about, kinds=[Kind.FACT], **more)]


def shown(life: Any) -> list[frozenset[str]]:
    return [frozenset({each.older.content, each.newer.content}) for each in list_conflicts(life.runtime, 50)]


def edges(life: Any) -> list[str]:
    return [key for key in state(life.runtime)["edges"] if key.startswith(Relation.CONTRADICTS.value)]


def settled_by(life: Any, policy: ConflictPolicy) -> Any:
    return remade(life, curation=replace(life.runtime.curation, conflict=policy))


PORTO, ROME, LISBON = (f"The user lives in {place}" for place in ("Porto", "Rome", "Lisbon"))


@pytest.fixture
def doubtful(life):  # type: ignore[no-untyped-def]
    """The user said Porto; a page says Rome, and waits."""
    life.say("I live in Porto.")
    life.say("Look at this.", messages=[Said(Role.USER, "I live in Rome.", Origin.WEB)])
    assert life.facts() == {PORTO: "approved_for_reuse", ROME: "needs_review"}
    return life


# --- shown, and settled


def test_what_waits_and_contradicts_is_shown_beside_what_stands(doubtful) -> None:  # T16
    assert shown(doubtful) == [frozenset({PORTO, ROME})]
    assert len(edges(doubtful)) == 1
    assert doubtful.atlas.admin.verify().ok


def test_rejecting_it_settles_the_conflict_and_undo_shows_it_again(doubtful) -> None:  # T16, C2
    doubtful.atlas.reject(doubtful.fact("Rome").id)
    assert (shown(doubtful), edges(doubtful)) == ([], [])
    doubtful.atlas.undo()
    assert shown(doubtful) == [frozenset({PORTO, ROME})]
    assert len(edges(doubtful)) == 1
    assert doubtful.atlas.admin.verify().ok


def test_expiring_settles_it_too(doubtful) -> None:  # C4, T16
    doubtful.virtual.later(days=31)
    assert expire_waiting(doubtful.runtime)
    assert doubtful.fact("Rome").status is Status.EXPIRED
    assert (shown(doubtful), edges(doubtful)) == ([], [])
    assert doubtful.atlas.admin.verify().ok


def test_approved_beside_what_is_more_trusted_it_stays_a_conflict(doubtful) -> None:  # T16, X1
    """A person may believe the page; that alone does not unsay what the user said."""
    doubtful.atlas.approve(doubtful.fact("Rome").id)
    assert doubtful.fact("Porto").status is Status.APPROVED
    assert shown(doubtful) == [frozenset({PORTO, ROME})]


def test_approving_what_is_trusted_as_much_settles_it_and_takes_the_edge_away(life) -> None:  # T16
    life.say("I live in Porto.")
    life.say("I live in Rome.")
    life.atlas.undo()
    life.atlas.undo()
    cycle(life.runtime, [_waiting(life, "Porto"), _waiting(life, "Rome")])
    life.atlas.approve(life.fact("Porto").id)
    assert shown(life) == [frozenset({PORTO, ROME})]
    life.atlas.approve(life.fact("Rome").id)
    assert life.facts() == {PORTO: "superseded", ROME: "approved_for_reuse"}
    assert life.fact("Rome").linked(Relation.SUPERSEDES) == (life.fact("Porto").id,)
    assert (shown(life), edges(life)) == ([], [])
    assert life.atlas.admin.verify().ok


def test_news_of_the_user_settles_what_waited_against_the_old(doubtful) -> None:  # T16
    doubtful.virtual.later(days=1)
    doubtful.say("I moved to Lisbon.")
    assert doubtful.fact("Porto").status is Status.SUPERSEDED
    assert shown(doubtful) == [frozenset({ROME, LISBON})]
    assert len(edges(doubtful)) == 1


def test_taking_back_what_waits_takes_its_conflict_with_it(doubtful) -> None:  # T16
    doubtful.atlas.undo()
    assert doubtful.facts() == {PORTO: "approved_for_reuse"}
    assert edges(doubtful) == []
    assert doubtful.atlas.admin.verify().ok


# --- policies


def test_both_are_kept_and_noted_where_the_policy_says_so(life) -> None:  # T16
    settled_by(life, ConflictPolicy.KEEP_BOTH)
    life.say("I live in Porto.")
    life.say("I live in Rome.")
    assert life.facts() == {PORTO: "approved_for_reuse", ROME: "approved_for_reuse"}
    assert shown(life) == [frozenset({PORTO, ROME})]
    assert len(edges(life)) == 1
    life.atlas.reject(life.fact("Porto").id)
    assert edges(life) == []


def test_of_two_stated_facts_the_newer_stands_under_both_other_policies(live) -> None:  # T16
    for policy in (ConflictPolicy.NEWER, ConflictPolicy.CONFIDENT):
        life = settled_by(live(f"{policy.value}.atlas"), policy)
        life.say("I live in Porto.")
        life.say("I live in Rome.")
        assert life.facts() == {PORTO: "superseded", ROME: "approved_for_reuse"}


@pytest.mark.parametrize("policy", ConflictPolicy)
def test_the_policy_is_a_setting(tmp_path, policy: ConflictPolicy) -> None:  # T16
    assert load_settings(tmp_path, environ={}).curation.conflict is ConflictPolicy.NEWER
    assert load_settings(tmp_path, environ={"ATLAS_CONFLICT": policy.value}).curation.conflict is policy
    (tmp_path / "atlas.toml").write_text(f'conflict = "{policy.value}"\npolicy = "manual"\n')
    found = load_settings(tmp_path, environ={}).curation
    assert (found.conflict, found.mode.value) == (policy, "manual")


def test_a_policy_that_is_none_is_named(tmp_path) -> None:
    with pytest.raises(BadInput, match="older"):
        load_settings(tmp_path, environ={"ATLAS_CONFLICT": "older"})


# --- what did I believe in March?


@pytest.fixture
def moved(life):  # type: ignore[no-untyped-def]
    """Porto in March, Lisbon since June. The moments of both."""
    life.say("I live in Porto.")
    life.virtual.later(days=20)
    march = life.runtime.now()
    life.virtual.later(days=90)
    life.say("I moved to Lisbon.")
    life.virtual.later(days=1)
    life.march, life.june = march, life.runtime.now()
    return life


def test_a_fact_that_was_replaced_answers_for_its_time(moved) -> None:  # T16, X4
    assert believed(moved) == [LISBON]
    assert believed(moved, as_of=moved.march) == [PORTO]
    assert believed(moved, as_of=moved.june) == [LISBON]


def test_undoing_the_move_changes_today_and_not_what_was_believed(moved) -> None:  # T16, X4
    moved.atlas.undo()
    moved.virtual.later(minutes=1)
    assert believed(moved) == [PORTO]
    assert believed(moved, as_of=moved.march) == [PORTO]


def test_what_a_cycle_took_out_of_service_answers_for_the_time_before(moved) -> None:  # T7, X4
    lisbon = moved.fact("Lisbon")
    cycle(moved.runtime, [_guess(lisbon)])
    guess = moved.fact("harbour")
    moved.virtual.later(days=1)
    believing = moved.runtime.now()
    moved.virtual.later(days=30)
    assert cycle(moved.runtime, [Archive(guess.id)]) is not None
    moved.virtual.later(days=1)
    asked = "Where does the user keep a boat in the harbour?"
    assert memories(moved.runtime)[guess.id].state is State.ARCHIVED
    assert guess.content not in _told(moved, asked)
    assert guess.content in _told(moved, asked, as_of=believing)
    moved.atlas.undo()
    assert guess.content in _told(moved, asked)
    assert guess.content in _told(moved, asked, as_of=believing)


def test_what_was_merged_away_answers_for_the_time_before(moved) -> None:  # T8, X4
    lisbon = moved.fact("Lisbon")
    cycle(moved.runtime, [_guess(lisbon)])
    older = moved.fact("harbour")
    moved.virtual.later(days=1)
    believing = moved.runtime.now()
    moved.virtual.later(days=9)
    cycle(moved.runtime, [_guess(lisbon, "The user keeps a small boat in the harbour")])
    newer = next(each for each in memories(moved.runtime).values() if "small boat" in each.content)
    assert cycle(moved.runtime, [Merge(newer.id, (older.id,))]) is not None
    asked = "Where does the user keep a boat in the harbour?"
    assert _told(moved, asked) == [newer.content]
    assert _told(moved, asked, as_of=believing) == [older.content]


def _told(life: Any, question: str, **more: Any) -> list[str]:
    return [item.memory.content for item in life.atlas.recall(question, kinds=[Kind.INSIGHT], **more)]


def _guess(source: Memory, content: str = "The user keeps a boat in the harbour") -> Remember:
    return Remember(content, Kind.INSIGHT, Basis.INFERRED, (), sources=(source.id,))


def _waiting(life: Any, place: str) -> Remember:
    """What somebody said of themselves, told by inference: it waits, and is trusted as much as they are."""
    with life.runtime.store.reading(life.runtime.space) as reader:
        said = next(
            message
            for _, each in reader.interactions(0, 99)
            for message in each.messages
            if message.text == f"I live in {place}."
        )
    quote = Evidence(said.id, 0, len(said.text), said.text, said.origin)
    claim = Claim(USER, "lives_in", place)
    return Remember(f"The user lives in {place}", Kind.FACT, Basis.INFERRED, (quote,), claim)


@pytest.mark.parametrize(
    "joke",
    [
        "I'm basically a fruitarian now, kidding",
        "I'm a carnivore now. Just joking!",
        "My flatmate goes, I'm a vegan now.",
    ],
)
def test_what_is_not_said_in_earnest_closes_nothing(life, joke: str) -> None:  # T16, J8
    """The joke is kept as it was said, and the fact stands."""
    life.say("I'm a vegetarian.")
    life.say(joke)
    assert life.facts() == {"The user is vegetarian": "approved_for_reuse"}
    kept = [memory.content for memory in memories(life.runtime).values() if memory.kind is Kind.EPISODE]
    assert any(joke in content for content in kept)
