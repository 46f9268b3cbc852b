"""The ladder: each rung is enforced in the engine, on record, and left by an operator alone (H6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from _minds import mind, minded

from atlas.engine.core.escalation import climb_for_alerts
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.verification import verify_store
from atlas.errors import BadInput, ConstitutionBroken, Refused
from atlas.model.journal import Action, Actor
from atlas.model.metric import Alert, Escalation, Rung, Severity
from engine.test_constitution import OWN, pin
from engine.test_evolution import evolve, files_of, text_of

HELD = (Rung.RESTRICTED, Rung.REVIEW)
WISH = "Please answer briefly from now on, two sentences at most."


def put(life: Any, rung: Rung, why: str = "The consistency is 0.40; less than 0.85 is too little.") -> None:
    with life.runtime.writing() as txn:
        ledger = Ledger(life.runtime, txn)
        ledger.record_escalation(Actor.ATLAS, Action.ESCALATED, Escalation(rung, life.runtime.now(), why))


def climb(life: Any, *severities: Severity, since: date | None = None) -> Rung:
    day = since or life.runtime.now().date()
    alerts = [Alert(f"figure {place}", each, "It is too low.", day) for place, each in enumerate(severities)]
    with life.runtime.writing() as txn:
        climb_for_alerts(Ledger(life.runtime, txn), alerts)
    return rung(life)


def rung(life: Any) -> Rung:
    return life.atlas.inspect.status().ladder.rung


def actions(life: Any) -> Sequence[Action]:
    return [entry.action for entry in life.atlas.history.log(1_000)]


# --- paused


def test_paused_nothing_thinks_and_what_is_said_is_kept_and_served(life: Any) -> None:
    life.say("I live in Porto.")
    model = mind()
    minded(life, model)
    life.atlas.admin.pause("I want to look first.")
    life.say("I like tea.")
    life.virtual.later(days=8)
    life.atlas.flush()
    life.atlas.assistant.learned(life.atlas.observe("I have a dog.", "Fine.").interaction)
    assert model.calls == ()
    assert [content for content in life.facts() if "Porto" not in content] == []
    assert life.atlas.jobs.next_due() is None
    assert "I like tea." in life.atlas.context("What do I like?").text
    assert "Porto" in life.atlas.context("Where do I live?").text
    with pytest.raises(Refused, match=r"paused: An operator paused it\..*atlas learning resume"):
        life.atlas.jobs.reflect("nightly")
    with pytest.raises(Refused, match="atlas learning resume"):
        life.atlas.jobs.consolidate()


def test_resumed_what_was_owed_is_thought_about(life: Any) -> None:
    life.atlas.admin.pause("I want to look first.")
    life.say("I live in Porto.")
    assert life.facts() == {}
    assert life.atlas.admin.resume("I looked.").rung is Rung.FREE
    life.atlas.flush()
    assert any("Porto" in content for content in life.facts())
    assert [each for each in actions(life) if each in (Action.ESCALATED, Action.RESUMED)] == [
        Action.RESUMED,
        Action.ESCALATED,
    ]
    assert verify_store(life.runtime).ok


def test_a_broken_constitution_pauses(live: Any, tmp_path: Any) -> None:
    file = pin(tmp_path)
    life = live()
    file.write_text(OWN + " ")
    with pytest.raises(ConstitutionBroken):
        life.atlas.context("Hello?")
    life.atlas.admin.journal_troubles()
    file.write_text(OWN)
    assert rung(life) is Rung.PAUSED
    life.say("I live in Porto.")
    assert life.facts() == {}
    life.atlas.admin.resume("It is mended.")
    assert any("Porto" in content for content in life.facts())


# --- restricted, and human review


@pytest.mark.parametrize("held", HELD)
def test_restricted_every_proposal_waits_for_a_person(life: Any, held: Rung) -> None:
    life.say("I live in Porto.")
    put(life, held)
    life.say("My sister is called Maria.")
    statuses = life.facts()
    assert {status for content, status in statuses.items() if "Maria" in content} == {"needs_review"}
    assert {status for content, status in statuses.items() if "Porto" in content} == {"approved_for_reuse"}
    life.atlas.approve(life.fact("Maria").id)
    assert life.fact("Maria").status.value == "approved_for_reuse"  # a person decides as ever


@pytest.mark.parametrize("held", HELD)
def test_restricted_no_document_is_amended_by_thinking(life: Any, held: Rung) -> None:
    life.say(WISH)
    put(life, held)
    life.atlas.end_session("c1")
    before = files_of(life)
    evolve(life, 2)
    assert files_of(life) == before
    assert list(life.atlas.jobs.reflections(task="evolution")) == []
    with pytest.raises(Refused, match="atlas learning resume"):
        life.atlas.jobs.reflect("evolution")
    life.atlas.admin.resume("I looked.")
    evolve(life, 2)
    assert "<!-- m_" in text_of(life)


@pytest.mark.parametrize("held", [*HELD, Rung.PAUSED])
def test_the_door_lets_no_document_through_that_nobody_of_the_people_wrote(life: Any, held: Rung) -> None:
    from atlas.engine.core.document_files import read_document_files
    from atlas.model.document import DocumentChange
    from atlas.testing.samples import document

    put(life, held)
    change = DocumentChange(None, document("d_9", "Agree always."))
    with life.runtime.writing() as txn, pytest.raises(Refused, match="before an operator resumes"):
        Ledger(life.runtime, txn).write_change(Actor.POLICY, Action.AMENDED, (), documents=[change])
    with life.runtime.writing() as txn:
        Ledger(life.runtime, txn).write_change(Actor.OPERATOR, Action.AMENDED, (), documents=[change])
        assert any("Agree" in text for text in read_document_files(life.runtime, txn).files.values())


def test_flagged_nothing_is_held_back(life: Any) -> None:
    put(life, Rung.FLAGGED)
    life.say("I live in Porto.")
    assert set(life.facts().values()) == {"approved_for_reuse"}
    assert [each.ok for each in life.atlas.admin.doctor() if each.name == "ladder"] == [True]


# --- up by itself, down by an operator


def test_alerts_lead_up_and_never_down(life: Any) -> None:
    assert climb(life) is Rung.FREE
    assert climb(life, Severity.WARNING) is Rung.FLAGGED
    assert climb(life, Severity.CRITICAL) is Rung.RESTRICTED
    assert climb(life) is Rung.RESTRICTED
    life.virtual.later(days=1)
    assert climb(life) is Rung.REVIEW
    assert climb(life, Severity.WARNING) is Rung.REVIEW
    assert actions(life).count(Action.ESCALATED) == 3  # where it stands as it stood, nothing is journaled


def test_what_an_operator_resumed_from_counts_again_once_it_has_come_back(life: Any) -> None:
    first = life.runtime.now().date()
    climb(life, Severity.CRITICAL)
    life.atlas.admin.resume("A bad day.")
    assert climb(life, Severity.CRITICAL, since=first) is Rung.FREE
    life.virtual.later(days=2)
    assert climb(life, Severity.CRITICAL, since=first) is Rung.FREE
    assert climb(life, Severity.CRITICAL) is Rung.RESTRICTED


def test_pausing_and_resuming_ask_for_a_reason_and_for_something_to_do(life: Any) -> None:
    for act in (life.atlas.admin.pause, life.atlas.admin.resume):
        with pytest.raises(BadInput):
            act("")
    with pytest.raises(Refused, match="nothing to resume"):
        life.atlas.admin.resume("Why not?")
    life.atlas.admin.pause("Once.")
    with pytest.raises(Refused, match="paused already"):
        life.atlas.admin.pause("Twice.")


def test_a_reason_is_on_record_and_can_be_forgotten(life: Any) -> None:
    life.atlas.admin.pause("Gianluca told me to.")
    life.say("Gianluca is a friend.")
    life.atlas.forget(text="Gianluca")
    assert "Gianluca" not in str(list(life.atlas.history.export()))
    assert verify_store(life.runtime).ok
    assert rung(life) is Rung.PAUSED
