"""The files of a folder, in the order of their names; nothing outside of it, whatever links say."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from atlas.errors import BadInput, NotFound
from atlas.model.source_file import FoundFile, SkippedFile, SkipReason

MAX_BYTES: Final = 4 * 2**20
"""Of a text."""
MAX_CONTAINER_BYTES: Final = 64 * 2**20
"""Of a PDF or a transcript, most of which is no text."""
MAX_FILES: Final = 20_000
MAX_DEPTH: Final = 40
_CONTAINERS: Final = frozenset({".pdf", ".jsonl"})
_BUILT: Final = frozenset({"node_modules", "__pycache__", "venv", "site-packages", "dist", "build", "target"})
"""Folders of what programs made."""
_KEY_NAMES: Final = frozenset({"credentials", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "secrets", "htpasswd"})
_KEY_SUFFIXES: Final = frozenset({".key", ".pem", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".env", ".ovpn"})


def find_files(path: Path) -> Iterator[FoundFile | SkippedFile]:
    """The file itself, or every file of the folder and its folders. Hidden ones and built ones are passed over."""
    if not path.exists():
        raise NotFound(f"There is no file or folder {path}.")
    root = path.resolve()
    if root.is_file():
        yield _look_at(root, root.name, root.parent)
        return
    if not root.is_dir():
        raise BadInput(f"{path.name} is neither a file nor a folder.")
    for number, item in enumerate(_walk(root, root, 0)):
        if number == MAX_FILES:
            yield SkippedFile(item.name, SkipReason.MANY)
            return
        yield item


def _walk(folder: Path, root: Path, depth: int) -> Iterator[FoundFile | SkippedFile]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        yield SkippedFile(_name_within(folder, root), SkipReason.UNREADABLE)
        return
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith(".") or (entry.name in _BUILT and entry.is_dir(follow_symlinks=False)):
            continue
        if entry.is_symlink():
            if not _stays_within(path, root):
                yield SkippedFile(_name_within(path, root), SkipReason.LINKED_OUT)
        elif entry.is_dir(follow_symlinks=False):
            if depth < MAX_DEPTH:
                yield from _walk(path, root, depth + 1)
        elif entry.is_file(follow_symlinks=False):
            yield _look_at(path, _name_within(path, root), root)


def _look_at(path: Path, name: str, root: Path) -> FoundFile | SkippedFile:
    try:
        about = path.stat()
    except OSError:
        return SkippedFile(name, SkipReason.UNREADABLE)
    if path.stem.casefold() in _KEY_NAMES or path.suffix.casefold() in _KEY_SUFFIXES:
        return SkippedFile(name, SkipReason.CREDENTIALS)
    if about.st_size > (MAX_CONTAINER_BYTES if path.suffix.casefold() in _CONTAINERS else MAX_BYTES):
        return SkippedFile(name, SkipReason.HUGE)
    changed = datetime.fromtimestamp(max(0.0, min(about.st_mtime, 4e9)), UTC)
    return FoundFile(name, str(path), about.st_size, changed)


def _stays_within(link: Path, root: Path) -> bool:
    """Whether a link leads to something that is read by its own name; it is not followed either way."""
    try:
        return link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _name_within(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()
