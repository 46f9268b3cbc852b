"""What a model said once is said again: no network, no key, no cost, the same every time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.llm._server import KEY, Bench, good
from atlas.adapters.llm.openai import OpenAiModel
from atlas.adapters.llm.recorded import Player, Recorder
from atlas.errors import BadInput, ModelTrouble
from atlas.ports.llm import Turn
from atlas.testing.models import ScriptedModel

TURNS = [Turn("user", "Where do I live? \u2028 half \ud83d")]
SCHEMA = {"type": "object"}


@pytest.fixture
def tape(tmp_path: Path) -> Path:
    return tmp_path / "tape.jsonl"


def test_what_was_said_is_said_again_in_the_same_order(tape: Path) -> None:
    recorder = Recorder(ScriptedModel("scripted", ["one", "two", "three"]), tape)
    said = [recorder.complete("Be brief.", TURNS, 50, temperature=0.7) for _ in range(2)]
    said.append(recorder.complete("Be brief.", TURNS, 50, schema=SCHEMA))
    player = Player(tape)
    assert player.name == "scripted"
    assert player.complete("Be brief.", TURNS, 50, schema=SCHEMA) == said[2]
    assert [player.complete("Be brief.", TURNS, 50, temperature=0.7) for _ in range(2)] == said[:2]


def test_a_stream_is_said_again_whole(tape: Path) -> None:
    recorder = Recorder(ScriptedModel("scripted", ["In Porto, I think."]), tape)
    assert "".join(recorder.stream("", TURNS, 50)) == "In Porto, I think."
    assert list(Player(tape).stream("", TURNS, 50)) == ["In Porto, I think."]


def test_what_was_not_recorded_is_trouble(tape: Path) -> None:
    Recorder(ScriptedModel("scripted", ["one"]), tape).complete("Be brief.", TURNS, 50)
    player = Player(tape)
    for system, turns, tokens, temperature in [
        ("Be long.", TURNS, 50, None),
        ("Be brief.", [], 50, None),
        ("Be brief.", TURNS, 51, None),
        ("Be brief.", TURNS, 50, 0.0),
    ]:
        with pytest.raises(ModelTrouble, match="no answer left"):
            player.complete(system, turns, tokens, temperature=temperature)
    player.complete("Be brief.", TURNS, 50)
    with pytest.raises(ModelTrouble, match="no answer left") as caught:
        player.complete("Be brief.", TURNS, 50)
    assert not caught.value.transient
    assert "live" not in str(caught.value)


def test_trouble_is_passed_on_and_not_recorded(tape: Path) -> None:
    recorder = Recorder(ScriptedModel("scripted", [ModelTrouble("down", transient=True), "one"]), tape)
    with pytest.raises(ModelTrouble, match="down"):
        recorder.complete("", TURNS, 50)
    recorder.complete("", TURNS, 50)
    assert len(tape.read_text().splitlines()) == 1


def test_no_key_is_in_a_recording(bench: Bench, tape: Path) -> None:
    bench.answers(good({"choices": [{"message": {"content": "In Porto."}, "finish_reason": "stop"}]}))
    Recorder(OpenAiModel("gpt-test", bench.wire(), KEY), tape).complete("", TURNS, 50)
    entry = json.loads(tape.read_text())
    assert KEY not in tape.read_text()
    assert entry["completion"]["text"] == "In Porto."
    assert entry["request"]["turns"] == [["user", TURNS[0].text]]


@pytest.mark.parametrize("content", ["no json", '{"hash": "x"}', '{"hash": "x", "completion": {"words": 1}}', "[]"])
def test_a_broken_recording_is_one_sentence(tape: Path, content: str) -> None:
    tape.write_text(content)
    with pytest.raises(BadInput, match=r"tape\.jsonl"):
        Player(tape)


def test_a_recording_that_is_not_there_is_one_sentence(tape: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        Player(tape)
