"""Everything in a space as plain lines, for another program or for coming back (X7).

A whole export can be brought back into an empty space (`restore_export.py`): every row that the store has, but for what
it makes again by itself (vectors, the feed of changes) and what belongs to a process (leases). Numbers of rows are
spelt as "so many rows", since the rows of another store have other numbers. A part of a space, or one without what is
sensitive, is for reading: it says so in its first line, and has no journal, which could not be whole.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from atlas.engine.core.runtime import Runtime
from atlas.engine.transfer.export_scope import Excerpt, plan_excerpt
from atlas.engine.transfer.row_positions import RowPositions, to_positions
from atlas.model.failure import Failure
from atlas.model.ids import ProposalId
from atlas.model.interaction import Interaction
from atlas.model.journal import Entry, RowKind
from atlas.model.memory import Memory, State
from atlas.model.plain_data import proposal_to_plain, to_plain
from atlas.model.spending import Spending
from atlas.model.thinking import OPEN, Judged
from atlas.ports.reading import MemoryFilter, Reader

FORMAT: Final = 2
OWN_TYPE: Final = "its_type"
_PAGE: Final = 500
_ENTRIES: Final = 50
"""At a time: one of a cycle has up to 500 parts."""
_MANY: Final = 2**31
_EVER: Final = datetime(1, 1, 1, tzinfo=UTC)
_ALL: Final = MemoryFilter(states=frozenset(State))

Line = dict[str, Any]
T = TypeVar("T")


def export_lines(
    runtime: Runtime, *, person: str | None = None, conversation: str | None = None, sensitive: bool = False
) -> Iterator[Line]:
    """A header, then each kind of row, oldest first, and a last line that says how many there were."""
    with runtime.reading() as reader:
        part = plan_excerpt(reader, person, conversation, sensitive)
        lines = _whole_lines(reader) if part is None else _excerpt_lines(reader, part)
        yield {"type": "atlas", "format": FORMAT, "space": runtime.space, **(part.says if part else {})}
        count = 0
        for count, line in enumerate(lines, start=1):  # noqa: B007 - it is how many there were
            yield line
        yield {"type": "end", "lines": count}


def _excerpt_lines(reader: Reader, part: Excerpt) -> Iterator[Line]:
    yield from _selected_lines("interaction", part.cut_interaction, (each for _, each in _read_interactions(reader)))
    yield from _selected_lines("entity", part.cut_entity, reader.entities())
    yield from _selected_lines("memory", part.cut_memory, _read_memories(reader))
    yield from _selected_lines("document", part.cut_document, reader.documents())
    if part.everybody:
        yield from (_to_line("exam", each) for each in reversed(reader.exams(_MANY)))


def _selected_lines(kind: str, taken: Callable[[T], T | None], rows: Iterable[T]) -> Iterator[Line]:
    return (_to_line(kind, row) for row in map(taken, rows) if row is not None)


def _whole_lines(reader: Reader) -> Iterator[Line]:
    yield from _transcript_lines(reader)
    yield from (_to_line("entity", entity) for entity in reader.entities())
    yield from (_to_line("memory", memory) for memory in _read_memories(reader))
    yield from (_to_line("document", document) for document in reader.documents())
    yield from (_to_line("exam", exam) for exam in reversed(reader.exams(_MANY)))
    yield from _graph_lines(reader)
    yield from _thinking_lines(reader)
    yield from _signal_lines(reader)
    yield from (_to_line("serving", serving) for serving in reversed(reader.servings(_MANY)))
    yield from (_to_line("standing", standing) for standing in reader.standings())
    yield from (_spending_line(each) for each in reversed(reader.spendings(_MANY)))
    places = RowPositions.read_all(reader)  # so late, that nobody waits for it before the first line
    yield from _job_lines(reader, places)
    yield from (_to_line("mark", mark) for mark in places.read_marks(reader))
    yield from (_entry_line(entry) for entry in _read_journal(reader))


def _to_line(kind: str, row: object) -> Line:
    """A row as a line; a row that has a type itself has it under another name."""
    plain: Line = to_plain(row)
    own = {OWN_TYPE: plain.pop("type")} if "type" in plain else {}
    return {"type": kind, **plain, **own}


# --- what was said and is known


def _transcript_lines(reader: Reader) -> Iterator[Line]:
    """With each interaction the session that is its conversation's last one, and whole texts behind gists."""
    for _, interaction in _read_interactions(reader):
        line = _to_line("interaction", interaction)
        session = reader.last_session(interaction.conversation)
        if session is not None and session.id == interaction.session:
            line["session_row"] = to_plain(session)
        if kept := reader.archived_texts(message.id for message in interaction.messages):
            line["archived"] = [to_plain(each) for each in sorted(kept, key=lambda each: each.message)]
        yield line


