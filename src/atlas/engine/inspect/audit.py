"""How clean a memory is (X6): what stands in this store, or in a file of another's. Nothing is changed by looking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from atlas.curation.hygiene import clean, redact
from atlas.engine.core.runtime import Runtime
from atlas.engine.transfer.export import FORMAT
from atlas.engine.transfer.row_positions import BROKEN
from atlas.errors import BadInput
from atlas.metrics.entries import Audit, Entry, Rate
from atlas.metrics.hygiene import Auditor, Tools
from atlas.model.history import Conversation, Item, Noted, Skipped, Turn
from atlas.model.ids import MemoryId
from atlas.model.interaction import Role
from atlas.model.memory import STANDING, Kind, Memory, State, Status
from atlas.model.plain_data import from_plain
from atlas.ports.reading import MemoryFilter, Reader

if TYPE_CHECKING:
    from atlas.engine.transfer.import_history import History
    from atlas.metrics.copies import Meant
    from atlas.ports.embedder import Embedder

Progress = Callable[[int, int | None], None]
"""Told how much more was done, and of how much once that is known."""

OURS: Final = "an ATLAS store"
_EXPORT: Final = "an ATLAS export"
_LEARNED: Final = MemoryFilter(statuses=STANDING, kinds=frozenset(Kind) - {Kind.EPISODE})
"""What is in service or waits for it. The transcript is evidence, and what was refused is no memory."""
_PAGE: Final = 500
_TOLD: Final = 5
_MEANT_ALIKE: Final = 0.92
_EMBEDDED: Final = 128
_ONCE_READ: Final = 20_000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Audited:
    source: str
    kind: str
    """What it was read as, in words."""
    at: datetime
    audit: Audit
    skipped: int = 0
    """Items that could not be read."""
    why_skipped: tuple[str, ...] = ()
    """The first few of them: where, and one sentence."""
    turns: bool = False
    """Whether entries are turns of conversations, which nobody meant to be memories."""

    @property
    def rates(self) -> tuple[Rate, ...]:
        return self.audit.rates


def audit(runtime: Runtime, embedder: Embedder | None = None, progress: Progress | None = None) -> Audited:
    """Of this space. An embedder also finds what says the same in other words."""
    now = runtime.now()
    auditor = Auditor(tools(embedder), now)
    with runtime.store.reading(runtime.space) as reader:
        total = sum(each.count for each in reader.counts() if _is_audited(each.kind, each.status, each.state))
        is_served = bool(reader.servings(1))
        for page in _pages(reader):
            for memory in page:
                auditor.add(_entry(memory, is_served))
            _tell(progress, len(page), total)
    return Audited(str(runtime.space), OURS, now, auditor.finish())


def audit_file(
    history: History, path: Path, now: datetime, embedder: Embedder | None = None, progress: Progress | None = None
) -> Audited:
    """Of whatever a history can be brought from: exports, transcripts, dumps, notes. A file that breaks ends there."""
    if history.is_export(path):
        lines = history.exported(path, _heard(progress, path.stat().st_size))
        return _audited(path.name, _EXPORT, _exported(lines), now, embedder)
    kind = history.recognise(path)
    items = history.read(path, kind, _heard(progress, history.extent(path, kind)) if progress else None)
    return _audited(path.name, kind.described, items, now, embedder)


def _audited(
    source: str, kind: str, items: Iterable[Item | Entry], now: datetime, embedder: Embedder | None
) -> Audited:
    auditor, skips = Auditor(tools(embedder), now), _Skips()
    turns = entries = 0
    for item in skips.unbroken(items):
        for entry in _entries(item):
            auditor.add(entry)
            entries += 1
            turns += not entry.holds
    if not entries and skips.told:
        raise BadInput(f"Nothing in {source} can be read: {skips.told[0]}")
    told = tuple(skips.told)
    return Audited(source, kind, now, auditor.finish(), skips.count, told, turns=turns > entries / 2)


class _Skips:
    def __init__(self) -> None:
        self.count = 0
        self.told: list[str] = []

    def unbroken(self, items: Iterable[Item | Entry]) -> Iterator[Conversation | Noted | Entry]:
        """Without what could not be read, which is counted."""
        try:
            for item in items:
                if isinstance(item, Skipped):
                    self._skip(f"{item.where}: {item.why}")
                else:
                    yield item
        except BadInput as trouble:
            self._skip(str(trouble))

    def _skip(self, why: str) -> None:
        self.count += 1
        if len(self.told) < _TOLD:
            self.told.append(redact(why)[0])


def _entries(item: Conversation | Noted | Entry) -> Iterator[Entry]:
    match item:
        case Entry():
            yield item
        case Noted():
            yield Entry(item.id, clean(item.text), item.at, item.who or "")
        case Conversation():
            yield from (_turn(item, turn) for turn in item.turns if turn.role is not Role.TOOL)


def _turn(conversation: Conversation, turn: Turn) -> Entry:
    """What a user and what an assistant said are never copies of each other. Of tools nobody keeps the output."""
    return Entry(f"{conversation.id}/{turn.id}", clean(turn.text), turn.at, turn.role.value, holds=False)


def _exported(lines: Iterable[Mapping[str, object]]) -> Iterator[Item | Entry]:
    """The memories among our own lines; the others are what they stand on."""
    for number, line in enumerate(lines, start=1):
        if number == 1 and line.get("format") != FORMAT:
            raise BadInput(f"This export has the format {line.get('format')}; format {FORMAT} can be read.")
        if line.get("type") == "memory":
            yield from _read(line, f"line {number}")


def _read(line: Mapping[str, object], where: str) -> Iterator[Item | Entry]:
    try:
        memory = from_plain(Memory, line)
        entry = _checked(_entry(memory, is_served=True))
    except BROKEN:
        yield Skipped(where, "it is not a memory as an export has it.")
        return
    if _is_audited(memory.kind, memory.status, memory.state):
        yield entry


def _checked(entry: Entry) -> Entry:
    """A line may hold anything in the place of a text or a number."""
    texts = isinstance(entry.id, str) and isinstance(entry.text, str)
    times = (entry.at, entry.confirmed_at, entry.valid_until, entry.since)
    if not texts or not isinstance(entry.uses, int) or any(at is not None and at.tzinfo is None for at in times):
        raise TypeError
    return entry


def _entry(memory: Memory, is_served: bool) -> Entry:
    """Where nothing was ever served, nobody could come back to anything; nor before it was here."""
    used = memory.uses + memory.applications
    return Entry(
        memory.id,
        memory.content,
        memory.observed_at,
        uses=used if is_served else None,
        confirmed_at=max(memory.reinforced_at, memory.created_at) if is_served else None,
        since=memory.created_at,
        valid_until=memory.valid_until,
    )


def _is_audited(kind: Kind, status: Status, state: State) -> bool:
    return kind in _LEARNED.kinds and status in STANDING and state is State.ACTIVE


def _pages(reader: Reader) -> Iterator[Sequence[Memory]]:
    after = 0
    while rows := reader.select(_LEARNED, _PAGE, after):
        after = rows[-1][0]
        yield [memory for _, memory in rows]


def _tell(progress: Progress | None, done: int, total: int) -> None:
    if progress:
        progress(done, total)


def _heard(progress: Progress | None, total: int) -> Callable[[int], None]:
    return lambda more: _tell(progress, more, total)


# --- what other stages know


def tools(embedder: Embedder | None = None) -> Tools:
    from atlas.language.english.rules.telltale import clash, telltale  # heavy to import

    read_once = lru_cache(_ONCE_READ)(telltale)

    def apart(one: str, other: str) -> bool:
        return clash(read_once(one), read_once(other))

    found = Tools(redact, apart, lambda group: _rivals(group, apart))
    return replace(found, meant=_meant(embedder)) if embedder else found


def _rivals(group: Sequence[tuple[int, str]], clash: Callable[[str, str], bool]) -> Iterator[tuple[int, int]]:
    """Consolidation's own eye for texts that say two things of one matter (T16)."""
    from atlas.consolidation.updates import Said, rivals

    said = [
        Said(MemoryId(str(place)), text, _EPOCH + timedelta(seconds=number))
        for number, (place, text) in enumerate(group)
    ]
    for each in rivals(said, clash):
        yield cast("tuple[int, int]", tuple(int(memory) for memory in each.memories))


def _meant(embedder: Embedder) -> Meant:
    """Pairs of texts that an embedder takes for nearly the same."""

    def pairs(texts: Sequence[str]) -> Iterator[tuple[int, int, float]]:
        import numpy as np

        from atlas.consolidation.similarity import pairs as alike

        if not texts:
            return
        batches = [texts[at : at + _EMBEDDED] for at in range(0, len(texts), _EMBEDDED)]
        one, other, values = alike(np.concatenate([embedder.embed(batch) for batch in batches]), _MEANT_ALIKE)
        yield from zip(one.tolist(), other.tolist(), values.tolist(), strict=True)

    return pairs
