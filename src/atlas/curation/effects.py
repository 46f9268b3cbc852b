"""What an accepted or held proposal does to the rows: memories before and after, as values.

The same functions serve the rule that approves at once and the person who approves next week.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, assert_never

from atlas.curation.contradiction import Reweighed, began, contradicted, disputes, prevails
from atlas.curation.derived_memory import MAX_EVIDENCE, merged, promoted
from atlas.curation.judge import from_same_words, restated, says_the_same
from atlas.curation.judgement_input import Before
from atlas.curation.policy import ConflictPolicy, CurationPolicy
from atlas.curation.trust import proposal_origin, proposal_trust
from atlas.model.archive import Shortened
from atlas.model.entity import Entity, EntityId, is_self, speaker_entity
from atlas.model.graph import edge
from atlas.model.ids import MemoryId, ReflectionId
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Evidence, Form, Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Trust
from atlas.model.proposal import Amend, Archive, Forget, Merge, Promote, Proposal, Remember, Revise, Strengthen
from atlas.model.verdict import Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Changed:
    """A memory before (None: it is new) and after."""

    before: Memory | None
    after: Memory


@dataclass(frozen=True, slots=True)
class Effects:
    memories: tuple[Changed, ...] = ()
    entities: tuple[tuple[Entity | None, Entity], ...] = ()
    edges: tuple[Reweighed, ...] = ()
    gists: tuple[Shortened, ...] = ()

    @property
    def main(self) -> MemoryId | None:
        return self.memories[0].after.id if self.memories else None

    @property
    def empty(self) -> bool:
        return not (self.memories or self.entities or self.edges or self.gists)


STABILITY_DAYS: Final = {Basis.STATED: 30.0, Basis.OBSERVED: 7.0, Basis.INFERRED: 1.0}
"""T2, where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What only the engine can give: the moment, a fresh id, the run of thinking it came from."""

    now: datetime
    id: MemoryId
    reflection: ReflectionId | None = None
    by: str = "policy"
    lasting: Mapping[Basis, float] = field(default_factory=lambda: dict(STABILITY_DAYS))
    """T2: in how many days an unused memory loses half its strength, by how it is known."""


def effects(proposal: Proposal, verdict: Verdict, before: Before, stamp: Stamp, policy: CurationPolicy) -> Effects:
    if verdict.outcome is Outcome.REFUSED:
        return Effects()
    if isinstance(proposal, Remember):
        return _remember(proposal, verdict, before, stamp, policy)
    if verdict.outcome is Outcome.HELD:
        return Effects()
    return apply(proposal, before, stamp)


def apply(proposal: Proposal, before: Before, stamp: Stamp) -> Effects:
    """An accepted change to memories that exist."""
    match proposal:
        case Revise():
            return Effects((_revised(proposal, before, stamp),))
        case Archive():
            return _archived(proposal, before)
        case Promote():
            return Effects((_promoted(proposal, before, stamp),))
        case Strengthen():
            return _strengthened(proposal, before)
        case Merge():
            return Effects(tuple(_merged(proposal, before)))
        case Remember() | Forget() | Amend():
            return Effects()  # made by `effects`, by forgetting, by nobody yet
        case _:
            assert_never(proposal)


def bumped(memory: Memory, **fields: object) -> Memory:
    """A changed memory has the next version, so that whoever changes it meanwhile is told."""
    return replace(memory, version=memory.version + 1, **fields)  # type: ignore[arg-type] # names are the callers'


def settle(
    memory: Memory, rivals: Iterable[Memory], now: datetime, policy: ConflictPolicy = ConflictPolicy.NEWER
) -> tuple[Memory, list[Changed]]:
    """T16: a newly approved fact closes what it contradicts and links to it; by policy the newer, or the surer, wins.

    Only what is trusted no more than the new one is closed. A fact that tells of an earlier time than its rival is
    itself the closed one. What ends only in the future ("I move in May") is dated and stays in service until then.
    """
    closed: list[Changed] = []
    for rival in rivals:
        if rival.trust > memory.trust or rival.id == memory.id:
            continue
        ends = max(began(memory), began(rival))
        if prevails(rival, memory, policy):
            ends = min(ends, memory.valid_until or ends)
            memory = replace(memory, status=_closed(memory, rival, now), valid_until=ends)
            continue
        after = bumped(rival, status=_closed(rival, memory, now), valid_until=ends)
        closed.append(Changed(rival, after))
        memory = replace(memory, links=(*memory.links, Link(Relation.SUPERSEDES, rival.id)))
    return memory, closed


def _closed(loser: Memory, winner: Memory, now: datetime) -> Status:
    yet_to_come = winner.valid_from is not None and winner.valid_from > now
    return loser.status if yet_to_come else Status.SUPERSEDED


def episode(message: Message, status: Status, stamp: Stamp) -> Memory:
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


def _remember(proposal: Remember, verdict: Verdict, before: Before, stamp: Stamp, policy: CurationPolicy) -> Effects:
    known = restated(proposal, before)
    if known is not None:
        return _confirmed(known, proposal.evidence, stamp)
    memory = _new_memory(proposal, verdict, before, stamp)
    closed: list[Changed] = []
    if memory.status is Status.APPROVED and policy.conflict is not ConflictPolicy.KEEP_BOTH:
        rivals = contradicted(memory, before.in_slot, proposal.replaces)
        memory, closed = settle(memory, rivals, stamp.now, policy.conflict)
    memory, answered = _answered(memory, proposal, before)
    closed += answered
    names = named_entities(proposal, before) if memory.status is Status.APPROVED else ()
    beside = as_changed(before.in_slot, closed)
    edges = disputes(memory, beside, before.edges, proposal.replaces)
    return Effects((Changed(None, memory), *closed), names, edges)


def _answered(memory: Memory, proposal: Remember, before: Before) -> tuple[Memory, list[Changed]]:
    """What waits and says the same of the same words gives way to it: somebody has vouched for them since (C3).

    Of what was said more than once, each telling is thought about by itself: there it is enough that all were lifted.
    """
    waiting = (each for each in (*before.in_slot, *before.same_content) if each.status is Status.NEEDS_REVIEW)
    lower = (each for each in waiting if each.trust < memory.trust)
    twins = {each.id: each for each in lower if from_same_words(each, proposal) or _were_lifted(each)}
    said = [each for each in twins.values() if each.state is State.ACTIVE and says_the_same(each, proposal)]
    links = (*memory.links, *(Link(Relation.SUPERSEDES, each.id) for each in said))
    return replace(memory, links=links), [Changed(each, bumped(each, status=Status.SUPERSEDED)) for each in said]


def _were_lifted(memory: Memory) -> bool:
    """Whether everything that it quotes is better trusted by now than it was."""
    return bool(memory.evidence) and all(item.origin.trust > memory.trust for item in memory.evidence)


def as_changed(memories: Iterable[Memory], changed: Iterable[Changed]) -> list[Memory]:
    """These memories as they stand after the changes."""
    after = {each.after.id: each.after for each in changed}
    return [after.get(memory.id, memory) for memory in memories]


def _new_memory(proposal: Remember, verdict: Verdict, before: Before, stamp: Stamp) -> Memory:
    approved = verdict.outcome is Outcome.ACCEPTED
    told = [before.cited[item.message] for item in proposal.evidence]
    observed = max((message.at for message in told), default=stamp.now)
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
        reinforced_at=stamp.now if proposal.sources else observed,  # what is derived is as young as the thought
        conversation=told[0].conversation if told else None,
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
        links=tuple(_lineage(proposal)),
    )


def _lineage(proposal: Remember) -> Iterable[Link]:
    """T10: of an insight its sources are also the instances."""
    yield from (Link(Relation.DERIVED_FROM, source) for source in proposal.sources)
    if proposal.kind is Kind.INSIGHT:
        yield from (Link(Relation.SCHEMA_INSTANCE, source) for source in proposal.sources)


def _confirmed(known: Memory, evidence: Sequence[Evidence], stamp: Stamp) -> Effects:
    """Said again: the new quote joins the old ones. Repetition never raises trust (X1)."""
    fresh = tuple(item for item in evidence if item not in known.evidence)
    if not fresh or len(known.evidence) >= MAX_EVIDENCE or known.trust > min(item.origin.trust for item in fresh):
        return Effects()
    return Effects((Changed(known, bumped(known, evidence=(*known.evidence, *fresh), reinforced_at=stamp.now)),))


def named_entities(proposal: Remember, before: Before) -> tuple[tuple[Entity | None, Entity], ...]:
    """Entities whose names the evidence gives; a user's name is told only by users themselves.

    The first name is what an entity is called: the latest the user gave, never one that came from further away.
    """
    pairs = []
    trusted = proposal_trust(proposal, before) >= Trust.USER
    for entity in proposal.entities:
        if is_self(entity.id) and not (trusted and _told_by(entity.id, proposal, before)):
            continue
        old = before.entities.get(entity.id)
        earlier = old.names if old else ()
        names = tuple(dict.fromkeys((*entity.names, *earlier) if trusted else (*earlier, *entity.names)))
        if old is None or old.names != names:
            pairs.append((old, replace(entity, names=names, handle=old.handle if old else "")))
    return tuple(pairs)


def _told_by(entity: EntityId, proposal: Remember, before: Before) -> bool:
    """Whether the evidence is this user's own; an operator may speak for anyone."""
    told = [before.cited[item.message] for item in proposal.evidence]
    return all(item.origin.trust > Trust.USER or speaker_entity(item.speaker) == entity for item in told)


