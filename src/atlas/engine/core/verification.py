"""Is the record honest? Every digest, every link of the chain, and every row against its last entry (P11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from atlas.engine.core.access import ReadAccess
from atlas.engine.core.belief_rows import argument_row, belief_row, read_all_arguments
from atlas.engine.core.ledger import (
    LADDER,
    edge_row,
    gist_row,
    judged_change,
    memory_row,
    memory_row_with,
    message_change,
    split_document_part,
    use_row,
)
from atlas.engine.core.marks import KEPT
from atlas.errors import StoreTrouble
from atlas.model.archive import Archived
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId, MessageId, ProposalId
from atlas.model.interaction import Interaction, Message
from atlas.model.journal import (
    GENESIS,
    Action,
    Change,
    Entry,
    Part,
    Row,
    RowKind,
    chain_of,
    digest_of,
    encode_canonical,
    payload_of,
)
from atlas.model.memory import Memory, State
from atlas.model.origin import Origin
from atlas.model.plain_data import to_plain
from atlas.model.verdict import Outcome
from atlas.ports.reading import MemoryFilter, Reader

_PAGE: Final = 500
_ENTRIES: Final = 50
"""At a time: one of a cycle has up to 500 parts."""
_MANY: Final = 10_000_000
_ROWS: Final = frozenset(RowKind) - {RowKind.MESSAGE, RowKind.NOTE}
"""What the journal keeps in full. A message is its own text there, and its digest is checked against the row."""
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


def verify_store(access: ReadAccess) -> Verification:
    with access.reading() as reader:
        return verify_rows(reader)


def verify_rows(reader: Reader) -> Verification:
    """Verify what one reader sees; what has no episode yet is not in the journal yet."""
    entries = erased = 0
    problems: list[str] = []
    last: dict[tuple[RowKind, str], Part] = {}
    blanked: dict[tuple[RowKind, str], int] = {}
    moved = _OriginMoves()
    previous: Entry | None = None
    for entry in _read_entries(reader):
        problems += _check_entry(reader, entry, previous, moved)
        erased += sum(part.erased for part in entry.parts)
        for part in entry.parts:
            if not moved.note_move(part):
                _remember_part(last, part)
        problems += _check_blanks(entry, blanked)
        entries, previous = entries + 1, entry
    problems = [*moved.find_problems(reader), *problems]
    problems += [f"Entry {seq} was blanked, though {id} was never forgotten." for (_, id), seq in blanked.items()]
    problems += _check_rows(reader, last)
    return Verification(entries, erased, tuple(problems[:MAX_PROBLEMS]))


def _remember_part(last: dict[tuple[RowKind, str], Part], part: Part) -> None:
    """What was last said of each row. A row that is told whole needs nothing that was said before of how it is kept."""
    if part.kind is RowKind.MEMORY:
        last.pop((RowKind.USE, part.id), None)
    if part.kind is RowKind.DOCUMENT:
        last[part.kind, split_document_part(part.id)[0]] = part
    elif part.kind is not RowKind.NOTE:
        earlier = last.get((part.kind, part.id))
        last[part.kind, part.id] = _merge_use_parts(earlier, part) if part.kind is RowKind.USE and earlier else part


def _merge_use_parts(earlier: Part, later: Part) -> Part:
    """Two parts about how a memory is kept, as one: each names only the fields it moved."""
    first, second = earlier.change(), later.change()
    if first is None or second is None:
        return later
    merged = Change(later.kind, later.id, None, {**(first.after or {}), **(second.after or {})})
    payload = payload_of(merged)
    salt = later.salt or b""
    return Part(later.kind, later.id, digest_of(salt, payload), salt, payload)


def _read_entries(reader: Reader) -> Iterator[Entry]:
    after = 0
    while page := reader.entries(after, _ENTRIES):
        after = page[-1].seq
        yield from page


def _check_entry(reader: Reader, entry: Entry, previous: Entry | None, moved: _OriginMoves) -> Iterable[str]:
    seq, chain = (previous.seq, previous.chain) if previous else (0, GENESIS)
    if entry.seq != seq + 1 or entry.previous != chain:
        yield f"Entry {entry.seq} does not follow entry {seq}."
    if entry.chain != chain_of(entry.previous, entry.header, entry.parts):
        yield f"Entry {entry.seq} was altered: its chain does not hold."
    for part in entry.parts:
        if part.erased or _digest_holds(reader, part):
            continue
        if part.kind is RowKind.MESSAGE and part.by_row:
            moved.doubted.append((entry.seq, part))
        else:
            yield _describe_altered(entry.seq, part)


def _describe_altered(seq: int, part: Part) -> str:
    return f"Entry {seq} was altered: what it says of {part.id} does not match its digest."


@dataclass(slots=True)
class _OriginMoves:
    """Messages that an operator vouched for since they came in (C3): the row has another origin than it had then."""

    first: dict[str, str] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)
    doubted: list[tuple[int, Part]] = field(default_factory=list)
    """Messages that are not as they came in; whether that was told comes later in the journal."""

    def note_move(self, part: Part) -> bool:
        """Note an origin that moved; whether the part tells of one."""
        change = part.change() if part.kind is RowKind.MESSAGE and not part.by_row else None
        if change is None or change.before is None or change.after is None:
            return False
        self.first.setdefault(part.id, str(change.before["origin"]))
        self.last[part.id] = str(change.after["origin"])
        return True

    def find_problems(self, reader: Reader) -> Iterator[str]:
        for seq, part in self.doubted:
            origin = self.first.get(part.id)
            if origin is None or not _digest_holds(reader, part, Origin(origin)):
                yield _describe_altered(seq, part)
        for id, origin in self.last.items():
            message = reader.message(MessageId(id))
            if message is not None and message.origin.value != origin:
                yield f"The origin of the message {id} is not as the journal has it."


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


def _digest_holds(reader: Reader, part: Part, origin: Origin | None = None) -> bool:
    payloads = _possible_payloads(reader, part, origin)
    return part.salt is not None and any(digest_of(part.salt, payload) == part.digest for payload in payloads)


def _possible_payloads(reader: Reader, part: Part, origin: Origin | None = None) -> Iterator[str]:
    """Where the text is the row itself: as it stands; and behind a gist the whole text, which is what was said."""
    if not part.by_row:
        yield from filter(None, [part.payload])
        return
    message = reader.message(MessageId(part.id))
    if message is None:
        return
    message = replace(message, origin=origin or message.origin)
    kept = _read_archived(reader, [message.id])
    yield payload_of(message_change(replace(message, text=kept[0].text) if kept else message))


def _read_archived(reader: Reader, messages: Iterable[MessageId]) -> list[Archived]:
    """The archived texts; one that is not what was stored is none, and its digest is found not to hold."""
    try:
        return list(reader.archived_texts(messages))
    except StoreTrouble:
        return []


def _check_rows(reader: Reader, last: dict[tuple[RowKind, str], Part]) -> Iterable[str]:
    """Rows that differ from what the journal last said of them were changed behind its back."""
    whole: dict[RowKind, dict[str, object]] = {
        RowKind.ENTITY: {entity.handle: to_plain(entity) for entity in reader.entities()},
        RowKind.DOCUMENT: {document.id: to_plain(document) for document in reader.documents()},
        RowKind.BELIEF: {belief.id: belief_row(belief) for belief in reader.beliefs()},
        RowKind.ARGUMENT: {argument.id: argument_row(argument) for argument in read_all_arguments(reader)},
    }
    stands = reader.escalation()
    whole[RowKind.ESCALATION] = {} if stands is None else {LADDER: to_plain(stands)}
    whole[RowKind.QUARANTINE] = {each.id: to_plain(each) for each in reader.quarantines()}
    edges = {edge.key: edge for edge in _read_edges(reader)}
    for (kind, id), part in last.items():
        if kind not in _ROWS or not _digest_holds(reader, part):
            continue  # nothing is kept of it, or what is kept was altered and cannot be gone by
        change = part.change()
        if change is None:
            continue
        if kind in whole:
            holds = encode_canonical(whole[kind].get(id)) == encode_canonical(change.after)
        elif kind is RowKind.EDGE:
            holds = edge_row(edges.get(id)) == change.after
        elif kind is RowKind.USE:
            holds = _use_holds(reader, MemoryId(id), change.after or {})
        else:
            moved = last.get((RowKind.USE, id)) if kind is RowKind.MEMORY else None
            holds = _row_holds(reader, kind, id, _row_with_use(change.after, moved))
        if not holds:
            yield f"The {kind} {id} is not as the journal has it."
    found = set(_find_rows(reader))
    yield from (f"The {kind} {id} is not in the journal." for kind, id in sorted(found - set(last)))
    for (kind, id), part in last.items():
        if kind is RowKind.MESSAGE and part.by_row and not part.erased and (kind, id) not in found:
            yield f"The message {id} is not where the journal has it."


def _find_rows(reader: Reader) -> Iterator[tuple[RowKind, str]]:
    """Every row that the journal should know of."""
    after = 0
    while page := reader.select(_ALL, _PAGE, after):
        after = page[-1][0]
        yield from ((RowKind.MEMORY, memory.id) for _, memory in page)
    after, kept = 0, reader.read_mark(KEPT)
    while said := reader.interactions(after, _PAGE):
        after = said[-1][0]
        placed = [message.id for number, each in said if number <= kept for message in _messages_in_place(each)]
        yield from ((RowKind.MESSAGE, id) for id in placed)
        yield from ((RowKind.GIST, each.message) for each in _read_archived(reader, placed))
    yield from ((RowKind.EDGE, edge.key) for edge in _read_edges(reader))
    yield from ((RowKind.ENTITY, entity.handle) for entity in reader.entities())
    yield from ((RowKind.DOCUMENT, document.id) for document in reader.documents())
    yield from ((RowKind.BELIEF, belief.id) for belief in reader.beliefs())
    yield from ((RowKind.ARGUMENT, argument.id) for argument in read_all_arguments(reader))
    if reader.escalation() is not None:
        yield RowKind.ESCALATION, LADDER
    yield from ((RowKind.QUARANTINE, each.id) for each in reader.quarantines())
    for outcome in Outcome:
        yield from ((RowKind.PROPOSAL, judged.id) for judged in reader.judged_with(outcome, _MANY))


def _read_edges(reader: Reader) -> Iterator[Edge]:
    after = ""
    while page := reader.all_edges(_PAGE, after):
        after = page[-1].key
        yield from page


def _messages_in_place(interaction: Interaction) -> Iterator[Message]:
    return (message for message in interaction.messages if message.conversation == interaction.conversation)


def _row_holds(reader: Reader, kind: RowKind, id: str, after: object) -> bool:
    if kind is RowKind.PROPOSAL:
        judged = reader.judged(ProposalId(id))
        return encode_canonical(judged_change(judged).after if judged else None) == encode_canonical(after)
    if kind is RowKind.GIST:
        return _gist_holds(reader, MessageId(id), after)
    memory = reader.memory(MemoryId(id))
    if after is None:
        return memory is None or memory.state is State.GONE
    return (
        memory is not None
        and encode_canonical(memory_row(memory)) == encode_canonical(after)
        and _has_message_text(reader, memory)
    )


def _row_with_use(after: Row | None, moved: Part | None) -> Row | None:
    """The row as it was last told whole, with the fields of its use that moved since."""
    change = moved.change() if moved else None
    if after is None or change is None:
        return after
    return memory_row_with(after, change.after or {})


def _use_holds(reader: Reader, id: MemoryId, after: Row) -> bool:
    memory = reader.memory(id)
    return memory is None or memory.state is State.GONE or use_row(memory, after) == after


def _gist_holds(reader: Reader, id: MessageId, after: object) -> bool:
    """While the whole text is kept, the gist that stands for it is the one on record."""
    message = reader.message(id)
    short = message is not None and bool(_read_archived(reader, [id]))
    return gist_row(message.text if message and short else None) == after


def _has_message_text(reader: Reader, memory: Memory) -> bool:
    """Whether an episode has its message's text: one of its own would be served in its message's name."""
    message = reader.message(memory.transcribes) if memory.transcribes else None
    return memory.transcribes is None or (message is not None and message.text == memory.content)
