"""The effects of an accepted or held proposal on memories, entities and edges, as values.

The same functions serve the rule that approves at once and the person who approves next week.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, assert_never

from atlas.curation.amendments import amend_documents
from atlas.curation.contradiction import (
    EdgeChange,
    find_conflict_changes,
    find_contradicted,
    rival_prevails,
    start_time,
)
from atlas.curation.derived_memory import MAX_EVIDENCE, merge_memories, promote_episode
from atlas.curation.judge import cites_same_messages, find_restated_memory, moves_day, states_same_fact
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import ConflictPolicy, CurationPolicy
from atlas.curation.trust import proposal_origin, proposal_trust
from atlas.language.entity_ids import speaker_entity
from atlas.model.archive import Shortened
from atlas.model.belief import ArgumentChange, BeliefChange
from atlas.model.document import DocumentChange
from atlas.model.entity import Entity, EntityId, is_self
from atlas.model.graph import build_edge
from atlas.model.ids import MemoryId, ReflectionId
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Form, Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Trust
from atlas.model.proposal import Amend, Archive, Argue, Forget, Merge, Promote, Proposal, Remember, Revise, Strengthen
from atlas.model.verdict import Outcome, Verdict


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """A memory before (None: it is new) and after."""

    before: Memory | None
    after: Memory


@dataclass(frozen=True, slots=True)
class Effects:
    memories: tuple[MemoryChange, ...] = ()
    entities: tuple[tuple[Entity | None, Entity], ...] = ()
    edges: tuple[EdgeChange, ...] = ()
    gists: tuple[Shortened, ...] = ()
    documents: tuple[DocumentChange, ...] = ()
    beliefs: tuple[BeliefChange, ...] = ()
    arguments: tuple[ArgumentChange, ...] = ()

    @property
    def main(self) -> MemoryId | None:
        return self.memories[0].after.id if self.memories else None

    @property
    def is_empty(self) -> bool:
        return not any((
            self.memories, self.entities, self.edges, self.gists, self.documents, self.beliefs, self.arguments
        ))  # fmt: skip


STABILITY_DAYS: Final = {Basis.STATED: 30.0, Basis.OBSERVED: 7.0, Basis.INFERRED: 1.0}
"""T2, where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The engine's part of a new memory: the moment, a fresh id and the reflection behind the proposal."""

    now: datetime
    id: MemoryId
    reflection: ReflectionId | None = None
    by: str = "policy"
    lasting: Mapping[Basis, float] = field(default_factory=lambda: dict(STABILITY_DAYS))
    """T2: in how many days an unused memory loses half its strength, by how it is known."""


def compute_effects(
    proposal: Proposal, verdict: Verdict, before: JudgementInput, stamp: Stamp, policy: CurationPolicy
) -> Effects:
    if verdict.outcome is Outcome.REFUSED:
        return Effects()
    if isinstance(proposal, Remember):
        return _compute_remember(proposal, verdict, before, stamp, policy)
    if verdict.outcome is Outcome.HELD:
        return Effects()
    return apply_change(proposal, before, stamp)


def apply_change(proposal: Proposal, before: JudgementInput, stamp: Stamp) -> Effects:
    """Compute the effects of an accepted change to existing memories."""
    match proposal:
        case Revise():
            return Effects((_revise_memory(proposal, before, stamp),))
        case Archive():
            return _archive_memory(proposal, before)
        case Promote():
            return Effects((_promote_memory(proposal, before, stamp),))
        case Strengthen():
            return _strengthen_memories(proposal, before)
        case Merge():
            return Effects(tuple(_merge_memories(proposal, before)))
        case Amend():
            return Effects(documents=amend_documents(proposal, before, stamp.now))
        case Remember() | Forget() | Argue():
            return Effects()  # made by `compute_effects`, by forgetting, by who weighs
        case _:
            assert_never(proposal)


def next_version(memory: Memory, **fields: object) -> Memory:
    """Copy a memory with changed fields and the next version, so that concurrent writers notice the change."""
    return replace(memory, version=memory.version + 1, **fields)  # type: ignore[arg-type] # names are the callers'


