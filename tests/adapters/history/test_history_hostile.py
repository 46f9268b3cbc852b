"""Files that are traps or broken are refused or left out, with a sentence and a count (P8)."""

from __future__ import annotations

import json
import os
import struct
import tempfile
import tracemalloc
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.history._exports import MADE, as_file, as_lines, as_list, chatgpt, packed
from atlas.adapters.history import archives, folders, parsing, read, recognise, rows, sources
from atlas.errors import BadInput, NotFound
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
        (b'{"mapping": {}, "x": NaN}', "It holds NaN, which JSON does not have."),
        (b'{"mapping": {}, "x": -Infinity}', "It holds -Infinity, which JSON does not have."),
        (b'{"mapping": {}, "x": 1e999}', "It holds a number beyond all bounds."),
        (b'{"mapping": {}, "x": %b}' % (b"9" * 100_000), "It holds a number of more than 400 digits."),
        (b'{"mapping": {}, "x": 1.%b}' % (b"9" * 100_000), "It holds a number of more than 400 digits."),
        (b'{"mapping": {}, "mapping": {}}', "It has the same key twice."),
        (b'{"mapping": {}, "x": "\xff\xfe"}', "It is not valid UTF-8."),
        (b'{"mapping": {}, "x": "\xed\xa0\x80"}', "It is not valid UTF-8."),
        (rb'{"mapping": {}, "x": "\ud83d"}', "It holds half a character, which cannot be stored."),
        (rb'{"mapping": {}, "\uDE00": 1}', "It holds half a character, which cannot be stored."),
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
        assert len(str(parsing.parse(body))) == 1_001
    else:
        with pytest.raises(parsing.Unreadable, match="as text"):
            parsing.parse(body)


@pytest.mark.parametrize("kind", MADE)
@given(seed=st.integers(0, 100), data=st.data())
@settings(max_examples=40, deadline=None)
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
@settings(max_examples=150, deadline=None)
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


def test_large_broken_items_are_refused_sooner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "GIVE_UP_BYTES", 10_000)
    large = b'{"a": "%b" }}' % (b"x" * 3_000)
    with pytest.raises(BadInput, match="after another is broken"):
        found(written(tmp_path, "lines", b"\n".join([ROW, *[large] * 4, ROW])))


def test_a_file_that_ends_too_early_gives_what_was_whole(tmp_path: Path) -> None:
    path = written(tmp_path, "x.json", b"[" + ROW + b"," + ROW[:100])
    assert found(path) == [*GOOD.expected, Skipped("x.json, item 2", "The file ends in the middle of it.")]


