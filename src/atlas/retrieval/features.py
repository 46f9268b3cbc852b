"""What was found, as numbers that say how well it fits the question.

Ranking is over places of the transcript: a message and the facts drawn from it are one place, so that ten results are
not one thing ten times, and a fact helps the message that it stands in to be found. A memory without a place is one of
its own. A message is judged with what was said around it, since short ones say "yes, last week" and mean what came
before.

Every number is on a scale of its own making and does not depend on how large the store is or how many were found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from atlas.model.search_result import ROLES, Array, Found
from atlas.retrieval.query_reading import Reading, Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Rows = NDArray[np.intp]

K1: Final = 1.2
B: Final = 0.75
_REACH: Final = 3
_SHARP: Final = 8.0
"""Cosines lie close together; this brings their differences to the size of the others'."""
_CONTEXT_WORDS: Final = 40
"""Of a longer neighbour only this much counts: it says too much to be context."""
_THE_SAME: Final = 0.97
"""A cosine from which two texts say the same."""
_FEW: Final = 16
_MOST: Final = 0.07
"""Memories without vectors, and their share, up to which the others are ranked by meaning all the same."""
_DAY: Final = 86_400.0
_ASSISTANT: Final = ROLES.index("assistant")

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "words": ("bm25", "cover", "rare"),
    "meaning": ("near", "average"),
    "around": (
        "bm25_two", "bm25_seven", "cover_two", "cover_seven", "bm25_before", "bm25_after", "near_before", "near_after",
        "near_two", "near_wide", "answers", "answers_near", "session_bm25", "session_near", "session_cover",
    ),
    "who": ("speaker", "reply", "reply_asked"),
    "when": ("date", "dated_when", "dated"),
    "form": ("length", "short", "asks", "ends_asking", "fact"),
    "asked": ("asked",),
}  # fmt: skip
"""Which number belongs to which part of an explanation (C8)."""

NAMES: Final = tuple(name for names in PARTS.values() for name in names)
PART_OF: Final = {name: part for part, names in PARTS.items() for name in names}


@dataclass(frozen=True, slots=True)
class Places:
    """The places found, and their numbers: one row a place."""

    heads: Rows
    """The row (of Found) of the message, or of the memory itself where it has none."""
    of: Rows
    """For each row of Found the place it belongs to, -1 for none."""
    matrix: Numbers
    """One column for each of `NAMES`."""
    own: Numbers
    """For each row of Found how well it fits by itself: to choose who stands for a place."""


def build_places(found: Found, reading: Reading, asked: Mapping[int, float], depth: int) -> Places:
    """Group the found rows into places and compute their features. `asked` maps rows with a claim of the asked kind
    to a certainty, negative for a claim that no longer holds; `depth` is the number of results of each search leg."""
    import numpy as np  # slow to import

    group = np.where(found.home >= 0, found.home, np.arange(len(found)))
    echoes = _find_repeated_questions(found)
    heads = np.unique(group[found.candidate & ~echoes])
    of = np.full(len(found), -1, dtype=np.intp)
    of[heads] = np.arange(len(heads))
    of = np.where(echoes, -1, of[group])
    table = _FeatureTable(found, reading, heads, of, depth)
    if not len(heads):
        return Places(heads, of, np.zeros((0, len(NAMES))), table.own)
    return Places(heads, of, table.build_matrix(asked), table.own)


