"""The bar of the extraction benchmark: recall .25 at precision .60, as claims, on conversations nobody here wrote."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atlas.surfaces.bench.extraction import run

DATA = os.environ.get("ATLAS_DATA")


@pytest.mark.slow
@pytest.mark.skipif(not DATA, reason="ATLAS_DATA does not name the folder with the benchmark data")
def test_facts_from_talk_meet_the_bar() -> None:
    result = run(Path(DATA or "") / "locomo")
    assert result.recall >= 0.25, result.figures()
    assert result.precision >= 0.60, result.figures()
    assert result.copy_recall > result.recall, "copying the turn keeps every word; the figure stands beside ours"
