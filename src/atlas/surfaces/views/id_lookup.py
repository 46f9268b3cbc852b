"""Rows that have an id and are no memory: found by the beginning of their id, and the words of messages by theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from atlas.errors import BadInput, NotFound
from atlas.model.ids import Prefix
from atlas.model.interaction import Role
from atlas.model.thinking import Job, JobState
from atlas.surfaces.views.text import clip_line, one_line

if TYPE_CHECKING:
    from atlas.model.failure import Failure, Pattern
    from atlas.model.interaction import Interaction
    from atlas.model.suggestion import Suggestion
    from atlas.surfaces.library import Atlas

MANY: Final = 10_000
_LEAST: Final = 3
_NAMED: Final = 3
_QUOTED: Final = 160


_NOUNS: Final[Mapping[str, str]] = {
    Prefix.MEMORY: "a memory",
    Prefix.PROPOSAL: "a change that waits",
    Prefix.SUGGESTION: "a suggestion",
    Prefix.INTERACTION: "an interaction",
    Prefix.MESSAGE: "a message",
    Prefix.SERVING: "a served context",
    Prefix.REFLECTION: "a reflection",
    Prefix.JOB: "a job",
    Prefix.FAILURE: "a failure",
    Prefix.PATTERN: "a pattern",
    Prefix.BELIEF: "a position",
}
_DECISIONS: Final[Mapping[str, tuple[str, str]]] = {
    Prefix.MEMORY: ("approve", "reject"),
    Prefix.PROPOSAL: ("approve", "reject"),
    Prefix.SUGGESTION: ("learning accept", "learning decline"),
    Prefix.BELIEF: ("approve", "reject"),
}
"""By which command one says yes to it, and by which no."""


class _Row(Protocol):
    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=_Row)


def find_by_prefix(rows: Iterable[R], prefix: str, noun: str) -> R:
    """Find the row whose id begins with a prefix; ids may be shortened as far as they stay unique."""
    check_prefix_length(prefix)
    matches = {row.id: row for row in rows if row.id.startswith(prefix)}
    if prefix in matches:
        return matches[prefix]
    if not matches:
        raise NotFound(f"There is no {noun} {prefix!r} here.")
    if len(matches) > 1:
        raise BadInput(f"{prefix!r} is not unique: it could be {', '.join(list(matches)[:_NAMED])}.")
    return next(iter(matches.values()))


def check_prefix_length(prefix: str) -> None:
    if len(prefix) < _LEAST:
        raise BadInput(f"{prefix!r} is too short for an id; give at least three characters.")


def check_id_kind(ids: Iterable[str], takes: str, yes: bool | None = None) -> None:
    """Refuse an id of another kind than those with these letters, and name the command that takes it.

    Where one decides, `yes` is how.
    """
    for id in ids:
        letter, mark, _ = id.partition("_")
        noun = _NOUNS.get(letter) if mark else None
        if noun and letter not in takes:
            agree, refuse = _DECISIONS.get(letter, ("show", "show"))
            verb = "show" if yes is None else agree if yes else refuse
            raise BadInput(f"{one_line(id)} is {noun}: atlas {verb} {one_line(id)}")


def find_job(atlas: Atlas, id: str) -> Job:
    """Find a job state by state: done jobs, of which there are most, must not stand before open ones."""
    return find_by_prefix((job for state in JobState for job in atlas.jobs.list(state.value, MANY)), id, "job")


def find_failure(atlas: Atlas, id: str) -> Failure:
    return find_by_prefix(atlas.inspect.failures(MANY), id, "failure")


def find_pattern(atlas: Atlas, id: str) -> Pattern:
    return find_by_prefix(atlas.inspect.patterns(active=None), id, "pattern")


def find_suggestion(atlas: Atlas, id: str) -> Suggestion:
    return find_by_prefix(atlas.review.suggestions(None, MANY), id, "suggestion")


class MessageLookup:
    """Interactions, messages and their words by id; each interaction is read once."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._known: dict[str, Interaction | None] = {}

    def read_interaction(self, id: str) -> Interaction | None:
        """Read an interaction by its own id or a message's; None where it was forgotten."""
        if id not in self._known:
            try:
                self._known[id] = self._atlas.inspect.interaction(id).interaction
            except NotFound:
                self._known[id] = None
        return self._known[id]

    def report_note(self, failure: Failure) -> str:
        """Find the note of the report that told of a failure, on one line; empty where a message told of it."""
        if failure.told:
            return ""
        signals = (
            self._atlas.inspect.signals(failure.about, kind=failure.signal.value)
            if self.read_interaction(failure.about)
            else ()
        )
        return next((clip_line(signal.note, _QUOTED) for signal in signals if signal.note), "")

    def find_reply(self, interaction: str) -> str | None:
        """Find the message with which the assistant ended an interaction."""
        found = self.read_interaction(interaction)
        replies = [each.id for each in found.messages if each.role is Role.ASSISTANT] if found else []
        return replies[-1] if replies else None

    def message_text(self, message: str | None) -> str:
        """Read the whole text of a message; empty where the message is not there any more."""
        found = self.read_interaction(message) if message else None
        return next((each.text for each in found.messages if each.id == message), "") if found else ""

    def quote_message(self, message: str | None) -> str:
        """Quote the beginning of a message in quotation marks, on one line."""
        text = self.message_text(message)
        return f"“{clip_line(text, _QUOTED)}”" if text else ""