def test_a_large_file_takes_no_more_memory_than_a_small_one(tmp_path: Path) -> None:
    text = "What grows in the garden? " * 80
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": [text]}}
    nodes = {f"n{place}": {"parent": f"n{place - 1}", "message": message} for place in range(40)}
    one = json.dumps({"mapping": nodes, "current_node": "n39"}).encode()
    path = tmp_path / "conversations.json"
    with path.open("wb") as file:
        file.write(b"[" + one)
        file.writelines(b"," + one for _ in range(50 * MB // len(one)))
        file.write(b"]")
    tracemalloc.start()
    try:
        count = sum(len(item.turns) for item in read(path) if isinstance(item, Conversation))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 50 * MB
    assert count > 20_000
    assert peak < 4 * MB


# --- Archives


def test_an_archive_that_would_explode_is_refused(tmp_path: Path) -> None:
    bomb = packed(tmp_path / "bomb.zip", {"conversations.json": b"[" + b" " * (11 * MB) + b"]"})
    for attempt in (recognise, found):
        with pytest.raises(BadInput, match="would grow more than 200 times"):
            attempt(bomb)


def test_a_bomb_that_nobody_wants_is_not_touched(tmp_path: Path) -> None:
    parts = {"conversations.json": as_list(GOOD.rows), "attachments/zeros.bin": b"\0" * (11 * MB)}
    assert found(packed(tmp_path / "x.zip", parts)) == GOOD.expected


def test_an_archive_that_would_be_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = {f"conversations-{n:03}.json": as_list(GOOD.rows) for n in range(3)}
    monkeypatch.setattr(archives, "MAX_TOTAL_BYTES", 2 * len(as_list(GOOD.rows)))
    with pytest.raises(BadInput, match="would unpack to more than"):
        found(packed(tmp_path / "x.zip", parts))


def test_an_archive_of_too_many_parts_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_PARTS", 3)
    with pytest.raises(BadInput, match="which no export has"):
        found(packed(tmp_path / "x.zip", {f"conversations-{n}.json": b"[]" for n in range(4)}))


def test_a_directory_is_not_read_whole_before_its_length_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = packed(tmp_path / "x.zip", {f"{n}.txt": b"" for n in range(100)})
    monkeypatch.setattr(archives, "MAX_DIRECTORY_BYTES", 1_000)
    with pytest.raises(BadInput, match="list of contents"):
        found(path)


@pytest.mark.parametrize("name", ["/conversations.json", "../conversations.json", "a/../../conversations.json"])
def test_a_name_that_leads_elsewhere_is_left_out(name: str, tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", {name: as_list(GOOD.rows), "conversations.json": as_list(GOOD.rows)})
    items = found(path)
    assert [item for item in items if isinstance(item, Conversation)] == GOOD.expected
    assert [item.why for item in items if isinstance(item, Skipped)] == ["Its name leads out of the archive."]
    assert sorted(tmp_path.iterdir()) == [path]


def test_an_encrypted_archive_says_so(tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", {"conversations.json": as_list(GOOD.rows)})
    body = bytearray(path.read_bytes())
    body[body.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(body)
    with pytest.raises(BadInput, match=r"conversations\.json: It is encrypted\."):
        recognise(path)


def test_a_way_of_compression_that_could_take_any_memory_is_left_out(tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", {"conversations.json": as_list(GOOD.rows)}, zipfile.ZIP_LZMA)
    with pytest.raises(BadInput, match="compressed in a way that no export uses"):
        found(path)


def test_an_archive_that_grows_beyond_what_it_says_is_damaged(tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", {"conversations.json": as_list(GOOD.rows)})
    body = bytearray(path.read_bytes())
    struct.pack_into("<L", body, body.index(b"PK\x01\x02") + 24, 100)
    path.write_bytes(body)
    with pytest.raises(BadInput, match="damaged"):
        found(path, Format.CHATGPT)


@pytest.mark.parametrize("keep", [0.2, 0.6, 0.95])
def test_half_an_archive_is_damaged(keep: float, tmp_path: Path) -> None:
    body = packed(tmp_path / "x.zip", {"conversations.json": as_list(GOOD.rows)}).read_bytes()
    with pytest.raises(BadInput, match="damaged"):
        found(written(tmp_path, "half.zip", body[: int(len(body) * keep)]))


def test_one_wrong_byte_in_an_archive_is_noticed(tmp_path: Path) -> None:
    body = packed(tmp_path / "x.zip", {"conversations.json": as_list(GOOD.rows)}, zipfile.ZIP_STORED).read_bytes()
    with pytest.raises(BadInput, match="damaged"):
        found(written(tmp_path, "x.zip", body.replace(b"create_time", b"create_tide", 1)), Format.CHATGPT)


# --- Folders


def test_links_are_not_followed_out_of_a_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    made = MADE[Format.TURNS](1)
    written(inside, "a.jsonl", as_lines(made.rows))
    secret = written(outside, "secret.jsonl", as_lines(MADE[Format.TURNS](2).rows))
    (inside / "b.jsonl").symlink_to(secret)
    (inside / "folder").symlink_to(outside)
    (inside / "round").symlink_to(inside)
    items = found(inside)
    assert [item for item in items if isinstance(item, Conversation)] == made.expected
    assert [item for item in items if isinstance(item, Skipped)] == [
        Skipped("b.jsonl", "It is a link, and links are not followed.")
    ]


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    """Opening a pipe that nobody writes to would wait for ever."""
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(BadInput, match="nothing that can be read"):
        recognise(tmp_path)
    assert found(tmp_path, Format.TURNS) == [Skipped("pipe.jsonl", "It is not a file.")]
    with pytest.raises(BadInput, match="neither a file nor a folder"):
        recognise(tmp_path / "pipe.jsonl")


def test_of_many_files_one_beyond_reading_is_left_out(tmp_path: Path) -> None:
    made = MADE[Format.MEM0](1)
    written(tmp_path, "a.json", as_list(made.rows) + b"]")
    written(tmp_path, "b.json", as_list(made.rows))
    items = found(tmp_path)
    assert [item for item in items if not isinstance(item, Skipped)] == [*made.expected, *made.expected]
    (skipped,) = [item for item in items if isinstance(item, Skipped)]
    assert skipped.where == "a.json"
    assert "more is closed than opened" in skipped.why


def test_a_folder_of_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MAX_ENTRIES", 5)
    for n in range(3):
        (tmp_path / f"{n}").mkdir()
        written(tmp_path / f"{n}", "a.jsonl", b"")
    with pytest.raises(BadInput, match="choose a folder inside it"):
        found(tmp_path, Format.TURNS)


def test_a_folder_as_deep_as_can_be(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(300):
        deep = deep / "d"
        deep.mkdir()
    written(deep, "a.jsonl", as_lines(MADE[Format.TURNS](1).rows))
    assert found(tmp_path) == MADE[Format.TURNS](1).expected


def test_a_folder_that_may_not_be_opened_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "locked").mkdir()
    written(tmp_path, "a.jsonl", as_lines(MADE[Format.TURNS](1).rows))
    scandir = os.scandir

    def locked(folder: Path) -> object:
        if folder.name == "locked":
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", locked)
    assert found(tmp_path, Format.TURNS) == [
        *MADE[Format.TURNS](1).expected,
        Skipped("locked/", "It cannot be opened: Permission denied."),
    ]


def test_a_file_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "a.jsonl", as_lines(MADE[Format.TURNS](1).rows))

    def locked(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", locked)
    with pytest.raises(BadInput, match=r"a\.jsonl cannot be read: Permission denied\."):
        found(path, Format.TURNS)


def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        recognise(tmp_path / "nothing")


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
