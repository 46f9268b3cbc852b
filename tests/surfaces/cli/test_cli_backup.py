"""`atlas backup` and `atlas restore` (X9), as somebody types them."""

from __future__ import annotations

import json
from pathlib import Path

from surfaces.cli._person import Person


def test_a_backup_is_made_and_comes_back(ana: Person, tmp_path: Path) -> None:
    """X9."""
    ana.tell("I live in Porto.")
    target = tmp_path / "copy.atlas"
    told = ana.says("backup", str(target))
    assert f"Copied to {target} and verified: 1 interaction in 1 space" in told
    assert "atlas operate restore" in told
    ana.tell("I moved to Rome.")
    told = ana.says("restore", str(target), "--yes")
    assert "is restored and verified: 1 interaction in 1 space." in told
    assert "before-restore-" in told
    assert "Porto" in ana.says("memories")
    assert "Rome" not in ana.says("memories")
    assert ana.data("verify")["ok"]


def test_a_restore_can_be_taken_back(ana: Person, tmp_path: Path) -> None:
    ana.tell("I live in Porto.")
    ana.run("backup", str(tmp_path / "copy.atlas"))
    ana.tell("I keep bees.")
    aside = ana.data("restore", str(tmp_path / "copy.atlas"), "--yes")["aside"]
    assert ana.data("status")["interactions"] == 1
    ana.run("restore", aside, "--yes")
    assert ana.data("status")["interactions"] == 2


def test_machines_get_figures(ana: Person, tmp_path: Path) -> None:
    ana.tell("I live in Porto.")
    made = ana.data("backup", str(tmp_path))
    assert sorted(made) == ["bytes", "file", "interactions", "journal_entries", "spaces"]
    assert Path(made["file"]).stat().st_size == made["bytes"]
    done = ana.data("restore", made["file"], "--yes")
    assert sorted(done) == ["aside", "interactions", "journal_entries", "spaces", "store"]


def test_without_a_target_it_lies_beside_the_store(ana: Person) -> None:
    ana.tell("I live in Porto.")
    made = Path(ana.data("backup")["file"])
    assert made.parent == ana.home
    assert made.name.startswith("memory-backup-")


def test_nothing_is_written_over_unless_forced(ana: Person, tmp_path: Path) -> None:
    ana.tell("I live in Porto.")
    target = tmp_path / "copy.atlas"
    target.write_text("precious")
    assert "--force" in ana.run("backup", str(target), code=1).stderr
    assert target.read_text() == "precious"
    ana.run("backup", str(target), "--force")


def test_a_store_is_not_replaced_unasked(ana: Person, tmp_path: Path) -> None:
    """Where nobody can be asked, --yes says it; where there is no store, nothing is replaced."""
    ana.tell("I live in Porto.")
    ana.run("backup", str(tmp_path / "copy.atlas"))
    assert "--yes" in ana.run("restore", str(tmp_path / "copy.atlas"), code=2).stderr
    bea = Person(tmp_path / "bea")
    assert bea.data("restore", str(tmp_path / "copy.atlas"))["aside"] is None
    assert "Porto" in bea.says("memories")


def test_at_a_terminal_it_asks(ana: Person, tmp_path: Path) -> None:
    ana.tell("I live in Porto.")
    ana.run("backup", str(tmp_path / "copy.atlas"))
    ana.tell("I keep bees.")
    shown, code = ana.at_terminal("restore", str(tmp_path / "copy.atlas"), keys=["n\r"])
    assert code == 0
    assert "Nothing was changed." in shown
    assert ana.data("status")["interactions"] == 2


def test_what_is_no_backup_is_one_sentence(ana: Person, tmp_path: Path) -> None:
    ana.tell("I live in Porto.")
    wrong = tmp_path / "wrong.atlas"
    wrong.write_text("hello")
    failed = ana.run("restore", str(wrong), "--yes", "--json", code=1)
    assert "is not an ATLAS store" in json.loads(failed.stderr)["error"]
    assert ana.data("status")["interactions"] == 1


def test_a_copy_laid_over_a_store_with_its_old_log_is_one_sentence(ana: Person, tmp_path: Path) -> None:
    """X9: whatever is typed next; `atlas restore` is the way out that it names."""
    ana.tell("I live in Porto.")
    copy = ana.data("backup", str(tmp_path))["file"]
    store = ana.home / "memory.atlas"
    log = _log_of_a_crash(ana, store)
    store.write_bytes(Path(copy).read_bytes())
    Path(f"{store}-wal").write_bytes(log)
    for command in ("status", "memories", "doctor", "observe I-keep-bees"):
        failed = ana.run(*command.split(), code=1)
        assert "does not fit the log beside it" in failed.stderr
        assert "atlas operate restore" in failed.stderr
    assert Path(f"{store}-wal").read_bytes() == log
    ana.run("restore", copy, "--yes")
    assert ana.data("status")["interactions"] == 1


def _log_of_a_crash(ana: Person, store: Path) -> bytes:
    from atlas.settings import load_settings
    from atlas.surfaces.library import Atlas

    atlas = Atlas.open(store, settings=load_settings(ana.home, ana.env), background=False)
    try:
        assert atlas.observe("I keep bees.").acknowledged
        return Path(f"{store}-wal").read_bytes()
    finally:
        atlas.close(think=False)


def test_a_link_to_nothing_is_one_sentence(ana: Person, tmp_path: Path) -> None:
    """A store on a disk that is not there: nothing is made anew in its place."""
    ana.home.mkdir()
    (ana.home / "memory.atlas").symlink_to(tmp_path / "gone.atlas")
    for command in ("status", "memories", "observe I-keep-bees"):
        failed = ana.run(*command.split(), code=1)
        assert "where there is nothing" in failed.stderr
        assert "remove the link" in failed.stderr
    assert not (tmp_path / "gone.atlas").exists()


def test_a_home_that_is_a_link_to_nothing_is_one_sentence(ana: Person, tmp_path: Path) -> None:
    ana.home.symlink_to(tmp_path / "gone")
    failed = ana.run("status", code=1)
    assert "is a link to" in failed.stderr
    assert "where there is nothing" in failed.stderr


def test_where_there_is_no_store_nothing_is_copied(ana: Person) -> None:
    """An empty backup that looks like one is worse than none, and the home is no place for a file."""
    done = ana.run("backup", code=1)
    assert done.stderr.startswith("atlas: There is no store at ")
    assert not ana.home.exists()
