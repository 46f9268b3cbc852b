"""What a person decides on a card or a cluster beyond a plain status: choose, merge, edit (C9). Each is one change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atlas.curation.derived_memory import edit_claim, merge_memories
from atlas.curation.effects import Effects, MemoryChange, next_version
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.invariants import MAX_CONTENT
from atlas.curation.review_clusters import answers_for_all, keeps_one
from atlas.curation.statuses import check_transition
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.ledger import ChangeRun, Ledger, note_change
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import Decision, decide_items, decide_one, find_dispute_edges
from atlas.engine.curate.review_queue import open_queue
from atlas.engine.intake.episodes import make_episodes
from atlas.errors import BadInput, NotFound, Refused
from atlas.language.claim_comparison import claims_agree
from atlas.model.claim import Claim
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, Actor
from atlas.model.memory import STANDING, Basis, Link, Memory, Relation, State, Status
from atlas.model.origin import Origin
from atlas.model.review import Cluster, Grouping
from atlas.ports.reading import Reader

_DECIDED = (Status.APPROVED, Status.REJECTED)


def decide_cluster(runtime: Runtime, id: str, status: Status, reason: str = "") -> list[Decision]:
    """Decide on the whole cluster that an item stands in, by its top card.

    A yes to rivals approves the top card and rejects the others; a yes to what says the same keeps one. A yes to others
    is a yes to all only where little depends on it; a no is a no to all of them, always.
    """
    if status not in _DECIDED:
        raise Refused("A whole cluster can be approved or rejected; decide otherwise on its cards one by one.")
    cluster = find_cluster(runtime, id)
    top, *others = cluster.ids
    if status is Status.REJECTED or not others:
        return decide_items(runtime, cluster.ids, status, reason=reason)
    if not answers_for_all(cluster):
        raise Refused(
            f"One card does not answer for these {len(cluster.ids)}: approve them one by one, or reject them together."
        )
    if cluster.grouping is Grouping.RIVALS:
        return choose_rival(runtime, top, others, reason)
    if keeps_one(cluster):
        return merge_items(runtime, top, others, reason)
    return decide_items(runtime, cluster.ids, status, reason=reason)


def find_cluster(runtime: Runtime, id: str) -> Cluster:
    """Find the cluster in which something that waits stands."""
    with runtime.reading() as reader:
        for cluster in open_queue(runtime, reader).clusters:
            if id in cluster.ids:
                return cluster
    raise NotFound(f"{id} does not wait for a decision.")


def choose_rival(runtime: Runtime, id: str, others: Sequence[str], reason: str = "") -> list[Decision]:
    """Approve one of several that cannot all hold, and reject the others; what says the same as it stands with it."""
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        run = ChangeRun(Ledger(runtime, txn), Actor.OPERATOR, Action.DECIDED)
        chosen = _read_waiting(txn, [id])[0]
        agreeing = [each.id for each in _read_waiting(txn, others) if _say_the_same(each.claim, chosen.claim)]
        made = [decide_one(runtime, run, id, Status.APPROVED)]
        made += [decide_one(runtime, run, each, Status.REJECTED) for each in others if each not in agreeing]
        _absorb_items(run, id, agreeing)
        return _close_run(runtime, run, made, reason)


def merge_items(runtime: Runtime, into: str, ids: Sequence[str], reason: str = "") -> list[Decision]:
    """Let one memory stand for others that wait and say the same; where it waits itself, it is approved.

    The others are put away and expire: what they say holds, so that they are neither rejected nor a thing of the past.
    """
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        run = ChangeRun(Ledger(runtime, txn), Actor.OPERATOR, Action.DECIDED)
        survivor = txn.memory(MemoryId(into))
        if survivor is None or survivor.status not in STANDING or survivor.state is not State.ACTIVE:
            raise NotFound(f"There is no memory {into} here that others could be merged into.")
        made = []
        if survivor.status is Status.NEEDS_REVIEW:
            made.append(decide_one(runtime, run, into, Status.APPROVED))
        else:
            made.append(Decision(survivor.id, survivor.status, survivor.content))
        _absorb_items(run, into, [id for id in ids if id != into])
        return _close_run(runtime, run, made, reason)


def approve_edited(runtime: Runtime, id: str, text: str, reason: str = "") -> Decision:
    """Approve what a person wrote in the place of a memory that waits: it is the operator's own word (X1)."""
    words = redact_secrets(clean_text(text))[0].strip()
    if not words:
        raise BadInput("There is nothing to approve: the text is empty.")
    if len(words) > MAX_CONTENT:
        raise BadInput(f"A memory has at most {MAX_CONTENT:,} characters; this text has {len(words):,}.")
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        run = ChangeRun(Ledger(runtime, txn), Actor.OPERATOR, Action.DECIDED)
        (old,) = _read_waiting(txn, [id])
        if words == old.content:
            made = [decide_one(runtime, run, id, Status.APPROVED)]
            return _close_run(runtime, run, made, reason)[0]
        check_transition(old.status, Status.SUPERSEDED, Actor.OPERATOR)
        fresh = _write_anew(runtime, old, words)
        closed = next_version(old, status=Status.SUPERSEDED)
        edges = find_dispute_edges(txn, closed)
        run.ledger.add_to(run, Effects((MemoryChange(None, fresh), MemoryChange(old, closed)), edges=edges))
        made = [replace(decide_one(runtime, run, fresh.id, Status.APPROVED), content=words)]
        return replace(_close_run(runtime, run, made, reason)[0], closed=(old.id, *made[0].closed))


