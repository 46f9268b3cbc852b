"""The signals benchmark measures what benchmarks.md §3 says it measures, with the functions that the engine asks."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from _engineer import Engineer
from atlas.errors import BadInput
from atlas.settings import Settings
from atlas.signals.policy import DEFAULT
from atlas.signals.topic_switch import NAMES, compute_likelihood
from atlas.signals.weights import SWITCH, SWITCH_AFTER_LONG
from benchmarks import signals_data
from benchmarks.signals import run
from benchmarks.signals_fit import TURNS, Fitted, fit, move_threshold, table
from benchmarks.signals_measures import adjusted_rand, auroc, told

# --- measures


def test_precision_recall_and_f1_by_hand() -> None:
    given = told([True, True, True, False, False], [True, False, False, True, False])
    assert given == pytest.approx({"precision": 1 / 3, "recall": 1 / 2, "f1": 0.4, "fires": 0.6})
    assert told([False], [True]) == {"precision": 0.0, "recall": 0.0, "f1": 0.0, "fires": 0.0}


def test_the_area_under_the_curve_by_hand() -> None:
    assert auroc([0.1, 0.2, 0.8, 0.9], [False, False, True, True]) == 1.0
    assert auroc([0.9, 0.1], [False, True]) == 0.0
    assert auroc([0.5, 0.5, 0.1], [True, False, False]) == 0.75
    assert auroc([0.5], [True]) == 0.5


def test_groupings_that_agree_and_that_do_not() -> None:
    assert adjusted_rand([1, 1, 2, 2], ["b", "b", "a", "a"]) == 1.0
    assert adjusted_rand([1, 2, 3, 4], ["a", "a", "a", "a"]) == 0.0
    assert adjusted_rand([0, 0, 1, 1], [0, 1, 0, 1]) == pytest.approx(-0.5)
    assert adjusted_rand([0, 0, 0, 1], [0, 0, 1, 1]) == pytest.approx(0.0)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=20))
def test_agreement_is_the_same_from_both_sides(pairs: list[tuple[int, int]]) -> None:
    one, other = [first for first, _ in pairs], [second for _, second in pairs]
    assert adjusted_rand(one, other) == pytest.approx(adjusted_rand(other, one))
    assert adjusted_rand(one, one) == 1.0


# --- the fit


def test_the_fit_finds_what_decides() -> None:
    chance = random.Random(7)
    rows = [{name: chance.random() for name in NAMES} for _ in range(400)]
    true = [row["near_last"] < 0.3 for row in rows]
    sets = ["one" if number < 300 else "other" for number in range(400)]
    fitted = fit(rows, true, [number // 10 for number in range(400)], sets)
    assert fitted.weights["near_last"] < -2
    assert abs(fitted.weights["asks"]) < 1
    assert fitted.left_out["auroc"] > 0.95
    assert fitted.figures()["threshold"] == fitted.threshold
    assert '"near_last": -' in table(fitted)
    for each in fitted.sets.values():  # fitted to the other set
        assert each["auroc"] > 0.95
        assert each["cosine_auroc"] == 1.0


def test_every_set_counts_alike_however_large_it_is() -> None:
    """In the large set it is the similarity that tells, in the small one the question."""
    chance = random.Random(7)
    rows = [{name: chance.random() for name in NAMES} for _ in range(440)]
    sets = ["large"] * 400 + ["small"] * 40
    true = [row["near_last" if of == "large" else "asks"] < 0.3 for row, of in zip(rows, sets, strict=True)]
    talks = [number // 10 for number in range(440)]
    pooled = fit(rows, true, talks, sets)
    alike = fit(rows, true, talks, sets, replace(TURNS, alike=True))
    assert alike.weights["asks"] < 2 * pooled.weights["asks"] < 0
    assert "auroc" not in fit(rows, true, talks, ["one"] * 440).sets["one"]  # there is no other to fit to


def test_a_moved_threshold_tells_the_same() -> None:
    fitted = Fitted({"rest": 0.5, "shared": -2.0}, 0.4, {}, {})
    moved = move_threshold(fitted, 0.27)
    for shared in (0.0, 0.25, 0.4, 0.5, 1.0):
        before, after = (compute_likelihood({"shared": shared}, each.weights) for each in (fitted, moved))
        assert (before >= fitted.threshold) == (after >= moved.threshold)


# --- data made up for this


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _hwu(folder: Path) -> None:
    rows = [
        {"src_text": f"wake me up at {hour} o'clock", "tgt_texts": [f"wake me up at {hour} o'clock", f"wake me {hour}"]}
        for hour in range(6)
    ]
    _write(folder / "hwu64" / "half.jsonl", "\n".join(map(json.dumps, rows)))


def _clinc(folder: Path) -> None:
    topics = ("weather rain cloud", "bank money account", "train ticket station", "pizza cheese dough")
    train = [[f"{topic} {number}", topic] for topic in topics for number in range(12)]
    val = [[f"{topic} again {number}", topic] for topic in topics for number in range(3)]
    outside = [["quantum entanglement theory", "oos"], ["medieval poetry metre", "oos"]]
    sets = {"train": train, "val": val, "oos_train": outside[:1], "oos_val": outside[1:]}
    _write(folder / "clinc150" / "all.json", json.dumps(sets))


def _tiage(folder: Path) -> None:
    talk = [["do you sail ?", "-1"], ["i sail a boat .", "0"], ["a big boat ?", "0"], ["my cat is ill .", "1"]]
    for part in ("train", "dev"):
        _write(folder / "tiage" / f"anno_{part}.json", json.dumps({str(number): talk for number in range(20)}))


def _chats(folder: Path) -> None:
    topics = ("boats", "bread", "birds", "books", "boots", "beans", "bells", "bikes", "bears", "bulbs")
    sessions = [
        [{"role": role, "content": f"{role} {topic} {at}"} for at in range(4) for role in ("user", "assistant")]
        for topic in topics
    ]
    asked = {"haystack_session_ids": list(topics), "haystack_sessions": sessions}
    _write(folder / "longmemeval" / "oracle.json", json.dumps([asked, asked]))
    for number in range(3):
        turns = [[{"role": "user", "content": f"chat {number} asks {at}"}, {"content": "reply"}] for at in range(20)]
        _write(folder / "beam" / str(number) / "chat.json", json.dumps([{"turns": turns}]))


def _banking(folder: Path) -> None:
    rows = [f"my card number {number} was lost,lost" for number in range(8)]
    rows += [f'"the exchange rate, {number}, is odd",rate' for number in range(8)]
    _write(folder / "banking77" / "train.csv", "\n".join(["text,category", *rows]))


SGD = """
USER\tFind me a hotel.\tINFORM\t3,3,3
SYSTEM\tSorry, I could not find any.\tNOTIFY_FAILURE\t
USER\tNo, that's useless. Look again.\tNEGATE\t1,2,3
SYSTEM\tThe Ritz has a room.\tOFFER\t
USER\tGreat, thanks!\tTHANK_YOU\t4,5,4
USER\tOVERALL\t\t2,2,2

