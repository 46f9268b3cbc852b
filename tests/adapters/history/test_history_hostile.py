"""Files that are traps or broken are refused or left out, with a sentence and a count (P8)."""

from __future__ import annotations

import json
import re
import tempfile
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.history._exports import MADE, as_file, as_lines, as_list, chatgpt
from atlas.adapters.export_reader import read_export
from atlas.adapters.history import parsing, read, recognise, rows, sources
from atlas.adapters.history import text_limits as lengths
from atlas.errors import BadInput
from atlas.model.history import Conversation, Format, Item, Skipped

GOOD = chatgpt(1, 1)
ROW = as_list(GOOD.rows)[1:-1]
MB = 2**20


def found(path: Path, kind: Format | None = None) -> list[Item]:
    return list(read(path, kind))


def written(folder: Path, name: str, body: bytes) -> Path:
    path = folder / name
    path.write_bytes(body)
    return path


@pytest.mark.parametrize(
    ("item", "why"),
    [
        (b'{"mapping": {}, "x": %b}' % (b"9" * 100_000), "It holds a number of more than 400 digits."),
        (b'{"mapping": {}, "x": 1.%b}' % (b"9" * 100_000), "It holds a number of more than 400 digits."),
        (b'{"mapping": {}, "mapping": {}}', "It has the same key twice."),
        (b'{"mapping": {}, "x": "\xff\xfe"}', "It is not valid UTF-8."),
        (b'{"mapping": {}, "x": "\xed\xa0\x80"}', "It is not valid UTF-8."),
        (b'{"mapping": {}, "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "It is nested deeper than 200 levels."),
        (b'{"mapping": }', "It is not valid JSON."),
        (b'{"mapping": {}, "x": "\x00"}', "It is not valid JSON."),
        (b"[1, 2]", "It is not a JSON object."),
        (b'"mapping"', "It is not a JSON object."),
        (b'{"mapping": []}', "It is not a conversation of ChatGPT: it has no mapping."),
    ],
    ids=str,
)
def test_a_broken_item_is_left_out_and_the_others_are_not(item: bytes, why: str, tmp_path: Path) -> None:
    path = written(tmp_path, "conversations.json", b"[" + ROW + b", " + item + b"," + ROW + b"]")
    assert found(path) == [*GOOD.expected, Skipped("conversations.json, item 2", why), *GOOD.expected]
    by_lines = written(tmp_path, "lines", ROW + b"\n" + item + b"\n" + ROW + b"\n")
    assert found(by_lines) == [*GOOD.expected, Skipped("lines, line 2", why), *GOOD.expected]


@pytest.mark.parametrize(
    ("hurt", "why"),
    [
        (b'"x": NaN', "It holds NaN, which JSON does not have."),
        (b'"x": -Infinity', "It holds -Infinity, which JSON does not have."),
        (b'"x": [1e999]', "It holds a number beyond all bounds."),
        (rb'"x": "\ud83d"', "It holds half a character, which cannot be stored."),
        (rb'"\uDE00": {"y": ["\ud83d"]}', "It holds half a character, which cannot be stored."),
    ],
    ids=str,
)
def test_what_is_hurt_beside_the_words_costs_no_words(hurt: bytes, why: str, tmp_path: Path) -> None:
    """An export of our own must come back as it was, and is refused for it."""
    body = b'{"type": "atlas", "role": "user", "text": "a", "at": NaN, %b}' % hurt
    path = written(tmp_path, "x", body.replace(b'"at": NaN, ', b""))
    with pytest.raises(BadInput, match=re.escape(why)):
        list(read_export(path))
    (item,) = found(written(tmp_path, "x", body), Format.TURNS)
    assert isinstance(item, Conversation)
    assert [(turn.text, turn.at) for turn in item.turns] == [("a", None)]


def test_half_a_character_in_a_text_is_one_that_cannot_be_read(tmp_path: Path) -> None:
    (item,) = found(written(tmp_path, "x", rb'{"role": "user", "text": "cut \ud83d", "conversation": "\ude00"}'))
    assert isinstance(item, Conversation)
    assert (item.id, item.turns[0].text) == ("\ufffd", "cut \ufffd")


def test_both_halves_of_a_character_are_one(tmp_path: Path) -> None:
    (item,) = found(written(tmp_path, "x", rb'{"role": "user", "text": "\ud83d\ude42 \\ud83d"}'))
    assert isinstance(item, Conversation)
    assert item.turns[0].text == r"🙂 \ud83d"


@pytest.mark.parametrize(("wide", "read_whole"), [("a", True), ("ж", True), ("🙂", False), (r"\ud83d\ude42", False)])
def test_one_wide_character_makes_all_of_them_wide(
    wide: str, read_whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsing, "MAX_CHARACTER_BYTES", 2_100)
    body = bytearray(b'"' + b"a" * 1_000 + wide.encode() + b'"')
    if read_whole:
        assert len(str(parsing.parse_item(body))) == 1_001
    else:
        with pytest.raises(parsing.Unreadable, match="as text"):
            parsing.parse_item(body)


@pytest.mark.parametrize("kind", MADE)
@given(seed=st.integers(0, 100), data=st.data())
@settings(max_examples=40)
def test_a_damaged_file_is_read_or_refused_in_any_case(kind: Format, seed: int, data: st.DataObject) -> None:
    body = bytearray(as_file(MADE[kind](seed), kind))
    for _ in range(data.draw(st.integers(1, 6))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(
            st.sampled_from(b'{}[]",\\\n\xff0') | st.integers(0, 255)
        )
    del body[data.draw(st.integers(1, len(body))) :]
    with tempfile.TemporaryDirectory() as folder:
        path = written(Path(folder), "x", bytes(body))
        with suppress(BadInput):
            assert all(isinstance(item, Item) for item in read(path, kind))
        with suppress(BadInput):
            assert recognise(path) in Format


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        *(
                            "mapping",
                            "current_node",
                            "parent",
                            "message",
                            "author",
                            "role",
                            "content",
                            "content_type",
                            "parts",
                        ),
                        *(
                            "chat_messages",
                            "uuid",
                            "sender",
                            "text",
                            "attachments",
                            "extracted_content",
                            "type",
                            "tool_result",
                        ),
                        *(
                            "memory",
                            "id",
                            "created_at",
                            "sessionId",
                            "parentUuid",
                            "timestamp",
                            "cwd",
                            "origin",
                            "conversation",
                        ),
                    ]
                ),
                inner,
                max_size=6,
            )
        ),
        max_leaves=30,
    ),
    st.sampled_from(Format),
)
def test_anything_may_stand_anywhere(value: object, kind: Format) -> None:
    with tempfile.TemporaryDirectory() as folder, suppress(BadInput):
        path = written(Path(folder), "x", json.dumps([value, {"mapping": {"a": value}, "current_node": "a"}]).encode())
        assert all(isinstance(item, Item) for item in read(path, kind))


