"""The assistant's positions, the life of one of them, and how all of them are doing (B8, C8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from atlas.beliefs.best_evidence import list_best_arguments
from atlas.beliefs.curve import CurvePoint, draw_curve
from atlas.beliefs.health import HealthFigure, check_belief_health
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.beliefs import MANY
from atlas.engine.intake.replies import CONTEXTS, Reply, find_touched_reply_messages
from atlas.errors import NotFound
from atlas.model.belief import Argument, Belief
from atlas.model.document import DocumentKind
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.model.interaction import Message
from atlas.model.journal import Action, Actor, Change, Entry, RowKind
from atlas.model.memory import STANDING, State
from atlas.model.plain_data import from_plain
from atlas.model.recall import Serving
from atlas.ports.reading import Reader


@dataclass(frozen=True, slots=True)
class BeliefMove:
    """One change of a belief: its cause, and what it was before (None: it was formed) and after (None: it went)."""

    entry: int
    at: datetime
    actor: Actor
    action: Action
    before: Belief | None
    after: Belief | None
    arguments: tuple[Argument, ...] = ()
    """Those that moved it, or that formed it."""
    note: str = ""
    """What a person said of it."""
    forgotten: bool = False
    """What it came of was forgotten, so that nothing of it is told."""


@dataclass(frozen=True, slots=True)
class BeliefStory:
    """Everything that is known about one position."""

    belief: Belief
    moves: tuple[BeliefMove, ...]
    """The oldest first."""
    curve: tuple[CurvePoint, ...]
    arguments: tuple[Argument, ...]
    """All that was argued about it and was not forgotten, in the order it was made."""
    best: tuple[ArgumentId, ...]
    """The strongest of either side that still count, the strongest for it first, then those against it."""
    messages: Mapping[MessageId, Message]
    """Of the arguments."""
    served: tuple[Serving, ...]
    """The newest 200 contexts in which it stood."""
    replies: tuple[Reply, ...] = ()
    """The replies that it stood behind, the newest first, at most 50."""


def list_beliefs(access: ReadAccess, everything: bool = False) -> list[Belief]:
    """The positions in service and those that wait, the surest first; with the others too, those that were dropped,
    rejected or retracted."""
    with access.reading() as reader:
        known = reader.beliefs()
    found = [each for each in known if everything or (each.status in STANDING and each.state is State.ACTIVE)]
    return sorted(found, key=lambda each: (not each.served, -each.confidence, -abs(each.stance), each.id))


def explain_belief(runtime: Runtime, id: BeliefId) -> BeliefStory:
    with runtime.reading() as reader:
        belief = reader.belief(id)
        if belief is None:
            raise NotFound(f"There is no position {id} here; see all: atlas beliefs.")
        arguments = tuple(reader.arguments(id))
        snapshots = reader.snapshots(-1, MANY)
        served = tuple(reader.servings_of_beliefs([id], CONTEXTS))
        return BeliefStory(
            belief,
            tuple(_list_moves(reader, id)),
            draw_curve(belief, arguments, snapshots, runtime.beliefs),
            arguments,
            tuple(each.id for each in list_best_arguments(belief, arguments, runtime.beliefs)),
            {message.id: message for message in reader.messages(each.message for each in arguments)},
            served,
            find_touched_reply_messages(reader, served),
        )


def read_belief_health(runtime: Runtime, reader: Reader) -> tuple[HealthFigure, ...]:
    """B8: how positions and persona are doing; empty where there is none of either."""
    persona = next((each.text for each in reader.documents() if each.kind is DocumentKind.PERSONA and each.served), "")
    beliefs = reader.beliefs()
    if not beliefs:
        return ()
    return check_belief_health(
        persona, beliefs, reader.pending_arguments(), reader.snapshots(-1, MANY), runtime.beliefs
    )


def _list_moves(reader: Reader, id: BeliefId) -> Iterator[BeliefMove]:
    for entry in reader.entries_about(RowKind.BELIEF, id):
        change = next((part.change() for part in entry.parts if part.kind is RowKind.BELIEF and part.id == id), None)
        yield BeliefMove(
            entry.seq,
            entry.at,
            entry.actor,
            entry.action,
            _read_row(change.before) if change else None,
            _read_row(change.after) if change else None,
            tuple(_list_arguments(entry, id)),
            _find_note(entry),
            forgotten=change is None,
        )


def _read_row(row: Mapping[str, object] | None) -> Belief | None:
    return from_plain(Belief, row) if row is not None else None


def _list_arguments(entry: Entry, id: BeliefId) -> Iterator[Argument]:
    for change in _list_changes(entry, RowKind.ARGUMENT):
        row = change.after or change.before
        argument = from_plain(Argument, row) if row is not None else None
        if argument is not None and argument.belief == id:
            yield argument


def _find_note(entry: Entry) -> str:
    notes: Sequence[Change] = list(_list_changes(entry, RowKind.NOTE))
    return " ".join(str((change.after or {}).get("text", "")) for change in notes)


def _list_changes(entry: Entry, kind: RowKind) -> Iterator[Change]:
    return (change for part in entry.parts if part.kind is kind and (change := part.change()))
