"""The wire as it is, with a real model at the other end. What it says is its own business; how it says it is ours."""

from __future__ import annotations

import json

import pytest

from atlas.adapters.llm.openai import OpenAiModel
from atlas.errors import ModelTrouble
from atlas.ports.llm import Turn

SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "enum": ["Porto", "Lisbon"]},
        "sure": {"type": "boolean"},
        "topics": {"type": "array", "items": {"type": "string", "maxLength": 20}, "maxItems": 2},
    },
    "required": ["city", "sure", "topics"],
    "additionalProperties": False,
}
TURNS = [Turn("user", "I live in Lisbon, and I like tea. In which city do I live?")]


def test_it_answers_and_says_what_it_cost(real_model: OpenAiModel) -> None:  # J13
    reply = real_model.complete("Answer in a few words.", TURNS, 400, temperature=0.0)
    assert reply.text.strip()
    assert reply.model == real_model.name
    assert reply.input_tokens
    assert reply.output_tokens


def test_it_answers_in_the_shape_it_is_asked_for(real_model: OpenAiModel) -> None:  # J8
    answer = json.loads(real_model.complete("Answer in JSON.", TURNS, 400, temperature=0.0, schema=SCHEMA).text)
    assert set(answer) == {"city", "sure", "topics"}
    assert answer["city"] in ("Porto", "Lisbon")
    assert isinstance(answer["sure"], bool)
    assert all(isinstance(topic, str) for topic in answer["topics"])


def test_it_speaks_piece_by_piece(real_model: OpenAiModel) -> None:
    pieces = list(real_model.stream("Answer in a few words.", TURNS, 24))
    assert len(pieces) > 1
    assert "".join(pieces).strip()


def test_what_does_not_fit_is_trouble_and_not_half_an_answer(real_model: OpenAiModel) -> None:  # R6
    with pytest.raises(ModelTrouble, match="cut off"):
        real_model.complete("Answer at length.", TURNS, 3, temperature=0.0, schema=SCHEMA)


def test_a_question_that_is_too_long_is_one_sentence(real_model: OpenAiModel) -> None:
    with pytest.raises(ModelTrouble, match="understand") as caught:
        real_model.complete("", [Turn("user", "word " * 40_000)], 10)
    assert not caught.value.transient
