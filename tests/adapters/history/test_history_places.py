"""Archives and folders that are traps or broken are refused or left out, with a sentence and a count (P8)."""

from __future__ import annotations

import os
import struct
import zipfile
from copy import copy
from pathlib import Path

import pytest

from adapters.history._exports import MADE, as_lines, as_list, chatgpt, packed
from atlas.adapters.history import archives, folders, read, recognise
from atlas.errors import BadInput, NotFound
from atlas.model.history import Conversation, Format, Item, Skipped

GOOD = chatgpt(1, 1)
MB = 2**20


def found(path: Path, kind: Format | None = None) -> list[Item]:
    return list(read(path, kind))


def written(folder: Path, name: str, body: bytes) -> Path:
    path = folder / name
    path.write_bytes(body)
    return path


# --- Archives


def test_an_archive_that_would_explode_is_refused(tmp_path: Path) -> None:
    bomb = packed(tmp_path / "bomb.zip", {"conversations.json": b"[" + b" " * (11 * MB) + b"]"})
    for attempt in (recognise, found):
        with pytest.raises(BadInput, match="would grow more than 200 times"):
            attempt(bomb)


def test_many_small_bombs_are_a_large_one(tmp_path: Path) -> None:
    parts = {f"conversations-{n:03}.json": b"[" + b" " * (4 * MB) + b"]" for n in range(3)}
    with pytest.raises(BadInput, match="would grow more than 200 times"):
        recognise(packed(tmp_path / "bombs.zip", parts))


def test_parts_that_share_their_bytes_are_weighed_by_the_file(tmp_path: Path) -> None:
    """A directory may name the same bytes many times; all of them together are more than the file is."""
    path = packed(tmp_path / "x.zip", {"conversations-0.json": b"[" + b" " * MB + b"]"}, zipfile.ZIP_STORED)
    with zipfile.ZipFile(path, "a") as archive:
        first = archive.getinfo("conversations-0.json")
        for n in range(1, 300):
            again = copy(first)
            again.filename = f"conversations-{n}.json"
            archive.filelist.append(again)
            archive.NameToInfo[again.filename] = again
        archive._didModify = True  # type: ignore[attr-defined] # nobody but a trap writes such a directory
    assert path.stat().st_size < 2 * MB
    with pytest.raises(BadInput, match="would grow more than 200 times"):
        recognise(path)


def test_a_bomb_that_nobody_wants_is_not_touched(tmp_path: Path) -> None:
    parts = {"conversations.json": as_list(GOOD.rows), "attachments/zeros.bin": b"\0" * (11 * MB)}
    assert found(packed(tmp_path / "x.zip", parts)) == GOOD.expected


def test_what_a_claude_export_holds_beside_conversations_is_named(tmp_path: Path) -> None:  # P8
    made = MADE[Format.CLAUDE](1)
    parts = {"conversations.json": as_list(made.rows)}
    parts |= {f"{name}.json": b"[]" for name in ("memories", "projects", "users")}
    (tmp_path / "unpacked").mkdir()
    for name, body in parts.items():
        written(tmp_path / "unpacked", name, body)
    for path in (packed(tmp_path / "x.zip", parts), tmp_path / "unpacked"):
        items = found(path)
        assert [item for item in items if isinstance(item, Conversation)] == made.expected
        assert [item.where for item in items if isinstance(item, Skipped)] == ["memories.json", "projects.json"]


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
