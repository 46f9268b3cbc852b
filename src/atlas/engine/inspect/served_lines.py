"""The lines of documents that stood in a context, and how each came to stand in its document (C8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from atlas.engine.inspect.version_stories import History, VersionStory
from atlas.language.document_lines import DocumentLine, list_lines
from atlas.model.document import Document
from atlas.model.ids import DocumentId, MemoryId
from atlas.model.recall import ServedDocument
from atlas.model.version import Version
from atlas.ports.reading import Reader

_Key = tuple[str, tuple[MemoryId, ...]]
"""A line as it is known again in the next version."""


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
    cause: VersionStory | None = None
    """The version that brought it into its document; None where nobody knows any more."""


def read_served_lines(reader: Reader, served: Sequence[ServedDocument]) -> list[ServedLine]:
    """Each in the order in which its document stood there; none where nobody wrote down which they were."""
    known = [each for each in served if each.lines]
    if not known:
        return []
    history = History.read(reader)
    return [line for each in known for line in _read_lines(each, history)]


def _read_lines(served: ServedDocument, history: History) -> Iterator[ServedLine]:
    texts = list(_list_texts(served, history.versions))
    lines = {line.number: line for line in list_lines(_find_text(history.reader, served, texts))}
    brought = _trace_lines(texts)
    stories = {number: history.tell_version(number) for number in set(brought.values())}
    for number in served.lines:
        line = lines.get(number, DocumentLine(number, ""))
        cause = stories.get(brought.get(_make_key(line), 0))
        yield ServedLine(served.document, served.version, number, line.text, line.sources, cause)


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


def _trace_lines(texts: Sequence[tuple[Version, Document]]) -> Mapping[_Key, int]:
    """For each line of the last text the number of the version since which it has been there."""
    since: dict[_Key, int] = {}
    for version, row in texts:
        since = {key: since.get(key, version.number) for key in map(_make_key, list_lines(row.text))}
    return since


def _make_key(line: DocumentLine) -> _Key:
    return line.text, line.sources
