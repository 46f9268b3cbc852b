"""How memories hang together, for people: around one of them, around somebody, or where they hang together most.

Lineage is read from the memories' own links, what was learned from its edges, and whom a memory is about from its
claim, whenever somebody looks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from atlas.consolidation.communities import find_communities
from atlas.consolidation.retention import current_strength
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.runtime import Runtime
from atlas.engine.inspect.explain import resolve_id
from atlas.engine.inspect.health import MANY_EDGES, read_all_edges
from atlas.engine.inspect.resolve_entity import resolve_entity
from atlas.errors import BadInput, NotFound
from atlas.model.entity import USER, EntityId, title_of
from atlas.model.ids import MemoryId, Prefix
from atlas.model.memory import Kind, Memory, Relation, State, Status
from atlas.ports.reading import MemoryFilter, Reader

MOST: Final = 1_000
FAR: Final = 3
"""So many steps from the centre."""
_ABOUT_ONE: Final = 24
"""Memories of one entity that are followed, the newest; of the centre itself as many as may be shown."""
_THERE: Final = frozenset({State.ACTIVE, State.ARCHIVED})
"""What is archived is shown to who asks about something, and has no place among the best connected."""
_LINEAGE: Final = frozenset({Relation.SCHEMA_INSTANCE, Relation.SUPERSEDES, Relation.DERIVED_FROM, Relation.SUPPORTS})
_TELLING: Final[Mapping[Relation, float]] = {
    Relation.CONTRADICTS: 2.0,
    Relation.CO_ACTIVATED: 1.0,
    Relation.SCHEMA_INSTANCE: 0.8,
    Relation.SUPERSEDES: 0.8,
    Relation.SUPPORTS: 0.6,
    Relation.DERIVED_FROM: 0.5,
    Relation.ABOUT: 0.3,
}
"""How much a tie of full weight says: which are followed first, where there is not room for all."""


@dataclass(frozen=True, slots=True)
class Node:
    """A memory or an entity."""

    id: str
    label: str
    """What the memory says, or what the entity is called."""
    kind: Kind | None = None
    """None: an entity."""
    status: Status | None = None
    state: State | None = None
    strength: float | None = None
    """Now."""
    steps: int = 0
    """From where the looking began."""


@dataclass(frozen=True, slots=True)
class Tie:
    """What joins two nodes; a learned one has no direction unless it is a support."""

    relation: Relation
    one: str
    other: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Graph:
    centre: str | None
    """The node it was asked around, the first where several are called so; None for the best connected part."""
    nodes: tuple[Node, ...]
    """In the order in which they were come to."""
    ties: tuple[Tie, ...]
    """Those between nodes that are there."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Memories that are joined more densely among each other than with the rest; the largest first."""
    more: bool = False
    """Whether there would have been more to show."""


def build_graph(runtime: Runtime, about: str | None = None, limit: int = 60) -> Graph:
    """Breadth first, at most so many nodes: around a memory (by id), an entity (by id or name), or the best joined."""
    if not 1 <= limit <= MOST:
        raise BadInput(f"A picture has 1 to {MOST:,} nodes; {limit:,} were asked for.")
    centres = _find_centres(runtime, about) if about is not None else ()
    with runtime.reading() as reader:
        walk = _GraphWalk(reader, limit, centres)
        for start in centres or _best_joined(reader, limit):
            walk.walk_from(start)
        return walk.to_graph(runtime)


def _find_centres(access: ReadAccess, about: str) -> tuple[str, ...]:
    """The nodes to begin at, by an id or by a name, which several may have."""
    if not about.startswith(f"{Prefix.MEMORY}_"):
        return resolve_entity(access, about)
    id = MemoryId(resolve_id(access, about))
    with access.reading() as reader:
        found = reader.memory(id)
    if found is None or found.state not in _THERE:
        raise NotFound(f"{id} was forgotten." if found else f"There is no memory {id} here.")
    return (id,)


def _best_joined(reader: Reader, limit: int) -> Iterator[str]:
    """By the weight of all learned edges; then the insights, and then whatever was learned last."""
    joined: defaultdict[str, float] = defaultdict(float)
    for edge in islice(read_all_edges(reader), MANY_EDGES):
        joined[edge.one] += edge.weight
        joined[edge.other] += edge.weight
    yield from (id for id, _ in sorted(joined.items(), key=lambda each: (-each[1], each[0]))[:limit])
    for kinds in (frozenset({Kind.INSIGHT}), frozenset(Kind) - {Kind.EPISODE, Kind.INSIGHT}):
        yield from (memory.id for memory in reader.newest_memories(MemoryFilter(kinds=kinds), limit))