def _read_interactions(reader: Reader) -> Iterator[tuple[int, Interaction]]:
    after = 0
    while page := reader.interactions(after, _PAGE):
        after = page[-1][0]
        yield from page


def _read_memories(reader: Reader) -> Iterator[Memory]:
    """All memories, those that are gone too: a tombstone is a row."""
    after = 0
    while page := reader.select(_ALL, _PAGE, after):
        after = page[-1][0]
        yield from (memory for _, memory in page)


def _graph_lines(reader: Reader) -> Iterator[Line]:
    key = ""
    while edges := reader.all_edges(_PAGE, key):
        key = edges[-1].key
        yield from (_to_line("edge", edge) for edge in edges)
    after = 0
    while told := reader.feedback_after(after, _PAGE):
        after = told[-1][0]
        yield from (_to_line("feedback", feedback) for _, feedback in told)


# --- what was thought and noticed


def _thinking_lines(reader: Reader) -> Iterator[Line]:
    yield from (_to_line("reflection", each) for each in reversed(reader.reflections(_MANY)))
    yield from (_proposal_line(each) for each in _read_proposals(reader))


def _read_proposals(reader: Reader) -> Iterator[Judged]:
    """The proposals in the order in which they were made, which the journal has."""
    seen: set[str] = set()
    for entry in _read_journal(reader):
        for part in entry.parts:
            if part.kind is RowKind.PROPOSAL and part.id not in seen:
                seen.add(part.id)
                judged = reader.judged(ProposalId(part.id))
                yield from [judged] if judged else []


def _proposal_line(judged: Judged) -> Line:
    return {**_to_line("proposal", judged), "proposal": proposal_to_plain(judged.proposal)}


def _signal_lines(reader: Reader) -> Iterator[Line]:
    yield from (_to_line("signal", each) for each in reversed(reader.signals_since(_EVER, _MANY)))
    yield from (_failure_line(each) for each in reversed(reader.failures(_MANY)))
    yield from (_to_line("pattern", each) for each in reader.patterns())
    yield from (_to_line("suggestion", each) for each in reversed(reader.suggestions(None, _MANY)))


def _failure_line(failure: Failure) -> Line:
    line = _to_line("failure", failure)
    if failure.vector is not None:
        line["vector"] = b64encode(failure.vector).decode("ascii")
    return line


def _spending_line(spending: Spending) -> Line:
    return {**_to_line("spending", spending), "day": spending.day.isoformat()}


def _job_lines(reader: Reader, places: RowPositions) -> Iterator[Line]:
    for job in reader.jobs(None, _MANY):
        yield _to_line("job", to_positions(job, places))
        if job.state in OPEN:
            yield from (_to_line("answer", answer) for answer in reader.answers(job.id))


# --- the journal


def _read_journal(reader: Reader) -> Iterator[Entry]:
    after = 0
    while entries := reader.entries(after, _ENTRIES):
        after = entries[-1].seq
        yield from entries


def _entry_line(entry: Entry) -> Line:
    """A journal entry word for word, with what its digests are checked by."""
    return {**_to_line("journal", entry), "parts": list(_part_rows(entry))}


def _part_rows(entry: Entry) -> Iterable[Mapping[str, object]]:
    for part in entry.parts:
        yield {
            "kind": part.kind.value,
            "id": part.id,
            "digest": part.digest,
            "salt": part.salt.hex() if part.salt is not None else None,
            "payload": part.payload,
            "by_row": part.by_row,
            "erased": part.erased,
        }
