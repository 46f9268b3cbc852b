"""How quick it is: CPU time of one process, each figure beside what others need for the same in the same run.

Search is `index.search` and the ranking of what it found: both legs, filters, surroundings, fusion. Its question is
embedded already. Beside it stand FTS5 and sqlite-vec with the simplest fusion, NumPy's exact product, and the time that
reading a four-bit code of every vector takes. What the legs find is held against exact answers.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas import compose
from atlas._version import __version__
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import open_index
from atlas.engine.serve.context import build_context
from atlas.engine.serve.recall import Query, embed_query, run_search
from atlas.errors import BadInput
from atlas.retrieval.network_weights import EMBEDDER, get_network
from atlas.retrieval.query_reading import Reading
from atlas.retrieval.rank import rank_places
from atlas.retrieval.weights import WEIGHTS
from atlas.settings import Settings
from benchmarks import rivals
from benchmarks.filled_store import Ready, asked_at, fill
from benchmarks.observe_cost import BAR, observing, times_bare
from benchmarks.repository import ROOT
from benchmarks.retrieval import bench_settings
from benchmarks.sentences import SEED, Material, material, near, vectors
from benchmarks.stopwatch import Times, spent, taken
from benchmarks.watched_index import Watched, watched

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZES: Final = (10_000, 100_000)
QUERIES: Final = 200
TOP: Final = 10
SMALLEST: Final = 100

BARS: Final[Mapping[int, Mapping[str, float]]] = {
    100_000: {"hybrid_times_faster": 25, "cold_cpu_s": 2},
    1_000_000: {"hybrid_times_faster": 50, "dense_times_floor": 2},
}
OBSERVE: Final = {name: f"observe_times_bare_{name}" for name in ("alone", "thread", "process")}
ALWAYS: Final[Mapping[str, float]] = {
    "dense_recall": 0.99,
    "words_overlap": 0.99,
    "context_p95_times_hybrid_p95": 3,
    **dict.fromkeys(OBSERVE.values(), BAR),
}
AT_MOST: Final = frozenset({"cold_cpu_s", "dense_times_floor", "context_p95_times_hybrid_p95", *OBSERVE.values()})

_BYTES_A_MEMORY: Final = 8_000
"""On disk, for ours and for the others', with room to spare."""
_ALIKE: Final = 1e-6
"""Of scores that are equal but for rounding either may be among the best."""
_SPARE: Final = 20

Tick = Callable[[int], None]
Progress = Callable[[int, int], None]
"""How much was done just now, and of how much in all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the search gets it, read and embedded."""

    text: str
    vectors: NDArray[np.float32]
    probe: Any
    reading: Reading
    wanted: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Sized:
    """One size."""

    memories: int
    times: Mapping[str, Times]
    shares: Mapping[str, float]
    """What the legs found of the exact answers."""
    built: Mapping[str, float]
    cold: Mapping[str, Any]
    observe: Mapping[str, Any]

    def ratios(self) -> dict[str, float]:
        """Each number that a bar is set for, where it was measured."""
        ours, found = self.times["hybrid"], dict(self.shares)
        if "sqlite" in self.times:
            found["hybrid_times_faster"] = self.times["sqlite"].p50 / ours.p50
            found["hybrid_p95_times_faster"] = self.times["sqlite"].p95 / ours.p95
        found["dense_times_floor"] = self.times["dense"].p50 / self.times["floor"].p50
        found["context_p95_times_hybrid_p95"] = self.times["context"].p95 / ours.p95
        found["cold_cpu_s"] = self.cold["cpu_s"]
        found |= {OBSERVE[name]: times_bare(each) for name, each in self.observe.items()}
        return {name: round(value, 4) for name, value in found.items()}

    def bars(self) -> dict[str, dict[str, Any]]:
        ratios = self.ratios()
        wanted = {**ALWAYS, **BARS.get(self.memories, {})}
        return {
            name: {"bar": bar, "met": ratios[name] <= bar if name in AT_MOST else ratios[name] >= bar}
            for name, bar in wanted.items()
            if name in ratios
        }

    def figures(self) -> dict[str, Any]:
        return {
            "times": {name: each.figures() for name, each in self.times.items()},
            "ratios": self.ratios(),
            "bars": self.bars(),
            "built": self.built,
            "cold": self.cold,
            "observe": self.observe,
        }


