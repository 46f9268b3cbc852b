"""X9: a backup is one moment, whole and verified; a restore is one that no old log can undo, and can be taken back."""

from __future__ import annotations

import asyncio
import shutil
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from atlas import Atlas
from atlas.adapters.storage.sqlite import copies, opening
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import AtlasError, BadInput, StoreCorrupt, StoreNewer, StoreTrouble
from atlas.settings import Settings, load_settings


def settings() -> Settings:
    return load_settings(environ={"ATLAS_EMBEDDER": "hashing"})


def opened(path: Path, **more: object) -> Atlas:
    return Atlas.open(path, background=False, settings=settings(), **more)  # type: ignore[arg-type]


def texts(path: Path, space: str = "default") -> list[str]:
    with (
        closing(opened(path, space=space)) as atlas,
        atlas._opening.runtime.store.reading(atlas._opening.runtime.space) as reader,
    ):
        return [message.text for _, each in reader.interactions(0, 999) for message in each.messages]


def put(atlas: Atlas, *said: str) -> None:
    for text in said:
        assert atlas.observe(text).acknowledged


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder / "me.atlas"


@pytest.fixture
def atlas(place: Path) -> Iterator[Atlas]:
    with closing(opened(place)) as atlas:
        put(atlas, "I live in Porto.", "I like tea.")
        yield atlas


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "backup.atlas"


# --- backup


def test_a_backup_of_an_open_store_has_all_that_was_acknowledged(atlas: Atlas, target: Path) -> None:
    """X9: seen with `cp`: 0 of 25."""
    put(atlas, *(f"I have {number} cats." for number in range(23)))
    put(atlas.in_space("work"), "I work at Acme.")
    made = atlas.admin.backup(target)
    assert (made.path, made.spaces, made.interactions) == (target, 2, 26)
    assert made.bytes_on_disk == target.stat().st_size
    assert len(texts(target)) == 25
    assert texts(target, "work") == ["I work at Acme."]


def test_a_backup_is_one_file_that_only_those_may_read_who_may_read_the_store(
    atlas: Atlas, target: Path, place: Path
) -> None:
    place.chmod(0o640)
    atlas.admin.backup(target)
    assert [file.name for file in target.parent.iterdir() if file.is_file()] == [target.name]
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    with closing(apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READONLY)) as plain:
        assert plain.pragma("journal_mode") == "delete"


def test_nothing_is_written_over_unless_asked(atlas: Atlas, target: Path) -> None:
    target.write_text("precious")
    with pytest.raises(BadInput, match="--force"):
        atlas.admin.backup(target)
    assert target.read_text() == "precious"
    atlas.admin.backup(target, force=True)
    assert len(texts(target)) == 2


