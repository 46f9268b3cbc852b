"""Take back what was argued and how a belief moved: the parts of a change go back together, or none does.

The numbers of a belief hang together, and with them which of its arguments have settled. So where one of them has
changed since, all of the change is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from atlas.engine.core.belief_rows import argument_row, belief_change, belief_row
from atlas.engine.core.ledger import Ledger
from atlas.model.belief import Argument, Belief, BeliefChange
from atlas.model.ids import ArgumentId, BeliefId
from atlas.model.journal import Change, Entry, Part, Row, RowKind
from atlas.model.origin import Origin
from atlas.model.plain_data import from_plain
from atlas.ports.reading import Reader

BELIEF_KINDS: Final = frozenset({RowKind.BELIEF, RowKind.ARGUMENT})
_BOOKKEEPING: Final = frozenset({"version", "updated_at"})


def find_belief_conflicts(reader: Reader, entries: Iterable[Entry]) -> list[str]:
    """Why beliefs and arguments of a change cannot be taken back, each in a sentence; none where they can."""
    told = [part for entry in entries for part in entry.parts if part.kind in BELIEF_KINDS | {RowKind.MESSAGE}]
    parts = [part for part in told if part.kind in BELIEF_KINDS]
    erased = [part.id for part in parts if part.change() is None]
    if erased:
        return [f"What moved {id} was forgotten and does not come back." for id in dict.fromkeys(erased)]
    taken = {ArgumentId(part.id) for part in parts if part.kind is RowKind.ARGUMENT}
    vouched = {part.id for part in told if _was_users_own(part)}
    changes = [change for change in _merge_parts(parts) if (change.before or {}).get("message") not in vouched]
    return [each for change in changes for each in _find_row_conflicts(reader, change, taken)]


def _was_users_own(part: Part) -> bool:
    """Whether taking it back makes a message a user's own again."""
    change = part.change() if part.kind is RowKind.MESSAGE else None
    return bool(change and change.before and change.after and change.before["origin"] == Origin.USER)


def _merge_parts(parts: Iterable[Part]) -> Iterable[Change]:
    """Each row from before the first part about it to after the last."""
    merged: dict[tuple[RowKind, str], Change] = {}
    for change in filter(None, (part.change() for part in parts)):
        first = merged.setdefault((change.kind, change.id), change)
        merged[change.kind, change.id] = replace(first, after=change.after)
    return merged.values()


def _find_row_conflicts(reader: Reader, change: Change, taken: set[ArgumentId]) -> Iterator[str]:
    changed = sorted(_list_changed(change, _read_row(reader, change)))
    if changed:
        yield f"{change.id} has changed since ({', '.join(changed)}); take that back first."
    elif change.kind is RowKind.BELIEF:
        yield from _find_belief_obstacles(reader, change, taken)
    elif change.before is not None and not _is_argued_by_user(reader, from_plain(Argument, change.before)):
        yield f"The message that made {change.id} is no user's own any more."


def _list_changed(change: Change, now: Row | None) -> set[str]:
    """Which of what the change moved is not as it left it; a row that came or went is looked at whole."""
    before, after, current = change.before or {}, change.after or {}, now or {}
    if (now is None) != (change.after is None):
        return {"it went" if now is None else "it came again"}
    return {
        name
        for name in {*before, *after} - _BOOKKEEPING
        if before.get(name) != after.get(name) and current.get(name) != after.get(name)
    }


def _find_belief_obstacles(reader: Reader, change: Change, taken: set[ArgumentId]) -> Iterator[str]:
    now = reader.belief(BeliefId(change.id))
    if change.before is None:
        others = [each.id for each in reader.arguments(BeliefId(change.id)) if each.id not in taken]
        if others:
            yield f"{change.id} is what {', '.join(others)} argues about; take that back first."
    elif now is not None and from_plain(Belief, change.before).trust > now.trust:
        yield f"{change.id} is trusted less by now, and trust never rises."


def _is_argued_by_user(reader: Reader, argument: Argument) -> bool:
    message = reader.message(argument.message)
    return message is not None and message.origin is Origin.USER


def _read_row(reader: Reader, change: Change) -> Row | None:
    if change.kind is RowKind.BELIEF:
        belief = reader.belief(BeliefId(change.id))
        return belief_row(belief) if belief else None
    argument = reader.argument(ArgumentId(change.id))
    return argument_row(argument) if argument else None


def take_back_belief(ledger: Ledger, change: Change) -> tuple[list[Change], list[str]]:
    """Restore what a change moved, as the next version; remove a belief that it formed, or form it again."""
    now = ledger.txn.belief(BeliefId(change.id))
    if change.before is None:
        ledger.withdraw_belief(BeliefId(change.id))
        return [Change(change.kind, change.id, belief_row(now) if now else None, None)], []
    if now is None:
        ledger.restore_belief(from_plain(Belief, change.before), None)
        return [change.inverse], []
    row = _restore_fields(belief_row(now), change)
    restored = replace(from_plain(Belief, row), version=now.version + 1, updated_at=ledger.runtime.now())
    ledger.restore_belief(restored, now.version)
    return [belief_change(BeliefChange(now, restored))], []


def take_back_argument(ledger: Ledger, change: Change) -> tuple[list[Change], list[str]]:
    """Take an argument out that came with the change, or put it as it was."""
    now = ledger.txn.argument(ArgumentId(change.id))
    if change.before is None:
        ledger.withdraw_arguments([ArgumentId(change.id)])
        return [Change(change.kind, change.id, argument_row(now) if now else None, None)], []
    row = _restore_fields(argument_row(now), change) if now else change.before
    ledger.restore_argument(from_plain(Argument, row))
    return [Change(change.kind, change.id, argument_row(now) if now else None, row)], []


def _restore_fields(current: Row, change: Change) -> Row:
    """A row with what the change moved as it was before, spelt with defaults left out."""
    before, after = change.before or {}, change.after or {}
    moved = {name for name in {*before, *after} - _BOOKKEEPING if before.get(name) != after.get(name)}
    kept = {name: value for name, value in current.items() if name not in moved}
    return {**kept, **{name: before[name] for name in moved if name in before}}
