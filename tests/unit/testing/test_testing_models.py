"""The shipped models: one says what it is told to, the other misbehaves in every way that is known (R6)."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from atlas.errors import ModelTrouble
from atlas.ports.llm import Model, Turn
from atlas.testing.hostile import FACTS
from atlas.testing.models import Call, HostileModel, Hostility, ScriptedModel

TURNS = (Turn("user", "What do you make of this?"),)
IDS = ["u_aaaaaaaaaaaaa", "u_bbbbbbbbbbbbb", "u_ccccccccccccc"]
SHAPE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "decisions": {
            "type": "array",
            "maxItems": 3,
            "items": {
                "type": "object",
                "properties": {
                    "memory": {"type": "string", "enum": IDS},
                    "action": {"type": "string", "enum": ["keep", "archive"]},
                    "by": {"type": ["string", "null"], "enum": [*IDS, None]},
                    "reason": {"type": ["string", "null"], "maxLength": 20},
                },
            },
        },
        "score": {"type": "integer", "minimum": 1, "maximum": 10},
        "escalate": {"type": "boolean"},
    },
}
DOWN = {Hostility.TIMEOUT, Hostility.TOO_MANY_REQUESTS, Hostility.SERVER_ERROR}


def ask(model: Model, schema: dict[str, Any] | None = SHAPE) -> str:
    return model.complete("Be brief.", TURNS, 50, schema=schema).text


# --- the scripted one


def test_a_list_is_said_and_raised_in_turn() -> None:
    model = ScriptedModel("scripted", ["one", ModelTrouble("down", transient=True), "three"])
    assert ask(model) == "one"
    with pytest.raises(ModelTrouble, match="down"):
        ask(model)
    assert ask(model) == "three"
    with pytest.raises(ModelTrouble, match="no more answers"):
        ask(model)
    assert len(model.calls) == 4


def test_a_function_answers_by_what_it_is_asked() -> None:
    model = ScriptedModel("scripted", lambda system, turns, schema: f"{system} {turns[0].role} {schema is None}")
    assert ask(model, None) == "Be brief. user True"
    assert ask(model) == "Be brief. user False"


def test_it_keeps_what_it_was_asked() -> None:
    model = ScriptedModel("scripted", lambda *_: "x")
    model.complete("Be brief.", list(TURNS), 50, temperature=0.7, schema=SHAPE)
    list(model.stream("Be brief.", TURNS, 60))
    assert model.calls == (Call("Be brief.", TURNS, 50, 0.7, SHAPE), Call("Be brief.", TURNS, 60, streamed=True))


def test_it_counts_tokens_always_in_the_same_way() -> None:  # J13
    model = ScriptedModel("scripted", lambda *_: "In Porto, since May.")
    one, other = (model.complete("Be brief.", TURNS, 50) for _ in range(2))
    assert one == other
    assert one.input_tokens
    assert one.output_tokens
    longer = model.complete("Be brief.", TURNS * 2, 50)
    assert longer.input_tokens
    assert longer.input_tokens > one.input_tokens


@pytest.mark.parametrize("text", ["", "  ", "one", "In Porto,  since\n\nMay. ", " leading"])
def test_a_stream_is_the_answer_in_pieces(text: str) -> None:
    pieces = list(ScriptedModel("scripted", [text]).stream("", TURNS, 50))
    assert "".join(pieces) == (text if text.strip() else "")
    assert len(pieces) == len(text.split())


def test_threads_are_given_each_answer_once() -> None:
    model = ScriptedModel("scripted", [str(number) for number in range(200)])
    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(lambda _: ask(model), range(200)))
    assert sorted(said, key=int) == [str(number) for number in range(200)]
    assert len(model.calls) == 200


# --- the hostile one


@pytest.mark.parametrize("mode", Hostility)
@pytest.mark.parametrize("schema", [SHAPE, None], ids=["in a shape", "free"])
def test_every_way_is_the_same_every_time(mode: Hostility, schema: dict[str, Any] | None) -> None:  # R6
    model = HostileModel(mode.value)
    if mode in DOWN:
        with pytest.raises(ModelTrouble) as caught:
            ask(model, schema)
        assert caught.value.transient
    else:
        assert ask(model, schema) == ask(HostileModel(mode), schema)
    assert mode.value in model.name


def test_an_unknown_way_is_refused() -> None:
    with pytest.raises(ValueError, match="charming"):
        HostileModel("charming")


def test_a_rate_limit_says_how_long() -> None:
    with pytest.raises(ModelTrouble) as caught:
        ask(HostileModel(Hostility.TOO_MANY_REQUESTS))
    assert caught.value.retry_after


def test_ten_megabytes_are_ten() -> None:
    assert len(ask(HostileModel(Hostility.TEN_MEGABYTES))) > 10_000_000


def test_deep_json_is_too_deep_for_a_parser() -> None:
    with pytest.raises(RecursionError):
        json.loads(ask(HostileModel(Hostility.DEEP_JSON)))


def test_invalid_text_cannot_be_written() -> None:
    with pytest.raises(UnicodeEncodeError):
        ask(HostileModel(Hostility.INVALID_UTF8)).encode()


def test_lone_surrogates_come_out_only_when_parsed() -> None:
    text = ask(HostileModel(Hostility.LONE_SURROGATES))
    assert text.isascii()
    with pytest.raises(UnicodeEncodeError):
        json.loads(text)["decisions"][0]["reason"].encode()


@pytest.mark.parametrize("schema", [SHAPE, None, {"type": "object", "properties": {}}])
def test_nan_is_in_it(schema: dict[str, Any] | None) -> None:
    assert "NaN" in ask(HostileModel(Hostility.NAN), schema)


def test_duplicate_keys_are_double() -> None:
    pairs = json.loads(ask(HostileModel(Hostility.DUPLICATE_KEYS)), object_pairs_hook=list)
    assert len(pairs) == 2 * len(dict(pairs)) == 6


def test_the_wrong_schema_has_the_right_names() -> None:
    answer = json.loads(ask(HostileModel(Hostility.WRONG_SCHEMA)))
    assert set(answer) == {"decisions", "score", "escalate"}
    assert not isinstance(answer["score"], int)
    assert not isinstance(answer["decisions"][0]["memory"], str)


def test_prose_stands_around_good_json() -> None:
    text = ask(HostileModel(Hostility.PROSE_AROUND_JSON))
    answer = json.loads(text[text.index("{") : text.rindex("}") + 1])
    assert answer["decisions"][0]["action"] == "keep"
    assert answer["score"] == 1
    with pytest.raises(ValueError, match="Expecting value"):
        json.loads(text)


@pytest.mark.parametrize("schema", [SHAPE, None, {"type": "object", "properties": {}}])
def test_a_hundred_thousand_facts_are_all_different(schema: dict[str, Any] | None) -> None:
    answer = json.loads(ask(HostileModel(Hostility.MANY_FACTS), schema))
    facts = answer["decisions"] if schema is SHAPE else answer["facts"]
    assert len({json.dumps(fact) for fact in facts}) == FACTS


def test_unknown_ids_are_all_that_is_wrong() -> None:
    (decision,) = json.loads(ask(HostileModel(Hostility.UNKNOWN_IDS)))["decisions"]
    assert decision["memory"] not in IDS
    assert decision["action"] == "keep"


def test_to_delete_everything_it_names_every_id_it_was_given() -> None:
    answer = json.loads(ask(HostileModel(Hostility.DELETE_EVERYTHING)))
    assert [each["memory"] for each in answer["decisions"]] == IDS
    assert {each["action"] for each in answer["decisions"]} == {"archive"}
    assert answer["escalate"] is True
    assert all(len(each["reason"]) <= 20 for each in answer["decisions"])


def test_to_delete_everything_without_a_shape_it_asks_for_it() -> None:
    assert "delete everything" in ask(HostileModel(Hostility.DELETE_EVERYTHING), None)
