"""Documents for people: as they are and as they were, their versions, what differs, where each line comes from (E7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from atlas.engine.core.access import ReadAccess
from atlas.engine.core.document_files import map_documents, read_document_files
from atlas.engine.core.document_versions import documents_at, find_version, list_versions
from atlas.engine.core.runtime import Runtime
from atlas.engine.inspect.version_stories import History, VersionStory
from atlas.errors import BadInput, NotFound
from atlas.evolution.versions import diff_texts, split_lines, trace_lines
from atlas.language.document_sources import find_source
from atlas.model.document import Document
from atlas.model.document_paths import CONSTITUTION_PATH, PATHS, SESSION_LOG_PATH
from atlas.model.ids import DocumentId, MemoryId
from atlas.model.memory import State, Status
from atlas.model.version import Version, VersionChange
from atlas.ports.reading import Reader

Moment = int | datetime
"""A version by its number, or the one that held at a moment; 0 is before the first."""


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    path: str
    title: str
    status: Status
    lines: int
    updated_at: datetime
    last: VersionStory | None = None
    """The version that changed it last."""


@dataclass(frozen=True, slots=True)
class DocumentText:
    """What a document says, or said."""

    path: str
    text: str
    version: int = 0
    """The version that was asked for, or the one that changed it last; 0 where nobody has written it yet."""
    at: datetime | None = None
    status: Status | None = None
    """None of what is no document of its own: the constitution, the log of sessions, and what nobody has written."""


@dataclass(frozen=True, slots=True)
class DocumentDifference:
    path: str
    diff: str
    """As a unified diff; empty where one of the two was forgotten."""
    forgotten: tuple[int, ...] = ()
    """Of the two versions, those in which what it said was forgotten."""


@dataclass(frozen=True, slots=True)
class DocumentComparison:
    """What differs between two versions."""

    before: int
    after: int
    documents: tuple[DocumentDifference, ...]


@dataclass(frozen=True, slots=True)
class SourceMemory:
    """The memory that a line was filed from, as it is now."""

    id: MemoryId
    content: str = ""
    quotes: tuple[str, ...] = ()
    """The words that it stands on."""
    served: bool = False
    """Whether it is in service: a line whose memory is not is not served either."""
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class BlamedLine:
    text: str
    version: VersionStory | None
    """The version that brought it; None where that was forgotten."""
    memory: SourceMemory | None = None


# --- reading


def list_documents(access: ReadAccess) -> list[DocumentSummary]:
    """The documents that were written, in the order of their paths; empty ones are left out."""
    with access.reading() as reader:
        documents = map_documents(reader.documents())
        history = History.read(reader)
        return [
            DocumentSummary(
                path,
                find_title(path, document),
                document.status,
                len(split_lines(document.text)),
                document.updated_at,
                history.tell_version(history.find_last(document.id)),
            )
            for path, document in sorted(documents.items())
            if document.text.strip()
        ]


def find_title(path: str, document: Document) -> str:
    """What people call it: its own title, or the first heading."""
    headings = (line.lstrip("# ").strip() for line in document.text.splitlines() if line.startswith("# "))
    return document.title or next(headings, path)


def read_document(
    runtime: Runtime, name: str, version: int | None = None, as_of: datetime | None = None
) -> DocumentText:
    """What a document says; or what it said in a version, or at a moment (X4)."""
    if version is not None and as_of is not None:
        raise BadInput("Ask for a version or for a moment, not for both.")
    with runtime.reading() as reader:
        files = read_document_files(runtime, reader)
        path = resolve_path(name, files.documents)
        document = files.documents.get(path)
        if version is not None or as_of is not None:
            return _read_past(reader, path, document, as_of if version is None else version)
        if document is None or not document.text.strip():
            return DocumentText(path, files.files.get(path, ""))
        last = History.read(reader).find_last(document.id)
        return DocumentText(path, document.text, last, document.updated_at, document.status)


def _read_past(reader: Reader, path: str, document: Document | None, moment: Moment | None) -> DocumentText:
    versions = list_versions(reader)
    number = find_number(versions, moment if moment is not None else len(versions))
    found = documents_at(versions, number).get(document.id) if document else None
    if found is None:
        raise NotFound(f"{path} was not there in version {number}; atlas docs history has what there is.")
    if found.after is None:
        raise NotFound(f"What {path} said in version {number} was forgotten; it is not told.")
    return DocumentText(path, found.after.text, number, found.after.updated_at, found.after.status)


def find_number(versions: Sequence[Version], moment: Moment) -> int:
    """The number of a version, also by a moment at which it held."""
    if isinstance(moment, datetime):
        return find_version(versions, moment)
    if not 0 <= moment <= len(versions):
        raise NotFound(f"There is no version {moment} of the documents; there are {len(versions)}.")
    return moment


def find_path(access: ReadAccess, name: str) -> str:
    """The path of the document that a name means."""
    with access.reading() as reader:
        return resolve_path(name, map_documents(reader.documents()))


def resolve_path(name: str, documents: Mapping[str, Document]) -> str:
    """The path that a name means: `profile`, `user-profile`, `user-profile.md`; of a page its topic too."""
    wanted = name.strip().casefold()
    known = [CONSTITUTION_PATH, SESSION_LOG_PATH, *PATHS.values(), *documents]
    called = {path.rpartition(".")[0]: path for path in known} | {path: path for path in known}
    called |= {kind.value: path for kind, path in PATHS.items()}
    pages = {document.title.casefold(): path for path, document in documents.items() if document.title}
    slugs = {path.removeprefix("wiki/").removesuffix(".md"): path for path in documents if path.startswith("wiki/")}
    found = {**slugs, **pages, **called}.get(wanted)
    if found is None:
        raise NotFound(f"There is no document {name!r}; there are {', '.join(sorted({*known}))}.")
    return found


# --- versions


def list_version_stories(access: ReadAccess, limit: int, name: str | None = None) -> list[VersionStory]:
    """The versions, the newest first; of one document, those that changed it."""
    with access.reading() as reader:
        history = History.read(reader)
        path = resolve_path(name, map_documents(reader.documents())) if name is not None else None
        wanted = [
            version
            for version in reversed(history.versions)
            if path is None or any(history.paths.get(change.document) == path for change in version.changes)
        ]
        return [story for each in wanted[:limit] if (story := history.tell_version(each.number))]


# --- comparing


def compare_documents(
    access: ReadAccess, before: Moment | None = None, after: Moment | None = None, name: str | None = None
) -> DocumentComparison:
    """What differs between two versions; without the second up to now, without both what the last change did."""
    with access.reading() as reader:
        history = History.read(reader)
        documents = map_documents(reader.documents())
        path = resolve_path(name, documents) if name is not None else None
        wanted = {each: document for each, document in documents.items() if path in (None, each)}
        first, last = _find_ends(history, before, after, [each.id for each in wanted.values()])
        old, new = (documents_at(history.versions, number) for number in (first, last))
        found = (
            _compare_document(each, (first, old.get(document.id)), (last, new.get(document.id)))
            for each, document in sorted(wanted.items())
        )
        return DocumentComparison(first, last, tuple(each for each in found if each))


def _find_ends(
    history: History, before: Moment | None, after: Moment | None, documents: Sequence[DocumentId]
) -> tuple[int, int]:
    changed = max((history.find_last(id) for id in documents), default=0)
    last = find_number(history.versions, after) if after is not None else None
    if before is not None:
        return find_number(history.versions, before), len(history.versions) if last is None else last
    last = changed if last is None else last
    return max(0, last - 1), last


def _compare_document(
    path: str, before: tuple[int, VersionChange | None], after: tuple[int, VersionChange | None]
) -> DocumentDifference | None:
    (first, old), (last, new) = before, after
    if old is new:
        return None
    forgotten = tuple(number for number, change in (before, after) if change is not None and change.after is None)
    if forgotten:
        return DocumentDifference(path, "", forgotten)
    texts = [change.after.text if change and change.after else "" for change in (old, new)]
    diff = diff_texts(texts[0], texts[1], (f"{path} (version {first})", f"{path} (version {last})"))
    return DocumentDifference(path, diff) if diff else None


# --- blaming


def blame_document(access: ReadAccess, name: str) -> list[BlamedLine]:
    """Each line of a document with the version that brought it, and the memory that it was filed from."""
    with access.reading() as reader:
        documents = map_documents(reader.documents())
        path = resolve_path(name, documents)
        document = documents.get(path)
        if document is None:
            raise NotFound(f"{path} has no versions; atlas docs lists what has.")
        history = History.read(reader)
        lines = trace_lines(list(history.list_texts(document.id)))
        stories = {number: history.tell_version(number) for number in {each.version for each in lines} if number}
        return [
            BlamedLine(each.text, stories.get(each.version or 0), _read_source(reader, each.text)) for each in lines
        ]


def _read_source(reader: Reader, line: str) -> SourceMemory | None:
    id = find_source(line)
    if id is None:
        return None
    memory = reader.memory(id)
    if memory is None or memory.state is State.GONE:
        return SourceMemory(id, forgotten=memory is not None)
    quotes = tuple(dict.fromkeys(item.quote for item in memory.evidence))
    return SourceMemory(id, memory.content, quotes, memory.served)
