"""The displeasure benchmark fits on all sets, and measures each part by a fit that has not seen it (S9)."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from atlas.settings import signal_word_texts
from atlas.signals.dissatisfaction import measure_signs
from atlas.signals.policy import DEFAULT
from atlas.signals.word_lists import read_words
from benchmarks.displeasure import SHARES, Sample, fit_displeasure
from benchmarks.displeasure_data import Case, load_lives, load_tasks, load_written

DIALOGUES = """
USER\tFind me a hotel with a check in at nine.\tINFORM\t3,3,3
SYSTEM\tI could not find a hotel.\tNOTIFY_FAILURE\t
USER\tNo, look for another hotel.\tREQUEST_ALTS\t2,2,1
USER\tOVERALL\t\t2,2,2

USER\tPlay a song.\tINFORM\t3,4,3
SYSTEM\tPlaying the song now.\tOFFER\t
USER\tGreat music, thanks.\tTHANK_YOU\t4,4,4
"""


def _make_sample(name: str, chance: random.Random) -> Sample:
    """Cases that only the first direction of their vectors tells apart."""
    words = read_words(signal_word_texts())
    signs = measure_signs("And now?", ("Fine.",), (), words, DEFAULT)
    cases, rows = [], []
    for number in range(60):
        displeased = name != "talk" and number % 2 == 0
        cases.append(Case("And now?", ("Fine.",), (), displeased, str(number % 3)))
        rows.append([1.0 if displeased else -1.0, chance.uniform(-1, 1), chance.uniform(-1, 1)])
    return Sample(tuple(cases), (signs,) * 60, np.array(rows))


def test_the_fit_finds_the_direction_that_decides_on_parts_that_it_has_not_seen() -> None:
    chance = random.Random(7)
    fitted = fit_displeasure({name: _make_sample(name, chance) for name in SHARES})
    assert fitted.vector[0] > 5 * max(map(abs, fitted.vector[1:]))
    assert all(fitted.left_out[name]["auroc"] == 1.0 for name in ("tasks", "lives", "written"))
    assert fitted.left_out["talk"]["fires"] <= 0.05
    assert {each["fitted"] for each in fitted.by_domain.values()} == {1.0}


def test_a_dialogue_belongs_to_the_domain_of_its_words(tmp_path: Path) -> None:
    (tmp_path / "satisfaction").mkdir()
    (tmp_path / "satisfaction" / "SGD.txt").write_text(DIALOGUES, encoding="utf-8")
    cases = load_tasks(tmp_path)
    assert [(each.group, each.displeased) for each in cases] == [
        ("hotels", False),
        ("hotels", True),
        ("music", False),
        ("music", False),
    ]


def test_both_kinds_are_in_the_lives_and_in_what_was_written() -> None:
    for cases in (load_lives("tune"), load_written("train")):
        assert {each.displeased for each in cases} == {True, False}
        assert len({each.group for each in cases}) == 3
