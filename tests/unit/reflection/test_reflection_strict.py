"""A model's answer is data: of the shape that was asked for, or of no use (rule 4 of the trust model, R6)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflection_talk import HOSTILE

from atlas.model.strict import MAX_CHARACTERS, MAX_DEPTH, Problem, parse_answer
from atlas.reflection import shapes

THING = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 5},
        "kind": {"type": ["string", "null"], "enum": ["a", "b", None]},
        "count": {"type": "integer", "minimum": 0, "maximum": 10},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "sure": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
    },
    "required": ["name", "kind", "count", "share", "sure", "tags"],
    "additionalProperties": False,
}
GOOD: dict[str, Any] = {"name": "ana", "kind": "a", "count": 3, "share": 0.5, "sure": True, "tags": ["x"]}


def problem(text: str) -> str:
    found = parse_answer(text, THING)
    assert isinstance(found, Problem), found
    return found.says


def test_what_was_asked_for_is_read() -> None:  # R6
    assert parse_answer(json.dumps(GOOD), THING) == GOOD
    assert parse_answer(f"\n{json.dumps(GOOD, indent=2)}\n", THING) == GOOD


@pytest.mark.parametrize("opening", ["```json", "```", "```JSON"])
def test_one_fence_may_stand_around_it(opening: str) -> None:
    assert parse_answer(f"{opening}\n{json.dumps(GOOD)}\n```", THING) == GOOD


@pytest.mark.parametrize(
    "text",
    [
        "Sure! {0}",
        "{0} Done.",
        "```json\n{0}\n```\nDone.",
        "Sure:\n```json\n{0}\n```",
        "```json\n```json\n{0}\n```\n```",
        "{0}{0}",
        "```python\n{0}\n```",
    ],
)
def test_nothing_else_may(text: str) -> None:  # R6
    assert isinstance(parse_answer(text.replace("{0}", json.dumps(GOOD)), THING), Problem)


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "anabel"},
        {"name": None},
        {"name": 1},
        {"kind": "c"},
        {"kind": 1},
        {"count": 11},
        {"count": -1},
        {"count": 2.5},
        {"count": True},
        {"share": 1.01},
        {"share": "0.5"},
        {"sure": 1},
        {"sure": "true"},
        {"tags": []},
        {"tags": ["x", "y", "z"]},
        {"tags": [1]},
        {"tags": "x"},
        {"more": 1},
    ],
)
def test_every_word_of_the_shape_is_held(changed: dict[str, Any]) -> None:
    assert isinstance(parse_answer(json.dumps(GOOD | changed), THING), Problem)


@pytest.mark.parametrize("name", GOOD)
def test_every_required_field_is_wanted(name: str) -> None:
    less = {key: value for key, value in GOOD.items() if key != name}
    assert problem(json.dumps(less)) == f"The answer lacks `{name}`."


def test_null_is_taken_where_the_shape_allows_it() -> None:
    assert parse_answer(json.dumps(GOOD | {"kind": None}), THING) == GOOD | {"kind": None}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_answers_are_problems(text: str) -> None:  # R6
    assert problem(text)


def test_each_fault_is_named() -> None:
    assert "twice" in problem('{"name": "a", "name": "b"}')
    assert "number that is none" in problem('{"count": NaN}')
    assert "number that is none" in problem('{"share": 1e999}')
    assert "digits" in problem('{"count": ' + "1" * 16 + "}")
    assert "half of a character" in problem('{"name": "\\ud800"}')
    assert "half of a character" in problem('{"\\udfff": 1}')
    assert "nested deeper" in problem("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))
    assert "longer" in problem(" " * (MAX_CHARACTERS + 1))


def test_a_pair_of_surrogates_is_a_character() -> None:
    assert parse_answer('{"name": "\\ud83d\\ude00"}', {"type": "object"}) == {"name": "😀"}


def test_brackets_inside_a_text_are_no_nesting() -> None:
    text = json.dumps({"name": "[" * 100 + '"{' * 100})
    assert parse_answer(text, {"type": "object"}) == json.loads(text)


def test_a_search_for_the_end_of_a_text_takes_one_look() -> None:
    """Every quote of this opens a text that never ends; to search on from each would take hours."""
    assert isinstance(parse_answer('"' + '\\"' * 99_000 + "\\", THING), Problem)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=3)))
def test_a_problem_quotes_nobody(value: object) -> None:  # R6
    found = parse_answer(json.dumps({"name": "a secret thing", "secretly": value}), THING)
    assert isinstance(found, Problem)
    assert "secret" not in found.says


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    assert isinstance(parse_answer(text, THING), dict | Problem)


def test_what_may_be_named_is_what_was_given() -> None:
    """J17, R6: ids, kinds and attributes are lists made from the question."""
    shape = shapes.lightweight_shape(["u_1"])
    fact = {"message": "u_1", "quote": "q", "attribute": "likes", "value": "v", "affirmed": True}
    rest = {"tone": "neutral", "topics": [], "follow_up": False, "insight": None, "escalate": False}
    assert isinstance(parse_answer(json.dumps({"facts": [fact], **rest}), shape), dict)
    for wrong in ({"message": "u_2"}, {"attribute": "administrator"}, {"affirmed": "yes"}):
        assert isinstance(parse_answer(json.dumps({"facts": [fact | wrong], **rest}), shape), Problem)


def test_where_nothing_was_given_nothing_can_be_named() -> None:
    none = {"facts": [], "tone": "neutral", "topics": [], "follow_up": False, "insight": None, "escalate": False}
    fact = {"message": "", "quote": "q", "attribute": "likes", "value": "v", "affirmed": True}
    assert isinstance(parse_answer(json.dumps(none), shapes.lightweight_shape([])), dict)
    assert isinstance(parse_answer(json.dumps(none | {"facts": [fact]}), shapes.lightweight_shape([])), Problem)
