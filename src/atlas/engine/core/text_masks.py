"""Spans of a text made unreadable: blotted out for good when they are forgotten, left out where they are not shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

BLOT: Final = "▇"
LEFT_OUT: Final = "[left out]"

_DOT_ABOVE: Final = "\u0307"
"""What folding the case of the Turkish İ leaves behind its i."""

Span = tuple[int, int]


def blot_out(text: str, offset: int, spans: Iterable[Span]) -> str:
    """With these spans, counted from `offset`, blotted out. Its length stays, since evidence is known by its place.

    The spaces in a span go too: where the words ended would tell how long each of them was.
    """
    return _cover_spans(text, ((start - offset, end - offset) for start, end in spans), lambda length: BLOT * length)


def mask_spans(text: str, spans: Iterable[Span]) -> str:
    """The text with a word in the place of each span, however long the span was."""
    return _cover_spans(text, spans, lambda _: LEFT_OUT)


def is_blank(text: str) -> bool:
    """Whether nothing that could be read is left in a text."""
    return not any(sign.isalnum() for sign in text)


def overlaps_any(span: Span, spans: Iterable[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in spans)


def find_occurrences(text: str, value: str) -> Iterator[Span]:
    """The places where a value stands in a text, in whatever case."""
    folded, wanted, place = _fold_case(text), _fold_case(value), 0
    if not wanted or wanted not in folded:
        return
    places = range(len(text)) if text.isascii() else _list_places(text)
    while (place := folded.find(wanted, place)) >= 0:
        last = place + len(wanted) - 1
        yield places[place], places[last] + 1
        place = last + 1


def _fold_case(text: str) -> str:
    return text.lower() if text.isascii() else text.casefold().replace(_DOT_ABOVE, "")


def _list_places(text: str) -> Sequence[int]:
    """For each sign of the folded text the place where it stands in the text: "ß" becomes two signs, a dot none."""
    return [place for place, sign in enumerate(text) for _ in _fold_case(sign)]


def find_word_occurrences(text: str, value: str) -> Iterator[Span]:
    """The occurrences that cut no word: "ham" does not stand in "Hamburg"."""
    for start, end in find_occurrences(text, value):
        before, after = text[start - 1 : start], text[end : end + 1]
        if not (before.isalnum() and value[:1].isalnum()) and not (after.isalnum() and value[-1:].isalnum()):
            yield start, end


def _cover_spans(text: str, spans: Iterable[Span], cover: Callable[[int], str]) -> str:
    kept, place = "", 0
    for start, end in _merge_spans(spans, len(text)):
        kept += text[place:start] + cover(end - start)
        place = end
    return kept + text[place:]


def _merge_spans(spans: Iterable[Span], length: int) -> list[Span]:
    """The spans within the text, in order, those that touch each other as one."""
    found: list[Span] = []
    for start, end in sorted((max(0, start), min(length, end)) for start, end in spans):
        if start >= end:
            continue
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found
