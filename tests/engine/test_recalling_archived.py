"""T7: what faded out of service is not served by itself; an explicit recall still finds it."""

from __future__ import annotations

import pytest

from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.errors import BadInput
from atlas.model.memory import State
from engine._aged import FADED, aged
from engine.conftest import Life

ASKED = "What is the user fond of, jazz?"


@pytest.fixture
def faded(life: Life) -> Life:
    """Someone of whom a guess was archived."""
    aged(life.runtime, life.virtual.clock)
    run_consolidation(life.runtime, False)
    return life


def test_what_is_archived_is_found_only_by_who_asks_for_it(faded: Life) -> None:  # T7
    assert FADED not in [each.memory.content for each in faded.atlas.recall(ASKED)]
    found = {each.memory.content: each.memory for each in faded.atlas.recall(ASKED, archived=True)}
    assert found[FADED].state is State.ARCHIVED
    assert FADED not in faded.atlas.context(ASKED).text


def test_what_is_rejected_or_forgotten_is_not_found_in_the_archive_either(faded: Life) -> None:  # C1, X3
    guess = next(each.memory for each in faded.atlas.recall(ASKED, archived=True) if each.memory.content == FADED)
    faded.atlas.reject(guess.id)
    assert guess.id not in [each.memory.id for each in faded.atlas.recall(ASKED, archived=True)]
    faded.atlas.undo()
    assert guess.id in [each.memory.id for each in faded.atlas.recall(ASKED, archived=True)]
    faded.atlas.forget(guess.id)
    assert guess.id not in [each.memory.id for each in faded.atlas.recall(ASKED, archived=True)]


def test_looking_into_the_archive_reinforces_nothing(faded: Life) -> None:  # T3
    (guess,) = [each for each in faded.atlas.memories(limit=100, archived=True) if each.content == FADED]
    faded.atlas.recall(ASKED, archived=True)
    faded.atlas.flush()
    assert faded.atlas.inspect.memory(guess.id).memory == guess


def test_the_past_and_the_archive_are_two_questions(faded: Life) -> None:  # X4
    with pytest.raises(BadInput):
        faded.atlas.recall(ASKED, archived=True, as_of=faded.runtime.now())
