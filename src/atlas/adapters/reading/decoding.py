"""The network's numbers into marks.

A span begins where a token is tagged as a beginning, goes on while tokens are tagged as inside, and takes whole words.
Its labels are read off the mean of its tokens, its subject, time and label are pointed at. The confidence of a mark is
fitted to how sure each of these decisions was, on writers whom the network that decided was not trained on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from atlas.adapters.reading.tokens import MessageTokens, Token
from atlas.model.reading import LABELLED, READ_ATTRIBUTES, Act, Mark, Operation, Place, Reading, Stance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_ACTS: Final = tuple(Act)
_OPERATIONS: Final = tuple(Operation)
_STANCES: Final = tuple(Stance)
_POINTERS: Final = 6
_SIZES: Final = (len(READ_ATTRIBUTES), len(_OPERATIONS), len(_STANCES))
_LEAST: Final = 1e-7
_MOST_ODDS: Final = 12.0
_SPAN_THRESHOLD: Final = 0.3
"""A beginning this likely is looked at: its confidence says the rest."""
_JOINING: Final = frozenset("-'’&/.@_+")
"""Signs that stand within a word."""
FEATURES: Final = (
    "beginning",
    "inside",
    "end",
    "attribute",
    "runner_up",
    "attribute_entropy",
    "operation",
    "stance",
    "subject_start",
    "subject_end",
    "act",
    "length",
    "spans",
)
"""How sure each decision was, as log odds, and how long the span is and how many there are."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """What the network gives for one message, without padding."""

    act: Floats
    tag: Floats
    labels: Floats
    asking: Floats
    asked: Floats


@dataclass(frozen=True, slots=True)
class Calibration:
    """A network of one hidden layer: from the features and the attribute to how likely the mark is right."""

    centre: Floats
    """A number a feature."""
    spread: Floats
    features: Floats
    """A row a feature, a column a hidden unit."""
    attributes: Floats
    """A row an attribute; what all of them share is in it."""
    outer: Floats
    constant: float

    def apply(self, features: Sequence[float], attribute: int) -> float:
        scaled = (np.asarray(features, np.float32) - self.centre) / self.spread
        hidden = np.maximum(scaled @ self.features + self.attributes[attribute], 0)
        return float(1 / (1 + np.exp(-(hidden @ self.outer + self.constant))))


def make_unfitted() -> Calibration:
    """Before anything is fitted every mark is as likely as another."""
    count, most = len(FEATURES), len(READ_ATTRIBUTES)
    ones, zeros = np.ones(count, np.float32), np.zeros((count, 1), np.float32)
    return Calibration(ones, ones, zeros, np.zeros((most, 1), np.float32), np.zeros(1, np.float32), 0.0)


@dataclass(frozen=True, slots=True)
class Span:
    """A span of tokens with what was decided about it, and how surely."""

    first: int
    last: int
    attribute: int
    operation: int
    stance: int
    pointed: tuple[tuple[int, int], ...]
    """Tokens of the subject, the time, the label."""
    features: tuple[float, ...]


def decode_outputs(
    outputs: Outputs, tokens: MessageTokens, text: str, before: str, calibration: Calibration
) -> Reading:
    """Read one message off its numbers."""
    act = soften(outputs.act)
    spans = measure_spans(outputs, tokens)
    marks = (make_mark(span, tokens, text, before, calibration) for span in spans)
    best = int(act.argmax())
    return Reading(_ACTS[best], float(act[best]), tuple(marks))


def find_spans(tag: Floats, tokens: MessageTokens) -> list[tuple[int, int]]:
    """First and last token of each span, in the row's own numbering."""
    likely = soften(tag)
    spans: list[tuple[int, int]] = []
    for number, token in enumerate(tokens.message):
        at = tokens.first + number
        _, begins, inside = likely[at]
        goes_on = bool(spans) and spans[-1][1] == at - 1
        if goes_on and not token.begins_word:
            spans[-1] = (spans[-1][0], at)
        elif begins >= _SPAN_THRESHOLD and begins >= inside:
            spans.append((at, at))
        elif goes_on and inside >= likely[at][0]:
            spans[-1] = (spans[-1][0], at)
    return _join_spans([_whole_words(start, end, tokens) for start, end in spans])


def _whole_words(start: int, end: int, tokens: MessageTokens) -> tuple[int, int]:
    """From blank to blank: "de-stress", "9-5" and "O'Neill" are tokens that touch; a comma at the end touches too."""
    message, first = tokens.message, tokens.first
    last = first + len(message) - 1
    while start > first and _is_joined(message, start - first):
        start -= 1
    while end < last and _is_joined(message, end + 1 - first):
        end += 1
    return start, end


def _is_joined(message: Sequence[Token], at: int) -> bool:
    """Whether a token goes on with the word before it, by letters or by a sign between letters."""
    token, before = message[at], message[at - 1]
    if not token.begins_word:
        return True
    if token.start != before.end:
        return False
    signs = [each for each in (before, token) if each.sign]
    inner = at + 1 < len(message) and message[at + 1].start == token.end and not message[at + 1].sign
    return all(each.sign in _JOINING for each in signs) and (not token.sign or inner)