class _FeatureTable:
    """Columns over places, made from columns over rows; index -1 points to the padding row."""

    def __init__(self, found: Found, reading: Reading, heads: Rows, of: Rows, depth: int) -> None:
        import numpy as np  # slow to import

        self.np = np
        self.found, self.reading, self.heads, self.of = found, reading, heads, of
        self.idf = np.log1p((found.total - found.holding + 0.5) / (found.holding + 0.5))
        self.weight = float(self.idf.sum()) or 1.0
        self.mean = found.mean_length or 1.0
        self.length = _pad_column(found.length.astype(np.float64))
        self.counts = np.zeros((len(found) + 1, found.counts.shape[1]))
        self.counts[:-1] = found.counts
        self.bm25 = self._compute_bm25(self.counts, self.length, self.mean)
        self.near, self.average = (_fill_unscored(column, depth) for column in _cosine_columns(found))
        self.own = _SHARP * self.near[:-1] + 4.0 * self.bm25[:-1]
        self.reply = (found.role[heads] == _ASSISTANT).astype(np.float64)
        self._find_neighbours()

    def _find_neighbours(self) -> None:
        """Find the rows of the messages one to three steps before and after each head."""
        before, after = self.np.append(self.found.before, -1), self.np.append(self.found.after, -1)
        self.around: dict[int, Rows] = {}
        back, forth = self.heads, self.heads
        for step in range(1, _REACH + 1):
            back, forth = before[back], after[forth]
            self.around[-step], self.around[step] = back, forth

    def build_matrix(self, asked: Mapping[int, float]) -> Numbers:
        best = self._best_columns(asked)
        columns = {
            **best,
            **self._neighbour_columns(),
            **self._speaker_columns(),
            **self._dated_columns(best),
            **self._form_columns(),
        }
        columns |= self._session_columns(best["bm25"], best["near"])
        return self.np.stack([columns[name] for name in NAMES], axis=1)

    # --- the place's own message and facts

    def _best_columns(self, asked: Mapping[int, float]) -> dict[str, Numbers]:
        """Take each number from the best-fitting row of a place: its message or one of its facts."""
        np, found = self.np, self.found
        present = (self.counts[:-1] > 0.0) * self.idf
        columns = {
            "bm25": self.bm25[:-1],
            "cover": present.sum(axis=1) / self.weight,
            "rare": present.max(axis=1, initial=0.0) / np.log1p(found.total + 1.0),
            "near": _SHARP * self.near[:-1],
            "average": _SHARP * self.average[:-1],
            "date": self._date_column(),
            "dated": found.dated,
            "fact": found.fact,
            "asked": self._asked_column(asked),
        }
        rows = np.flatnonzero(self.of >= 0)
        rows = rows[np.argsort(self.of[rows], kind="stable")]
        starts = np.searchsorted(self.of[rows], np.arange(len(self.heads)))
        best = np.maximum.reduceat(np.stack(list(columns.values()), axis=1)[rows], starts, axis=0)
        over = np.minimum.reduceat(columns["asked"][rows], starts)
        best[:, -1] = np.where(best[:, -1] > 0.0, best[:, -1], over)
        return {name: best[:, at] for at, name in enumerate(columns)}

    def _compute_bm25(self, counts: Numbers, length: Numbers, mean: float) -> Numbers:
        """Compute BM25 as a share of the highest score within reach, so that long and short questions compare."""
        norm = K1 * (1.0 - B + B * length / mean)
        score: Numbers = (counts * (K1 + 1.0) / (counts + norm[:, None])) @ self.idf
        return score / (self.weight * (K1 + 1.0))

    def _compute_cover(self, counts: Numbers) -> Numbers:
        share: Numbers = (counts > 0.0) @ self.idf / self.weight
        return share

    def _asked_column(self, asked: Mapping[int, float]) -> Numbers:
        column = self.np.zeros(len(self.found))
        for row, sure in asked.items():
            column[row] = sure
        return column

    def _date_column(self) -> Numbers:
        """Measure how well the asked time fits the time of telling or the time told of."""
        np, found = self.np, self.found
        fit: Numbers = np.zeros(len(found))
        referred: Numbers = np.nan_to_num(found.referred, nan=-np.inf) if self.reading.spans else fit
        for span in self.reading.spans:
            fit = np.maximum(fit, np.maximum(_fit_to_span(found.at, span), _fit_to_span(referred, span)))
        return fit

    # --- what was said around it

    def _neighbour_columns(self) -> dict[str, Numbers]:
        share = self.np.minimum(1.0, _CONTEXT_WORDS / self.np.maximum(self.length, 1.0))
        context, words = self.counts * share[:, None], self.length * share
        two, two_length = self._sum_window(context, words, (-1,))
        seven, seven_length = self._sum_window(context, words, tuple(self.around))
        lifted = _SHARP * (self.near - self.near.min())
        asking = _pad_column((self.found.asks > 0).astype(self.np.float64))
        before, after = self.around[-1], self.around[1]
        wide = sum(lifted[self.around[step]] for step in (-3, -2, 2, 3)) / 4.0
        return {
            "bm25_two": self._compute_bm25(two, two_length, 2.0 * self.mean),
            "bm25_seven": self._compute_bm25(seven, seven_length, 5.0 * self.mean),
            "cover_two": self._compute_cover(two),
            "cover_seven": self._compute_cover(seven),
            "bm25_before": self.bm25[before],
            "bm25_after": self.bm25[after],
            "near_before": lifted[before],
            "near_after": lifted[after],
            "near_two": self.np.maximum(lifted[self.heads], lifted[before]),
            "near_wide": wide,
            "answers": (self.bm25 * asking)[before],
            "answers_near": (lifted * asking)[before],
        }

    def _sum_window(self, context: Numbers, words: Numbers, steps: tuple[int, ...]) -> tuple[Numbers, Numbers]:
        counts, length = self.counts[self.heads], self.length[self.heads]
        for step in steps:
            counts = counts + context[self.around[step]]
            length = length + words[self.around[step]]
        return counts, length

    def _session_columns(self, bm25: Numbers, near: Numbers) -> dict[str, Numbers]:
        """Measure the fit of the whole session: its three best places, and the terms found among them."""
        np = self.np
        alone = -1 - np.arange(len(self.heads))  # what was said in no session is in none with others
        said_in = self.found.session[self.heads]
        names, session = np.unique(np.where(said_in < 0, alone, said_in), return_inverse=True)
        order = np.argsort(session, kind="stable")
        starts = np.searchsorted(session[order], np.arange(len(names)))
        held = np.maximum.reduceat(self.counts[self.heads][order], starts, axis=0)
        return {
            "session_bm25": _mean_of_best_three(bm25, session, len(names)),
            "session_near": _mean_of_best_three(near, session, len(names)),
            "session_cover": self._compute_cover(held)[session],
        }

    # --- who, when, and what kind of text

    def _speaker_columns(self) -> dict[str, Numbers]:
        np, found, told = self.np, self.found, float(self.reading.told)
        named = [place for place, name in enumerate(found.speakers) if name in self.reading.speakers]
        alone = len(self.reading.speakers) == 1 and len(named) == 1
        speaker = found.speaker[self.heads] == named[0] if alone else np.zeros(len(self.heads))
        return {"speaker": speaker, "reply": self.reply * (1.0 - told), "reply_asked": self.reply * told}

    def _dated_columns(self, best: Mapping[str, Numbers]) -> dict[str, Numbers]:
        when = float(self.reading.asks_when)
        return {
            "dated_when": best["dated"] * when,
            "dated": best["dated"] * (1.0 - when) * (1.0 - self.reply),
        }

    def _form_columns(self) -> dict[str, Numbers]:
        np, length, asks = self.np, self.length[self.heads], self.found.asks[self.heads]
        said = 1.0 - self.reply
        return {
            "length": np.log1p(length) / 2.0,
            "short": np.exp(-length / 6.0),
            "asks": (asks > 0) * said,
            "ends_asking": (asks > 1) * said,
        }


