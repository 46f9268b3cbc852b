"""What a cycle sees of the graph: memories that belong together (T10), and episodes that became knowledge (T5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import combinations
from typing import Final

import numpy as np

from atlas.consolidation.communities import find_communities
from atlas.consolidation.deriving import Community, is_known, split_by_generalisation, split_by_trust
from atlas.consolidation.plan import Step
from atlas.consolidation.promoting import Candidate, propose_promotions
from atlas.consolidation.similarity import find_similar_pairs
from atlas.engine.consolidate.cycle_reading import (
    PAGE,
    list_sources,
    load_active,
    read_edges_of,
    read_kept_rows,
    read_meanings,
    read_pages,
    split_batches,
)
from atlas.engine.consolidate.cycle_state import DERIVED, DERIVED_USES, CycleState
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import open_index
from atlas.engine.curate.source_check import still_known
from atlas.model.ids import MemoryId
from atlas.model.memory import Form, Kind, Memory, Relation, State, Status
from atlas.model.proposal import Strengthen
from atlas.model.retention import Kept
from atlas.ports.reading import MemoryFilter

ALIKE: Final = 0.82
"""Cosine from which two memories may be of one matter."""
NEIGHBOURS: Final = 10
"""Of each memory, the nearest that count."""
CROWD: Final = 50
"""An entity with more memories tells nothing of which of them belong together."""
NODES: Final = 50_000
"""Memories in which communities are looked for: the newest."""
CANDIDATES: Final = 500
"""Episodes that one cycle looks at for promotion: the most used."""

Weighted = tuple[int, int, float]


# --- derive


def derive_from(state: CycleState) -> None:
    """Which communities an insight is to be made from; only where something is new."""
    uses = state.feedback.upto
    nodes = [row.id for row in state.rows if _is_general_knowledge(row) and row.id not in state.leaving][-NODES:]
    fresh = state.find_changed(DERIVED)
    new = not fresh.isdisjoint(nodes) or state.read_mark(DERIVED_USES) != uses
    if state.runtime.consolidation.derive and (
        new or _have_insight_sources_changed(state.runtime, fresh.difference(nodes))
    ):
        state.communities = tuple(_choose_communities(state, nodes))
    state.move_mark(DERIVED, state.read)
    state.move_mark(DERIVED_USES, uses)


def _have_insight_sources_changed(access: ReadAccess, changed: Iterable[MemoryId]) -> bool:
    """Tell whether an insight was made from one of these memories, which perhaps hold no longer."""
    for some in split_batches(changed):
        with access.reading() as reader:
            if any(each.kind is Kind.INSIGHT for each in reader.linking_to(some)):
                return True
    return False


def _is_general_knowledge(row: Kept) -> bool:
    """Approved general knowledge; an insight is not made of insights."""
    return row.status is Status.APPROVED and row.form is Form.SEMANTIC and row.kind is not Kind.INSIGHT


def _choose_communities(state: CycleState, nodes: Sequence[MemoryId]) -> Iterator[Community]:
    """Those of which nothing was derived yet, or that have changed since."""
    policy = state.runtime.consolidation
    found = find_communities(len(nodes), _read_edges(state, nodes), policy.community)
    made = _read_derived_sources(state.runtime, state.now) if found else []
    left = policy.insights
    for places in found:
        if left <= 0:
            return
        known_ones = load_active(state.runtime, (nodes[place] for place in places)).values()
        members = [memory for memory in known_ones if memory.valid_at(state.now)]
        groups = split_by_trust(members, policy.community)
        wanted = groups if state.runtime.models else split_by_generalisation(groups)
        fresh = [group for group in wanted if not is_known(group.ids, made)]
        for group in fresh[:left]:
            yield Community(tuple(_keep_provable_quotes(state.runtime, group.memories)))
            left -= 1


def _keep_provable_quotes(access: ReadAccess, memories: Sequence[Memory]) -> Iterator[Memory]:
    """With only those quotes that can still be shown: of an old message, the whole text may be gone (T12)."""
    named = dict.fromkeys(item.message for memory in memories for item in memory.evidence)
    with access.reading() as reader:
        words = {each.id: each.text for each in reader.messages(named)}
        words |= {each.message: each.text for each in reader.archived_texts(named)}
    for memory in memories:
        shown = (item for item in memory.evidence if words.get(item.message, "")[item.start : item.end] == item.quote)
        yield replace(memory, evidence=tuple(shown))


def _read_derived_sources(access: ReadAccess, now: datetime) -> list[frozenset[MemoryId]]:
    """What each insight stands on; also of those that were rejected, so that they do not come back."""
    where = MemoryFilter(kinds=frozenset({Kind.INSIGHT}), states=frozenset({State.ACTIVE, State.ARCHIVED}))
    found = read_pages(access, lambda reader, at: reader.select(where, PAGE, at), 0, lambda row: row[0])
    insights = [memory for _, memory in found]
    counting: list[frozenset[MemoryId]] = []
    for some in split_batches(insights):
        with access.reading() as reader:
            counting += [frozenset(list_sources(each)) for each in some if still_known(reader, each, now)]
    return counting


def _read_edges(state: CycleState, nodes: Sequence[MemoryId]) -> Iterator[Weighted]:
    """Used together, alike, about the same."""
    places = {id: place for place, id in enumerate(nodes)}
    for edge in read_edges_of(state.runtime, Relation.CO_ACTIVATED):
        if edge.one in places and edge.other in places:
            yield places[edge.one], places[edge.other], edge.weight
    for planned in state.planned:
        wish = planned.proposal
        if (
            isinstance(wish, Strengthen)
            and wish.relation is Relation.CO_ACTIVATED
            and places.keys() >= {*wish.memories}
        ):
            yield places[wish.memories[0]], places[wish.memories[1]], wish.amount
    yield from _join_alike(state, places)
    yield from _join_by_entity(state, places)


def _join_alike(state: CycleState, places: dict[MemoryId, int]) -> Iterator[Weighted]:
    chosen = [at for at, id in enumerate(state.meanings.ids) if id in places]
    one, other, cosine = find_similar_pairs(state.meanings.rows[chosen], ALIKE)
    names = [places[state.meanings.ids[at]] for at in chosen]
    counts = [0] * len(names)
    for at in np.argsort(-cosine, kind="stable").tolist():
        first, second = int(one[at]), int(other[at])
        if counts[first] < NEIGHBOURS and counts[second] < NEIGHBOURS:
            counts[first] += 1
            counts[second] += 1
            yield names[first], names[second], float(cosine[at])


def _join_by_entity(state: CycleState, places: dict[MemoryId, int]) -> Iterator[Weighted]:
    """The fewer memories an entity has, the more it says that two are about it."""
    about: dict[str, list[int]] = {}
    for text in state.texts:
        if text.about is not None and text.memory in places:
            about.setdefault(text.about, []).append(places[text.memory])
    for group in about.values():
        if 1 < len(group) <= CROWD:
            yield from ((one, other, 1.0 / len(group)) for one, other in combinations(group, 2))


# --- promote


def promote_episodes(state: CycleState) -> None:
    """T5: episodes that were used, or stand in the graph."""
    runtime = state.runtime
    episodes = {row.id: row for row in _select_candidates(state) if row.id not in state.taken}
    joined = {id for edge in read_edges_of(runtime, Relation.CO_ACTIVATED) for id in (edge.one, edge.other)}
    wanted = sorted((row for row in episodes.values() if row.uses or row.id in joined), key=lambda row: -row.uses)
    memories = load_active(runtime, (row.id for row in wanted[:CANDIDATES]))
    linked, done = _count_semantic_links(runtime, memories)
    fresh = [memory for memory in memories.values() if memory.id not in done]
    same = _find_retellings(runtime, fresh, episodes)
    found = [Candidate(each, linked[each.id], same.get(each.id, ())) for each in fresh]
    everyone = {**memories, **load_active(runtime, (id for each in found for id in each.episodes))}
    for wish in propose_promotions(found, state.now, runtime.consolidation):
        state.plan_change(Step.PROMOTE, wish, everyone)


def _select_candidates(state: CycleState) -> list[Kept]:
    learned = [row for row in state.visited if row.form is Form.EPISODIC]
    said = read_kept_rows(state.runtime, frozenset({Kind.EPISODE}))
    return [row for row in [*learned, *said] if row.status is Status.APPROVED]


def _count_semantic_links(
    access: ReadAccess, memories: dict[MemoryId, Memory]
) -> tuple[dict[MemoryId, int], set[MemoryId]]:
    """Count the general memories that each episode is joined to, and list the episodes promoted before."""
    beyond: dict[MemoryId, set[MemoryId]] = {id: {link.to for link in each.links} for id, each in memories.items()}
    done: set[MemoryId] = set()
    for some in split_batches(memories):
        with access.reading() as reader:
            edges, linking = reader.edges(some), reader.linking_to(some)
        for edge in edges:
            for id in {edge.one, edge.other} & memories.keys():
                beyond[id].add(edge.beyond(id))
        for other in linking:
            for link in other.links:
                if link.to in beyond:
                    beyond[link.to].add(other.id)
        done |= {id for other in linking if other.kind is not Kind.INSIGHT for id in list_sources(other)}
    general = {
        id
        for id, each in load_active(access, {id for ids in beyond.values() for id in ids}).items()
        if _is_general(each)
    }
    return {id: len(ids & general) for id, ids in beyond.items()}, done & memories.keys()


def _is_general(memory: Memory) -> bool:
    return memory.form is Form.SEMANTIC


def _find_retellings(
    runtime: Runtime, memories: Sequence[Memory], episodes: Mapping[MemoryId, Kept]
) -> dict[MemoryId, tuple[MemoryId, ...]]:
    """Find the other episodes that say the same in other words: the same word for word was only said again."""
    if not memories:
        return {}
    seen = read_meanings(runtime, [memory.id for memory in memories])
    with runtime.reading() as reader:
        found = open_index(runtime, reader)
        near = {id: found.nearest(row, NEIGHBOURS) for id, row in zip(seen.ids, seen.rows, strict=True)}
    least = runtime.consolidation.merge_at
    return {
        id: _pick_new_wordings(id, [other for other, cosine in some if cosine >= least], episodes)
        for id, some in near.items()
    }


def _pick_new_wordings(
    id: MemoryId, others: Iterable[MemoryId], episodes: Mapping[MemoryId, Kept]
) -> tuple[MemoryId, ...]:
    told: dict[str | None, MemoryId] = {episodes[id].content_hash: id}
    for other in others:
        if other in episodes:
            told.setdefault(episodes[other].content_hash, other)
    return tuple(each for each in told.values() if each != id)
