"""The extraction benchmark measures what benchmarks.md §2 says it measures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from atlas.errors import BadInput
from atlas.language.stemmer import stem
from benchmarks.content_words import content_words
from benchmarks.extraction import Found, Gold, Talk, Turn, load, run, score

AT = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
TALK = Talk(
    "t",
    ("Caroline", "Melanie"),
    (
        Turn("D1:1", "Caroline", "I joined a gym last week and I love the people there!", AT),
        Turn("D1:2", "Melanie", "Wow, that's cool!", AT),
        Turn("D1:3", "Melanie", "I painted a lake sunrise last year.", AT),
    ),
    (Gold("Caroline joined a gym recently.", ("D1:1",)), Gold("Melanie painted a lake sunrise.", ("D1:3",))),
)
CONVERSATION = {
    "sample_id": "x",
    "conversation": {
        "speaker_a": "Caroline",
        "speaker_b": "Melanie",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"dia_id": "D1:1", "speaker": "Caroline", "text": "I moved to Porto in March."},
            {"dia_id": "D1:2", "speaker": "Melanie", "text": "I ran a marathon in Boston yesterday."},
        ],
    },
    "observation": {
        "session_1_observation": {
            "Caroline": [["Caroline lives in Porto.", "D1:1"]],
            "Melanie": [["Melanie ran a marathon in Boston.", ["D1:2", "D1:1"]]],
        }
    },
}


def found(*sentences: str) -> list[Found]:
    return [Found(sentence, sentence.partition(" ")[2]) for sentence in sentences]


def test_half_of_the_content_words_make_a_match() -> None:
    result = score(TALK, {"D1:1": found("Caroline joined a gym"), "D1:3": found("Melanie likes yoga")})
    assert (result.gold, result.gold_matched, result.recall) == (2, 1, 0.5)
    assert (result.judged, result.judged_matched, result.precision) == (2, 1, 0.5)


def test_turns_without_gold_do_not_count_for_precision() -> None:
    result = score(TALK, {"D1:2": found("Melanie finds it cool"), "D1:3": found("Melanie painted a lake sunrise")})
    assert (result.memories, result.judged, result.precision) == (2, 1, 1.0)
    assert result.memories_per_100_turns == pytest.approx(66.67, abs=0.01)


def test_a_copied_turn_or_a_long_value_is_no_claim() -> None:
    whole = TALK.turns[2].text
    assert score(TALK, {"D1:3": [Found(f"Melanie {whole}", whole)]}).gold_matched == 0
    long = "painted a lake sunrise " + "very " * 12
    assert score(TALK, {"D1:3": [Found(long, long)]}).gold_matched == 0


def test_the_baseline_copies_every_turn() -> None:
    result = score(TALK, {})
    assert result.copy_recall == 1.0
    assert result.copy_precision == 1.0
    assert result.recall == 0.0


def test_the_stemmer_is_porters() -> None:
    for forms in ("volunteer volunteers volunteering volunteered", "express expression expressing", "family families"):
        assert len({stem(word) for word in forms.split()}) == 1
    assert content_words("Caroline's friends are supportive", ("Caroline",)) == {stem("friends"), stem("supportive")}


def test_locomo_is_read_and_run(tmp_path: Path) -> None:
    (tmp_path / "locomo_1.json").write_text(json.dumps([CONVERSATION]), encoding="utf-8")
    (talk,) = load(tmp_path)
    assert talk.turns[0].at == AT
    assert talk.gold[1].turns == ("D1:2", "D1:1")
    seen: list[tuple[int, int]] = []
    result = run(tmp_path, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
    assert result.recall == 1.0
    assert result.figures()["turns"] == 2


def test_an_extractor_can_be_plugged_in(tmp_path: Path) -> None:
    (tmp_path / "locomo_1.json").write_text(json.dumps(CONVERSATION), encoding="utf-8")

    def extract(speaker: str, text: str, at: datetime, earlier: Sequence[Turn]) -> list[Found]:
        assert len(earlier) == (0 if speaker == "Caroline" else 1)
        return [Found(f"{speaker} said nothing", "nothing")]

    assert run(tmp_path, extract).recall == 0.0


def test_missing_or_broken_data_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no locomo\*\.json"):
        load(tmp_path)
    (tmp_path / "locomo_1.json").write_text("{", encoding="utf-8")
    with pytest.raises(BadInput, match="not JSON"):
        load(tmp_path)
