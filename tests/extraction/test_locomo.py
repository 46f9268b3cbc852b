"""The bar of the extraction benchmark: recall .265 at precision .74, as claims, on conversations nobody here wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.extraction import run


@pytest.mark.slow
def test_facts_from_talk_meet_the_bar(data: Path) -> None:
    result = run(data / "locomo")
    assert result.recall >= 0.265, result.figures()
    assert result.precision >= 0.74, result.figures()
    assert result.copy_recall > result.recall, "copying the turn keeps every word; the figure stands beside ours"
