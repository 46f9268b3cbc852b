"""Both legs of a search over a catalogue, and what was said around the hits, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.arrays import find_distinct
from atlas.adapters.index.catalogue import Catalogue
from atlas.adapters.index.columns import EPISODE, LESSON, NONE, UNKNOWN
from atlas.adapters.index.masks import Mask
from atlas.adapters.index.passages import vectors
from atlas.adapters.index.postings import Run
from atlas.errors import BadInput
from atlas.model.recall import EmbedderIdentity
from atlas.model.search_result import Found
from atlas.ports.index import Probe

Slots = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class _Scored:
    """Slots, ascending, with the cosine of each one's nearest passage to each direction."""

    slots: Slots
    cosine: NDArray[np.float32]
    average: NDArray[np.float32]

    def only(self, chosen: NDArray[np.bool_]) -> _Scored:
        return _Scored(self.slots[chosen], self.cosine[chosen], self.average[chosen])


class Look:
    """One look at a catalogue."""

    def __init__(self, catalogue: Catalogue, identity: EmbedderIdentity) -> None:
        self._catalogue = catalogue
        self._columns = catalogue.columns
        self._identity = identity

    def search(self, probe: Probe) -> Found:
        catalogue = self._catalogue
        mask = catalogue.masks.of(probe.where)
        directions = self._directions(probe.vectors)
        runs = catalogue.postings.runs(probe.terms)
        by_words = catalogue.ranking.best(runs.values(), mask, probe.depth)
        likely = self._likely(directions, mask, probe.depth)
        also = self._also(probe, mask)
        pool = self._scored(find_distinct(np.concatenate((by_words, likely, also))), directions)
        hits = np.concatenate((by_words, self._nearest(pool, likely, probe.depth), also))
        chosen = _mark_rows(len(pool.slots), np.searchsorted(pool.slots, hits))
        return self._found(pool.only(chosen), mask, probe, [runs[term] for term in probe.terms])

    def nearest(self, vector: NDArray[np.float32], limit: int) -> list[tuple[int, float]]:
        directions = self._directions(np.asarray(vector)[None])
        likely = self._likely(directions, self._catalogue.masks.everything(), limit)
        pool = self._scored(likely, directions)
        best = self._nearest(pool, likely, limit)
        return list(zip(best.tolist(), pool.cosine[np.searchsorted(likely, best), 0].tolist(), strict=True))

    def _also(self, probe: Probe, mask: Mask) -> Slots:
        known = [slot for memory in probe.also if (slot := self._catalogue.slots.get(memory)) is not None]
        slots = np.array(known, dtype=np.intp)
        return slots[mask.passes[slots]]

    # --- the meaning's leg

    def _directions(self, asked: NDArray[np.float32] | None) -> NDArray[np.float32]:
        if asked is None or not len(asked):
            return np.zeros((0, self._identity.dimension), dtype=np.float32)
        rows, lengths, _ = vectors([np.ascontiguousarray(asked, dtype="<f4").tobytes()], self._identity.dimension)
        if rows.shape != np.shape(asked):
            raise BadInput(f"A query is {self._identity.dimension} finite numbers that are not all zero.")
        return rows / lengths[:, None]

    def _likely(self, directions: NDArray[np.float32], mask: Mask, depth: int) -> Slots:
        """The first direction finds."""
        if not len(directions):
            return np.zeros(0, dtype=np.intp)
        return self._catalogue.passages.likely(directions[0], mask, depth)

    def _scored(self, slots: Slots, directions: NDArray[np.float32]) -> _Scored:
        """Each product is summed up in the same order, so that equal vectors have equal cosines."""
        cosine = np.full((len(slots), len(directions)), np.nan, dtype=np.float32)
        average = np.full(len(slots), np.nan, dtype=np.float32)
        passages = self._catalogue.passages
        owners, rows = passages.rows_of(slots, self._columns.size) if len(directions) else (slots[:0], directions)
        if len(owners):
            scores = np.einsum("pd,vd->pv", rows, directions)
            starts = np.flatnonzero(np.append(True, owners[1:] != owners[:-1]))
            at = np.searchsorted(slots, owners[starts])
            cosine[at] = np.maximum.reduceat(scores, starts, axis=0)
            average[at] = np.add.reduceat(scores[:, 0], starts) / np.diff(np.append(starts, len(owners)))
        return _Scored(slots, cosine, average)

    def _nearest(self, pool: _Scored, likely: Slots, depth: int) -> Slots:
        """Of the likely ones, best first, equal ones by the order of writing."""
        if not len(likely):
            return likely
        first = pool.cosine[np.searchsorted(pool.slots, likely), 0]
        known = ~np.isnan(first)
        likely, first = likely[known], first[known]
        return likely[np.lexsort((self._columns.seq[likely], -first))[:depth]]

    # --- what was found

    def _found(self, hits: _Scored, mask: Mask, probe: Probe, runs: Sequence[Run]) -> Found:
        columns, transcript = self._columns, self._catalogue.transcript
        homes = transcript.homes(hits.slots)
        homes = find_distinct(homes[homes != NONE])
        beside, around = self._around(homes, probe.reach)
        slots = find_distinct(np.concatenate((hits.slots, homes, around)))
        by_words = self._by_words(slots, runs)
        order = np.argsort(columns.seq[slots], kind="stable")
        slots, by_words["counts"] = slots[order], by_words["counts"][order]
        with self._catalogue.numbered(slots) as rows:
            at_hits, at_near = rows[hits.slots], rows[np.concatenate((hits.slots, homes, beside))]
            places: dict[str, Any] = {
                "before": rows[columns.before[slots]],
                "after": rows[columns.after[slots]],
                "home": rows[transcript.homes(slots)],
            }
        near = _mark_rows(len(slots), at_near)
        candidate = near & mask.passes[slots]
        # What nobody approved says nothing for its neighbours either.
        by_words["counts"][~(candidate | columns.approved(slots))] = 0.0
        return Found(
            names=tuple(map(self._catalogue.ids.__getitem__, slots.tolist())),
            candidate=candidate,
            hit=_mark_rows(len(slots), at_hits),
            **places,
            **self._traits(slots),
            **by_words,
            embedded=int(np.count_nonzero(columns.vectors[: columns.size])),
            cosine=_spread_scores(len(slots), at_hits, hits.cosine),
            average=_spread_scores(len(slots), at_hits, hits.average),
        )

    def _around(self, homes: Slots, reach: int) -> tuple[Slots, Slots]:
        """The messages right before and after these, and all within reach."""
        beside, around = [homes[:0]], [homes[:0]]
        for order in (self._columns.before, self._columns.after):
            at = homes
            for step in range(reach):
                at = order[at].astype(np.intp)
                at = at[at != NONE]
                around.append(at)
                if step == 0:
                    beside.append(at)
        return np.concatenate(beside), np.concatenate(around)

    def _traits(self, slots: Slots) -> dict[str, Any]:
        columns = self._columns
        return {
            "fact": columns.kind[slots] != EPISODE,
            "lesson": columns.kind[slots] == LESSON,
            "session": columns.session[slots],
            "speaker": columns.speaker[slots],
            "speakers": columns.names["speaker"].all,
            "role": columns.role[slots],
            "at": columns.observed[slots] / 1e6,
            "referred": _convert_to_seconds(columns.referred[slots]),
            "length": columns.length[slots].astype(np.float32),
            "asks": columns.asks[slots],
            "dated": columns.dated[slots],
        }

    def _by_words(self, slots: Slots, runs: Sequence[Run]) -> dict[str, Any]:
        """Ascending slots are found several times quicker than the same in another order."""
        postings = self._catalogue.postings
        counts = np.zeros((len(slots), len(runs)), dtype=np.float32)
        for at, run in enumerate(runs):
            counts[:, at] = run.counts(slots)
        return {
            "counts": counts,
            "holding": np.array([run.holding for run in runs], dtype=np.int64),
            "total": postings.texts,
            "mean_length": postings.mean_length,
        }


def _mark_rows(size: int, at: NDArray[Any]) -> NDArray[np.bool_]:
    marked = np.zeros(size, dtype=np.bool_)
    marked[at] = True
    return marked


def _spread_scores(size: int, at: NDArray[Any], values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The values at these rows, and NaN elsewhere."""
    spread = np.full((size, *values.shape[1:]), np.nan, dtype=np.float32)
    spread[at] = values
    return spread


def _convert_to_seconds(moments: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.where(moments == UNKNOWN, np.nan, moments / 1e6)
