"""Reads the store's files as a stranger would: bytes, without asking the engine."""

from __future__ import annotations

from pathlib import Path

from atlas.surfaces.demo.events import Scan


def scan_files(folder: Path, text: str) -> Scan:
    """Count how often a text stands in the files of a folder: as written, in other case, or with escaped letters."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    wanted = {text.lower().encode(), text.lower().encode("unicode_escape")}
    hits = sum(content.count(form) for content in (file.read_bytes().lower() for file in files) for form in wanted)
    return Scan(len(files), hits)
