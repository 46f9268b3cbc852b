"""Values that people pass in, checked and turned into the model's types; a wrong name is told which names there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

from atlas.engine.curate.explicit_feedback import WORDS
from atlas.engine.intake.observe import MAX_NAME, name_of, speaker_name, to_utc
from atlas.engine.intake.outcome_reports import ReportKind
from atlas.engine.serve.model_requests import KINDS
from atlas.errors import BadInput
from atlas.language.entity_ids import speaker_entity
from atlas.model.entity import EntityId
from atlas.model.feedback import FeedbackSignal
from atlas.model.history import Format
from atlas.model.ids import ConversationId
from atlas.model.journal import Entry
from atlas.model.memory import Kind, Memory, Status
from atlas.model.origin import Origin
from atlas.model.signal import SignalKind
from atlas.model.suggestion import SuggestionState
from atlas.model.task import TIERS, Task
from atlas.model.thinking import JobState

T = TypeVar("T")
S = TypeVar("S", bound=StrEnum)
F = TypeVar("F", bound=Callable[..., object] | None)
MOST_DAYS: Final = 100_000
MOST_PATH: Final = 4_095
_SHOWN: Final = 60
MOST: Final = 10_000_000
"""More than so many of anything are never listed at once."""


def parse_conversation(name: str | None) -> ConversationId | None:
    """Parse a conversation's name as observing writes it down; an impossible name is an error, not an empty answer."""
    return ConversationId(name_of(name, "conversation")) if name is not None and name != "" else None


def parse_conversations(names: Iterable[str], source: str | None, reason: str) -> tuple[list[str], str | None, str]:
    """Check the input of a decision on conversations: their names, or the source of all of them, and the reason."""
    checked = [name_of(name, "conversation") for name in names]
    return checked, parse_format(source).value if source is not None else None, check_text(reason, "reason")


def parse_kinds(wanted: Iterable[Kind | str] | Kind | str) -> frozenset[Kind]:
    return _parse_several(Kind, wanted, "kind")


def parse_statuses(wanted: Iterable[Status | str] | Status | str) -> frozenset[Status]:
    return _parse_several(Status, wanted, "status")


def parse_status(wanted: Status | str) -> Status:
    return _parse_named(Status, wanted, "status", Status)


def parse_origins(wanted: Iterable[Origin | str] | Origin | str) -> frozenset[Origin]:
    return _parse_several(Origin, wanted, "origin")


def parse_job_state(name: JobState | str) -> JobState:
    return _parse_named(JobState, name, "state of a job", JobState)


def parse_suggestion_state(name: SuggestionState | str) -> SuggestionState:
    return _parse_named(SuggestionState, name, "state of a suggestion", SuggestionState)


def check_limit(number: int) -> int:
    """Check how many results are wanted; 0 is none."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise BadInput(f"A limit is a whole number from 0 on, not {show_value(number)}.")
    return min(number, MOST)


def check_text(value: str, what: str, *, empty: bool = True) -> str:
    """Check a text; half a character in it is mended where it can be, and marked else."""
    if not isinstance(value, str):
        raise BadInput(f"The {what} is text, not {show_value(value)}.")
    if not empty and not value.strip():
        raise BadInput(f"The {what} is empty; say something.")
    return _mend_text(value)


def _mend_text(value: str) -> str:
    """Bytes that came through a terminal which knows no UTF-8 are the letters they were (PEP 383)."""
    try:
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace").decode()


def check_texts(values: Iterable[str], what: str) -> list[str]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise BadInput(f"Give a list of {what}s, not {show_value(values)}.")
    return [check_text(each, what) for each in values]


def check_memories(values: Iterable[Memory]) -> list[Memory]:
    found: list[object] = list(values) if isinstance(values, Iterable) else [values]
    for each in found:
        if not isinstance(each, Memory):
            raise BadInput(f"Give a list of memories, as `memories` has them, not {show_value(each)}.")
    return [each for each in found if isinstance(each, Memory)]


def check_entries(values: Iterable[Entry]) -> list[Entry]:
    found: list[object] = list(values) if isinstance(values, Iterable) else [values]
    for each in found:
        if not isinstance(each, Entry):
            raise BadInput(f"Give a list of journal entries, as `history.log` has them, not {show_value(each)}.")
    return [each for each in found if isinstance(each, Entry)]


def check_pairs(values: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Check earlier questions and answers."""
    found = list(values) if isinstance(values, Iterable) else [values]
    if not all(isinstance(each, tuple | list) and len(each) == 2 for each in found):
        raise BadInput("What was said earlier is a list of pairs: what was asked, and what was answered.")
    return found


