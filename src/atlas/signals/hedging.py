"""The reply by itself: words of doubt (S1), and the confidence that the model states (S2)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from atlas.signals.policy import SignalPolicy
from atlas.signals.word_lists import Span, WordLists, find_phrases, tokenize_folded

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


def find_hedges(reply: str, said: Sequence[str], words: WordLists) -> list[Span]:
    """Find a reply's own hedges; quoted words, from the user or elsewhere, are not its own."""
    spans = find_phrases(reply, words.hedges)
    if not spans:
        return []
    foreign = _merge_spans([*(match.span() for match in _QUOTED.finditer(reply)), *_find_user_phrases(reply, said)])
    return [span for span in spans if not _is_within(span, foreign)]


def score_hedging(count: int, policy: SignalPolicy) -> float:
    return min(1.0, count / policy.hedges_most) if count >= policy.hedges else 0.0


def score_unsureness(confidence: float | None, policy: SignalPolicy) -> float:
    """Score the distance of a low stated confidence from certainty; 0 for a high one."""
    return 1.0 - confidence if confidence is not None and confidence < policy.unsure_below else 0.0


def _merge_spans(ranges: Iterable[Span]) -> list[Span]:
    """Sort spans and merge those that overlap."""
    merged: list[Span] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _is_within(span: Span, ranges: Sequence[Span]) -> bool:
    at = bisect_right(ranges, span[0], key=lambda each: each[0]) - 1
    return at >= 0 and span[1] <= ranges[at][1]


def _find_user_phrases(reply: str, said: Sequence[str]) -> list[Span]:
    own = tokenize_folded(reply)
    runs = {run for text in said for run in _list_runs([word for word, _ in tokenize_folded(text)])}
    if not runs:
        return []
    return [
        (own[at][1][0], own[at + _RUN - 1][1][1])
        for at, run in enumerate(_list_runs([word for word, _ in own]))
        if run in runs
    ]


def _list_runs(texts: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(texts[at : at + _RUN]) for at in range(len(texts) - _RUN + 1)]
