"""What waits for a person, as one queue for every surface (C9).

It is read once for a process, and then follows the feed of changes as search does: after a decision only what that
decision changed is read again, however much waits. Nothing in it is kept anywhere else, and losing it costs time alone.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

from atlas.curation.policy_rules import RuleCandidate, suggest_rule
from atlas.curation.reach import count_reach, read_question_terms
from atlas.curation.review_clusters import ReviewItem, cluster_items, find_rival_place, find_rivals, join_clusters
from atlas.curation.risk import RiskFactors, RiskPart, assess_risk, draw_hidden, read_memory_factors
from atlas.engine.core.collection_pause import pause_collection
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.review_beliefs import weigh_beliefs
from atlas.engine.curate.review_counts import LEARNED, MOST_CHANGES, limit_surfaced
from atlas.errors import NotFound
from atlas.model.ids import MemoryId, ReflectionId
from atlas.model.memory import Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Amend, Archive, Forget, Merge, Promote, Proposal, Revise, evidence_of, named_memories
from atlas.model.review import Band, Cluster, ReviewQueue
from atlas.model.thinking import Judged
from atlas.ports.reading import MemoryFilter, Reader

QUESTIONS: Final = 50
"""The last ones, over which reach is counted."""
RULES: Final = "rules"
"""The thinker of a reflection without a model."""
_MOST: Final = 100_000
_CHANCE_BYTES: Final = 8
_FOLLOWED: Final = 1_000
"""Changes since the queue was read; where there are more, it is read anew."""
_WAITING: Final = MemoryFilter(statuses=frozenset({Status.NEEDS_REVIEW}), kinds=LEARNED)
_CHANGES: Final[dict[type[Proposal], RiskPart]] = {
    Amend: (0.3, "It would change a document that stands in every context."),
    Revise: (0.25, "It would change what a memory says."),
    Forget: (0.3, "It would make something forgotten for good."),
    Archive: (0.1, "It would take a memory out of service."),
    Promote: (0.1, "It would make general knowledge of what was said once."),
    Merge: (0.1, "It would make several memories one."),
}
_CHANGE: Final[RiskPart] = (0.1, "It would change how memories hang together.")


@dataclass(frozen=True, slots=True)
class _Waiting:
    """One thing that waits, with what its risk was told from."""

    item: ReviewItem
    factors: RiskFactors
    place: Hashable | None = None
    """Where its rivals are."""


@dataclass(slots=True)
class OpenQueue:
    """The queue as a process has read it, up to a change of the feed and an entry of the journal."""

    change: int
    entry: int
    questions: tuple[frozenset[str], ...]
    waiting: dict[str, _Waiting] = field(default_factory=dict)
    clusters: tuple[Cluster, ...] = ()

    def list_ids(self) -> list[str]:
        """Everything that waits, in the one order of every surface."""
        return [id for cluster in self.clusters for id in cluster.ids]

    def find(self, id: str) -> ReviewItem | None:
        found = self.waiting.get(id)
        return found.item if found else None


def read_queue(runtime: Runtime, search: str = "") -> ReviewQueue:
    """Everything that is decided one by one, in clusters, what matters most first; or the clusters with these words."""
    with runtime.reading() as reader:
        queue = open_queue(runtime, reader)
        beliefs = sum(id.startswith("v_") for id in queue.waiting)
        items = len(queue.waiting) - beliefs
        surfaced = limit_surfaced(reader, runtime.curation, runtime.now(), items, beliefs)
    clusters = queue.clusters
    if search:
        found = _find_mentioning(queue, search)
        clusters = tuple(each for each in clusters if not found.isdisjoint(each.ids))
    return ReviewQueue(clusters, len(queue.waiting), surfaced)


def draw_spot_checks(runtime: Runtime, number: int) -> tuple[str, ...]:
    """Draw some of what is of low risk at random, for a person to look at before the rest is approved together."""
    low = [id for cluster in read_queue(runtime).clusters if cluster.risk.band is Band.LOW for id in cluster.ids]
    drawn = {id: runtime.entropy.draw(_CHANCE_BYTES) for id in low}
    return tuple(sorted(low, key=lambda id: (drawn[id], id))[:number])


def suggest_rule_for(runtime: Runtime, id: MemoryId) -> RuleCandidate | None:
    """The rule that the rejection of a memory suggests, with what else waits that it would refuse."""
    with runtime.reading() as reader:
        queue, memory = open_queue(runtime, reader), reader.memory(id)
    if memory is None or memory.state is State.GONE:
        raise NotFound(f"There is no memory {id} here.")
    waiting = (
        (each.item.id, each.factors.origin, each.item.text) for each in queue.waiting.values() if each.item.id != id
    )
    return suggest_rule(memory.content, memory.origin, waiting)


def open_queue(runtime: Runtime, reader: Reader) -> OpenQueue:
    """The queue of this space, brought up to the rows."""
    with runtime.memo.lock:
        known = runtime.memo.queues.get(runtime.space)
        if not isinstance(known, OpenQueue) or not _follow_changes(runtime, reader, known):
            with pause_collection():
                known = _read_anew(reader)
            runtime.memo.queues[runtime.space] = known
        return known


def _find_mentioning(queue: OpenQueue, words: str) -> frozenset[str]:
    """The ids of what waits and says or quotes these words, in whichever case."""
    sought = words.casefold()
    return frozenset(
        id for id, each in queue.waiting.items() if any(sought in text.casefold() for text in each.factors.texts)
    )


def _read_anew(reader: Reader) -> OpenQueue:
    asked = [each.query for each in reader.servings(QUESTIONS) if each.query]
    queue = OpenQueue(reader.last_change(), _last_entry(reader), read_question_terms(asked))
    memories = reader.newest_memories(_WAITING, _MOST)
    changes = _weigh_changes(reader, queue, _read_changes(reader))
    for each in (*_weigh_memories(reader, queue, memories), *changes, *_weigh_beliefs(reader, queue)):
        queue.waiting[each.item.id] = each
    _mark_rivals(queue, queue.waiting)
    queue.clusters = cluster_items((each.item for each in queue.waiting.values()), len(queue.questions))
    return queue


def _follow_changes(runtime: Runtime, reader: Reader, queue: OpenQueue) -> bool:
    """Take in what changed since; False where that is too much, and the queue is to be read anew."""
    change, entry = reader.last_change(), _last_entry(reader)
    if (change, entry) == (queue.change, queue.entry):
        return True
    if change < queue.change or entry < queue.entry:
        return False  # another file lies in its place
    moved = reader.changes(runtime.embedder.identity, queue.change, _FOLLOWED + 1)
    if len(moved) > _FOLLOWED:
        return False
    memories = reader.memories(item.memory for item in moved)
    ids = {item.memory for item in moved}
    beside = _find_beside(queue, memories, ids)
    changes = {each.id: each for each in _read_changes(reader)}
    gone = {*ids, *(id for id in queue.waiting if id.startswith("p_") and id not in changes)}
    gone |= {id for id in queue.waiting if id.startswith("v_")}  # these are few, and weighed anew
    fresh = [each for id, each in changes.items() if id not in queue.waiting]
    _replace_waiting(reader, queue, gone, [each for each in memories if _is_waiting(each)], fresh, beside)
    queue.change, queue.entry = change, entry
    return True


def _find_beside(queue: OpenQueue, moved: Sequence[Memory], ids: Set[MemoryId]) -> list[MemoryId]:
    """What else waits in their places: a decision on one of them may open or settle a conflict of the others."""
    places = {find_rival_place(each.claim) for each in moved if each.claim}
    places |= {found.place for id in ids if (found := queue.waiting.get(id)) and found.place}
    if not places:
        return []
    return [MemoryId(id) for id, each in queue.waiting.items() if each.place in places and id not in ids]


def _replace_waiting(
    reader: Reader,
    queue: OpenQueue,
    gone: Collection[str],
    memories: Sequence[Memory],
    changes: Sequence[Judged],
    beside: Sequence[MemoryId],
) -> None:
    before = {id: queue.waiting.pop(id) for id in gone if id in queue.waiting}
    before |= {id: queue.waiting[id] for id in beside}
    came = [*_weigh_memories(reader, queue, memories), *_weigh_changes(reader, queue, changes)]
    came += _weigh_beliefs(reader, queue)
    for each in came:
        queue.waiting[each.item.id] = each
    _mark_contradicting(reader, queue, beside)
    touched = {*(each.item.id for each in came), *beside}
    _mark_rivals(queue, sorted(touched))
    queue.clusters = tuple(_drop_decided(queue, before.keys() - queue.waiting.keys()))
    if any(id not in before or queue.find(id) != before[id].item for id in touched):
        _cluster_anew(queue, touched)


def _cluster_anew(queue: OpenQueue, ids: Set[str]) -> None:
    """Put these, and what stood in their clusters, into clusters again; the others stay as they are."""
    stay = [each for each in queue.clusters if ids.isdisjoint(each.ids)]
    beside = {id for each in queue.clusters if not ids.isdisjoint(each.ids) for id in each.ids}
    pool = [item for id in sorted(ids | beside) if (item := queue.find(id))]
    of = len(queue.questions)
    queue.clusters = join_clusters(stay, cluster_items(pool, of), lambda id: queue.waiting[id].item.since, of)


def _drop_decided(queue: OpenQueue, gone: Set[str]) -> Iterator[Cluster]:
    """The clusters without what was decided; what is left of one stays together until the queue is read anew."""
    for cluster in queue.clusters:
        if gone.isdisjoint(cluster.ids):
            yield cluster
            continue
        left = [item for id in cluster.ids if (item := queue.find(id))]
        if left:
            reach = max(item.reach for item in left)
            yield replace(
                cluster, ids=tuple(item.id for item in left), title=left[0].text, risk=left[0].risk, reach=reach
            )


def _mark_contradicting(reader: Reader, queue: OpenQueue, ids: Sequence[MemoryId]) -> None:
    """Say of each of these whether it contradicts what is approved; their words are as they were."""
    contradicting = _find_contradicting(reader, ids)
    for id in ids:
        _weigh_again(queue, id, replace(queue.waiting[id].factors, contradicts=id in contradicting))


def _weigh_again(queue: OpenQueue, id: str, factors: RiskFactors) -> None:
    """Weigh one thing again where it is told from other factors than it was."""
    known = queue.waiting[id]
    if factors != known.factors:
        item = replace(known.item, risk=assess_risk(factors))
        queue.waiting[id] = replace(known, item=item, factors=factors)


def _mark_rivals(queue: OpenQueue, ids: Iterable[str]) -> None:
    """Say of each of these whether another of them cannot hold beside it."""
    looked_at = [queue.waiting[id] for id in ids if queue.waiting[id].item.claim]
    pairs = ((each.item.id, each.item.claim) for each in looked_at if each.item.claim)
    rivals = {id for group in find_rivals(pairs) for id in group}
    for each in looked_at:
        _weigh_again(queue, each.item.id, replace(each.factors, has_rivals=each.item.id in rivals))


# --- memories


def _weigh_memories(reader: Reader, queue: OpenQueue, memories: Sequence[Memory]) -> list[_Waiting]:
    contradicting = _find_contradicting(reader, [each.id for each in memories])
    thinkers = {id: _is_model(reader, id) for id in {each.reflection for each in memories if each.reflection}}
    found = []
    for memory in memories:
        factors = read_memory_factors(
            memory,
            contradicts=memory.id in contradicting,
            by_model=memory.reflection is not None and thinkers[memory.reflection],
            requested=memory.origin is Origin.ASSISTANT and memory.reflection is None,
        )
        reach = len(queue.questions) if memory.is_wish else count_reach(memory.content, queue.questions)
        item = ReviewItem(
            memory.id, draw_hidden(memory.content), memory.created_at, assess_risk(factors), memory.trust,
            factors.steers, reach, memory.claim, conversation=memory.conversation, requested=factors.requested,
        )  # fmt: skip
        found.append(_Waiting(item, factors, find_rival_place(memory.claim) if memory.claim else None))
    return found


def _find_contradicting(reader: Reader, ids: Sequence[MemoryId]) -> set[MemoryId]:
    """Those that contradict what is approved: only such have an edge of a conflict."""
    edges = reader.edges(ids) if ids else ()
    return {id for each in edges if each.relation is Relation.CONTRADICTS for id in (each.one, each.other)}


def _is_model(reader: Reader, reflection: ReflectionId) -> bool:
    found = reader.reflection(reflection)
    return found is not None and found.thinker != RULES


def _is_waiting(memory: Memory) -> bool:
    waits = memory.status is Status.NEEDS_REVIEW and memory.state is State.ACTIVE
    return waits and memory.kind in LEARNED


# --- changes


def _read_changes(reader: Reader) -> Sequence[Judged]:
    return reader.changes_waiting(MOST_CHANGES)


def _weigh_changes(reader: Reader, queue: OpenQueue, changes: Sequence[Judged]) -> list[_Waiting]:
    return [_weigh_change(reader, queue, each) for each in changes]


def _weigh_change(reader: Reader, queue: OpenQueue, judged: Judged) -> _Waiting:
    proposal = judged.proposal
    named = reader.memories(named_memories(proposal))
    cited = [item.origin for item in evidence_of(proposal)]
    lowest = min((*cited, *(each.origin for each in named)), key=lambda origin: origin.trust, default=Origin.UNKNOWN)
    requested = judged.reflection is None
    origin = min(lowest, Origin.ASSISTANT, key=lambda each: each.trust) if requested else lowest
    text = describe_change(proposal, named)
    factors = RiskFactors(
        origin,
        min((origin.trust, *(each.trust for each in named)), default=Trust.UNKNOWN),
        (text, proposal.reason),
        steers=isinstance(proposal, Amend),
        by_model=judged.reflection is not None and _is_model(reader, judged.reflection),
        requested=requested,
        changes=_CHANGES.get(type(proposal), _CHANGE),
    )
    reach = len(queue.questions) if isinstance(proposal, Amend) else count_reach(text, queue.questions)
    item = ReviewItem(
        judged.id, draw_hidden(text), judged.at, assess_risk(factors), factors.trust, factors.steers, reach,
        target=_find_target(proposal), requested=requested,
    )  # fmt: skip
    return _Waiting(item, factors)


def _weigh_beliefs(reader: Reader, queue: OpenQueue) -> list[_Waiting]:
    return [_Waiting(item, factors) for item, factors in weigh_beliefs(reader, queue.questions)]


def describe_change(proposal: Proposal, named: Sequence[Memory]) -> str:
    """The text that a change is about, as it would be after it."""
    if isinstance(proposal, Amend):
        return "\n".join(edit.new or edit.old for edit in proposal.edits)
    if isinstance(proposal, Revise) and proposal.content:
        return proposal.content
    if isinstance(proposal, Archive) and proposal.gist:
        return proposal.gist
    return named[0].content if named else proposal.reason


def _find_target(proposal: Proposal) -> str | None:
    if isinstance(proposal, Amend):
        return proposal.edits[0].document if proposal.edits else None
    return next(iter(named_memories(proposal)), None)


def _last_entry(reader: Reader) -> int:
    tip = reader.tip()
    return tip[0] if tip else 0
