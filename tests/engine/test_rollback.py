"""X4: the past can be compared with the present and brought back, as a change that undo takes back; never what was
forgotten."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from atlas import BadInput, NotFound
from atlas.model.memory import State, Status
from engine._cycles import memories, state
from engine.conftest import Life
from engine.test_forgetting import leaks


@pytest.fixture
def moved(life: Life) -> tuple[Life, datetime]:
    """Someone who lived in Porto and likes tea; a day later they moved, took up chess, and rejected the tea."""
    life.say("I live in Porto.")
    life.say("I like tea.")
    then = life.runtime.now()
    life.virtual.later(hours=1)
    life.say("I moved to Lisbon.")
    life.say("I like chess.")
    life.atlas.reject(life.fact("likes tea").id)
    life.virtual.later(hours=1)
    return life, then


def served(life: Life) -> set[str]:
    return {each.content for each in life.atlas.memories(limit=100) if each.served and each.kind.value != "episode"}


def test_what_changed_since_a_moment_is_told(moved: tuple[Life, datetime]) -> None:  # X4
    life, then = moved
    found = {(each.after or each.before).content: each for each in life.atlas.history.diff(then)}  # type: ignore[union-attr]
    assert set(found) == {
        "The user lives in Porto",
        "The user lives in Lisbon",
        "The user likes chess",
        "The user likes tea",
    }
    assert found["The user lives in Lisbon"].before is None
    porto = found["The user lives in Porto"]
    assert porto.before is not None
    assert porto.after is not None
    assert (porto.before.status, porto.after.status) == (Status.APPROVED, Status.SUPERSEDED)
    assert "status" in porto.changed
    assert "uses" not in porto.changed


def test_two_past_moments_are_compared(moved: tuple[Life, datetime]) -> None:  # X4
    life, then = moved
    between = then + timedelta(hours=1, minutes=1, seconds=30)
    learned = [each.after for each in life.atlas.history.diff(then, between) if each.before is None]
    found = [each.content for each in learned if each]
    assert found == ["The user lives in Lisbon"]
    assert life.atlas.history.diff(then - timedelta(days=2), then - timedelta(days=1)) == []


def test_rolling_back_is_one_change_and_an_undo_takes_it_back(
    moved: tuple[Life, datetime],
) -> None:  # X4
    life, then = moved
    before, was = state(life.runtime), served(life)
    receipt = life.atlas.history.rollback(then)
    assert served(life) == {"The user lives in Porto"}
    assert len(receipt.archived) == 2
    assert any("rejected" in each for each in receipt.left)  # a person said so since
    assert "Porto" in life.atlas.recall("Where do I live?")[0].memory.content
    assert life.atlas.admin.verify().ok
    life.atlas.undo()
    assert (state(life.runtime), served(life)) == (before, was)
    assert life.atlas.admin.verify().ok


def test_one_memory_is_rolled_back_by_its_name_also_a_rejected_one(moved: tuple[Life, datetime]) -> None:  # X4
    life, then = moved
    (tea,) = [id for id, each in memories(life.runtime).items() if each.content == "The user likes tea"]
    receipt = life.atlas.history.rollback(then, tea)
    assert receipt.restored == (tea,)
    assert served(life) == {"The user lives in Lisbon", "The user likes chess", "The user likes tea"}
    assert life.atlas.history.log(1)[0].seq == receipt.entry


def test_what_was_withdrawn_comes_back(life: Life) -> None:  # X4
    life.say("I live in Porto.")
    then = life.runtime.now()
    life.virtual.later(minutes=5)
    life.atlas.undo()
    assert served(life) == set()
    life.atlas.history.rollback(then)
    assert served(life) == {"The user lives in Porto"}
    assert life.atlas.admin.verify().ok


def test_what_was_forgotten_stays_so(moved: tuple[Life, datetime], tmp_path: Path) -> None:  # X3, X4
    life, then = moved
    life.atlas.forget(text="Porto")
    assert leaks(tmp_path, "Porto") == []
    assert all("Porto" not in str(each) for each in life.atlas.history.diff(then))
    life.atlas.history.rollback(then)
    assert leaks(tmp_path, "Porto") == []
    assert all(each.state is State.GONE or "Porto" not in each.content for each in memories(life.runtime).values())
    assert life.atlas.admin.verify().ok


def test_words_that_were_blotted_out_of_a_quote_do_not_come_back_with_it(life: Life, tmp_path: Path) -> None:  # X3, X4
    life.say("I like tea and I live in Zanzibarqx.")
    then = life.runtime.now()
    life.virtual.later(minutes=5)
    life.atlas.reject(life.fact("likes tea").id)
    life.atlas.forget(life.fact("Zanzibarqx").id)
    with pytest.raises(NotFound):
        life.atlas.history.rollback(then)
    assert leaks(tmp_path, "Zanzibarqx") == []


def test_the_future_and_an_empty_stretch_are_no_past(life: Life) -> None:  # X4
    life.say("I live in Porto.")
    soon = life.runtime.now() + timedelta(days=1)
    for ask in (
        lambda: life.atlas.history.diff(soon),
        lambda: life.atlas.history.rollback(soon),
        lambda: life.atlas.history.rollback(life.runtime.now() - timedelta(days=9)),
        lambda: life.atlas.history.diff(life.runtime.now(), life.runtime.now()),
    ):
        with pytest.raises(BadInput):
            ask()
    with pytest.raises(NotFound, match="Nothing has changed"):
        life.atlas.history.rollback(life.runtime.now())


def test_one_home_of_the_past_does_not_come_back_beside_that_of_today(moved: tuple[Life, datetime]) -> None:  # X4, T16
    life, then = moved
    porto = life.fact("lives in Porto").id
    with pytest.raises(NotFound, match="holds in its place"):
        life.atlas.history.rollback(then, porto)
    assert served(life) == {"The user lives in Lisbon", "The user likes chess"}
    life.atlas.history.rollback(then, porto, life.fact("lives in Lisbon").id)
    assert served(life) == {"The user lives in Porto", "The user likes chess"}
