"""Files that a person asked for: whole or not at all, and over another one only when they say so."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from atlas.errors import BadInput

_OWNER: Final = 0o600


def check_not_there(out: Path, force: bool) -> None:
    """Refuse to write over a file, unless forced to."""
    if out.exists() and not force:
        raise BadInput(f"{out} is there already; write over it with --force.")


def write_file(out: Path, pieces: Iterable[str], mode: int = _OWNER) -> int:
    """Write a draft beside the file, then put it in place: whoever looks sees the old file or the whole new one."""
    try:
        number, beside = tempfile.mkstemp(prefix=f".{out.name}.", dir=out.parent)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror or error}.") from None
    try:
        lines = _write_pieces(number, pieces)
        Path(beside).chmod(mode)
        Path(beside).replace(out)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror or error}.") from None
    finally:
        with suppress(FileNotFoundError):
            os.remove(beside)  # noqa: PTH107 # only a leftover: after the rename there is none
    return lines


def _write_pieces(number: int, pieces: Iterable[str]) -> int:
    """Write pieces with their line ends as they are, and have them on the disk before returning."""
    lines = 0
    with os.fdopen(number, "w", encoding="utf-8", newline="") as file:
        for piece in pieces:
            file.write(piece)
            lines += piece.count("\n")
        file.flush()
        os.fsync(file.fileno())
    return lines