def _revised(proposal: Revise, before: Before, stamp: Stamp) -> Changed:
    """A person may let a less trusted text change a memory; it is then trusted no more than that text (X1)."""
    memory = before.named[proposal.memory]
    trust = proposal_trust(proposal, before)
    after = bumped(
        memory,
        trust=trust,
        origin=proposal_origin(proposal, before) if trust < memory.trust else memory.origin,
        content=proposal.content or memory.content,
        claim=proposal.claim if proposal.content or proposal.claim else memory.claim,
        valid_until=proposal.valid_until or memory.valid_until,
        evidence=tuple(dict.fromkeys((*memory.evidence, *proposal.evidence)))[-MAX_EVIDENCE:],
        reinforced_at=stamp.now,
    )
    return Changed(memory, after)


def _archived(proposal: Archive, before: Before) -> Effects:
    memory = before.named[proposal.memory]
    if proposal.gist is not None and memory.transcribes is not None:
        return Effects(gists=(Shortened(memory.transcribes, proposal.gist),))
    return Effects((Changed(memory, bumped(memory, state=State.ARCHIVED)),))


def _promoted(proposal: Promote, before: Before, stamp: Stamp) -> Changed:
    """T5: what is said in a transcript stays there, and a memory of its own is made of it; another changes its form."""
    memory, others = before.named[proposal.memory], [before.named[name] for name in proposal.episodes]
    if memory.transcribes is not None:
        made = promoted(memory, others, before.cited[memory.transcribes], stamp.id, stamp.now)
        by = stamp.by if made.status is Status.APPROVED else None
        return Changed(None, replace(made, reflection=stamp.reflection, approved_by=by))
    known = memory.linked(Relation.DERIVED_FROM)
    fresh = [each.id for each in others if each.id not in known and each.trust >= memory.trust]
    links = (*memory.links, *(Link(Relation.DERIVED_FROM, id) for id in fresh))
    return Changed(memory, bumped(memory, form=Form.SEMANTIC, links=links))