def check_id(value: str) -> str:
    """Check an id, or the beginning of one; finding its row is up to the caller."""
    id = check_text(value, "id", empty=False)
    if len(id) > MAX_NAME or not id.isprintable():
        raise BadInput(f"{show_value(id)} is no id; `memories`, `pending` and `log` have them.")
    return id


def check_name(value: str, what: str) -> str:
    """Check the name of a person or a thing."""
    return name_of(check_text(value, "name"), what)


def parse_speaker(name: str | None) -> str | None:
    """Parse a speaker's name as observing writes it down."""
    return speaker_name(name) if name is not None and name != "" else None


def parse_moment(when: datetime | None) -> datetime | None:
    """Aware and in UTC; one without a zone is taken to be UTC."""
    return None if when is None else to_utc(when)


def check_flag(value: bool, what: str) -> bool:
    """Yes or no; a word such as "no" would count as yes."""
    if not isinstance(value, bool):
        raise BadInput(f"{what} is True or False, not {show_value(value)}.")
    return value


def check_tokens(number: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadInput(f"A context's budget is at least 1 token, not {show_value(number)}.")
    return number


def check_days(number: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MOST_DAYS:
        raise BadInput(f"Days are a whole number from 0 to {MOST_DAYS:,}, not {show_value(number)}.")
    return number


def check_entry_number(number: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number < 2**63:
        raise BadInput(f"A journal entry has a number from 1 on, not {show_value(number)}; `log` has them.")
    return number


def check_version_number(number: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**31:
        raise BadInput(f"A version of the documents has a number from 0 on, not {show_value(number)}.")
    return number


def parse_path(value: str | os.PathLike[str]) -> Path:
    if not isinstance(value, str | os.PathLike) or not isinstance(os.fspath(value), str):
        raise BadInput(f"A path is text or a Path, not {show_value(value)}.")
    found = check_text(os.fspath(value), "path", empty=False)
    if len(os.fsencode(found)) > MOST_PATH or not found.isprintable():
        raise BadInput(f"{show_value(found)} is no path: it is too long, or holds what cannot be printed.")
    return Path(found)


def check_callback(value: F, what: str, *, needed: bool = False) -> F:
    """Something to be called; or None, where it is not needed."""
    if not callable(value) and (needed or value is not None):
        raise BadInput(f"{what} is a function to be called, not {show_value(value)}.")
    return value


def show_value(value: object) -> str:
    """A value in a sentence about it: short, and without a line break."""
    told = repr(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    return told if len(told) <= _SHOWN else f"{told[:_SHOWN]}…"


def parse_asker(name: str | None) -> EntityId:
    """Find the entity of a speaker by the name that observing writes down."""
    return speaker_entity(parse_speaker(name))


def parse_format(name: Format | str) -> Format:
    return _parse_named(Format, name, "format", Format)


def parse_task(name: Task | str) -> Task:
    return _parse_named(Task, name, "tier", TIERS)


def parse_kind(name: Kind | str) -> Kind:
    return _parse_named(Kind, name, "kind", KINDS)


def parse_report_kind(name: ReportKind | str) -> ReportKind:
    return _parse_named(ReportKind, name, "report", ReportKind)


def parse_feedback_signal(name: FeedbackSignal | str) -> FeedbackSignal:
    return _parse_named(FeedbackSignal, name, "feedback", WORDS)


def parse_signal_kind(name: SignalKind | str) -> SignalKind:
    return _parse_named(SignalKind, name, "signal", SignalKind)


def _parse_several(one: type[S], wanted: Iterable[S | str] | S | str, what: str) -> frozenset[S]:
    """Parse one value or several, as types or by name."""
    given = [wanted] if isinstance(wanted, str) else wanted
    if not isinstance(given, Iterable):
        raise BadInput(f"A {what} is one of {', '.join(one)}, not {show_value(wanted)}.")
    return frozenset(_parse_named(one, each, what, one) for each in given)


def _parse_named(one: Callable[[str], T], name: str, what: str, known: Iterable[str]) -> T:
    try:
        if isinstance(name, str):
            return one(name)
    except ValueError:
        pass
    raise BadInput(f"There is no {what} {show_value(name)}; there are {', '.join(known)}.")
