"""What looking costs while much is owed: after an import that nobody has thought about yet (J15).

Run by itself (`python -m benchmarks.looking FOLDER TURNS EMBEDDER [--drop]`): nothing else is in its process.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from atlas import compose
from atlas.engine.core.runtime import Runtime
from atlas.model.thinking import JobState
from atlas.settings import Settings, load_settings
from atlas.surfaces.library import Atlas
from benchmarks.history_import import write
from benchmarks.stopwatch import elapsed, spent, times

A_CONVERSATION: Final = 7
"""Turns that a made conversation has on average."""
QUESTIONS: Final = (
    "What is the code of the staging server?",
    "Where do I live?",
    "Which interview do I have on Friday?",
    "What did I say about the boiler?",
    "Who has a bicycle?",
)
DROPPED: Final = 5_000
"""Owed thoughts that are let go in one transaction."""
ROUNDS: Final = 6
"""Of all questions; the first is left out: it fills what a process keeps."""

_VERBS: Final[Mapping[str, Callable[[Atlas], object]]] = {
    "status": lambda atlas: atlas.inspect.status(),
    "memories": lambda atlas: atlas.memories(limit=3),
    "pending": lambda atlas: atlas.review.pending(),
    "health": lambda atlas: atlas.inspect.health(),
    "export_first_lines": lambda atlas: list(islice(atlas.history.export(), 100)),
    "export_whole": lambda atlas: sum(1 for _ in atlas.history.export()),
}


def measure(folder: Path, turns: int, embedder: str, *, drop: bool = False) -> dict[str, Any]:
    """One import into a new store, looked at while its work is owed and, for recall, when it is done.

    With `drop` the owed thoughts are let go instead; the vectors are made all the same.
    """
    settings = replace(load_settings(folder, {}), embedder=embedder)
    export, store = folder / "conversations.json", folder / "looking.atlas"
    write(export, max(1, turns // A_CONVERSATION))
    atlas = _opened(store, settings)
    imported, _ = elapsed(lambda path: atlas.history.import_file(path, vouch=True), export)
    owed, said = atlas.jobs.owed(), atlas.inspect.status().interactions
    atlas.close(think=False)
    looked = {name: _looked(store, settings, verb) for name, verb in _VERBS.items()}
    busy = _recalled(store, settings)
    if drop:
        _drop_owed(store, settings)
    working, left = _work_done(store, settings)
    idle = _recalled(store, settings)
    return {
        "turns": turns,
        "interactions": said,
        "embedder": embedder,
        "owed": owed,
        "import_cpu_s": round(imported, 2),
        "looking_cpu_s": looked,
        "recall_owed": busy,
        "recall_done": idle,
        "recall_ratio": round(busy["p50_ms"] / idle["p50_ms"], 2),
        "work_cpu_s": round(working, 2),
        "left": left,
    }


def _opened(store: Path, settings: Settings) -> Atlas:
    return Atlas.open(store, settings=settings, background=False)


def _looked(store: Path, settings: Settings, verb: Callable[[Atlas], object]) -> float:
    """By somebody who has just opened the store, as a command does."""
    atlas = _opened(store, settings)
    cpu, _ = elapsed(verb, atlas)
    atlas.close(think=False)
    return round(cpu, 3)


def _recalled(store: Path, settings: Settings) -> dict[str, float]:
    atlas = _opened(store, settings)
    first = spent(atlas.recall, QUESTIONS[0])
    seconds = list(_asked(atlas))[len(QUESTIONS) :]
    atlas.close(think=False)
    return {"first_ms": round(first * 1_000, 1), **times(seconds).figures()}


def _asked(atlas: Atlas) -> Iterator[float]:
    for _ in range(ROUNDS):
        yield from (spent(atlas.recall, question) for question in QUESTIONS)


def _drop_owed(store: Path, settings: Settings) -> None:
    runtime = compose.make_runtime(settings, store)
    while _drop_some(runtime):
        pass
    runtime.store.close()


def _drop_some(runtime: Runtime) -> int:
    with runtime.writing() as txn:
        jobs = txn.jobs(JobState.QUEUED, DROPPED)
        for job in jobs:
            txn.put_job(replace(job, state=JobState.DROPPED))
    return len(jobs)


def _work_done(store: Path, settings: Settings) -> tuple[float, int]:
    """What the rules and the embedder owe; the nights are not what a recall waits for."""
    atlas = Atlas.open(store, settings=settings, background=False, deep=False)
    cpu, _ = elapsed(lambda each: each.flush(), atlas)
    left = atlas.jobs.owed()
    atlas.close(think=False)
    return cpu, left


if __name__ == "__main__":
    place, size, meant, *more = sys.argv[1:]
    sys.stdout.write(json.dumps(measure(Path(place), int(size), meant, drop="--drop" in more)))