def close_superseded_facts(
    memory: Memory, rivals: Iterable[Memory], now: datetime, policy: ConflictPolicy = ConflictPolicy.NEWER
) -> tuple[Memory, list[MemoryChange]]:
    """T16: Close the facts that a newly approved fact contradicts, and link to them; the policy prefers the newer or
    the surer. Only rivals of no higher trust are closed. A fact about an earlier time than its rival is itself
    closed. A rival that ends only in the future ("I move in May") is dated and stays in service until then."""
    closed: list[MemoryChange] = []
    for rival in rivals:
        if rival.trust > memory.trust or rival.id == memory.id:
            continue
        ends = max(start_time(memory), start_time(rival))
        if rival_prevails(rival, memory, policy):
            ends = min(ends, memory.valid_until or ends)
            memory = replace(memory, status=_closed_status(memory, rival, now), valid_until=ends)
            continue
        after = next_version(rival, status=_closed_status(rival, memory, now), valid_until=ends)
        closed.append(MemoryChange(rival, after))
        memory = replace(memory, links=(*memory.links, Link(Relation.SUPERSEDES, rival.id)))
    return memory, closed


def _closed_status(loser: Memory, winner: Memory, now: datetime) -> Status:
    yet_to_come = winner.valid_from is not None and winner.valid_from > now
    return loser.status if yet_to_come else Status.SUPERSEDED


def create_episode(message: Message, status: Status, stamp: Stamp) -> Memory:
    """C3: the transcript is memory too; each message is an episode with its origin."""
    return Memory(
        id=stamp.id,
        content=message.text,
        kind=Kind.EPISODE,
        form=Form.EPISODIC,
        status=status,
        state=State.ACTIVE,
        basis=Basis.OBSERVED,
        origin=message.origin,
        trust=message.origin.trust,
        observed_at=message.at,
        created_at=stamp.now,
        reinforced_at=message.at,
        conversation=message.conversation,
        transcribes=message.id,
        stability_days=stamp.lasting[Basis.OBSERVED],
        approved_by=stamp.by if status is Status.APPROVED else None,
    )


def _compute_remember(
    proposal: Remember, verdict: Verdict, before: JudgementInput, stamp: Stamp, policy: CurationPolicy
) -> Effects:
    known = find_restated_memory(proposal, before)
    if known is not None:
        return _confirm_known_memory(known, proposal, before, stamp, policy)
    memory = make_memory(proposal, verdict, before, stamp)
    closed: list[MemoryChange] = []
    if memory.status is Status.APPROVED and policy.conflict is not ConflictPolicy.KEEP_BOTH:
        moved = _find_earlier_day(memory, proposal, before, stamp.now)
        rivals = [each for each in find_contradicted(memory, before.in_slot, proposal.replaces) if each not in moved]
        memory, closed = close_superseded_facts(memory, rivals, stamp.now, policy.conflict)
        memory = replace(memory, links=(*memory.links, *(Link(Relation.SUPERSEDES, each.id) for each in moved)))
        closed += [MemoryChange(each, next_version(each, status=Status.SUPERSEDED)) for each in moved]
    memory, answered = _supersede_waiting_twins(memory, proposal, before)
    closed += answered
    names = collect_entity_changes(proposal, before) if memory.status is Status.APPROVED else ()
    beside = with_changes(before.in_slot, closed)
    edges = find_conflict_changes(memory, beside, before.edges, proposal.replaces)
    return Effects((MemoryChange(None, memory), *closed), names, edges)


def _find_earlier_day(memory: Memory, proposal: Remember, before: JudgementInput, now: datetime) -> list[Memory]:
    """Find what says the same of another day that is still to come: a last day at work that was put off (T16)."""
    planned = (each for each in before.in_slot if each.valid_from and each.valid_from > now)
    return [
        each
        for each in planned
        if each.status is Status.APPROVED and each.state is State.ACTIVE and each.trust <= memory.trust
        if states_same_fact(each, proposal) and moves_day(each, proposal)
    ]


def _supersede_waiting_twins(
    memory: Memory, proposal: Remember, before: JudgementInput
) -> tuple[Memory, list[MemoryChange]]:
    """Supersede waiting memories of the same statement: somebody has vouched for their messages since (C3), or the user
    has stated what was an uncertain reading.

    A fact stated more than once is proposed once per statement; there all its evidence must have gained trust.
    """
    waiting = (each for each in (*before.in_slot, *before.same_content) if each.status is Status.NEEDS_REVIEW)
    twins = {each.id: each for each in waiting if _is_settled_by(memory, proposal, each)}
    superseded = [each for each in twins.values() if each.state is State.ACTIVE and states_same_fact(each, proposal)]
    links = (*memory.links, *(Link(Relation.SUPERSEDES, each.id) for each in superseded))
    return replace(memory, links=links), [
        MemoryChange(each, next_version(each, status=Status.SUPERSEDED)) for each in superseded
    ]


def _is_settled_by(memory: Memory, proposal: Remember, waiting: Memory) -> bool:
    if waiting.trust < memory.trust:
        return cites_same_messages(waiting, proposal) or _has_gained_trust(waiting)
    stated = memory.status is Status.APPROVED and memory.basis is Basis.STATED
    return stated and waiting.trust == memory.trust and waiting.basis is Basis.INFERRED


