"""The read paths that fill a context, side by side (C6, C7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from atlas.context.layers import Layers
from atlas.context.topics import Shelf, build_shelf
from atlas.engine.core.as_of import memory_served_at
from atlas.engine.core.document_versions import documents_as_of
from atlas.engine.core.foreground import foreground_call
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import open_index, save_index
from atlas.engine.curate.source_check import is_grounded
from atlas.engine.curate.suggestions import find_fitting
from atlas.engine.intake.observe import to_utc
from atlas.engine.serve.positions import read_positions
from atlas.engine.serve.recall import Query, prepare_query, search_memories
from atlas.engine.serve.redaction_reading import redact_items
from atlas.engine.serve.waiting_rivals import read_waiting_rivals
from atlas.language.registry import LANGUAGE
from atlas.language.words import words
from atlas.model.claim import KINDRED_ATTRIBUTES, PASSING_ATTRIBUTES, RELATIONS, Cardinality
from atlas.model.entity import EntityId
from atlas.model.exam import Exam
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Kind, Memory
from atlas.model.recall import FILED, PROFILE, STANDING, Recalled
from atlas.model.suggestion import Suggestion
from atlas.ports.reading import SERVABLE, Reader

_WISHING: Final = frozenset({Kind.PREFERENCE, Kind.RULE})
_WISHES: Final = 500
_TOLD: Final = frozenset({Kind.FACT, Kind.PREFERENCE})
_PROFILE: Final = 200
"""The newest facts that are looked at for a profile."""
_TELLING: Final = 8
"""How many of the best memories say what a question is about, where it does not say so itself."""


def read_layers(runtime: Runtime, query: Query) -> Layers:
    """Two paths side by side, each with a reader of its own; what comes of it does not depend on which ends first."""
    beside = runtime.memo.readers.submit(_read_beside, runtime, query)
    layers = _read_memories(runtime, query)
    written, exams, offered = beside.result()
    pages = written.find_pages(query.text, _fact_texts(layers.recalled)) if written.pages else ()
    graded = [each for each in exams if not query.as_of or each.at <= to_utc(query.as_of)]
    read = replace(layers, documents=written.documents, pages=pages, exams=graded, suggestions=offered)
    if not written.sources:
        return read
    with runtime.reading() as reader:
        filed = read_filed(runtime, reader, query, written.sources)
        speakers = {**read.speakers, **_read_speakers(runtime, reader, filed)}
    return replace(read, filed=filed, speakers=speakers)


def _read_memories(runtime: Runtime, query: Query) -> Layers:
    """The layers that are memories, in one transaction: a row that several of them want is read once.

    One search serves them all: a search for each would cost as much again, and find the same.
    """
    prepared = prepare_query(runtime, replace(query, for_context=True))
    with foreground_call(), runtime.reading() as reader:
        wishes = read_wishes(runtime, reader, query)
        standing = {item.memory.id for item in wishes}
        searched = search_memories(runtime, reader, prepared) if prepared else []
        found = [item for item in searched if item.memory.id not in standing]
        known = standing | {item.memory.id for item in found}
        told = found or _speaks_of_self(query.text)
        profile = _read_profile(runtime, reader, query, known) if told else []
        positions = read_positions(runtime, reader, query, found)
        rivals = {item.memory.id: item for item in _read_rivals(runtime, reader, query, [*found, *profile])}
        speakers = _read_speakers(runtime, reader, [*found, *rivals.values(), *profile, *wishes])
    save_index(runtime)
    found = [*(rivals.pop(item.memory.id, item) for item in found), *rivals.values()]
    return Layers(found, speakers=speakers, wishes=wishes, profile=profile, positions=positions)


def leave_out(layers: Layers, memory: MemoryId | None, limit: int) -> Layers:
    """The layers without one memory, wherever it stands; what came next takes its place (H7)."""

    def keep(items: Sequence[Recalled]) -> list[Recalled]:
        return [item for item in items if item.memory.id != memory]

    return replace(
        layers,
        recalled=keep(layers.recalled)[:limit],
        wishes=keep(layers.wishes),
        profile=keep(layers.profile),
        filed=keep(layers.filed),
    )


def _read_beside(runtime: Runtime, query: Query) -> tuple[Shelf, Sequence[Exam], Sequence[Suggestion]]:
    """What is no search: documents, exams, and the suggestions that fit, where there is a conversation (J16)."""
    with runtime.reading() as reader:
        offering = query.conversation and not query.as_of
        offered = find_fitting(runtime, reader, query.asker, query.text) if offering else ()
        exams = reader.exams(runtime.context.exams) if query.grades else ()
        return read_shelf(runtime, reader, query), exams, offered


def _speaks_of_self(text: str) -> bool:
    """Whether somebody asks about themselves: then a profile may tell what no search finds."""
    return not LANGUAGE.pronouns.list_first_person_stems().isdisjoint(words(text))


def read_wishes(runtime: Runtime, reader: Reader, query: Query) -> list[Recalled]:
    """The approved wishes about answers and the rules of whoever asks, the newest first (C12)."""
    asked_at = query.as_of or query.at
    moment = to_utc(asked_at) if asked_at else runtime.now()
    where = replace(SERVABLE, kinds=_WISHING, valid_at=moment)
    if query.as_of is not None:
        where = replace(where, statuses=frozenset(), states=frozenset(), valid_at=None)
    found = [memory for memory in reader.newest_memories(where, _WISHES) if _is_wish_of(memory, query.asker)]
    if query.as_of is not None:
        found = [then for memory in found if (then := memory_served_at(reader, memory, moment))]
    grounded = [memory for memory in found if is_grounded(reader, memory, moment)]
    return redact_items(reader, [Recalled(memory, 1.0, ((STANDING, 1.0),)) for memory in grounded], moment)


def read_filed(runtime: Runtime, reader: Reader, query: Query, sources: Sequence[MemoryId]) -> list[Recalled]:
    """Of the memories behind lines of documents those in service for whoever asks, whole (C1, E8)."""
    if not sources:
        return []
    asked_at = query.as_of or query.at
    moment = to_utc(asked_at) if asked_at else runtime.now()
    known = [each for each in reader.memories(sources) if each.claim is None or each.claim.subject == query.asker]
    if query.as_of is not None:
        found = [then for each in known if (then := memory_served_at(reader, each, moment))]
    else:
        found = [each for each in known if each.served and each.valid_at(moment)]
    grounded = [memory for memory in found if is_grounded(reader, memory, moment)]
    served = redact_items(reader, [Recalled(memory, 0.0, ((FILED, 1.0),)) for memory in grounded], moment)
    return [item for item in served if not item.masked]


def _read_profile(runtime: Runtime, reader: Reader, query: Query, known: Collection[MemoryId]) -> list[Recalled]:
    """What else is known about whoever asks and theirs: who and what they are first, and of it the newest.

    A question may mean a fact in words that no search brings together with it ("What goes on my business card?"). What
    begins on a day to come is known too, and told with its day (T16).
    """
    if not runtime.context.profile_tokens or query.as_of is not None:
        return []
    moment = to_utc(query.at) if query.at else runtime.now()
    newest = reader.newest_memories(replace(SERVABLE, kinds=_TOLD), _PROFILE)
    found = [each for each in newest if each.id not in known and (each.valid_at(moment) or each.begins_after(moment))]
    kept = [memory for memory in found if _is_known_of(memory, query.asker) and is_grounded(reader, memory, moment)]
    first = sorted(kept, key=lambda memory: (not _is_lasting(memory), not memory.claim or not memory.claim.affirmed))
    return redact_items(reader, [Recalled(memory, 0.0, ((PROFILE, 1.0),)) for memory in first], moment)


def _read_rivals(runtime: Runtime, reader: Reader, query: Query, known: Sequence[Recalled]) -> list[Recalled]:
    if query.as_of is not None:
        return []
    return read_waiting_rivals(reader, known, to_utc(query.at) if query.at else runtime.now())


def _is_known_of(memory: Memory, asker: EntityId) -> bool:
    """Whether it is a lasting fact about whoever asks, or somebody or something of theirs, and no further away."""
    claim = memory.claim
    if claim is None or memory.is_wish or (claim.affirmed and claim.attribute in PASSING_ATTRIBUTES):
        return False
    if not claim.affirmed and not _is_lasting(memory) and claim.attribute not in KINDRED_ATTRIBUTES:
        return False
    return claim.subject == asker or claim.subject.rpartition("/")[0] == asker


def _is_lasting(memory: Memory) -> bool:
    """Whether it says who somebody is, where and with whom, and not what they use or like beside other things."""
    claim = memory.claim
    return claim is not None and (claim.attribute in RELATIONS or claim.cardinality is Cardinality.SINGLE)


def _is_wish_of(memory: Memory, asker: EntityId) -> bool:
    return memory.is_wish and (memory.claim is None or memory.claim.subject == asker)


def _read_speakers(runtime: Runtime, reader: Reader, found: Sequence[Recalled]) -> dict[MemoryId, str]:
    """The speaker of each memory of any layer, since a line without a name is the user's; nothing is read where no
    speaker has a name (X1)."""
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


def read_shelf(runtime: Runtime, reader: Reader, query: Query) -> Shelf:
    """The documents, read again only when there is another edition, since they are few and seldom changed."""
    moment = query.documents_as_of or query.as_of
    if moment is not None:
        return build_shelf(documents_as_of(reader, to_utc(moment)))
    edition = reader.documents_edition()
    cached = runtime.memo.shelves.get(runtime.space)
    if cached and cached[0] == edition:
        return cached[1]
    shelf = build_shelf(reader.documents() if edition else ())
    runtime.memo.shelves[runtime.space] = (edition, shelf)
    return shelf
