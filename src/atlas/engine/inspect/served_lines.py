"""The lines of documents that stood in a context, and how each came to stand in its document (C8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from atlas.engine.core.document_versions import list_versions
from atlas.language.document_lines import DocumentLine, list_lines
from atlas.model.document import Document
from atlas.model.ids import DocumentId, MemoryId, ProposalId
from atlas.model.journal import Actor
from atlas.model.proposal import Amend
from atlas.model.recall import ServedDocument
from atlas.model.version import Version
from atlas.ports.reading import Reader

_Key = tuple[str, tuple[MemoryId, ...]]
"""A line as it is known again in the next version."""


@dataclass(frozen=True, slots=True)
class LineCause:
    """The change of a document that brought a line into it."""

    version: int
    """Of all documents (E7)."""
    entry: int
    """Of the journal."""
    at: datetime
    actor: Actor
    reason: str = ""
    """Why it was amended, or what the operator said of it."""
    proposals: tuple[ProposalId, ...] = ()
    """The amendments behind it."""


@dataclass(frozen=True, slots=True)
class ServedLine:
    document: DocumentId
    version: int
    """Of the document."""
    number: int
    text: str
    """As it may be told now; empty where it was forgotten."""
    sources: tuple[MemoryId, ...] = ()
    """The memories behind it."""
    cause: LineCause | None = None
    """None where nobody knows any more."""


def read_served_lines(reader: Reader, served: Sequence[ServedDocument]) -> list[ServedLine]:
    """Each in the order in which its document stood there; none where nobody wrote down which they were."""
    known = [each for each in served if each.lines]
    versions = list_versions(reader) if known else []
    return [line for each in known for line in _read_lines(reader, each, versions)]


def _read_lines(reader: Reader, served: ServedDocument, versions: Sequence[Version]) -> Iterator[ServedLine]:
    texts = list(_list_texts(served, versions))
    lines = {line.number: line for line in list_lines(_find_text(reader, served, texts))}
    causes = _find_causes(reader, texts)
    for number in served.lines:
        line = lines.get(number, DocumentLine(number, ""))
        yield ServedLine(served.document, served.version, number, line.text, line.sources, causes.get(_make_key(line)))


def _list_texts(served: ServedDocument, versions: Sequence[Version]) -> Iterator[tuple[Version, Document]]:
    """What a document said, version by version up to the one that was served, where that was not forgotten."""
    for version in versions:
        for change in version.changes:
            row = change.after if change.document == served.document else None
            if row is not None and row.version <= served.version:
                yield version, row


def _find_text(reader: Reader, served: ServedDocument, texts: Sequence[tuple[Version, Document]]) -> str:
    """What it said when it was served; a version that forgetting made stands in no entry."""
    now = reader.document(served.document)
    rows = [*(row for _, row in texts), *([now] if now else [])]
    return next((row.text for row in rows if row.version == served.version), "")


def _find_causes(reader: Reader, texts: Sequence[tuple[Version, Document]]) -> Mapping[_Key, LineCause]:
    """For each line of the last text the version since which it has been there."""
    causes: dict[_Key, LineCause] = {}
    for version, row in texts:
        made = LineCause(
            version.number, version.entry, version.at, version.actor, _find_reason(reader, version), version.proposals
        )
        causes = {key: causes.get(key, made) for key in map(_make_key, list_lines(row.text))}
    return causes


def _find_reason(reader: Reader, version: Version) -> str:
    judged = [each.proposal for id in version.proposals if (each := reader.judged(id))]
    reasons = (each.reason for each in judged if isinstance(each, Amend))
    return " ".join(filter(None, (version.note, *reasons)))


def _make_key(line: DocumentLine) -> _Key:
    return line.text, line.sources
