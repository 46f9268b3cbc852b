"""C2, C9: what a person decides in one go is one change, and one undo takes all of it back."""

from __future__ import annotations

from tests.engine.conftest import Life

from atlas import Origin, Role, Said
from atlas.model.journal import Action
from atlas.model.memory import Kind, Status

_LIKED = ["tea", "chess", "rain", "opera", "cheese", "hiking", "jazz", "cats", "figs", "snow", "bread", "maps"]


def _held(life: Life, number: int) -> list[str]:
    """So many facts that wait, since they were said elsewhere."""
    for index in range(number):
        text = f"I like {_LIKED[index]}."
        life.say("Hello.", messages=[Said(Role.USER, text, origin=Origin.IMPORT)], conversation=f"c{index}")
    return [each.id for each in life.atlas.review.pending().memories if each.kind is not Kind.EPISODE]


def _statuses(life: Life, ids: list[str]) -> set[Status]:
    return {life.atlas.inspect.memory(id).memory.status for id in ids}


def test_a_batch_of_decisions_is_one_entry_and_one_undo(life: Life) -> None:
    ids = _held(life, 12)
    assert len(ids) >= 5
    before = life.atlas.history.log(1)[0].seq
    made = life.atlas.approve(*ids, reason="checked by Ana")

    assert {each.entry for each in made} == {before + 1}
    assert len(made) == len(ids)
    assert [each.action for each in life.atlas.history.log(1)] == [Action.DECIDED]
    assert _statuses(life, ids) == {Status.APPROVED}

    undone = life.atlas.undo()
    assert undone.entry == before + 1
    assert set(ids) <= set(undone.restored)
    assert not undone.conflicts
    assert _statuses(life, ids) == {Status.NEEDS_REVIEW}
    assert life.atlas.admin.verify().ok


def test_a_batch_larger_than_one_entry_is_still_one_undo(life: Life, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("atlas.engine.core.ledger.MOST_PARTS", 3)
    ids = _held(life, 10)
    made = life.atlas.reject(*ids)
    assert len({each.entry for each in made}) == 1
    assert len(life.atlas.undo().restored) >= len(ids)
    assert _statuses(life, ids) == {Status.NEEDS_REVIEW}
    assert life.atlas.admin.verify().ok


def test_undoing_a_batch_brings_a_decided_proposal_back_to_wait(life: Life) -> None:
    """C2: undo restores the status before any change; a held change waits again too."""
    ids = _held(life, 2)
    life.say("I live in Lisbon.")
    wish = life.atlas.assistant.propose_forget(life.fact("Lisbon").id, "asked for")
    life.atlas.reject(*ids, wish.id)
    assert not life.atlas.review.pending().proposals

    life.atlas.undo()
    assert [each.id for each in life.atlas.review.pending().proposals] == [wish.id]
    assert _statuses(life, ids) == {Status.NEEDS_REVIEW}
    assert life.atlas.admin.verify().ok


def test_rejecting_a_proposal_alone_can_be_undone(life: Life) -> None:
    life.say("I live in Lisbon.")
    wish = life.atlas.assistant.propose_forget(life.fact("Lisbon").id, "asked for")
    life.atlas.reject(wish.id)
    life.atlas.undo()
    assert [each.id for each in life.atlas.review.pending().proposals] == [wish.id]
    assert life.atlas.admin.verify().ok


def test_what_expires_in_one_sweep_is_one_undo(life: Life) -> None:
    """C4: a sweep is one change, however much had waited too long."""
    ids = _held(life, 6)
    life.virtual.later(days=40)
    assert life.atlas.review.expire() >= len(ids)
    life.atlas.undo()
    assert _statuses(life, ids) == {Status.NEEDS_REVIEW}
    assert life.atlas.admin.verify().ok
