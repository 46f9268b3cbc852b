"""How clean a memory is (X6): what stands in this store, or in a file of another's. Nothing is changed by looking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.engine.core.runtime import Runtime
from atlas.engine.transfer.export import FORMAT
from atlas.errors import BadInput
from atlas.language.registry import LANGUAGE
from atlas.metrics.entries import Audit, Entry, Rate
from atlas.metrics.hygiene import Auditor, Tools
from atlas.model.history import Conversation, Item, Noted, Skipped, Turn
from atlas.model.ids import MemoryId
from atlas.model.interaction import Role
from atlas.model.memory import STANDING, Kind, Memory, State, Status
from atlas.model.plain_data import MALFORMED, from_plain
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
_MEANT_ALIKE: Final = 0.935
_EMBEDDED: Final = 128
_ONCE_READ: Final = 20_000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class AuditReport:
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


def audit_space(runtime: Runtime, embedder: Embedder | None = None, progress: Progress | None = None) -> AuditReport:
    """Audit this space; an embedder also finds what says the same in other words."""
    now = runtime.now()
    auditor = Auditor(audit_tools(embedder), now)
    with runtime.reading() as reader:
        total = sum(each.count for each in reader.counts() if _is_audited(each.kind, each.status, each.state))
        is_served = bool(reader.servings(1))
        for page in _read_pages(reader):
            for memory in page:
                auditor.add(_memory_entry(memory, is_served))
            _report_progress(progress, len(page), total)
    return AuditReport(str(runtime.space), OURS, now, auditor.finish())


def audit_file(
    history: History, path: Path, now: datetime, embedder: Embedder | None = None, progress: Progress | None = None
) -> AuditReport:
    """Audit a file that a history can be imported from; a file that breaks ends there."""
    if history.is_export(path):
        lines = history.exported(path, _progress_listener(progress, path.stat().st_size))
        return _audit_items(path.name, _EXPORT, _exported_entries(lines), now, embedder)
    kind = history.recognise(path)
    items = history.read(path, kind, _progress_listener(progress, history.extent(path, kind)) if progress else None)
    return _audit_items(path.name, kind.described, items, now, embedder)


def _audit_items(
    source: str, kind: str, items: Iterable[Item | Entry], now: datetime, embedder: Embedder | None
) -> AuditReport:
    auditor, skips = Auditor(audit_tools(embedder), now), _SkipLog()
    turns = entries = 0
    for item in skips.readable_items(items):
        for entry in _entries_of(item):
            auditor.add(entry)
            entries += 1
            turns += not entry.holds
    if not entries and skips.examples:
        raise BadInput(f"Nothing in {source} can be read: {skips.examples[0]}")
    examples = tuple(skips.examples)
    return AuditReport(source, kind, now, auditor.finish(), skips.count, examples, turns=turns > entries / 2)


class _SkipLog:
    def __init__(self) -> None:
        self.count = 0
        self.examples: list[str] = []

    def readable_items(self, items: Iterable[Item | Entry]) -> Iterator[Conversation | Noted | Entry]:
        """The items that could be read; the others are counted."""
        try:
            for item in items:
                if isinstance(item, Skipped):
                    self._note_skip(f"{item.where}: {item.why}")
                else:
                    yield item
        except BadInput as trouble:
            self._note_skip(str(trouble))

    def _note_skip(self, why: str) -> None:
        self.count += 1
        if len(self.examples) < _TOLD:
            self.examples.append(redact_secrets(why)[0])


def _entries_of(item: Conversation | Noted | Entry) -> Iterator[Entry]:
    match item:
        case Entry():
            yield item
        case Noted():
            yield Entry(item.id, clean_text(item.text), item.at, item.who or "")
        case Conversation():
            yield from (_turn_entry(item, turn) for turn in item.turns if turn.role is not Role.TOOL)


def _turn_entry(conversation: Conversation, turn: Turn) -> Entry:
    """A turn as an entry; what a user and what an assistant said are never copies of each other."""
    return Entry(f"{conversation.id}/{turn.id}", clean_text(turn.text), turn.at, turn.role.value, holds=False)


def _exported_entries(lines: Iterable[Mapping[str, object]]) -> Iterator[Item | Entry]:
    """The memories among our own lines; the others are what they stand on."""
    for number, line in enumerate(lines, start=1):
        if number == 1 and line.get("format") != FORMAT:
            raise BadInput(f"This export has the format {line.get('format')}; format {FORMAT} can be read.")
        if line.get("type") == "memory":
            yield from _read_line(line, f"line {number}")


def _read_line(line: Mapping[str, object], where: str) -> Iterator[Item | Entry]:
    try:
        memory = from_plain(Memory, line)
        entry = _check_entry(_memory_entry(memory, is_served=True))
    except MALFORMED:
        yield Skipped(where, "it is not a memory as an export has it.")
        return
    if _is_audited(memory.kind, memory.status, memory.state):
        yield entry


def _check_entry(entry: Entry) -> Entry:
    """An entry whose texts and numbers are such: a line may hold anything in their place."""
    texts = isinstance(entry.id, str) and isinstance(entry.text, str)
    times = (entry.at, entry.confirmed_at, entry.valid_until, entry.since)
    if not texts or not isinstance(entry.uses, int) or any(at is not None and at.tzinfo is None for at in times):
        raise TypeError
    return entry


def _memory_entry(memory: Memory, is_served: bool) -> Entry:
    """A memory as an entry; where nothing was ever served, nobody could come back to anything."""
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


def _read_pages(reader: Reader) -> Iterator[Sequence[Memory]]:
    after = 0
    while rows := reader.select(_LEARNED, _PAGE, after):
        after = rows[-1][0]
        yield [memory for _, memory in rows]


def _report_progress(progress: Progress | None, done: int, total: int) -> None:
    if progress:
        progress(done, total)


def _progress_listener(progress: Progress | None, total: int) -> Callable[[int], None]:
    return lambda more: _report_progress(progress, more, total)


# --- what other stages know


def audit_tools(embedder: Embedder | None = None) -> Tools:
    meaning = LANGUAGE.meaning
    read_once = lru_cache(_ONCE_READ)(meaning.read_telltale)

    def are_apart(one: str, other: str) -> bool:
        return meaning.telltales_clash(read_once(one), read_once(other))

    found = Tools(redact_secrets, are_apart, lambda group: _find_rivals(group, are_apart))
    return replace(found, meant=_meaning_pairs(embedder)) if embedder else found


def _find_rivals(group: Sequence[tuple[int, str]], clash: Callable[[str, str], bool]) -> Iterator[tuple[int, int]]:
    """Pairs of texts that say two things of one matter, as consolidation finds them (T16)."""
    from atlas.consolidation.updates import Statement, find_rivals  # compiles many patterns

    texts = [
        Statement(MemoryId(str(place)), text, _EPOCH + timedelta(seconds=number))
        for number, (place, text) in enumerate(group)
    ]
    for each in find_rivals(texts, clash):
        yield cast("tuple[int, int]", tuple(int(memory) for memory in each.memories))


def _meaning_pairs(embedder: Embedder) -> Meant:
    """Pairs of texts that an embedder takes for nearly the same."""

    def find_pairs(texts: Sequence[str]) -> Iterator[tuple[int, int, float]]:
        import numpy as np  # slow to import

        from atlas.consolidation.similarity import find_similar_pairs as alike  # brings in numpy

        if not texts:
            return
        batches = [texts[at : at + _EMBEDDED] for at in range(0, len(texts), _EMBEDDED)]
        one, other, values = alike(np.concatenate([embedder.embed(batch) for batch in batches]), _MEANT_ALIKE)
        yield from zip(one.tolist(), other.tolist(), values.tolist(), strict=True)

    return find_pairs
