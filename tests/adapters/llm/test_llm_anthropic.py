"""The Anthropic Messages format, against a server on this machine that speaks it well and badly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adapters.llm._server import KEY, Answer, Bench, events, good
from atlas.adapters.llm.anthropic import AnthropicModel
from atlas.errors import BadInput, ModelTrouble
from atlas.ports.llm import Completion, Turn

TURNS = [Turn("user", "Where do I live?"), Turn("assistant", "In Porto."), Turn("user", "Since when?")]
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def message(*content: Any, stop: str = "end_turn", **usage: int) -> dict[str, Any]:
    return {"type": "message", "content": list(content), "stop_reason": stop, "usage": usage}


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def tool(value: Any, name: str = "answer") -> dict[str, Any]:
    return {"type": "tool_use", "id": "t1", "name": name, "input": value}


@pytest.fixture
def model(bench: Bench) -> AnthropicModel:
    return AnthropicModel("claude-test", KEY, bench.wire())


def test_a_reply_with_what_it_cost(bench: Bench, model: AnthropicModel) -> None:  # J13
    usage = {"input_tokens": 10, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 30, "output_tokens": 4}
    bench.answers(good(message(text("Since "), text("May."), **usage)))
    assert model.complete("Be brief.", TURNS, 50) == Completion("Since May.", "claude-test", 60, 4)
    assert bench.server.paths == ["/v1/messages"]
    assert bench.server.headers[0]["x-api-key"] == KEY
    assert bench.server.headers[0]["anthropic-version"] == "2023-06-01"
    assert bench.server.asked == [
        {
            "model": "claude-test",
            "max_tokens": 50,
            "system": "Be brief.",
            "messages": [{"role": turn.role, "content": turn.text} for turn in TURNS],
        }
    ]


def test_a_shape_is_seen_to_by_a_tool_that_has_to_be_called(bench: Bench, model: AnthropicModel) -> None:
    bench.answers(good(message(text("Let me see."), tool({"city": "Évora", "sure": None}), stop="tool_use")))
    reply = model.complete("", TURNS, 50, schema=SCHEMA)
    assert json.loads(reply.text) == {"city": "Évora", "sure": None}
    (asked,) = bench.server.asked
    (given,) = asked["tools"]
    assert given["input_schema"] == SCHEMA
    assert asked["tool_choice"] == {"type": "tool", "name": given["name"]}
    assert "system" not in asked


def test_a_temperature_is_passed_on_only_when_given(bench: Bench, model: AnthropicModel) -> None:
    bench.answers(good(message(text("Fine."))))
    model.complete("", TURNS, 50)
    model.complete("", TURNS, 50, temperature=0.0)
    assert "temperature" not in bench.server.asked[0]
    assert bench.server.asked[1]["temperature"] == 0.0


def test_a_model_that_takes_no_temperature_is_asked_without(bench: Bench, model: AnthropicModel) -> None:
    complaint = b'{"error": {"message": "`temperature` is deprecated for this model."}}'
    bench.answers(Answer(400, complaint), good(message(text("Fine."))))
    for _ in range(2):
        assert model.complete("", TURNS, 50, temperature=0.7).text == "Fine."
    other = AnthropicModel("claude-other", KEY, model.wire)
    other.complete("", TURNS, 50, temperature=0.7)
    assert ["temperature" in asked for asked in bench.server.asked] == [True, False, False, True]


def test_a_model_that_cannot_be_made_to_call_a_tool_is_asked_to(bench: Bench, model: AnthropicModel) -> None:
    complaint = b'{"error": {"message": "tool_choice: forced tool use is not supported for this model."}}'
    bench.answers(Answer(400, complaint), good(message(tool({"city": "Porto"}))))
    for _ in range(2):
        assert model.complete("", TURNS, 50, schema=SCHEMA).text == '{"city": "Porto"}'
    assert [asked["tool_choice"]["type"] for asked in bench.server.asked] == ["tool", "auto", "auto"]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (message(text("No."), stop="refusal"), "declined"),
        (message(text("It was a dark and"), stop="max_tokens"), "cut off"),
        (message(text("It was a"), stop="model_context_window_exceeded"), "cut off"),
        (message(text("   ")), "nothing"),
        (message(), "nothing"),
        (message(text("half \ud83d")), "half a character"),
        ({"type": "message"}, "no text"),
        ({"content": "just text"}, "no text"),
        ({"content": [7, None, {"type": "text"}, {"type": "text", "text": 7}]}, "nothing"),
    ],
)
def test_a_reply_of_no_use_is_trouble(bench: Bench, model: AnthropicModel, answer: Any, says: str) -> None:  # R6
    bench.answers(good(answer))
    with pytest.raises(ModelTrouble, match=says) as caught:
        model.complete("", TURNS, 50)
    assert not caught.value.transient
    assert len(bench.server.asked) == 1


@pytest.mark.parametrize(
    "content",
    [
        [text('{"city": "Porto"}')],
        [tool({"city": "Porto"}, name="another_tool")],
        [tool("Porto")],
        [tool(None)],
        [],
    ],
)
def test_a_reply_in_another_shape_is_trouble(bench: Bench, model: AnthropicModel, content: list[Any]) -> None:  # R6
    bench.answers(good(message(*content)))
    with pytest.raises(ModelTrouble, match="shape"):
        model.complete("", TURNS, 50, schema=SCHEMA)


def test_a_shape_that_was_cut_off_is_trouble(bench: Bench, model: AnthropicModel) -> None:  # R6
    bench.answers(good(message(tool({"city": "Por"}), stop="max_tokens")))
    with pytest.raises(ModelTrouble, match="cut off"):
        model.complete("", TURNS, 50, schema=SCHEMA)


# --- streaming


def delta(words: str) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": words}}


def stopped(reason: str = "end_turn") -> list[dict[str, Any]]:
    return [{"type": "message_delta", "delta": {"stop_reason": reason}}, {"type": "message_stop"}]


def test_a_reply_comes_piece_by_piece(bench: Bench, model: AnthropicModel) -> None:
    bench.answers(events({"type": "message_start"}, {"type": "ping"}, delta("Since "), delta("May 😀"), *stopped()))
    assert list(model.stream("Be brief.", TURNS, 50)) == ["Since ", "May 😀"]
    assert bench.server.asked[0]["stream"] is True


def test_a_streamed_reply_may_end_at_the_limit(bench: Bench, model: AnthropicModel) -> None:
    bench.answers(events(delta("It was a dark and"), *stopped("max_tokens")))
    assert list(model.stream("", TURNS, 5)) == ["It was a dark and"]


@pytest.mark.parametrize(
    ("sent", "heard", "says", "transient"),
    [
        ([delta("I "), *stopped("refusal")], ["I "], "declined", False),
        ([delta("I ")], ["I "], "broke off", True),
        ([], [], "broke off", True),
        (stopped(), [], "nothing", False),
        ([delta("  "), *stopped()], ["  "], "nothing", False),
        ([delta("I "), {"type": "error", "error": {"type": "overloaded_error"}}], ["I "], "trouble", True),
        ([delta("I "), {"type": "error", "error": {"type": "invalid_request_error"}}], ["I "], "trouble", False),
        ([delta("I "), "{no json"], ["I "], "JSON", False),
    ],
)
def test_trouble_in_the_middle_of_a_stream(
    bench: Bench, model: AnthropicModel, sent: list[Any], heard: list[str], says: str, transient: bool
) -> None:  # R6
    bench.answers(events(*sent))
    pieces = list[str]()
    with pytest.raises(ModelTrouble, match=says) as caught:
        pieces.extend(model.stream("", TURNS, 50))
    assert pieces == heard
    assert caught.value.transient is transient
    assert len(bench.server.asked) == 1


def test_a_stream_is_tried_again_until_it_begins(bench: Bench, model: AnthropicModel) -> None:
    bench.answers(Answer(529), events(delta("Since May."), *stopped()))
    assert list(model.stream("", TURNS, 50)) == ["Since May."]


def test_a_stream_without_end_is_ended(bench: Bench) -> None:  # R6
    line = f"data: {json.dumps(delta('on and on '))}\n\n".encode()
    bench.answers(Answer(pieces=lambda: iter([line] * 100_000)))
    model = AnthropicModel("claude-test", KEY, bench.wire(max_bytes=50_000))
    with pytest.raises(ModelTrouble, match="50,000 bytes"):
        assert "".join(model.stream("", TURNS, 50))


def test_the_key_is_never_shown(model: AnthropicModel) -> None:
    assert KEY not in repr(model)
    with pytest.raises(BadInput, match="malformed"):
        AnthropicModel("claude-test", "sk\n", model.wire)
