"""Bring a whole export back into an empty space (X7): the same rows, the same journal, in one transaction.

Nothing is judged again: every row comes with the journal that it was written with, entry by entry, digest by digest.
Before it stands, all of it is verified as `atlas verify` would. That tells what was altered, not who wrote it: whoever
restores a file takes the word of the one who made it. What the store guards it guards here too: trust, the chain, what
is gone; and what no door of ours would have let in is refused by its line (`restore_validation.py`).

That it came back is in no entry of the journal, which is the same here as it was there.
"""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final, TypeVar

from atlas.engine.core.access import TimedWriteAccess
from atlas.engine.core.message_text import read_whole_messages
from atlas.engine.core.replay_mark import REPLAYING, to_mark
from atlas.engine.core.verification import verify_rows
from atlas.engine.transfer.export import OWN_TYPE
from atlas.engine.transfer.restore_preview import ExportTally, Row, read_header
from atlas.engine.transfer.restore_validation import (
    check_argument,
    check_belief,
    check_due,
    check_fields,
    check_interaction,
    check_judged,
    check_memory,
    check_part,
    check_quote,
    check_suggestion,
)
from atlas.engine.transfer.row_positions import Mark, RowPositions, to_row_numbers
from atlas.errors import BadInput, Refused
from atlas.model.archive import Archived
from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.document import Document
from atlas.model.entity import Entity
from atlas.model.exam import Exam
from atlas.model.failure import Failure, Pattern
from atlas.model.feedback import Feedback
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId, MessageId
from atlas.model.interaction import Interaction, Session
from atlas.model.journal import Action, Entry, Part, RowKind
from atlas.model.memory import Evidence, Link, Memory, State
from atlas.model.metric import Escalation, Figure
from atlas.model.plain_data import MALFORMED, from_plain, proposal_from_plain
from atlas.model.quarantine import Quarantine
from atlas.model.recall import Serving
from atlas.model.signal import Signal
from atlas.model.spending import Spending
from atlas.model.suggestion import Suggestion
from atlas.model.thinking import Answer, Job, Judged, Reflection
from atlas.model.trigger import Standing
from atlas.model.verdict import Verdict
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

T = TypeVar("T")
_ALTERED: Final = "The export is not as it was written; nothing was brought back."


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """How many rows of each kind came back, how many of them approved, and of which space they were."""

    space: str
    rows: Mapping[str, int]
    approved: Mapping[str, int]
    owed: int
    """Interactions that are still to be thought about: more may be approved then."""
    suggestions: int
    """Those that may be offered still."""


def restore_export(access: TimedWriteAccess, lines: Iterable[Row], *, dry_run: bool = False) -> RestoreReport:
    """Restore all of an export or nothing, into an empty space only; a dry run does it and takes it back."""
    rows, seen = iter(lines), ExportTally()
    space = read_header(next(rows, {}))
    counted: Counter[str] = Counter()
    with suppress(_DryRunOver), access.writing() as txn:
        _check_empty(txn)
        _restore_rows(_ExportRestorer(txn, access.now()), seen.count_rows(rows), counted)
        with _refuse_unreadable(_ALTERED):
            _check_verified(txn)
        if dry_run:
            raise _DryRunOver
    return RestoreReport(space, dict(counted), dict(seen.approved), seen.owed, seen.suggestions)


def _check_verified(txn: Writer) -> None:
    found = verify_rows(txn)
    if not found.ok:
        raise BadInput(f"{_ALTERED} {found.problems[0]}")


class _DryRunOver(Exception):
    """Ends a transaction that shall leave nothing behind."""


def _restore_rows(restorer: _ExportRestorer, rows: Iterator[Row], counted: Counter[str]) -> None:
    for number, row in enumerate(rows, start=2):
        if row.get("type") == "end" and row.get("lines") == counted.total():
            if next(rows, None) is not None:
                raise BadInput("There is more in the file after the export's end; nothing was brought back.")
            restorer.finish_links()
            return
        with _at_line(number):
            restorer.restore_row(row, number)
            counted[row["type"]] += 1
    raise BadInput("The export breaks off before its end; nothing was brought back.")


def _check_empty(reader: Reader) -> None:
    if reader.interaction_count() or reader.tip() or reader.documents() or reader.beliefs() or reader.counts():
        raise BadInput(
            "This space is not empty; an export is brought back into an empty one, such as --space restored."
        )


@contextmanager
def _at_line(number: int) -> Iterator[None]:
    """Whatever is wrong with a line, one sentence names it."""
    try:
        with _refuse_unreadable(f"Line {number} is not as an export has it; nothing was brought back."):
            yield
    except _Unreadable:
        raise
    except (BadInput, Refused) as refused:
        raise BadInput(f"Line {number} cannot be brought back: {refused}") from None


@contextmanager
def _refuse_unreadable(says: str) -> Iterator[None]:
    try:
        yield
    except MALFORMED:
        raise _Unreadable(says) from None


