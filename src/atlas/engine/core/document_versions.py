"""The versions of documents, read from the journal (E7, X4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from atlas.engine.core.ledger import document_part_id, split_document_part
from atlas.model.document import Document
from atlas.model.ids import DocumentId, ProposalId
from atlas.model.journal import Entry, Part, Row, RowKind
from atlas.model.plain_data import from_plain
from atlas.model.version import Version, VersionChange
from atlas.ports.reading import Reader


def list_versions(reader: Reader) -> list[Version]:
    """All versions, the first first."""
    entries: dict[int, Entry] = {}
    parts: dict[int, set[str]] = {}
    for document in reader.documents():
        for entry, part in read_parts(reader, document):
            entries[entry.seq] = entry
            parts.setdefault(entry.seq, set()).add(part.id)
    return [_build_version(number, entries[seq], parts[seq]) for number, seq in enumerate(sorted(entries), start=1)]


def count_versions(reader: Reader) -> int:
    """How many there are, without reading them: each is the entry that first told how some document stood."""
    return reader.first_entry_count(RowKind.DOCUMENT)


def read_parts(reader: Reader, document: Document) -> Iterator[tuple[Entry, Part]]:
    """The parts of the journal about a document, version by version.

    Each is in the entry that told the version first: a later one about it says no more than that it was erased.
    """
    for version in range(1, document.version + 1):
        id = document_part_id(document.id, version)
        for entry in reader.entries_about(RowKind.DOCUMENT, id)[:1]:
            yield from ((entry, part) for part in entry.parts if part.kind is RowKind.DOCUMENT and part.id == id)


def _build_version(number: int, entry: Entry, own: Collection[str]) -> Version:
    changes = tuple(_build_change(part) for part in entry.parts if part.kind is RowKind.DOCUMENT and part.id in own)
    proposals = tuple(ProposalId(part.id) for part in entry.parts if part.kind is RowKind.PROPOSAL)
    notes = (part.change() for part in entry.parts if part.kind is RowKind.NOTE)
    note = next((str(change.after["text"]) for change in notes if change and change.after), "")
    return Version(number, entry.seq, entry.at, entry.actor, entry.action, entry.cause, changes, proposals, note)


def _build_change(part: Part) -> VersionChange:
    document, _ = split_document_part(part.id)
    change = part.change()
    if change is None:
        return VersionChange(document, None, None, forgotten=True)
    return VersionChange(document, _read_row(change.before), _read_row(change.after), forgotten=change.after is None)


def _read_row(row: Row | None) -> Document | None:
    return from_plain(Document, row) if row is not None else None


def documents_at(versions: Sequence[Version], number: int) -> dict[DocumentId, VersionChange]:
    """How each document stood after a version: the last change of it by then."""
    return {change.document: change for version in versions[:number] for change in version.changes}


def restore_document(now: Document, then: Document | None, moment: datetime) -> Document:
    """A document as it was, as its next version: what was not there yet is empty. Trust never rises (X1)."""
    lower = now if then is None or now.trust < then.trust else then
    return replace(
        then or replace(now, text=""),
        version=now.version + 1,
        updated_at=moment,
        origin=lower.origin,
        trust=lower.trust,
    )


def find_version(versions: Sequence[Version], moment: datetime) -> int:
    """The number of the version that held at a moment; 0 before there was one."""
    return max((version.number for version in versions if version.at <= moment), default=0)


def documents_as_of(reader: Reader, moment: datetime) -> list[Document]:
    """The documents as they stood at a moment; what was forgotten since is left out (X4)."""
    versions = list_versions(reader)
    then = documents_at(versions, find_version(versions, moment))
    return [change.after for change in then.values() if change.after is not None]
