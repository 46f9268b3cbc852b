"""What the words of the port mean, as predicates on nouns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from atlas.errors import BadInput, Refused
from atlas.model.memory import Memory
from atlas.model.plain_data import to_plain
from atlas.model.thinking import Job, JobState
from atlas.ports.reading import MemoryFilter

_BIGGEST: Final = 2**63


def passes_filter(where: MemoryFilter, memory: Memory) -> bool:
    """Tell whether a memory passes a filter: an empty field means any; all fields hold together."""
    chosen = (
        (where.statuses, memory.status),
        (where.states, memory.state),
        (where.kinds, memory.kind),
        (where.origins, memory.origin),
    )
    return all(not wanted or value in wanted for wanted, value in chosen) and _passes_ranges(where, memory)


def _passes_ranges(where: MemoryFilter, memory: Memory) -> bool:
    subject = memory.claim.subject if memory.claim else None
    return (
        (where.conversation is None or memory.conversation == where.conversation)
        and (where.subject is None or subject == where.subject)
        and (where.valid_at is None or memory.valid_at(where.valid_at))
        and (where.observed_before is None or memory.observed_at < where.observed_before)
        and (where.observed_after is None or memory.observed_at >= where.observed_after)
    )


def claimable_from(job: Job, now: datetime) -> datetime | None:
    """From when on it can be claimed, not earlier than now; None while it is neither queued nor running."""
    waits = {JobState.QUEUED: job.due_at, JobState.RUNNING: job.lease_until}
    return max(waits[job.state] or now, now) if job.state in waits else None


def check_fresh(id: str, rows: Iterable[str]) -> None:
    if id in rows:
        raise Refused("A row with this id is already there.")


def check_storable(value: object) -> None:
    """What no database could keep is refused here too: half characters, numbers that are none or too large."""
    for leaf in _iterate_leaves(to_plain(value)):
        if isinstance(leaf, str):
            _check_text(leaf)
        elif isinstance(leaf, float) and not math.isfinite(leaf):
            raise BadInput("A number that is not finite cannot be stored.")
        elif isinstance(leaf, int) and not -_BIGGEST <= leaf < _BIGGEST:
            raise BadInput("A number is too large to be stored.")


def _check_text(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadInput("The text holds half a character (a lone surrogate), which cannot be stored.") from error


def _iterate_leaves(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _iterate_leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _iterate_leaves(item)
    else:
        yield value