@dataclass(frozen=True, slots=True)
class Result:
    date: str
    queries: int
    real: bool
    """Whether sentences and questions are of the data sets."""
    without: tuple[str, ...]
    """Packages that are not installed here, and so not measured."""
    sized: tuple[Sized, ...]

    def figures(self) -> dict[str, Any]:
        """Everything, for `--json`, `--save` and the tables."""
        return {
            "version": __version__,
            "date": self.date,
            "seed": SEED,
            "settings": {"queries": self.queries, "real_sentences": self.real},
            "without": list(self.without),
            "sizes": {str(each.memories): each.figures() for each in self.sized},
        }


def run(
    sizes: Sequence[int], queries: int, folder: Path | None, settings: Settings, progress: Progress | None = None
) -> Result:
    check(sizes)
    total = sum(2 * size + queries for size in sizes)

    def tick(count: int) -> None:
        if progress:
            progress(count, total)

    own = replace(bench_settings(settings), embedding_cache=None)
    done = [_one(size, queries, folder, own, tick) for size in sizes]
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as place, _opened(own, Path(place)) as (runtime, _):
        date = runtime.now().date().isoformat()
    without = tuple(rivals.missing("sqlite_vec", "tantivy", "turbovec"))
    return Result(date, queries, folder is not None, without, tuple(done))


def check(sizes: Sequence[int]) -> None:
    """Before anything is made, rather than when the disk is full."""
    if min(sizes) < SMALLEST:
        raise BadInput(f"A store to be measured has at least {SMALLEST} memories.")
    need, free = max(sizes) * _BYTES_A_MEMORY, shutil.disk_usage(tempfile.gettempdir()).free
    if need > free:
        raise BadInput(
            f"{max(sizes):,} memories need about {need / 1e9:.0f} GB in {tempfile.gettempdir()} while they are "
            f"measured; {free / 1e9:.0f} GB are free."
        )


def _one(size: int, queries: int, folder: Path | None, settings: Settings, tick: Tick) -> Sized:
    told, rows = material(size, queries, folder), vectors(size)
    moment = asked_at(size)
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as name:
        place = Path(name)
        with _opened(settings, place) as (runtime, embedder):
            ids = fill(runtime, told.lines, rows, tick)
            following = spent(_followed, runtime)
            asked = list(_asked(runtime, embedder, told.questions, near(rows, queries), moment))
            measured = _measured(runtime, embedder, asked, told, rows, place, moment, tick)
            shares = _shares(runtime, asked, ids, told, rows)
            _index(runtime).save()
        cold = _cold(place, told.questions[0], moment)
        with _opened(settings, place) as (runtime, _):
            observe = observing(runtime, _file(place), list(pairwise(line.text for line in told.lines)))
    built = {"index_cpu_s": round(following, 3), "index_us_a_memory": round(1e6 * following / size, 1)}
    return Sized(size, measured, shares, built, cold, observe)


@contextmanager
def _opened(settings: Settings, place: Path) -> Iterator[tuple[Runtime, Ready]]:
    embedder = Ready()
    runtime = watched(compose.make_runtime(settings, _file(place), embedder=embedder))
    try:
        yield runtime, embedder
    finally:
        runtime.store.close()


def _file(place: Path) -> Path:
    return place / "bench.atlas"


def _followed(runtime: Runtime) -> None:
    with runtime.reading() as reader:
        open_index(runtime, reader)


def _index(runtime: Runtime) -> Watched:
    (found,) = runtime.memo.indexes.values()
    if not isinstance(found, Watched):
        raise TypeError("the index of a benchmark is watched")
    return found


def _asked(
    runtime: Runtime, embedder: Ready, questions: Sequence[str], rows: NDArray[np.float32], at: datetime
) -> Iterator[Asked]:
    """Each question taken as far as the search, as recall does it."""
    for text, own in zip(questions, rows, strict=True):
        embedder.next = own
        query = Query(text, at=at)
        vectors = embed_query(runtime, query)
        with runtime.reading() as reader:
            search = run_search(runtime, reader, query, vectors, at)
        yield Asked(text, own, _index(runtime).probe, search.reading, search.asked)


# --- measuring


