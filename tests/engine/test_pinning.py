"""T7: what a person pinned stays as it is, is served like everything else, and is unpinned or undone at any time."""

from __future__ import annotations

import pytest

from atlas.curation.judge import judge_proposal
from atlas.engine.curate.proposals import gather_judgement_input
from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.ids import MemoryId
from atlas.model.memory import State
from atlas.model.proposal import Archive, Merge
from atlas.model.verdict import Outcome
from engine._aged import LONG, TWICE, aged
from engine._cycles import episode, memories
from engine.conftest import Life


@pytest.fixture
def old(life: Life) -> dict[str, MemoryId]:
    return aged(life.runtime, life.virtual.clock)


def test_what_is_pinned_is_neither_pruned_nor_merged_away_nor_shortened(
    life: Life, old: dict[str, MemoryId]
) -> None:  # T7, T8, T12
    walk = episode(life.runtime, "along the river")
    pinned = life.atlas.review.pin(old["faded"], old["older"], walk.id)
    assert all(each.pinned for each in pinned)
    life.atlas.review.pin(old["newer"])  # a pinned survivor takes no pinned one in either
    run_consolidation(life.runtime, False)
    after = memories(life.runtime)
    assert {after[old[name]].state for name in ("faded", "older", "newer")} == {State.ACTIVE}
    assert life.atlas.inspect.memory(walk.id).memory.content == LONG
    assert {each.memory.id for each in life.atlas.recall(TWICE)} & {old["older"], old["newer"]}


def test_what_is_no_longer_pinned_fades_again(life: Life, old: dict[str, MemoryId]) -> None:  # T7
    life.atlas.review.pin(old["faded"], old["older"])
    life.atlas.review.unpin(old["faded"], old["older"])
    run_consolidation(life.runtime, False)
    after = memories(life.runtime)
    assert {after[old[name]].state for name in ("faded", "older")} == {State.ARCHIVED}


def test_an_undo_takes_a_pin_back_and_another_brings_no_more(life: Life, old: dict[str, MemoryId]) -> None:  # T7
    life.atlas.review.pin(old["faded"], old["older"])
    assert life.atlas.review.pin(old["faded"])[0].pinned  # again: nothing to do, and nothing to take back
    assert set(life.atlas.undo().restored) == {old["faded"], old["older"]}
    assert not any(memories(life.runtime)[old[name]].pinned for name in ("faded", "older"))
    assert life.atlas.admin.verify().ok


def test_a_judge_refuses_to_archive_or_to_merge_away_what_is_pinned(
    life: Life, old: dict[str, MemoryId]
) -> None:  # T7, T8
    life.atlas.review.pin(old["faded"], old["older"])
    for wish in (Archive(old["faded"]), Merge(old["newer"], (old["older"],))):
        with life.runtime.reading() as reader:
            verdict = judge_proposal(wish, gather_judgement_input(reader, wish), life.runtime.curation)
        assert verdict.outcome is Outcome.REFUSED


def test_a_model_does_not_propose_to_archive_what_is_pinned(life: Life) -> None:  # T7
    life.say("I live in Porto.")
    porto = life.fact("lives in Porto")
    life.atlas.review.pin(porto.id)
    said = life.atlas.feedback.rate_memory(porto.id, "wrong", by_model=True)
    assert (said.judged, life.atlas.review.pending().proposals) == (None, ())
    assert said.failure is not None


def test_pins_are_set_on_all_that_are_named_or_on_none(life: Life) -> None:  # T7
    life.say("I live in Porto. I like tea.")
    porto, tea = life.fact("lives in Porto"), life.fact("likes tea")
    with pytest.raises(NotFound):
        life.atlas.review.pin(porto.id, "m_0000000000000")
    assert not life.fact("lives in Porto").pinned
    with pytest.raises(BadInput):
        life.atlas.review.pin()
    life.atlas.forget(tea.id)
    with pytest.raises(Refused):
        life.atlas.review.pin(tea.id)
