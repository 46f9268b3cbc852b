"""Is the record honest? Every digest, every link of the chain, and every row against its last entry (P11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from atlas.engine.ledger import memory_row, message_change
from atlas.engine.world import World
from atlas.model.ids import MemoryId, MessageId
from atlas.model.journal import GENESIS, Action, Entry, Part, RowKind, canonical, chain_of, digest_of, payload_of
from atlas.model.memory import State
from atlas.model.plain import to_plain
from atlas.ports.store import MemoryFilter, Reader

_PAGE: Final = 500
_ALL: Final = MemoryFilter(states=frozenset(State))
MAX_PROBLEMS: Final = 50


@dataclass(frozen=True, slots=True)
class Verification:
    entries: int
    erased: int
    """Parts whose text was forgotten; their digests still hold the chain together."""
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not self.problems


def verify(world: World) -> Verification:
    entries = erased = 0
    problems: list[str] = []
    last: dict[tuple[RowKind, str], Part] = {}
    blanked: dict[tuple[RowKind, str], int] = {}
    with world.store.reading(world.space) as reader:
        previous: Entry | None = None
        for entry in _entries(reader):
            problems += _check_entry(reader, entry, previous)
            erased += sum(part.erased for part in entry.parts)
            last.update({(part.kind, part.id): part for part in entry.parts if part.kind is not RowKind.NOTE})
            problems += _check_blanks(entry, blanked)
            entries, previous = entries + 1, entry
        problems += [f"Entry {seq} was blanked, though {id} was never forgotten." for (_, id), seq in blanked.items()]
        problems += _check_rows(reader, last)
    return Verification(entries, erased, tuple(problems[:MAX_PROBLEMS]))


def _entries(reader: Reader) -> Iterator[Entry]:
    after = 0
    while page := reader.entries(after, _PAGE):
        after = page[-1].seq
        yield from page


def _check_entry(reader: Reader, entry: Entry, previous: Entry | None) -> Iterable[str]:
    seq, chain = (previous.seq, previous.chain) if previous else (0, GENESIS)
    if entry.seq != seq + 1 or entry.previous != chain:
        yield f"Entry {entry.seq} does not follow entry {seq}."
    if entry.chain != chain_of(entry.previous, entry.header, entry.parts):
        yield f"Entry {entry.seq} was altered: its chain does not hold."
    for part in entry.parts:
        if not part.erased and not _digest_holds(reader, part):
            yield f"Entry {entry.seq} was altered: what it says of {part.id} does not match its digest."


def _check_blanks(entry: Entry, blanked: dict[tuple[RowKind, str], int]) -> Iterable[str]:
    """Text goes from the journal only by forgetting, which names what it took: keep what still waits for that."""
    if entry.action is Action.FORGOTTEN:
        for part in entry.parts:
            blanked.pop((part.kind, part.id), None)
    for part in entry.parts:
        if part.erased:
            blanked.setdefault((part.kind, part.id), entry.seq)
        if part.erased and part.payload is not None:
            yield f"Entry {entry.seq} lost the salt of {part.id} but not its text."


def _digest_holds(reader: Reader, part: Part) -> bool:
    payload = _payload(reader, part)
    return part.salt is not None and payload is not None and digest_of(part.salt, payload) == part.digest


def _payload(reader: Reader, part: Part) -> str | None:
    if not part.by_row:
        return part.payload
    message = reader.message(MessageId(part.id))
    return payload_of(message_change(message)) if message else None


def _check_rows(reader: Reader, last: dict[tuple[RowKind, str], Part]) -> Iterable[str]:
    """Rows that differ from what the journal last said of them were changed behind its back."""
    for (kind, id), part in last.items():
        change = part.change()
        if (
            change is not None
            and kind in (RowKind.MEMORY, RowKind.ENTITY)
            and not _row_holds(reader, kind, id, change.after)
        ):
            yield f"The {kind} {id} is not as the journal has it."
    after = 0
    while page := reader.select(_ALL, _PAGE, after):
        after = page[-1][0]
        for _, memory in page:
            if (RowKind.MEMORY, memory.id) not in last:
                yield f"The memory {memory.id} is not in the journal."


def _row_holds(reader: Reader, kind: RowKind, id: str, after: object) -> bool:
    if kind is RowKind.ENTITY:
        return _entity_holds(reader, id, after)
    memory = reader.memory(MemoryId(id))
    if after is None:
        return memory is None or memory.state is State.GONE
    return memory is not None and canonical(memory_row(memory)) == canonical(after)


def _entity_holds(reader: Reader, handle: str, after: object) -> bool:
    found = next((entity for entity in reader.entities() if entity.handle == handle), None)
    return canonical(to_plain(found) if found else None) == canonical(after)
