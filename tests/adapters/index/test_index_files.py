"""What an index saves: read again when it is sound, thrown away when it is not, gone when it must be (X3)."""

from __future__ import annotations

import json
import random
import stat
import zlib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from _followed import TINY, Rows, blob

from atlas.adapters.index import files
from atlas.adapters.index.catalogue import digest
from atlas.adapters.index.index import SpaceIndex
from atlas.errors import StoreTrouble
from atlas.language.words import words
from atlas.model.ids import ConversationId, MemoryId, SessionId
from atlas.model.memory import Status
from atlas.model.recall import EmbedderIdentity
from atlas.ports.index import Probe
from atlas.ports.reading import MemoryFilter, Reader
from atlas.testing.samples import START

Damage = Callable[[Path], None]


class _Counting(Rows):
    """How many changes were read."""

    read = 0

    def changes(self, identity: EmbedderIdentity, after: int, limit: int):  # type: ignore[no-untyped-def]
        found = super().changes(identity, after, limit)
        self.read += len(found)
        return found


@pytest.fixture
def rows() -> _Counting:
    rows = _Counting()
    for at in range(40):
        rows.put(
            f"m_{at:02}",
            f"number {at} and tea",
            place=at,
            session=SessionId(f"s_{at // 10}"),
            conversation=ConversationId("talk"),
            speaker="Ana" if at % 2 else "Bo",
            valid_until=START + timedelta(days=at) if at % 3 == 0 else None,
            status=Status.SENSITIVE if at == 5 else Status.APPROVED,
            vectors=blob([1, at, 2], [0, 1, at]),
        )
    return rows