def _find_repeated_questions(found: Found) -> Array:
    """Mark earlier copies of the question itself, which are nearest of all and answer nothing."""
    import numpy as np  # slow to import

    if not found.cosine.shape[1]:
        return np.zeros(len(found), dtype=np.bool_)
    return (found.asks == 2) & (found.average > _THE_SAME)


def _pad_column(column: Numbers) -> Numbers:
    import numpy as np  # slow to import

    return np.append(column, 0.0)


def _cosine_columns(found: Found) -> tuple[Numbers, Numbers]:
    """Return the cosines of the question to the nearest passage and to all on average; NaN where unknown.

    While many memories have no vectors yet nobody's count: who has some would stand before all others (X8).
    """
    import numpy as np  # slow to import

    if not found.cosine.shape[1] or lacks_vectors(found):
        unknown = np.full(len(found), np.nan)
        return unknown, unknown
    return found.cosine[:, 0].astype(np.float64), found.average.astype(np.float64)


def lacks_vectors(found: Found) -> bool:
    """Tell whether many memories have no vectors: another embedder is catching up, or much was just imported."""
    return found.total - found.embedded > max(_FEW, _MOST * found.total)


def _fill_unscored(column: Numbers, depth: int) -> Numbers:
    """Give rows that the dense leg did not score, and the padding, the score of its last hit.

    The leg returns the nearest of all, so its last hit is the one at that depth, whoever else was scored.
    """
    import numpy as np  # slow to import

    finite = np.isfinite(column)
    known = np.sort(column[finite])
    floor = float(known[-min(depth, len(known))]) if len(known) else 0.0
    return np.append(np.where(finite, column, floor), floor)


def _mean_of_best_three(column: Numbers, session: Rows, count: int) -> Numbers:
    """Average each session's three best, above the worst of all; a missing one adds nothing."""
    import numpy as np  # slow to import

    if not len(column):
        return column
    order = np.lexsort((-column, session))
    starts = np.searchsorted(session[order], np.arange(count))
    place = np.arange(len(column)) - starts[session[order]]
    best = order[place < 3]
    total = np.zeros(count)
    np.add.at(total, session[best], column[best] - column.min())
    return total[session] / 3.0


def _fit_to_span(at: Numbers, span: Span) -> Numbers:
    """Score moments against the asked time; people tell of a day within some ten days after it."""
    import numpy as np  # slow to import

    inside = (at >= span.start - _DAY) & (at < span.end + _DAY)
    if span.days > 3:
        return inside.astype(np.float64)
    soon = (at >= span.start) & (at < span.end + 10 * _DAY)
    month = (at >= span.start - 15 * _DAY) & (at < span.end + 30 * _DAY)
    return np.where(inside, 2.0, np.where(soon, 1.5, month.astype(np.float64)))
