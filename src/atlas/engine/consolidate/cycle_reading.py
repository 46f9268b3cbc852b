"""What a cycle of consolidation reads (T13): a page at a time, each in a short transaction of its own, and no writing.

What changes meanwhile is no trouble: what is planned names the versions that it was planned for, and the commit leaves
out whatever is another by then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final, TypeVar

from atlas.engine.core.access import ReadAccess
from atlas.engine.core.foreground import iterate_yielding, yield_to_foreground
from atlas.engine.core.runtime import Runtime
from atlas.model.entity import EntityId
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId
from atlas.model.memory import STANDING, Kind, Memory, Relation, State
from atlas.model.retention import Kept
from atlas.ports.reading import SERVABLE, MemoryFilter, Reader

if TYPE_CHECKING:
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
A = TypeVar("A")

PAGE: Final = 500
ROWS: Final = 5_000
"""Lean rows that are read at once."""
MOST_FEEDBACK: Final = 100_000
"""Events that one cycle takes in; the next goes on from there."""
LEARNED: Final = frozenset(Kind) - {Kind.EPISODE, Kind.KNOWLEDGE}
"""Knowledge stays as it stands in its file, and as long as that: nothing is made of it (C6)."""
LINEAGE: Final = (Relation.DERIVED_FROM, Relation.SCHEMA_INSTANCE)
_USES: Final = frozenset({FeedbackSignal.USED, FeedbackSignal.HELPED})


def read_once(access: ReadAccess, what: Callable[[Reader], T]) -> T:
    """Read one thing in a transaction of its own."""
    with access.reading() as reader:
        return what(reader)


def read_pages(
    access: ReadAccess, page: Callable[[Reader, A], Sequence[T]], after: A, place: Callable[[T], A]
) -> Iterator[T]:
    """Read one after the other, each page in a transaction of its own: `page` reads on behind a place."""
    while True:
        yield_to_foreground()
        with access.reading() as reader:
            found = page(reader, after)
        if not found:
            return
        yield from found
        after = place(found[-1])


def split_batches(items: Iterable[T], size: int = PAGE) -> Iterator[list[T]]:
    whole = list(items)
    return (whole[at : at + size] for at in range(0, len(whole), size))


# --- rows


def read_kept_rows(access: ReadAccess, kinds: frozenset[Kind], after: int = 0, limit: int | None = None) -> list[Kept]:
    """How active memories of these kinds are kept, in the order of writing, from behind this row on."""
    where, size = MemoryFilter(statuses=STANDING, kinds=kinds), min(ROWS, limit or ROWS)
    found = read_pages(access, lambda reader, at: reader.kept_rows(where, size, at), after, lambda row: row.seq)
    return list(islice(found, limit))


def load_active(access: ReadAccess, ids: Iterable[MemoryId]) -> dict[MemoryId, Memory]:
    """Load the memories that are active, by id."""
    found: dict[MemoryId, Memory] = {}
    for some in iterate_yielding(split_batches(dict.fromkeys(ids))):
        with access.reading() as reader:
            found |= {each.id: each for each in reader.memories(some) if each.state is State.ACTIVE}
    return found


def read_changed_since(runtime: Runtime, change: int) -> set[MemoryId]:
    """Read whose row, vectors or message are other than they were at this change."""
    identity = runtime.embedder.identity
    feed = read_pages(runtime, lambda reader, at: reader.changes(identity, at, PAGE), change, lambda item: item.seq)
    return {item.memory for item in feed}


@dataclass(frozen=True, slots=True)
class Text:
    """What an approved memory says, and of whom, for whoever compares many."""

    memory: MemoryId
    content: str
    at: datetime
    about: EntityId | None


def read_texts(access: ReadAccess) -> list[Text]:
    """Read the text of everything that was learned and is approved."""
    where = replace(SERVABLE, kinds=LEARNED)
    found = read_pages(access, lambda reader, at: reader.select(where, PAGE, at), 0, lambda row: row[0])
    return [Text(each.id, each.content, each.observed_at, _read_subject(each)) for _, each in found]


def _read_subject(memory: Memory) -> EntityId | None:
    return memory.claim.subject if memory.claim else None


# --- meaning


@dataclass(frozen=True, slots=True)
class Meanings:
    """Vectors of whole texts, a row each."""

    ids: tuple[MemoryId, ...]
    passages: tuple[int, ...]
    """How many each text has: one that was cut up is not one that was not."""
    rows: NDArray[np.float32]


def read_meanings(runtime: Runtime, ids: Sequence[MemoryId]) -> Meanings:
    """Read the vectors of those that have some of the present embedder."""
    import numpy as np  # slow to import

    width = runtime.embedder.identity.dimension
    whole = np.empty((len(ids), width), dtype=np.float32)
    named: list[MemoryId] = []
    passages: list[int] = []
    for some in iterate_yielding(split_batches(ids)):
        with runtime.reading() as reader:
            found = reader.vectors_of(runtime.embedder.identity, some)
        for id, blob in found:
            cut = np.frombuffer(blob, dtype="<f4").reshape(-1, width)
            whole[len(named)] = cut[0]
            named.append(id)
            passages.append(len(cut))
    return Meanings(tuple(named), tuple(passages), whole[: len(named)])


def group_places(keys: Iterable[Hashable]) -> list[list[int]]:
    """Group the places of equal keys, of those that have company."""
    places: dict[Hashable, list[int]] = {}
    for place, key in enumerate(keys):
        places.setdefault(key, []).append(place)
    return [each for each in places.values() if len(each) > 1]


# --- what hangs together


def find_dependents(access: ReadAccess, ids: Iterable[MemoryId]) -> dict[MemoryId, tuple[MemoryId, ...]]:
    """Active memories that stand on one of these and on no words of their own (T7).

    Each with all that it stands on and that is active, the strongest first.
    """
    linked: dict[MemoryId, tuple[MemoryId, ...]] = {}
    for some in iterate_yielding(split_batches(dict.fromkeys(ids))):
        with access.reading() as reader:
            linking = reader.linking_to(some)
        linked |= {each.id: list_sources(each) for each in linking if each.state is State.ACTIVE and not each.evidence}
    known = load_active(access, (id for sources in linked.values() for id in sources))
    return {id: _order_by_strength(known, sources) for id, sources in linked.items()}


def list_sources(memory: Memory) -> tuple[MemoryId, ...]:
    return tuple(id for relation in LINEAGE for id in memory.linked(relation))


def _order_by_strength(known: Mapping[MemoryId, Memory], ids: Iterable[MemoryId]) -> tuple[MemoryId, ...]:
    return tuple(sorted((id for id in dict.fromkeys(ids) if id in known), key=lambda id: -known[id].strength))


def read_edges_of(access: ReadAccess, relation: Relation) -> Iterator[Edge]:
    """All edges of one relation: their keys begin with its name."""
    found = read_pages(
        access, lambda reader, at: reader.all_edges(ROWS, at), f"{relation.value}:", lambda edge: edge.key
    )
    return takewhile(lambda edge: edge.relation is relation, found)


# --- what became of what was served


@dataclass(slots=True)
class RecentFeedback:
    """Feedback since the last cycle."""

    upto: int
    used: list[list[MemoryId]] = field(default_factory=list)
    """Of each reply, the memories that it used; those that it used most first."""
    ignored: set[MemoryId] = field(default_factory=set)


def read_feedback_since(access: ReadAccess, after: int) -> RecentFeedback:
    found = RecentFeedback(after)
    replies: dict[Hashable, list[Feedback]] = {}
    for seq, feedback in _read_feedback(access, after):
        found.upto = seq
        if feedback.signal in _USES:
            replies.setdefault(feedback.reply or feedback.serving or seq, []).append(feedback)
        elif feedback.signal is FeedbackSignal.IGNORED:
            found.ignored.add(feedback.memory)
    found.used = [_order_by_share(group) for group in replies.values() if len(group) > 1]
    return found


def _read_feedback(access: ReadAccess, after: int) -> Iterator[tuple[int, Feedback]]:
    found = read_pages(access, lambda reader, at: reader.feedback_after(at, ROWS), after, lambda row: row[0])
    return islice(found, MOST_FEEDBACK)


def _order_by_share(group: Sequence[Feedback]) -> list[MemoryId]:
    ranked = sorted(group, key=lambda each: -(1.0 if each.share is None else each.share))
    return list(dict.fromkeys(each.memory for each in ranked))


def count_ignored(access: ReadAccess, ids: Collection[MemoryId]) -> Mapping[MemoryId, int]:
    return read_once(access, lambda reader: reader.count_ignored(ids)) if ids else {}