@pytest.fixture(params=[10, 9_999], ids=["quantised", "exact"])
def build(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], SpaceIndex]:
    return lambda: SpaceIndex(TINY, tmp_path / "deep" / "index", quantise_from=request.param, save_from=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where this embedder's index lies in the space's room."""
    return tmp_path / "deep" / "index" / f"{digest(TINY.key):016x}"


@pytest.fixture
def saved(build: Callable[[], SpaceIndex], rows: _Counting) -> SpaceIndex:
    index = build()
    index.follow(rows.reader)
    index.save()
    rows.read = 0
    return index


def answers(index: SpaceIndex, reader: Reader) -> list[tuple[object, ...]]:
    """Everything in what is found, for a few questions; memories by name, numbers as far as rounding goes."""
    found = []
    for text, moment in (("tea", START), ("number 7", START + timedelta(days=9)), ("", START)):
        where = MemoryFilter(valid_at=moment)
        result = index.search(Probe(tuple(words(text)), np.array([[1, 3, 2]], np.float32), where, 6))
        names = list(result.names)
        told = [tuple(names[row] if row >= 0 else "" for row in column) for column in (result.before, result.home)]
        flags = (result.hit.astype(int), result.candidate.astype(int))
        traits = (*flags, result.counts, result.cosine, result.average, result.at, result.asks)
        said = [result.speakers[code] if code >= 0 else "" for code in result.speaker]
        found.append(
            (names, *told, said, *(repr(array.round(5).tolist()) for array in traits), result.holding.tolist())
        )
    return found


def parts_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_saved_is_read_again(build: Callable[[], SpaceIndex], rows: _Counting, saved: SpaceIndex) -> None:
    again = build()
    again.follow(rows.reader)
    assert rows.read == 0
    assert again.troubles == []
    assert (len(again), again.watermark) == (len(saved), saved.watermark) == (40, 40)
    assert answers(again, rows.reader) == answers(saved, rows.reader)


def test_what_came_since_is_followed(build: Callable[[], SpaceIndex], rows: _Counting, saved: SpaceIndex) -> None:
    rows.put("m_new", "new tea", place=99, vectors=blob([1, 3, 2]))
    rows.change("m_05", status=Status.APPROVED)
    rows.change("m_06", status=Status.REJECTED)
    rows.remove("m_07")
    again, anew = build(), _fresh(rows, saved)
    for index in (saved, again):
        index.follow(rows.reader)
    assert rows.read == 4 + 0 + 41  # the first one saved anew when it saw that something is gone
    assert again.troubles == []
    assert answers(again, rows.reader) == answers(saved, rows.reader) == answers(anew, rows.reader)


def test_only_the_owner_may_read(folder: Path, saved: SpaceIndex) -> None:
    paths = [folder.parent, folder, *folder.rglob("*")]
    modes = {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in paths}
    assert modes == {(True, 0o700), (False, 0o600)}


def _sums_as_they_are(folder: Path, **about: object) -> None:
    """What a saboteur would do who knows about the checksums."""
    note = _note(folder)
    generation = folder / note["generation"]
    note["sums"] = {name: zlib.crc32((generation / name).read_bytes()) for name in note["sums"]}
    note["about"] |= about
    _put_note(folder, json.dumps(note))


def _note(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "current").read_bytes().partition(b"\n")[2]))


def _put_note(folder: Path, note: str) -> None:
    (folder / "current").write_text(f"{zlib.crc32(note.encode()):08x}\n{note}")


def _part(folder: Path, name: str) -> Path:
    return folder / str(_note(folder)["generation"]) / name


def _truncated(folder: Path) -> None:
    path = _part(folder, "postings.slots")
    path.write_bytes(path.read_bytes()[:-5])


def _flipped(folder: Path) -> None:
    path = _part(folder, "columns.status")
    path.write_bytes(bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:])


def _shorter_with_right_sum(folder: Path) -> None:
    path = _part(folder, "postings.counts")
    path.write_bytes(path.read_bytes()[:-4])
    _sums_as_they_are(folder)


def _missing(folder: Path) -> None:
    _part(folder, "ids").unlink()


def _no_generation(folder: Path) -> None:
    for path in _part(folder, "ids").parent.iterdir():
        path.unlink()
    _part(folder, "ids").parent.rmdir()


def _torn_note(folder: Path) -> None:
    (folder / "current").write_bytes((folder / "current").read_bytes()[:40])


def _odd_note(folder: Path) -> None:
    _put_note(folder, "[1, 2]")


def _ahead(folder: Path) -> None:
    _sums_as_they_are(folder, watermark=41)


def _other_format(folder: Path) -> None:
    _sums_as_they_are(folder, format=0)


def _other_codes(folder: Path) -> None:
    _sums_as_they_are(folder, codes=[])


def _other_words(folder: Path) -> None:
    """Texts are cut otherwise in this version than in the one that saved."""
    _sums_as_they_are(folder, words=["run"])


def _other_embedder(folder: Path) -> None:
    """X8"""
    _sums_as_they_are(folder, identity="tiny@2/3")


def _lies(folder: Path) -> None:
    """Only the rows can tell."""
    path = _part(folder, "columns.status")
    path.write_bytes(bytes(len(path.read_bytes())))
    _sums_as_they_are(folder)


@pytest.mark.parametrize(
    "damage",
    [
        _truncated,
        _flipped,
        _shorter_with_right_sum,
        _missing,
        _no_generation,
        _torn_note,
        _odd_note,
        _ahead,
        _other_format,
        _other_codes,
        _other_words,
        _other_embedder,
        _lies,
    ],
)
def test_what_is_not_sound_is_made_anew(
    damage: Damage, build: Callable[[], SpaceIndex], folder: Path, rows: _Counting, saved: SpaceIndex
) -> None:
    damage(folder)
    again = build()
    again.follow(rows.reader)
    assert rows.read == 40
    assert len(again.troubles) == 1
    assert answers(again, rows.reader) == answers(saved, rows.reader)
    again.save()
    rows.read = 0
    sound = build()
    sound.follow(rows.reader)
    assert (rows.read, sound.troubles) == (0, [])


def test_rows_that_were_put_back_are_noticed(
    build: Callable[[], SpaceIndex], saved: SpaceIndex, rows: _Counting
) -> None:
    """A store restored from a copy has other rows under the same numbers."""
    restored = _Counting()
    for at in range(50):
        restored.put(f"m_{at:02}", f"another {at}", vectors=blob([1, 1, 1]))
    index = build()
    index.follow(restored.reader)
    assert len(index.troubles) == 1
    assert restored.read == 10 + 50
    assert answers(index, restored.reader) == answers(_fresh(restored, index), restored.reader)


def _fresh(rows: Rows, like: SpaceIndex) -> SpaceIndex:
    """One that never saved anything."""
    index = SpaceIndex(TINY, quantise_from=like._quantise_from)
    index.follow(rows.reader)
    return index


def test_a_flipped_bit_anywhere_is_noticed(
    build: Callable[[], SpaceIndex], folder: Path, rows: _Counting, saved: SpaceIndex
) -> None:
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)
    for path in paths:
        sound = path.read_bytes()
        at = random.Random(len(sound)).randrange(len(sound))
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 1 << at % 8]) + sound[at + 1 :])
        again = build()
        again.follow(rows.reader)
        assert len(again.troubles) == 1, path
        path.write_bytes(sound)
    assert answers(again, rows.reader) == answers(saved, rows.reader)


def test_a_crash_while_saving_leaves_the_last_one(
    build: Callable[[], SpaceIndex], folder: Path, rows: _Counting, saved: SpaceIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = parts_of(folder)
    real, written = files._write_part, list[str]()

    def crash(path: Path, data: files.Part) -> int:
        written.append(path.name)
        if len(written) == 7:
            raise KeyboardInterrupt
        return real(path, data)

    monkeypatch.setattr(files, "_write_part", crash)
    with pytest.raises(KeyboardInterrupt):
        saved.save()
    monkeypatch.undo()
    assert {name: data for name, data in parts_of(folder).items() if name == "current"} == {
        "current": before["current"]
    }
    again = build()
    again.follow(rows.reader)
    assert (rows.read, again.troubles) == (0, [])
    again.save()
    again.save()
    assert len(list(folder.iterdir())) == 3  # the note, the generation, and the one before it: no half ones


def test_a_full_or_locked_disk_costs_time_only(
    rows: _Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: files.Part) -> int:
        raise OSError(28, "No space left on device")

    index = SpaceIndex(TINY, tmp_path, save_from=1)
    index.follow(rows.reader)
    monkeypatch.setattr(files, "_write_part", full)
    index.save()
    assert "No space left" in index.troubles[0]
    assert list(tmp_path.glob("*/*")) == []
    assert answers(index, rows.reader) == answers(_fresh(rows, index), rows.reader)


def test_few_are_not_saved(rows: _Counting, tmp_path: Path) -> None:
    index = SpaceIndex(TINY, tmp_path, save_from=41)
    index.follow(rows.reader)
    index.save()
    assert list(tmp_path.iterdir()) == []


def test_it_is_worth_saving_when_enough_changed(
    rows: _Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atlas.adapters.index.index._SAVE_AT_LEAST", 30)
    index = SpaceIndex(TINY, tmp_path, save_from=1)
    assert not index.worth_saving
    index.follow(rows.reader)
    assert index.worth_saving
    index.save()
    assert not index.worth_saving
    for at in range(30):
        rows.put("m_40", f"version {at}")
        index.follow(rows.reader)
    assert not index.worth_saving  # too little changed since
    assert not SpaceIndex(TINY, None, save_from=1).worth_saving


def test_what_another_process_forgot_leaves_the_files_when_it_is_followed(
    build: Callable[[], SpaceIndex], folder: Path, rows: _Counting, saved: SpaceIndex
) -> None:
    """X3: whoever wrote or read files sees to it that they lose what died, also without being asked to purge."""
    before = _part(folder, "ids").parent
    rows.remove("m_03")
    other = build()
    other.follow(rows.reader)
    assert not before.exists()
    assert b"m_03" not in _part(folder, "ids").read_bytes()


def test_purging_takes_the_other_embedders_of_the_space_along(folder: Path, rows: _Counting, saved: SpaceIndex) -> None:
    stranger = folder.with_name("another") / "g-1"
    stranger.mkdir(parents=True)
    (stranger / "ids").write_bytes(b"m_3")
    saved.purge()
    assert not stranger.exists()
    assert folder.exists()


def test_the_generation_before_stays_for_those_who_read_it(folder: Path, saved: SpaceIndex) -> None:
    first = _part(folder, "ids").parent
    saved.save()
    assert first.exists()
    second = _part(folder, "ids").parent
    saved.save()
    assert not first.exists()
    assert second.exists()


def test_purging_leaves_nothing_of_what_is_gone(
    build: Callable[[], SpaceIndex], folder: Path, rows: _Counting, saved: SpaceIndex
) -> None:
    """X3: no digest of a word, of a text or of vectors, no name and no code, in any file."""
    gone = "zanzibar zebra"
    rows.put("m_gone", gone, speaker="Zoe", conversation=ConversationId("zoo"), vectors=blob([5, 4, 3]))
    saved.follow(rows.reader)
    saved.save()
    columns, slot = saved._catalogue.columns, saved._catalogue.slots[MemoryId("m_gone")]
    traces = [
        *(digest(stem).to_bytes(8, "little") for stem in words(gone)),
        *(int(getattr(columns, name)[slot]).to_bytes(8, "little") for name in ("content", "vectors")),
        *(b"m_gone", b"zoe", b"zoo"),
    ]
    found = b"".join(parts_of(folder).values())
    assert all(trace in found for trace in traces)
    rows.remove("m_gone")
    saved.follow(rows.reader)
    saved.purge()
    found = b"".join(parts_of(folder).values())
    assert [trace for trace in traces if trace in found] == []
    assert len(list(folder.iterdir())) == 2
    again = build()
    again.follow(rows.reader)
    assert (again.troubles, len(again)) == ([], 40)
    assert answers(again, rows.reader) == answers(_fresh(rows, again), rows.reader)


def test_saving_keeps_nothing_of_what_is_gone_either(folder: Path, rows: _Counting, saved: SpaceIndex) -> None:
    """X3: another process forgot it; this one followed, and saves next."""
    rows.remove("m_07")
    saved.follow(rows.reader)
    saved.save()
    saved.save()
    assert b"m_07" not in b"".join(parts_of(folder).values())
    assert digest("7").to_bytes(8, "little") not in b"".join(parts_of(folder).values())


def test_purging_before_ever_following_erases_what_others_saved(
    build: Callable[[], SpaceIndex], folder: Path, saved: SpaceIndex
) -> None:
    build().purge()
    assert not folder.exists()


def test_purging_says_when_something_cannot_go(
    folder: Path, saved: SpaceIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.rmtree", lambda path, ignore_errors: None)
    with pytest.raises(StoreTrouble, match="still there"):
        saved.purge()
