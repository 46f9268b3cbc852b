"""Decisions of people, recorded and served when a like situation comes up (C6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from atlas import Atlas
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.policy_rules import PolicyRule, RuleAction
from atlas.errors import BadInput, Refused
from atlas.model.memory import Kind, Status
from atlas.model.origin import Origin, Trust

BUILD = ("The nightly build ran out of disk.", "We moved the caches to the NAS.", "Disks are dear there.")


def test_a_decision_is_approved_by_whoever_records_it_and_served_in_its_section(life: Any) -> None:  # C6, C7
    made = life.atlas.knowledge.record_decision(*BUILD)
    assert (made.kind, made.status, made.origin, made.trust) == (
        *(Kind.DECISION, Status.APPROVED),
        *(Origin.OPERATOR, Trust.OPERATOR),
    )
    context = life.atlas.context("The build ran out of disk again, what do we do?")
    _, _, served = context.text.partition("\n## Decisions\n")
    assert served.startswith(
        '- "Situation: The nightly build ran out of disk. Decision: We moved the caches to the NAS. '
        'Rationale: Disks are dear there." (operator, '
    )
    assert life.atlas.admin.verify().ok


def test_the_same_decision_twice_is_one_and_undo_takes_it_back(life: Any) -> None:  # C6
    first, again = (life.atlas.knowledge.record_decision(*BUILD) for _ in range(2))
    assert first == again
    life.atlas.undo()
    assert not life.atlas.memories()


def test_of_many_decisions_the_five_nearest_are_served(life: Any) -> None:  # C6
    for number in range(7):
        said = (f"The build number {number} failed.", f"We retried {number} times.", "Luck.")
        life.atlas.knowledge.record_decision(*said)
    _, _, served = life.atlas.context("The build failed, what did we decide?").text.partition("\n## Decisions\n")
    assert served.count("Situation: ") == 5


def test_what_is_no_decision_is_told_and_a_secret_is_taken_out(life: Any) -> None:  # C6, P5
    with pytest.raises(BadInput, match="a situation, an action and a rationale"):
        life.atlas.knowledge.record_decision("x", " ", "y")
    made = life.atlas.knowledge.record_decision("x", "The key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz012345.", "y")
    assert "sk-ant" not in made.content


def test_what_a_model_tells_of_a_decision_waits(life: Any) -> None:  # C3
    words = "Situation: disk full. Decision: caches. Rationale: dear."
    told = life.atlas.assistant.propose_memory(words, kind="decision")
    assert told.memory.status is Status.NEEDS_REVIEW


def test_a_rule_of_the_operators_own_refuses_a_decision_as_it_does_everything_else(life: Any) -> None:  # C3, C6
    rule = PolicyRule("no NAS", RuleAction.REFUSE, ("nas",))
    strict = Atlas(replace(life.runtime, curation=CurationPolicy(Mode.MANUAL, rules=(rule,))), background=False)
    with pytest.raises(Refused, match="no NAS"):
        strict.knowledge.record_decision(*BUILD)
    made = strict.knowledge.record_decision("The lamp broke.", "We bought one.", "It was dark.")
    assert made.status is Status.APPROVED  # whoever records it has decided it, under every policy
