"""An old message in a few of its own words (T12): nothing is added, nothing is turned round.

The whole text is kept beside it, and search goes on by that; the gist is what is shown in its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.consolidation.sentences import WORDY, Piece, clauses, sentences, telling
from atlas.language.directives import is_directive
from atlas.model.memory import State, Status
from atlas.model.retention import Kept

SHORT: Final = 240
"""Characters up to which a text is its own gist."""
MOST: Final = 160
SHARE: Final = 0.45
"""Of the text, at most."""
_READ: Final = 20_000
"""Of a longer text the beginning is looked through."""


def may_shorten(row: Kept, now: datetime, policy: ConsolidationPolicy) -> bool:
    """T12: a message of 60 days ago that was used less than twice. What is pinned, or not approved, is left alone."""
    kept = row.pinned or row.state is not State.ACTIVE or row.status is not Status.APPROVED
    old = now - row.observed_at >= timedelta(days=policy.gist_after_days)
    return row.transcript and not kept and old and row.uses < policy.gist_below_uses


def gist(text: str) -> str | None:
    """The sentences that tell most, in their order; None where that would not be clearly shorter.

    What tells somebody to act is behaviour (C3): it stays in the whole text, where it is quoted.
    """
    if len(text) <= SHORT:
        return None
    room = int(min(MOST, SHARE * len(text)))
    reports = (piece for piece in sentences(text[:_READ]) if not is_directive(piece.text))
    chosen = _best(reports, room)
    return " ".join(piece.text for piece in chosen) or None


def _best(pieces: Iterable[Piece], room: int) -> list[Piece]:
    """The most telling, be it only its beginning; then what else has something exact to tell and fits in."""
    chosen: list[Piece] = []
    for weight, piece in sorted(((telling(each.text), each) for each in pieces), key=lambda pair: -pair[0]):
        fitting = piece if chosen or len(piece.text) <= room else _beginning(piece, room)
        if fitting is not None and len(fitting.text) <= room and (weight > WORDY or not chosen):
            chosen.append(fitting)
            room -= len(fitting.text) + 1
    return sorted(chosen, key=lambda each: each.start)


def _beginning(sentence: Piece, room: int) -> Piece | None:
    """Whole clauses from its start, since a later one may hang on an *if* or a *not* before it."""
    end = max((clause.end for clause in clauses(sentence) if clause.end - sentence.start <= room), default=0)
    stretch = sentence.text[: max(0, end - sentence.start)].rstrip(" ,;:，；、-–—")
    return Piece(stretch, sentence.start) if stretch else None
