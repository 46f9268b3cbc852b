"""Proposals through the door: gather what was there before, judge, commit; and what people decide later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from atlas.curation.before import Before
from atlas.curation.effects import Changed, Effects, Stamp, apply, bumped, contradicted, effects, named_entities, settle
from atlas.curation.hygiene import redact
from atlas.curation.judge import judge
from atlas.curation.policy import ConflictPolicy
from atlas.curation.statuses import check_transition
from atlas.engine.keep import keep
from atlas.engine.ledger import Ledger
from atlas.engine.replies import Reply, touched_by
from atlas.engine.think import served_texts
from atlas.engine.vectors import nearest
from atlas.engine.world import World
from atlas.errors import NotFound, Refused
from atlas.model.entity import Entity
from atlas.model.ids import MemoryId, ProposalId
from atlas.model.interaction import Interaction
from atlas.model.journal import Action, Actor
from atlas.model.memory import Link, Memory, Relation, State, Status
from atlas.model.proposal import Forget, Proposal, Remember, evidence_of, named_memories
from atlas.model.text import content_hash
from atlas.model.thinking import Judged, Proposed, Reflection
from atlas.model.verdict import Outcome, Verdict
from atlas.ports.store import MemoryFilter, Reader

_MANY = 10_000
_NEIGHBOURS = 5
Neighbours = Mapping[str, Mapping[MemoryId, float]]
"""The memories nearest to a text, with their cosine."""
_ACTIONS = {Outcome.ACCEPTED: Action.REMEMBERED, Outcome.HELD: Action.HELD, Outcome.REFUSED: Action.REFUSED}


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing a person decided, for the surfaces to tell."""

    id: str
    status: Status
    content: str
    closed: tuple[MemoryId, ...] = ()
    entry: int = 0
    touched: tuple[Reply, ...] = ()
    """Of what was rejected: the replies that it stood behind, the newest first (C8)."""


def commit_proposals(
    world: World,
    ledger: Ledger,
    proposals: Iterable[Proposed],
    interaction: Interaction | None,
    reflection: Reflection,
    near: Neighbours,
) -> None:
    """Judge each proposal against the rows as they are now, and commit what came of it."""
    served = served_texts(ledger.txn, interaction) if interaction else ()
    for proposed in proposals:
        proposal = proposed.proposal
        known = gather(ledger.txn, proposal, served, _near(ledger.txn, proposal, near))
        before = replace(known, ceiling=proposed.ceiling, by_model=proposed.by_model)
        verdict = judge(proposal, before, world.curation)
        stamp = Stamp(world.now(), world.memory_id(), reflection.id)
        outcome = effects(proposal, verdict, before, stamp, world.curation)
        _commit_one(world, ledger, proposal, verdict, outcome, reflection)


def neighbours(world: World, proposals: Iterable[Proposed]) -> Neighbours:
    """C2: what is not a claim is known again by its meaning; claims are compared as claims.

    Looked for before the transaction that judges: an embedder may take its time.
    """
    wished = (each.proposal for each in proposals)
    texts = [each.content for each in wished if isinstance(each, Remember) and each.claim is None]
    return {text: dict(nearest(world, text, _NEIGHBOURS)) for text in dict.fromkeys(texts)}


def _near(reader: Reader, proposal: Proposal, known: Neighbours) -> tuple[tuple[Memory, float], ...]:
    found = known.get(proposal.content, {}) if isinstance(proposal, Remember) else {}
    return tuple((memory, found[memory.id]) for memory in reader.memories(found))


def gather(
    reader: Reader, proposal: Proposal, served: Sequence[str] = (), near: tuple[tuple[Memory, float], ...] = ()
) -> Before:
    """Everything the judge may look at."""
    messages = {item.message: message for item in evidence_of(proposal) if (message := reader.message(item.message))}
    named = {memory.id: memory for memory in reader.memories(named_memories(proposal))}
    if not isinstance(proposal, Remember):
        return Before(messages, named)
    entities = {entity.id: known for entity in proposal.entities if (known := reader.entity(entity.id))}
    claim = proposal.claim
    return Before(
        cited=messages,
        named=named,
        in_slot=tuple(reader.in_slot(claim.subject, claim.attribute)) if claim else (),
        same_content=tuple(reader.with_content(content_hash(proposal.content))),
        near=near,
        entities=entities,
        served=tuple(served),
    )


def _commit_one(
    world: World, ledger: Ledger, proposal: Proposal, verdict: Verdict, outcome: Effects, reflection: Reflection
) -> None:
    judged = Judged(world.proposal_id(), reflection.id, proposal, verdict, world.now(), outcome.main)
    if not outcome.memories:
        if verdict.outcome is Outcome.ACCEPTED:
            return  # it was known already, word for word
        ledger.judged(Actor.POLICY, _ACTIONS[verdict.outcome], judged)
        return
    ledger.change(Actor.POLICY, _action(verdict, outcome), outcome.memories, outcome.entities, judged=judged)


def _action(verdict: Verdict, outcome: Effects) -> Action:
    if verdict.outcome is Outcome.ACCEPTED and outcome.memories[0].before is not None:
        return Action.CHANGED
    return _ACTIONS[verdict.outcome]


# --- what people decide


