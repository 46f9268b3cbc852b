"""What people and applications do to documents: edit them as a whole, bring a version back, add a note (E4, E7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from atlas.curation.amendments import find_changed_paths
from atlas.curation.document_invariants import check_draft
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.policy import DocumentLimits
from atlas.engine.core.document_files import DocumentFiles, choose_document_id, read_document_files
from atlas.engine.core.document_versions import (
    count_versions,
    documents_at,
    find_version,
    list_versions,
    restore_document,
)
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.document import Document, DocumentChange, DocumentKind
from atlas.model.document_draft import DocumentDraft, Ending
from atlas.model.document_paths import NOTES_PATH, Access, find_access, find_kind, find_slug
from atlas.model.journal import PEOPLE, Action, Actor
from atlas.model.memory import Status
from atlas.model.origin import Origin, Trust
from atlas.model.verdict import Finding

_UNBOUNDED: Final = DocumentLimits(growth_lines=2**31, run_growth_lines=2**31, shrink_share=1.0)
"""A person may rewrite a document at will; what holds of its form holds for them too."""
MAX_NOTE: Final = 4_000
_MOST_NOTES: Final = 400
"""Lines of agent notes that are kept: the newest."""


@dataclass(frozen=True, slots=True)
class Amended:
    """What became of a change of documents by hand."""

    paths: tuple[str, ...]
    """Those that changed."""
    version: int | None
    """The version that came of it; None where nothing changed."""
    warnings: tuple[Finding, ...] = ()


def write_documents(
    runtime: Runtime, texts: Mapping[str, str], reason: str = "", expected: Mapping[str, str | None] | None = None
) -> Amended:
    """Write whole documents as operator, all of them or none: one version. Paths that are not named stay.

    Where one does not say what is `expected` of it, somebody else has written it meanwhile, and nothing is.
    """
    with runtime.writing() as txn:
        copy = read_document_files(runtime, txn)
        for path, text in (expected or {}).items():
            if copy.files.get(path) != text:
                raise Refused(f"{path} was changed here meanwhile; look at it again.")
        wanted = {path: clean_document(path, text) for path, text in texts.items()}
        after = {**copy.files, **wanted}
        changed = find_changed_paths(copy.files, after)
        warnings = _check_form(copy.files, after, changed)
        changes = [_write_document(runtime, copy, path, after[path]) for path in changed]
        return _record(Ledger(runtime, txn), changes, changed, reason, warnings)


def clean_document(path: str, text: str) -> str:
    """The text of a document as it is stored: without what nobody sees, its last line ended."""
    if find_access(path) is not Access.WRITABLE:
        raise Refused(f"{path} is no document that can be written here.")
    plain = clean_text(text.replace("\r\n", "\n").replace("\r", "\n"))
    return plain if not plain or plain.endswith("\n") else f"{plain}\n"


def _check_form(before: Mapping[str, str], after: Mapping[str, str], changed: tuple[str, ...]) -> tuple[Finding, ...]:
    found = check_draft(DocumentDraft(before, after, Ending.OK, changed, changed), _UNBOUNDED)
    hard = [finding for finding in found if not finding.soft]
    if hard:
        raise Refused(" ".join(finding.says for finding in hard))
    return found


def _write_document(runtime: Runtime, copy: DocumentFiles, path: str, text: str) -> DocumentChange:
    """Trust never rises (X1): what an operator writes into a document that others wrote is as trusted as theirs."""
    known, now = copy.documents.get(path), runtime.now()
    if known is not None:
        after = replace(known, text=text, status=Status.APPROVED, updated_at=now, version=known.version + 1)
        return DocumentChange(known, after)
    kind = DocumentKind(find_kind(path) or DocumentKind.WIKI)
    id, title = choose_document_id(runtime, path), find_slug(path) or ""
    fresh = Document(id, kind, title, text, Status.APPROVED, Origin.OPERATOR, Trust.OPERATOR, now)
    return DocumentChange(None, fresh)


def _record(
    ledger: Ledger,
    changes: Sequence[DocumentChange],
    paths: tuple[str, ...],
    reason: str,
    warnings: tuple[Finding, ...] = (),
    actor: Actor = Actor.OPERATOR,
    cause: int | None = None,
) -> Amended:
    if not changes:
        return Amended((), None, warnings)
    note = redact_secrets(clean_text(reason))[0]
    ledger.write_change(actor, Action.AMENDED, (), note=note, cause=cause, documents=changes)
    return Amended(paths, count_versions(ledger.txn), warnings)


def restore_version(runtime: Runtime, number: int, only: Collection[str] = ()) -> Amended:
    """Bring documents back to how they stood after a version, byte for byte, as a version of its own (E7)."""
    with runtime.writing() as txn:
        versions = list_versions(txn)
        if not 1 <= number <= len(versions):
            raise NotFound(f"There is no version {number} of the documents; there are {len(versions)}.")
        then = documents_at(versions, number)
        copy = read_document_files(runtime, txn)
        unknown = set(only) - copy.documents.keys()
        if unknown:
            raise NotFound(f"There is no document {', '.join(sorted(unknown))} here.")
        changes = []
        for path, now in copy.documents.items():
            known = then.get(now.id)
            if only and path not in only:
                continue
            if known is not None and known.forgotten:
                raise Refused(f"What {path} said in version {number} was forgotten; it does not come back.")
            was = known.after if known else None
            if (was.title, was.text, was.status) != (now.title, now.text, now.status) if was else now.text:
                changes.append((path, DocumentChange(now, restore_document(now, was, runtime.now()))))
        paths = tuple(path for path, _ in changes)
        entry = versions[number - 1].entry
        reason = f"Version {number} was restored."
        return _record(Ledger(runtime, txn), [change for _, change in changes], paths, reason, cause=entry)


def restore_amended(ledger: Ledger, before: datetime, reason: str) -> tuple[str, ...]:
    """Bring what thinking has amended since a moment back to how it stood then, in the caller's transaction; which.

    What a person wrote meanwhile stays, and so does a document of which something was forgotten since.
    """
    runtime, versions = ledger.runtime, list_versions(ledger.txn)
    later = [each for each in versions if each.at > before]
    by_people = {change.document for each in later if each.actor in PEOPLE for change in each.changes}
    amended = {change.document for each in later for change in each.changes} - by_people
    then = documents_at(versions, find_version(versions, before))
    changes = []
    for path, now in read_document_files(runtime, ledger.txn).documents.items():
        known = then.get(now.id)
        if now.id not in amended or (known is not None and known.forgotten):
            continue
        was = known.after if known else None
        changes.append((path, DocumentChange(now, restore_document(now, was, runtime.now()))))
    paths = tuple(path for path, _ in changes)
    _record(ledger, [change for _, change in changes], paths, reason, actor=Actor.ATLAS)
    return paths


def add_agent_note(runtime: Runtime, text: str) -> Amended:
    """Add a line to the agent's notes, the application's own: thinking reads them, and never writes there (E4)."""
    said = " ".join(redact_secrets(clean_text(text))[0].split())
    if not said or len(said) > MAX_NOTE:
        raise BadInput(f"A note has 1 to {MAX_NOTE:,} characters.")
    with runtime.writing() as txn:
        known = read_document_files(runtime, txn).documents.get(NOTES_PATH)
        now = runtime.now()
        line = f"- {now.astimezone(runtime.zone):%Y-%m-%d %H:%M} {said}\n"
        kept = known.text.splitlines(keepends=True)[1 - _MOST_NOTES :] if known else []
        text = "".join([*kept, line])
        if known is None:
            id = choose_document_id(runtime, NOTES_PATH)
            status, origin = Status.NEEDS_REVIEW, Origin.ASSISTANT
            change = DocumentChange(None, Document(id, DocumentKind.NOTES, "", text, status, origin, origin.trust, now))
        else:
            after = replace(known, text=text, updated_at=now, version=known.version + 1)
            change = DocumentChange(known, after)
        return _record(Ledger(runtime, txn), [change], (NOTES_PATH,), "", actor=Actor.ATLAS)
