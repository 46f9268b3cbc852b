"""A folder of documents that a person has checked out: written whole, and read file by file or refused."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from atlas.errors import BadInput, NotFound
from atlas.model.document_paths import Access, find_access
from atlas.surfaces.files import write_file

MAX_FILE: Final = 1_000_000
"""In bytes: far above what a document may grow to."""
_META: Final = "meta/version.json"
_FOLDERS: Final = ("meta", "wiki")
_OWNER: Final = 0o700
_READING: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write files into a new or empty folder, for its owner alone. The last of them says that all are there."""
    try:
        folder.mkdir(mode=_OWNER, exist_ok=True)
        if any(folder.iterdir()):
            raise BadInput(f"{folder} is not empty; name a folder that is, or a new one.")
        for name in sorted({path.rpartition("/")[0] for path in files} - {""}):
            (folder / name).mkdir(mode=_OWNER)
    except FileNotFoundError:
        raise BadInput(f"There is no folder {folder.parent} to write {folder.name!r} in.") from None
    except OSError as error:
        raise BadInput(f"{folder} cannot be written: {error.strerror or error}.") from None
    for path, text in files.items():
        write_file(folder / path, [text])


def read_folder(folder: Path) -> dict[str, str]:
    """Read every file of an exported folder by its path. What does not belong there is refused by its name."""
    if not folder.is_dir():
        raise NotFound(f"There is no folder {folder}.")
    if not os.path.lexists(folder / _META):
        raise BadInput(f"{folder} is no export of documents: {_META} is missing.")
    return {path: _read_text(folder, path) for path in sorted(_list_paths(folder))}


def _list_paths(folder: Path) -> Iterator[str]:
    """The paths in a folder, one floor deep; what leads elsewhere is not followed."""
    for entry in _scan(folder, ""):
        if entry.is_dir(follow_symlinks=False) and entry.name in _FOLDERS:
            yield from (_check_path(f"{entry.name}/{each.name}", each) for each in _scan(folder, entry.name))
        else:
            yield _check_path(entry.name, entry)


def _scan(folder: Path, name: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder / name) as entries:
            return list(entries)
    except OSError as error:
        raise BadInput(f"{folder / name} cannot be read: {error.strerror or error}.") from None


def _check_path(path: str, entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        raise BadInput(f"{_show(path)} is a link; put the file itself there.")
    if entry.is_dir(follow_symlinks=False):
        raise BadInput(f"{_show(path)} is a folder, where only documents are; take it away.")
    if find_access(path) not in (Access.WRITABLE, Access.READ_ONLY):
        raise BadInput(f"{_show(path)} is no document: take it away, or name a page wiki/small-letters.md.")
    return path


def _show(path: str) -> str:
    return path if path.isprintable() and len(path) < 200 else repr(path)[:200]


def _read_text(folder: Path, path: str) -> str:
    try:
        data = _read_file(folder / path)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from None
    if data is None:
        raise BadInput(f"{path} is no plain file.")
    if len(data) > MAX_FILE:
        raise BadInput(f"{path} is larger than {MAX_FILE:,} bytes; a document is far shorter.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text; save it as that.") from None


def _read_file(path: Path) -> bytes | None:
    """The bytes of a plain file, no more than one above the limit; None where it is something else."""
    number = os.open(path, _READING)
    with suppress(OSError), os.fdopen(number, "rb") as file:
        return file.read(MAX_FILE + 1) if stat.S_ISREG(os.fstat(number).st_mode) else None
    return None
