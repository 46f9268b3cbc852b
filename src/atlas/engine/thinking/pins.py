"""Pins: what a job is about, written down in it, so that a run can be taken up again after a crash (J7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from atlas.model.ids import InteractionId, SessionId
from atlas.model.interaction import Interaction
from atlas.model.thinking import Job
from atlas.ports.reading import Reader

_PAGE: Final = 500
_AFTER, _UPTO, _ONLY = "after:", "upto:", "only:"
_FROM, _TO = "from:", "to:"
"""Of a week that the clock owes: the moments between which it lies."""
_SESSION: Final = "session:"
_NOTES: Final = "notes:"


# --- interactions


def pin_range(after: int, upto: int) -> tuple[str, ...]:
    return (f"{_AFTER}{after}", f"{_UPTO}{upto}")


def pin_all_since(reader: Reader, mark: str) -> tuple[str, ...]:
    """Everything that was said since the mark."""
    after = upto = reader.read_mark(mark)
    while page := reader.interactions(upto, _PAGE):
        upto = page[-1][0]
    return pin_range(after, upto)


def last_pinned(job: Job) -> int | None:
    """The last interaction of a range; None of a job that is pinned otherwise."""
    return _parse_number(job, _UPTO)


def pinned_interactions(reader: Reader, job: Job) -> list[Interaction]:
    """The interactions of a run from mark to mark, or of a part of one."""
    only = list_pinned_ids(job)
    if not only:
        return _read_pinned_range(reader, job)
    return [each for id in only if (each := reader.interaction(InteractionId(id))) is not None]


def _read_pinned_range(reader: Reader, job: Job) -> list[Interaction]:
    at, upto, found = _parse_number(job, _AFTER) or 0, _parse_number(job, _UPTO) or 0, []
    while at < upto and (page := reader.interactions(at, _PAGE)):
        found += [interaction for seq, interaction in page if seq <= upto]
        at = page[-1][0]
    return found


def _parse_number(job: Job, prefix: str) -> int | None:
    return next((int(pin.removeprefix(prefix)) for pin in job.pinned if pin.startswith(prefix)), None)


# --- sessions


def pin_sessions(sessions: Iterable[SessionId]) -> tuple[str, ...]:
    return tuple(f"{_SESSION}{each}" for each in sessions)


def pinned_sessions(job: Job) -> list[SessionId]:
    return [SessionId(pin.removeprefix(_SESSION)) for pin in job.pinned if pin.startswith(_SESSION)]


# --- agent notes


def pin_notes(version: int) -> tuple[str, ...]:
    return (f"{_NOTES}{version}",)


def pinned_notes(job: Job) -> int | None:
    """The version of the agent's notes that a job thinks over; None of a job about something else."""
    return _parse_number(job, _NOTES)


# --- parts


def split_halves(left: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Pin the two halves of what a reply was of no use for, until the one that spoils it stands alone (J6)."""
    middle = (len(left) + 1) // 2
    for part in (left[:middle], left[middle:]):
        if part:
            yield pin_only(part)


def pin_only(ids: Sequence[str]) -> tuple[str, ...]:
    """Pin just these: interactions, or sessions."""
    return tuple(f"{_ONLY}{each}" for each in ids)


def list_pinned_ids(job: Job) -> list[str]:
    return [pin.removeprefix(_ONLY) for pin in job.pinned if pin.startswith(_ONLY)]


def is_part(job: Job) -> bool:
    return any(pin.startswith(_ONLY) for pin in job.pinned)


def is_one(job: Job) -> bool:
    """Whether it is about one interaction, so that there are no parts to think about by themselves."""
    return job.interaction is not None or (len(job.pinned) == 1 and job.pinned[0].startswith(_ONLY))


# --- weeks


def pin_weeks(first: datetime, last: datetime, zone: tzinfo) -> tuple[str, ...]:
    """What a run is to look at that makes up for all weeks that were due from the first moment to the last."""
    return f"{_FROM}{week_before(first, zone).isoformat()}", f"{_TO}{last.isoformat()}"


def pin_start(moment: datetime) -> tuple[str, ...]:
    return (f"{_FROM}{moment.isoformat()}",)


def pinned_start(job: Job) -> datetime | None:
    return _parse_moment(job, _FROM)


def pinned_end(job: Job) -> datetime | None:
    return _parse_moment(job, _TO)


def week_before(moment: datetime, zone: tzinfo) -> datetime:
    """At the same hour by the clock on the wall, so that no hour is lost or counted twice when that is changed."""
    return (moment.astimezone(zone) - timedelta(days=7)).astimezone(UTC)


def _parse_moment(job: Job, prefix: str) -> datetime | None:
    return next(
        (datetime.fromisoformat(pin.removeprefix(prefix)) for pin in job.pinned if pin.startswith(prefix)), None
    )
