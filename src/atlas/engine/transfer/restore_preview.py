"""What an export comes to where it is brought back (X7): told before it is asked for, and after.

Approved there is approved here. But that is not all that would be served: what is still to be thought about becomes
memories in a while, and an open suggestion is offered. So these are counted too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from atlas.engine.core.marks import KEPT
from atlas.engine.curate.suggestions import OPEN as OPEN_SUGGESTIONS
from atlas.engine.intake.observe import MAX_NAME
from atlas.engine.transfer.export import FORMAT
from atlas.errors import BadInput
from atlas.model.memory import State, Status
from atlas.model.thinking import OPEN as OPEN_JOBS

Row = Mapping[str, Any]
_OFFERED: Final = tuple(OPEN_SUGGESTIONS)
_OWED: Final = tuple(OPEN_JOBS)
"""Compared one by one: nobody has looked yet whether a row holds what could be in a set."""


@dataclass(slots=True)
class ExportTally:
    """What an export holds, counted while its rows go by, whoever takes them."""

    approved: Counter[str] = field(default_factory=Counter)
    suggestions: int = 0
    """Those that may be offered still."""
    _said: list[str] = field(default_factory=list)
    _named: set[str] = field(default_factory=set)
    """Interactions that a job is about."""
    _kept: int = 0

    def count_rows(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            self._count_row(row)
            yield row

    @property
    def owed(self) -> int:
        """Interactions that are still to be thought about: nobody kept them yet, or a job is open for them."""
        return len({*self._said[self._kept :], *self._named.intersection(self._said)})

    def _count_row(self, row: Row) -> None:
        kind, state = row.get("type"), row.get("state", State.ACTIVE)
        if kind == "interaction":
            self._said.append(str(row.get("id")))
        elif kind in ("memory", "belief", "document"):
            self.approved.update([str(kind)] * (row.get("status") == Status.APPROVED and state == State.ACTIVE))
        elif kind == "suggestion":
            self.suggestions += state in _OFFERED
        elif kind == "job" and state in _OWED:
            self._named.add(str(row.get("interaction")))
        elif kind == "mark" and row.get("name") == KEPT:
            value = row.get("value")
            self._kept = value if isinstance(value, int) and value > 0 else 0


def preview_export(lines: Iterable[Row]) -> str:
    """A sentence on what an export is, and what of it would be served here, for whoever has not asked to restore it."""
    rows, seen = iter(lines), ExportTally()
    space = read_header(next(rows, {}))
    for _ in seen.count_rows(rows):
        pass
    return " ".join([f"an export of the space {space!r} of ATLAS.", *_describe_tally(seen)])


def _describe_tally(seen: ExportTally) -> Iterator[str]:
    owed, offers = seen.owed, seen.suggestions
    yield (
        "With --restore it comes back into an empty space as it was: "
        f"{describe_approved(seen.approved)} of it approved, without review."
    )
    if owed:
        yield f"{owed:,} {'interaction of it is' if owed == 1 else 'interactions of it are'} still to be thought about."
    if offers:
        yield f"{offers:,} {'suggestion of it is' if offers == 1 else 'suggestions of it are'} open."


def describe_approved(approved: Mapping[str, int]) -> str:
    """`3 memories, 1 belief and 2 documents`: what of an export is approved; of memories also that there are none."""
    nouns = (("memory", "memories"), ("belief", "beliefs"), ("document", "documents"))
    counts = [(approved.get(one, 0), one, many) for one, many in nouns]
    told = [f"{number:,} {one if number == 1 else many}" for number, one, many in counts if number or one == "memory"]
    return " and ".join([", ".join(told[:-1]), told[-1]] if told[1:] else told)


def read_header(first: Row) -> str:
    """The space that an export is of; refused where it cannot come back."""
    if first.get("type") != "atlas":
        raise BadInput("This is not an export of ATLAS.")
    if first.get("format") != FORMAT:
        known = str(first.get("format"))[:20]
        raise BadInput(f"This export has the format {known}; format {FORMAT} can be brought back.")
    if "conversation" in first or "person" in first:
        raise BadInput("This export holds a part of a space; only a whole one can be brought back.")
    if "without" in first:
        raise BadInput("This export was made without what is sensitive; one made with --sensitive can be brought back.")
    space = first.get("space")
    if not isinstance(space, str) or len(space) > MAX_NAME:
        raise BadInput("The first line is not as an export has it; nothing was brought back.")
    return space
