"""Recall before and after simulated nights (§2: learning keeps what matters): `benchmarks retrieval --nights 30`.

The talks of LoCoMo are lived through on their own clock; then come so many nights on which nothing is said, and every
trigger that is due runs: thinking, pruning, consolidation. The same questions are asked before and after.

In two more stores of each talk every session is said twice, a day apart, and noted down after each; in one of them
nothing is consolidated. What was derived and inferred is counted in both after the nights.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Protocol

from atlas import compose
from atlas.engine.core.runtime import Runtime
from atlas.engine.inspect.browse import memory_filter
from atlas.language.claim_comparison import claims_agree
from atlas.model.claim import Claim
from atlas.model.entity import is_self
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import STANDING, Basis, Kind, Memory, State, Status
from atlas.settings import Settings
from atlas.surfaces.library import Atlas
from benchmarks.formats import ADVERSARIAL, Talk, Turn, load
from benchmarks.measures import DEPTH, Score, by_category, mean, score
from benchmarks.retrieval import Tick, bench_settings, take_in, turns_of

SET: Final = "locomo"
MULTI_HOP: Final = "multi-hop"
MOST_FALL, LEAST_SHRINK = 0.01, 0.2
_BY_HAND: Final = "manual"
"""Triggers that consolidate only when somebody says so: here nobody does."""
_DAY: Final = timedelta(days=1)
_AGAIN: Final = timedelta(days=1)
_EVERY: Final = memory_filter(states=frozenset({State.ACTIVE, State.ARCHIVED}))
_MANY: Final = 1_000_000


class Moving(Protocol):
    """A clock that goes as it is told."""

    def now(self) -> datetime: ...

    def set(self, to: datetime) -> None: ...


@dataclass(frozen=True, slots=True)
class Talked:
    """One talk, asked before and after the nights."""

    name: str
    before: tuple[Score, ...]
    after: tuple[Score, ...]
    stated: int
    lost: tuple[MemoryId, ...]
    """What a speaker said of themselves and nobody would be told any more."""
    learned: tuple[int, int]
    """Derived and inferred memories in service after the nights, without consolidation and with it, said twice."""
    messages: int


@dataclass(frozen=True, slots=True)
class Result:
    nights: int
    talks: tuple[Talked, ...]

    def figures(self) -> dict[str, Any]:
        before = [each for talk in self.talks for each in talk.before]
        after = [each for talk in self.talks for each in talk.after]
        made, left = (sum(talk.learned[at] for talk in self.talks) for at in (0, 1))
        figures = self._figures(before, after, made, left)
        return {**figures, "bars": list(_bars(figures))}

    def _figures(self, before: Sequence[Score], after: Sequence[Score], made: int, left: int) -> dict[str, Any]:
        return {
            "nights": self.nights,
            "questions": len(before),
            "before": _figures(before),
            "after": _figures(after),
            "recall@10_fall": round(_recall(before) - _recall(after), 4),
            "multi_hop_gain": round(_recall(after, MULTI_HOP) - _recall(before, MULTI_HOP), 4),
            "stated": sum(talk.stated for talk in self.talks),
            "lost": sum(len(talk.lost) for talk in self.talks),
            "derived_without": made,
            "derived_with": left,
            "shrink": round(1 - left / made, 4) if made else None,
            "messages": sum(talk.messages for talk in self.talks),
        }


def _bars(figures: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    fall, gain, shrink = figures["recall@10_fall"], figures["multi_hop_gain"], figures["shrink"] or 0.0
    yield {"says": "recall@10 falls by", "seen": fall, "wanted": f"at most {MOST_FALL}", "met": fall <= MOST_FALL}
    yield {"says": "multi-hop recall@10 gains", "seen": gain, "wanted": "at least 0", "met": gain >= 0}
    yield {"says": "facts about themselves lost", "seen": figures["lost"], "wanted": "0", "met": figures["lost"] == 0}
    met = shrink >= LEAST_SHRINK
    yield {"says": "derived memories shrink by", "seen": shrink, "wanted": f"at least {LEAST_SHRINK}", "met": met}


def _figures(scores: Sequence[Score]) -> dict[str, Any]:
    categories = {name: _rounded(group) for name, group in by_category(scores).items()}
    return {"overall": _rounded(scores), "categories": categories}


def _rounded(scores: Sequence[Score]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in mean(scores).items()}


def _recall(scores: Sequence[Score], category: str | None = None) -> float:
    chosen = [each for each in scores if category is None or each.category == category]
    return mean(chosen)["recall@10"] if chosen else 0.0


def run(folder: Path, settings: Settings, nights: int, progress: Callable[[int, int], None] | None = None) -> Result:
    talks = load(SET, folder)
    total = sum(5 * len(talk.turns) + 2 * len(talk.questions) + 3 * nights for talk in talks)

    def tick(count: int) -> None:
        if progress:
            progress(count, total)

    own = bench_settings(settings)
    return Result(nights, tuple(_talked(talk, own, nights, tick) for talk in talks))


def _talked(talk: Talk, settings: Settings, nights: int, tick: Tick) -> Talked:
    questions = replace(talk, questions=tuple(each for each in talk.questions if each.category != ADVERSARIAL))
    with _opened(settings, talk) as (runtime, clock, atlas):
        placed = _lived(atlas, clock, talk.turns, tick)
        stated = _stated(runtime)
        before = _asked(atlas, questions, placed, tick)
        _sleep(atlas, clock, nights, tick)
        after = _asked(atlas, questions, placed, tick)
        lost = tuple(_lost(runtime, stated))
    made, left = (_said_twice(talk, each, nights, tick) for each in (replace(settings, triggers=_BY_HAND), settings))
    return Talked(talk.name, before, after, len(stated), lost, (made, left), len(talk.turns))


def _said_twice(talk: Talk, settings: Settings, nights: int, tick: Tick) -> int:
    with _opened(settings, talk) as (runtime, clock, atlas):
        _lived(atlas, clock, _twice(talk.turns), tick, noting=True)
        _sleep(atlas, clock, nights, tick)
        return _derived(runtime)


@contextmanager
def _opened(settings: Settings, talk: Talk) -> Iterator[tuple[Runtime, Moving, Atlas]]:
    clock = compose.make_virtual_clock(talk.turns[0].at)
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        runtime = compose.make_runtime(settings, Path(folder) / "bench.atlas", clock=clock)
        atlas = Atlas(runtime, background=False)
        try:
            yield runtime, clock, atlas
        finally:
            atlas.close(think=False)


def _lived(
    atlas: Atlas, clock: Moving, turns: Sequence[Turn], tick: Tick, *, noting: bool = False
) -> dict[MessageId, str]:
    """Session by session, each at its time; what falls due in between is done."""
    placed: dict[MessageId, str] = {}
    for _, session in groupby(turns, key=lambda turn: turn.session):
        said = list(session)
        clock.set(max(clock.now(), said[0].at))
        placed |= take_in(atlas, said, tick)
        clock.set(max(clock.now(), said[-1].at))
        atlas.flush()
        if noting:
            atlas.jobs.reflect("observations")
    return placed


def _twice(turns: Sequence[Turn]) -> list[Turn]:
    told: list[Turn] = []
    for name, session in groupby(turns, key=lambda turn: turn.session):
        said = list(session)
        again = [replace(turn, id=f"{turn.id} again", session=f"{name} again", at=turn.at + _AGAIN) for turn in said]
        told += [*said, *again]
    return told


def _sleep(atlas: Atlas, clock: Moving, nights: int, tick: Tick) -> None:
    for _ in range(nights):
        clock.set(clock.now() + _DAY)
        atlas.flush()
        tick(1)


def _asked(atlas: Atlas, talk: Talk, placed: dict[MessageId, str], tick: Tick) -> tuple[Score, ...]:
    found = []
    for question in talk.questions:
        recalled = atlas.recall(question.text, DEPTH, at=max(question.at, _last(talk)))
        returned = turns_of([item.memory for item in recalled], placed)
        found.append(score(question.category, returned, question.evidence))
        tick(1)
    return tuple(found)


def _last(talk: Talk) -> datetime:
    return max(turn.at for turn in talk.turns)


# --- what is kept


def _all(runtime: Runtime) -> list[Memory]:
    with runtime.reading() as reader:
        return [memory for _, memory in reader.select(_EVERY, _MANY)]


def _stated(runtime: Runtime) -> list[Memory]:
    """What a speaker said of themselves, and would be told."""
    return [
        memory
        for memory in _all(runtime)
        if memory.served and memory.basis is Basis.STATED and memory.claim and is_self(memory.claim.subject)
    ]


def _lost(runtime: Runtime, stated: Sequence[Memory]) -> Iterator[MemoryId]:
    """Neither it nor anything that says the same is served; to be replaced by something newer is not to be lost."""
    now = {memory.id: memory for memory in _all(runtime)}
    served = [memory.claim for memory in now.values() if memory.served and memory.claim]
    for memory in stated:
        is_now = now.get(memory.id)
        replaced = is_now is not None and is_now.status is Status.SUPERSEDED
        if not replaced and not _says(served, memory.claim):
            yield memory.id


def _says(served: Sequence[Claim], claim: Claim | None) -> bool:
    return claim is not None and any(claims_agree(each, claim) for each in served)


def _derived(runtime: Runtime) -> int:
    """In service, no message, and not said in so many words."""
    learned = (memory for memory in _all(runtime) if memory.kind is not Kind.EPISODE and memory.state is State.ACTIVE)
    return sum(memory.basis is not Basis.STATED and memory.status in STANDING for memory in learned)
