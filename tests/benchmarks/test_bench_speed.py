"""`python -m benchmarks speed` at a size that takes seconds. What is measured is looked at, never how long it took."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from _engineer import Engineer
from _talks import beam, locomo
from atlas import compose
from atlas.engine.intake.observe import Said, observe
from atlas.language.words import words
from atlas.model.interaction import Role
from atlas.model.task import Task
from atlas.retrieval.query_terms import COMMON
from atlas.settings import Settings
from benchmarks import night_load, observe_cost, rivals, speed
from benchmarks.baselines import Bm25
from benchmarks.sentences import DIMENSION, material, near, vectors
from benchmarks.stopwatch import taken, times

OURS = {"hybrid", "search", "words", "dense", "context"}


@pytest.fixture(scope="module")
def engineer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engineer]:
    """Who waits for few of `observe`: each comes after a pause, three times over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(observe_cost, "OBSERVED", 20)
        yield Engineer(tmp_path_factory.mktemp("speed"))


@pytest.fixture(scope="module")
def kept(engineer: Engineer) -> tuple[dict[str, Any], Path]:
    file = engineer.home / "kept.json"
    return engineer.data("speed", "--sizes", "300", "--queries", "10", "--save", str(file)), file


def test_every_figure_is_there_and_the_legs_find_what_is_to_be_found(kept: tuple[dict[str, Any], Path]) -> None:
    given, _ = kept
    assert given["settings"] == {"queries": 10, "real_sentences": False}
    sized = given["sizes"]["300"]
    assert OURS | {"numpy", "floor"} <= set(sized["times"])
    assert all(0 < each["p50_ms"] <= each["p95_ms"] for each in sized["times"].values())
    assert sized["ratios"]["dense_recall"] == sized["ratios"]["words_overlap"] == 1.0
    assert sized["bars"]["dense_recall"] == {"bar": 0.99, "met": True}
    assert sized["cold"]["results"] > 0
    assert sized["cold"]["cpu_s"] > 0


def test_observe_stands_beside_a_bare_insert_also_during_a_night(kept: tuple[dict[str, Any], Path]) -> None:
    """J15, the bar of `observe`: at most six bare inserts at p50."""
    sized = kept[0]["sizes"]["300"]
    for name in ("alone", "thread", "process"):
        ours, bare = (sized["observe"][name][way]["wall"]["p50_ms"] for way in ("atlas", "bare_insert"))
        ratio = sized["ratios"][f"observe_times_bare_{name}"]
        assert ratio == pytest.approx(ours / bare, abs=1e-3)
        assert sized["bars"][f"observe_times_bare_{name}"] == {"bar": 6, "met": ratio <= 6}


def test_a_night_beside_which_is_measured_thinks_over_what_was_said(tmp_path: Path) -> None:
    """Each time again, also what an earlier night has seen."""
    runtime = compose.make_runtime(Settings(tmp_path), tmp_path / "night.atlas", embedder=night_load.Anything())
    begun: list[int] = []
    with closing(runtime.store):
        for number in range(3):
            observe(runtime, [Said(Role.USER, f"I live in town {number}.")], "talk")
        night_load.nights(runtime, lambda: len(begun) < 2, lambda: begun.append(1))
        with runtime.store.reading(runtime.space) as reader:
            thought = reader.reflections(9, Task.NIGHTLY)
    assert [len(each.inputs) for each in thought] == [3, 3]


def test_what_is_installed_is_measured_and_what_is_not_is_named(kept: tuple[dict[str, Any], Path]) -> None:
    given, _ = kept
    measured = set(given["sizes"]["300"]["times"])
    assert ("sqlite_vec" in given["without"]) is not ({"sqlite", "fts5", "sqlite-vec"} <= measured)
    assert ("tantivy" in given["without"]) is not ("tantivy" in measured)


def test_people_get_tables_and_what_changed_since(
    engineer: Engineer, kept: tuple[dict[str, Any], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rivals, "find_spec", lambda name: None)  # as where none of the others is installed
    beam(tmp_path)
    locomo(tmp_path)
    before = str(kept[1])
    asked = ("--sizes", "200", "--queries", "5", "--data", str(tmp_path), "--compare", before)
    shown = engineer.says("speed", *asked)
    assert "200 memories" in shown
    assert "ATLAS, the whole search" in shown
    assert "at least 0.99: met" in shown
    assert "sqlite-vec is not installed here, so it was not measured." in shown
    assert "sentences of the data sets" in shown
    assert "Since the kept result" in shown


def test_what_cannot_be_measured_is_said_in_one_sentence(engineer: Engineer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "whole numbers" in engineer.run("speed", "--sizes", "many", code=2).stderr
    assert "at least 100 memories" in engineer.run("speed", "--sizes", "5", code=1).stderr
    assert "There is no folder" in engineer.run("speed", "--data", "nowhere", code=1).stderr
    monkeypatch.setattr(speed, "_BYTES_A_MEMORY", 10**15)
    assert "GB are free" in engineer.run("speed", "--sizes", "2000", code=1).stderr


def test_the_same_seed_says_the_same() -> None:
    assert material(50, 5, None) == material(50, 5, None)
    rows = vectors(200)
    assert np.array_equal(rows, vectors(200))
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert near(rows, 3).shape == (3, 1, DIMENSION)


def test_real_sentences_are_varied_and_keep_who_said_them(tmp_path: Path) -> None:
    locomo(tmp_path)
    told = material(300, 4, tmp_path)
    assert len({line.text for line in told.lines}) > 250
    assert {line.speaker for line in told.lines} == {"Caroline", "Melanie", "Ines", "Tiago"}
    assert all(question.endswith("?") for question in told.questions)


def test_the_exact_answers_are_exact() -> None:
    texts = [line.text for line in material(200, 1, None).lines]
    terms = [*dict.fromkeys(word for word in ["not", *words(texts[7])] if word not in COMMON)]
    scores = rivals.Words(texts, frozenset(terms)).scores(terms)
    found = [row for row in np.argsort(-scores, kind="stable").tolist() if scores[row] > 0]
    assert found == Bm25(texts).ranked(" ".join(terms))
    assert len(found) > 10
    rows = vectors(2_500)
    assert rivals.nearest(rows, rows[1_700], 5)[0] == 1_700


def test_times_are_by_rank_and_every_way_sees_every_item() -> None:
    assert times([0.003, 0.001, 0.002]).p50 == 2.0
    seen: list[int] = []
    found = taken({"one": seen.append}, list(range(30)), lambda count: None)
    assert set(seen) == set(range(30))
    assert set(found) == {"one"}
