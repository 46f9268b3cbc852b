"""What a suggestion is about, beside what is said now and what was learned since (J16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import find_nearest
from atlas.language.registry import LANGUAGE
from atlas.language.words import MAX_QUERY
from atlas.model.ids import MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Kind, Memory
from atlas.model.suggestion import Suggestion
from atlas.ports.reading import SERVABLE, Reader

ON_TOPIC: Final = 0.54
"""Cosine from which on two messages are of one topic: those of another one seldom come above .52."""
ANSWERED: Final = 0.52
"""Cosine from which on a fact tells of what was asked; facts are worded plainly, and further from any question."""
_NEAREST: Final = 60
_LEAST_SHARED: Final = 2
_TOLD: Final = frozenset({Kind.FACT, Kind.PREFERENCE})
_LATELY: Final = 300


def find_on_topic(runtime: Runtime, reader: Reader, text: str, waiting: Sequence[Suggestion]) -> list[Suggestion]:
    """Find the suggestions whose sources are about what is said."""
    if not waiting or not text.strip():
        return []
    said = _read_sources(reader, waiting)
    near = {memory for memory, cosine in find_nearest(runtime, text[:MAX_QUERY], _NEAREST) if cosine >= ON_TOPIC}
    heard = {memory.transcribes for memory in reader.memories(near) if memory.transcribes}
    stems = LANGUAGE.entries.extract_telling_stems(text)
    return [
        each
        for each in waiting
        if heard.intersection(each.sources)
        or any(_share_words(stems, said[id].text) for id in each.sources if id in said)
    ]


def find_answered(runtime: Runtime, reader: Reader, waiting: Sequence[Suggestion]) -> list[Suggestion]:
    """Find the suggestions about whose sources something was learned since they were made; by vectors that are stored,
    since a transaction may be open."""
    if not waiting:
        return []
    learned = reader.newest_memories(replace(SERVABLE, kinds=_TOLD), _LATELY)
    heard = [memory for memory in reader.find_citing(_list_sources(waiting)) if memory.transcribes]
    identity = runtime.embedder.identity
    width = identity.dimension
    rows = dict(reader.vectors_of(identity, [each.id for each in (*heard, *learned)]))
    return [each for each in waiting if _is_answered(each, heard, learned, rows, width)]


def _is_answered(
    suggestion: Suggestion,
    heard: Sequence[Memory],
    learned: Sequence[Memory],
    rows: Mapping[MemoryId, bytes],
    width: int,
) -> bool:
    import numpy as np  # slow to import

    asked = [rows[each.id] for each in heard if each.transcribes in suggestion.sources and each.id in rows]
    since = [rows[each.id] for each in learned if each.created_at > suggestion.created_at and each.id in rows]
    if not asked or not since:
        return False
    one, other = (np.frombuffer(b"".join(part), dtype="<f4").reshape(-1, width) for part in (asked, since))
    return bool((one @ other.T).max() >= ANSWERED)


def _list_sources(suggestions: Iterable[Suggestion]) -> set[MessageId]:
    return {source for each in suggestions for source in each.sources}


def _read_sources(reader: Reader, suggestions: Iterable[Suggestion]) -> dict[MessageId, Message]:
    return {message.id: message for message in reader.messages(_list_sources(suggestions))}


def _share_words(stems: frozenset[str], text: str) -> bool:
    own = LANGUAGE.entries.extract_telling_stems(text)
    shared = len(stems & own)
    return shared >= _LEAST_SHARED and 2 * shared >= min(len(stems), len(own))
