"""X9: a log that was begun on another file is never applied to the one it lies beside."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from _past_schema import past_schema
from _processes import run, start

from atlas.adapters.storage.sqlite import lineage
from atlas.adapters.storage.sqlite.glance import StoreGlance
from atlas.adapters.storage.sqlite.lineage import BEGIN, check_log, log_of, stamp_of
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import StoreTrouble
from atlas.model.ids import InteractionId
from atlas.testing import samples
from atlas.testing.samples import HOME

FORGED = f"\x47\x01\x04\x00\x81\x13atlas-lineage {'0' * 32} {'9' * 20}"


def put(store: SqliteStore, *names: str) -> None:
    for name in names:
        with store.writing(HOME) as writer:
            samples.tell(writer, name, (f"u_{name}", f"said {name}", samples.Origin.USER))


def names_in(path: Path) -> set[str]:
    with closing(SqliteStore.open(path)) as store, store.reading(HOME) as reader:
        return {name for name in "abcdefgh" if reader.interaction(InteractionId(f"i_{name}"))}


def open_once(path: Path, way: str) -> None:
    if way == "glance":
        with StoreGlance.open(path, HOME):
            pass
    else:
        SqliteStore.open(path, read_only=way == "read").close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "me.atlas"


def crash(path: Path, into: Path) -> Path:
    """The store and its log as they lie there while it is open: what a crash leaves behind."""
    into.mkdir()
    left = into / path.name
    for part in ("", "-wal"):
        shutil.copy(f"{path}{part}", f"{left}{part}")
    return left


@pytest.fixture
def crashed(path: Path, tmp_path: Path) -> Path:
    """A store with two interactions in its file and a third in its log."""
    with closing(SqliteStore.open(path)) as store:
        put(store, "i_a")
    shutil.copy(path, tmp_path / "early.atlas")
    with closing(SqliteStore.open(path)) as store:
        put(store, "i_b")
    with closing(SqliteStore.open(path)) as store:
        put(store, "i_c")
        return crash(path, tmp_path / "left")


def early(tmp_path: Path) -> Path:
    return tmp_path / "early.atlas"


def another(tmp_path: Path) -> Path:
    with closing(SqliteStore.open(tmp_path / "another.atlas")) as store:
        put(store, "i_d", "i_e")
    return tmp_path / "another.atlas"


def later(tmp_path: Path) -> Path:
    """The same line, further than the log goes."""
    with closing(SqliteStore.open(tmp_path / "me.atlas")) as store:
        put(store, "i_d", "i_e")
    return tmp_path / "me.atlas"


def backup(tmp_path: Path) -> Path:
    """The very state that the log was begun on, in a line of its own."""
    copy = tmp_path / "backup.atlas"
    shutil.copy(tmp_path / "left" / "me.atlas", copy)
    with closing(apsw.Connection(str(copy))) as connection:
        connection.execute(BEGIN)
    return copy


def unstamped(tmp_path: Path) -> Path:
    """A copy from before there were stamps."""
    copy = tmp_path / "old.atlas"
    shutil.copy(tmp_path / "left" / "me.atlas", copy)
    with closing(apsw.Connection(str(copy))) as connection:
        connection.execute("DROP TABLE lineage")
    return copy


def test_a_log_that_is_its_own_is_applied(crashed: Path) -> None:
    assert names_in(crashed) == {"a", "b", "c"}


@pytest.mark.parametrize("copy", [early, another, later, backup, unstamped])
@pytest.mark.parametrize("way", ["write", "read", "glance"])
def test_a_copy_laid_over_a_store_with_an_old_log_is_told(
    crashed: Path, tmp_path: Path, copy: Callable[[Path], Path], way: str
) -> None:
    """X9: whoever opens it, neither the copy nor the log is changed; with the log away the copy is what there is."""
    laid = copy(tmp_path)
    shutil.copy(laid, crashed)
    before = crashed.read_bytes(), log_of(crashed).read_bytes()
    for _ in range(2):
        with pytest.raises(StoreTrouble, match="does not fit the log beside it"):
            open_once(crashed, way)
    assert (crashed.read_bytes(), log_of(crashed).read_bytes()) == before
    log_of(crashed).unlink()
    assert names_in(crashed) == names_in(laid)


def test_a_log_without_its_store_is_kept(crashed: Path) -> None:
    """Making a new store there would drop what only the log has."""
    crashed.unlink()
    for path in (crashed, crashed):
        with pytest.raises(StoreTrouble, match="without its store"):
            SqliteStore.open(path)
        crashed.touch()
    assert log_of(crashed).stat().st_size > 0


def test_a_log_that_went_into_the_file_by_half_is_its_own(path: Path, tmp_path: Path) -> None:
    """A crash while the log is written into the file, and after it, with the log still there."""
    with closing(SqliteStore.open(path)) as store:
        put(store, "i_a", "i_b")
        with store._connection() as connection:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        assert names_in(crash(path, tmp_path / "whole")) == {"a", "b"}
        put(store, "i_c")
        left = crash(path, tmp_path / "half")
        with store._connection() as connection:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        done = path.read_bytes()
    for pages in range(1, len(done) // 4096):
        half = tmp_path / f"half_{pages}.atlas"
        half.write_bytes(done[: pages * 4096] + left.read_bytes()[pages * 4096 :])
        shutil.copy(log_of(left), log_of(half))
        assert names_in(half) == {"a", "b", "c"}


def test_a_store_that_was_rewritten_is_its_own(path: Path, tmp_path: Path) -> None:
    """Forgetting rewrites the file: the stamp stands on another page then."""
    with closing(SqliteStore.open(path)) as store:
        put(store, "i_a")
        with store._connection() as connection:
            connection.execute("CREATE TABLE room (x); DROP TABLE room")
        store.purge()
        put(store, "i_b")
        with store._connection() as connection:
            connection.execute("VACUUM")
        assert names_in(crash(path, tmp_path / "left")) == {"a", "b"}
        put(store, "i_c")
        assert names_in(crash(path, tmp_path / "later")) == {"a", "b", "c"}


def test_a_store_brought_forward_is_its_own(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R9: the stamps came in with the log, and are not in the file yet."""
    with past_schema(monkeypatch, 9), closing(SqliteStore.open(path)) as store:
        put(store, "i_a")
    with closing(SqliteStore.open(path)) as store:
        assert names_in(crash(path, tmp_path / "left")) == {"a"}
        put(store, "i_b")
        assert names_in(crash(path, tmp_path / "later")) == {"a", "b"}