def _has_gained_trust(memory: Memory) -> bool:
    """Tell whether all evidence of a memory is now more trusted than the memory."""
    return bool(memory.evidence) and all(item.origin.trust > memory.trust for item in memory.evidence)


def with_changes(memories: Iterable[Memory], changed: Iterable[MemoryChange]) -> list[Memory]:
    """Return these memories as they stand after the changes."""
    after = {each.after.id: each.after for each in changed}
    return [after.get(memory.id, memory) for memory in memories]


def make_memory(proposal: Remember, verdict: Verdict, before: JudgementInput, stamp: Stamp) -> Memory:
    approved = verdict.outcome is Outcome.ACCEPTED
    messages = [before.cited[item.message] for item in proposal.evidence]
    source = before.source
    written = min(source.written_at, stamp.now) if source else stamp.now
    observed = max((message.at for message in messages), default=written)
    conversation = source.conversation if source else None
    return Memory(
        id=stamp.id,
        content=proposal.content,
        kind=proposal.kind,
        form=proposal.form,
        status=Status.APPROVED if approved else Status.NEEDS_REVIEW,
        state=State.ACTIVE,
        basis=proposal.basis,
        origin=proposal_origin(proposal, before),
        trust=proposal_trust(proposal, before),
        observed_at=observed,
        created_at=stamp.now,
        reinforced_at=stamp.now if proposal.sources or source else observed,  # derived or read: as young as that
        conversation=messages[0].conversation if messages else conversation,
        reflection=stamp.reflection,
        claim=proposal.claim,
        confidence=proposal.confidence,
        importance=proposal.importance,
        stability_days=stamp.lasting[proposal.basis],
        tags=proposal.tags,
        emotion=proposal.emotion,
        approved_by=stamp.by if approved else None,
        referred_at=proposal.referred_at,
        valid_from=proposal.valid_from,
        valid_until=proposal.valid_until,
        evidence=proposal.evidence,
        links=tuple(_make_lineage_links(proposal)),
    )


def _make_lineage_links(proposal: Remember) -> Iterable[Link]:
    """T10: Link a memory to its sources; the sources of an insight are also its instances."""
    yield from (Link(Relation.DERIVED_FROM, source) for source in proposal.sources)
    if proposal.kind is Kind.INSIGHT:
        yield from (Link(Relation.SCHEMA_INSTANCE, source) for source in proposal.sources)


def _confirm_known_memory(
    known: Memory, proposal: Remember, before: JudgementInput, stamp: Stamp, policy: CurationPolicy
) -> Effects:
    """Add the quotes of a repeated statement to a known memory; repetition never raises trust (X1).

    What the statement says it takes the place of is closed, as it would be beside a new memory (T16).
    """
    fresh = tuple(item for item in proposal.evidence if item not in known.evidence)
    if not fresh or known.trust > min(item.origin.trust for item in fresh):
        return Effects()
    after = known
    if len(known.evidence) < MAX_EVIDENCE:
        after = replace(known, evidence=(*known.evidence, *fresh), reinforced_at=stamp.now)
    closes = known.status is Status.APPROVED and policy.conflict is not ConflictPolicy.KEEP_BOTH
    wrong = _find_named_wrong(known, proposal, before) if closes else []
    links = tuple(Link(Relation.SUPERSEDES, each.id) for each in wrong)
    after = replace(after, links=(*after.links, *links))
    if after == known:
        return Effects()
    ends = max(stamp.now, start_time(known))
    closed = (
        MemoryChange(each, next_version(each, status=_closed_status(each, known, stamp.now), valid_until=ends))
        for each in wrong
    )
    return Effects((MemoryChange(known, replace(after, version=known.version + 1)), *closed))


def _find_named_wrong(known: Memory, proposal: Remember, before: JudgementInput) -> list[Memory]:
    """Find the facts in the same place that a statement says are wrong, of no higher trust than the known one."""
    if not proposal.replaces:
        return []
    rivals = find_contradicted(known, before.in_slot, proposal.replaces)
    return [each for each in rivals if each.id != known.id and each.trust <= known.trust]


