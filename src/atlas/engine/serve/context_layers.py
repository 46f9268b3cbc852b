"""The read paths that fill a context, side by side (C6, C7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Final

from atlas.context.layers import Layers
from atlas.context.topics import Shelf, shelve
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import index
from atlas.engine.curate.suggestions import fitting
from atlas.engine.intake.observe import utc
from atlas.engine.serve.recall import Query, recall
from atlas.model.entity import EntityId
from atlas.model.exam import Exam
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Kind, Memory
from atlas.model.recall import Recalled
from atlas.model.suggestion import Suggestion

_TELLING: Final = 8
"""How many of the best memories say what a question is about, where it does not say so itself."""


def read(runtime: Runtime, query: Query) -> Layers:
    """Each path has a reader of its own; what comes of it does not depend on which of them ends first.

    One search serves all layers that are memories: a search for each would cost as much again, and find the same.
    """
    shelf, exams = runtime.memo.readers.submit(_shelf, runtime), runtime.memo.readers.submit(_exams, runtime)
    offers = (
        runtime.memo.readers.submit(_offers, runtime, query.asker) if query.conversation and not query.as_of else None
    )
    found = recall(runtime, replace(query, repeats=False))
    written = shelf.result()
    pages = written.on(query.text, _told(found)) if written.pages else ()
    offered = offers.result() if offers else ()
    layers = Layers(found, written.documents, pages, exams.result(), offered, _speakers(runtime, found))
    return _then(layers, utc(query.as_of)) if query.as_of else layers


def _then(layers: Layers, moment: datetime) -> Layers:
    """As far as it is known: of a document that changed since, nobody knows any more what it said (X4)."""
    return replace(
        layers,
        documents=[each for each in layers.documents if each.updated_at <= moment],
        pages=[each for each in layers.pages if each.updated_at <= moment],
        exams=[each for each in layers.exams if each.at <= moment],
    )


def _speakers(runtime: Runtime, found: Sequence[Recalled]) -> dict[MemoryId, str]:
    """Who said each of them; where nobody has a name, nothing is read."""
    with runtime.store.reading(runtime.space) as reader:
        if not index(runtime, reader).speakers:
            return {}
        said = {item.memory.id: message for item in found if (message := _said(item.memory))}
        names = {message.id: message.speaker for message in reader.messages(set(said.values()))}
    return {id: name for id, message in said.items() if (name := names.get(message))}


def _said(memory: Memory) -> MessageId | None:
    """The message it is, or the first that it stands on."""
    return memory.transcribes or (memory.evidence[0].message if memory.evidence else None)


def _told(found: Sequence[Recalled]) -> list[str]:
    """Where do I live? Of Porto, says a fact; what was said in passing names too much."""
    facts = (item.memory.content for item in found if item.memory.kind is not Kind.EPISODE)
    return list(islice(facts, _TELLING))


def _shelf(runtime: Runtime) -> Shelf:
    """The documents: few and seldom changed, so that they are read again only when there is another edition."""
    with runtime.store.reading(runtime.space) as reader:
        edition = reader.documents_edition()
        kept = runtime.memo.shelves.get(runtime.space)
        if kept and kept[0] == edition:
            return kept[1]
        shelf = shelve(reader.documents() if edition else ())
    runtime.memo.shelves[runtime.space] = (edition, shelf)
    return shelf


def _offers(runtime: Runtime, asker: EntityId) -> Sequence[Suggestion]:
    """Only where somebody is talked with (J16)."""
    with runtime.store.reading(runtime.space) as reader:
        return fitting(runtime, reader, asker)


def _exams(runtime: Runtime) -> Sequence[Exam]:
    with runtime.store.reading(runtime.space) as reader:
        return reader.exams(runtime.context.exams)
