"""X9: a store whose file was deleted or replaced while it is open acknowledges nothing more, and loses nothing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.model.ids import InteractionId
from atlas.settings import load_settings


def opened(path: Path) -> Atlas:
    return Atlas.open(path, background=False, settings=load_settings(environ={"ATLAS_EMBEDDER": "hashing"}))


def has(atlas: Atlas, id: str) -> bool:
    with atlas._opening.runtime.store.reading(atlas._opening.runtime.space) as reader:
        return reader.interaction(InteractionId(id)) is not None


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder / "me.atlas"


@pytest.fixture
def copy(place: Path, tmp_path: Path) -> Path:
    """An earlier state of the store, closed: what somebody would lay over it."""
    with closing(opened(place)) as atlas:
        atlas.observe("I live in Porto.", "Noted.")
    return Path(shutil.copy(place, tmp_path / "copy.atlas"))


@pytest.fixture
def atlas(place: Path, copy: Path) -> Iterator[Atlas]:
    with closing(opened(place)) as before:
        before.observe("I like green tea.", "Noted.")
    with closing(opened(place)) as atlas:
        assert atlas.observe("I play chess.", "Noted.").acknowledged
        yield atlas


def remove(place: Path, copy: Path) -> None:
    place.unlink()


def make_anew(place: Path, copy: Path) -> None:
    for part in ("", "-wal", "-shm"):
        Path(f"{place}{part}").unlink()
    with closing(opened(place)):
        pass


def move_over(place: Path, copy: Path) -> None:
    copy.rename(place)


def copy_over(place: Path, copy: Path) -> None:
    """As `cp` does it: into the file that is there."""
    with place.open("r+b") as file:
        file.truncate()
        file.write(copy.read_bytes())


def remove_folder(place: Path, copy: Path) -> None:
    shutil.rmtree(place.parent)


def remove_log(place: Path, copy: Path) -> None:
    Path(f"{place}-wal").unlink()


def replace_log(place: Path, copy: Path) -> None:
    log = Path(f"{place}-wal")
    log.with_suffix(".other").write_bytes(log.read_bytes())
    log.with_suffix(".other").rename(log)


def remove_locks(place: Path, copy: Path) -> None:
    Path(f"{place}-shm").unlink()


def restore(place: Path, copy: Path) -> None:
    """As somebody would who knows that a log lies beside it."""
    for part in ("-wal", "-shm"):
        Path(f"{place}{part}").unlink()
    copy.rename(place)


WAYS = [remove, make_anew, move_over, copy_over, remove_folder, remove_log, replace_log, remove_locks]


@pytest.mark.parametrize("way", WAYS)
def test_nothing_more_is_acknowledged(atlas: Atlas, place: Path, copy: Path, way: Callable[..., None]) -> None:
    """X9: not the first time, nor any other; what is said waits in memory, and the sentence says what to do."""
    way(place, copy)
    for number in range(3):
        receipt = atlas.observe(f"I have {number} cats.", "Noted.")
        assert not receipt.acknowledged
        assert receipt.problem is not None
        assert "open it again" in receipt.problem
    assert len(atlas._opening.runtime.memo.backlog) == 3
    assert not all(check.ok for check in atlas.admin.doctor())


def test_what_is_put_back_takes_what_waited(atlas: Atlas, place: Path) -> None:
    """X9: the same file, moved away and back, goes on where it was."""
    aside = place.with_name("aside.atlas")
    place.rename(aside)
    waiting = atlas.observe("I have three cats.", "Noted.")
    assert not waiting.acknowledged
    aside.rename(place)
    assert atlas.observe("I have a dog.", "Noted.").acknowledged
    assert has(atlas, str(waiting.interaction))
    assert atlas.admin.verify().ok


@pytest.mark.parametrize("way", [make_anew, restore])
def test_what_waits_is_stored_in_what_lies_there_when_it_is_closed(
    atlas: Atlas, place: Path, copy: Path, way: Callable[..., None]
) -> None:
    """X9: acknowledged it is not; but it is told "kept and tried again", and closing is the last time to try."""
    way(place, copy)
    waiting = atlas.observe("I have three cats.", "Noted.")
    assert not waiting.acknowledged
    atlas.close()
    with closing(opened(place)) as again:
        assert has(again, str(waiting.interaction))
        assert again.admin.verify().ok


def test_what_waits_in_a_space_that_nobody_holds_any_more_is_stored_too(atlas: Atlas, place: Path, copy: Path) -> None:
    restore(place, copy)
    waiting = atlas.in_space("ana").observe("I have three cats.", "Noted.")
    assert not waiting.acknowledged
    atlas.close()
    with closing(opened(place)) as again:
        assert has(again.in_space("ana"), str(waiting.interaction))


def test_what_cannot_be_stored_at_the_end_is_said(
    atlas: Atlas, place: Path, copy: Path, caplog: pytest.LogCaptureFixture
) -> None:
    remove(place, copy)
    atlas.observe("I have three cats.", "Noted.")
    atlas.close()
    assert "1 interaction could not be stored" in caplog.text
    assert "cats" not in caplog.text
    assert not place.exists()


def test_a_store_opened_by_a_relative_path_stays_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that changes its folder has not lost its store, and makes no second one."""
    monkeypatch.chdir(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with closing(opened(Path("me.atlas"))) as atlas:
        monkeypatch.chdir(elsewhere)
        assert atlas.observe("I live in Porto.", "Noted.").acknowledged
        assert [check.says for check in atlas.admin.doctor() if not check.ok] == []
    assert list(elsewhere.iterdir()) == []


def test_a_link_that_leads_elsewhere_now_is_another_store(place: Path, copy: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.atlas"
    link.symlink_to(place)
    with closing(opened(link)) as atlas:
        assert atlas.observe("I have three cats.", "Noted.").acknowledged
        link.unlink()
        link.symlink_to(copy)
        assert not atlas.observe("I have a dog.", "Noted.").acknowledged


def test_a_store_is_checked_with_few_looks(atlas: Atlas, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it costs: a handful of looks at the folder for each interaction, and no look into the file."""
    looks = 0
    real = os.stat

    def counting(*args: object, **more: object) -> os.stat_result:
        nonlocal looks
        looks += 1
        return real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", counting)
    assert atlas.observe("I have three cats.", "Noted.").acknowledged
    assert looks <= 6