def test_a_file_that_came_meanwhile_is_not_written_over(
    atlas: Atlas, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = copies.sync

    def late(path: Path) -> None:
        real(path)
        if path != target.parent:
            target.write_text("precious")

    monkeypatch.setattr(copies, "sync", late)
    with pytest.raises(BadInput, match="there already"):
        atlas.admin.backup(target)
    assert target.read_text() == "precious"
    assert [file.name for file in target.parent.iterdir() if file.is_file()] == [target.name]


def test_a_store_is_not_its_own_backup(atlas: Atlas, place: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.atlas"
    link.symlink_to(place)
    for target in (place, link, *(Path(f"{place}-{part}") for part in ("wal", "shm", "journal"))):
        with pytest.raises(BadInput, match="the store itself"):
            atlas.admin.backup(target, force=True)
    assert atlas.admin.verify().ok
    assert atlas.observe("I have three cats.").acknowledged


def test_a_folder_gets_a_file_named_by_store_and_time(atlas: Atlas, tmp_path: Path) -> None:
    made = atlas.admin.backup(tmp_path)
    assert made.path.parent == tmp_path
    assert made.path.name.startswith("me-backup-2")
    assert made.path.name.endswith("Z.atlas")


def test_a_folder_that_is_not_there_is_named(atlas: Atlas, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        atlas.admin.backup(tmp_path / "no" / "backup.atlas")


def test_progress_is_told_to_the_end(atlas: Atlas, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "_STEP", 16)
    told: list[tuple[str, int, int]] = []
    atlas.admin.backup(target, progress=lambda *each: told.append(each))
    copied = [each for each in told if each[0] == "copying"]
    assert len(copied) > 3
    assert sum(more for _, more, _ in copied) == copied[-1][2] == target.stat().st_size // 4096
    assert [each for each in told if each[0] == "checking"] == [("checking", 1, 1)]


def test_what_is_written_meanwhile_is_not_in_it_and_does_not_hold_it_up(
    atlas: Atlas, place: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R10: somebody writes between every two steps; the moment is the one at which it began."""
    monkeypatch.setattr(copies, "_STEP", 16)
    with closing(opened(place)) as other:
        numbers = iter(range(9999))
        made = atlas.admin.backup(target, progress=lambda *_: put(other, f"I have {next(numbers)} cats."))
    assert made.interactions == 2
    assert next(numbers) > 3
    assert texts(target) == ["I live in Porto.", "I like tea."]


def test_a_copy_that_does_not_verify_is_not_kept(atlas: Atlas, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    atlas.flush()
    real = copies.begin_line

    def spoiled(made: apsw.Connection) -> None:
        made.execute("UPDATE messages SET text = 'I live in Rome.' WHERE text = 'I live in Porto.'")
        real(made)

    monkeypatch.setattr(copies, "begin_line", spoiled)
    with pytest.raises(StoreCorrupt, match="does not hold in the copy"):
        atlas.admin.backup(target)
    assert not target.exists()
    assert [file.name for file in target.parent.iterdir() if file.is_file()] == []


def test_a_damaged_store_makes_no_backup(place: Path, target: Path) -> None:
    with closing(opened(place)) as atlas:
        put(atlas, *(f"I have {number} cats." for number in range(40)))
    with place.open("r+b") as file:
        file.seek(60 * 4096)
        file.write(b"\xff" * 4096 * 20)
    with pytest.raises(StoreTrouble), closing(opened(place)) as atlas:
        atlas.admin.backup(target)
    assert not target.exists()


def test_a_store_that_was_deleted_makes_no_backup_in_its_name(atlas: Atlas, place: Path, target: Path) -> None:
    place.unlink()
    with pytest.raises(StoreTrouble, match="no longer there"):
        atlas.admin.backup(target)


def test_async_code_can_make_one(atlas: Atlas, target: Path) -> None:
    assert asyncio.run(atlas.aio.admin.backup(target)).interactions == 2


# --- restore


def test_a_backup_comes_back_as_it_was(atlas: Atlas, place: Path, target: Path) -> None:
    atlas.admin.backup(target)
    before = target.read_bytes()
    put(atlas, "I have three cats.")
    atlas.close()
    done = Atlas.restore(target, place)
    assert texts(place) == ["I live in Porto.", "I like tea."]
    assert target.read_bytes() == before
    assert (done.store, done.interactions) == (place, 2)
    assert done.aside is not None
    assert texts(done.aside) == ["I live in Porto.", "I like tea.", "I have three cats."]
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


def crashed(place: Path, into: Path) -> Path:
    into.mkdir()
    left = into / place.name
    for part in ("", "-wal", "-shm"):
        shutil.copy(f"{place}{part}", f"{left}{part}")
    return left


def test_no_old_log_can_undo_it(atlas: Atlas, place: Path, target: Path, tmp_path: Path) -> None:
    """X9: seen with `cp`: the log of the crashed store was applied to the copy. And what was there can come back."""
    atlas.admin.backup(target)
    put(atlas, "I have three cats.")
    left = crashed(place, tmp_path / "left")
    done = Atlas.restore(target, left)
    assert not Path(f"{left}-wal").exists()
    assert texts(left) == ["I live in Porto.", "I like tea."]
    assert done.aside is not None
    Atlas.restore(done.aside, left)
    assert texts(left) == ["I live in Porto.", "I like tea.", "I have three cats."]


def test_what_lies_there_already_by_cp_can_be_restored_properly(
    atlas: Atlas, place: Path, target: Path, tmp_path: Path
) -> None:
    atlas.admin.backup(target)
    put(atlas, "I have three cats.")
    left = crashed(place, tmp_path / "left")
    shutil.copy(target, left)
    with pytest.raises(StoreTrouble, match="atlas operate restore"):
        opened(left)
    Atlas.restore(target, left)
    assert texts(left) == ["I live in Porto.", "I like tea."]


def test_a_damaged_store_can_be_replaced(atlas: Atlas, place: Path, target: Path) -> None:
    atlas.admin.backup(target)
    atlas.close()
    place.write_bytes(b"nothing of a store is left" * 500)
    with pytest.raises(StoreCorrupt):
        opened(place)
    Atlas.restore(target, place)
    assert len(texts(place)) == 2


def test_a_store_that_somebody_has_open_is_left_alone(atlas: Atlas, place: Path, target: Path) -> None:
    """Here in this process, where locks of the system would not tell."""
    atlas.admin.backup(target)
    put(atlas, "I have three cats.")
    with pytest.raises(StoreTrouble, match="stop what uses it"):
        Atlas.restore(target, place)
    put(atlas, "I have a dog.")
    atlas.close()
    assert len(texts(place)) == 4
    assert sorted(file.name for file in place.parent.iterdir()) == ["me.atlas"]


def test_what_was_derived_from_the_old_store_goes(atlas: Atlas, place: Path, target: Path) -> None:
    """An index of the old rows is not asked about the new ones; notes about what is to be followed stay."""
    atlas.admin.backup(target)
    atlas.close()
    for name in ("index", "following"):
        place.with_name(f"{place.name}-{name}").mkdir()
        place.with_name(f"{place.name}-{name}").joinpath("file").touch()
    Atlas.restore(target, place)
    assert not place.with_name(f"{place.name}-index").exists()
    assert place.with_name(f"{place.name}-following").joinpath("file").exists()


def test_a_store_behind_a_link_is_replaced_where_it_is(atlas: Atlas, place: Path, target: Path, tmp_path: Path) -> None:
    atlas.admin.backup(target)
    atlas.close()
    link = tmp_path / "link.atlas"
    link.symlink_to(place)
    done = Atlas.restore(target, link)
    assert link.is_symlink()
    assert done.aside is not None
    assert done.aside.parent == place.parent
    assert len(texts(place)) == 2


def test_where_there_is_no_store_it_becomes_one(atlas: Atlas, target: Path, tmp_path: Path) -> None:
    atlas.admin.backup(target)
    done = Atlas.restore(target, tmp_path / "new.atlas")
    assert done.aside is None
    assert len(texts(tmp_path / "new.atlas")) == 2


def test_an_older_backup_is_brought_forward_and_left_as_it_is(
    place: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R9."""
    real = list(opening.migrations())
    with monkeypatch.context() as past:
        past.setattr(opening, "migrations", lambda: real[:9])
        SqliteStore.open(target).close()
    before = target.read_bytes()
    Atlas.restore(target, place)
    assert target.read_bytes() == before
    with closing(opened(place)) as atlas:
        assert atlas._opening.runtime.store.health().schema == len(real)


def foreign(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("CREATE TABLE theirs (x)")


def newer(path: Path) -> None:
    SqliteStore.open(path).close()
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("PRAGMA user_version = 99")


def damaged(path: Path) -> None:
    with closing(opened(path)) as atlas:
        put(atlas, *(f"I have {number} cats." for number in range(40)))
    with path.open("r+b") as file:
        file.seek(60 * 4096)
        file.write(b"\xff" * 4096 * 20)


def tampered(path: Path) -> None:
    with closing(opened(path)) as atlas:
        put(atlas, "I live in Porto.")
        atlas.flush()
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("UPDATE messages SET text = 'I live in Rome.'")


WRONG = {
    "nothing": (lambda path: None, BadInput),
    "empty": (lambda path: path.touch(), StoreCorrupt),
    "text": (lambda path: path.write_text("hello"), StoreCorrupt),
    "foreign": (foreign, StoreTrouble),
    "newer": (newer, StoreNewer),
    "damaged": (damaged, StoreTrouble),
    "tampered": (tampered, StoreCorrupt),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_backup_replaces_nothing(atlas: Atlas, place: Path, target: Path, name: str) -> None:
    make, kind = WRONG[name]
    make(target)  # type: ignore[no-untyped-call]
    atlas.close()
    before = place.read_bytes()
    with pytest.raises(kind):
        Atlas.restore(target, place)
    assert place.read_bytes() == before
    assert sorted(file.name for file in place.parent.iterdir()) == ["me.atlas"]


HOSTILE = {
    "an added trigger": "CREATE TRIGGER evil AFTER INSERT ON memories WHEN NEW.status = 'needs_review' "
    "BEGIN UPDATE memories SET status = 'approved_for_reuse' WHERE seq = NEW.seq; END",
    "a lost guard": "DROP TRIGGER memory_trust_holds_up",
    "an altered guard": "PRAGMA writable_schema = ON; UPDATE sqlite_schema "
    "SET sql = replace(sql, 'WHEN', 'WHEN 0 AND') WHERE name = 'memory_trust_holds_up'",
    "a foreign view": "CREATE VIEW theirs AS SELECT load_extension('x')",
    "a foreign table": "CREATE TABLE theirs (x)",
    "other levels of trust": "UPDATE origins SET trust = 5 WHERE origin = 'web'",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_backup_with_another_schema_is_refused(atlas: Atlas, place: Path, target: Path, name: str) -> None:
    """X1: a trigger in the file could approve what nobody did, from the restore on."""
    atlas.admin.backup(target)
    atlas.close()
    with closing(apsw.Connection(str(target))) as connection:
        connection.execute(HOSTILE[name])
    before = place.read_bytes()
    with pytest.raises(StoreCorrupt, match=r"ATLAS|lost its trigger"):
        Atlas.restore(target, place)
    assert place.read_bytes() == before


def test_an_older_backup_with_an_added_trigger_is_refused(
    place: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """X1, R9."""
    real = list(opening.migrations())
    with monkeypatch.context() as past:
        past.setattr(opening, "migrations", lambda: real[:9])
        SqliteStore.open(target).close()
    with closing(apsw.Connection(str(target))) as connection:
        connection.execute(HOSTILE["an added trigger"])
    with pytest.raises(StoreCorrupt, match="trigger 'evil' that ATLAS did not make"):
        Atlas.restore(target, place)
    assert not place.exists()


def test_doctor_tells_a_schema_that_is_not_ours(atlas: Atlas, place: Path) -> None:
    """X1."""
    atlas.close()
    with closing(apsw.Connection(str(place))) as connection:
        connection.execute(HOSTILE["a lost guard"])
    with closing(opened(place)) as again:
        told = [check.says for check in again.admin.doctor() if not check.ok]
    assert any("has lost its trigger 'memory_trust_holds_up'" in each for each in told), told


def test_a_store_is_not_restored_from_itself(atlas: Atlas, place: Path) -> None:
    atlas.close()
    with pytest.raises(BadInput, match="the store itself"):
        Atlas.restore(place, place)


def test_killed_in_between_either_is_there_whole(
    atlas: Atlas, place: Path, target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every step: the old store opens with all it had, or the new one does, or one sentence says what to do."""
    atlas.admin.backup(target)
    put(atlas, "I have three cats.")
    outcomes = set()
    for step in range(20):
        left = crashed(place, tmp_path / f"left_{step}")
        with monkeypatch.context() as killing:
            _kill_at(killing, step)
            try:
                Atlas.restore(target, left)
                outcomes.add("done")
            except _Killed:
                pass
        outcomes.add(_what_is_there(left))
    assert outcomes == {"done", "old", "new", "told"}


class _Killed(BaseException):
    pass


def _kill_at(killing: pytest.MonkeyPatch, step: int) -> None:
    """Every change of a name in the folder counts."""
    left = iter(range(step))

    def counted(real: object) -> object:
        def acting(*args: object, **more: object) -> object:
            if next(left, None) is None:
                raise _Killed
            return real(*args, **more)  # type: ignore[operator]

        return acting

    killing.setattr(copies.os, "link", counted(copies.os.link))
    killing.setattr(copies.Path, "replace", counted(Path.replace))
    killing.setattr(copies.Path, "unlink", counted(Path.unlink))


def _what_is_there(left: Path) -> str:
    try:
        found = texts(left)
    except AtlasError as trouble:
        return "told" if "atlas operate restore" in str(trouble) else str(trouble)
    return {3: "old", 2: "new"}[len(found)]
