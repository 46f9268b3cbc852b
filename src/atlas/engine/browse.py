"""Looking through memories, and taking everything along as plain lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from atlas.engine.work import QUICK, try_work
from atlas.engine.world import World
from atlas.model.memory import Memory, State
from atlas.model.plain import to_plain
from atlas.ports.store import MemoryFilter

_PAGE: Final = 500
_MANY: Final = 2**31
_ALL: Final = MemoryFilter(states=frozenset({State.ACTIVE, State.ARCHIVED}))


def where(**fields: Any) -> MemoryFilter:
    """A filter, for surfaces, which know no ports."""
    return MemoryFilter(**fields)


def memories(world: World, where: MemoryFilter, limit: int) -> Sequence[Memory]:
    """Newest first."""
    try_work(world, tasks=QUICK)
    with world.store.reading(world.space) as reader:
        return reader.newest(where, limit)


def export(world: World) -> Iterator[dict[str, Any]]:
    """Everything here, oldest first: a header, then interactions, entities, memories, documents, exams, journal."""
    try_work(world, tasks=QUICK)
    with world.store.reading(world.space) as reader:
        yield {"type": "atlas", "format": 1, "space": world.space}
        after = 0
        while page := reader.interactions(after, _PAGE):
            after = page[-1][0]
            yield from ({"type": "interaction", **to_plain(interaction)} for _, interaction in page)
        yield from ({"type": "entity", **to_plain(entity)} for entity in reader.entities())
        after = 0
        while rows := reader.select(_ALL, _PAGE, after):
            after = rows[-1][0]
            yield from ({"type": "memory", **to_plain(memory)} for _, memory in rows)
        yield from ({"type": "document", **to_plain(document)} for document in reader.documents())
        yield from ({"type": "exam", **to_plain(exam)} for exam in reversed(reader.exams(_MANY)))
        after = 0
        while entries := reader.entries(after, _PAGE):
            after = entries[-1].seq
            yield from ({"type": "journal", **_entry(entry)} for entry in entries)


def _entry(entry: Any) -> dict[str, Any]:
    parts = [
        {"kind": part.kind.value, "id": part.id, "digest": part.digest, "erased": part.erased, "payload": part.payload}
        for part in entry.parts
    ]
    return {**to_plain(entry), "parts": parts}
