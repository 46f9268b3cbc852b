"""What a cycle costs as memories grow (T13): `python -m benchmarks.growth FILE COUNT`, a process each.

The store has so many learned memories, one in twenty of them said again in other words, a fifth inferred long ago and
never used, and edges of use between some: every step has something to do. They are written directly, thousands in a
transaction, as for the speed of search; the cycle itself is the real one.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas import compose
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import embed_missing
from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.model.claim import Claim
from atlas.model.entity import EntityId
from atlas.model.graph import build_edge
from atlas.model.memory import Basis, Form, Kind, Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust
from atlas.settings import Settings
from benchmarks.filled_store import IDENTITY, START
from benchmarks.night_load import Anything
from benchmarks.sentences import material, vectors
from benchmarks.stopwatch import so_far

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AGAIN: Final = 20
"""One in so many says what the one before it says."""
_SECOND: Final = 2
_INFERRED: Final = 5
_CLAIMED: Final = 3
_USED: Final = 10
_NEAR: Final = 0.05
_BATCH: Final = 5_000
_ABOUT: Final = 12
"""Facts about one person."""
_NOW: Final = START + timedelta(days=90)
_UNITS: Final = 1 if sys.platform == "darwin" else 1024


def measured(file: Path, count: int) -> dict[str, Any]:
    runtime = compose.make_runtime(
        Settings(file.parent), file, embedder=Anything(), clock=compose.make_virtual_clock(_NOW)
    )
    _fill(runtime, count)
    before = _peak()
    first, made = _cycle(runtime)
    second, again = _cycle(runtime)
    runtime.store.close()
    return {
        "memories": count,
        "first_cpu_s": round(first, 3),
        "second_cpu_s": round(second, 3),
        "us_a_memory": round(1e6 * first / count, 1),
        "peak_mb": round(_peak() / 1e6, 1),
        "filled_mb": round(before / 1e6, 1),
        "first": made,
        "second": again,
    }


def _cycle(runtime: Runtime) -> tuple[float, dict[str, int]]:
    started = so_far()
    done = run_consolidation(runtime)
    return so_far() - started, dict(done.counts)


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNITS


def _fill(runtime: Runtime, count: int) -> None:
    lines, rows = material(count, 1, None).lines, _rows(count)
    ids = []
    for start in range(0, count, _BATCH):
        with runtime.writing() as txn:
            for at in range(start, min(count, start + _BATCH)):
                memory = _memory(runtime, at, f"{lines[at - 1].text}!" if _is_again(at) else lines[at].text)
                txn.put_memory(memory, None)
                txn.put_vector(memory.id, IDENTITY, rows[at].tobytes())
                ids.append(memory.id)
            for one, other in _pairs(start, len(ids)):
                txn.put_edge(build_edge(Relation.CO_ACTIVATED, ids[one], ids[other], 0.3))
    embed_missing(runtime)  # nothing is owed; it takes note of that


def _is_again(at: int) -> bool:
    return at % _AGAIN == _SECOND


def _rows(count: int) -> NDArray[np.float32]:
    import numpy as np

    rows = vectors(count)
    chance = np.random.default_rng(7)
    again = np.arange(_SECOND, count, _AGAIN)
    near = rows[again - 1] + _NEAR * chance.standard_normal((len(again), rows.shape[1])).astype(np.float32) / 20
    rows[again] = near / np.linalg.norm(near, axis=1, keepdims=True)
    return rows


def _memory(runtime: Runtime, at: int, text: str) -> Memory:
    inferred = at % _INFERRED == 0
    moment = START + timedelta(minutes=at % 20_000)
    twin = _is_again(at) or _is_again(at + 1)
    claimed = at % _CLAIMED == 0 and not twin
    claim = Claim(EntityId(f"person:{at // _ABOUT}"), f"trait {at}", text.split()[-1]) if claimed else None
    return Memory(
        id=runtime.memory_id(),
        content=text,
        kind=Kind.FACT,
        form=Form.SEMANTIC,
        status=Status.APPROVED,
        state=State.ACTIVE,
        basis=Basis.INFERRED if inferred else Basis.STATED,
        origin=Origin.USER,
        trust=Trust.USER,
        observed_at=moment,
        created_at=moment,
        reinforced_at=moment,
        claim=claim,
        stability_days=1.0 if inferred else 30.0,
        approved_by="policy",
    )


def _pairs(start: int, end: int) -> Iterator[tuple[int, int]]:
    for at in range(start, end - 4, _USED):
        yield from ((at + 1, at + 2), (at + 2, at + 3), (at + 1, at + 3))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measured(Path(sys.argv[1]), int(sys.argv[2]))))
