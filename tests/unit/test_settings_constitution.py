"""The constitution in force is the one that the home folder pins, or the shipped one (E9)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atlas.curation.constitution import hash_constitution
from atlas.errors import BadInput, ConstitutionBroken
from atlas.settings import (
    PIN_NAME,
    format_pin,
    name_pinned_text,
    read_constitution,
    read_proposed_constitution,
    read_shipped_constitution,
)

OWN = read_shipped_constitution().text.replace("5. Put truth", "5. Always put truth").encode()
SHA256 = hash_constitution(OWN)


def pin(home: Path) -> Path:
    text = name_pinned_text(home, SHA256)
    text.write_bytes(OWN)
    (home / PIN_NAME).write_text(format_pin(SHA256))
    return text


def test_without_a_pin_the_shipped_one_is_in_force(tmp_path: Path) -> None:  # E9
    name_pinned_text(tmp_path, SHA256).write_bytes(OWN)  # by itself it pins nothing
    assert read_constitution(tmp_path) == read_constitution(tmp_path / "nowhere") == read_shipped_constitution()


def test_a_pinned_one_is_in_force(tmp_path: Path) -> None:  # E9
    pin(tmp_path)
    found = read_constitution(tmp_path)
    assert (found.text.encode(), found.sha256, found.pinned) == (OWN, SHA256, True)


def test_a_pinned_one_that_is_missing_altered_or_a_link_is_broken(tmp_path: Path) -> None:  # E9
    text = pin(tmp_path)
    text.write_bytes(OWN.replace(b"agreeableness", b"Agreeableness"))
    with pytest.raises(ConstitutionBroken, match="altered"):
        read_constitution(tmp_path)
    text.unlink()
    with pytest.raises(ConstitutionBroken, match="missing"):
        read_constitution(tmp_path)
    (tmp_path / "elsewhere.md").write_bytes(OWN)
    text.symlink_to(tmp_path / "elsewhere.md")
    with pytest.raises(ConstitutionBroken, match="missing"):
        read_constitution(tmp_path)


@pytest.mark.parametrize("line", ["", "none", SHA256.upper() + "  x.md", "../../etc/passwd", "f" * 64 + "  x.md\n"])
def test_a_pin_that_names_nothing_is_broken(tmp_path: Path, line: str) -> None:  # E9
    pin(tmp_path)
    (tmp_path / PIN_NAME).write_text(line)
    with pytest.raises(ConstitutionBroken, match="atlas operate constitution pin"):
        read_constitution(tmp_path)


def test_a_pin_that_is_a_link_is_broken(tmp_path: Path) -> None:  # E9
    pin(tmp_path)
    (tmp_path / PIN_NAME).rename(tmp_path / "elsewhere")
    (tmp_path / PIN_NAME).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ConstitutionBroken):
        read_constitution(tmp_path)
    (tmp_path / "elsewhere").unlink()
    with pytest.raises(ConstitutionBroken):
        read_constitution(tmp_path)


def test_whoever_reads_while_another_is_pinned_sees_one_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # E9
    """The pin was read, and then the text that it names went, because another was pinned."""
    pin(tmp_path)
    pins = iter(["a" * 64, SHA256])
    monkeypatch.setattr("atlas.settings.constitution_files._read_pin", lambda home: next(pins))
    assert read_constitution(tmp_path).sha256 == SHA256


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_what_is_to_be_pinned_is_a_plain_file_of_the_form(tmp_path: Path) -> None:  # E9
    file, link, pipe = tmp_path / "mine.md", tmp_path / "link.md", tmp_path / "pipe"
    file.write_bytes(OWN)
    link.symlink_to(file)
    os.mkfifo(pipe)
    assert read_proposed_constitution(file) == OWN
    for wrong in (link, pipe, tmp_path, tmp_path / "nowhere.md"):
        with pytest.raises(BadInput, match="no file"):
            read_proposed_constitution(wrong)
    file.write_bytes(b"x" * 100_000)
    with pytest.raises(BadInput, match="bytes"):
        read_proposed_constitution(file)
