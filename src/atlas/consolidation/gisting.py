"""A gist of an old message in a few of its own words (T12): nothing is added or turned round.

The whole text is kept beside the gist and still searched; the gist is shown in its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.consolidation.sentences import WORDY, Piece, score_content, split_clauses, split_sentences
from atlas.language.registry import LANGUAGE
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


def make_gist(text: str) -> str | None:
    """Choose the most telling sentences, in their order; None where the gist would not be clearly shorter.

    A directive is behaviour (C3): it stays in the whole text, where it is quoted.
    """
    if len(text) <= SHORT:
        return None
    room = int(min(MOST, SHARE * len(text)))
    reports = (piece for piece in split_sentences(text[:_READ]) if not LANGUAGE.directives.is_directive(piece.text))
    chosen = _choose_sentences(reports, room)
    return " ".join(piece.text for piece in chosen) or None


def _choose_sentences(pieces: Iterable[Piece], room: int) -> list[Piece]:
    """Choose the most telling sentence, be it cut; then further exact ones that fit."""
    chosen: list[Piece] = []
    for weight, piece in sorted(((score_content(each.text), each) for each in pieces), key=lambda pair: -pair[0]):
        fitting = piece if chosen or len(piece.text) <= room else _cut_sentence(piece, room)
        if fitting is not None and len(fitting.text) <= room and (weight > WORDY or not chosen):
            chosen.append(fitting)
            room -= len(fitting.text) + 1
    return sorted(chosen, key=lambda each: each.start)


def _cut_sentence(sentence: Piece, room: int) -> Piece | None:
    """Keep whole clauses from the start, since a later one may hang on an *if* or a *not* before it."""
    end = max((clause.end for clause in split_clauses(sentence) if clause.end - sentence.start <= room), default=0)
    stretch = sentence.text[: max(0, end - sentence.start)].rstrip(" ,;:，；、-–—")
    return Piece(stretch, sentence.start) if stretch else None
