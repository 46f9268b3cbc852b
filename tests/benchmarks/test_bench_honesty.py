"""The benchmark of honesty: figures of weeks, and one week lived (H7)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atlas.model.ids import MemoryId
from benchmarks.honest_week import Week, live_week
from benchmarks.honesty import tell_weeks

A, B, C, D = map(MemoryId, "abcd")


def test_weeks_are_counted_by_what_became_of_each_lesson() -> None:  # H7
    found = Week(1, A, (B, C), (A,), (A, B, D), {"questions": 12, "trials": 30})
    missed = Week(2, A, (B, C), (C, D), (), {"questions": 10, "trials": 0})
    assert tell_weeks([found, missed]) == {
        "planted": 2, "demoted": 1, "harmless": 4, "harmless_demoted": 1, "others_demoted": 1,
        "blamed": 1, "harmless_blamed": 1, "others_blamed": 1, "questions": 22, "trials": 30,
    }  # fmt: skip


@pytest.mark.skipif(os.environ.get("ATLAS_PROVE") != "full", reason="a quarter of a minute: make prove lives it")
def test_within_a_week_the_lesson_that_harms_is_found_and_no_other(tmp_path: Path) -> None:  # H7
    week = live_week(3, tmp_path)
    assert week.demoted == (week.harmful,)
    assert set(week.harmless) < set(week.blamed)
