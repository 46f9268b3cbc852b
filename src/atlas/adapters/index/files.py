"""What an index keeps beside the store: plain arrays, one file each, in a folder that nobody else may read.

Every saving is a generation in a folder of its own. `current` names the one that holds, with checksums of each file and
of itself; it is replaced in one step, so that a reader finds the old or the new and never half of one. Nothing here is
the truth: whatever looks wrong is thrown away and made again from the rows.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from atlas.errors import StoreTrouble

_CURRENT: Final = "current"

Part = bytes | memoryview


class Unusable(Exception):
    """What was saved cannot be read, or is not what was written."""


@dataclass(frozen=True, slots=True)
class Saved:
    about: Mapping[str, Any]
    parts: Mapping[str, bytes]


def write_generation(folder: Path, about: Mapping[str, Any], parts: Mapping[str, Part]) -> None:
    """A new generation. The one before it stays until the next: somebody may be reading it."""
    _make_private(folder)
    before = _read_current_name(folder)
    fresh = Path(tempfile.mkdtemp(prefix="g-", dir=folder))
    try:
        sums = {name: _write_part(fresh / name, data) for name, data in parts.items()}
        note = json.dumps({"generation": fresh.name, "about": about, "sums": sums}).encode()
        _write_part(fresh / _CURRENT, b"%08x\n" % zlib.crc32(note) + note)
    except OSError:
        shutil.rmtree(fresh, ignore_errors=True)  # a full disk is the likeliest reason
        raise
    (fresh / _CURRENT).replace(folder / _CURRENT)
    _sweep_generations(folder, {_CURRENT, fresh.name, before})


def read(folder: Path) -> Saved | None:
    """None where nothing was saved. Twice, because a generation may be replaced while it is read."""
    try:
        with suppress(OSError, Unusable):
            return _read(folder)
        return _read(folder)
    except (OSError, ValueError, KeyError, TypeError) as trouble:
        raise Unusable(f"it cannot be read ({trouble})") from trouble


def erase_files(folder: Path) -> None:
    """Every generation, whole or half written (X3)."""
    if folder.exists():
        _sweep_generations(folder, set())
        left = sorted(path.name for path in folder.iterdir())
        if left:
            raise StoreTrouble(f"The index in {folder} could not be erased: {', '.join(left)} is still there.")


def _read(folder: Path) -> Saved | None:
    note = _read_note(folder)
    if note is None:
        return None
    parts = {}
    for name, wanted in note["sums"].items():
        parts[name] = (folder / note["generation"] / name).read_bytes()
        if zlib.crc32(parts[name]) != wanted:
            raise Unusable(f"{name} is damaged")
    return Saved(note["about"], parts)


def _read_note(folder: Path) -> Mapping[str, Any] | None:
    try:
        wanted, _, note = (folder / _CURRENT).read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    if int(wanted, 16) != zlib.crc32(note):
        raise Unusable(f"{_CURRENT} is damaged")
    found = json.loads(note)
    if not isinstance(found, dict):
        raise Unusable(f"{_CURRENT} is not what it should be")
    return found


def _read_current_name(folder: Path) -> str:
    with suppress(OSError, ValueError, Unusable):
        return str((_read_note(folder) or {}).get("generation", ""))
    return ""


def _make_private(folder: Path) -> None:
    """Its owner's alone, like the store; so is every folder that has to be made on the way."""
    if not folder.exists():
        _make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _write_part(path: Path, data: Part) -> int:
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(data)
    return zlib.crc32(data)


def _sweep_generations(folder: Path, keep: set[str]) -> None:
    """What cannot go now, because somebody holds it open on a system that minds, goes another time."""
    for path in folder.iterdir():
        if path.name in keep:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                path.unlink()