def _strengthened(proposal: Strengthen, before: Before) -> Effects:
    if proposal.relation is not None:
        return _joined(proposal.relation, proposal, before)
    named = (before.named[name] for name in dict.fromkeys(proposal.memories))
    grown = ((each, min(1.0, each.strength + proposal.amount)) for each in named)
    return Effects(tuple(Changed(each, bumped(each, strength=by)) for each, by in grown if by != each.strength))


def _joined(relation: Relation, proposal: Strengthen, before: Before) -> Effects:
    """T9: the edge of two memories, up to 1. One that can grow no more is no news."""
    one, other = proposal.memories
    fresh = edge(relation, one, other)
    old = next((each for each in before.edges if each.key == fresh.key), None)
    new = replace(fresh, weight=min(1.0, (old.weight if old else 0.0) + proposal.amount))
    return Effects(edges=((old, new),)) if new != old else Effects()


def _merged(proposal: Merge, before: Before) -> Iterable[Changed]:
    """T8: the survivor links to what it absorbed, which is kept and not served."""
    survivor, absorbed = before.named[proposal.survivor], [before.named[name] for name in proposal.absorbed]
    yield Changed(survivor, merged(survivor, absorbed))
    for memory in absorbed:
        yield Changed(memory, bumped(memory, state=State.ARCHIVED))
