"""The versions of documents, each told: when, by whom, and why (E7, C8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Self

from atlas.engine.core.document_files import map_documents
from atlas.engine.core.document_versions import list_versions
from atlas.evolution.filing import is_filing
from atlas.evolution.versions import count_changed_lines
from atlas.model.ids import DocumentId, MemoryId, ProposalId
from atlas.model.journal import Action, Actor
from atlas.model.proposal import Amend
from atlas.model.thinking import Judged
from atlas.model.version import Version, VersionCause, VersionChange
from atlas.ports.reading import Reader

RULES: Final = "rules"


@dataclass(frozen=True, slots=True)
class DocumentTouched:
    """What a version did to one document, in lines; where that was forgotten, nobody knows."""

    path: str
    added: int = 0
    removed: int = 0
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class VersionStory:
    """One version: when, by whom, and why."""

    number: int
    at: datetime
    actor: Actor
    cause: VersionCause
    documents: tuple[DocumentTouched, ...]
    reason: str = ""
    of: int | None = None
    """The version that was restored or undone."""
    thinker: str = ""
    """Who proposed it: `rules`, or a model by its name."""
    approved_by: str | None = None
    """The person who approved it, where it waited for one."""
    proposals: tuple[ProposalId, ...] = ()
    sources: tuple[MemoryId, ...] = ()
    """The memories that were filed."""
    quotes: tuple[str, ...] = ()
    """The words that it was proposed from."""
    entry: int = 0
    """Of the journal, for `revert`."""


@dataclass(frozen=True, slots=True)
class History:
    """All versions, and what it takes to tell them."""

    reader: Reader
    versions: Sequence[Version]
    paths: Mapping[DocumentId, str]

    @classmethod
    def read(cls, reader: Reader) -> Self:
        paths = {document.id: path for path, document in map_documents(reader.documents()).items()}
        return cls(reader, list_versions(reader), paths)

    def find_last(self, document: DocumentId) -> int:
        """The number of the version that changed a document last; 0 where none did."""
        numbers = (each.number for each in self.versions if any(change.document == document for change in each.changes))
        return max(numbers, default=0)

    def list_texts(self, document: DocumentId) -> Iterator[tuple[int, str | None]]:
        """What a document said, version by version; None where that was forgotten."""
        for version in self.versions:
            for change in version.changes:
                if change.document == document:
                    yield version.number, change.after.text if change.after else None

    def tell_version(self, number: int) -> VersionStory | None:
        return self._tell(self.versions[number - 1]) if number else None

    def _tell(self, version: Version) -> VersionStory:
        judged = [each for id in version.proposals if (each := self.reader.judged(id))]
        amends = [each.proposal for each in judged if isinstance(each.proposal, Amend)]
        thinker = RULES if amends and all(map(is_filing, amends)) else self._find_thinker(judged)
        cause = _find_cause(version, thinker)
        note = "" if cause is VersionCause.RESTORED else version.note
        return VersionStory(
            version.number,
            version.at,
            version.actor,
            cause,
            tuple(self._tell_changes(version)),
            " ".join(filter(None, (note, *(each.reason for each in amends)))),
            self._find_number(version.cause),
            thinker,
            version.actor.value if version.action is Action.DECIDED else None,
            version.proposals,
            tuple(dict.fromkeys(id for each in amends for id in each.sources)),
            tuple(dict.fromkeys(item.quote for each in amends for item in each.evidence)),
            version.entry,
        )

    def _find_thinker(self, judged: Sequence[Judged]) -> str:
        found = (self.reader.reflection(each.reflection) for each in judged if each.reflection)
        return next((each.thinker for each in found if each), "")

    def _find_number(self, entry: int | None) -> int | None:
        return next((each.number for each in self.versions if each.entry == entry), None)

    def _tell_changes(self, version: Version) -> Iterator[DocumentTouched]:
        changes: dict[DocumentId, list[VersionChange]] = {}
        for change in version.changes:
            changes.setdefault(change.document, []).append(change)
        for document, made in changes.items():
            yield self._tell_change(version, document, made)

    def _tell_change(self, version: Version, document: DocumentId, made: Sequence[VersionChange]) -> DocumentTouched:
        path = self.paths.get(document, document)
        if version.action is Action.FORGOTTEN or any(change.forgotten for change in made):
            return DocumentTouched(path, forgotten=True)
        first, last = made[0].before, made[-1].after
        return DocumentTouched(path, *count_changed_lines(first.text if first else "", last.text if last else ""))


def _find_cause(version: Version, thinker: str) -> VersionCause:
    if version.action is Action.FORGOTTEN:
        return VersionCause.FORGOTTEN
    if version.action is Action.UNDONE:
        return VersionCause.UNDONE
    if version.proposals:
        proposed = {RULES: VersionCause.FILED, "": VersionCause.AMENDED}
        return proposed.get(thinker, VersionCause.PROPOSED)
    if version.actor is Actor.OPERATOR:
        return VersionCause.EDITED if version.cause is None else VersionCause.RESTORED
    return VersionCause.NOTED