class _Unreadable(BadInput):
    """It is not even what could be refused."""


@dataclass(slots=True)
class _ExportRestorer:
    """Writes the rows of an export into an empty space, line by line."""

    txn: Writer
    now: datetime
    line: int = 0
    linked_later: dict[MemoryId, tuple[int, tuple[Link, ...]]] = field(default_factory=dict)
    """Of those that link to what was written after them, with the line of each."""
    unquoted: list[tuple[int, Evidence]] = field(default_factory=list)
    """What does not stand in its message as that is now."""
    counted: RowPositions | None = None
    """The numbers of the rows here, once something goes by them; then no more of these come."""

    def restore_row(self, row: Row, line: int) -> None:
        self.line = line
        kind, plain = row["type"], {name: value for name, value in row.items() if name != "type"}
        if self.counted is not None and kind in _COUNTED:
            raise ValueError(kind)
        _PUT[kind](self, {**plain, "type": plain.pop(OWN_TYPE)} if OWN_TYPE in plain else plain)

    @property
    def places(self) -> RowPositions:
        if self.counted is None:
            self.counted = RowPositions.read_all(self.txn)
        return self.counted

    def restore_standing(self, row: Row) -> None:
        standing = _read_noun(Standing, row)
        check_due(standing.next_due, self.now)
        self.txn.put_standing(standing)

    def restore_job(self, row: Row) -> None:
        job = _read_noun(Job, row)
        check_due(job.due_at, self.now)
        check_due(job.lease_until, self.now)
        self.txn.add_job(to_row_numbers(job, self.places))

    def restore_mark(self, row: Row) -> None:
        mark = _read_noun(Mark, row)
        if mark.name == REPLAYING and mark.value > to_mark(self.now):
            raise Refused("Its replay got further than now.")
        self.places.put_marks(self.txn, [mark])

    def restore_document(self, row: Row) -> None:
        self.txn.put_document(_read_noun(Document, row), None)

    def restore_belief(self, row: Row) -> None:
        belief = from_plain(Belief, row)
        check_belief(belief)
        self.txn.put_belief(belief, None)

    def restore_argument(self, row: Row) -> None:
        argument = from_plain(Argument, row)
        check_argument(argument)
        self.txn.put_argument(argument)

    def restore_suggestion(self, row: Row) -> None:
        suggestion = from_plain(Suggestion, row)
        check_suggestion(suggestion, self.txn.messages(suggestion.sources))
        self.txn.put_suggestion(suggestion)

    def restore_interaction(self, row: Row) -> None:
        read = from_plain(Interaction, row)
        check_interaction(read)
        kept = {each["message"]: _read_noun(Archived, each) for each in row.get("archived", ())}
        whole = [replace(each, text=kept[each.id].text) if each.id in kept else each for each in read.messages]
        self.txn.add_interaction(replace(read, messages=tuple(whole)), self._session_of(read, row))
        for message in read.messages:
            if message.id in kept:
                self._shorten_message(kept[message.id], message.text)

    def _shorten_message(self, kept: Archived, gist: str) -> None:
        self.txn.shorten_message(kept.message, gist, kept.stored_at)
        if kept.accessed_at is not None:
            self.txn.touch_archived(kept.message, kept.accessed_at)

    def _session_of(self, interaction: Interaction, row: Row) -> Session:
        """A session as it was; of an older export, which has a conversation's last one, told from the interactions."""
        if "session_row" in row:
            return _read_noun(Session, row["session_row"])
        if known := self.txn.session(interaction.session):
            return replace(known, last_at=max(known.last_at, interaction.at))
        return Session(interaction.session, interaction.conversation, interaction.at, interaction.at)

    def restore_memory(self, row: Row) -> None:
        memory = from_plain(Memory, row)
        check_memory(memory)
        self._check_quotes(memory)
        if memory.state is State.GONE:
            self._put_tombstone(memory)
        elif self._is_here(link.to for link in memory.links):
            self.txn.put_memory(memory, None)
        else:
            self.txn.put_memory(replace(memory, links=(), version=memory.version - 1), None)
            self.linked_later[memory.id] = self.line, memory.links

    def _check_quotes(self, memory: Memory) -> None:
        """An old message may have been shortened for good. Whether this one was is in the journal, which comes last."""
        said, short = read_whole_messages(self.txn, {each.message for each in memory.evidence})
        for each in memory.evidence:
            try:
                check_quote(each, said[each.message].text)
            except Refused:
                if each.message in short:
                    raise
                self.unquoted.append((self.line, each))

    def _is_here(self, ids: Iterable[MemoryId]) -> bool:
        wanted = set(ids)
        return not wanted or len(self.txn.memories(wanted)) == len(wanted)

    def _put_tombstone(self, memory: Memory) -> None:
        self.txn.put_memory(replace(memory, state=State.ACTIVE, version=memory.version - 1), None)
        self.txn.erase_memory(memory.id, self.now)

    def finish_links(self) -> None:
        """Put the links and check the quotes that wait for rows further down, once all rows are there."""
        for id, (line, links) in self.linked_later.items():
            with _at_line(line):
                self._put_links(id, links)
        for line, evidence in self.unquoted:
            with _at_line(line):
                check_quote(evidence, None if self._was_dropped(evidence.message) else "")

    def _put_links(self, id: MemoryId, links: tuple[Link, ...]) -> None:
        if (memory := self.txn.memory(id)) is not None:
            self.txn.put_memory(replace(memory, links=links, version=memory.version + 1), memory.version)

    def _was_dropped(self, message: MessageId) -> bool:
        """Whether a message's whole text went on record, and its gist with it (T12)."""
        return any(entry.action is Action.FORGOTTEN for entry in self.txn.entries_about(RowKind.GIST, message))

    def restore_edge(self, row: Row) -> None:
        self.txn.put_edge(_read_noun(Edge, row))

    def restore_proposal(self, row: Row) -> None:
        verdict, proposal = from_plain(Verdict, row["verdict"]), proposal_from_plain(row["proposal"])
        told = {name: row.get(name) for name in ("reflection", "memory", "decided_by")}
        judged = Judged(row["id"], proposal=proposal, verdict=verdict, at=_moment_in(row), **told)
        check_judged(judged)
        self.txn.put_judged(judged)

    def restore_failure(self, row: Row) -> None:
        vector = b64decode(row["vector"]) if "vector" in row else None
        self.txn.put_failure(replace(_read_noun(Failure, {**row, "vector": None}), vector=vector))

    def restore_spending(self, row: Row) -> None:
        self.txn.put_spending(_read_noun(Spending, {**row, "day": date.fromisoformat(row["day"])}))

    def restore_figure(self, row: Row) -> None:
        self.txn.put_figure(_read_noun(Figure, {**row, "day": date.fromisoformat(row["day"])}))

    def restore_entry(self, row: Row) -> None:
        read = _read_noun(Entry, {**row, "parts": []})
        self.txn.append(replace(read, parts=tuple(_read_part(each) for each in row["parts"])))


