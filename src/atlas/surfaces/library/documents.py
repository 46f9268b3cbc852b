"""The documents about itself that ATLAS amends in the open: as they are and were, and what a person does to them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from atlas.engine.curate import documents as changes
from atlas.engine.curate.documents import Amended
from atlas.engine.inspect import documents
from atlas.engine.inspect.documents import BlamedLine, DocumentComparison, DocumentSummary, DocumentText
from atlas.engine.inspect.version_stories import VersionStory
from atlas.engine.intake.observe import to_utc
from atlas.errors import BadInput
from atlas.surfaces.input_values import (
    check_flag,
    check_limit,
    check_name,
    check_text,
    check_version_number,
    parse_moment,
    parse_path,
    show_value,
)
from atlas.surfaces.library.opening import Opening

if TYPE_CHECKING:
    from atlas.engine.transfer.document_copies import DocumentsImported


class Documents:
    """The documents about itself that ATLAS amends in the open: as they are and were, and what a person does to them.

    A document is named by its path (`user-profile.md`), without the ending, or by what it is (`profile`); a page of the
    wiki also by its topic.
    """

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def list(self) -> Sequence[DocumentSummary]:
        """The documents that were written, with the version that changed each last."""
        return documents.list_documents(self._opening.runtime)

    def read(self, name: str, *, version: int | None = None, as_of: datetime | None = None) -> DocumentText:
        """What a document says; or what it said in a version, or at a moment."""
        number = check_version_number(version) if version is not None else None
        return documents.read_document(self._opening.runtime, check_name(name, "document"), number, parse_moment(as_of))

    def versions(self, name: str | None = None, limit: int = 50) -> Sequence[VersionStory]:
        """The versions, the newest first, each with its cause; of one document, those that changed it."""
        of = check_name(name, "document") if name is not None else None
        return documents.list_version_stories(self._opening.runtime, check_limit(limit), of)

    def diff(
        self, before: int | datetime | None = None, after: int | datetime | None = None, *, name: str | None = None
    ) -> DocumentComparison:
        """What differs between two versions, each by its number or a moment at which it held; 0 is before the first.

        Without `after` up to now, without both what the last change did.
        """
        of = check_name(name, "document") if name is not None else None
        return documents.compare_documents(self._opening.runtime, _parse_version(before), _parse_version(after), of)

    def blame(self, name: str) -> Sequence[BlamedLine]:
        """Each line of a document: which version brought it, why, and the memory that it was filed from."""
        return documents.blame_document(self._opening.runtime, check_name(name, "document"))

    def restore(self, version: int, name: str | None = None) -> Amended:
        """Bring all documents, or one, back to how they stood after a version; it is a version too, and `undo` takes it
        back."""
        runtime, number = self._opening.runtime, check_version_number(version)
        only = [documents.find_path(runtime, check_name(name, "document"))] if name is not None else []
        return changes.restore_version(runtime, number, only)

    def write(self, texts: Mapping[str, str], reason: str = "") -> Amended:
        """Write whole documents by path as operator, all of them or none: one version, which `undo` takes back."""
        if not isinstance(texts, Mapping):
            raise BadInput(f"Give the texts by their paths, not {show_value(texts)}.")
        checked = {check_text(path, "path", empty=False): check_text(text, "text") for path, text in texts.items()}
        return changes.write_documents(self._opening.runtime, checked, check_text(reason, "reason"))

    def note(self, text: str) -> Amended:
        """Add a line to the agent's notes, which are the application's own: thinking reads them, and never writes
        there."""
        return changes.add_agent_note(self._opening.runtime, check_text(text, "note", empty=False))

    def export(self, folder: str | os.PathLike[str]) -> Sequence[str]:
        """Check the documents out as Markdown files, into a new or empty folder; gives their paths.

        Read-only ones are there too, to be read: the constitution, the agent's notes, the log of sessions.
        """
        from atlas.engine.transfer.document_copies import copy_documents  # seldom needed
        from atlas.surfaces.folders import write_folder

        files = copy_documents(self._opening.runtime)
        write_folder(parse_path(folder), files)
        return tuple(files)

    def import_folder(self, folder: str | os.PathLike[str], *, dry_run: bool = False) -> DocumentsImported:
        """Bring back what was changed in an exported folder, as operator: all of it or nothing, and one version.

        A broken or foreign file, a link, a changed read-only file, a folder of another store, and a document that was
        changed here meanwhile are refused. `dry_run` only says what would change.
        """
        from atlas.engine.transfer.document_copies import import_documents  # seldom needed
        from atlas.surfaces.folders import read_folder

        files = read_folder(parse_path(folder))
        return import_documents(self._opening.runtime, files, check_flag(dry_run, "dry_run"))


def _parse_version(value: int | datetime | None) -> int | datetime | None:
    if value is None:
        return None
    return to_utc(value) if isinstance(value, datetime) else check_version_number(value)
