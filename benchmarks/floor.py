"""How well the floor of recall tells what bears on nothing remembered (C13).

Each talk of LoCoMo and LongMemEval is a store. Its own questions are to pass; questions of other talks, of the other
data set and those of CLINC150 that are out of its scope are not. Half of the talks and half of CLINC's questions are
for choosing the limits, and the other half tells what they are worth.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.serve.recall import Query, embed_query, run_search
from atlas.errors import BadInput
from atlas.retrieval.floor import FLOORS, Bearing, Floor, may_answer, measure_bearing
from atlas.settings import Settings
from benchmarks.formats import ADVERSARIAL, Question, Talk, load, present
from benchmarks.retrieval import bench_settings, opened, take_in

OWN: Final = "own"
SOURCES: Final = ("other talks", "other set", "out of scope")
_SETS: Final = ("locomo", "longmemeval")
_EACH: Final = 120
"""Questions from elsewhere that are asked of the talks of one set, of each source."""
_SEED: Final = 5
_STEPS: Final = [round(0.15 + 0.01 * step, 2) for step in range(36)]

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question asked of one store."""

    set: str
    source: str
    unseen: bool
    """Whether it is of the half that no limit was chosen by."""
    judged: bool
    """Whether the floor goes by its numbers at all."""
    bearing: Bearing

    def passes(self, floor: Floor) -> bool:
        return not self.judged or floor.passes(self.bearing)


@dataclass(frozen=True, slots=True)
class Result:
    embedder: str
    floor: Floor
    asked: tuple[Asked, ...]

    def figures(self) -> dict[str, Any]:
        fitted = strictest(self.floor, [each for each in self.asked if not each.unseen])
        return {
            "embedder": self.embedder,
            "shipped": {"near": self.floor.near, **self._halves(self.floor)},
            "strictest": {"near": fitted.near, **self._halves(fitted)},
        }

    def _halves(self, floor: Floor) -> dict[str, Any]:
        halves = {"chosen_by": False, "unseen": True}
        return {name: _shares([e for e in self.asked if e.unseen is half], floor) for name, half in halves.items()}


def strictest(floor: Floor, asked: Iterable[Asked]) -> Floor:
    """The highest limit by which every store's own question still passes."""
    own = [each for each in asked if each.source == OWN]
    raised = (replace(floor, near=near, most=max(floor.most, near)) for near in _STEPS)
    return [each for each in raised if all(one.passes(each) for one in own)][-1]


def _shares(asked: Sequence[Asked], floor: Floor) -> dict[str, Any]:
    sets: dict[str, dict[str, list[Asked]]] = {}
    for each in asked:
        sets.setdefault(each.set, {}).setdefault(each.source, []).append(each)
    return {of: {source: _share(some, floor) for source, some in sources.items()} for of, sources in sets.items()}


def _share(asked: Sequence[Asked], floor: Floor) -> Mapping[str, float]:
    passed = sum(each.passes(floor) for each in asked)
    return {"asked": len(asked), "passed": round(passed / len(asked), 3) if asked else 0.0}


# --- running


def run(folder: Path, settings: Settings, progress: Progress | None = None) -> Result:
    sets = {name: load(name, folder) for name in present(folder) if name in _SETS}
    scope = sorted(folder.rglob("clinc150/*.json"))
    if not sets or not scope:
        raise BadInput(f"There is no LoCoMo or LongMemEval with CLINC150 under {folder}.")
    own = bench_settings(settings)
    out = json.loads(scope[0].read_text())
    outside = [[text for text, _ in out[name]] for name in ("oos_train", "oos_val")]
    done: list[Asked] = []
    total = sum(len(talks) for talks in sets.values())
    for name, talks in sets.items():
        for at, talk in enumerate(talks):
            chance = random.Random(_SEED + at)  # noqa: S311 # the same questions each time
            foreign = _foreign(sets, name, talk, outside[at % 2], chance)
            done += _one(name, talk, foreign, own, unseen=at % 2 == 1 or (name == "locomo" and at > 0))
            if progress:
                progress(1, total)
    with opened(own) as (runtime, _):
        model = runtime.embedder.identity.model
    floor = FLOORS.get(model)
    if floor is None:
        raise BadInput(f"No floor was fitted for the embedder {model}.")
    return Result(model, floor, tuple(done))


def _foreign(
    sets: Mapping[str, Sequence[Talk]], name: str, talk: Talk, outside: Sequence[str], rng: random.Random
) -> dict[str, list[str]]:
    """What is asked of a talk and was never told in it, by where it comes from."""
    others = [q.text for each in sets[name] if each.name != talk.name for q in each.questions]
    strange = [q.text for other, talks in sets.items() if other != name for each in talks for q in each.questions]
    count = max(1, _EACH // len(sets[name]))
    sources = zip(SOURCES, (others, strange, outside), strict=True)
    return {source: rng.sample(texts, min(count, len(texts))) for source, texts in sources}


def _one(
    name: str, talk: Talk, foreign: Mapping[str, Sequence[str]], settings: Settings, *, unseen: bool
) -> Iterable[Asked]:
    with opened(settings) as (runtime, atlas):
        take_in(atlas, talk.turns, lambda _: None)
        own = [each for each in talk.questions if each.category != ADVERSARIAL]
        asked = [(OWN, each) for each in own]
        at = talk.questions[0].at
        asked += [
            (source, Question(text, source, frozenset(), at)) for source, texts in foreign.items() for text in texts
        ]
        return [_asked(runtime, name, source, question, unseen) for source, question in asked]


def _asked(runtime: Runtime, name: str, source: str, question: Question, unseen: bool) -> Asked:
    query = Query(question.text, at=question.at)
    vectors = embed_query(runtime, query)
    with runtime.reading() as reader:
        search = run_search(runtime, reader, query, vectors, question.at)
    judged = not may_answer(search.found, search.reading, search.asked, _IMPOSSIBLE)
    told = measure_bearing(search.found) if len(search.found) else Bearing(1.0, 1.0, 0)
    return Asked(name, source, unseen, judged, told)


_IMPOSSIBLE: Final = Floor(near=2.0, rise=0.0, most=2.0, cover=2.0)
"""No numbers pass it: what does is not judged by them."""