@pytest.mark.parametrize("broken", [b'{"a": }', b"1"])
def test_a_file_that_is_broken_on_and_on_is_refused(broken: bytes, tmp_path: Path) -> None:
    many = [broken] * 1_001
    for name, body in (("list", b"[" + b",".join([ROW, *many]) + b"]"), ("lines", b"\n".join([ROW, *many]))):
        with pytest.raises(BadInput, match="after another is broken"):
            found(written(tmp_path, name, body))
    often = b",".join([ROW, *many[1:], ROW, *many[1:]])
    assert len(found(written(tmp_path, "list", b"[" + often + b"]"))) == 2_002


@pytest.mark.parametrize("kind", [Format.CHATGPT, Format.CLAUDE, Format.MEM0, Format.TURNS])
def test_good_json_that_is_nothing_on_and_on_is_refused(kind: Format, tmp_path: Path) -> None:
    """A list of nothing but `{}` takes a minute for each megabyte that it is packed into."""
    good = as_list(MADE[kind](1).rows)[1:-1]
    for name, body in (("list", b"[" + good + b",{}" * 1_001 + b"]"), ("lines", good + b"\n{}" * 1_001)):
        if name == "list" or kind is Format.TURNS:
            with pytest.raises(BadInput, match="one after another is broken"):
                found(written(tmp_path, name, body), kind)


