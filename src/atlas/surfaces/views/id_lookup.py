"""What has an id and is no memory: the one that a beginning names, and the words that a message held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from atlas.errors import BadInput, NotFound
from atlas.model.ids import Prefix
from atlas.model.interaction import Role
from atlas.model.thinking import Job, JobState
from atlas.surfaces.views.text import clipped, line

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
}
_DECISIONS: Final[Mapping[str, tuple[str, str]]] = {
    Prefix.MEMORY: ("approve", "reject"),
    Prefix.PROPOSAL: ("approve", "reject"),
    Prefix.SUGGESTION: ("accept", "decline"),
}
"""By which command one says yes to it, and by which no."""


class _Row(Protocol):
    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=_Row)


def the_one(rows: Iterable[R], prefix: str, noun: str) -> R:
    """The row whose id begins so; ids may be shortened as far as they stay unique."""
    too_short(prefix)
    found = {row.id: row for row in rows if row.id.startswith(prefix)}
    if prefix in found:
        return found[prefix]
    if not found:
        raise NotFound(f"There is no {noun} {prefix!r} here.")
    if len(found) > 1:
        raise BadInput(f"{prefix!r} is not unique: it could be {', '.join(list(found)[:_NAMED])}.")
    return next(iter(found.values()))


def too_short(prefix: str) -> None:
    if len(prefix) < _LEAST:
        raise BadInput(f"{prefix!r} is too short for an id; give at least three characters.")


def check_kind(ids: Iterable[str], takes: str, yes: bool | None = None) -> None:
    """An id of another kind than those with these letters: what it is, and which command takes it.

    Where one decides, `yes` is how.
    """
    for id in ids:
        letter, mark, _ = id.partition("_")
        noun = _NOUNS.get(letter) if mark else None
        if noun and letter not in takes:
            agree, refuse = _DECISIONS.get(letter, ("show", "show"))
            verb = "show" if yes is None else agree if yes else refuse
            raise BadInput(f"{line(id)} is {noun}: atlas {verb} {line(id)}")


def job_named(atlas: Atlas, id: str) -> Job:
    """State by state: what is long done, of which there is most, must not stand before what is open."""
    return the_one((job for state in JobState for job in atlas.jobs.list(state.value, MANY)), id, "job")


def failure_named(atlas: Atlas, id: str) -> Failure:
    return the_one(atlas.inspect.failures(MANY), id, "failure")


def pattern_named(atlas: Atlas, id: str) -> Pattern:
    return the_one(atlas.inspect.patterns(active=None), id, "pattern")


def suggestion_named(atlas: Atlas, id: str) -> Suggestion:
    return the_one(atlas.review.suggestions(None, MANY), id, "suggestion")


class Heard:
    """What was said, by the id of an interaction or a message; each is read once."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._known: dict[str, Interaction | None] = {}

    def interaction(self, id: str) -> Interaction | None:
        """None where it was forgotten."""
        if id not in self._known:
            try:
                self._known[id] = self._atlas.inspect.interaction(id).interaction
            except NotFound:
                self._known[id] = None
        return self._known[id]

    def note(self, failure: Failure) -> str:
        """What a report said of it, where one told of it; on one line."""
        if failure.told:
            return ""
        found = (
            self._atlas.inspect.signals(failure.about, kind=failure.signal.value)
            if self.interaction(failure.about)
            else ()
        )
        return next((clipped(each.note, _QUOTED) for each in found if each.note), "")

    def reply(self, interaction: str) -> str | None:
        """The message with which the assistant ended an interaction."""
        found = self.interaction(interaction)
        said = [each.id for each in found.messages if each.role is Role.ASSISTANT] if found else []
        return said[-1] if said else None

    def text(self, message: str | None) -> str:
        """All that a message says; nothing where there is none any more."""
        found = self.interaction(message) if message else None
        return next((each.text for each in found.messages if each.id == message), "") if found else ""

    def quote(self, message: str | None) -> str:
        """Its beginning in quotation marks, on one line."""
        text = self.text(message)
        return f"“{clipped(text, _QUOTED)}”" if text else ""
