"""Which status may follow which: all forty-nine pairs."""

from __future__ import annotations

from itertools import product

import pytest

from atlas.curation.statuses import TRANSITIONS, check_transition
from atlas.errors import Refused
from atlas.model.journal import Actor
from atlas.model.memory import Status

REVIEW, APPROVED, REJECTED = Status.NEEDS_REVIEW, Status.APPROVED, Status.REJECTED
EXPIRED, ONCE, SENSITIVE, SUPERSEDED = Status.EXPIRED, Status.ONE_TIME, Status.SENSITIVE, Status.SUPERSEDED

# C2, written out again from the behaviour and not from the code.
ALLOWED = {
    *((REVIEW, new) for new in (APPROVED, REJECTED, EXPIRED, ONCE, SENSITIVE, SUPERSEDED)),
    *((APPROVED, new) for new in (SUPERSEDED, SENSITIVE, REJECTED, ONCE, REVIEW)),
    (EXPIRED, REVIEW),
    (SENSITIVE, REJECTED),
    (SENSITIVE, SUPERSEDED),
}


@pytest.mark.parametrize(("old", "new"), list(product(Status, Status)))
def test_the_whole_table_as_an_operator(old: Status, new: Status) -> None:  # C2
    if (old, new) in ALLOWED:
        check_transition(old, new, Actor.OPERATOR, redacted_copy=True)
        return
    with pytest.raises(Refused) as refused:
        check_transition(old, new, Actor.OPERATOR, redacted_copy=True)
    said = str(refused.value)
    assert "already" in said if old is new else (str(old) in said and str(new) in said)
    assert said.endswith(".")


def test_there_are_seven_statuses_and_each_has_a_row() -> None:  # C1
    assert len(Status) == 7
    assert set(TRANSITIONS) == set(Status)


@pytest.mark.parametrize("terminal", [REJECTED, ONCE, SUPERSEDED])
def test_an_end_says_that_only_undo_leads_back(terminal: Status) -> None:  # C2
    with pytest.raises(Refused, match="only undo brings it back"):
        check_transition(terminal, APPROVED, Actor.OPERATOR)


@pytest.mark.parametrize("actor", Actor)
def test_an_expired_memory_comes_back_by_a_person_only(actor: Actor) -> None:  # C2
    if actor in (Actor.USER, Actor.OPERATOR):
        check_transition(EXPIRED, REVIEW, actor)
    else:
        with pytest.raises(Refused, match="person"):
            check_transition(EXPIRED, REVIEW, actor)


@pytest.mark.parametrize("actor", Actor)
def test_a_sensitive_memory_is_superseded_by_its_redacted_copy_only(actor: Actor) -> None:  # C2
    check_transition(SENSITIVE, SUPERSEDED, actor, redacted_copy=True)
    with pytest.raises(Refused, match="redacted copy"):
        check_transition(SENSITIVE, SUPERSEDED, actor)


@pytest.mark.parametrize("actor", Actor)
def test_nobody_approves_a_sensitive_memory_as_it_is(actor: Actor) -> None:  # C2
    with pytest.raises(Refused):
        check_transition(SENSITIVE, APPROVED, actor, redacted_copy=True)
