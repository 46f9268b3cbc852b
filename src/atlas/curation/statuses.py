"""Which status may follow which (C2). Anything else is a clear error; undo restores what was before any change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from atlas.errors import Refused
from atlas.model.journal import PEOPLE, Actor
from atlas.model.memory import Status

TRANSITIONS: Final[Mapping[Status, frozenset[Status]]] = MappingProxyType(
    {
        Status.NEEDS_REVIEW: frozenset(Status) - {Status.NEEDS_REVIEW},
        Status.APPROVED: frozenset(
            {Status.SUPERSEDED, Status.SENSITIVE, Status.REJECTED, Status.ONE_TIME, Status.NEEDS_REVIEW}
        ),
        Status.EXPIRED: frozenset({Status.NEEDS_REVIEW}),
        # Superseded only by a redacted copy, which the caller has to name.
        Status.SENSITIVE: frozenset({Status.REJECTED, Status.SUPERSEDED}),
        Status.REJECTED: frozenset(),
        Status.ONE_TIME: frozenset(),
        Status.SUPERSEDED: frozenset(),
    }
)


_STANDS_AS: Final[Mapping[Status, str]] = MappingProxyType(
    {
        Status.NEEDS_REVIEW: "waiting for review",
        Status.APPROVED: "approved",
        Status.EXPIRED: "expired",
        Status.SENSITIVE: "kept as sensitive",
        Status.REJECTED: "rejected",
        Status.ONE_TIME: "kept as a one-time exception",
        Status.SUPERSEDED: "replaced",
    }
)


def check_transition(old: Status, new: Status, actor: Actor, redacted_copy: bool = False) -> None:
    """Raise Refused, in one sentence, where the table says no."""
    if new is old:
        raise Refused(f"It is already {_STANDS_AS[old]}: nothing was changed.")
    if new not in TRANSITIONS[old]:
        options = ", ".join(sorted(TRANSITIONS[old])) or "nothing (only undo brings it back)"
        raise Refused(f"A memory that is {old} cannot become {new}; it can become {options}.")
    if old is Status.EXPIRED and actor not in PEOPLE:
        raise Refused("Only a person can bring an expired memory back to review.")
    if old is Status.SENSITIVE and new is Status.SUPERSEDED and not redacted_copy:
        raise Refused("A sensitive memory is superseded only by its redacted copy.")
