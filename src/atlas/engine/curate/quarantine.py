"""Quarantine: take what came from somewhere out of service at once, with all that was derived from it (C8, X1).

It is one change: a crash leaves all of it or none. Nothing is erased, and lifting brings everything back as it was;
undo does the same. What comes in afterwards from where an open quarantine points is contained as it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from atlas.curation.effects import Effects
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.belief_replay import removed_argument, write_replayed
from atlas.engine.core.containment import read_contained
from atlas.engine.core.ledger import ChangeRun, Ledger, note_change, quarantine_change
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.quarantine_plan import QuarantinePlan, plan_quarantine
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.intake.observe import to_utc
from atlas.engine.intake.replies import find_reply
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.ids import BeliefId, ConversationId, DocumentId, MemoryId, QuarantineId
from atlas.model.interaction import Message
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.quarantine import Quarantine
from atlas.model.recall import Serving
from atlas.ports.reading import Reader

MOST_CONTEXTS: Final = 200
"""Of the contexts that anything of it stood in the newest are told."""


@dataclass(frozen=True, slots=True)
class TouchedContext:
    """A context in which something of it stood, and the reply that followed."""

    serving: Serving
    reply: Message | None


@dataclass(frozen=True, slots=True)
class QuarantineReceipt:
    """What is contained, or would be."""

    quarantine: Quarantine
    memories: tuple[Memory, ...]
    """Those that go out of service, messages too."""
    beliefs: tuple[BeliefId, ...]
    """Positions that are computed anew without what was argued there."""
    arguments: int
    documents: tuple[DocumentId, ...]
    """Documents that lose lines."""
    reopened: tuple[MemoryId, ...]
    """What they had replaced, and holds again."""
    contexts: tuple[TouchedContext, ...]
    """Where it had been served, the newest first."""
    entry: int = 0
    """Of the journal, for `revert`; 0 where nothing was done."""

    @property
    def messages(self) -> int:
        return sum(each.kind is Kind.EPISODE for each in self.memories)

    @property
    def replies(self) -> tuple[Message, ...]:
        found = {each.reply.id: each.reply for each in self.contexts if each.reply}
        return tuple(found.values())


@dataclass(frozen=True, slots=True)
class QuarantineStory:
    """A quarantine as it stands."""

    quarantine: Quarantine
    contained: int
    """How many memories it keeps out of service, messages among them."""
    since_then: int
    """How many of them came in after it."""
    reason: str = ""


def quarantine(
    runtime: Runtime,
    *,
    conversation: str | None = None,
    origin: Origin | None = None,
    since: datetime | None = None,
    memory: MemoryId | None = None,
    reason: str = "",
    dry_run: bool = False,
) -> QuarantineReceipt:
    """Take out of service what came from there, with all that was derived from it; with `dry_run` only tell it."""
    made = _make_quarantine(runtime, conversation, origin, since, memory)
    if dry_run:
        with runtime.reading() as reader:
            return _tell_plan(reader, made, _plan_found(runtime, reader, made))
    make_episodes(runtime)
    with runtime.writing() as txn:
        plan = _plan_found(runtime, txn, made)
        told = _tell_plan(txn, made, plan)
        run = ChangeRun(Ledger(runtime, txn), Actor.OPERATOR, Action.QUARANTINED)
        run.ledger.write_quarantine(made)
        run.add(quarantine_change(None, made))
        if reason:
            run.add(note_change(runtime.note_id(), reason))
        contain(run, plan)
        entry = run.close()
    return replace(told, entry=entry.seq if entry else 0)


def _make_quarantine(
    runtime: Runtime,
    conversation: str | None,
    origin: Origin | None,
    since: datetime | None,
    memory: MemoryId | None,
) -> Quarantine:
    named = conversation is not None or origin is not None or since is not None
    if not named and memory is None:
        raise BadInput("Say what to contain: a conversation, an origin, a moment since when, or a memory.")
    if named and memory is not None:
        raise BadInput("Contain a memory, or what came from somewhere, not both at once: do one after the other.")
    moment = to_utc(since) if since is not None else None
    if moment is not None and moment > runtime.now():
        raise BadInput("That moment is still to come: give one that is past.")
    named_conversation = ConversationId(conversation) if conversation is not None else None
    return Quarantine(runtime.quarantine_id(), runtime.now(), named_conversation, origin, moment, memory)


def _plan_found(runtime: Runtime, reader: Reader, made: Quarantine) -> QuarantinePlan:
    plan = plan_quarantine(runtime, reader, made)
    if not plan.memories:
        raise NotFound("Nothing that is remembered came from there: there is nothing to contain.")
    if not (plan.contain_memories() or plan.arguments or plan.documents):
        raise Refused("All of it is quarantined already: atlas quarantine --list shows by what.")
    return plan


def contain(run: ChangeRun, plan: QuarantinePlan) -> None:
    """Write what a plan takes out of service, as a part of a larger change."""
    ledger = run.ledger
    ledger.add_to(run, Effects(tuple(plan.contain_memories())))
    ledger.add_to(run, Effects(plan.reopened, documents=plan.documents))
    write_replayed(ledger, plan.arguments, plan.beliefs)
    for argument in plan.arguments:
        run.add(removed_argument(argument))
    for belief in plan.beliefs:
        run.add(belief.change())


def _tell_plan(reader: Reader, made: Quarantine, plan: QuarantinePlan) -> QuarantineReceipt:
    beliefs = tuple(each.before.id for each in plan.beliefs)
    fresh = [change.before for change in plan.contain_memories() if change.before is not None]
    found = {each.id: each for each in reader.servings_of(plan.memories, MOST_CONTEXTS)}
    if beliefs:
        found |= {each.id: each for each in reader.servings_of_beliefs(beliefs, MOST_CONTEXTS)}
    newest = sorted(found.values(), key=lambda each: (each.at, each.id), reverse=True)[:MOST_CONTEXTS]
    return QuarantineReceipt(
        made,
        tuple(fresh),
        beliefs,
        len(plan.arguments),
        tuple(each.after.id for each in plan.documents),
        tuple(each.after.id for each in plan.reopened),
        tuple(TouchedContext(each, find_reply(reader, each)) for each in newest),
    )


# --- looking


def list_quarantines(runtime: Runtime, *, lifted: bool = False) -> list[QuarantineStory]:
    """The quarantines that hold, the oldest first; with `lifted` also those that do no longer."""
    with runtime.reading() as reader:
        known = [each for each in reader.quarantines() if lifted or each.is_open]
        return [_tell_quarantine(runtime, reader, each) for each in known]


def _tell_quarantine(runtime: Runtime, reader: Reader, each: Quarantine) -> QuarantineStory:
    held = plan_quarantine(runtime, reader, each).memories.values() if each.is_open else ()
    late = sum(memory.created_at > each.at for memory in held)
    return QuarantineStory(each, len(held), late, _read_reason(reader, each.id))


def _read_reason(reader: Reader, id: QuarantineId) -> str:
    for entry in reader.entries_about(RowKind.QUARANTINE, id)[:1]:
        notes = (part.change() for part in entry.parts if part.kind is RowKind.NOTE)
        return next((str(note.after["text"]) for note in notes if note and note.after), "")
    return ""


def count_contained(access: ReadAccess) -> int:
    """How many memories are out of service by quarantine."""
    with access.reading() as reader:
        return sum(1 for _ in read_contained(reader))


def find_quarantine(reader: Reader, name: str) -> Quarantine:
    """The quarantine of this id, which may be shortened."""
    found: Sequence[Quarantine] = [each for each in reader.quarantines() if each.id.startswith(name) and name]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(f"{name!r} is not unique: it could be {', '.join(each.id for each in found)}.")
    raise NotFound(f"There is no quarantine {name!r}; atlas quarantine --list --all shows all there were.")