def _join_spans(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans that were widened into each other are one."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def measure_spans(outputs: Outputs, tokens: MessageTokens) -> list[Span]:
    """Decide about every span of a message, and note how sure each decision was."""
    found = find_spans(outputs.tag, tokens)
    return [_measure_span(outputs, tokens, start, end, len(found)) for start, end in found]


def _measure_span(outputs: Outputs, tokens: MessageTokens, start: int, end: int, spans: int) -> Span:
    mean = outputs.labels[start : end + 1].astype(np.float32).mean(axis=0)
    attribute, operation, stance = (soften(part) for part in np.split(mean, np.cumsum(_SIZES)[:-1]))
    asking = outputs.asking[start : end + 1].astype(np.float32).mean(axis=0).reshape(_POINTERS, -1)
    keys = outputs.asked.astype(np.float32).reshape(len(outputs.asked), _POINTERS, -1)
    pointed, sure = zip(*(_point(asking, keys, each) for each in (0, 2, 4)), strict=True)
    tags = soften(outputs.tag)
    inside = tags[start + 1 : end + 1, 2]
    last = tokens.first + len(tokens.message) - 1
    second, chosen = np.sort(attribute)[-2:]
    features = (
        _find_odds(tags[start, 1]),
        _find_odds(inside.min() if len(inside) else 1.0),
        _find_odds(1 - tags[end + 1, 2] if end < last else 1.0),
        _find_odds(chosen),
        float(min(np.log(max(chosen, _LEAST) / max(second, _LEAST)), _MOST_ODDS)),
        float(-(attribute * np.log(attribute + 1e-9)).sum()),
        _find_odds(_merge_operations(operation)),
        _find_odds(stance[0]),
        *(_find_odds(share) for share in sure[0]),
        _find_odds(1 - soften(outputs.act)[0]),
        float(np.log(end - start + 1)),
        float(spans),
    )
    return Span(start, end, int(attribute.argmax()), int(operation.argmax()), int(stance.argmax()), pointed, features)


def _merge_operations(operation: Floats) -> float:
    """Holding and beginning say the same of now."""
    now = operation[0] + operation[1]
    return float(now if int(operation.argmax()) < 2 else operation.max())


def _point(asking: Floats, keys: Floats, which: int) -> tuple[tuple[int, int], tuple[float, float]]:
    scale = np.float32(asking.shape[1] ** 0.5)
    start = soften(keys[:, which] @ asking[which] / scale)
    end = soften(keys[:, which + 1] @ asking[which + 1] / scale)
    first, last = int(start.argmax()), int(end.argmax())
    if (first == 0) != (last == 0) or last < first:
        first = last = first if start[first] >= end[last] else last
    return (first, last), (float(start[first]), float(end[last]))


def make_mark(span: Span, tokens: MessageTokens, text: str, before: str, calibration: Calibration) -> Mark:
    """A span in the terms of the message."""
    subject, when, label = (_place_pointed(each, tokens, text, before) for each in span.pointed)
    attribute = READ_ATTRIBUTES[span.attribute]
    return Mark(
        place=_place_tokens(tokens.message, span.first - tokens.first, span.last - tokens.first, text, False),
        attribute=attribute,
        operation=_OPERATIONS[span.operation],
        stance=_STANCES[span.stance],
        subject=subject,
        when=when,
        label=label if attribute in LABELLED else None,
        confidence=calibration.apply(span.features, span.attribute),
    )


def _place_pointed(pointed: tuple[int, int], tokens: MessageTokens, text: str, before: str) -> Place | None:
    """The first token of all stands for none."""
    first, last = pointed
    if first == 0:
        return None
    if first >= tokens.first:
        end = min(last - tokens.first, len(tokens.message) - 1)
        return _place_tokens(tokens.message, min(first - tokens.first, end), end, text, False)
    end = min(last - 1, len(tokens.before) - 1)
    return _place_tokens(tokens.before, min(first - 1, end), end, before, True)


def _place_tokens(tokens: Sequence[Token], first: int, last: int, text: str, before: bool) -> Place:
    while first > 0 and not tokens[first].begins_word:
        first -= 1
    while last + 1 < len(tokens) and not tokens[last + 1].begins_word:
        last += 1
    start, end = tokens[first].start, tokens[last].end
    return Place(start, end, text[start:end], before)


def soften(logits: Floats) -> Floats:
    """Logits as shares of one."""
    values = logits.astype(np.float32)
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def _find_odds(share: float) -> float:
    """Log odds, which still tell the sure from the very sure."""
    kept = min(max(float(share), _LEAST), 1 - _LEAST)
    return min(max(float(np.log(kept / (1 - kept))), -_MOST_ODDS), _MOST_ODDS)
