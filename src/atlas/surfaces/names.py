"""The names that people type for what the model calls by a type; one that is none says which there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Final, TypeVar

from atlas.engine.by_model import KINDS
from atlas.engine.observe import name_of
from atlas.engine.remarked import WORDS
from atlas.engine.reported import ReportKind
from atlas.errors import BadInput
from atlas.model.feedback import FeedbackSignal
from atlas.model.history import Format
from atlas.model.ids import ConversationId
from atlas.model.memory import Kind, Status
from atlas.model.origin import Origin
from atlas.model.signal import SignalKind
from atlas.model.suggestion import SuggestionState
from atlas.model.task import TIERS, Task
from atlas.model.thinking import JobState

T = TypeVar("T")
S = TypeVar("S", bound=StrEnum)
_SHOWN: Final = 60
MOST: Final = 10_000_000
"""More than so many of anything are never listed at once."""


def conversation(name: str | None) -> ConversationId | None:
    """As it is written down when it is observed; a name that cannot be one is an error and not an empty answer."""
    return ConversationId(name_of(name, "conversation")) if name is not None and name != "" else None


def conversations(names: Iterable[str], source: str | None, reason: str) -> tuple[list[str], str | None, str]:
    """What a decision on conversations is told, checked: their names, or where all of them come from, and why."""
    told = [name_of(name, "conversation") for name in names]
    return told, format(source).value if source is not None else None, text(reason, "reason")


def kinds(wanted: Iterable[Kind | str] | Kind | str) -> frozenset[Kind]:
    return _several(Kind, wanted, "kind")


def statuses(wanted: Iterable[Status | str] | Status | str) -> frozenset[Status]:
    return _several(Status, wanted, "status")


def status(wanted: Status | str) -> Status:
    return _named(Status, wanted, "status", Status)


def origins(wanted: Iterable[Origin | str] | Origin | str) -> frozenset[Origin]:
    return _several(Origin, wanted, "origin")


def job_state(name: JobState | str) -> JobState:
    return _named(JobState, name, "state of a job", JobState)


def suggestion_state(name: SuggestionState | str) -> SuggestionState:
    return _named(SuggestionState, name, "state of a suggestion", SuggestionState)


def limit(number: int) -> int:
    """How many are wanted; 0 is none."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise BadInput(f"A limit is a whole number from 0 on, not {shown(number)}.")
    return min(number, MOST)


def text(value: str, what: str, *, empty: bool = True) -> str:
    """A text that somebody gives; one that holds half a character cannot be kept or looked for."""
    if not isinstance(value, str):
        raise BadInput(f"The {what} is text, not {shown(value)}.")
    if not empty and not value.strip():
        raise BadInput(f"The {what} is empty; say something.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadInput(f"The {what} holds half of a character (a lone surrogate), which is no text.") from None
    return value


def shown(value: object) -> str:
    """A value in a sentence about it: short, and without a line break."""
    told = repr(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    return told if len(told) <= _SHOWN else f"{told[:_SHOWN]}…"


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


def _several(one: type[S], wanted: Iterable[S | str] | S | str, what: str) -> frozenset[S]:
    """One or several, as types or by name."""
    given = [wanted] if isinstance(wanted, str) else wanted
    if not isinstance(given, Iterable):
        raise BadInput(f"A {what} is one of {', '.join(one)}, not {shown(wanted)}.")
    return frozenset(_named(one, each, what, one) for each in given)


def _named(one: Callable[[str], T], name: str, what: str, known: Iterable[str]) -> T:
    try:
        if isinstance(name, str):
            return one(name)
    except ValueError:
        pass
    raise BadInput(f"There is no {what} {shown(name)}; there are {', '.join(known)}.")