def _moment_in(row: Row) -> datetime:
    return datetime.fromisoformat(row["at"])


def _read_part(row: Row) -> Part:
    salt = bytes.fromhex(row["salt"]) if row["salt"] is not None else None
    part = Part(RowKind(row["kind"]), row["id"], row["digest"], salt, row["payload"], row["by_row"])
    check_part(part)
    return part


def _read_noun(kind: type[T], row: Row) -> T:
    noun = from_plain(kind, row)
    check_fields(noun)
    return noun


def _write_noun(kind: type[Any], write: Callable[[Writer, Any], object]) -> Callable[[_ExportRestorer, Row], None]:
    return lambda back, row: _ignore_result(write(back.txn, _read_noun(kind, row)))


def _ignore_result(_: object) -> None:
    """Whether a row was new is no question in an empty space."""


_PUT: Final[Mapping[str, Callable[[_ExportRestorer, Row], None]]] = {
    "interaction": _ExportRestorer.restore_interaction,
    "entity": _write_noun(Entity, lambda txn, each: txn.put_entity(each)),
    "memory": _ExportRestorer.restore_memory,
    "document": _ExportRestorer.restore_document,
    "belief": _ExportRestorer.restore_belief,
    "argument": _ExportRestorer.restore_argument,
    "snapshot": _write_noun(Snapshot, lambda txn, each: txn.put_snapshot(each)),
    "figure": _ExportRestorer.restore_figure,
    "escalation": _write_noun(Escalation, lambda txn, each: txn.put_escalation(each)),
    "quarantine": _write_noun(Quarantine, lambda txn, each: txn.put_quarantine(each)),
    "exam": _write_noun(Exam, lambda txn, each: txn.add_exam(each)),
    "edge": _ExportRestorer.restore_edge,
    "feedback": _write_noun(Feedback, lambda txn, each: txn.add_feedback(each)),
    "reflection": _write_noun(Reflection, lambda txn, each: txn.add_reflection(each)),
    "proposal": _ExportRestorer.restore_proposal,
    "signal": _write_noun(Signal, lambda txn, each: txn.put_signal(each)),
    "failure": _ExportRestorer.restore_failure,
    "pattern": _write_noun(Pattern, lambda txn, each: txn.put_pattern(each)),
    "suggestion": _ExportRestorer.restore_suggestion,
    "serving": _write_noun(Serving, lambda txn, each: txn.add_serving(each)),
    "standing": _ExportRestorer.restore_standing,
    "spending": _ExportRestorer.restore_spending,
    "job": _ExportRestorer.restore_job,
    "answer": _write_noun(Answer, lambda txn, each: txn.put_answer(each)),
    "mark": _ExportRestorer.restore_mark,
    "journal": _ExportRestorer.restore_entry,
}
_COUNTED: Final = frozenset({"interaction", "memory", "feedback"})
"""Jobs and marks hold numbers of these."""
