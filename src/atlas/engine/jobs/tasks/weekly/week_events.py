"""What happened in a week beside what was learned (J10): changes, corrections, repeated failures, contradictions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Final

from atlas.engine.curate.conflicts import find_open_conflicts
from atlas.engine.jobs.tasks.nightly.cluster_input import build_cluster
from atlas.engine.jobs.tasks.nightly.day_candidates import stands_as_wish
from atlas.engine.thinking.driver import interaction_of
from atlas.model.failure import Failure
from atlas.model.interaction import Message, Role
from atlas.model.memory import Memory, Relation, State, Status
from atlas.model.origin import Trust
from atlas.model.signal import Signal, SignalKind
from atlas.model.thinking import Cluster, Correction
from atlas.ports.reading import Reader

_MANY: Final = 2_000
_CONFLICTS: Final = 3
"""That a week asks about."""


def find_changes(reader: Reader, learned: Sequence[Memory]) -> tuple[tuple[Memory, Memory], ...]:
    """Find the pairs of a memory and the one that took its place."""
    found = []
    for newer in learned:
        closed = [link.to for link in newer.links if link.relation is Relation.SUPERSEDES]
        older = [each for each in reader.memories(closed) if each.status is Status.SUPERSEDED and each.valid_until]
        found += [(each, newer) for each in older]
    return tuple(found)


def read_corrections(reader: Reader, start: datetime, end: datetime) -> tuple[Correction, ...]:
    """Read the users' corrections of the week, each once."""
    seen = reader.signals_since(start, _MANY, SignalKind.CORRECTION)
    made = (_read_correction(reader, each) for each in seen if start < each.at <= end)
    told = {each.told.id: each for each in made if each is not None}
    return tuple(sorted(told.values(), key=lambda each: (each.told.at, each.told.ordinal)))


def _read_correction(reader: Reader, signal: Signal) -> Correction | None:
    about = interaction_of(reader, signal.about)
    told = next(iter(reader.messages([signal.message])), None) if signal.message else None
    if about is None or told is None or told.origin.trust < Trust.USER or reader.find_tainted([about.conversation]):
        return None
    if stands_as_wish(reader, told.id):
        return None
    asked = [message for message in about.messages if _is_users(message)]
    return Correction(asked[-1] if asked else None, told)


def _is_users(message: Message) -> bool:
    return message.role is Role.USER and message.origin.trust >= Trust.USER


def find_repeats(reader: Reader, start: datetime, end: datetime) -> tuple[Cluster, ...]:
    """Find what went wrong this week and had gone wrong before: failures of one type.

    What was left open is no wrong answer, and is suggested as a question.
    """
    types: dict[str, list[Failure]] = defaultdict(list)
    for failure in reader.failures(_MANY):
        if failure.type is not None and failure.at <= end and failure.signal is not SignalKind.ABANDONMENT:
            types[failure.type].append(failure)
    again = (group for group in types.values() if len(group) > 1 and any(each.at > start for each in group))
    clusters = (build_cluster(reader, sorted(group, key=lambda each: each.at)) for group in again)
    return tuple(each for each in clusters if each is not None and len(each.failures) > 1 and each.asked)


def find_unsettled(reader: Reader, end: datetime) -> tuple[tuple[Memory, Memory], ...]:
    """Find pairs of the users' own facts, both in service, that contradict each other."""
    pairs = islice(_find_served_pairs(reader), _MANY)
    return tuple(islice(((one, other) for one, other in pairs if other.created_at <= end), _CONFLICTS))


def _find_served_pairs(reader: Reader) -> Iterator[tuple[Memory, Memory]]:
    for conflict in find_open_conflicts(reader):
        both = (conflict.older, conflict.newer)
        if all(each.status is Status.APPROVED and each.state is State.ACTIVE and each.evidence for each in both):
            yield both
