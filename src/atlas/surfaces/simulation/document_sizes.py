"""How large the documents of a simulated life are, and whether what they say is at odds with itself."""

from __future__ import annotations

from collections.abc import Iterator

from atlas.language.document_sources import strip_comments
from atlas.model.document import DocumentKind
from atlas.model.document_paths import NOTES_PATH, find_kind
from atlas.surfaces.library import Atlas
from atlas.surfaces.simulation.assistant import Transcript
from atlas.surfaces.simulation.figures import DocumentSizes
from atlas.surfaces.simulation.phrasings import Phrasings
from atlas.surfaces.simulation.script import TRUE_ACTS


def count_bytes(atlas: Atlas) -> int:
    """The bytes of all documents that evolve: not of the application's own notes, nor of the wiki."""
    return sum(len(text.encode()) for _, text in _read_documents(atlas))


def _read_documents(atlas: Atlas) -> Iterator[tuple[str, str]]:
    paths = (each.path for each in atlas.documents.list() if _evolves(each.path))
    return ((path, atlas.documents.read(path).text) for path in paths)


def _evolves(path: str) -> bool:
    return path != NOTES_PATH and find_kind(path) is not DocumentKind.WIKI


def measure_documents(atlas: Atlas, said: Transcript, phrasings: Phrasings) -> DocumentSizes:
    documents, versions = list(_read_documents(atlas)), atlas.documents.versions(limit=10_000)
    told: dict[str, set[str]] = {}
    for path, _ in documents:
        for slot, value in _list_values(atlas, path, said, phrasings):
            told.setdefault(slot, set()).add(value)
    return DocumentSizes(
        sum(line.startswith("- ") for _, text in documents for line in text.splitlines()),
        count_bytes(atlas),
        sum(any(_evolves(each.path) for each in version.documents) for version in versions),
        sum(len(values) - 1 for values in told.values()),
    )


def _list_values(atlas: Atlas, path: str, said: Transcript, phrasings: Phrasings) -> Iterator[tuple[str, str]]:
    """The values that the lines of a document tell of the person, by the words they stand on."""
    for line in atlas.documents.blame(path):
        text = strip_comments(line.text).removeprefix("- ").strip()
        told = phrasings.read_value(text)
        if told is not None:
            yield told
            continue
        words = line.memory.quotes if line.memory else (text,)
        for turn in (turn for each in words for turn in said.find_turns(each)):
            if turn.slot and turn.value and turn.act in TRUE_ACTS:
                yield turn.slot, turn.value
