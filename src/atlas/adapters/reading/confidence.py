"""How likely a span is right, all of it: fitted to how sure the network was of each of its decisions.

The fit stands on writers whom the network that decided had not seen, and on readers who judged what it found there
(`training/reading/calibrate.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from atlas.adapters.reading.spans import Outputs, Span, soften
from atlas.adapters.reading.tokens import MessageTokens
from atlas.model.reading import READ_ATTRIBUTES, Operation, Stance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_LEAST: Final = 1e-6
_TAGS: Final = ("outside", "beginning", "inside")
FEATURES: Final = (
    *(f"first_{tag}" for tag in _TAGS),
    "inside",
    "end",
    "attribute",
    "runner_up",
    "attribute_entropy",
    "label_spread",
    "now_or_not",
    *map(str, Operation),
    *map(str, Stance),
    "subject_start",
    "subject_end",
    "speaker",
    "subject_gap",
    "is_speaker",
    "telling",
    "length",
    "spans",
)
"""How sure each decision was, as log odds; how far the labels of a span's tokens differ; how long it is, and how many
there are."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """A network of two hidden layers: from the features and the attribute to how likely a span is right."""

    centre: Floats
    """A number a feature."""
    spread: Floats
    features: Floats
    """A row a feature, a column a hidden unit."""
    attributes: Floats
    """A row an attribute; what all of them share is in it."""
    hidden: Floats
    """A row a unit of the first layer, a column a unit of the second."""
    shared: Floats
    outer: Floats
    constant: float

    def apply(self, features: Floats, attributes: Sequence[int]) -> Floats:
        scaled = (features - self.centre) / self.spread
        first = np.maximum(scaled @ self.features + self.attributes[list(attributes)], 0)
        second = np.maximum(first @ self.hidden + self.shared, 0)
        shares: Floats = 1 / (1 + np.exp(-(second @ self.outer + self.constant)))
        return shares


def make_unfitted() -> Confidence:
    """Before anything is fitted every span is as likely as another."""
    count, one = len(FEATURES), np.zeros((1, 1), np.float32)
    return Confidence(
        np.zeros(count, np.float32),
        np.ones(count, np.float32),
        np.zeros((count, 1), np.float32),
        np.zeros((len(READ_ATTRIBUTES), 1), np.float32),
        one,
        one[0],
        one[0],
        0.0,
    )


def load_confidence(stored: dict[str, Any]) -> Confidence:
    """What `calibrate.py` wrote; KeyError where a feature or an attribute is missing."""

    def rows(table: str, names: Sequence[str]) -> Floats:
        return np.array([stored[table][name] for name in names], np.float32)

    centre, spread, features = (rows(each, FEATURES) for each in ("centre", "spread", "features"))
    hidden, shared, outer = (np.array(stored[each], np.float32) for each in ("hidden", "shared", "outer"))
    attributes = rows("attributes", READ_ATTRIBUTES)
    return Confidence(centre, spread, features, attributes, hidden, shared, outer, float(stored["constant"]))


def measure_spans(spans: Sequence[Span], outputs: Outputs, tokens: MessageTokens) -> Floats:
    """A row of features for each span of a message."""
    tags, telling = soften(outputs.tag), float(find_odds(1 - soften(outputs.act)[0]))
    rows = [_measure_span(span, tags, outputs.labels, tokens, telling, len(spans)) for span in spans]
    return np.array(rows, np.float32).reshape(len(spans), len(FEATURES))


def _measure_span(
    span: Span, tags: Floats, labels: Floats, tokens: MessageTokens, telling: float, spans: int
) -> list[float]:
    inside = tags[span.first + 1 : span.last + 1, 2]
    goes_on = tags[span.last + 1, 2] if span.last < tokens.first + len(tokens.message) - 1 else 0.0
    second, best = np.sort(span.attributes)[-2:]
    subjects = span.subject.starts
    tagged = [*tags[span.first], inside.min() if len(inside) else 1.0, 1 - goes_on, best]
    operated = [_merge_operations(span.operations), *span.operations, *span.stances]
    pointed = [subjects[span.subject.first], span.subject.last_share, subjects[0]]
    odds = find_odds(np.array([*tagged, *operated, *pointed]))
    between = labels[span.first : span.last + 1, : len(READ_ATTRIBUTES)].astype(np.float32).std(axis=0).mean()
    return [
        *odds[: len(tagged)],
        np.log((best + _LEAST) / (second + _LEAST)),
        -(span.attributes * np.log(span.attributes + _LEAST)).sum(),
        between,
        *odds[len(tagged) :],
        np.subtract(*np.sort(subjects)[:-3:-1]),
        float(span.subject.is_none),
        telling,
        np.log(span.last - span.first + 1),
        float(spans),
    ]


def _merge_operations(operations: Floats) -> float:
    """Holding and beginning say the same of now."""
    now = operations[0] + operations[1]
    return float(now if int(operations.argmax()) < 2 else operations.max())


def find_odds(share: Any) -> Any:
    """Log odds, which still tell the sure from the very sure."""
    kept = np.clip(share, _LEAST, 1 - _LEAST)
    return np.log(kept / (1 - kept))
