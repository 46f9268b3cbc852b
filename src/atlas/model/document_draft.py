"""What a run of thinking made of its copy of the documents, before anything of it is stored (E4, E5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from atlas.model.document_paths import Access, find_access


class Ending(StrEnum):
    """How a run of thinking over the documents ended."""

    OK = "ok"
    SKIP = "skip"
    ESCALATE = "escalate"
    UNREADABLE = "unreadable"
    """It said nothing at its end that can be parsed."""
    TIMEOUT = "timeout"
    CRASH = "crash"


@dataclass(frozen=True, slots=True)
class DocumentDraft:
    """The whole copy, read-only documents and meta included, by path (`model/document_paths.py`)."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    ending: Ending
    claimed: tuple[str, ...] = ()
    """Paths that the run says it changed."""
    compacted: tuple[str, ...] = ()
    """Paths that it marked as compaction, which may lose more than others (I4)."""

    @property
    def changed(self) -> tuple[str, ...]:
        """Paths that were changed, added or removed; what lies in staging is never stored, and is none."""
        paths = self.before.keys() | self.after.keys()
        return tuple(
            path
            for path in sorted(paths)
            if self.before.get(path) != self.after.get(path) and find_access(path) is not Access.STAGING
        )
