"""Whether the time of an entry is over, and why (X6)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.metrics.entries import Entry

OLD: Final = timedelta(days=365)
"""After so long without anybody using or repeating it, nobody knows whether it still holds."""
_READ: Final = 600
_GRACE: Final = timedelta(days=2)


def find_stale_reason(entry: Entry, now: datetime) -> str | None:
    """Why its time is over; None where it may still hold or nobody can tell."""
    if entry.valid_until is not None and entry.valid_until <= now:
        return "it was said to hold until then"
    if entry.at is None:
        return None
    return _find_past_date(entry.text, entry.at, now)


def is_old(entry: Entry, now: datetime) -> bool:
    """Whether it was written down long ago and nobody has come back to it; where use is not told, nobody can say."""
    if entry.uses is None and entry.confirmed_at is None:
        return False
    known = [when for when in (entry.at, entry.confirmed_at) if when is not None]
    return bool(known) and now - max(known) > OLD


def is_judged_for_time(entry: Entry) -> bool:
    return entry.holds and (entry.at is not None or entry.valid_until is not None)


def _find_past_date(text: str, said: datetime, now: datetime) -> str | None:
    """A day that was ahead when it was written down, and no longer is."""
    if not LANGUAGE.dates.looks_ahead(text[:_READ]):
        return None
    when = LANGUAGE.dates.find_date(text, 0, min(len(text), _READ), said, ahead=True)
    if when is None or when.at < said - _GRACE:
        return None
    ends = when.period.end + _GRACE
    if ends >= now:
        return None
    return f"“{text[when.start : when.end]}” was {when.at.date().isoformat()}"