def decide(
    world: World, ids: Sequence[str], status: Status, actor: Actor = Actor.OPERATOR, reason: str = ""
) -> list[Decision]:
    """Give memories (or held proposals) a status; all of them or none."""
    keep(world)
    with world.store.writing(world.space) as txn:
        ledger = Ledger(world, txn)
        made = [_decide_one(world, ledger, name, status, actor, reason) for name in ids]
    if status is not Status.REJECTED:
        return made
    behind = touched_by(world, [MemoryId(each.id) for each in made])
    return [replace(each, touched=behind.get(MemoryId(each.id), ())) for each in made]


def _decide_one(world: World, ledger: Ledger, id: str, status: Status, actor: Actor, reason: str) -> Decision:
    memory = ledger.txn.memory(MemoryId(id))
    if memory is not None and memory.state is not State.GONE:
        return _decide_memory(world, ledger, memory, status, actor, reason)
    judged = ledger.txn.judged(ProposalId(id))
    if judged is None:
        raise NotFound(f"There is no memory or pending proposal {id} here.")
    return _decide_proposal(world, ledger, judged, status, actor)


def _decide_memory(world: World, ledger: Ledger, memory: Memory, status: Status, actor: Actor, reason: str) -> Decision:
    check_transition(memory.status, status, actor)
    by = actor.value if status is Status.APPROVED else memory.approved_by
    after = bumped(memory, status=status, approved_by=by)
    closed: list[Changed] = []
    names: tuple[tuple[Entity | None, Entity], ...] = ()
    if status is Status.APPROVED:
        after, closed, names = _approved(world, ledger.txn, after)
    entry = ledger.change(actor, Action.DECIDED, [Changed(memory, after), *closed], names, note=reason)
    return Decision(memory.id, after.status, memory.content, tuple(item.after.id for item in closed), entry.seq)


def _approved(
    world: World, reader: Reader, memory: Memory
) -> tuple[Memory, list[Changed], tuple[tuple[Entity | None, Entity], ...]]:
    """Approved next week does what approved at once would have done: close rivals, correct, give names."""
    asked = next((each.proposal for each in reader.judged_about([memory.id], []) if each.memory == memory.id), None)
    proposal = asked if isinstance(asked, Remember) else None
    closed: list[Changed] = []
    if memory.claim and world.curation.conflict is ConflictPolicy.NEWER:
        in_slot = reader.in_slot(memory.claim.subject, memory.claim.attribute)
        rivals = contradicted(memory, in_slot, proposal.replaces if proposal else None)
        memory, closed = settle(memory, rivals, world.now())
    names = named_entities(proposal, gather(reader, proposal)) if proposal else ()
    return memory, closed, names


def _decide_proposal(world: World, ledger: Ledger, judged: Judged, status: Status, actor: Actor) -> Decision:
    """A held change to something that exists: approving applies it, rejecting drops it."""
    if judged.verdict.outcome is not Outcome.HELD or judged.decided_by or isinstance(judged.proposal, Remember):
        raise Refused(f"The proposal {judged.id} is not waiting for a decision.")
    if status not in (Status.APPROVED, Status.REJECTED):
        raise Refused("A held proposal can be approved or rejected.")
    if isinstance(judged.proposal, Forget) and status is Status.APPROVED:
        raise Refused(f"Forgetting is done by forgetting: atlas forget {judged.proposal.memory}.")
    before = gather(ledger.txn, judged.proposal)
    if any(name not in before.named for name in named_memories(judged.proposal)):
        raise Refused(f"What the proposal {judged.id} would change is not there any more.")
    stamp = Stamp(world.now(), world.memory_id(), judged.reflection, actor.value)
    outcome = apply(judged.proposal, before, stamp) if status is Status.APPROVED else Effects()
    decided = replace(judged, decided_by=actor.value)
    entry = ledger.change(actor, Action.DECIDED, outcome.memories, judged=decided)
    return Decision(judged.id, status, judged.proposal.reason, (), entry.seq)


def redacted_copy(world: World, id: MemoryId, actor: Actor = Actor.OPERATOR) -> Decision:
    """C5: approve a redacted copy of a sensitive memory; the original is superseded by it."""
    with world.store.writing(world.space) as txn:
        memory = txn.memory(id)
        if memory is None or memory.state is State.GONE:
            raise NotFound(f"There is no memory {id} here.")
        check_transition(memory.status, Status.SUPERSEDED, actor, redacted_copy=True)
        text = redact(memory.content)[0]
        copy = replace(
            memory, id=world.memory_id(), content=text, claim=None, status=Status.APPROVED, evidence=(),
            links=(Link(Relation.DERIVED_FROM, memory.id),), transcribes=None, version=1, approved_by=actor.value,
        )  # fmt: skip
        closed = Changed(memory, bumped(memory, status=Status.SUPERSEDED))
        entry = Ledger(world, txn).change(actor, Action.DECIDED, [Changed(None, copy), closed])
        return Decision(copy.id, copy.status, copy.content, (memory.id,), entry.seq)


def expire(world: World) -> int:
    """C4: what waited too long for a person expires by itself."""
    limit = world.now() - timedelta(days=world.curation.expire_after_days)
    with world.store.reading(world.space) as reader:
        if not _waited(reader, limit):
            return 0
    with world.store.writing(world.space) as txn:
        old = _waited(txn, limit)
        for memory in old:
            changed = Changed(memory, bumped(memory, status=Status.EXPIRED))
            Ledger(world, txn).change(Actor.POLICY, Action.EXPIRED, [changed])
        return len(old)


def _waited(reader: Reader, limit: datetime) -> list[Memory]:
    waiting = MemoryFilter(statuses=frozenset({Status.NEEDS_REVIEW}))
    return [memory for _, memory in reader.select(waiting, _MANY) if memory.created_at <= limit]
