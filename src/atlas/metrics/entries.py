"""What an audit looks at, and what it says (X6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Fault(StrEnum):
    """What can be wrong with an entry; one entry may have several."""

    JUNK = "junk"
    EXACT = "exact_duplicate"
    NEAR = "near_duplicate"
    LOOP = "recall_loop"
    NEVER_USED = "never_used"
    SECRET = "secret"  # noqa: S105 # the name of a fault
    CONTRADICTION = "contradiction"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that some memory holds: a memory, a note, a turn of a conversation."""

    id: str
    text: str
    at: datetime | None = None
    """When it was written down."""
    who: str = ""
    """Whose memory it is in; entries of two owners are never compared."""
    uses: int | None = None
    """How often a reply used it; None where the format does not tell."""
    confirmed_at: datetime | None = None
    """When it was last used or said again; None where nobody knows of it."""
    valid_until: datetime | None = None
    since: datetime | None = None
    """From when on it could be used, where that is later: it came in with an old history."""
    holds: bool = True
    """Whether it is meant to hold from then on. A turn of a conversation is not: it was said, and that is all."""


@dataclass(frozen=True, slots=True)
class Example:
    """One of the worst. Its text is cut, and secrets in it are masked."""

    id: str
    text: str
    why: str
    beside: str = ""
    """What it repeats or contradicts."""


@dataclass(frozen=True, slots=True)
class Rate:
    fault: Fault
    says: str
    """What is counted, in one sentence."""
    count: int
    of: int
    """How many entries there were to look at."""
    unknown: str = ""
    """Why it cannot be told; then count and share say nothing."""
    reasons: tuple[tuple[str, int], ...] = ()
    """How often for which reason, the most frequent first."""
    examples: tuple[Example, ...] = ()

    @property
    def share(self) -> float | None:
        if self.unknown:
            return None
        return self.count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class Audit:
    entries: int
    owners: int
    sound: int
    """Entries with no fault at all but, perhaps, that nobody used them yet."""
    rates: tuple[Rate, ...]
    months: tuple[tuple[str, int], ...]
    """Entries written down in each month, where dates are known."""
    likeness: tuple[int, ...]
    """How many entries are how like the most similar earlier one: from under 0.1 to 0.9 and more, and word for word."""

    def rate(self, fault: Fault) -> Rate:
        return next(rate for rate in self.rates if rate.fault is fault)
