"""The retrieval benchmark measures what benchmarks.md §1 says it measures, through the real engine."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, cast

import pytest

import _talks
from _engineer import Engineer
from atlas.retrieval.features import NAMES
from atlas.settings import Settings
from benchmarks.baselines import Bm25, fused
from benchmarks.formats import load
from benchmarks.linear_fit import SET, Example, fit, left_out
from benchmarks.measures import SEED, Score, difference, macro, mean, score
from benchmarks.ranking_fit import Case, grouped, table
from benchmarks.retrieval import exchanges, run

# --- measures


def test_the_measures_of_one_question_by_hand() -> None:
    values = score("c", ["x", "a", "y", "z", "v", "b"], frozenset("abc")).values
    assert values["recall@1"] == 0.0
    assert values["recall@5"] == pytest.approx(1 / 3)
    assert values["recall@10"] == pytest.approx(2 / 3)
    assert values["all@10"] == 0.0
    assert values["mrr"] == 0.5
    best = 1 + 1 / math.log2(3) + 1 / 2
    assert values["ndcg@10"] == pytest.approx((1 / math.log2(3) + 1 / math.log2(7)) / best)


def test_all_is_all_and_only_ten_are_looked_at() -> None:
    assert score("c", ["b", "a"], frozenset("ab")).values["all@10"] == 1.0
    assert score("c", ["b", "a"], frozenset("ab")).values["ndcg@10"] == 1.0
    late = score("c", [*"0123456789", "a"], frozenset("a")).values
    assert (late["recall@10"], late["mrr"], late["ndcg@10"]) == (0.0, 0.0, 0.0)


def test_a_turn_returned_twice_takes_one_place() -> None:
    assert score("c", ["x", "x", "a"], frozenset("a")).values["mrr"] == 0.5


def test_means_over_questions_and_over_categories() -> None:
    scores = [score("many", ["a"], frozenset("a"))] * 3 + [score("few", ["x"], frozenset("a"))]
    assert mean(scores)["recall@10"] == 0.75
    assert macro(scores)["recall@10"] == 0.5
    assert mean([])["recall@10"] == macro([])["recall@10"] == 0.0


def test_the_bootstrap_is_paired_and_says_the_same_each_time() -> None:
    theirs = [_scored("one", place % 2) for place in range(20)] + [_scored("two", 0.5)] * 10
    ours = [_scored(each.category, each.values["recall@10"] + 0.1) for each in theirs]
    same = difference(ours, theirs)
    assert (same.value, same.low, same.high) == pytest.approx((0.1, 0.1, 0.1))
    mixed = [_scored("one", place % 3 / 2) for place in range(20)] + theirs[20:]
    first, again = difference(mixed, theirs), difference(mixed, theirs)
    assert first == again
    assert first.low < first.value < first.high
    assert SEED == 7


def _scored(category: str, value: float) -> Score:
    return Score(category, {"recall@10": value})


# --- baselines


def test_bm25_by_hand() -> None:
    texts = Bm25(["the cat sat", "the dog sat on the mat", "a bird"])
    assert texts.ranked("Where is the cat?") == [0]
    assert texts.ranked("Who sat?") == [0, 1]  # the shorter one says it more plainly
    assert texts.ranked("What about fish?") == []
    assert texts.ranked("What is the?") == [1, 0]  # nothing but common words: then they are looked for


def test_rrf_counts_both_lists_the_same() -> None:
    assert fused([[1, 2, 3], [3, 1]]) == [1, 3, 2]
    assert fused([[], []]) == []


# --- taking in


def test_a_question_and_its_reply_are_one_interaction(tmp_path: Path) -> None:
    _talks.longmemeval(tmp_path)
    (talk,) = load("longmemeval", tmp_path)
    told = [[turn.id for turn in group] for group in exchanges(talk.turns[:2])]
    opened = [[turn.id for turn in group] for group in exchanges(talk.turns[2:])]
    assert (told, opened) == ([["2:1", "2:2"]], [["1:1", "1:2", "1:3"]])
    _talks.locomo(tmp_path)
    assert [len(group) for group in exchanges(load("locomo", tmp_path)[0].turns)] == [1] * 6


# --- the whole way


def test_three_sets_are_measured_through_the_engine(tmp_path: Path) -> None:
    for make in (_talks.locomo, _talks.longmemeval, _talks.beam):
        make(tmp_path)
    seen: list[tuple[int, int]] = []
    settings = Settings(tmp_path / "home", embedder="hashing")
    result = run(tmp_path, [], settings, lambda count, total: seen.append((count, total)))
    figures = result.figures()
    assert sum(count for count, _ in seen) == seen[-1][1]
    assert {name: each["questions"] for name, each in figures["sets"].items()} == {
        "locomo": 6, "longmemeval": 1, "beam": 2,
    }  # fmt: skip
    assert figures["sets"]["locomo"]["unstored"] == 2, "a turn without words leaves nothing"
    assert figures["sets"]["locomo"]["methods"]["atlas"]["adversarial"]["questions"] == 2
    assert set(figures["margins"]) == {"longmemeval", "beam", "together"}
    assert figures["sets"]["longmemeval"]["methods"]["atlas"]["overall"]["all@10"] == 1.0
    assert not (tmp_path / "home").exists(), "the engineer's own store is not touched"


def test_the_command_prints_the_methods_side_by_side_and_keeps_the_result(engineer: Engineer, tmp_path: Path) -> None:
    data, kept = str(_talks.locomo(tmp_path).parent), tmp_path / "kept.json"
    shown = engineer.says("retrieval", "--data", data, "--save", str(kept))
    rows = [line.split()[0] for line in shown.splitlines() if line.startswith("  ") and "0." in line]
    assert rows[:4] == ["ATLAS", "BM25", "dense", "RRF"]
    assert "adversarial, apart" in shown
    saved = json.loads(kept.read_text("utf-8"))
    assert (saved["seed"], saved["settings"]["policy"]) == (7, "auto_low_risk")
    again = engineer.data("retrieval", "--data", data, "--compare", str(kept))
    assert again["changes"]
    assert not [each for each in again["changes"] if each["change"]], "the same run gives the same figures"


def test_a_change_against_a_kept_result_is_shown(engineer: Engineer, tmp_path: Path) -> None:
    data, kept = str(_talks.beam(tmp_path).parent), tmp_path / "kept.json"
    engineer.run("retrieval", "--data", data, "--save", str(kept))
    saved = json.loads(kept.read_text("utf-8"))
    saved["sets"]["beam"]["methods"]["atlas"]["overall"]["mrr"] -= 0.25
    kept.write_text(json.dumps(saved), "utf-8")
    (line,) = [
        line
        for line in engineer.says("retrieval", "--data", data, "--compare", str(kept)).splitlines()
        if "beam methods atlas overall mrr" in line
    ]
    assert line.endswith("+0.25")


def test_the_fit_is_measured_on_what_it_has_not_seen(engineer: Engineer, tmp_path: Path) -> None:
    data = str(_talks.locomo(tmp_path).parent)
    fitted = engineer.data("retrieval", "--data", data, "--fit")["fit"]
    assert fitted["sets"]["locomo"]["groups"] == 2
    assert set(fitted["sets"]["locomo"]["left_out"]["categories"]) == {"single-hop", "temporal", "multi-hop"}
    assert list(fitted["weights"]) == list(NAMES)
    shown = engineer.says("retrieval", "--data", data, "--write-weights")
    assert "LEFT OUT" in shown
    assert f'        "{NAMES[0]}": ' in shown


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "--data DIR, or ATLAS_DATA"),
        (("--data", "/no/such/place"), "There is no folder /no/such/place"),
        (("--data", "{empty}"), "There is none of LoCoMo, LongMemEval, BEAM under"),
        (("--data", "{empty}", "--sets", "beam"), "There is no BEAM under"),
        (("--data", "{empty}", "--sets", "trec"), "There is no data set 'trec'"),
        (("--data", "{empty}", "--compare", "/no/such/file"), "/no/such/file cannot be read"),
        (("--data", "{empty}", "--save", "/no/such/place/file"), "There is no place for a file"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(
    engineer: Engineer, tmp_path: Path, args: tuple[str, ...], says: str
) -> None:
    (tmp_path / "empty").mkdir()
    given = [arg.format(empty=tmp_path / "empty") for arg in args]
    assert says in engineer.run("retrieval", *given, code=None).stderr


# --- the fit


def test_the_fit_finds_the_weights_that_made_the_data() -> None:
    import numpy as np

    chance, true = np.random.default_rng(7), np.array([2.0, -1.0, 0.0])
    examples = []
    for _ in range(600):
        matrix = chance.normal(size=(20, 3))
        odds = np.exp(matrix @ true)
        evidence = np.zeros(20, dtype=np.bool_)
        evidence[chance.choice(20, p=odds / odds.sum())] = True
        examples.append(Example("one", "c", matrix, evidence))
    found = fit(examples, ("a", "b", "c"))
    assert [found[name] for name in "abc"] == pytest.approx(true.tolist(), abs=0.25)


def test_what_is_set_is_not_fitted() -> None:
    for name, value in SET.items():
        assert fit([_wants("one", 0)], (name,))[name] == value


def test_a_group_has_no_say_in_the_weights_it_is_ranked_with() -> None:
    """Group "up" wants more of the number, group "down" less; left out, each gets what the other wants."""
    groups = [_wants(name, at) for name, at in (("up", 1), ("down", 0)) for _ in range(5)]
    apart = left_out(groups, [], ("number",))
    assert apart["up"]["number"] < 0 < apart["down"]["number"]
    helped = left_out(groups, [_wants("other", 1) for _ in range(50)], ("number",))
    assert helped["up"]["number"] > 0, "other data sets always have a say"


def _wants(group: str, at: int) -> Example:
    import numpy as np

    return Example(group, "c", np.array([[0.0], [1.0]]), np.array([at == 0, at == 1]))


def test_many_small_talks_are_left_out_in_five_folds() -> None:
    few, many = ([_case(f"talk {number}") for number in range(count)] for count in (20, 47))
    assert len(set(grouped(few))) == 20
    assert sorted(set(grouped(many))) == [f"fold {number}" for number in range(1, 6)]


def _case(talk: str) -> Case:
    nothing = cast("Any", None)
    return Case(talk, nothing, nothing, nothing, {}, 0, ())


def test_the_table_of_weights_can_be_pasted() -> None:
    space: dict[str, Any] = {"Final": {Any: Any}, "MappingProxyType": dict}
    body = table({"bm25": 1.23456, "near": -2.0}).partition(" = ")[2]
    assert eval(body, space) == {"bm25": 1.235, "near": -2.0}  # noqa: S307 # our own table