def test_stores_that_many_write_are_always_their_own(path: Path) -> None:
    """R5: opened over and over while others write, and while their log goes into the file and begins anew."""
    SqliteStore.open(path).close()
    writers = [start("write", path, f"w{number}", 60) for number in range(2)]
    looks = 0
    while any(writer.poll() is None for writer in writers):
        check_log(path)
        looks += 1
    assert [writer.communicate()[1] for writer in writers] == ["", ""]
    assert looks > 10


def test_no_text_can_pose_as_a_stamp(path: Path, tmp_path: Path) -> None:
    """What somebody says goes into the log too, short or long."""
    with closing(SqliteStore.open(path)) as store:
        put(store, "i_a")
    with closing(SqliteStore.open(path)) as store:
        for name, text in (("i_b", FORGED), ("i_c", FORGED * 200), ("i_d", f"{'x' * 4092}{FORGED}" * 3)):
            with store.writing(HOME) as writer:
                samples.tell(writer, name, (f"u_{name}", text, samples.Origin.USER))
        assert names_in(crash(path, tmp_path / "left")) == {"a", "b", "c", "d"}


def test_every_change_counts_and_looking_does_not(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        with store._connection() as connection:
            first = stamp_of(connection)
        put(store, "i_a", "i_b")
        with store.reading(HOME) as reader:
            reader.interactions(0, 9)
        with store.writing(HOME):
            pass
        with store._connection() as connection:
            now = stamp_of(connection)
    assert first is not None
    assert now == lineage.Stamp(first.line, first.changes + 2)


def test_opening_a_store_lets_go_of_no_lock(path: Path) -> None:
    """With POSIX locks, closing a second handle of a file in one process would: whoever else closes the store would
    then take the log away from the first."""
    with closing(SqliteStore.open(path)) as one:
        put(one, "i_a")
        with closing(SqliteStore.open(path)):
            pass
        assert run("lock_whole", path) == "BusyError"


def test_a_link_to_nothing_makes_no_store(tmp_path: Path) -> None:
    """A disk that is not there, more likely than a wish for a new store."""
    link, target = tmp_path / "link.atlas", tmp_path / "gone.atlas"
    link.symlink_to(target)
    for read_only in (False, True):
        with pytest.raises(StoreTrouble, match=r"is a link to .*gone\.atlas, where there is nothing"):
            SqliteStore.open(link, read_only=read_only)
    assert not target.exists()


# --- an earlier state of the same store, laid over it while it is open


@pytest.mark.parametrize("mode", ["TRUNCATE", "PASSIVE"])
def test_an_earlier_copy_is_noticed_after_another_process_emptied_the_log(
    path: Path, tmp_path: Path, mode: str
) -> None:
    """X9: what was acknowledged is neither in the file nor in the log by then, and the copy is of the same line."""
    with closing(SqliteStore.open(path)) as store:
        put(store, "a")
    early = Path(shutil.copyfile(path, tmp_path / "early.raw"))
    with closing(SqliteStore.open(path)) as store:
        put(store, "b", "c")
        with closing(apsw.Connection(str(path))) as other:
            other.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
        shutil.copyfile(early, path)
        for _ in range(2):
            with pytest.raises(StoreTrouble, match="was replaced while it was open"):
                put(store, "d")


def test_a_log_that_goes_into_the_file_by_parts_disturbs_nobody(path: Path) -> None:
    """X9: a reader of an earlier moment holds it up, again and again; every change is stored all the same."""
    with closing(SqliteStore.open(path)) as store, closing(apsw.Connection(str(path))) as other:
        for number, name in enumerate("abcdefgh"):
            put(store, f"i_{name}")
            if number % 4 == 1:
                other.execute("BEGIN; SELECT count(*) FROM messages").fetchall()
            if number % 4 == 3:
                other.execute("COMMIT")
            with closing(apsw.Connection(str(path))) as third:
                third.execute(f"PRAGMA wal_checkpoint({'TRUNCATE' if number == 3 else 'PASSIVE'})").fetchall()
    assert names_in(path) == set("abcdefgh")