def _write_anew(runtime: Runtime, old: Memory, text: str) -> Memory:
    """A memory in an operator's words, which links to the one it was written from; it waits until it is approved."""
    now = runtime.now()
    return replace(
        old, id=runtime.memory_id(), content=text, claim=edit_claim(old.claim, old.content, text),
        basis=Basis.STATED, origin=Origin.OPERATOR, trust=Origin.OPERATOR.trust, observed_at=now, created_at=now,
        reinforced_at=now, reflection=None, evidence=(), links=(Link(Relation.SUPERSEDES, old.id),), version=1,
        confidence=1.0,
    )  # fmt: skip


def _say_the_same(one: Claim | None, other: Claim | None) -> bool:
    return one is not None and other is not None and claims_agree(one, other)


def _read_waiting(reader: Reader, ids: Sequence[str]) -> list[Memory]:
    found = list(reader.memories(MemoryId(id) for id in ids))
    waiting = {each.id for each in found if each.status is Status.NEEDS_REVIEW}
    for id in ids:
        if id not in waiting:
            raise NotFound(f"{id} is no memory that waits for a decision.")
    return found


def _absorb_items(run: ChangeRun, into: str, ids: Sequence[str]) -> None:
    if not ids:
        return
    txn = run.ledger.txn
    absorbed = _read_waiting(txn, ids)
    survivor = txn.memory(MemoryId(into))
    if survivor is None:
        raise NotFound(f"There is no memory {into} here.")
    alike = [each for each in absorbed if each.trust >= survivor.trust]  # quotes of lower trust prove nothing more
    merged = merge_memories(survivor, alike)
    links = (Link(Relation.SUPERSEDES, each.id) for each in absorbed if each not in alike)
    run.ledger.add_to(run, Effects((MemoryChange(survivor, replace(merged, links=(*merged.links, *links))),)))
    for memory in absorbed:
        check_transition(memory.status, Status.EXPIRED, run.actor)
        after = next_version(memory, status=Status.EXPIRED, state=State.ARCHIVED)
        run.ledger.add_to(run, Effects((MemoryChange(memory, after),), edges=find_dispute_edges(txn, after)))


def _close_run(runtime: Runtime, run: ChangeRun, made: list[Decision], reason: str) -> list[Decision]:
    if reason:
        run.add(note_change(runtime.note_id(), reason))
    entry = run.close()
    return [replace(each, entry=entry.seq) for each in made] if entry else made
