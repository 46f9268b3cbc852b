"""The copy of all documents that thinking edits: a path for each row, and what stands there where there is none yet."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.evolution.templates import TEMPLATES
from atlas.model.document import Document, DocumentKind
from atlas.model.document_paths import CONSTITUTION_PATH, PATHS, SESSION_LOG_PATH, find_kind, make_wiki_path
from atlas.model.ids import DocumentId
from atlas.model.interaction import Session
from atlas.ports.reading import Reader

VERSION_PATH: Final = "meta/version.json"
_GAPS: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_SLUG: Final = 64
_LOGGED: Final = 100
"""Sessions that the log tells of: the newest."""


@dataclass(frozen=True, slots=True)
class DocumentFiles:
    files: Mapping[str, str]
    documents: Mapping[str, Document]
    """The rows, by path."""


def read_document_files(runtime: Runtime, reader: Reader) -> DocumentFiles:
    documents = map_documents(reader.documents())
    files = {PATHS[kind]: text for kind, text in TEMPLATES.items()}
    files |= {path: document.text for path, document in documents.items() if document.text.strip()}
    files[CONSTITUTION_PATH] = runtime.constitution
    files[SESSION_LOG_PATH] = read_session_log(reader)
    files[VERSION_PATH] = f'{{"edition": {reader.documents_edition()}}}\n'
    return DocumentFiles(files, documents)


def read_session_log(reader: Reader) -> str:
    """The sessions that ended, the oldest first, a line each: read from their rows, so that it cannot say otherwise."""
    ended = [session for session in reader.sessions(_LOGGED) if session.ended_at is not None]
    return "".join(f"{json.dumps(_log_session(session))}\n" for session in reversed(ended))


def _log_session(session: Session) -> dict[str, str | None]:
    """What happened to it; of what was said in it, nothing."""
    return {
        "session": session.id,
        "from": session.started_at.isoformat(),
        "to": session.last_at.isoformat(),
        "gate": session.gate.value if session.gate else None,
        "why": session.gate_reason,
        "thought_over": session.evolved_at.isoformat() if session.evolved_at else None,
    }


def map_documents(documents: Sequence[Document]) -> dict[str, Document]:
    """The documents by path; of two pages with one name, the later one has its id for a name."""
    found: dict[str, Document] = {}
    for document in documents:
        path = _find_path(document)
        found[path if path not in found else _make_page_path(document.id)] = document
    return found


def _find_path(document: Document) -> str:
    if document.kind is not DocumentKind.WIKI:
        return PATHS[document.kind]
    slug = _GAPS.sub("-", document.title.casefold()).strip("-")[:_LONGEST_SLUG].rstrip("-")
    return make_wiki_path(slug) if slug else _make_page_path(document.id)


def _make_page_path(id: DocumentId) -> str:
    return make_wiki_path(f"page-{_GAPS.sub('-', id.casefold()).strip('-')}")


def choose_document_id(runtime: Runtime, path: str) -> DocumentId:
    """The id of a new document: of a page one that says nothing, since an id outlives what is forgotten (X3)."""
    kind = find_kind(path)
    return runtime.document_id() if kind in (None, DocumentKind.WIKI) else DocumentId(f"d_{kind}")