def _measured(
    runtime: Runtime, embedder: Ready, asked: Sequence[Asked], told: Material, rows: NDArray[np.float32], place: Path,
    at: datetime, tick: Tick,
) -> dict[str, Times]:  # fmt: skip
    floor = rivals.Floor(len(rows))
    with runtime.reading() as reader:
        ways = {
            **_ours(runtime, embedder, reader, at),
            "numpy": lambda each: rivals.nearest(rows, each.vectors[0]),
            "floor": lambda each: floor.read(),
        }
        texts = [line.text for line in told.lines]
        if not rivals.missing("tantivy"):
            tantivy = rivals.Tantivy(texts)
            ways["tantivy"] = lambda each: tantivy.by_words(each.reading.terms)
        if rivals.missing("sqlite_vec"):
            tick(len(rows))
            return taken(ways, asked, tick)
        with closing(rivals.Sqlite(place / "others.sqlite", texts, rows)) as sqlite:
            tick(len(rows))
            ways["sqlite"] = lambda each: sqlite.hybrid(each.text, each.vectors[0])
            ways["fts5"] = lambda each: sqlite.by_words(each.text)
            ways["sqlite-vec"] = lambda each: sqlite.by_meaning(each.vectors[0])
            return taken(ways, asked, tick)


def _ours(runtime: Runtime, embedder: Ready, reader: Any, at: datetime) -> dict[str, Callable[[Asked], Any]]:
    found_in, policy, network = _index(runtime).index, runtime.recall, get_network(EMBEDDER)

    def search(each: Asked) -> Any:
        return found_in.search(each.probe)

    def hybrid(each: Asked) -> Any:
        limit, depth = policy.limit + _SPARE, each.probe.depth
        return rank_places(search(each), each.reading, each.wanted, limit, depth, WEIGHTS, network)

    def whole(each: Asked) -> Any:
        embedder.next = each.vectors
        return build_context(runtime, Query(each.text, at=at), record=False)

    return {
        "hybrid": hybrid,
        "search": search,
        "words": lambda each: found_in.search(replace(each.probe, vectors=None)),
        "dense": lambda each: found_in.nearest(each.vectors[0], each.probe.depth),
        "context": whole,
    }


def _shares(
    runtime: Runtime, asked: Sequence[Asked], ids: Sequence[str], told: Material, rows: NDArray[np.float32]
) -> dict[str, float]:
    """What the legs' best ten have of the exact best ten, on average."""
    placed = {id: row for row, id in enumerate(ids)}
    terms = frozenset(term for each in asked for term in each.reading.terms)
    exact = rivals.Words([line.text for line in told.lines], terms)
    dense, words = [], []
    found_in = _index(runtime).index
    for each in asked:
        near_by = found_in.nearest(each.vectors[0], each.probe.depth)[:TOP]
        dense.append(_share([placed[id] for id, _ in near_by], rows @ each.vectors[0]))
        found = found_in.search(replace(each.probe, vectors=None, depth=TOP, also=()))
        told_by = [id for id, hit in zip(found.names, found.hit.tolist(), strict=True) if hit]
        words.append(_share([placed[id] for id in told_by], exact.scores(each.reading.terms)))
    return {"dense_recall": sum(dense) / len(dense), "words_overlap": sum(words) / len(words)}


def _share(found: Sequence[int], scores: NDArray[Any]) -> float:
    """How many of the best ten; where fewer have any score at all, of those."""
    import numpy as np

    depth = min(TOP, int(np.count_nonzero(scores)))
    if not depth:
        return 1.0 if not found else 0.0
    least = np.partition(scores, len(scores) - depth)[len(scores) - depth]
    return sum(bool(scores[row] >= least - _ALIKE) for row in found[:depth]) / depth


# --- starting


def _cold(place: Path, question: str, at: datetime) -> dict[str, Any]:
    """The CPU time of whole fresh processes: nothing at all, `import atlas`, and a first recall."""
    code = "import sys, time{}; sys.stdout.write(str(time.process_time()))"
    bare, imported = (float(_told_by("-c", code.format(more))) for more in ("", ", atlas"))
    first = json.loads(_told_by("-m", "benchmarks.cold_start", str(_file(place)), question, at.isoformat()))
    return {**first, "python_cpu_s": round(bare, 4), "import_cpu_s": round(imported - bare, 4)}


def _told_by(*args: str) -> str:
    done = subprocess.run([sys.executable, *args], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 # our own
    if done.returncode:
        raise BadInput(f"A fresh process could not be measured: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout
