"""What `--home` names: a folder, or a store's own file, whether it is there yet or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.settings import load_settings


def test_a_folder_holds_the_store(tmp_path: Path) -> None:
    for home in (tmp_path, tmp_path / "new", tmp_path / ".atlas"):
        assert (load_settings(home, {}).home, load_settings(home, {}).store) == (home, home / "memory.atlas")


def test_a_file_that_is_there_is_the_store_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "memories").touch()
    settings = load_settings(tmp_path / "memories", {})
    assert (settings.home, settings.store) == (tmp_path, tmp_path / "memories")


def test_what_ends_as_a_store_and_is_not_there_yet_is_a_file(tmp_path: Path) -> None:
    settings = load_settings(tmp_path / "new.atlas", {})
    assert (settings.home, settings.store) == (tmp_path, tmp_path / "new.atlas")
    assert load_settings(environ={"ATLAS_HOME": str(tmp_path / "new.atlas")}).store == tmp_path / "new.atlas"


def test_a_folder_that_is_called_like_a_store_stays_a_folder(tmp_path: Path) -> None:
    (tmp_path / "old.atlas").mkdir()
    assert load_settings(tmp_path / "old.atlas", {}).store == tmp_path / "old.atlas" / "memory.atlas"


def test_a_missing_folder_above_it_is_still_a_slip(tmp_path: Path) -> None:
    """The command line says so where a home's folder is missing, and makes none."""
    assert load_settings(tmp_path / "slip" / "new.atlas", {}).home == tmp_path / "slip" / "new.atlas"


def test_the_command_line_and_a_program_name_the_same_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from atlas.surfaces.cli.app import cli

    place = tmp_path / "new.atlas"
    with pytest.raises(SystemExit) as left:
        cli.main(["--home", str(place), "memories"])
    assert left.value.code == 0
    assert not place.is_dir()
    with Atlas.open(place, background=False, embedder=HashingEmbedder()) as atlas:
        assert atlas.observe("I live in Porto.", "Noted.").acknowledged
    with pytest.raises(SystemExit):
        cli.main(["--home", str(place), "recall", "Where do I live?"])
    assert "lives in Porto" in capsys.readouterr().out
