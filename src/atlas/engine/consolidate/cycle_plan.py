"""The plan of a cycle (T7-T13): prune, merge, strengthen, derive, promote, gist, re-index, sweep.

Every step reads what it needs, hands it to its pure function in `consolidation`, and adds what that proposes to the
plan. Nothing is written, and no transaction stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import takewhile
from typing import Final

import numpy as np

from atlas.consolidation.deriving import derive_insights
from atlas.consolidation.gisting import make_gist, may_shorten
from atlas.consolidation.lapsing import may_be_plan, propose_lapse
from atlas.consolidation.merging import MOST_ABSORBED, Found, merge_duplicates, pair_same_texts
from atlas.consolidation.plan import ALL, LIGHT, Step
from atlas.consolidation.pruning import (
    find_only_sources,
    may_fade,
    propose_archivals,
    propose_demotion,
    propose_outgrown,
)
from atlas.consolidation.similarity import find_similar_pairs
from atlas.consolidation.together import strengthen_used_together
from atlas.consolidation.updates import Statement, find_rivals
from atlas.curation.policy import Mode
from atlas.engine.consolidate.commit_cycle import UNASKED
from atlas.engine.consolidate.communities import derive_from, promote_episodes
from atlas.engine.consolidate.cycle_reading import (
    count_ignored,
    find_dependents,
    group_places,
    load_active,
    read_changed_since,
    read_kept_rows,
    read_meanings,
    read_once,
    split_batches,
)
from atlas.engine.consolidate.cycle_state import (
    CONSOLIDATED,
    GISTED,
    TOGETHER,
    Cycle,
    CycleInput,
    CycleState,
    StepCallback,
    Watch,
)
from atlas.engine.consolidate.light_cycle import LIGHT_KEY
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.escalation import restrain_policy
from atlas.engine.core.foreground import iterate_yielding, yield_to_foreground
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import count_unembedded, open_index
from atlas.engine.curate.source_check import stands_on_sources
from atlas.engine.thinking.model_calls import CALL_LEASE
from atlas.errors import ModelTrouble
from atlas.language.registry import LANGUAGE
from atlas.model.claim import PLANS
from atlas.model.ids import MemoryId, MessageId
from atlas.model.journal import RowKind
from atlas.model.memory import Kind, Memory, State
from atlas.model.origin import Trust
from atlas.model.proposal import Archive, Strengthen
from atlas.model.retention import Kept
from atlas.model.thinking import Job, Thoughts

MOST_GISTS: Final = 5_000
"""Episodes that one cycle looks at; the next goes on from there."""
MOST_DROPS: Final = 5_000
_LISTED: Final = frozenset(State) - {State.GONE}

Pair = tuple[MemoryId, MemoryId]


def plan_cycle(runtime: Runtime, steps: frozenset[Step] = ALL, on_step: StepCallback | None = None) -> Cycle:
    """Plan what a cycle would do now."""
    state = CycleState(runtime, steps)
    for step in Step:
        if step in steps:
            if on_step is not None:
                on_step(step)
            _STEPS[step](state)
    return state.build_cycle()


# --- prune


def _plan_pruning(state: CycleState) -> None:
    runtime = state.runtime
    fading = [row.id for row in state.visited if may_fade(row, state.now, runtime.retention, runtime.consolidation)]
    memories = _leave_out_standing_insights(runtime, load_active(runtime, fading), state.now)
    sole = find_only_sources(find_dependents(runtime, memories), memories)
    for each in propose_archivals(list(memories.values()), sole, state.now, runtime.retention, runtime.consolidation):
        state.plan_change(Step.PRUNE, each, memories)
    insights = load_active(runtime, (row.id for row in state.visited if row.kind is Kind.INSIGHT))
    for wish in propose_outgrown(list(insights.values()), runtime.consolidation):
        state.plan_change(Step.PRUNE, wish, insights)
    _plan_lapses(state)
    _plan_demotions(state)


def _leave_out_standing_insights(
    access: ReadAccess, memories: Mapping[MemoryId, Memory], now: datetime
) -> dict[MemoryId, Memory]:
    """Leave out insights whose sources hold (T10): they live as long, however seldom they are used."""
    stand: set[MemoryId] = set()
    for some in split_batches(memory for memory in memories.values() if memory.kind is Kind.INSIGHT):
        with access.reading() as reader:
            stand |= {memory.id for memory in some if stands_on_sources(reader, memory, now)}
    return {id: memory for id, memory in memories.items() if id not in stand}


def _plan_lapses(state: CycleState) -> None:
    """T16: plans whose day is past, and those without a day that nobody spoke of for long."""
    runtime = state.runtime
    plans = {
        id: each
        for id, each in load_active(runtime, (row.id for row in state.visited if may_be_plan(row))).items()
        if each.claim is not None and each.claim.attribute == PLANS
    }
    said: dict[MessageId, datetime] = {}
    for some in split_batches({item.message for each in plans.values() for item in each.evidence}):
        with runtime.reading() as reader:
            said |= {each.id: each.at for each in reader.messages(some)}
    for memory in plans.values():
        wish = propose_lapse(memory, said, state.now, runtime.zone, runtime.consolidation)
        if wish is not None:
            state.plan_change(Step.PRUNE, wish, plans)


def _plan_demotions(state: CycleState) -> None:
    """T6: what keeps being ignored, of that which was ignored since the last cycle."""
    runtime = state.runtime
    times = count_ignored(runtime, state.feedback.ignored - state.taken)
    often = {id: count for id, count in times.items() if count >= runtime.consolidation.demote_after}
    memories = load_active(runtime, often)
    stays = find_only_sources(find_dependents(runtime, memories), memories)
    for memory in memories.values():
        wish = propose_demotion(memory, often[memory.id], runtime.consolidation) if memory.id not in stays else None
        if wish is not None:
            state.plan_change(Step.PRUNE, wish, memories)


# --- merge


def _plan_merges(state: CycleState) -> None:
    """T8: only pairs of which one is new are looked for, so that a second cycle has nothing to compare."""
    standing = [row for row in state.rows if row.id not in state.taken]
    fresh = state.find_changed(CONSOLIDATED).intersection(row.id for row in standing)
    whole = True
    if fresh:
        clash = _make_clash()
        kinds = {row.kind for row in standing if row.id in fresh}
        comparable = [row for row in standing if row.kind in kinds]
        equal = _group_same_words(comparable, fresh)
        alike = _find_same_meaning(state, comparable, fresh)
        memories = load_active(state.runtime, (id for ids in (*equal, *alike) for id in ids))
        made = merge_duplicates(
            [*_pair_equals(equal, memories), *_pair_alike(alike, memories)], clash, state.runtime.zone
        )
        for each in made.merges:
            state.plan_change(Step.MERGE, each, memories)
        whole = all(len(each.absorbed) < MOST_ABSORBED for each in made.merges)
        heirs = {id: each.survivor for each in made.merges for id in each.absorbed}
        others = (
            _find_rival_texts(state, fresh, clash, heirs) if kinds - {Kind.INSIGHT} else []
        )  # an insight says nothing new
        _plan_edges(state, [*made.joined, *others], memories)
    if whole and not state.is_full:
        state.move_mark(CONSOLIDATED, state.read)


def _group_same_words(standing: Sequence[Kept], fresh: AbstractSet[MemoryId]) -> list[list[MemoryId]]:
    """Word for word, also where there are no vectors."""
    hashed = [row for row in standing if row.content_hash]
    groups = group_places((row.kind, row.content_hash) for row in hashed)
    named = ([hashed[place].id for place in places] for places in groups)
    return [ids for ids in named if not fresh.isdisjoint(ids)]


def _pair_equals(groups: Sequence[Sequence[MemoryId]], memories: Mapping[MemoryId, Memory]) -> Iterator[Found]:
    return pair_same_texts([memories[id] for id in ids if id in memories] for ids in groups)


def _pair_alike(alike: Mapping[Pair, float], memories: Mapping[MemoryId, Memory]) -> Iterator[Found]:
    for (one, other), cosine in alike.items():
        if one in memories and other in memories:
            yield memories[one], memories[other], cosine


def _find_same_meaning(
    state: CycleState, comparable: Sequence[Kept], fresh: AbstractSet[MemoryId]
) -> dict[Pair, float]:
    """Of one kind, and cut into equally many passages."""

    few = 2 * len(comparable) < len(state.rows)
    known = read_meanings(state.runtime, [row.id for row in comparable]) if few else state.meanings
    kinds = {row.id: row.kind for row in comparable}
    new = np.fromiter((id in fresh for id in known.ids), dtype=np.bool_, count=len(known.ids))
    keys = [(kinds.get(id), count) for id, count in zip(known.ids, known.passages, strict=True)]
    found: dict[Pair, float] = {}
    for places in group_places(keys):
        if keys[places[0]][0] is None or not new[places].any():
            continue
        one, other, cosine = find_similar_pairs(known.rows[places], state.runtime.consolidation.merge_at, new[places])
        names = [known.ids[place] for place in places]
        for at, to, value in zip(one.tolist(), other.tolist(), cosine.tolist(), strict=True):
            found[names[at], names[to]] = value
    return found


def _make_clash() -> Callable[[str, str], bool]:
    """Whether two texts commit to different things. A text is taken apart once, however often it is compared."""
    meaning = LANGUAGE.meaning
    read_once = lru_cache(50_000)(meaning.read_telltale)

    def clash_yielding(one: str, other: str) -> bool:
        yield_to_foreground()
        return meaning.telltales_clash(read_once(one), read_once(other))

    return clash_yielding


def _find_rival_texts(
    state: CycleState,
    fresh: AbstractSet[MemoryId],
    clash: Callable[[str, str], bool],
    heirs: Mapping[MemoryId, MemoryId],
) -> list[Strengthen]:
    """T16: texts without a claim that say two things of one matter."""
    said = (
        Statement(each.memory, each.content, each.at)
        for each in iterate_yielding(state.texts)
        if each.about is None and (each.memory in heirs or each.memory not in state.leaving)
    )
    return find_rivals(said, clash, fresh, heirs)


def _plan_edges(state: CycleState, wished: Sequence[Strengthen], known: Mapping[MemoryId, Memory]) -> None:
    """Those edges that are not there yet."""
    ends = dict.fromkeys(id for each in wished for id in each.memories)
    memories = {**known, **load_active(state.runtime, (id for id in ends if id not in known))}
    there = set(_read_edges_among(state.runtime, list(ends)))
    for each in wished:
        pair = (each.relation, frozenset(each.memories))
        if pair not in there:
            there.add(pair)
            state.plan_edge(Step.MERGE, each, memories)


def _read_edges_among(access: ReadAccess, ids: Sequence[MemoryId]) -> Iterator[tuple[object, frozenset[MemoryId]]]:
    for some in split_batches(ids):
        with access.reading() as reader:
            found = reader.edges(some)
        yield from ((edge.relation, frozenset((edge.one, edge.other))) for edge in found)


# --- strengthen


def _plan_strengthening(state: CycleState) -> None:
    """T9: each use counts once, by the mark; of what was merged, for what it was merged into."""
    used = [[state.into.get(id, id) for id in reply] for reply in state.feedback.used]
    wished = strengthen_used_together(used, state.runtime.consolidation)
    memories = load_active(state.runtime, (id for each in wished for id in each.memories))
    for each in wished:
        state.plan_edge(Step.STRENGTHEN, each, memories)
    state.move_mark(TOGETHER, state.feedback.upto)


# --- gist


def _plan_gists(state: CycleState) -> None:
    """T12: in the order in which they were said, from the mark on, up to the first that is too young; and those that
    were passed by because they waited, and were approved since.

    Whoever approves everything by hand is not asked about every old message: theirs stay whole.
    """
    runtime, policy = state.runtime, state.runtime.consolidation
    with runtime.reading() as reader:
        if restrain_policy(runtime.curation, reader).mode is Mode.MANUAL:
            return
    until = state.now - timedelta(days=policy.gist_after_days)
    page = read_kept_rows(runtime, frozenset({Kind.EPISODE}), state.read_mark(GISTED), MOST_GISTS)
    # What is dated in the future is passed by: it must not hold up what was said after it.
    old = list(takewhile(lambda row: row.observed_at <= until or row.observed_at > state.now, page))
    late = {row.id: row.seq for row in _read_changed_episodes(state) if may_shorten(row, state.now, policy)}
    wanted = {row.id: row.seq for row in old if may_shorten(row, state.now, policy)} | late
    memories = {
        id: each
        for id, each in _read_unshortened(runtime, wanted).items()
        if id not in late or _was_never_shortened(runtime, each)
    }
    for id, memory in iterate_yielding(memories.items()):
        text = make_gist(memory.content)
        if text and state.plan_change(Step.GIST, Archive(id, gist=text, reason=_OLD), memories):
            state.places[id] = wanted[id]
    if old and not state.is_full:
        state.move_mark(GISTED, old[-1].seq)


def _read_changed_episodes(state: CycleState) -> list[Kept]:
    """Messages behind the mark that changed since the last cycle."""
    mark, since = state.read_mark(GISTED), state.read_mark(CONSOLIDATED)
    fresh = read_changed_since(state.runtime, since) if mark and since else set()
    said = read_kept_rows(state.runtime, frozenset({Kind.EPISODE})) if fresh else []
    return [row for row in said if row.seq <= mark and row.id in fresh]


def _was_never_shortened(access: ReadAccess, memory: Memory) -> bool:
    """What was shortened and is whole again, somebody wanted whole."""
    return not read_once(access, lambda reader: reader.entries_about(RowKind.GIST, memory.transcribes or ""))


_OLD: Final = "It is old and was hardly used; the whole text is kept apart."


def _read_unshortened(access: ReadAccess, ids: Collection[MemoryId]) -> dict[MemoryId, Memory]:
    """Read the memories whose message is not short already."""
    memories = load_active(access, ids)
    short = set()
    for some in split_batches(memory.transcribes for memory in memories.values() if memory.transcribes):
        with access.reading() as reader:
            short |= {each.message for each in reader.archived_texts(some)}
    return {id: memory for id, memory in memories.items() if memory.transcribes not in short}


# --- re-index and sweep


def _repair_index(state: CycleState) -> None:
    """T11: an index that lists another number of memories than there are is made anew, which costs only time."""
    runtime = state.runtime
    with runtime.reading() as reader:
        there = sum(each.count for each in reader.counts() if each.state in _LISTED)
        listed = len(open_index(runtime, reader))
        if listed != there:
            with runtime.memo.lock:
                runtime.memo.indexes.clear()
            open_index(runtime, reader)
    state.index = {
        "memories": there,
        "listed": listed,
        "repaired": int(listed != there),
        "behind": count_unembedded(runtime),
    }


def _plan_drops(state: CycleState) -> None:
    """T12: whole texts that nobody asked for in all this time."""
    until = state.now - timedelta(days=state.runtime.consolidation.archive_days)
    old = read_once(state.runtime, lambda reader: reader.archived_before(until, MOST_DROPS))
    state.drops = tuple(each.message for each in old)


_STEPS: Final[Mapping[Step, Callable[[CycleState], None]]] = {
    Step.PRUNE: _plan_pruning,
    Step.MERGE: _plan_merges,
    Step.STRENGTHEN: _plan_strengthening,
    Step.DERIVE: derive_from,
    Step.PROMOTE: promote_episodes,
    Step.GIST: _plan_gists,
    Step.REINDEX: _repair_index,
    Step.SWEEP: _plan_drops,
}


# --- as a job


def prepare_cycle(runtime: Runtime, job: Job, watch: Watch | None = None) -> CycleInput:
    """A cycle as work: it is planned without a transaction, and thinks only about what is to be derived."""

    def tell_step(step: Step) -> None:
        _extend_lease(runtime, job)
        if watch is not None and watch.on_step is not None:
            watch.on_step(step)

    cycle = plan_cycle(runtime, LIGHT if job.key.startswith(LIGHT_KEY) else ALL, tell_step)
    if watch is not None:
        watch.cycle = cycle
    shown = [memory for each in cycle.communities for memory in each.memories]
    by_model = bool(runtime.models and cycle.communities)
    return CycleInput(
        lambda: derive_insights(cycle.communities, by_model),
        (),
        trust=min((memory.trust for memory in shown), default=Trust.USER),
        by_model=by_model,
        beside=tuple(dict.fromkeys(item.message for memory in shown for item in memory.evidence)),
        cycle=cycle,
    )


def think_without_model(trouble: ModelTrouble) -> Thoughts:
    """The model was to be asked and could not be: its part is left to the next cycle."""
    return Thoughts(said={UNASKED: True}, problem=str(trouble))


def _extend_lease(runtime: Runtime, job: Job) -> None:
    """Planning may take longer than a lease lasts; with each step it is ours for a while longer."""
    with runtime.writing() as txn:
        current = txn.job(job.id)
        if current is not None and current.lease_owner == runtime.owner:
            txn.put_job(replace(current, lease_until=runtime.now() + CALL_LEASE))
