"""Bytes are cut into the same items whatever chunks they come in (P8)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, repeat
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.adapters.history import splitting
from atlas.adapters.history.parsing import Unreadable, parse_item
from atlas.adapters.history.splitting import (
    ITEM_BYTES,
    MAX_DEPTH,
    Lost,
    Raw,
    explain_overload,
    split_items,
    split_lines,
)
from atlas.errors import BadInput

Split = Callable[[Iterable[bytes], str], Iterator[Raw | Lost]]

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=12,
)
LIKE_JSON = st.lists(
    st.sampled_from([*'{}[]",:\\ \n1', '"results":', '"a":', '"a"', r"\"", r"\\", "[{}]", "é"]), max_size=40
).map(lambda signs: "".join(signs).encode())


def cut(body: bytes, places: list[int]) -> list[bytes]:
    ends = sorted(place % (len(body) + 1) for place in places)
    return [body[a:b] for a, b in zip([0, *ends], [*ends, len(body)], strict=True)]


def outcome(split: Split, chunks: Iterable[bytes]) -> list[object]:
    """What was found, and how it ended."""
    found: list[object] = []
    try:
        found += ((each.number, bytes(each.body)) if isinstance(each, Raw) else each for each in split(chunks, "x"))
    except BadInput as trouble:
        found.append(str(trouble))
    return found


def bodies(chunks: Iterable[bytes]) -> list[bytes]:
    found = list(split_items(chunks, "x"))
    assert not [each for each in found if isinstance(each, Lost)]
    return [bytes(each.body) for each in found if isinstance(each, Raw)]


@given(st.lists(VALUES, max_size=6), st.sampled_from([None, 1]), st.booleans(), st.lists(st.integers(0, 10**6)))
def test_a_list_gives_its_values(values: list[Any], indent: int | None, escaped: bool, places: list[int]) -> None:
    body = json.dumps(values, indent=indent, ensure_ascii=escaped).encode()
    assert [json.loads(each) for each in bodies(cut(body, places))] == values


@given(st.lists(VALUES, max_size=4), VALUES, VALUES, st.lists(st.integers(0, 10**6)))
def test_an_object_gives_the_list_in_it(values: list[Any], before: Any, after: Any, places: list[int]) -> None:
    body = json.dumps({"before": before, "results": values, "after": after}).encode()
    assert [json.loads(each) for each in bodies(cut(body, places))] == values


@given(
    st.lists(st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=3), VALUES), max_size=4),
    st.sampled_from([None, 2]),
)
def test_objects_may_stand_one_after_another(values: list[Any], indent: int | None) -> None:
    body = "\n".join(json.dumps(value, indent=indent) for value in values).encode()
    assert [json.loads(each) for each in bodies([body])] == values


@pytest.mark.parametrize("split", [split_items, split_lines])
@given(body=LIKE_JSON | st.binary(max_size=60), places=st.lists(st.integers(0, 100)))
def test_any_bytes_in_any_chunks_end_the_same(split: Split, body: bytes, places: list[int]) -> None:
    whole = outcome(split, [body])
    assert outcome(split, cut(body, places)) == whole
    assert outcome(split, (bytes([each]) for each in body)) == whole


@given(st.binary(max_size=80) | LIKE_JSON)
def test_any_bytes_are_a_value_or_unreadable(body: bytes) -> None:
    with suppress(Unreadable):
        assert parse_item(bytearray(body)) == json.loads(body)


def test_lines_are_numbered_as_an_editor_does() -> None:
    found = list(split_lines([b"a\n\n", b" \r\n", b"b"], "x"))
    assert [(each.number, bytes(each.body)) for each in found if isinstance(each, Raw)] == [(1, b"a"), (4, b"b")]


def test_empty_lines_are_counted_and_not_held(monkeypatch: pytest.MonkeyPatch) -> None:  # P8
    """However many there are, a chunk of them is one step."""
    steps = []

    class Watched(splitting._Held):
        def told(self, number: int) -> Iterator[Raw | Lost]:
            steps.append(number)
            return super().told(number)

    monkeypatch.setattr(splitting, "_Held", Watched)
    (found,) = split_lines([b"\n" * 100_000, b" \r\n" * 100_000, b"x"], "x")
    assert found.number == 200_001
    assert len(steps) < 10


def test_one_bad_item_costs_itself_alone() -> None:
    found = outcome(split_items, [b'[{"a": 1}, {"b": }, nonsense, {"c": "]"}]'])
    assert [each[1] for each in found if isinstance(each, tuple)] == [
        b'{"a": 1}',
        b' {"b": }',
        b" nonsense",
        b' {"c": "]"}',
    ]


@pytest.mark.parametrize(
    "body", [b'[{"a": 1}, {"b', b'[{"a": 1}, {"b": "half', b'[{"a": 1}, ', b'[{"a": 1}', b'[{"a": 1}, {"b": "\\']
)
def test_where_a_file_ends_too_early_that_is_said(body: bytes) -> None:
    found = outcome(split_items, [body])
    assert isinstance(found[-1], Lost)
    assert found[-1].why == "The file ends in the middle of it."
    assert found[:-1] in ([(1, b'{"a": 1}')], [])


def test_where_more_is_closed_than_opened_it_cannot_go_on() -> None:
    assert outcome(split_items, [b'[{"a": 1}]]'])[-1] == (
        "x cannot be read further than item 1: more is closed than opened."
    )


def _large(size: int) -> Iterator[bytes]:
    return chain([b'[{"a": "'], repeat(b"\\u0041x," * 2**17, size // 2**20), [b'"}, {"b": 1}]'])


def test_an_item_that_is_too_large_is_lost_and_the_next_is_not() -> None:
    found = outcome(split_items, _large(ITEM_BYTES + 2**20))
    assert found == [Lost(1, "It is larger than 64 MB."), (2, b' {"b": 1}')]


def test_a_line_that_is_too_large_is_lost_and_the_next_is_not() -> None:
    chunks = chain(repeat(b"x" * 2**20, ITEM_BYTES // 2**20 + 1), [b"\nshort"])
    assert outcome(split_lines, chunks) == [Lost(1, "It is larger than 64 MB."), (2, b"short")]


@pytest.mark.parametrize("split", [split_items, split_lines])
def test_an_endless_item_is_refused(split: Split) -> None:
    endless = chain([b'[{"a": "'], repeat(b"1" * 2**22))
    with pytest.raises(BadInput, match="larger than 512 MB"):
        list(split(endless, "x"))


@pytest.mark.parametrize("begin", [b'{"a": "', b'[{"a": 1', b"   ", b"x", b'{"results": [{}, "'])
def test_whatever_has_no_end_is_refused(begin: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "GIVE_UP_BYTES", 2**20)
    with pytest.raises(BadInput, match="larger than 1 MB"):
        list(split_items(chain([begin], repeat(b" " * 2**16)), "x"))


@pytest.mark.parametrize("inner", ["[", '{"a":'])
@pytest.mark.parametrize("levels", [MAX_DEPTH - 1, MAX_DEPTH, 100_000])
def test_how_deep_an_item_may_be_does_not_depend_on_the_machine(inner: str, levels: int) -> None:
    closing = {"[": "]"}.get(inner, "}")
    item = f'{{"x": {inner * levels}1{closing * levels}}}'.encode()
    why = None if levels < MAX_DEPTH else "It is nested deeper than 200 levels."
    assert explain_overload(bytearray(item)) == why
    found = outcome(split_items, [b"[" + item + b', {"b": 1}]'])
    assert found == [Lost(1, why) if why else (1, item), (2, b' {"b": 1}')]


def test_what_would_fill_memory_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "MAX_MARKS", 1_000)
    item = b'{"x": [' + b"[]," * 500 + b'"[],[],"]}'
    assert explain_overload(bytearray(item)) == "It is made of too many parts."
    assert outcome(split_items, [b"[" + item + b', {"b": 1}]']) == [
        Lost(1, "It is made of too many parts."),
        (2, b' {"b": 1}'),
    ]
    assert explain_overload(bytearray(b'{"x": "' + b"[]," * 5_000 + b'"}')) is None


def test_a_long_conversation_has_fewer_parts_than_would_fill_memory() -> None:
    """Two thousand turns as ChatGPT exports them, each with twenty pages of the web beside it."""
    page = {"type": "webpage", "title": "t", "url": "u", "snippet": "s", "pub_date": None, "attribution": "a"}
    content = {"content_type": "text", "parts": ["I see."]}
    metadata = {"citations": [], "model_slug": "m", "search_result_groups": [{"domain": "d", "entries": [page] * 20}]}
    message = {"id": "m", "author": {"role": "user", "name": None, "metadata": {}}, "create_time": 1.5, "weight": 1}
    message |= {"content": content, "metadata": metadata, "recipient": "all", "channel": None, "end_turn": True}
    mapping = {f"n{n}": {"message": message, "parent": f"n{n - 1}", "children": [f"n{n + 1}"]} for n in range(2_000)}
    (item,) = split_items([json.dumps([{"title": "t", "mapping": mapping}]).encode()], "x")
    assert isinstance(item, Raw)
    assert explain_overload(item.body) is None


def test_what_would_fill_memory_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "MAX_MARKS", 1_000)
    monkeypatch.setattr(splitting, "GIVE_UP_MARKS", 10_000)
    with pytest.raises(BadInput, match="too many parts"):
        list(split_items(chain([b'[{"x": ['], repeat(b"[]," * 100)), "x"))


def test_what_is_lost_again_and_again_is_refused_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "MAX_MARKS", 1_000)
    monkeypatch.setattr(splitting, "GIVE_UP_MARKS", 10_000)
    item = b'{"x": [' + b"[]," * 500 + b"[]]},"
    with pytest.raises(BadInput, match="too many parts"):
        list(split_items(chain([b"["], repeat(item)), "x"))


def test_the_name_of_a_list_is_found_behind_what_was_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "MAX_MARKS", 100)
    body = json.dumps({"account": [[]] * 200, "results": [{"a": 1}]}).encode()
    assert outcome(split_items, [body]) == outcome(split_items, (bytes([each]) for each in body)) == [(1, b'{"a": 1}')]
