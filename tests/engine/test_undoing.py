"""Undo compensates, reports conflicts with later changes, and never brings back forgotten text."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas import Atlas, NotFound, Refused, Status
from atlas.model.plain_data import to_plain
from atlas.testing.virtual import virtual


def rows(atlas: Atlas) -> dict[str, Any]:
    """Everything remembered, without the bookkeeping of versions."""
    found = atlas.memories(limit=10_000, archived=True)
    plain = [to_plain(memory) for memory in found if memory.kind.value != "episode"]
    return {row["id"]: {key: value for key, value in row.items() if key != "version"} for row in plain}


def test_undo_takes_back_a_learned_fact_and_reopens_what_it_closed(life) -> None:  # T16, C2
    life.say("I live in Porto.")
    before = rows(life.atlas)
    life.say("I moved to Lisbon.")
    while rows(life.atlas) != before:
        life.atlas.undo()
    assert life.fact("lives in Porto").status is Status.APPROVED
    assert life.fact("lives in Porto").valid_until is None


def test_undo_is_unlimited_and_then_says_so(life) -> None:
    life.say("I live in Porto. I like tea.")
    life.say("I work as a nurse.")
    assert _undo_all(life.atlas)[-1] == {}
    with pytest.raises(NotFound, match="nothing to undo"):
        life.atlas.undo()


def test_reverting_the_undoing_brings_it_back(life) -> None:
    life.say("I live in Porto.")
    before = rows(life.atlas)
    life.atlas.undo()
    assert rows(life.atlas) == {}
    life.atlas.history.revert(life.atlas.history.log(1)[0].seq)
    assert rows(life.atlas) == before


def test_a_status_decided_by_a_person_can_be_taken_back(life) -> None:  # C2
    life.say("I love karaoke.")
    memory = life.fact("karaoke")
    life.atlas.reject(memory.id)
    life.atlas.undo()
    assert life.fact("karaoke").status is Status.APPROVED


def test_a_later_change_is_a_conflict_that_is_named_and_left_alone(life) -> None:
    life.say("I live in Porto.")
    learned = life.atlas.history.log(1)[0].seq
    life.atlas.reject(life.fact("Porto").id)
    with pytest.raises(Refused, match="has changed since"):
        life.atlas.history.revert(learned)
    assert life.fact("Porto").status is Status.REJECTED


def test_an_older_change_can_be_taken_back_field_by_field(life) -> None:
    life.say("I love karaoke.")
    memory = life.fact("karaoke")
    life.atlas.review.decide(Status.NEEDS_REVIEW, memory.id)
    entry = life.atlas.history.log(1)[0].seq
    life.say("I love karaoke.", conversation="c9")  # adds evidence meanwhile
    assert len(life.fact("karaoke").evidence) == 2
    undone = life.atlas.history.revert(entry)
    assert undone.conflicts == ()
    assert life.fact("karaoke").status is Status.APPROVED
    assert len(life.fact("karaoke").evidence) == 2


def test_the_same_entry_is_not_taken_back_twice(life) -> None:
    life.say("I live in Porto.")
    entry = life.atlas.history.log(1)[0].seq
    life.atlas.history.revert(entry)
    with pytest.raises(Refused, match="taken back already"):
        life.atlas.history.revert(entry)


def test_undo_never_brings_back_forgotten_text(life, tmp_path: Path) -> None:  # X3
    life.say("I live in Portoxyzzy.")
    life.say("I moved to Lisbon.")
    closed = life.fact("Portoxyzzy")
    life.atlas.forget(closed.id)
    for _ in range(20):
        try:
            life.atlas.undo()
        except NotFound:
            break
        except Refused as refused:
            assert "forgotten" in str(refused)  # noqa: PT017 # a loop that ends either way
            break
    assert all("Portoxyzzy" not in content for content in life.facts())
    assert all(b"ortoxyzzy" not in file.read_bytes() for file in tmp_path.iterdir())


SAYINGS = ["I live in Porto.", "I moved to Lisbon.", "I live in Rome.", "I like tea.", "I hate tea.", "I love jazz."]


@settings(max_examples=15)
@given(st.lists(st.sampled_from([*SAYINGS, "reject", "review", "approve"]), min_size=1, max_size=7))
def test_undoing_everything_passes_every_state_on_the_way_back(steps: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        made = virtual(Path(folder) / "me.atlas")
        atlas = Atlas(made.runtime, background=False)
        forwards = [rows(atlas)]
        for step in steps:
            made.later(minutes=5)
            _do(atlas, step)
            forwards.append(rows(atlas))
        backwards = [forwards[-1], *_undo_all(atlas)]
        assert _is_subsequence(list(reversed(forwards)), backwards)
        assert backwards[-1] == {}
        assert atlas.admin.verify().ok
        atlas.close()


def _undo_all(atlas: Atlas) -> list[dict[str, Any]]:
    states = []
    for _ in range(100):
        try:
            atlas.undo()
        except NotFound:
            break
        states.append(rows(atlas))
    return states


def _is_subsequence(wanted: list[Any], found: list[Any]) -> bool:
    """In this order; a state may last for several steps."""
    place = 0
    for state in wanted:
        while place < len(found) and found[place] != state:
            place += 1
        if place == len(found):
            return False
    return True


def _do(atlas: Atlas, step: str) -> None:
    if step not in ("reject", "review", "approve"):
        atlas.observe(user=step, conversation="c1")
        atlas.flush()
        return
    wanted = {"reject": Status.REJECTED, "review": Status.NEEDS_REVIEW, "approve": Status.APPROVED}[step]
    for memory in atlas.memories(limit=10):
        if memory.kind.value != "episode":
            try:
                atlas.review.decide(wanted, memory.id)
            except Refused:
                continue
            return


def test_undoing_an_undoing_of_an_undoing_counts_right(life) -> None:
    life.say("I live in Porto.")
    entry = life.atlas.history.log(1)[0].seq
    for _ in range(3):  # taken back, had again, taken back again
        entry = life.atlas.history.revert(entry) and life.atlas.history.log(1)[0].seq
    assert rows(life.atlas) == {}
    with pytest.raises(NotFound):
        life.atlas.undo()


def test_undo_after_a_forget_takes_back_nothing_and_says_so(life) -> None:  # X3
    life.say("I take metformin.")
    learned = life.atlas.history.undoable(1)[0].seq
    life.say("My sister Maria lives in Rome.")
    life.atlas.forget(person="Maria")
    before = rows(life.atlas)
    for _ in range(2):  # and however often somebody asks
        with pytest.raises(Refused, match=f"forget cannot be undone.*revert {learned} takes back") as refused:
            life.atlas.undo()
        assert str(refused.value).count(".") == 1
    assert life.atlas.history.undoable() == []
    assert [each.seq for each in life.atlas.history.undoable(past_forgets=True)] == [learned]
    assert rows(life.atlas) == before
    life.atlas.history.revert(learned)
    assert rows(life.atlas) == {}


def test_undo_takes_back_what_came_after_a_forget_and_stops_there(life) -> None:  # X3
    life.say("My sister Maria lives in Rome.")
    life.atlas.forget(person="Maria")
    before = rows(life.atlas)
    life.say("I take metformin.")
    life.atlas.undo()
    assert rows(life.atlas) == before
    with pytest.raises(Refused, match="nothing else to undo"):
        life.atlas.undo()


# --- whole or not at all


def _find_entry(life: Any, content: str) -> int:
    """The entry by which something was learned."""
    learned = life.fact(content).id
    return min(entry.seq for entry in life.atlas.inspect.memory(learned).history)


def _served(life: Any) -> set[str]:
    return {content for content, status in life.facts().items() if status == Status.APPROVED}


def test_a_move_that_another_followed_is_not_taken_back_by_half(life) -> None:  # X4, T16
    """The home before it would stand beside the home of today."""
    for text in ("I live in Porto.", "I moved to Lisbon.", "I moved to Madrid."):
        life.say(text)
    before = rows(life.atlas)
    with pytest.raises(Refused, match="take that back first"):
        life.atlas.history.revert(_find_entry(life, "Lisbon"))
    assert rows(life.atlas) == before
    assert _served(life) == {"The user lives in Madrid"}
    assert life.atlas.admin.verify().ok


def test_a_rejected_value_does_not_come_back_beside_a_later_one(life) -> None:  # X4, T16, C2
    life.say("I live in Porto.")
    life.atlas.reject(life.fact("Porto").id)
    rejection = life.atlas.history.log(1)[0].seq
    life.say("I moved to Lisbon.")
    with pytest.raises(Refused, match="holds in its place"):
        life.atlas.history.revert(rejection)
    assert _served(life) == {"The user lives in Lisbon"}
    life.atlas.undo()
    life.atlas.history.revert(rejection)
    assert _served(life) == {"The user lives in Porto"}


def test_what_was_forgotten_of_a_change_is_no_reason_to_keep_the_rest(life) -> None:  # X3, X4
    life.say("I live in Porto.")
    life.say("I moved to Lisbon.")
    moved = _find_entry(life, "Lisbon")
    life.atlas.forget(life.fact("Porto").id)
    life.atlas.history.revert(moved)
    assert _served(life) == set()


def test_of_a_batch_nothing_is_taken_back_where_one_was_decided_since(life) -> None:  # X4, C2
    life.say("I live in Porto. I love karaoke.")
    ids = [life.fact(each).id for each in ("Porto", "karaoke")]
    life.atlas.review.decide(Status.NEEDS_REVIEW, *ids)
    held = life.atlas.history.log(1)[0].seq
    life.atlas.reject(ids[0])
    before = rows(life.atlas)
    with pytest.raises(Refused, match="has changed since"):
        life.atlas.history.revert(held)
    assert rows(life.atlas) == before
