"""What was made from others is served only while what it quotes holds; what was merged is forgotten together."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from _aged import LONG, remember
from test_forgetting import leaks

from atlas.curation.effects import MemoryChange
from atlas.engine.core.ledger import Ledger
from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.graph import build_edge
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, Actor
from atlas.model.memory import Basis, Evidence, Form, Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust


def insight(life: Any, *facts: Memory) -> MemoryId:
    """As a cycle derives one: in the words of what it is made from."""
    quotes = tuple(item for fact in facts for item in fact.evidence)
    return remember(
        life.runtime,
        "About the user: " + " ".join(item.quote for item in quotes),
        kind=Kind.INSIGHT,
        basis=Basis.INFERRED,
        evidence=quotes,
        links=tuple(Link(Relation.DERIVED_FROM, fact.id) for fact in facts),
        stability_days=1.0,
    )


def served(life: Any, question: str) -> list[str]:
    return [item.memory.id for item in life.atlas.recall(question, limit=20)]


@pytest.fixture
def derived(life: Any) -> Any:
    life.say("I live in Porto.")
    life.say("I work as a nurse.")
    life.made = insight(life, life.fact("lives in Porto"), life.fact("works as a nurse"))
    life.atlas.flush()
    assert life.made in served(life, "What do you know about where the user lives and works?")
    return life


def test_an_insight_is_served_no_more_when_what_it_says_was_replaced(derived: Any) -> None:  # T16, C1
    derived.virtual.later(days=1)
    derived.say("I live in Oslo now.")
    assert derived.made not in served(derived, "What do you know about where the user lives and works?")


@pytest.mark.parametrize("status", [Status.REJECTED, Status.SENSITIVE, Status.NEEDS_REVIEW])
def test_nor_when_it_was_rejected_or_doubted(derived: Any, status: Status) -> None:  # C1, C2, C5
    derived.atlas.review.decide(status, derived.fact("works as a nurse").id)
    assert derived.made not in served(derived, "What do you know about where the user lives and works?")


def _told(life: Any, text: str) -> Memory:
    """A fact without a claim, quoting the message in which the user said it."""
    life.atlas.observe(text, "I see.", conversation="c1")
    life.virtual.later(minutes=1)
    life.think()
    (episode,) = [each for each in life.atlas.memories(limit=100) if each.content == text]
    quote = Evidence(episode.transcribes, 0, len(text), text, Origin.USER)
    made: Memory = life.atlas.inspect.memory(remember(life.runtime, text, evidence=(quote,))).memory
    return made


@pytest.mark.parametrize("which", ["survivor", "absorbed"])
def test_what_was_merged_is_forgotten_together(life: Any, tmp_path: Any, which: str) -> None:  # X3, T8
    older = _told(life, "The spare key of the Zanzibarqx flat is under the pot.")
    newer = _told(life, "The spare key of the Zanzibarqx flat is under the pot!")
    life.atlas.flush()
    assert run_consolidation(life.runtime).counts["merge"] == 1
    life.atlas.forget(newer.id if which == "survivor" else older.id)
    assert leaks(tmp_path, "Zanzibarqx") == []
    assert life.atlas.admin.verify().ok


@pytest.mark.parametrize("which", ["survivor", "absorbed"])
def test_so_they_are_where_a_fact_was_read_of_the_same_words(life: Any, tmp_path: Any, which: str) -> None:  # X3, T8
    older = _told(life, "The spare key of the Zanzibarqx flat hangs by the door.")
    claim = Claim(USER, "has", "Zanzibarqx")
    remember(life.runtime, "The user has Zanzibarqx", claim=claim, evidence=older.evidence)
    newer = _told(life, "The spare key of the Zanzibarqx flat hangs by the door!")
    life.atlas.flush()
    assert run_consolidation(life.runtime).counts["merge"] == 1
    life.atlas.forget(newer.id if which == "survivor" else older.id)
    assert leaks(tmp_path, "Zanzibarqx") == []


def test_edges_of_what_stays_outlive_a_forgetting(life: Any) -> None:  # X3, P11
    life.say("My sister Ana lives in Rome.")
    life.say("I like tea.")
    sister, tea = life.fact("sister is Ana"), life.fact("likes tea")
    joined = build_edge(Relation.CO_ACTIVATED, sister.id, tea.id, 0.3)
    with life.runtime.store.writing(life.runtime.space) as txn:
        Ledger(life.runtime, txn).write_change(Actor.ATLAS, Action.REINFORCED, [], edges=[(None, joined)])
    life.atlas.forget(life.fact("lives in Rome").id)
    assert life.atlas.admin.verify().problems == ()
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert list(reader.edges([sister.id])) == [joined]


def test_what_was_stated_of_an_occasion_is_held_for_a_person_too(life: Any) -> None:  # T7
    said = remember(life.runtime, "The user broke their left arm in Rome.", form=Form.EPISODIC)
    with life.runtime.store.writing(life.runtime.space) as txn:
        memory = txn.memory(said)
        assert memory is not None
        faint = replace(memory, strength=0.001, stability_days=0.01, version=2)
        Ledger(life.runtime, txn).write_change(Actor.ATLAS, Action.REINFORCED, [MemoryChange(memory, faint)])
    life.virtual.later(days=400)
    run_consolidation(life.runtime)
    assert life.atlas.inspect.memory(said).memory.state is State.ACTIVE


def test_a_newer_text_that_is_less_trusted_does_not_stand_before_the_users_own_word(life: Any) -> None:  # X1, T16
    mine = remember(life.runtime, "The office of the firm is in Dublin.")
    life.virtual.later(days=1)
    page = remember(life.runtime, "The office of the firm is in Oslo.", origin=Origin.WEB, trust=Trust.WEB)
    life.atlas.flush()
    assert [line.what for line in run_consolidation(life.runtime).lines] == ["contradicts"]
    found = served(life, "Where is the office of the firm?")
    assert found.index(mine) < found.index(page)


def test_forgetting_something_of_a_shortened_message_leaves_the_rest_of_it_whole(life: Any) -> None:  # T12, X3
    life.say(f"I live in Zanzibarqx. {LONG}")
    life.virtual.later(days=90)
    assert run_consolidation(life.runtime).counts["gist"] == 1
    life.atlas.forget(life.fact("lives in Zanzibarqx").id)
    (episode,) = [each for each in life.atlas.memories(limit=100) if "lives in Rome now" in each.content]
    whole = life.atlas.inspect.archived_text(episode.id).text
    assert whole is not None
    assert "Zanzibarqx" not in whole
    assert whole.endswith(LONG)


def test_a_message_from_the_future_does_not_hold_up_the_others(life: Any) -> None:  # T12
    life.atlas.observe("See you then!", "Yes.", conversation="c0", at=life.runtime.now() + timedelta(days=20_000))
    life.say(LONG)
    life.virtual.later(days=90)
    assert run_consolidation(life.runtime).counts["gist"] == 1