USER\tPlay a song.\tINFORM\t3,3
"""


def _sgd(folder: Path) -> None:
    _write(folder / "satisfaction" / "SGD.txt", SGD)


def _all(folder: Path) -> Path:
    for write in (_hwu, _clinc, _tiage, _chats, _banking, _sgd):
        write(folder)
    return folder


def test_pairs_are_a_question_its_other_wording_and_two_others(tmp_path: Path) -> None:
    pairs = signals_data.pairs(_all(tmp_path))
    assert [pair.same for pair in pairs] == [True, False, False] * 6
    assert pairs[0].other == "wake me 0"  # the first wording that is another
    assert all(pair.one != pair.other for pair in pairs)
    assert pairs == signals_data.pairs(tmp_path)  # the same each time


def test_ten_of_each_intent_are_known_and_two_asked(tmp_path: Path) -> None:
    questions = signals_data.questions(_all(tmp_path))
    assert (len(questions.known), len(questions.asked), questions.outside) == (40, 4 * 2 + 2, 2)
    assert questions.asked[-2:] == ("quantum entanglement theory", "medieval poetry metre")


def test_every_rated_message_with_what_came_before(tmp_path: Path) -> None:
    rated = signals_data.rated(_all(tmp_path))
    assert [each.dissatisfied for each in rated] == [False, True, False, False]
    assert rated[1].replies == ("Sorry, I could not find any.",)
    assert rated[1].before == ("Find me a hotel.",)
    assert rated[3].replies == rated[3].before == ()
    assert [each.unseen for each in rated] == [False, False, False, True]  # every second conversation


def test_task_dialogues_are_joined_and_change_the_topic_where_the_next_begins(tmp_path: Path) -> None:
    dialogue = "\n".join(f"USER\tturn {{0}}.{at}\tINFORM\t3" for at in range(10))
    _write(tmp_path / "satisfaction" / "SGD.txt", "\n\n".join(dialogue.format(number) for number in range(20)))
    train, dev = (signals_data.task_talks(tmp_path, part) for part in ("train", "dev"))
    assert [len(part) for part in (train, dev)] == [2, 2]  # five of ten in each
    for talk in (*train, *dev):
        assert sum(talk.changes) == 5
        assert all(turn.endswith(".0") is changes for turn, changes in zip(talk.turns, talk.changes, strict=True))
    assert not {turn for talk in train for turn in talk.turns} & {turn for talk in dev for turn in talk.turns}


@pytest.mark.parametrize("name", ["topic switch in chats", "topic switch in long chats"])
def test_sessions_with_an_assistant_are_joined_and_the_users_turns_are_told(tmp_path: Path, name: str) -> None:
    _chats(tmp_path)
    train, dev = (signals_data.TALKS[name](tmp_path, part) for part in ("train", "dev"))
    for talk in (*train, *dev):
        assert not len(talk.turns) % 2
        assert not any(talk.changes[1::2])  # a reply changes nothing
        assert list(talk.judged) == list(range(2, len(talk.turns), 2))
        begun = [turn.split()[1] for turn, changes in zip(talk.turns, talk.changes, strict=True) if changes]
        assert len(set(begun)) == len(begun)  # each of another matter
    assert not {turn for talk in train for turn in talk.turns[::2]} & {turn for talk in dev for turn in talk.turns[::2]}


# --- the whole


def test_each_signal_stands_beside_the_documents_rule(engineer: Engineer, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    given = engineer.data("signals", "--data", str(_all(tmp_path)))
    assert set(given["signals"]) == set(signals_data.SOURCES)
    for name, each in given["signals"].items():
        measures = {"clusters": {"ari"}, "dissatisfaction": {"f1", "auroc"}}.get(name, {"precision", "recall", "f1"})
        assert measures <= set(each["default"])
        assert measures <= set(each["research"])
    assert given["signals"]["dissatisfaction"]["default"]["auroc"] == 1.0
    assert given["signals"]["clusters"]["default"]["ari"] == 1.0
    assert (given["seed"], given["missing"]) == (7, [])
    assert not (engineer.home / "memory.atlas").exists()  # nothing of it touches the engineer's own store


def test_what_is_printed_kept_and_compared(engineer: Engineer, tmp_path: Path) -> None:
    folder, kept = str(_all(tmp_path)), str(tmp_path / "kept.json")
    sets = ("--sets", "topic-switch,dissatisfaction")
    shown = engineer.says("signals", "--data", folder, *sets, "--fit", "--save", kept)
    assert shown.splitlines()[0].split() == ["SIGNAL", "RULE", "PRECISION", "RECALL", "F1", "AUROC", "ARI"]
    assert "the document's rule" in shown
    assert "SWITCH: Final[Mapping[str, float]]" in shown
    again = engineer.says("signals", "--data", folder, *sets, "--fit", "--compare", kept)
    assert "figures are the same" in again
    assert "CHANGE" not in again


def test_data_that_is_missing_is_named(engineer: Engineer, tmp_path: Path) -> None:
    _sgd(tmp_path)
    given = engineer.data("signals", "--data", str(tmp_path))
    assert list(given["signals"]) == ["topic switch in tasks", "dissatisfaction"]
    chats = ["topic switch in chats", "topic switch in long chats"]
    assert given["missing"] == ["re-ask", "out of distribution", "topic switch", *chats, "clusters"]


def test_bad_input_gets_a_sentence(engineer: Engineer, tmp_path: Path) -> None:
    assert "There is none of" in engineer.run("signals", "--data", str(tmp_path), code=1).stderr
    assert "to measure" in engineer.run("signals", "--data", str(tmp_path), "--sets", "mood", code=2).stderr
    _write(tmp_path / "tiage" / "anno_train.json", "[")
    _write(tmp_path / "tiage" / "anno_dev.json", "[1]")
    assert "TIAGE" in engineer.run("signals", "--data", str(tmp_path), code=1).stderr
    _write(tmp_path / "clinc150" / "x.json", "{")
    with pytest.raises(BadInput, match="CLINC150"):
        signals_data.questions(tmp_path)


# --- the real data

FULL = os.environ.get("ATLAS_PROVE") == "full"
QUICK_BARS = (
    ("re-ask", "f1", 0.90),
    ("dissatisfaction", "auroc", 0.79),
)
SLOW_BARS = (
    ("topic switch", "f1", 0.50),
    ("topic switch in tasks", "f1", 0.50),
    ("topic switch in chats", "f1", 0.90),
    ("topic switch in long chats", "f1", 0.72),
    ("out of distribution", "f1", 0.80),
    ("clusters", "ari", 0.45),
)
BARS = (*QUICK_BARS, *SLOW_BARS) if FULL else QUICK_BARS
"""All in the full proof; the slow ones take up to a minute each to embed."""


@pytest.mark.slow
def test_the_bars_are_held_on_real_data(data: Path, tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    settings = Settings(tmp_path)
    measured = run(data, [name for name, _, _ in BARS], settings).measured
    given = {each.name: each.rules["default"] for each in measured}
    for name, figure, bar in BARS:
        assert given[name][figure] >= bar, name


@pytest.mark.slow
@pytest.mark.skipif(not FULL, reason="the weights are fitted in the full proof alone: make prove")
def test_what_ships_is_what_the_fit_gives_and_carries_over(data: Path, tmp_path: Path) -> None:
    """Each set left out whole, the fit to the others stays above plain cosine there."""
    pytest.importorskip("onnxruntime")
    result = run(data, ["topic switch"], Settings(tmp_path), fit=True)
    assert result.fitted is not None
    assert dict(result.fitted.weights) == pytest.approx(dict(SWITCH), abs=0.01)
    assert result.fitted.threshold == pytest.approx(DEFAULT.switch_from, abs=0.02)
    assert result.fitted_chats is not None
    for name, left_out in (*result.fitted.sets.items(), *result.fitted_chats.sets.items()):
        assert left_out["auroc"] > left_out["cosine_auroc"], name
        assert left_out["f1"] > left_out["cosine_f1"], name
    chats = move_threshold(result.fitted_chats, result.fitted.threshold)
    assert dict(chats.weights) == pytest.approx(dict(SWITCH_AFTER_LONG), abs=0.1)
    assert np.isfinite(list(result.fitted.weights.values())).all()
