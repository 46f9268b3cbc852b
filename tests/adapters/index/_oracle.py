"""A search the slow and plain way: every text is cut and scored, one after the other, in double precision."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

import numpy as np

from atlas.language.english.dates import names_time
from atlas.language.words import asks, words
from atlas.model.catalogue_row import Listing
from atlas.model.ids import MemoryId, SessionId
from atlas.model.memory import Kind, State, Status
from atlas.model.search_result import ROLES, Found
from atlas.ports.index import Probe
from atlas.ports.reading import MemoryFilter

HIDDEN = (Status.REJECTED, Status.SENSITIVE)

NEARLY = 1e-3
"""Quantised indexes measure in half precision: four digits."""


def passes(where: MemoryFilter, of: Listing) -> bool:
    chosen: Sequence[tuple[Any, Any]] = (
        (where.statuses, of.status),
        (where.states, of.state),
        (where.kinds, of.kind),
        (where.origins, of.origin),
    )
    if any(wanted and value not in wanted for wanted, value in chosen):
        return False
    return (
        (where.conversation is None or of.conversation == where.conversation)
        and (where.subject is None or of.subject == where.subject)
        and (where.valid_at is None or _valid(of, where.valid_at))
        and (where.observed_before is None or of.observed_at < where.observed_before)
        and (where.observed_after is None or of.observed_at >= where.observed_after)
    )


def _valid(of: Listing, when: datetime) -> bool:
    begun = of.valid_from is None or of.valid_from <= when
    return begun and (of.valid_until is None or when < of.valid_until)


def vectors_in(data: bytes | None, dimension: int) -> list[list[float]]:
    """At length one; none when the bytes make no sense."""
    if not data or len(data) % (4 * dimension):
        return []
    rows = np.frombuffer(data, dtype="<f4").reshape(-1, dimension).tolist()
    lengths = [math.sqrt(sum(number * number for number in row)) for row in rows]
    if any(not math.isfinite(length) or length == 0 for length in lengths):
        return []
    return [[number / length for number in row] for row, length in zip(rows, lengths, strict=True)]


@dataclass
class Oracle:
    listings: Mapping[MemoryId, Listing]
    dimension: int

    def __post_init__(self) -> None:
        self.searchable = [of for of in self.listings.values() if of.status not in HIDDEN]
        self.stems = {of.memory: _stems(of.content) for of in self.searchable}
        self.mean = sum(map(len, self.stems.values())) / len(self.stems) if self.stems else 0.0
        self.episodes = {of.place: of for of in self.searchable if of.kind is Kind.EPISODE and of.place is not None}
        self.sessions: dict[SessionId, list[Listing]] = {}
        for of in sorted(self.episodes.values(), key=lambda of: of.place or 0):
            if of.session is not None:
                self.sessions.setdefault(of.session, []).append(of)

    def holding(self, term: str) -> int:
        return sum(term in stems for stems in self.stems.values())

    def by_words(self, probe: Probe) -> dict[MemoryId, float]:
        mean = 2 ** (round(math.log2(max(self.mean, 1.0)) * 16) / 16)
        weights = {}
        for term in probe.terms:
            holding = self.holding(term)
            weights[term] = math.log(1 + (len(self.stems) - holding + 0.5) / (holding + 0.5))
        scores = {}
        for of in self._passing(probe.where):
            stems = self.stems[of.memory]
            norm = 1.2 * (0.25 + 0.75 * len(stems) / mean)
            score = sum(
                weight * stems.count(term) * 2.2 / (stems.count(term) + norm) for term, weight in weights.items()
            )
            if score > 0:
                scores[of.memory] = score
        return scores

    def by_meaning(self, where: MemoryFilter, query: Sequence[float]) -> dict[MemoryId, float]:
        found = {of.memory: self.cosines(of, query) for of in self._passing(where)}
        return {memory: max(cosines) for memory, cosines in found.items() if cosines}

    def cosines(self, of: Listing, query: Sequence[float]) -> list[float]:
        length = math.sqrt(sum(number * number for number in query))
        return [_dot(row, query) / length for row in vectors_in(of.vectors, self.dimension)]

    def _passing(self, where: MemoryFilter) -> Iterable[Listing]:
        return (of for of in self.searchable if passes(where, of))

    # --- what may be said of a leg, where scores may be equal but for rounding

    def check_leg(self, hits: set[MemoryId], scores: Mapping[MemoryId, float], depth: int) -> None:
        assert len(hits) == min(depth, len(scores))
        assert hits <= set(scores)
        left = set(scores) - hits
        if not hits or not left:
            return
        worst = min(scores[name] for name in hits)
        assert all(scores[name] <= worst + NEARLY for name in left)
        for name in hits:  # exactly equal texts or vectors: the order of writing decides
            for other in left:
                if self._twins(name, other):
                    assert self.listings[name].seq < self.listings[other].seq

    def _twins(self, one: MemoryId, other: MemoryId) -> bool:
        left, right = self.listings[one], self.listings[other]
        return (left.content, left.vectors) == (right.content, right.vectors)

    # --- everything else in what was found

    def check_rows(self, names: Sequence[MemoryId], found: Found, probe: Probe) -> None:
        assert len(names) == len(set(names)) == len(found)
        row = {name: at for at, name in enumerate(names)}
        hits = [self.listings[name] for name, hit in zip(names, found.hit.tolist(), strict=True) if hit]
        homes = {home.memory: home for of in hits if (home := self.home(of))}
        near = {of.memory for of in hits} | set(homes)
        around = set(near)
        for home in homes.values():
            chain = self.session(home)
            at = next((place for place, of in enumerate(chain) if of.memory == home.memory), None)
            if at is not None:
                around |= {of.memory for of in chain[max(0, at - probe.reach) : at + probe.reach + 1]}
                near |= {of.memory for of in chain[max(0, at - 1) : at + 2]} if probe.reach else set()
        assert set(names) == around
        for name, at in row.items():
            of = self.listings[name]
            assert bool(found.candidate[at]) == (name in near and passes(probe.where, of))
            self._check_place(of, at, row, found)
            self._check_traits(of, at, found)
            self._check_scores(of, at, found, probe)
        assert found.total == len(self.stems)
        assert math.isclose(found.mean_length, self.mean)
        assert found.holding.tolist() == [self.holding(term) for term in probe.terms]

    def home(self, of: Listing) -> Listing | None:
        return of if of.kind is Kind.EPISODE else self.episodes.get(of.place)

    def session(self, of: Listing) -> list[Listing]:
        return self.sessions.get(of.session, []) if of.session is not None else []

    def _check_place(self, of: Listing, at: int, row: Mapping[MemoryId, int], found: Found) -> None:
        def where(other: Listing | None) -> int:
            return row.get(other.memory, -1) if other else -1

        home = self.home(of)
        assert found.home[at] == where(home)
        chain = [other.memory for other in self.session(of)]
        place = chain.index(of.memory) if of.memory in chain else None
        before = self.listings[chain[place - 1]] if place else None
        after = self.listings[chain[place + 1]] if place is not None and place + 1 < len(chain) else None
        assert (found.before[at], found.after[at]) == (where(before), where(after))
        assert (found.session[at] == -1) == (of.session is None)

    def _check_traits(self, of: Listing, at: int, found: Found) -> None:
        assert bool(found.fact[at]) == (of.kind is not Kind.EPISODE)
        speaker = of.speaker.casefold() if of.speaker else None
        assert (found.speakers[found.speaker[at]] if found.speaker[at] >= 0 else None) == speaker
        assert ROLES[found.role[at]] == (of.role or "")
        assert found.at[at] == of.observed_at.timestamp()
        assert found.referred[at] == of.referred_at.timestamp() if of.referred_at else np.isnan(found.referred[at])
        assert found.length[at] == len(self.stems[of.memory])
        assert found.asks[at] == asks(of.content)
        assert bool(found.dated[at]) == names_time(of.content)

    def _check_scores(self, of: Listing, at: int, found: Found, probe: Probe) -> None:
        heard = bool(found.candidate[at]) or (of.status, of.state) == (Status.APPROVED, State.ACTIVE)
        assert found.counts[at].tolist() == [self.stems[of.memory].count(term) * heard for term in probe.terms]
        queries = [] if probe.vectors is None else probe.vectors.tolist()
        expected = [self.cosines(of, query) for query in queries] if found.hit[at] else []
        if not expected or not expected[0]:
            assert np.isnan(found.cosine[at]).all()
            assert np.isnan(found.average[at])
            return
        np.testing.assert_allclose(found.cosine[at], [max(each) for each in expected], atol=NEARLY)
        np.testing.assert_allclose(found.average[at], sum(expected[0]) / len(expected[0]), atol=NEARLY)


_stems = lru_cache(words)


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))
