"""What the commands print: `extraction` on a conversation made up for it, `looking`, `import`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from _engineer import Engineer

TURNS = [
    ("D1:1", "Caroline", "I live in Porto."),
    ("D1:2", "Melanie", "I like tea."),
    ("D1:3", "Caroline", "How are you today?"),
    ("D1:4", "Melanie", ""),
]
GOLD = {
    "Caroline": [["Caroline lives in Porto.", "D1:1"]],
    "Melanie": [["Melanie likes tea.", "D1:2"], ["Melanie collects stamps.", "D1:2"]],
}


def _data(folder: Path) -> Path:
    talk = {
        "sample_id": "one",
        "conversation": {
            "speaker_a": "Caroline",
            "speaker_b": "Melanie",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [{"dia_id": id, "speaker": who, "text": text} for id, who, text in TURNS],
        },
        "observation": {"session_1_observation": GOLD},
    }
    (folder / "locomo_small.json").write_text(json.dumps([talk]), "utf-8")
    return folder


def test_extraction_is_measured_with_the_engine_and_printed_beside_the_baseline(
    engineer: Engineer, tmp_path: Path
) -> None:
    data = str(_data(tmp_path))
    given = engineer.data("extraction", "--data", data)
    assert (given["gold"], given["turns"], given["conversations"]) == (3, 4, 1)
    assert given["recall"] == round(2 / 3, 4)
    assert given["precision"] == 1.0
    shown = engineer.says("extraction", "--data", data)
    assert shown.splitlines()[0].split() == ["RECALL", "PRECISION", "PER", "100", "TURNS"]
    assert "copy the turn" in shown
    assert not (engineer.home / "memory.atlas").exists()  # nothing of it touches the engineer's own store


def test_extraction_shows_each_conversation(engineer: Engineer, tmp_path: Path) -> None:
    data = str(_data(tmp_path))
    given = engineer.data("extraction", "--data", data)
    assert given["by_conversation"]["one"]["gold"] == given["gold"] == 3
    assert "\none " in engineer.says("extraction", "--data", data)


def test_the_data_may_be_named_by_the_environment(tmp_path: Path) -> None:
    assert Engineer(tmp_path / "home", ATLAS_DATA=str(_data(tmp_path))).data("extraction")["gold"] == 3


def test_without_data_it_says_what_it_needs(engineer: Engineer) -> None:
    assert "--data DIR, or ATLAS_DATA" in engineer.run("extraction", code=2).stderr


@pytest.mark.parametrize("drop", [(), ("--drop",)])
def test_looking_is_measured_while_much_is_owed_and_when_nothing_is(
    engineer: Engineer, drop: tuple[str, ...]
) -> None:  # J15
    given = engineer.data("looking", "--turns", "30", *drop)
    assert given["owed"] == given["interactions"] > 5
    assert given["left"] == 0
    assert set(given["looking_cpu_s"]) == {
        *("status", "memories", "pending", "health", "export_first_lines", "export_whole"),
    }
    assert given["recall_ratio"] > 0
    assert not (engineer.home / "memory.atlas").exists()


@pytest.mark.slow
def test_an_import_prints_time_rate_and_peak(engineer: Engineer) -> None:
    figures = engineer.data("import", "--conversations", "3", "--replay")
    for way in ("imported", "replayed"):
        assert figures[way]["conversations"] == 3
        assert figures[way]["turns_a_second"] > 0
        assert figures[way]["peak_mb"] > 1
    assert figures["replayed"]["days"] == 3
    assert "TURNS A SECOND" in engineer.says("import", "--conversations", "3")


def test_a_store_is_embedded_anew_across_kills_and_answers_meanwhile(engineer: Engineer) -> None:  # X8
    given = engineer.data("reembedding", "--memories", "300")
    stages = {each["stage"]: each for each in given["stages"]}
    assert 0 < stages["until kill 2"]["stored_at_first"] < stages["after 2 kills"]["stored_at_first"] < 300
    assert given["embedded_twice"] <= given["kills"] * given["batch"], "it goes on where it stood"
    assert stages["complete"]["stored_at_first"] == 300
    assert given["old_left"] == [300, 0]
    assert all(each["answered"] == 1.0 for each in given["stages"])
    assert not (engineer.home / "memory.atlas").exists()
