"""The names that people type for what the model calls by a type; one that is none says which there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from atlas.engine.by_model import KINDS
from atlas.engine.observe import name_of, speaker_name
from atlas.engine.remarked import WORDS
from atlas.engine.reported import ReportKind
from atlas.errors import BadInput
from atlas.model.entity import EntityId, speaker_entity
from atlas.model.feedback import FeedbackSignal
from atlas.model.history import Format
from atlas.model.ids import ConversationId
from atlas.model.memory import Kind
from atlas.model.signal import SignalKind
from atlas.model.task import TIERS, Task

T = TypeVar("T")


def conversation(name: str | None) -> ConversationId | None:
    """As it is written down when it is observed; a name that cannot be one is an error and not an empty answer."""
    return ConversationId(name_of(name, "conversation")) if name else None


def asker(speaker: str | None) -> EntityId:
    """Who speaks, by the name that is written down when they are observed."""
    return speaker_entity(speaker_name(speaker) if speaker else None)


def format(name: str) -> Format:
    return _named(Format, name, "format", Format)


def task(name: str) -> Task:
    return _named(Task, name, "tier", TIERS)


def kind(name: str) -> Kind:
    return _named(Kind, name, "kind", KINDS)


def report_kind(name: str) -> ReportKind:
    return _named(ReportKind, name, "report", ReportKind)


def feedback_signal(name: str) -> FeedbackSignal:
    return _named(FeedbackSignal, name, "feedback", WORDS)


def signal_kind(name: str) -> SignalKind:
    return _named(SignalKind, name, "signal", SignalKind)


def _named(one: Callable[[str], T], name: str, what: str, known: Iterable[str]) -> T:
    try:
        return one(name)
    except ValueError:
        raise BadInput(f"There is no {what} {name!r}; there are {', '.join(known)}.") from None
