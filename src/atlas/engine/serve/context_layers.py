"""The read paths that fill a context, side by side (C6, C7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Final

from atlas.context.layers import Layers
from atlas.context.topics import Shelf, build_shelf
from atlas.engine.core.access import TimedReadAccess
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import open_index
from atlas.engine.curate.suggestions import find_fitting
from atlas.engine.intake.observe import to_utc
from atlas.engine.serve.recall import Query, recall
from atlas.model.entity import EntityId
from atlas.model.exam import Exam
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Kind, Memory
from atlas.model.recall import Recalled
from atlas.model.suggestion import Suggestion

_TELLING: Final = 8
"""How many of the best memories say what a question is about, where it does not say so itself."""


def read_layers(runtime: Runtime, query: Query) -> Layers:
    """Each path has a reader of its own; what comes of it does not depend on which of them ends first.

    One search serves all layers that are memories: a search for each would cost as much again, and find the same.
    """
    shelf, exams = runtime.memo.readers.submit(_read_shelf, runtime), runtime.memo.readers.submit(_read_exams, runtime)
    offers = (
        runtime.memo.readers.submit(_read_offers, runtime, query.asker)
        if query.conversation and not query.as_of
        else None
    )
    found = recall(runtime, replace(query, for_context=True))
    written = shelf.result()
    pages = written.find_pages(query.text, _fact_texts(found)) if written.pages else ()
    offered = offers.result() if offers else ()
    layers = Layers(found, written.documents, pages, exams.result(), offered, _read_speakers(runtime, found))
    return _layers_as_of(layers, to_utc(query.as_of)) if query.as_of else layers


def _layers_as_of(layers: Layers, moment: datetime) -> Layers:
    """The layers as they were known at a moment; what a document said before its last change nobody knows (X4)."""
    return replace(
        layers,
        documents=[each for each in layers.documents if each.updated_at <= moment],
        pages=[each for each in layers.pages if each.updated_at <= moment],
        exams=[each for each in layers.exams if each.at <= moment],
    )


def _read_speakers(runtime: Runtime, found: Sequence[Recalled]) -> dict[MemoryId, str]:
    """The speaker of each memory; nothing is read where no speaker has a name."""
    with runtime.reading() as reader:
        if not open_index(runtime, reader).speakers:
            return {}
        sources = {item.memory.id: message for item in found if (message := _source_message(item.memory))}
        names = {message.id: message.speaker for message in reader.messages(set(sources.values()))}
    return {id: name for id, message in sources.items() if (name := names.get(message))}


def _source_message(memory: Memory) -> MessageId | None:
    """The message that a memory transcribes, or the first that its evidence quotes."""
    return memory.transcribes or (memory.evidence[0].message if memory.evidence else None)


def _fact_texts(found: Sequence[Recalled]) -> list[str]:
    """The texts of the best facts, which say what a question is about; episodes name too much."""
    facts = (item.memory.content for item in found if item.memory.kind is not Kind.EPISODE)
    return list(islice(facts, _TELLING))


def _read_shelf(runtime: Runtime) -> Shelf:
    """The documents, read again only when there is another edition, since they are few and seldom changed."""
    with runtime.reading() as reader:
        edition = reader.documents_edition()
        cached = runtime.memo.shelves.get(runtime.space)
        if cached and cached[0] == edition:
            return cached[1]
        shelf = build_shelf(reader.documents() if edition else ())
    runtime.memo.shelves[runtime.space] = (edition, shelf)
    return shelf


def _read_offers(access: TimedReadAccess, asker: EntityId) -> Sequence[Suggestion]:
    """The suggestions that fit; asked only where there is a conversation (J16)."""
    with access.reading() as reader:
        return find_fitting(access, reader, asker)


def _read_exams(runtime: Runtime) -> Sequence[Exam]:
    with runtime.reading() as reader:
        return reader.exams(runtime.context.exams)
