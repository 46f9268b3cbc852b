"""The context benchmark measures what C13 asks of a context, through the real engine."""

from __future__ import annotations

from pathlib import Path

import _talks
from _engineer import Engineer


def test_it_tells_how_much_of_the_evidence_stands_in_contexts_and_what_they_cost(
    engineer: Engineer, tmp_path: Path
) -> None:
    """C13: the evidence of three questions in each of two small talks, all of it served."""
    _talks.locomo(tmp_path)
    given = engineer.data("context", "--data", str(tmp_path), "--sets", "locomo")["sets"]["locomo"]
    assert (given["talks"], given["questions"]) == (2, 6)
    assert given["whole_evidence"] == 1.0
    assert 0.0 < given["precision"] < 1.0
    assert given["tokens"] > 0


def test_a_quick_run_takes_the_first_talks_and_is_compared_with_a_kept_one(engineer: Engineer, tmp_path: Path) -> None:
    _talks.locomo(tmp_path)
    kept, quick = tmp_path / "kept.json", ["context", "--data", str(tmp_path), "--sets", "locomo", "--talks", "1"]
    assert "WHOLE EVIDENCE" in engineer.says(*quick, "--save", str(kept))
    given = engineer.data(*quick, "--compare", str(kept))
    assert given["sets"]["locomo"]["talks"] == 1
    assert {each["change"] for each in given["changes"]} == {0}
