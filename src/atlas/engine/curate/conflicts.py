"""What contradicts each other and is not settled (T16): shown to whoever reviews, never hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId
from atlas.model.memory import STANDING, Memory, Relation, State, Status
from atlas.ports.reading import MemoryFilter, Reader

_PAGE: Final = 500
_WAITING: Final = MemoryFilter(statuses=frozenset({Status.NEEDS_REVIEW}))
_LOOKED_AT: Final = 1_000
"""Of what waits, the newest so many: nobody reviews more at once."""


@dataclass(frozen=True, slots=True)
class Conflict:
    older: Memory
    newer: Memory


def conflicts(runtime: Runtime, limit: int = 50) -> list[Conflict]:
    """Each two once; those that were found by comparing first, then what waits and contradicts what holds."""
    with runtime.store.reading(runtime.space) as reader:
        return list(islice(open_conflicts(reader), limit))


def open_conflicts(reader: Reader) -> Iterator[Conflict]:
    given: set[frozenset[MemoryId]] = set()
    for conflict in chain(_by_edges(reader), _by_claims(reader)):
        pair = frozenset({conflict.older.id, conflict.newer.id})
        if pair not in given:
            given.add(pair)
            yield conflict


def _by_edges(reader: Reader) -> Iterator[Conflict]:
    for page in _contradicting(reader):
        ends = {
            memory.id: memory for memory in reader.memories({end for edge in page for end in (edge.one, edge.other)})
        }
        for edge in page:
            if edge.one in ends and edge.other in ends:
                yield from _open([ends[edge.one], ends[edge.other]])


def _contradicting(reader: Reader) -> Iterator[list[Edge]]:
    """Edges are paged by key, and a key begins with its relation."""
    after = f"{Relation.CONTRADICTS.value}:"
    while page := [edge for edge in reader.all_edges(_PAGE, after) if edge.relation is Relation.CONTRADICTS]:
        after = page[-1].key
        yield page


def _by_claims(reader: Reader) -> Iterator[Conflict]:
    """A claim that waits and one that holds, of which only one can be true."""
    for waiting in reader.newest(_WAITING, _LOOKED_AT):
        claim = waiting.claim
        rivals = reader.in_slot(claim.subject, claim.attribute) if claim else ()
        for rival in rivals:
            if claim and rival.claim and rival.status is Status.APPROVED and claim.contradicts(rival.claim):
                yield from _open([waiting, rival])


def _open(pair: Iterable[Memory]) -> Iterator[Conflict]:
    """Both are there to be believed; one that was closed, rejected or archived settles it."""
    older, newer = sorted(pair, key=lambda each: (each.observed_at, each.created_at, each.id))
    unsettled = all(each.status in STANDING and each.state is State.ACTIVE for each in (older, newer))
    if unsettled and (older.valid_until is None or older.valid_until > newer.observed_at):
        yield Conflict(older, newer)
