"""What contradicts each other and is not settled (T16): shown to whoever reviews, never hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from atlas.engine.core.access import ReadAccess
from atlas.language.claim_comparison import claims_contradict
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


def list_conflicts(access: ReadAccess, limit: int = 50) -> list[Conflict]:
    """Each pair once: first those that were found by comparing, then waiting claims that contradict holding ones."""
    with access.reading() as reader:
        return list(islice(find_open_conflicts(reader), limit))


def find_open_conflicts(reader: Reader) -> Iterator[Conflict]:
    given: set[frozenset[MemoryId]] = set()
    for conflict in chain(_conflicts_by_edges(reader), _conflicts_by_claims(reader)):
        pair = frozenset({conflict.older.id, conflict.newer.id})
        if pair not in given:
            given.add(pair)
            yield conflict


def _conflicts_by_edges(reader: Reader) -> Iterator[Conflict]:
    for page in _read_contradicting_edges(reader):
        ends = {
            memory.id: memory for memory in reader.memories({end for edge in page for end in (edge.one, edge.other)})
        }
        for edge in page:
            if edge.one in ends and edge.other in ends:
                yield from _unsettled_conflict([ends[edge.one], ends[edge.other]])


def _read_contradicting_edges(reader: Reader) -> Iterator[list[Edge]]:
    """Pages of contradicting edges, which are paged by key, and a key begins with its relation."""
    after = f"{Relation.CONTRADICTS.value}:"
    while page := [edge for edge in reader.all_edges(_PAGE, after) if edge.relation is Relation.CONTRADICTS]:
        after = page[-1].key
        yield page


def _conflicts_by_claims(reader: Reader) -> Iterator[Conflict]:
    """Pairs of a waiting claim and a holding one, of which only one can be true."""
    for waiting in reader.newest_memories(_WAITING, _LOOKED_AT):
        claim = waiting.claim
        rivals = reader.in_slot(claim.subject, claim.attribute) if claim else ()
        for rival in rivals:
            if claim and rival.claim and rival.status is Status.APPROVED and claims_contradict(claim, rival.claim):
                yield from _unsettled_conflict([waiting, rival])


def _unsettled_conflict(pair: Iterable[Memory]) -> Iterator[Conflict]:
    """The conflict of two memories that both stand; one that was closed, rejected or archived settles it."""
    older, newer = sorted(pair, key=lambda each: (each.observed_at, each.created_at, each.id))
    unsettled = all(each.status in STANDING and each.state is State.ACTIVE for each in (older, newer))
    if unsettled and (older.valid_until is None or older.valid_until > newer.observed_at):
        yield Conflict(older, newer)
