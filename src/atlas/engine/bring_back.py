"""Bring a whole export back into an empty space (X7): the same rows, the same journal, in one transaction.

Nothing is judged again: every row comes with the journal that it was written with, entry by entry, digest by digest,
and `atlas verify` holds it to that. What the store guards it guards here too: trust, the chain, what is gone.
"""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final

from atlas.engine.export import FORMAT, OWN_TYPE
from atlas.engine.rows import Mark, Places, numbered
from atlas.engine.world import World
from atlas.errors import AtlasError, BadInput, Refused
from atlas.model.archive import Archived
from atlas.model.document import Document
from atlas.model.entity import Entity
from atlas.model.exam import Exam
from atlas.model.failure import Failure, Pattern
from atlas.model.feedback import Feedback
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId
from atlas.model.interaction import Interaction, Session
from atlas.model.journal import Entry, Part, RowKind
from atlas.model.memory import Memory, State
from atlas.model.plain import from_plain, proposal_from_plain
from atlas.model.recall import Serving
from atlas.model.signal import Signal
from atlas.model.spending import Spending
from atlas.model.suggestion import Suggestion
from atlas.model.thinking import Answer, Job, Judged, Reflection
from atlas.model.trigger import Standing
from atlas.model.verdict import Verdict
from atlas.ports.store import Reader, Writer

Row = Mapping[str, Any]
_BROKEN: Final = (KeyError, TypeError, ValueError, AttributeError)
"""What a line that is not as it was written leads to."""


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """How many rows of each kind came back, and of which space they were."""

    space: str
    rows: Mapping[str, int]


def bring_back(world: World, lines: Iterable[Row], *, dry_run: bool = False) -> BroughtBack:
    """All of it or nothing. Refused where there is anything here already. A dry run does it and takes it back."""
    rows = iter(lines)
    space = _header(next(rows, {}))
    counted: Counter[str] = Counter()
    with suppress(_OnlyTried), world.store.writing(world.space) as txn:
        _check_empty(txn)
        _put_all(_Back(txn, world.now()), rows, counted)
        if dry_run:
            raise _OnlyTried
    return BroughtBack(space, dict(counted))


class _OnlyTried(Exception):
    """Ends a transaction that shall leave nothing behind."""


def _put_all(back: _Back, rows: Iterable[Row], counted: Counter[str]) -> None:
    for number, row in enumerate(rows, start=2):
        if row.get("type") == "end" and row.get("lines") == counted.total():
            back.finish()
            return
        _put(back, row, number)
        counted[row["type"]] += 1
    raise BadInput("The export breaks off before its end; nothing was brought back.")


def _header(first: Row) -> str:
    if first.get("type") != "atlas":
        raise BadInput("This is not an export of ATLAS.")
    if first.get("format") != FORMAT:
        raise BadInput(f"This export has the format {first.get('format')}; format {FORMAT} can be brought back.")
    if "conversation" in first or "person" in first:
        raise BadInput("This export holds a part of a space; only a whole one can be brought back.")
    if "without" in first:
        raise BadInput("This export was made without what is sensitive; one made with --sensitive can be brought back.")
    return str(first.get("space", ""))


def _check_empty(reader: Reader) -> None:
    if reader.interaction_count() or reader.tip() or reader.documents() or reader.counts():
        raise BadInput(
            "This space is not empty; an export is brought back into an empty one, such as --space restored."
        )


def _put(back: _Back, row: Row, number: int) -> None:
    try:
        back.put(row)
    except Refused as refused:
        raise BadInput(f"Line {number} cannot be brought back: {refused}") from None
    except AtlasError:
        raise
    except _BROKEN:
        raise BadInput(f"Line {number} is not as an export has it; nothing was brought back.") from None