def test_turns_between_lines_of_others_are_no_broken_file(tmp_path: Path) -> None:
    row = {"role": "user", "text": "a"}
    lines = b"".join(json.dumps(row).encode() + b"\n{}\n" for _ in range(1_500))
    items = found(written(tmp_path, "x", lines))
    assert len([item for item in items if isinstance(item, Skipped)]) == 1_500
    assert sum(len(item.turns) for item in items if isinstance(item, Conversation)) == 1_500


def test_a_text_longer_than_anybody_speaks_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "MAX_TEXT", 1_000)
    why = "A text in it has more than 1,000 characters."
    rows = [{"role": "user", "text": "a" * length} for length in (1_000, 1_001, 10)]
    (skipped, item) = found(written(tmp_path, "x.jsonl", as_lines(rows)))
    assert skipped == Skipped("x.jsonl", why)
    assert isinstance(item, Conversation)
    assert [len(turn.text) for turn in item.turns] == [1_000, 10]
    noted = [{"id": "1", "memory": "a" * 1_001}, {"id": "2", "memory": "tea"}]
    (skipped, _) = found(written(tmp_path, "x.json", as_list(noted)))
    assert skipped == Skipped("x.json", why)
    assert found(written(tmp_path, "y.jsonl", as_lines(rows[1:2]))) == [Skipped("y.jsonl", why)]


def test_large_broken_items_are_refused_sooner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "GIVE_UP_BYTES", 10_000)
    large = b'{"a": "%b" }}' % (b"x" * 3_000)
    with pytest.raises(BadInput, match="after another is broken"):
        found(written(tmp_path, "lines", b"\n".join([ROW, *[large] * 4, ROW])))


def test_a_file_that_ends_too_early_gives_what_was_whole(tmp_path: Path) -> None:
    path = written(tmp_path, "x.json", b"[" + ROW + b"," + ROW[:100])
    assert found(path) == [*GOOD.expected, Skipped("x.json, item 2", "The file ends in the middle of it.", ends=True)]


def test_a_large_file_takes_no_more_memory_than_a_small_one(tmp_path: Path) -> None:
    text = "What grows in the garden? " * 80
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": [text]}}
    nodes = {f"n{place}": {"parent": f"n{place - 1}", "message": message} for place in range(40)}
    one = json.dumps({"mapping": nodes, "current_node": "n39"}).encode()
    path = tmp_path / "conversations.json"
    with path.open("wb") as file:
        file.write(b"[" + one)
        file.writelines(b"," + one for _ in range(12 * MB // len(one)))
        file.write(b"]")
    tracemalloc.start()
    try:
        count = sum(len(item.turns) for item in read(path) if isinstance(item, Conversation))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 12 * MB
    assert count > 5_000
    assert peak < 4 * MB


def test_a_long_transcript_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    path = tmp_path / "rollout-1.jsonl"
    text = "What grows in the garden? " * 80
    typed = {"type": "event_msg", "payload": {"type": "user_message", "message": text, "kind": "plain"}}
    with path.open("w") as file:
        file.writelines(
            json.dumps({"timestamp": f"2026-01-01T00:00:{n % 60:02}Z", **typed}) + "\n" for n in range(6_000)
        )
    tracemalloc.start()
    try:
        count = sum(len(item.turns) for item in read(path, Format.CODEX) if isinstance(item, Conversation))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 12 * MB
    assert count == 6_000
    assert peak < 6 * MB


@pytest.mark.parametrize("size", [1, 7, 1_000])
@pytest.mark.parametrize("kind", MADE)
def test_chunks_of_any_size_give_the_same(
    kind: Format, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = MADE[kind](11)
    path = written(tmp_path, "x", b"\xef\xbb\xbf" + as_file(made, kind))
    monkeypatch.setattr(sources, "CHUNK_BYTES", size)
    assert recognise(path) is kind
    assert found(path) == made.expected
