"""Proposals through the door: gather what was there before, judge, commit; and what people decide later."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from atlas.curation.contradiction import EdgeChange, find_conflict_changes, find_contradicted
from atlas.curation.derived_memory import find_lead_span
from atlas.curation.effects import (
    Effects,
    MemoryChange,
    apply_change,
    close_superseded_facts,
    collect_entity_changes,
    compute_effects,
    next_version,
    with_changes,
)
from atlas.curation.hygiene import redact_secrets
from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import Exchange, JudgementInput
from atlas.curation.policy import ConflictPolicy, CurationPolicy
from atlas.curation.statuses import check_transition
from atlas.engine.core.containment import is_quarantined
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.document_files import choose_document_id, read_document_files
from atlas.engine.core.document_versions import count_versions
from atlas.engine.core.escalation import restrain_policy
from atlas.engine.core.ledger import ChangeRun, Ledger, note_change
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.message_text import read_whole_messages
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.speakers import read_speakers, read_subject_names
from atlas.engine.core.vectors import find_nearest
from atlas.engine.curate.beliefs import decide_belief
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.intake.replies import Reply, find_replies_touched_by
from atlas.engine.thinking.driver import EARLIER_MESSAGES
from atlas.engine.thinking.served_texts import read_served_texts
from atlas.errors import NotFound, Refused
from atlas.language.claim_comparison import ends_kindred_claim, restates_kindred_claim
from atlas.language.folding import content_hash
from atlas.language.registry import LANGUAGE
from atlas.language.stance_words import describe_position
from atlas.model.belief import ArgumentChange
from atlas.model.claim import KINDRED_ATTRIBUTES, Claim
from atlas.model.entity import Entity
from atlas.model.feedback import FeedbackSignal
from atlas.model.graph import Edge
from atlas.model.ids import BeliefId, MemoryId, MessageId, ProposalId
from atlas.model.interaction import Message, Role
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.memory import STANDING, Link, Memory, Relation, State, Status
from atlas.model.proposal import (
    Amend,
    Archive,
    Forget,
    Promote,
    Proposal,
    Remember,
    Strengthen,
    evidence_of,
    named_memories,
)
from atlas.model.thinking import Judged, Proposed, Reflection
from atlas.model.verdict import Outcome, Verdict
from atlas.ports.reading import MemoryFilter, Reader

_MANY = 10_000
_LOG: Final = logging.getLogger("atlas.curate")
_NEIGHBOURS = 5
Neighbours = Mapping[str, Mapping[MemoryId, float]]
"""The memories nearest to a text, with their cosine."""
_MARKS = 50
"""Of one memory, so many are looked at: what was of use since is told by the first of them."""
_OF_USE = frozenset({FeedbackSignal.USED, FeedbackSignal.HELPED})
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
    version: int | None = None
    """Of an approved amendment: the version of the documents that came of it (E7)."""


def commit_proposals(
    runtime: Runtime,
    ledger: Ledger,
    proposals: Iterable[Proposed],
    reflection: Reflection,
    near: Neighbours,
) -> list[Judged]:
    """Judge each proposal against the rows as they are now, and commit what came of it; how each was judged."""
    wished = list(proposals)
    policy = restrain_policy(runtime.curation, ledger.txn)
    made: list[Judged] = []
    for proposed in wished:
        proposal = proposed.proposal
        known = gather_judgement_input(ledger.txn, proposal, _read_neighbours(ledger.txn, proposal, near))
        known = add_documents(runtime, ledger.txn, proposal, known)
        before = replace(known, ceiling=proposed.ceiling, by_model=proposed.by_model)
        verdict = judge_proposal(proposal, before, policy)
        stamp = runtime.make_stamp(reflection.id)
        outcome = compute_effects(proposal, verdict, before, stamp, policy)
        made.append(_commit_one(runtime, ledger, proposal, before, verdict, outcome, reflection))
    return made


def find_neighbours(runtime: Runtime, proposals: Iterable[Proposed]) -> Neighbours:
    """C2: what is not a claim is known again by its meaning; claims are compared as claims.

    Looked for before the transaction that judges: an embedder may take its time.
    """
    proposed = (each.proposal for each in proposals)
    texts = [each.content for each in proposed if isinstance(each, Remember) and each.claim is None]
    return {text: dict(find_nearest(runtime, text, _NEIGHBOURS)) for text in dict.fromkeys(texts)}


def _read_neighbours(reader: Reader, proposal: Proposal, known: Neighbours) -> tuple[tuple[Memory, float], ...]:
    found = known.get(proposal.content, {}) if isinstance(proposal, Remember) else {}
    return tuple((memory, found[memory.id]) for memory in reader.memories(found))


def gather_judgement_input(
    reader: Reader, proposal: Proposal, near: tuple[tuple[Memory, float], ...] = ()
) -> JudgementInput:
    """Everything the judge may look at for a proposal."""
    named = {memory.id: memory for memory in reader.memories(named_memories(proposal))}
    if isinstance(proposal, Remember):
        return _gather_new(reader, proposal, named, near)
    cited, short = read_whole_messages(reader, _quoted_messages(proposal, named))
    target = named.get(proposal.memory) if isinstance(proposal, Archive | Promote) else None
    return JudgementInput(
        cited=cited,
        named=named,
        same_content=_find_same_content(reader, target, cited) if isinstance(proposal, Promote) else (),
        short=short,
        edges=_edges_between(reader, proposal.memories)
        if isinstance(proposal, Strengthen) and proposal.relation
        else (),
        ignored=reader.count_ignored([target.id]) if isinstance(proposal, Archive) and target else {},
        doubted=_find_doubted(reader, target) if isinstance(proposal, Archive) and target else frozenset(),
    )


def _gather_new(
    reader: Reader,
    proposal: Remember,
    named: Mapping[MemoryId, Memory],
    near: tuple[tuple[Memory, float], ...],
) -> JudgementInput:
    cited, short = read_whole_messages(reader, _quoted_messages(proposal, named))
    claim = proposal.claim
    in_slot = read_rivals(reader, claim, proposal.replaces) if claim else ()
    same = tuple(each for each in reader.with_content(content_hash(proposal.content)) if not is_quarantined(each))
    served = read_served_texts(reader, cited.values())
    return JudgementInput(
        cited=cited,
        named=named,
        in_slot=in_slot,
        kindred=_read_kindred(reader, claim) if claim and not in_slot and not proposal.replaces else (),
        same_content=same,
        near=near,
        entities={entity.id: known for entity in proposal.entities if (known := reader.entity(entity.id))},
        served=served.everything,
        foreign=served.foreign,
        short=short,
        edges=_conflicting_edges(reader, in_slot),
        exchange=_read_exchange(reader, proposal, cited),
        speakers=read_speakers(reader) if claim else {},
        subject_names=read_subject_names(reader, proposal),
    )


def _read_kindred(reader: Reader, claim: Claim) -> tuple[Memory, ...]:
    """What says the same of the team, our project or the code; where something stands in the slot itself, or ends by
    this, that is what it bears on."""
    subjects = LANGUAGE.kindred_things.list_kindred_subjects(claim.subject, claim.attribute)
    found = (each for subject in subjects for each in reader.in_slot(subject, claim.attribute))
    same = (each for each in found if each.claim and restates_kindred_claim(each.claim, claim))
    return tuple(each for each in same if not is_quarantined(each))


def _read_exchange(reader: Reader, proposal: Remember, cited: Mapping[MessageId, Message]) -> Exchange | None:
    """The conversation around an answer that stands beside what it answers; None where nothing is answered."""
    found = [cited[item.message] for item in proposal.evidence if item.message in cited]
    answer = next((each for each in found if each.role is Role.USER), None)
    question = next((each for each in found if each.role is Role.ASSISTANT), None)
    if answer is None or question is None:
        return None
    held = [reader.interaction(each.interaction) for each in (question, answer)]
    sessions = {each.session for each in held if each is not None}
    here = held[1].messages if held[1] is not None else ()
    said = (*reader.messages_before(answer.interaction, EARLIER_MESSAGES), *here)
    tainted = bool(reader.find_tainted([answer.conversation]))
    return Exchange(said, None not in held and len(sessions) == 1, tainted)


def _quoted_messages(proposal: Proposal, named: Mapping[MemoryId, Memory]) -> list[MessageId]:
    """The messages a proposal quotes; with them the message of an episode that is shortened or promoted."""
    quoted = [item.message for item in evidence_of(proposal)]
    if not isinstance(proposal, Archive | Promote) or proposal.memory not in named:
        return quoted
    transcribed = named[proposal.memory].transcribes
    return [*quoted, transcribed] if transcribed else quoted


def _find_same_content(
    reader: Reader, episode: Memory | None, cited: Mapping[MessageId, Message]
) -> tuple[Memory, ...]:
    """Memories that say already what would be promoted from this episode."""
    message = cited.get(episode.transcribes) if episode and episode.transcribes else None
    return (
        tuple(reader.with_content(content_hash(message.text[slice(*find_lead_span(message.text))]))) if message else ()
    )


def add_documents(runtime: Runtime, reader: Reader, proposal: Proposal, before: JudgementInput) -> JudgementInput:
    """Add what an amendment is judged against: the copy of the documents, and the beliefs and arguments it names."""
    if not isinstance(proposal, Amend):
        return before
    arguments = {id: found for id in proposal.arguments if (found := reader.argument(id))}
    about = dict.fromkeys([*proposal.beliefs, *(each.belief for each in arguments.values())])
    beliefs = {id: belief for id in about if (belief := reader.belief(id))}
    copy = read_document_files(runtime, reader)
    new = {edit.document for edit in proposal.edits} - copy.documents.keys()
    fresh = {path: choose_document_id(runtime, path) for path in sorted(new)}
    return replace(
        before, files=copy.files, documents=copy.documents, fresh=fresh, beliefs=beliefs, arguments=arguments
    )


def _integrate_arguments(judged: Judged, before: JudgementInput, outcome: Effects) -> Effects:
    """Have the insights that an amendment takes in name it, in the entry that amends (B6): they are pending no more."""
    if not outcome.documents:
        return outcome
    taken = (each for each in before.arguments.values() if each.integrated is None)
    changes = tuple(ArgumentChange(each, replace(each, integrated=judged.id)) for each in taken)
    return replace(outcome, arguments=changes)


def _edges_between(reader: Reader, memories: Sequence[MemoryId]) -> tuple[Edge, ...]:
    return tuple(each for each in reader.edges(memories[:1]) if {each.one, each.other} == set(memories))


def _conflicting_edges(reader: Reader, memories: Sequence[Memory]) -> tuple[Edge, ...]:
    if not memories:
        return ()
    touching = reader.edges(memory.id for memory in memories)
    return tuple(each for each in touching if each.relation is Relation.CONTRADICTS)


def _find_doubted(reader: Reader, memory: Memory) -> frozenset[MemoryId]:
    """The memory, where it was called wrong or stale and was of no use since."""
    for each in reader.feedback(_MARKS, memory.id):
        if each.signal in _OF_USE:
            break
        if each.signal in (FeedbackSignal.WRONG, FeedbackSignal.STALE):
            return frozenset({memory.id})
    return frozenset()


def _commit_one(
    runtime: Runtime,
    ledger: Ledger,
    proposal: Proposal,
    before: JudgementInput,
    verdict: Verdict,
    outcome: Effects,
    reflection: Reflection,
) -> Judged:
    judged = Judged(runtime.proposal_id(), reflection.id, proposal, verdict, runtime.now(), outcome.main)
    outcome = _integrate_arguments(judged, before, outcome)
    _LOG.debug(
        "A proposal was judged.",
        extra=log_fields(reflection=reflection.id, kind=type(proposal), outcome=verdict.outcome),
    )
    if outcome.is_empty:
        if verdict.outcome is not Outcome.ACCEPTED:  # else it was known already, word for word
            ledger.record_judged(Actor.POLICY, _ACTIONS[verdict.outcome], judged)
        return judged
    ledger.write_change(
        Actor.POLICY,
        _journal_action(verdict, outcome),
        outcome.memories,
        outcome.entities,
        judged=judged,
        edges=outcome.edges,
        gists=outcome.gists,
        documents=outcome.documents,
        arguments=outcome.arguments,
    )
    return judged


def _journal_action(verdict: Verdict, outcome: Effects) -> Action:
    if outcome.documents:
        return Action.AMENDED
    fresh = bool(outcome.memories) and outcome.memories[0].before is None
    return _ACTIONS[verdict.outcome] if fresh or verdict.outcome is not Outcome.ACCEPTED else Action.CHANGED


# --- what people decide


def decide_items(
    runtime: Runtime, ids: Sequence[str], status: Status, actor: Actor = Actor.OPERATOR, reason: str = ""
) -> list[Decision]:
    """Give memories (or held proposals) a status; all of them or none, and as one change (C9)."""
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        beliefs = all(txn.belief(BeliefId(name)) for name in ids)
        run = ChangeRun(Ledger(runtime, txn), actor, Action.JUDGED if ids and beliefs else Action.DECIDED)
        made = [decide_one(runtime, run, name, status) for name in ids]
        if reason and made:
            run.add(note_change(runtime.note_id(), reason))
        entry = run.close()
        version = count_versions(txn) if any(each.version is not None for each in made) else None
    made = [replace(each, version=version) if each.version is not None else each for each in made]
    made = [replace(each, entry=entry.seq) for each in made] if entry else made
    if status is not Status.REJECTED:
        return made
    behind = find_replies_touched_by(runtime, [MemoryId(each.id) for each in made], runtime.recall.used_above)
    return [replace(each, touched=behind.get(MemoryId(each.id), ())) for each in made]


def decide_one(runtime: Runtime, run: ChangeRun, id: str, status: Status) -> Decision:
    """Decide on one thing, as a part of a larger change."""
    txn = run.ledger.txn
    memory = txn.memory(MemoryId(id))
    if memory is not None and memory.state is not State.GONE:
        return _decide_memory(runtime, run, memory, status)
    belief = txn.belief(BeliefId(id))
    if belief is not None:
        after = decide_belief(runtime, run, belief, status)
        told = f"{belief.topic}: {describe_position(after.stance, after.confidence)}"
        return Decision(belief.id, after.status, told)
    judged = txn.judged(ProposalId(id))
    if judged is None:
        raise NotFound(f"There is no memory, position or pending proposal {id} here.")
    return _decide_proposal(runtime, run, judged, status)


def _decide_memory(runtime: Runtime, run: ChangeRun, memory: Memory, status: Status) -> Decision:
    ledger = run.ledger
    if is_quarantined(memory):
        raise Refused(f"{memory.id} is quarantined: lift that first; atlas quarantine --list shows by what.")
    if not (status is memory.status is Status.APPROVED and memory.state is State.ARCHIVED):
        check_transition(memory.status, status, run.actor)
    after = _apply_decision(memory, status, run.actor, runtime.now())
    closed: list[MemoryChange] = []
    names: tuple[tuple[Entity | None, Entity], ...] = ()
    proposal = find_proposal_of(ledger.txn, memory)
    in_slot = _read_slot(ledger.txn, after, proposal)
    if status is Status.APPROVED:
        after, closed = _settle_rivals(runtime, after, proposal, in_slot)
        names = collect_entity_changes(proposal, gather_judgement_input(ledger.txn, proposal)) if proposal else ()
    edges = _find_dispute_edges(ledger.txn, after, in_slot, closed, proposal)
    ledger.add_to(run, Effects((MemoryChange(memory, after), *closed), names, edges))
    return Decision(memory.id, after.status, memory.content, tuple(item.after.id for item in closed))


def _apply_decision(memory: Memory, status: Status, actor: Actor, now: datetime) -> Memory:
    """A decided memory: approved or waiting it is in service (C4); learned it fades from its approval on (T1)."""
    after = next_version(memory, status=status)
    if status in STANDING:
        after = replace(after, state=State.ACTIVE)
    if status is not Status.APPROVED:
        return after
    began = memory.reinforced_at if memory.transcribes is not None else max(now, memory.reinforced_at)
    return replace(after, approved_by=actor.value, reinforced_at=began)


def find_proposal_of(reader: Reader, memory: Memory) -> Remember | None:
    """The proposal that a memory came from, where there is one."""
    asked = next((each.proposal for each in reader.judged_about([memory.id], []) if each.memory == memory.id), None)
    return asked if isinstance(asked, Remember) else None


def find_replaced(
    runtime: Runtime, memory: Memory, proposal: Remember | None, in_slot: Sequence[Memory]
) -> list[Memory]:
    """Find the approved facts that cannot hold beside a memory: what its approval would replace, where it may."""
    if memory.claim is None or runtime.curation.conflict is ConflictPolicy.KEEP_BOTH:
        return []
    return find_contradicted(memory, in_slot, proposal.replaces if proposal else None)


def _settle_rivals(
    runtime: Runtime, memory: Memory, proposal: Remember | None, in_slot: Sequence[Memory]
) -> tuple[Memory, list[MemoryChange]]:
    """Close rivals and correct, as an approval at once would have done."""
    rivals = find_replaced(runtime, memory, proposal, in_slot)
    return close_superseded_facts(memory, rivals, runtime.now(), runtime.curation.conflict)


def find_dispute_edges(reader: Reader, memory: Memory) -> tuple[EdgeChange, ...]:
    """The edges of conflicts that a memory opens or settles (T16)."""
    return _find_dispute_edges(reader, memory, _read_slot(reader, memory))


def _find_dispute_edges(
    reader: Reader,
    memory: Memory,
    in_slot: Sequence[Memory],
    closed: Sequence[MemoryChange] = (),
    proposal: Remember | None = None,
) -> tuple[EdgeChange, ...]:
    if memory.claim is None:
        return ()
    others = [each for each in in_slot if each.id != memory.id]
    edges = _conflicting_edges(reader, [memory, *others])
    return find_conflict_changes(memory, with_changes(others, closed), edges, proposal.replaces if proposal else None)


def _read_slot(reader: Reader, memory: Memory, proposal: Remember | None = None) -> Sequence[Memory]:
    """What a decision on a memory may touch, read once for it.

    What no longer stands opens no conflict: of its slot only those are read with which it has one.
    """
    if memory.claim is None:
        return ()
    if memory.status in STANDING and memory.state is State.ACTIVE:
        return read_rivals(reader, memory.claim, proposal.replaces if proposal else None)
    ends = {id for each in _conflicting_edges(reader, [memory]) for id in (each.one, each.other)}
    return reader.memories(ends - {memory.id})


def read_rivals(reader: Reader, claim: Claim, replaces: str | None) -> tuple[Memory, ...]:
    """The memories in the slot of a claim; beside an ending what it ends under a kindred attribute (T16)."""
    in_slot = tuple(each for each in reader.in_slot(claim.subject, claim.attribute) if not is_quarantined(each))
    if not replaces or claim.affirmed or claim.attribute not in KINDRED_ATTRIBUTES:
        return in_slot
    kindred = (
        each
        for other in sorted(KINDRED_ATTRIBUTES - {claim.attribute})
        for each in reader.in_slot(claim.subject, other)
    )
    return (*in_slot, *(each for each in kindred if each.claim and ends_kindred_claim(claim, each.claim)))


def _decide_proposal(runtime: Runtime, run: ChangeRun, judged: Judged, status: Status) -> Decision:
    """A held change to something that exists: approving applies it, rejecting drops it."""
    ledger, actor = run.ledger, run.actor
    if judged.verdict.outcome is not Outcome.HELD or judged.decided_by or isinstance(judged.proposal, Remember):
        raise Refused(f"The proposal {judged.id} is not waiting for a decision.")
    if status not in (Status.APPROVED, Status.REJECTED):
        raise Refused("A held proposal can be approved or rejected.")
    if isinstance(judged.proposal, Forget) and status is Status.APPROVED:
        raise Refused(f"Forgetting is done by forgetting: atlas forget {judged.proposal.memory}.")
    before = gather_judgement_input(ledger.txn, judged.proposal)
    before = add_documents(runtime, ledger.txn, judged.proposal, before)
    if any(name not in before.named for name in named_memories(judged.proposal)):
        raise Refused(f"What the proposal {judged.id} would change is not there any more.")
    if status is Status.APPROVED and not _is_still_sound(runtime.curation, judged.proposal, before):
        raise Refused(f"What the proposal {judged.id} would change is not as it was; it cannot be approved any more.")
    stamp = runtime.make_stamp(judged.reflection, actor.value)
    outcome = apply_change(judged.proposal, before, stamp) if status is Status.APPROVED else Effects()
    outcome = _integrate_arguments(judged, before, outcome)
    changed = replace(outcome, entities=())
    ledger.add_to(run, changed, replace(judged, decided_by=actor.value))
    return Decision(judged.id, status, judged.proposal.reason, version=0 if outcome.documents else None)


def _is_still_sound(policy: CurationPolicy, proposal: Proposal, before: JudgementInput) -> bool:
    """Whether a proposal can still be carried out; that a memory is kept does not bind a person."""
    mere = isinstance(proposal, Archive) and proposal.gist is None
    return mere or judge_proposal(proposal, before, policy).outcome is not Outcome.REFUSED


def approve_redacted_copy(runtime: Runtime, id: MemoryId, actor: Actor = Actor.OPERATOR) -> Decision:
    """Approve a redacted copy of a sensitive memory, which supersedes the original (C5)."""
    with runtime.writing() as txn:
        memory = txn.memory(id)
        if memory is None or memory.state is State.GONE:
            raise NotFound(f"There is no memory {id} here.")
        check_transition(memory.status, Status.SUPERSEDED, actor, redacted_copy=True)
        text, secrets = redact_secrets(memory.content)
        if memory.status is Status.NEEDS_REVIEW and not secrets:
            raise Refused("There is no secret in it that could be taken out; approve it as it is, or edit it.")
        copy = replace(
            memory, id=runtime.memory_id(), content=text, claim=None, status=Status.APPROVED, evidence=(),
            links=(Link(Relation.DERIVED_FROM, memory.id),), transcribes=None, version=1, approved_by=actor.value,
        )  # fmt: skip
        closed = MemoryChange(memory, next_version(memory, status=Status.SUPERSEDED))
        entry = Ledger(runtime, txn).write_change(actor, Action.DECIDED, [MemoryChange(None, copy), closed])
        return Decision(copy.id, copy.status, copy.content, (memory.id,), entry.seq)


def expire_waiting(runtime: Runtime) -> int:
    """Expire what waited too long for a person; all that expires at once is one change (C4)."""
    limit = runtime.now() - timedelta(days=runtime.curation.expire_after_days)
    with runtime.reading() as reader:
        if not _find_overdue(reader, limit):
            return 0
    with runtime.writing() as txn:
        old = _find_overdue(txn, limit)
        run = ChangeRun(Ledger(runtime, txn), Actor.POLICY, Action.EXPIRED)
        for memory in old:
            after = next_version(memory, status=Status.EXPIRED)
            run.ledger.add_to(run, Effects((MemoryChange(memory, after),), edges=find_dispute_edges(txn, after)))
        run.close()
        return len(old)


def _find_overdue(reader: Reader, limit: datetime) -> list[Memory]:
    waiting = MemoryFilter(frozenset({Status.NEEDS_REVIEW}), frozenset({State.ACTIVE, State.ARCHIVED}))
    old = (memory for _, memory in reader.select(waiting, _MANY) if memory.created_at <= limit)
    return [memory for memory in old if _began_to_wait(reader, memory) <= limit]


def _began_to_wait(reader: Reader, memory: Memory) -> datetime:
    """When a memory began to wait: one that was approved and doubted since waits from the doubt on."""
    return max((entry.at for entry in reader.entries_about(RowKind.MEMORY, memory.id)), default=memory.created_at)
