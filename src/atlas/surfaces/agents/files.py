"""The only place where files of other programs are read and written: all of them whole, or none at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from atlas.errors import BadInput

SKILL: Final = "SKILL.md"
_BEFORE, _AFTER = ".atlas-", ".draft"
"""How a file is called while it is written; one that a killed process left is known by it."""


@dataclass(frozen=True, slots=True)
class Change:
    path: Path
    before: str | None
    """None where there is no file."""
    after: str | None


def read_setup_file(path: Path) -> str | None:
    """The text, with its line ends as they are; None where there is no file."""
    try:
        return path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a text in UTF-8; it was left as it is.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from None


def change_files(changes: Sequence[Change]) -> None:
    """Exchange each file for one with the new text; without a text it goes. If one cannot be, none is.

    All texts are on the disk before the first takes its place. A link stays a link; what it leads to is changed.
    """
    folders: list[Path] = []
    drafts: dict[Path, Path] = {}
    applied: list[Change] = []
    try:
        for each in changes:
            if each.after is not None:
                with _naming_path(each.path):
                    drafts[each.path] = _write_draft(each.path.resolve(), each.after, folders)
        for each in changes:
            _check_unchanged(each)
            with _naming_path(each.path):
                _put_in_place(each.path, drafts.get(each.path))
            applied.append(each)
    except BaseException:
        _put_back(applied, drafts.values(), folders)
        raise


def sweep_drafts(folders: Iterable[Path]) -> None:
    """Remove drafts that somebody left who was killed while writing."""
    for folder in dict.fromkeys(folders):
        for draft in folder.glob(f"{_BEFORE}*{_AFTER}"):
            with suppress(OSError):
                draft.unlink()


def read_skill(name: str) -> str:
    """The text of a skill that ships with the package."""
    return resources.files("atlas.surfaces.agents").joinpath("skills", f"{name}.md").read_text(encoding="utf-8")


def _check_unchanged(each: Change) -> None:
    """Refuse where an agent wrote its file since it was read: what it wrote is not lost."""
    if read_setup_file(each.path) != each.before:
        raise BadInput(f"{each.path} changed meanwhile, so nothing was written; run it again.")


def _write_draft(target: Path, text: str, folders: list[Path]) -> Path:
    """A file beside the target with the new text; folders that are missing are made, and noted."""
    for folder in reversed([each for each in target.parents if not each.exists()]):
        folder.mkdir()
        folders.append(folder)
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
    handle, name = tempfile.mkstemp(prefix=_BEFORE, suffix=_AFTER, dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _put_in_place(path: Path, draft: Path | None) -> None:
    if draft is not None:
        draft.replace(path.resolve())
        return
    path.resolve().unlink(missing_ok=True)
    if path.name == SKILL:  # its folder bears our name; the others may have been there before us
        with suppress(OSError):
            path.parent.rmdir()


def _put_back(applied: Sequence[Change], drafts: Iterable[Path], folders: Sequence[Path]) -> None:
    """Put everything back as far as that can be: what stopped us may stop this too."""
    for each in reversed(applied):
        with suppress(OSError, BadInput):
            if read_setup_file(each.path) == each.after:
                _put_in_place(
                    each.path, None if each.before is None else _write_draft(each.path.resolve(), each.before, [])
                )
    for draft in drafts:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    for folder in reversed(folders):
        with suppress(OSError):
            folder.rmdir()


@contextmanager
def _naming_path(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadInput(f"{path} cannot be written, so nothing was: {error.strerror or error}.") from None
