"""The reply by itself: words of doubt (S1), and the confidence that the model states (S2)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from atlas.signals.policy import SignalPolicy
from atlas.signals.word_lists import Span, WordLists, found, tokens

_QUOTED: Final = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]+`"
    r"|^[ \t]*>[^\n]*$"
    r"|\"[^\"\n]+\"|“[^”]{1,500}”|„[^“”]{1,500}[“”]|«[^»]{1,500}»|»[^«]{1,500}«|「[^」]{1,500}」|『[^』]{1,500}』"
    r"|(?<!\w)['‘](?:[^'‘’\n]|(?<=\w)['’](?=\w))+['’](?!\w)",
    re.DOTALL | re.MULTILINE,
)
"""Where a mark is never closed, its end is looked for only so far: there may be thousands of them."""
_RUN: Final = 4
"""So many words in a row that the user had said are the user's, with quotation marks or without."""


def hedges(reply: str, said: Sequence[str], words: WordLists) -> list[Span]:
    """Where a reply hedges in its own words; what it quotes, from the user or elsewhere, is not its own."""
    spans = found(reply, words.hedges)
    if not spans:
        return []
    foreign = _merged([*(match.span() for match in _QUOTED.finditer(reply)), *_repeated(reply, said)])
    return [span for span in spans if not _within(span, foreign)]


def hedging(count: int, policy: SignalPolicy) -> float:
    return min(1.0, count / policy.hedges_most) if count >= policy.hedges else 0.0


def unsure(confidence: float | None, policy: SignalPolicy) -> float:
    """How far the stated confidence is from certainty, where it is low enough to say so."""
    return 1.0 - confidence if confidence is not None and confidence < policy.unsure_below else 0.0


def _merged(ranges: Iterable[Span]) -> list[Span]:
    """In order, and whatever overlaps made one."""
    merged: list[Span] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _within(span: Span, ranges: Sequence[Span]) -> bool:
    at = bisect_right(ranges, span[0], key=lambda each: each[0]) - 1
    return at >= 0 and span[1] <= ranges[at][1]


def _repeated(reply: str, said: Sequence[str]) -> list[Span]:
    own = tokens(reply)
    runs = {run for text in said for run in _runs([word for word, _ in tokens(text)])}
    if not runs:
        return []
    return [
        (own[at][1][0], own[at + _RUN - 1][1][1])
        for at, run in enumerate(_runs([word for word, _ in own]))
        if run in runs
    ]


def _runs(texts: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(texts[at : at + _RUN]) for at in range(len(texts) - _RUN + 1)]
