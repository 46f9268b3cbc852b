"""Folders (P8): files that are really there. Links are not followed, whichever way they lead."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from atlas.adapters.history.archives import CONVERSATIONS, UNREAD, unread_part
from atlas.adapters.history.sources import Source, file_source
from atlas.errors import BadInput
from atlas.model.history import Format, Skipped

MAX_ENTRIES: Final = 200_000

_WANTED: Final = {
    Format.CHATGPT: CONVERSATIONS,
    Format.CLAUDE: CONVERSATIONS,
    Format.CLAUDE_CODE: re.compile(r".*\.jsonl"),
    Format.CODEX: re.compile(r"(?:.*/)?rollout-[^/]*\.jsonl"),
    Format.TURNS: re.compile(r".*\.jsonl"),
    Format.MEM0: re.compile(r".*\.jsonl?"),
    # The notes that Claude Code keeps for itself stand in a folder called memory, one file for each topic.
    Format.MARKDOWN: re.compile(r"(?i:(?:.*/)?(?:MEMORY|CLAUDE|CLAUDE\.local|AGENTS)\.md|(?:.*/)?memory/[^/]*\.md)"),
}
_KNOWN_HIDDEN: Final = (".claude", ".codex")


def list_folder_sources(folder: Path, kind: Format) -> Iterator[Source | Skipped]:
    """List the files of a folder that can hold this format, in the order of their names."""
    wanted = _WANTED[kind]
    inside = f"{folder.resolve().name}/"
    for found in _list_entries(folder):
        if isinstance(found, Skipped):
            yield found
        elif wanted.fullmatch(found.name) or wanted.fullmatch(inside + found.name):
            yield found.source()
        elif kind is Format.CLAUDE and UNREAD.fullmatch(found.name):
            yield unread_part(found.name)


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    """Within the folder, with slashes."""
    there: os.DirEntry[str]

    @property
    def is_folder(self) -> bool:
        return self.there.is_dir(follow_symlinks=False)

    @property
    def is_entered(self) -> bool:
        """Not what programs keep for themselves: a project's own notes are wanted, not those of its dependencies."""
        name = self.there.name
        return self.is_folder and name != "node_modules" and (not name.startswith(".") or name in _KNOWN_HIDDEN)

    def source(self) -> Source | Skipped:
        if self.there.is_symlink():
            return Skipped(self.name, "It is a link, and links are not followed.")
        if not self.there.is_file(follow_symlinks=False):
            return Skipped(self.name, "It is not a file.")
        return file_source(Path(self.there.path), self.name)


def _list_entries(folder: Path) -> Iterator[_Entry | Skipped]:
    left = [("", folder)]
    seen = 0
    while left:
        above, here = left.pop()
        found = _list_folder(here, above)
        if isinstance(found, Skipped):
            yield found
            continue
        seen += len(found)
        if seen > MAX_ENTRIES:
            raise BadInput(f"{folder.name} has more than {MAX_ENTRIES:,} files; choose a folder inside it.")
        yield from (entry for entry in found if not entry.is_folder)
        left += [(f"{entry.name}/", Path(entry.there.path)) for entry in reversed(found) if entry.is_entered]


def _list_folder(folder: Path, above: str) -> list[_Entry] | Skipped:
    try:
        with os.scandir(folder) as entries:
            found = [_Entry(above + entry.name, entry) for entry in islice(entries, MAX_ENTRIES + 1)]
    except OSError as trouble:
        return Skipped(above or folder.name, f"It cannot be opened: {trouble.strerror}.")
    return sorted(found, key=lambda entry: entry.name)