@dataclass(slots=True)
class _Back:
    txn: Writer
    now: datetime
    linked_later: list[Memory] = field(default_factory=list)
    """They link to what was written after them."""
    known: set[MemoryId] = field(default_factory=set)
    jobs: list[Job] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)

    def put(self, row: Row) -> None:
        plain = {name: value for name, value in row.items() if name != "type"}
        _PUT[row["type"]](self, {**plain, "type": plain.pop(OWN_TYPE)} if OWN_TYPE in plain else plain)

    def finish(self) -> None:
        """What counts rows, once they are all there."""
        self.link()
        places = Places.of(self.txn)
        places.put_marks(self.txn, self.marks)
        for job in self.jobs:
            self.txn.add_job(numbered(job, places))
        for answer in self.answers:
            self.txn.put_answer(answer)

    def interaction(self, row: Row) -> None:
        read = from_plain(Interaction, row)
        kept = {each["message"]: from_plain(Archived, each) for each in row.get("archived", ())}
        whole = [replace(each, text=kept[each.id].text) if each.id in kept else each for each in read.messages]
        self.txn.add_interaction(replace(read, messages=tuple(whole)), self._session(read, row))
        for message in read.messages:
            if message.id in kept:
                self._shorten(kept[message.id], message.text)

    def _shorten(self, kept: Archived, gist: str) -> None:
        self.txn.shorten_message(kept.message, gist, kept.stored_at)
        if kept.accessed_at is not None:
            self.txn.touch_archived(kept.message, kept.accessed_at)

    def _session(self, interaction: Interaction, row: Row) -> Session:
        """A conversation's last one comes along as it was; the others are told from their interactions."""
        if "session_row" in row:
            return from_plain(Session, row["session_row"])
        known = self.txn.last_session(interaction.conversation)
        if known is not None and known.id == interaction.session:
            return replace(known, last_at=max(known.last_at, interaction.at))
        return Session(interaction.session, interaction.conversation, interaction.at, interaction.at)

    def memory(self, row: Row) -> None:
        memory = from_plain(Memory, row)
        self.known.add(memory.id)
        if memory.state is State.GONE:
            self._tombstone(memory)
        elif all(link.to in self.known for link in memory.links):
            self.txn.put_memory(memory, None)
        else:
            self.txn.put_memory(replace(memory, links=(), version=memory.version - 1), None)
            self.linked_later.append(memory)

    def _tombstone(self, memory: Memory) -> None:
        self.txn.put_memory(replace(memory, state=State.ACTIVE, version=memory.version - 1), None)
        self.txn.erase_memory(memory.id, self.now)

    def link(self) -> None:
        for memory in self.linked_later:
            self.txn.put_memory(memory, memory.version - 1)
        self.linked_later.clear()

    def edge(self, row: Row) -> None:
        self.txn.put_edge(from_plain(Edge, row))

    def proposal(self, row: Row) -> None:
        verdict, proposal = from_plain(Verdict, row["verdict"]), proposal_from_plain(row["proposal"])
        told = {name: row.get(name) for name in ("reflection", "memory", "decided_by")}
        self.txn.put_judged(Judged(row["id"], proposal=proposal, verdict=verdict, at=_at(row), **told))

    def failure(self, row: Row) -> None:
        vector = b64decode(row["vector"]) if "vector" in row else None
        self.txn.put_failure(replace(from_plain(Failure, {**row, "vector": None}), vector=vector))

    def spending(self, row: Row) -> None:
        self.txn.put_spending(from_plain(Spending, {**row, "day": date.fromisoformat(row["day"])}))

    def journal(self, row: Row) -> None:
        read = from_plain(Entry, {**row, "parts": []})
        self.txn.append(replace(read, parts=tuple(_part(each) for each in row["parts"])))


def _at(row: Row) -> datetime:
    return datetime.fromisoformat(row["at"])


def _part(row: Row) -> Part:
    salt = bytes.fromhex(row["salt"]) if row["salt"] is not None else None
    return Part(RowKind(row["kind"]), row["id"], row["digest"], salt, row["payload"], row["by_row"])


def _listed(kind: type[Any], where: Callable[[_Back], list[Any]]) -> Callable[[_Back, Row], None]:
    return lambda back, row: where(back).append(from_plain(kind, row))


def _written(kind: type[Any], write: Callable[[Writer, Any], object]) -> Callable[[_Back, Row], None]:
    return lambda back, row: _done(write(back.txn, from_plain(kind, row)))


def _done(_: object) -> None:
    """Whether it was new is no question in an empty space."""


_PUT: Final[Mapping[str, Callable[[_Back, Row], None]]] = {
    "interaction": _Back.interaction,
    "entity": _written(Entity, lambda txn, each: txn.put_entity(each)),
    "memory": _Back.memory,
    "document": _written(Document, lambda txn, each: txn.put_document(each, None)),
    "exam": _written(Exam, lambda txn, each: txn.add_exam(each)),
    "edge": _Back.edge,
    "feedback": _written(Feedback, lambda txn, each: txn.add_feedback(each)),
    "reflection": _written(Reflection, lambda txn, each: txn.add_reflection(each)),
    "proposal": _Back.proposal,
    "signal": _written(Signal, lambda txn, each: txn.put_signal(each)),
    "failure": _Back.failure,
    "pattern": _written(Pattern, lambda txn, each: txn.put_pattern(each)),
    "suggestion": _written(Suggestion, lambda txn, each: txn.put_suggestion(each)),
    "serving": _written(Serving, lambda txn, each: txn.add_serving(each)),
    "standing": _written(Standing, lambda txn, each: txn.put_standing(each)),
    "spending": _Back.spending,
    "job": _listed(Job, lambda back: back.jobs),
    "answer": _listed(Answer, lambda back: back.answers),
    "mark": _listed(Mark, lambda back: back.marks),
    "journal": _Back.journal,
}
