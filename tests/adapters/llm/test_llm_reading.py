"""What a server sends is read strictly, whatever pieces it comes in."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.adapters.llm.reading import (
    MAX_DEPTH,
    check_text,
    clean_piece,
    find_place,
    read_events,
    strict_object,
    sum_tokens,
)
from atlas.errors import ModelTrouble

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(), VALUES, max_size=4)


@given(OBJECTS)
def test_every_good_object_is_read_as_it_is(value: dict[str, Any]) -> None:
    assert strict_object(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")) is not None
    assert strict_object(json.dumps(value).encode()) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_an_object_or_trouble(raw: bytes) -> None:  # R6
    with suppress(ModelTrouble):
        assert isinstance(strict_object(raw), dict)


@pytest.mark.parametrize(("opening", "closing"), [('{"a":', "}"), ('{"a":[', "]}")])
def test_how_deep_an_answer_may_be_does_not_depend_on_the_machine(opening: str, closing: str) -> None:  # R6
    levels = MAX_DEPTH // len(closing) - 1
    strict_object((opening * levels + "1" + closing * levels).encode())
    levels += 1
    with pytest.raises(ModelTrouble, match="levels"):
        strict_object((opening * levels + "1" + closing * levels).encode())


@given(st.lists(OBJECTS, max_size=5), st.data(), st.sampled_from([b"\n", b"\r\n"]))
def test_events_are_the_same_whatever_pieces_they_come_in(
    sent: list[dict[str, Any]], data: st.DataObject, end: bytes
) -> None:
    stream = b"".join(
        b": keep-alive" + end + end + b"event: x" + end + b"data: " + json.dumps(each).encode() + end + end
        for each in sent
    )
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert list(read_events(chunks)) == sent


def test_the_last_event_needs_no_empty_line_and_done_ends_it() -> None:
    assert list(read_events([b'data: {"a": 1}'])) == [{"a": 1}]
    assert list(read_events([b'data: {"a": 1}\n\ndata: [DONE]\n\ndata: {"b": 2}\n\n'])) == [{"a": 1}]
    assert list(read_events([b"data: [DONE]"])) == []
    assert list(read_events([])) == []


def test_an_event_of_several_lines_is_one() -> None:
    assert list(read_events([b'data: {"a":\ndata: 1}\n\n'])) == [{"a": 1}]


@pytest.mark.parametrize("text", ["", "  \n", None, 7, ["text"], {"text": "x"}])
def test_a_reply_that_says_nothing_is_trouble(text: object) -> None:  # R6
    with pytest.raises(ModelTrouble, match=r"nothing|no text"):
        check_text(text)


def test_half_a_character_cannot_be_stored() -> None:  # R6
    with pytest.raises(ModelTrouble, match="half a character"):
        check_text("half \ud83d")
    assert clean_piece("half \ud83d") == "half ?"
    assert clean_piece(None) == ""


@pytest.mark.parametrize("path", [("x",), ("list", 5), ("list", "x"), ("text", "deeper"), ("none", 0)])
def test_a_place_that_is_not_there_is_none(path: tuple[str | int, ...]) -> None:
    assert find_place({"list": [1], "text": 5, "none": None}, *path) is None


@pytest.mark.parametrize("count", [True, -1, "7", 7.0, None, 10**30, [7]])
def test_a_count_that_is_none_is_not_believed(count: object) -> None:  # J13
    assert sum_tokens({"usage": {"input": count}}, "input") is None
    assert sum_tokens({"usage": {"input": count, "cached": 5}}, "input", "cached") == 5


@pytest.mark.parametrize("answer", [{}, {"usage": None}, {"usage": [1]}, []])
def test_a_provider_that_does_not_count_tells_none(answer: object) -> None:
    assert sum_tokens(answer, "input") is None
