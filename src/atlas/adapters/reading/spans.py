"""The network's numbers into spans: where they stand, and what was decided about each.

A span begins where a token is tagged as a beginning, goes on while tokens are tagged as inside, and takes whole words.
Its labels are read off the mean of its tokens; its subject, its time and its label are pointed at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from atlas.adapters.reading.tokens import MessageTokens, Token
from atlas.model.reading import READ_ATTRIBUTES, Operation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_POINTERS: Final = 6
_ENDS: Final = np.cumsum((len(READ_ATTRIBUTES), len(Operation)))
"""Where the attributes and the operations end among the labels; the stances are last."""
_THRESHOLD: Final = 0.3
"""A beginning this likely is looked at: its confidence says the rest."""
_JOINING: Final = frozenset("-'’&/.@_+")
"""Signs that stand within a word."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """What the network gives for one message, without padding."""

    act: Floats
    tag: Floats
    labels: Floats
    asking: Floats
    asked: Floats


@dataclass(frozen=True, slots=True)
class Pointer:
    """The first and the last token of what is pointed at; the first of all stands for nothing."""

    first: int
    last: int
    starts: Floats
    """How likely each token is the first one."""
    last_share: float

    @property
    def is_none(self) -> bool:
        return self.first == 0


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens of a value, and how likely each label of it is."""

    first: int
    last: int
    attributes: Floats
    operations: Floats
    stances: Floats
    subject: Pointer
    when: Pointer
    label: Pointer

    @property
    def attribute(self) -> int:
        return int(self.attributes.argmax())

    @property
    def operation(self) -> int:
        return int(self.operations.argmax())

    @property
    def stance(self) -> int:
        return int(self.stances.argmax())


def read_spans(outputs: Outputs, tokens: MessageTokens) -> list[Span]:
    """Decide about every span of a message."""
    return [_read_span(outputs, first, last) for first, last in find_spans(outputs.tag, tokens)]


def _read_span(outputs: Outputs, first: int, last: int) -> Span:
    rows = slice(first, last + 1)
    attributes, operations, stances = split_labels(outputs.labels[rows].astype(np.float32).mean(axis=0))
    asking = outputs.asking[rows].astype(np.float32).mean(axis=0).reshape(_POINTERS, -1)
    keys = outputs.asked.astype(np.float32).reshape(len(outputs.asked), _POINTERS, -1)
    subject, when, label = (_point(asking, keys, each) for each in (0, 2, 4))
    return Span(first, last, attributes, operations, stances, subject, when, label)


def split_labels(logits: Floats) -> tuple[Floats, Floats, Floats]:
    """Shares of the attributes, the operations, the stances."""
    attributes, operations, stances = (soften(part) for part in np.split(logits, _ENDS))
    return attributes, operations, stances


def _point(asking: Floats, keys: Floats, which: int) -> Pointer:
    scale = np.float32(asking.shape[1] ** 0.5)
    starts = soften(keys[:, which] @ asking[which] / scale)
    ends = soften(keys[:, which + 1] @ asking[which + 1] / scale)
    first, last = int(starts.argmax()), int(ends.argmax())
    if (first == 0) != (last == 0) or last < first:
        first = last = first if starts[first] >= ends[last] else last
    return Pointer(first, last, starts, float(ends[last]))


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
        elif begins >= _THRESHOLD and begins >= inside:
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


def soften(logits: Floats) -> Floats:
    """Logits as shares of one."""
    values = logits.astype(np.float32)
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares
