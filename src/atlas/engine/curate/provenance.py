"""Move where a message is said to come from, and with it what is drawn from it (C3, X1).

Only an operator does, who vouches for what was brought in from elsewhere, or takes that back. An episode is its message
and moves with it. What was learned keeps the trust that it was given, and loses it where its message does: nothing is
trusted more than its sources, before, between and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.curation.effects import MemoryChange
from atlas.engine.core.belief_replay import ReplayedBelief, removed_argument, replay_without, write_replayed
from atlas.engine.core.ledger import Ledger, memory_change
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.episodes import choose_episode_status
from atlas.model.belief import Argument
from atlas.model.ids import MemoryId, MessageId
from atlas.model.interaction import Message, Role
from atlas.model.journal import PEOPLE, Change, Row, RowKind
from atlas.model.memory import Memory, Relation, Status
from atlas.model.origin import Origin, Trust
from atlas.ports.reading import Reader

_VOUCHED: Final = {Role.USER: Origin.USER, Role.ASSISTANT: Origin.ASSISTANT}
_SOURCES: Final = (Relation.DERIVED_FROM, Relation.SUPPORTS)
_UNDECIDED: Final = frozenset({Status.NEEDS_REVIEW, Status.EXPIRED})
"""Whatever a person has said of a message stays said."""


def vouched_origin(role: Role, origin: Origin) -> Origin:
    """Whoever vouches says who spoke; what a tool or a file said stays what it was (X1)."""
    return _VOUCHED.get(role, origin) if origin is Origin.IMPORT else origin


@dataclass(frozen=True, slots=True)
class OriginMove:
    """Messages with the origin they are to have, and the memories that change with them, what is derived first."""

    messages: tuple[tuple[Message, Origin], ...]
    memories: tuple[MemoryChange, ...]
    arguments: tuple[Argument, ...] = ()
    """What was argued in messages that are no user's own any more: it is no evidence (X1)."""
    beliefs: tuple[ReplayedBelief, ...] = ()
    """Without these arguments."""

    def changes(self) -> list[Change]:
        """For the journal; the messages last, so that taking it back begins with them."""
        argued = [removed_argument(each) for each in self.arguments] + [each.change() for each in self.beliefs]
        memories = [memory_change(each) for each in self.memories]
        return argued + memories + [origin_change(message, origin) for message, origin in self.messages]


def origin_change(message: Message, origin: Origin) -> Change:
    """A message's text is its row and stands nowhere else; where it came from is told here."""
    return Change(RowKind.MESSAGE, message.id, origin_row(message.origin), origin_row(origin))


def origin_row(origin: Origin) -> Row:
    return {"origin": origin.value}


def plan_origin_move(runtime: Runtime, reader: Reader, messages: Iterable[tuple[Message, Origin]]) -> OriginMove:
    """The change that moving these messages comes to; nothing is written yet."""
    moved = tuple((message, origin) for message, origin in messages if message.origin is not origin)
    by_id = {message.id: replace(message, origin=origin) for message, origin in moved}
    changed = (
        {each.id: _move_memory(runtime, reader, each, by_id) for each in reader.find_citing(by_id)} if by_id else {}
    )
    derived = _lower_derived(reader, [each for each in changed.values() if each.after.trust < _trust_of(each.before)])
    own = reversed(changed.values())  # what is derived is younger than what it is derived from
    argued = tuple(reader.arguments_from(id for id, each in by_id.items() if each.origin is not Origin.USER))
    beliefs = tuple(replay_without(reader, argued, runtime.beliefs, runtime.now()))
    return OriginMove(moved, (*(each for each in derived if each.after.id not in changed), *own), argued, beliefs)


def write_origin_move(ledger: Ledger, move: OriginMove) -> None:
    """Write the rows of a move; a memory is without its quotes while their message moves, whose origin they have."""
    write_replayed(ledger, move.arguments, move.beliefs)
    moving = {message.id for message, _ in move.messages}
    for each in move.memories:
        if _loses_quotes(each, moving) or each.after.trust < _trust_of(each.before):
            rest = tuple(item for item in each.after.evidence if item.message not in moving)
            ledger.restore_memory(
                replace(each.after, evidence=rest, version=_version_before(each) + 1), _version_before(each)
            )
    for message, origin in move.messages:
        ledger.restore_origin(message.id, origin)
    for each in move.memories:
        if _loses_quotes(each, moving) or each.after.trust >= _trust_of(each.before):
            between = each.after.version - 1
            ledger.restore_memory(each.after, between if _loses_quotes(each, moving) else _version_before(each))


def _loses_quotes(changed: MemoryChange, moving: set[MessageId]) -> bool:
    return any(item.message in moving for item in changed.after.evidence)


def _version_before(changed: MemoryChange) -> int:
    return changed.before.version if changed.before else 0


def _trust_of(memory: Memory | None) -> Trust:
    return memory.trust if memory else Trust.UNKNOWN


def _move_memory(
    runtime: Runtime, reader: Reader, memory: Memory, messages: Mapping[MessageId, Message]
) -> MemoryChange:
    own = messages.get(memory.transcribes) if memory.transcribes else None
    if own is not None:
        return MemoryChange(memory, _move_episode(runtime, reader, memory, own))
    evidence = tuple(
        replace(item, origin=messages[item.message].origin) if item.message in messages else item
        for item in memory.evidence
    )
    after = replace(memory, evidence=evidence, version=memory.version + 2)
    return MemoryChange(memory, _lower_trust(after, min(item.origin.trust for item in evidence)))


def _move_episode(runtime: Runtime, reader: Reader, memory: Memory, message: Message) -> Memory:
    """An episode as it would have been made with this origin, unless somebody has decided on it meanwhile."""
    after = replace(memory, origin=message.origin, trust=message.origin.trust, version=memory.version + 1)
    by_rule = memory.status is Status.APPROVED and memory.approved_by not in PEOPLE
    if memory.status not in _UNDECIDED and not by_rule:
        return after
    status = choose_episode_status(runtime.curation.mode, reader, message)
    return replace(after, status=status, approved_by=runtime.make_stamp().by if status is Status.APPROVED else None)


def _lower_trust(memory: Memory, trust: Trust) -> Memory:
    """A memory with less trust; a rule's approval for its trust falls with it, and a person's approval stands."""
    if memory.trust <= trust:
        return memory
    after = replace(memory, trust=trust, origin=Origin.IMPORT)
    if memory.status is not Status.APPROVED or memory.approved_by in PEOPLE:
        return after
    return replace(after, status=Status.NEEDS_REVIEW, approved_by=None)


def _lower_derived(reader: Reader, lowered: Sequence[MemoryChange]) -> list[MemoryChange]:
    """The memories that stand on less trusted ones, directly or not, the last in the line first."""
    found: dict[MemoryId, MemoryChange] = {}
    sources = {each.after.id: each.after.trust for each in lowered}
    while sources:
        above = {}
        for memory in reader.linking_to(sources):
            trusts = [sources[link.to] for link in memory.links if link.relation in _SOURCES and link.to in sources]
            if trusts and min(trusts) < memory.trust:
                found.pop(memory.id, None)
                found[memory.id] = MemoryChange(
                    memory, replace(_lower_trust(memory, min(trusts)), version=memory.version + 1)
                )
                above[memory.id] = min(trusts)
        sources = above
    return list(reversed(found.values()))
