"""Journal entries into events. Everything is read from the parts of an entry; none of it is known beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from atlas.model.journal import Action, Entry, Part, RowKind
from atlas.model.memory import Memory
from atlas.model.origin import Trust
from atlas.model.plain_data import from_plain
from atlas.surfaces.demo.events import (
    Confirmed,
    Decided,
    Event,
    Expired,
    Held,
    KeptOut,
    Learned,
    Refused,
    Replaced,
    Trouble,
    Undone,
)
from atlas.surfaces.library import Atlas


@dataclass(frozen=True, slots=True)
class _MemoryRow:
    """A memory before and after, as the journal has it. An episode's text stands in its message, not here."""

    id: str
    before: Memory | None
    after: Memory | None

    @property
    def says(self) -> str:
        memory = self.after or self.before
        return memory.content if memory else ""


def read_new_entries(atlas: Atlas, after: int) -> list[Entry]:
    """The entries that came since, in order."""
    wide = 64
    while True:
        entries = atlas.history.log(wide)
        if len(entries) < wide or entries[-1].seq <= after:
            return [entry for entry in reversed(entries) if entry.seq > after]
        wide *= 4


def read_events(atlas: Atlas, entry: Entry) -> Iterator[Event]:
    """The events that one entry tells; an ordinary observation is nothing to tell."""
    rows = list(_read_rows(entry))
    match entry.action:
        case Action.OBSERVED:
            yield from _kept_out_events(atlas, entry, rows)
        case Action.REMEMBERED | Action.CHANGED:
            yield from _learned_events(entry, rows)
        case Action.HELD | Action.REFUSED:
            yield from _unaccepted_events(entry)
        case Action.DECIDED:
            yield from (_decided_event(entry, row) for row in rows if row.before and row.after)
        case Action.UNDONE:
            yield Undone(entry.at, entry.seq, entry.cause, tuple(row.says for row in rows))
        case Action.EXPIRED:
            yield from (Expired(entry.at, entry.seq, row.id, _text_of_row(atlas, row)) for row in rows)
        case Action.TROUBLE | Action.VIOLATED:
            yield from (Trouble(entry.at, entry.seq, str(note["text"])) for note in _read_notes(entry))
        case _:
            return


def _read_rows(entry: Entry) -> Iterator[_MemoryRow]:
    for part in entry.parts:
        change = part.change()
        if part.kind is RowKind.MEMORY and change is not None:
            yield _MemoryRow(part.id, _parse_memory(change.before), _parse_memory(change.after))


def _parse_memory(row: Mapping[str, object] | None) -> Memory | None:
    return from_plain(Memory, {**row, "content": row.get("content") or ""}) if row else None


def _read_notes(entry: Entry) -> list[Mapping[str, Any]]:
    changes = [part.change() for part in entry.parts if part.kind is RowKind.NOTE]
    return [change.after for change in changes if change and change.after]


def _text_of_row(atlas: Atlas, row: _MemoryRow) -> str:
    return row.says or atlas.inspect.memory(row.id).memory.content


def _kept_out_events(atlas: Atlas, entry: Entry, rows: Sequence[_MemoryRow]) -> Iterator[Event]:
    for row in rows:
        if row.after and row.after.trust < Trust.ASSISTANT:
            memory = atlas.inspect.memory(row.id).memory
            yield KeptOut(entry.at, entry.seq, row.id, memory.origin, memory.status.value, memory.content)


def _learned_events(entry: Entry, rows: Sequence[_MemoryRow]) -> Iterator[Event]:
    judged = _find_judged(entry)
    if not rows or not rows[0].after:
        return
    memory = rows[0].after
    quote = memory.evidence[-1].quote if memory.evidence else ""
    if rows[0].before is not None:
        yield Confirmed(entry.at, entry.seq, memory.id, memory.content, quote)
        return
    finding = judged.finding if judged else {}
    yield Learned(
        entry.at,
        entry.seq,
        memory.id,
        memory.content,
        quote,
        memory.status.value,
        finding.get("rule", ""),
        finding.get("says", ""),
        tuple(_replaced_fact(row) for row in rows[1:]),
        memory.referred_at,
    )


def _replaced_fact(row: _MemoryRow) -> Replaced:
    memory = row.after or row.before
    if memory is None:
        raise ValueError(f"The journal closes {row.id} without saying what it was.")
    return Replaced(row.id, memory.content, memory.valid_from or memory.observed_at, memory.valid_until)


@dataclass(frozen=True, slots=True)
class _JudgedProposal:
    """A proposal and its verdict, as the journal has them."""

    id: str
    body: Mapping[str, Any]
    findings: Sequence[Mapping[str, str]]
    memory: str | None

    @property
    def finding(self) -> Mapping[str, str]:
        return self.findings[0] if self.findings else {}


def _find_judged(entry: Entry) -> _JudgedProposal | None:
    for part in entry.parts:
        if part.kind is RowKind.PROPOSAL and (found := _judged_part(part)):
            return found
    return None


def _judged_part(part: Part) -> _JudgedProposal | None:
    change = part.change()
    if change is None or change.after is None:
        return None
    row: Mapping[str, Any] = change.after
    return _JudgedProposal(part.id, row["proposal"]["body"], row["findings"], row.get("memory"))


def _unaccepted_events(entry: Entry) -> Iterator[Event]:
    judged = _find_judged(entry)
    if judged is None:
        return
    evidence = judged.body.get("evidence") or [{}]
    quote, origin = evidence[0].get("quote", ""), evidence[0].get("origin", "")
    says, rule, why = judged.body.get("content", ""), judged.finding.get("rule", ""), judged.finding.get("says", "")
    if entry.action is Action.HELD:
        yield Held(entry.at, entry.seq, judged.id, judged.memory, says, quote, origin, rule, why)
    else:
        yield Refused(entry.at, entry.seq, judged.id, says, quote, origin, rule, why)


def _decided_event(entry: Entry, row: _MemoryRow) -> Decided:
    before = row.before.status.value if row.before else ""
    after = row.after.status.value if row.after else ""
    reason = " ".join(str(note["text"]) for note in _read_notes(entry))
    return Decided(entry.at, entry.seq, entry.actor.value, row.id, row.says, before, after, reason)
