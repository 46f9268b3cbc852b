"""A fresh process that opens a store and answers one question: `python -m benchmarks.cold_start FILE QUESTION`."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from atlas import compose
from atlas.engine.serve.recall import Query, recall
from atlas.settings import Settings
from benchmarks.filled_store import Ready
from benchmarks.sentences import near, vectors
from benchmarks.stopwatch import so_far
from benchmarks.watched_index import watched


def answered(file: Path, question: str, at: datetime) -> dict[str, Any]:
    """What it took since the process was started, and how many changes had to be read again for the index."""
    embedder = Ready()
    embedder.next = near(vectors(1), 1)[0]
    runtime = watched(compose.make_runtime(Settings(file.parent), file, embedder=embedder))
    found = recall(runtime, Query(question, at=at))
    (index,) = runtime.memo.indexes.values()
    spent = so_far()
    runtime.store.close()
    read, troubles = getattr(index, "followed", 0), getattr(index, "troubles", [])
    return {"cpu_s": round(spent, 4), "results": len(found), "changes_read": read, "troubles": troubles}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(answered(Path(sys.argv[1]), sys.argv[2], datetime.fromisoformat(sys.argv[3]))))
