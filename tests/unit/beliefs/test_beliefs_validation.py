"""Whether a rewritten persona may take the place of the old one (B7)."""

from __future__ import annotations

import pytest
from _persona import make_belief, make_persona

from atlas.beliefs.policy import BeliefPolicy, get_preset
from atlas.beliefs.validation import count_survival, find_lost, validate_snapshot
from atlas.model.memory import Status

BELIEFS = [make_belief(0, confidence=0.5), make_belief(1, confidence=0.49), make_belief(2, confidence=0.9)]
PERSONA = make_persona(BELIEFS)


@pytest.mark.parametrize(("length", "is_valid"), [(29, False), (30, True)])
def test_a_persona_has_at_least_30_characters(length: int, is_valid: bool) -> None:
    assert (not validate_snapshot("", "x" * length, (), BeliefPolicy())) is is_valid


@pytest.mark.parametrize(("length", "is_valid"), [(59, False), (60, True), (500, True)])
def test_it_keeps_at_least_six_tenths_of_its_length(length: int, is_valid: bool) -> None:
    assert (not validate_snapshot("x" * 100, "x" * length, (), BeliefPolicy())) is is_valid


def test_no_confident_belief_is_lost() -> None:
    without = make_persona(BELIEFS[1:]) + "- x" * 60
    assert find_lost(PERSONA, without, BELIEFS, 0.5) == (BELIEFS[0].id,)
    assert [each.rule for each in validate_snapshot(PERSONA, without, BELIEFS, BeliefPolicy())] == ["B7"]
    unsure = make_persona([BELIEFS[0], BELIEFS[2]]) + "- x" * 60
    assert validate_snapshot(PERSONA, unsure, BELIEFS, BeliefPolicy()) == ()


def test_the_source_document_looks_at_the_length_alone() -> None:
    without = make_persona([]) + "- x" * 60
    assert validate_snapshot(PERSONA, without, BELIEFS, get_preset("snapshot_reflection")) == ()


def test_a_line_elsewhere_or_in_a_fence_is_no_position() -> None:
    fenced = PERSONA.replace("## Positions\n", "## Positions\n```\n") + "```\n"
    moved = PERSONA.replace("## Positions\n", "## Other\n")
    assert len(find_lost(PERSONA, fenced, BELIEFS, 0.5)) == 2
    assert len(find_lost(PERSONA, moved, BELIEFS, 0.5)) == 2


def test_what_a_person_retracted_is_not_lost() -> None:
    rows = [make_belief(0, status=Status.REJECTED), *BELIEFS[1:]]
    assert find_lost(PERSONA, make_persona(BELIEFS[1:]), rows, 0.5) == ()


def test_survival_counts_confident_beliefs_whatever_the_policy_keeps() -> None:
    survival = count_survival(PERSONA, make_persona(BELIEFS[:2]), BELIEFS)
    assert (survival.confident, survival.kept, survival.lost) == (2, 1, 1)
