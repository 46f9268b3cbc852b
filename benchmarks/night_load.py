"""Nights to measure beside, one after the other, by the rules alone: `python -m benchmarks.night_load FILE`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from atlas import compose
from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.job_control import run_tier
from atlas.model.task import Task
from atlas.settings import Settings
from benchmarks.filled_store import IDENTITY
from benchmarks.sentences import vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LENGTH: Final = 2_000
"""Interactions that a night thinks over: the last ones, each night again."""


class Anything:
    """Gives every text some vector, in no time: nothing is found by meaning here, but every step is gone through."""

    identity = IDENTITY

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return vectors(len(texts))


def nights(runtime: Runtime, go_on: Callable[[], bool], begins: Callable[[], None]) -> None:
    while go_on():
        with runtime.writing() as txn:
            txn.put_mark(Task.NIGHTLY.value, max(0, txn.interaction_count() - LENGTH))
        begins()
        run_tier(runtime, Task.NIGHTLY)


def _tell() -> None:
    sys.stdout.write("night\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _file = Path(sys.argv[1])
    nights(compose.make_runtime(Settings(_file.parent), _file, embedder=Anything()), lambda: True, _tell)