def collect_entity_changes(proposal: Remember, before: JudgementInput) -> tuple[tuple[Entity | None, Entity], ...]:
    """Collect entities named by the evidence; only users themselves give a user's name.

    The first name is the display name: the latest given by the user, never one from a less trusted source.
    """
    pairs = []
    trusted = proposal_trust(proposal, before) >= Trust.USER
    for entity in proposal.entities:
        if is_self(entity.id) and not (trusted and _is_own_evidence(entity.id, proposal, before)):
            continue
        old = before.entities.get(entity.id)
        earlier = old.names if old else ()
        names = tuple(dict.fromkeys((*entity.names, *earlier) if trusted else (*earlier, *entity.names)))
        if old is None or old.names != names:
            pairs.append((old, replace(entity, names=names, handle=old.handle if old else "")))
    return tuple(pairs)


def _is_own_evidence(entity: EntityId, proposal: Remember, before: JudgementInput) -> bool:
    """Tell whether the evidence is this user's own; an operator may speak for anyone."""
    messages = [before.cited[item.message] for item in proposal.evidence]
    return all(item.origin.trust > Trust.USER or speaker_entity(item.speaker) == entity for item in messages)


def _revise_memory(proposal: Revise, before: JudgementInput, stamp: Stamp) -> MemoryChange:
    """Revise a memory; a less trusted text that a person lets in lowers the trust of the memory (X1). What is over by
    now leaves service, as what a newer fact closes does (T16)."""
    memory = before.named[proposal.memory]
    trust = proposal_trust(proposal, before)
    over = proposal.valid_until is not None and proposal.valid_until <= stamp.now
    after = next_version(
        memory,
        trust=trust,
        origin=proposal_origin(proposal, before) if trust < memory.trust else memory.origin,
        content=proposal.content or memory.content,
        claim=proposal.claim if proposal.content or proposal.claim else memory.claim,
        valid_until=proposal.valid_until or memory.valid_until,
        status=Status.SUPERSEDED if over and memory.status is Status.APPROVED else memory.status,
        evidence=tuple(dict.fromkeys((*memory.evidence, *proposal.evidence)))[-MAX_EVIDENCE:],
        reinforced_at=stamp.now,
    )
    return MemoryChange(memory, after)


def _archive_memory(proposal: Archive, before: JudgementInput) -> Effects:
    memory = before.named[proposal.memory]
    if proposal.gist is not None and memory.transcribes is not None:
        return Effects(gists=(Shortened(memory.transcribes, proposal.gist),))
    return Effects((MemoryChange(memory, next_version(memory, state=State.ARCHIVED)),))


def _promote_memory(proposal: Promote, before: JudgementInput, stamp: Stamp) -> MemoryChange:
    """T5: Make a new memory from a transcript episode, or turn another memory into semantic form."""
    memory, others = before.named[proposal.memory], [before.named[name] for name in proposal.episodes]
    if memory.transcribes is not None:
        made = promote_episode(memory, others, before.cited[memory.transcribes], stamp.id, stamp.now)
        by = stamp.by if made.status is Status.APPROVED else None
        return MemoryChange(None, replace(made, reflection=stamp.reflection, approved_by=by))
    known = memory.linked(Relation.DERIVED_FROM)
    fresh = [each.id for each in others if each.id not in known and each.trust >= memory.trust]
    links = (*memory.links, *(Link(Relation.DERIVED_FROM, id) for id in fresh))
    return MemoryChange(memory, next_version(memory, form=Form.SEMANTIC, links=links))


def _strengthen_memories(proposal: Strengthen, before: JudgementInput) -> Effects:
    if proposal.relation is not None:
        return _strengthen_edge(proposal.relation, proposal, before)
    named = (before.named[name] for name in dict.fromkeys(proposal.memories))
    grown = ((each, min(1.0, each.strength + proposal.amount)) for each in named)
    return Effects(
        tuple(MemoryChange(each, next_version(each, strength=by)) for each, by in grown if by != each.strength)
    )


def _strengthen_edge(relation: Relation, proposal: Strengthen, before: JudgementInput) -> Effects:
    """T9: Raise the weight of the edge between two memories, up to 1; a full edge yields no change."""
    one, other = proposal.memories
    fresh = build_edge(relation, one, other)
    old = next((each for each in before.edges if each.key == fresh.key), None)
    new = replace(fresh, weight=min(1.0, (old.weight if old else 0.0) + proposal.amount))
    return Effects(edges=((old, new),)) if new != old else Effects()


def _merge_memories(proposal: Merge, before: JudgementInput) -> Iterable[MemoryChange]:
    """T8: Link the survivor to the absorbed memories, which are archived and not served."""
    survivor, absorbed = before.named[proposal.survivor], [before.named[name] for name in proposal.absorbed]
    yield MemoryChange(survivor, merge_memories(survivor, absorbed))
    for memory in absorbed:
        yield MemoryChange(memory, next_version(memory, state=State.ARCHIVED))
