"""Whose turn it is to follow transcripts, and which of them wait: small files beside the store.

A hook may run many times while one transcript is followed, and each run has a process of its own. Whoever wants a
transcript followed first leaves a note, then tries for the turn. Who has it sees to all notes, gives it up, and looks
once more: so no note is ever left behind by two who just missed each other.

The turn is a lock of the system's: it ends with its process, however that ends. This module loads nothing heavy, since
most of those who ask for the turn do not get it.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from atlas.adapters.clock import SystemClock

_DRAFT, _NOTE = ".draft", ".note"
_OWNER_ALONE: Final = 0o600
_OLD_S: Final = 3_600.0
"""A note is written in a moment: the writer of a draft that old was killed."""


@dataclass(frozen=True, slots=True)
class Note:
    text: str
    files: tuple[Path, ...]
    """Where it stands; said twice, it is one note."""


class Turns:
    def __init__(self, store: Path) -> None:
        self._folder = store.with_name(f"{store.name}-following")

    def leave(self, text: str) -> None:
        """A note for whoever has the turn; it is there whole, or not at all."""
        import tempfile  # it brings much along, and a hook that only looks has no use for it

        self._folder.mkdir(mode=0o700, exist_ok=True)
        handle, name = tempfile.mkstemp(suffix=_DRAFT, dir=self._folder)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).rename(Path(name).with_suffix(_NOTE))

    def notes(self) -> Sequence[Note]:
        """The newest first: one that a process died of does not hold up the others."""
        found: dict[str, list[Path]] = {}
        for file in sorted(filter(_is_file, self._folder.glob(f"*{_NOTE}")), key=_read_age):
            with suppress(OSError, UnicodeDecodeError):
                found.setdefault(file.read_text(encoding="utf-8"), []).append(file)
        return [Note(text, tuple(files)) for text, files in found.items()]

    def seen_to(self, note: Note) -> None:
        """It goes; one that was left meanwhile stays, since it may know of more."""
        for file in note.files:
            file.unlink(missing_ok=True)

    @contextmanager
    def turn(self, name: str) -> Iterator[bool]:
        """Whether it is ours; nobody waits for it."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        handle = os.open(self._folder / f"{name}.lock", os.O_RDWR | os.O_CREAT, _OWNER_ALONE)
        try:
            ours = _locked(handle)
            if ours:
                self._sweep()
            yield ours
        finally:
            os.close(handle)

    def _sweep(self) -> None:
        """Drafts that nobody will ever end."""
        before = SystemClock().now().timestamp() - _OLD_S
        for draft in filter(_is_file, self._folder.glob(f"*{_DRAFT}")):
            with suppress(OSError):
                if draft.lstat().st_mtime < before:
                    draft.unlink()


def _is_file(path: Path) -> bool:
    """Itself: a pipe would be waited at for ever, and a link leads to what is not ours."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _read_age(file: Path) -> int:
    try:
        return -file.lstat().st_mtime_ns
    except OSError:
        return 0


if sys.platform == "win32":
    import msvcrt

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        except OSError:
            return True  # where files cannot be locked, it is everybody's turn
        return True
else:
    import fcntl

    def _locked(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # where files cannot be locked, it is everybody's turn
        return True
