"""What nights and weeks write in simulated lives, drawn by seed with the history behind it (J9, J10, H9)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from _engineer import Engineer
from benchmarks.thoughts import Thought, count_sorts, draw_thoughts

pytestmark = pytest.mark.runs_networks


def _thought(place: int, sort: str = "lesson") -> Thought:
    return Thought(7, sort, datetime(2026, 3, 2, tzinfo=UTC), f"Sentence {place}.", ())


def test_the_draw_is_the_same_each_time_and_takes_each_text_once() -> None:
    every = [*map(_thought, range(50)), _thought(3)]
    drawn = draw_thoughts(every, 30, 7)
    assert drawn == draw_thoughts(every, 30, 7) != draw_thoughts(every, 30, 8)
    assert len({each.text for each in drawn}) == 30
    assert len(draw_thoughts(every[:4], 30, 7)) == 4
    assert count_sorts([_thought(1), _thought(2, "rule"), _thought(3)]) == {"lesson": 2, "rule": 1}


def test_a_week_is_lived_kept_and_read_again(engineer: Engineer, tmp_path: Path) -> None:
    short = ("thoughts", "--days", "7", "--lives", "1", "--keep", str(tmp_path / "lives"))
    given = engineer.data(*short)
    assert given["seeds"] == [7]
    learned = [each for each in given["thoughts"] if each["sort"] == "week: learned"]
    assert learned
    assert all(each["text"].endswith(".") and each["history"] for each in learned)
    assert engineer.data(*short) == given  # what is kept is read, and not lived again
    assert learned[0]["text"] in engineer.says(*short, "--all").replace("\n", " ").replace("  ", " ")
