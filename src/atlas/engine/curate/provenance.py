"""Move where a message is said to come from, and with it what is drawn from it (C3, X1).

Only an operator does, who vouches for what was brought in from elsewhere, or takes that back. An episode is its message
and moves with it. What was learned keeps the trust that it was given, and loses it where its message does: nothing is
trusted more than its sources, before, between and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.curation.effects import Changed
from atlas.engine.core.ledger import Ledger, memory_change
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.episodes import episode_status
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
    memories: tuple[Changed, ...]

    def changes(self) -> list[Change]:
        """For the journal; the messages last, so that taking it back begins with them."""
        memories = [memory_change(each) for each in self.memories]
        return memories + [origin_change(message, origin) for message, origin in self.messages]


def origin_change(message: Message, origin: Origin) -> Change:
    """A message's text is its row and stands nowhere else; where it came from is told here."""
    return Change(RowKind.MESSAGE, message.id, origin_row(message.origin), origin_row(origin))


def origin_row(origin: Origin) -> Row:
    return {"origin": origin.value}


def plan_move(runtime: Runtime, reader: Reader, messages: Iterable[tuple[Message, Origin]]) -> OriginMove:
    """What moving these comes to; nothing is written yet."""
    moved = tuple((message, origin) for message, origin in messages if message.origin is not origin)
    by_id = {message.id: replace(message, origin=origin) for message, origin in moved}
    changed = {each.id: _moved(runtime, each, by_id) for each in reader.citing(by_id)} if by_id else {}
    derived = _derived(reader, [each for each in changed.values() if each.after.trust < _trust(each.before)])
    own = reversed(changed.values())  # what is derived is younger than what it is derived from
    return OriginMove(moved, (*(each for each in derived if each.after.id not in changed), *own))


def carry_out(ledger: Ledger, move: OriginMove) -> None:
    """The rows. A memory is without its quotes while their message moves: a quote has its message's origin."""
    moving = {message.id for message, _ in move.messages}
    for each in move.memories:
        if _stripped(each, moving) or each.after.trust < _trust(each.before):
            rest = tuple(item for item in each.after.evidence if item.message not in moving)
            ledger.restore(replace(each.after, evidence=rest, version=_version(each) + 1), _version(each))
    for message, origin in move.messages:
        ledger.restore_origin(message.id, origin)
    for each in move.memories:
        if _stripped(each, moving) or each.after.trust >= _trust(each.before):
            between = each.after.version - 1
            ledger.restore(each.after, between if _stripped(each, moving) else _version(each))


def _stripped(changed: Changed, moving: set[MessageId]) -> bool:
    return any(item.message in moving for item in changed.after.evidence)


def _version(changed: Changed) -> int:
    return changed.before.version if changed.before else 0


def _trust(memory: Memory | None) -> Trust:
    return memory.trust if memory else Trust.UNKNOWN


def _moved(runtime: Runtime, memory: Memory, messages: Mapping[MessageId, Message]) -> Changed:
    own = messages.get(memory.transcribes) if memory.transcribes else None
    if own is not None:
        return Changed(memory, _episode(runtime, memory, own))
    evidence = tuple(
        replace(item, origin=messages[item.message].origin) if item.message in messages else item
        for item in memory.evidence
    )
    after = replace(memory, evidence=evidence, version=memory.version + 2)
    return Changed(memory, _lowered(after, min(item.origin.trust for item in evidence)))


def _episode(runtime: Runtime, memory: Memory, message: Message) -> Memory:
    """As it would have been kept, had it come in so; unless somebody has decided on it meanwhile."""
    after = replace(memory, origin=message.origin, trust=message.origin.trust, version=memory.version + 1)
    by_rule = memory.status is Status.APPROVED and memory.approved_by not in PEOPLE
    if memory.status not in _UNDECIDED and not by_rule:
        return after
    status = episode_status(runtime.curation.mode, message)
    return replace(after, status=status, approved_by=runtime.stamp().by if status is Status.APPROVED else None)


def _lowered(memory: Memory, trust: Trust) -> Memory:
    """What a rule approved for its trust waits again without it; a person's approval stands."""
    if memory.trust <= trust:
        return memory
    after = replace(memory, trust=trust, origin=Origin.IMPORT)
    if memory.status is not Status.APPROVED or memory.approved_by in PEOPLE:
        return after
    return replace(after, status=Status.NEEDS_REVIEW, approved_by=None)


def _derived(reader: Reader, lowered: Sequence[Changed]) -> list[Changed]:
    """What stands on those that are trusted less now, and on that; the last one in the line first."""
    found: dict[MemoryId, Changed] = {}
    sources = {each.after.id: each.after.trust for each in lowered}
    while sources:
        above = {}
        for memory in reader.linking_to(sources):
            trusts = [sources[link.to] for link in memory.links if link.relation in _SOURCES and link.to in sources]
            if trusts and min(trusts) < memory.trust:
                found.pop(memory.id, None)
                found[memory.id] = Changed(memory, replace(_lowered(memory, min(trusts)), version=memory.version + 1))
                above[memory.id] = min(trusts)
        sources = above
    return list(reversed(found.values()))
