"""What an application says about a reply: undone, failed, liked, checked. It counts for more than what is noticed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from atlas.curation.hygiene import clean_text
from atlas.engine.core.runtime import Checked, Runtime
from atlas.engine.intake.failures import EarlierFailures
from atlas.engine.intake.observe import name_of, to_utc
from atlas.engine.intake.signals import (
    Detection,
    clean_note,
    commit_detection,
    make_verified_signal,
    measure_confidence,
)
from atlas.engine.thinking.schedule import fire_counted
from atlas.errors import BadInput, NotFound
from atlas.model.ids import ConversationId, InteractionId
from atlas.model.interaction import Interaction
from atlas.model.signal import Confidence, Signal, SignalKind, Source
from atlas.ports.reading import Reader
from atlas.signals.actions import check_actions

MAX_ACTIONS: Final = 10_000


class ReportKind(StrEnum):
    UNDO = "undo"
    TOOL_ERROR = "tool_error"
    TASK_FAILURE = "task_failure"
    ACTIONS = "actions"
    """What the assistant did, one name each, in order: seen are loops and tasks without end (S11)."""
    THUMBS_UP = "thumbs_up"
    THUMBS_DOWN = "thumbs_down"
    RIGHT = "right"
    """A verifier's yes (S13)."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class ReportReceipt:
    """What became of a report."""

    interaction: InteractionId
    signals: tuple[Signal, ...]
    confidence: Confidence


_PLAIN: Final = {
    ReportKind.UNDO: SignalKind.UNDO,
    ReportKind.TOOL_ERROR: SignalKind.TOOL_ERROR,
    ReportKind.TASK_FAILURE: SignalKind.TASK_FAILURE,
    ReportKind.THUMBS_UP: SignalKind.THUMBS_UP,
    ReportKind.THUMBS_DOWN: SignalKind.THUMBS_DOWN,
}


def record_report(
    runtime: Runtime,
    kind: ReportKind,
    interaction: InteractionId | None = None,
    conversation: str | None = None,
    note: str = "",
    names: Sequence[str] = (),
    at: datetime | None = None,
) -> ReportReceipt:
    """Record a report in one short transaction; without an interaction the last one of the conversation is meant."""
    when = to_utc(at) if at else runtime.now()
    says = clean_note(note)
    if len(names) > MAX_ACTIONS:
        raise BadInput(f"A task has at most {MAX_ACTIONS:,} actions; these are {len(names):,}.")
    with runtime.writing() as txn:
        about = _find_interaction(txn, interaction, conversation)
        signals = tuple(_make_signals(runtime, kind, about.id, when, says, names))
        commit_detection(runtime, txn, Detection(about, (), signals, {}), EarlierFailures(txn))
        fire_counted(runtime, txn)
        return ReportReceipt(about.id, signals, measure_confidence(runtime.signals, txn, about))


def _find_interaction(reader: Reader, interaction: InteractionId | None, conversation: str | None) -> Interaction:
    if interaction is not None:
        found = reader.interaction(interaction)
        if found is None:
            raise NotFound(f"There is no interaction {interaction} here.")
        return found
    name = name_of(conversation or "default", "conversation")
    said = reader.messages_in(ConversationId(name))
    last = reader.interaction(said[-1].interaction) if said else None
    if last is None:
        raise NotFound(f"Nothing was said in the conversation {name!r} yet.")
    return last


def _make_signals(
    runtime: Runtime, kind: ReportKind, about: InteractionId, at: datetime, note: str, names: Sequence[str]
) -> list[Signal]:
    if kind in (ReportKind.RIGHT, ReportKind.WRONG):
        return [make_verified_signal(runtime, about, Checked(kind is ReportKind.RIGHT, note), Source.VERIFIER)]
    if kind is not ReportKind.ACTIONS:
        return [Signal(_PLAIN[kind], about, about, 1.0, at, Source.APPLICATION, note=note)]
    repeated, long = check_actions([clean_text(name) for name in names], runtime.signals)
    seen = [(SignalKind.REPETITION, repeated), (SignalKind.LONG_TASK, long)]
    return [
        Signal(signal, about, about, found.score, at, Source.APPLICATION, figures=found.figures, note=note)
        for signal, found in seen
        if found is not None
    ]
