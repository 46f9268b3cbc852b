"""Everything in a space as plain lines, for another program or for coming back (X7).

A whole export can be brought back into an empty space (`restore_export.py`): every row that the store has, but for what
it makes again by itself (vectors, the feed of changes) and what belongs to a process (leases). Numbers of rows are
spelt as "so many rows", since the rows of another store have other numbers. A part of a space, or one without what is
sensitive, is for reading: it says so in its first line, and has no journal, which could not be whole.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, Final, TypeVar

from atlas.engine.core.belief_rows import argument_row, belief_row
from atlas.engine.core.runtime import Runtime
from atlas.engine.transfer.export_scope import Excerpt, plan_excerpt
from atlas.engine.transfer.row_positions import RowPositions, to_positions
from atlas.model.failure import Failure
from atlas.model.ids import MessageId
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
    yield from _selected_lines("interaction", part.cut_interaction, _read_rows(reader.interactions))
    yield from _selected_lines("entity", part.cut_entity, reader.entities())
    yield from _selected_lines("memory", part.cut_memory, _select_memories(reader))
    yield from _selected_lines("document", part.cut_document, reader.documents())
    if part.everybody:
        yield from _belief_lines(reader, part)
        yield from (_to_line("exam", each) for each in reversed(reader.exams(_MANY)))
        yield from _metric_lines(reader)


def _selected_lines(kind: str, taken: Callable[[T], T | None], rows: Iterable[T]) -> Iterator[Line]:
    return (_to_line(kind, row) for row in map(taken, rows) if row is not None)


def _whole_lines(reader: Reader) -> Iterator[Line]:
    places = RowPositions()
    yield from _transcript_lines(reader, places)
    yield from (_to_line("entity", entity) for entity in reader.entities())
    yield from _memory_lines(reader, places)
    yield from (_to_line("document", document) for document in reader.documents())
    yield from _belief_lines(reader)
    yield from (_to_line("exam", exam) for exam in reversed(reader.exams(_MANY)))
    yield from _metric_lines(reader)
    yield from _graph_lines(reader, places)
    yield from _thinking_lines(reader)
    yield from _signal_lines(reader)
    yield from (_to_line("serving", serving) for serving in reversed(reader.servings(_MANY)))
    yield from (_to_line("standing", standing) for standing in reader.standings())
    yield from (_spending_line(each) for each in reversed(reader.spendings(_MANY)))
    yield from _job_lines(reader, places)
    yield from (_to_line("mark", mark) for mark in places.read_marks(reader))
    yield from _journal_lines(reader)


def _to_line(kind: str, row: object) -> Line:
    return _name_line(kind, to_plain(row))


def _name_line(kind: str, plain: Line) -> Line:
    """A row as a line; a row that has a type itself has it under another name."""
    if "type" in plain:
        plain[OWN_TYPE] = plain.pop("type")
    return {"type": kind, **plain}


# --- what was said and is known


def _transcript_lines(reader: Reader, places: RowPositions) -> Iterator[Line]:
    """With each interaction its session, and whole texts behind gists."""
    session_of = lru_cache(_PAGE)(reader.session)  # a session's interactions mostly stand together
    for page in _read_pages(reader.plain_interactions):
        places.interactions.extend(seq for seq, _ in page)
        kept = {each.message: each for each in reader.archived_texts(_message_ids(line for _, line in page))}
        for _, line in page:
            if session := session_of(line["session"]):
                line["session_row"] = to_plain(session)
            if kept and (archived := sorted(kept.keys() & _message_ids([line]))):
                line["archived"] = [to_plain(kept[id]) for id in archived]
            yield _name_line("interaction", line)


def _message_ids(lines: Iterable[Line]) -> set[MessageId]:
    return {message["id"] for line in lines for message in line["messages"]}


def _memory_lines(reader: Reader, places: RowPositions) -> Iterator[Line]:
    """All memories, those that are gone too: a tombstone is a row."""
    for page in _read_pages(reader.plain_memories):
        places.memories.extend(seq for seq, _ in page)
        yield from (_name_line("memory", memory) for _, memory in page)


def _read_pages(read_page: Callable[[int, int], Sequence[tuple[int, T]]]) -> Iterator[Sequence[tuple[int, T]]]:
    """Rows with their numbers, in order; of one page no more are held at a time."""
    after = 0
    while page := read_page(after, _PAGE):
        after = page[-1][0]
        yield page


def _read_rows(read_page: Callable[[int, int], Sequence[tuple[int, T]]]) -> Iterator[T]:
    return (row for page in _read_pages(read_page) for _, row in page)


def _select_memories(reader: Reader) -> Iterator[Memory]:
    return _read_rows(lambda after, limit: reader.select(_ALL, limit, after))


def _graph_lines(reader: Reader, places: RowPositions) -> Iterator[Line]:
    key = ""
    while edges := reader.all_edges(_PAGE, key):
        key = edges[-1].key
        yield from (_to_line("edge", edge) for edge in edges)
    for told in _read_pages(reader.feedback_after):
        places.feedback.extend(seq for seq, _ in told)
        yield from (_to_line("feedback", feedback) for _, feedback in told)


def _belief_lines(reader: Reader, part: Excerpt | None = None) -> Iterator[Line]:
    """Each belief with what was argued about it, and the reflections over the persona."""
    for belief in reader.beliefs():
        if part is None or part.includes_belief(belief):
            yield _name_line("belief", belief_row(belief))
            arguments = (each for each in reader.arguments(belief.id) if part is None or part.includes_argument(each))
            yield from (_name_line("argument", argument_row(each)) for each in arguments)
    yield from (_to_line("snapshot", each) for each in reader.snapshots(-1, _MANY))


def _metric_lines(reader: Reader) -> Iterator[Line]:
    """The figures of each day, where the engine stands on the ladder, and what is contained."""
    for figure in reader.figures(date.min):
        yield {**_to_line("figure", figure), "day": figure.day.isoformat()}
    if (stands := reader.escalation()) is not None:
        yield _to_line("escalation", stands)
    yield from (_to_line("quarantine", each) for each in reader.quarantines())


# --- what was thought and noticed


def _thinking_lines(reader: Reader) -> Iterator[Line]:
    yield from (_to_line("reflection", each) for each in reversed(reader.reflections(_MANY)))
    yield from (_proposal_line(each) for each in _read_rows(reader.all_judged))


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
    answered = reader.answered_jobs()
    for job in reader.plain_jobs():
        yield _name_line("job", to_positions(job, places))
        if job["state"] in OPEN and job["id"] in answered:
            yield from (_to_line("answer", answer) for answer in reader.answers(job["id"]))


# --- the journal


def _journal_lines(reader: Reader) -> Iterator[Line]:
    """Each entry word for word, with what its digests are checked by."""
    after = 0
    while entries := reader.plain_entries(after, _ENTRIES):
        after = entries[-1]["seq"]
        for entry in entries:
            entry["parts"] = [_part_row(part) for part in entry["parts"]]
            yield _name_line("journal", entry)


def _part_row(part: Line) -> Line:
    salt, payload = part["salt"], part["payload"]
    return {
        "kind": part["kind"],
        "id": part["id"],
        "digest": part["digest"],
        "salt": salt.hex() if salt is not None else None,
        "payload": payload,
        "by_row": part.get("by_row", False),
        "erased": salt is None and payload is None,
    }
