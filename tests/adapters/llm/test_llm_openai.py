"""The OpenAI chat completions format, against a server on this machine that speaks it well and badly."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.llm._server import KEY, Answer, Bench, events, good
from atlas.adapters.llm.openai import OpenAiModel
from atlas.errors import BadInput, ModelTrouble
from atlas.ports.llm import Completion, Turn

TURNS = [Turn("user", "Where do I live?")]
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
SAYS = '{"city": "Porto"}'


def choice(content: Any = "In Porto.", finish: str | None = "stop", **message: Any) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}]}


@pytest.fixture
def model(bench: Bench) -> OpenAiModel:
    return OpenAiModel("gpt-test", bench.wire("/v1"), KEY)


def test_a_reply_with_what_it_cost(bench: Bench, model: OpenAiModel) -> None:  # J13
    usage = {"prompt_tokens": 10, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 8}}
    bench.answers(good({**choice(), "usage": usage}))
    assert model.complete("Be brief.", TURNS, 50) == Completion("In Porto.", "gpt-test", 10, 4)
    assert bench.server.paths == ["/v1/chat/completions"]
    assert bench.server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert bench.server.asked == [
        {
            "model": "gpt-test",
            "max_tokens": 50,
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Where do I live?"},
            ],
        }
    ]


def test_a_local_server_needs_no_key_and_need_not_count(bench: Bench) -> None:
    bench.answers(good(choice()))
    assert OpenAiModel("local", bench.wire()).complete("", TURNS, 50) == Completion("In Porto.", "local", None, None)
    assert "authorization" not in bench.server.headers[0]
    assert [message["role"] for message in bench.server.asked[0]["messages"]] == ["user"]


def test_a_temperature_is_passed_on_only_when_given(bench: Bench, model: OpenAiModel) -> None:
    bench.answers(good(choice()))
    model.complete("", TURNS, 50)
    model.complete("", TURNS, 50, temperature=0.0)
    assert ["temperature" in asked for asked in bench.server.asked] == [False, True]


# --- shapes


def test_a_shape_is_asked_for_strictly(bench: Bench, model: OpenAiModel) -> None:
    bench.answers(good(choice(SAYS)))
    assert model.complete("", TURNS, 50, schema=SCHEMA).text == SAYS
    form = bench.server.asked[0]["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["strict"] is True
    assert form["json_schema"]["schema"] == SCHEMA


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_that_knows_no_schemas_is_told_in_words_and_that_is_remembered(
    bench: Bench, model: OpenAiModel, status: int
) -> None:
    bench.answers(Answer(status, b'{"error": "what is json_schema?"}'), good(choice(SAYS)))
    another = OpenAiModel("larger", model.wire, KEY)
    for each in (model, model, another):
        assert each.complete("Be brief.", TURNS, 50, schema=SCHEMA).text == SAYS
    forms = [asked["response_format"]["type"] for asked in bench.server.asked]
    assert forms == ["json_schema", "json_object", "json_object", "json_object"]
    told = bench.server.asked[-1]["messages"][0]["content"]
    assert told.startswith("Be brief.")
    assert "JSON" in told
    assert '"city"' in told
    model.complete("Be brief.", TURNS, 50)
    assert bench.server.asked[-1]["messages"][0]["content"] == "Be brief."


def test_a_question_that_is_declined_for_another_reason_teaches_nothing(bench: Bench, model: OpenAiModel) -> None:
    bench.answers(Answer(400, b'{"error": "the context is too long"}'))
    with pytest.raises(ModelTrouble, match="understand"):
        model.complete("", TURNS, 50, schema=SCHEMA)
    bench.answers(good(choice(SAYS)))
    model.complete("", TURNS, 50, schema=SCHEMA)
    assert [asked["response_format"]["type"] for asked in bench.server.asked] == [
        *("json_schema", "json_object"),
        "json_schema",
    ]


def test_new_models_want_the_limit_under_another_name_and_no_temperature(bench: Bench, model: OpenAiModel) -> None:
    limit = b'{"error": {"message": "Unsupported parameter: use max_completion_tokens instead", "param": "max_tokens"}}'
    warmth = b'{"error": {"param": "temperature", "code": "unsupported_value"}}'
    bench.answers(Answer(400, limit), Answer(400, warmth), good(choice(SAYS)))
    for _ in range(2):
        assert model.complete("", TURNS, 50, temperature=0.7, schema=SCHEMA).text == SAYS
    last = bench.server.asked[-1]
    assert len(bench.server.asked) == 4
    assert last["max_completion_tokens"] == 50
    assert "max_tokens" not in last
    assert "temperature" not in last
    assert last["response_format"]["type"] == "json_schema"


# --- replies of no use


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (choice(None, "stop", refusal="I will not."), "declined"),
        (choice("", "content_filter"), "declined"),
        (choice("It was a dark and", "length"), "cut off"),
        (choice(""), "nothing"),
        (choice(None), "no text"),
        (choice(["parts"]), "no text"),
        (choice("half \ud83d"), "half a character"),
        ({"choices": []}, "no text"),
        ({"choices": {"0": "x"}}, "no text"),
        ({"error": {"message": "no credit"}}, "no text"),
        ({}, "no text"),
    ],
)
def test_a_reply_of_no_use_is_trouble(bench: Bench, model: OpenAiModel, answer: Any, says: str) -> None:  # R6
    bench.answers(good(answer))
    with pytest.raises(ModelTrouble, match=says) as caught:
        model.complete("", TURNS, 50)
    assert not caught.value.transient
    assert len(bench.server.asked) == 1


# --- streaming


def delta(words: str | None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": words, **more}, "finish_reason": finish}]}


DONE = delta(None, "stop")


def test_a_reply_comes_piece_by_piece(bench: Bench, model: OpenAiModel) -> None:
    usage = {"choices": [], "usage": {"completion_tokens": 3}}
    bench.answers(events(delta(None, role="assistant"), delta("In "), delta("Évora."), DONE, usage, "[DONE]"))
    assert list(model.stream("Be brief.", TURNS, 50)) == ["In ", "Évora."]
    assert bench.server.asked[0]["stream"] is True


def test_a_streamed_reply_may_end_at_the_limit_and_without_a_last_word(bench: Bench, model: OpenAiModel) -> None:
    bench.answers(events(delta("It was a dark and"), delta(None, "length")))
    assert list(model.stream("", TURNS, 5)) == ["It was a dark and"]


@pytest.mark.parametrize(
    ("sent", "says", "transient"),
    [
        ([delta("I "), delta(None, "content_filter")], "declined", False),
        ([delta(None, refusal="I will not.")], "declined", False),
        ([delta("I ")], "broke off", True),
        ([], "broke off", True),
        ([DONE, "[DONE]"], "nothing", False),
        ([delta("I "), {"error": {"message": "out of memory"}}], "trouble", True),
        ([delta("I "), '{"choices": NaN}'], "JSON", False),
        ([delta("I "), "7"], "object", False),
    ],
)
def test_trouble_in_the_middle_of_a_stream(
    bench: Bench, model: OpenAiModel, sent: list[Any], says: str, transient: bool
) -> None:  # R6
    bench.answers(events(*sent))
    with pytest.raises(ModelTrouble, match=says) as caught:
        assert all(model.stream("", TURNS, 50))
    assert caught.value.transient is transient
    assert len(bench.server.asked) == 1


def test_a_stream_is_tried_again_until_it_begins(bench: Bench, model: OpenAiModel) -> None:
    bench.answers(Answer(503, headers={"retry-after": "2"}), events(delta("In Porto."), DONE))
    assert list(model.stream("", TURNS, 50)) == ["In Porto."]
    assert bench.time.slept == [2.0]


def test_whoever_has_heard_enough_may_leave(bench: Bench, model: OpenAiModel) -> None:
    bench.answers(events(delta("In "), delta("Porto."), DONE))
    stream = model.stream("", TURNS, 50)
    assert next(iter(stream)) == "In "
    del stream
    assert list(model.stream("", TURNS, 50)) == ["In ", "Porto."]


def test_the_key_is_never_shown(model: OpenAiModel) -> None:
    assert KEY not in repr(model)
    with pytest.raises(BadInput, match="malformed"):
        OpenAiModel("gpt-test", model.wire, "sk\n")