class _GraphWalk:
    """The nodes and ties that a walk has come to so far."""

    def __init__(self, reader: Reader, limit: int, centres: Sequence[str]) -> None:
        self._reader = reader
        self._limit = limit
        self._centres = centres
        self._states = _THERE if centres else frozenset({State.ACTIVE})
        self._steps: dict[str, int] = {}
        self._memories: dict[str, Memory] = {}
        self._ties: dict[tuple[Relation, str, str], Tie] = {}
        self._more = False

    def walk_from(self, start: str) -> None:
        """Walk one ring after the other, the strongest ties of each first."""
        ring, step = self._visit_new([start], 0), 0
        while ring and step < FAR:
            step += 1
            ties = sorted(self._ties_from(ring), key=_tie_order)
            ring = self._visit_new([end for tie in ties for end in (tie.one, tie.other)], step)
            self._ties |= {(tie.relation, tie.one, tie.other): tie for tie in ties}

    def _visit_new(self, ids: Iterable[str], step: int) -> list[str]:
        """Visit the nodes that are new and there, as far as there is room."""
        wanted = [id for id in dict.fromkeys(ids) if id not in self._steps]
        room = self._limit - len(self._steps)
        if not room:
            self._more = self._more or bool(wanted)
            return []
        rows = {row.id: row for row in self._reader.memories(MemoryId(id) for id in wanted if _is_memory(id))}
        there = [id for id in wanted if not _is_memory(id) or (id in rows and rows[MemoryId(id)].state in self._states)]
        self._more = self._more or len(there) > room
        new = there[:room]
        self._steps |= dict.fromkeys(new, step)
        self._memories |= {id: rows[MemoryId(id)] for id in new if _is_memory(id)}
        return new

    def _ties_from(self, ring: Sequence[str]) -> Iterator[Tie]:
        memories = [self._memories[id] for id in ring if _is_memory(id)]
        ids = [memory.id for memory in memories]
        if ids:
            yield from (Tie(edge.relation, edge.one, edge.other, edge.weight) for edge in self._reader.edges(ids))
            for memory in (*memories, *self._reader.linking_to(ids)):
                yield from self._own_ties(memory)
        for entity in (id for id in ring if not _is_memory(id)):
            most = self._limit if entity in self._centres else _ABOUT_ONE
            same = self._reader.newest_memories(MemoryFilter(subject=EntityId(entity)), most)
            yield from (Tie(Relation.ABOUT, memory.id, entity) for memory in same)

    def _own_ties(self, memory: Memory) -> Iterator[Tie]:
        """Its lineage, and whom it is about. That it is about the user says little, unless one asks about the user."""
        strongest: dict[MemoryId, Tie] = {}
        for link in memory.links:
            tie = Tie(link.relation, memory.id, link.to, link.weight)
            if link.relation in _LINEAGE and (
                link.to not in strongest or _tie_order(tie) < _tie_order(strongest[link.to])
            ):
                strongest[link.to] = (
                    tie  # an insight is derived from what it generalises: the first is said by the second
                )
        yield from strongest.values()
        if memory.claim and (memory.claim.subject != USER or USER in self._centres):
            yield Tie(Relation.ABOUT, memory.id, memory.claim.subject)

    def to_graph(self, runtime: Runtime) -> Graph:
        now = runtime.now()
        nodes = tuple(
            _memory_node(memory, current_strength(memory, now, runtime.retention), step)
            if (memory := self._memories.get(id))
            else Node(id, self._entity_title(EntityId(id)), steps=step)
            for id, step in self._steps.items()
        )
        ties = [tie for tie in self._ties.values() if tie.one in self._steps and tie.other in self._steps]
        groups = tuple(_find_groups(nodes, ties, runtime.consolidation.community))
        return Graph(next(iter(self._centres), None), nodes, tuple(sorted(ties, key=_tie_order)), groups, self._more)

    def _entity_title(self, entity: EntityId) -> str:
        known = self._reader.entity(entity)
        return known.title if known else title_of(entity)


def _find_groups(nodes: Sequence[Node], ties: Sequence[Tie], least: int) -> Iterator[tuple[str, ...]]:
    """The communities of which insights are made (T10), as far as they are in sight; entities join everything."""
    memories = [node.id for node in nodes if node.kind]
    places = {id: at for at, id in enumerate(memories)}
    joined = [tie for tie in ties if tie.one in places and tie.other in places]
    found = find_communities(len(memories), [(places[tie.one], places[tie.other], tie.weight) for tie in joined], least)
    return (tuple(memories[at] for at in group) for group in found)


def _memory_node(memory: Memory, now: float, step: int) -> Node:
    """The node of a memory; a sensitive one is there, and says nothing (C5)."""
    label = "(sensitive)" if memory.status is Status.SENSITIVE else memory.content
    return Node(memory.id, label, memory.kind, memory.status, memory.state, now, step)


def _is_memory(id: str) -> bool:
    return id.startswith(f"{Prefix.MEMORY}_")


def _tie_order(tie: Tie) -> tuple[float, str, str, str]:
    return -tie.weight * _TELLING[tie.relation], tie.relation, tie.one, tie.other
