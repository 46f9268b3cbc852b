"""Spans into marks: whole words of the message, and of the turn before where a pointer leads there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.reading.confidence import Confidence, measure_spans
from atlas.adapters.reading.spans import Outputs, Pointer, Span, read_spans, soften
from atlas.adapters.reading.tokens import MessageTokens, Token
from atlas.model.reading import LABELLED, READ_ATTRIBUTES, Act, Mark, Operation, Place, Reading, Stance

_ACTS: Final = tuple(Act)
_OPERATIONS: Final = tuple(Operation)
_STANCES: Final = tuple(Stance)


def decode_outputs(outputs: Outputs, tokens: MessageTokens, text: str, before: str, confidence: Confidence) -> Reading:
    """Read one message off its numbers."""
    act = soften(outputs.act)
    spans = read_spans(outputs, tokens)
    sure = confidence.apply(measure_spans(spans, outputs, tokens), [span.attribute for span in spans])
    marks = (make_mark(span, tokens, text, before, float(share)) for span, share in zip(spans, sure, strict=True))
    best = int(act.argmax())
    return Reading(_ACTS[best], float(act[best]), float(1 - act[_ACTS.index(Act.NONE)]), tuple(marks))


def make_mark(span: Span, tokens: MessageTokens, text: str, before: str, confidence: float) -> Mark:
    """A span in the terms of the message."""
    pointers = (span.subject, span.when, span.label)
    subject, when, label = (_place_pointed(each, tokens, text, before) for each in pointers)
    attribute = READ_ATTRIBUTES[span.attribute]
    return Mark(
        place=_place_tokens(tokens.message, span.first - tokens.first, span.last - tokens.first, text, False),
        attribute=attribute,
        operation=_OPERATIONS[span.operation],
        stance=_STANCES[span.stance],
        subject=subject,
        when=when,
        label=label if attribute in LABELLED else None,
        confidence=confidence,
    )


def _place_pointed(pointed: Pointer, tokens: MessageTokens, text: str, before: str) -> Place | None:
    if pointed.is_none:
        return None
    if pointed.first >= tokens.first:
        end = min(pointed.last - tokens.first, len(tokens.message) - 1)
        return _place_tokens(tokens.message, min(pointed.first - tokens.first, end), end, text, False)
    end = min(pointed.last - 1, len(tokens.before) - 1)
    return _place_tokens(tokens.before, min(pointed.first - 1, end), end, before, True)


def _place_tokens(tokens: Sequence[Token], first: int, last: int, text: str, before: bool) -> Place:
    while first > 0 and not tokens[first].begins_word:
        first -= 1
    while last + 1 < len(tokens) and not tokens[last + 1].begins_word:
        last += 1
    start, end = tokens[first].start, tokens[last].end
    return Place(start, end, text[start:end], before)
