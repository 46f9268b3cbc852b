"""Another embedder takes over a store: killed midway, resumed, and asked all the while (X8).

Run by itself (`python -m benchmarks.reembedding FILE EMBEDDER LOG STOP`) it is the process that embeds. It writes into
LOG how many texts it embeds, before they are stored, and at STOP of them it waits to be killed: the batch in its hands
is lost, which is the most that a kill can cost.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas import compose
from atlas.adapters.embedding.encoder import EncoderEmbedder
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.engine.core.vectors import BATCH
from atlas.errors import BadInput
from atlas.ports.embedder import Embedder
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from benchmarks.filled_store import IDENTITY, fill
from benchmarks.repository import ROOT
from benchmarks.sentences import DIMENSION, Line, material
from benchmarks.stopwatch import spent, times

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KILLS: Final = 2
PROBES: Final = 20
"""Questions of one stage; they are asked again in the next ones."""
DEPTH: Final = 10

_QUESTION: Final = "What was it about {}?"
_WORDS: Final = 3
"""Of the line that a probe is after; the longest are the rarest."""
_NEVER: Final = threading.Event()


class Before:
    """The embedder that the store was filled with: words hashed, under a name of its own."""

    identity = IDENTITY

    def __init__(self) -> None:
        self._words = HashingEmbedder(DIMENSION)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._words.embed(texts)


class Counted:
    """Counts texts as it is given them; from `stop` on it never answers."""

    def __init__(self, inner: Embedder, log: Path, stop: int | None = None) -> None:
        self.identity = inner.identity
        self._inner = inner
        self._log = log
        self._stop = stop
        self._given = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = self._inner.embed(texts)
        self._given += len(texts)
        with self._log.open("a", encoding="ascii") as log:
            log.write(f"{len(texts)}\n")
        if self._stop is not None and self._given >= self._stop:
            _NEVER.wait()
        return rows


@dataclass(frozen=True, slots=True)
class Probe:
    """A question, and the line that it is after."""

    text: str
    line: str


@dataclass(slots=True)
class Stage:
    """What was asked while vectors were in one state, and what one process embedded meanwhile."""

    name: str
    stored: int
    """Memories with a new vector when it began."""
    embedded: int = 0
    seconds: list[float] = field(default_factory=list)
    answered: int = 0
    found: int = 0

    def ask(self, atlas: Atlas, probe: Probe) -> None:
        results: list[Any] = []
        self.seconds.append(spent(lambda text: results.extend(atlas.recall(text, DEPTH)), probe.text))
        self.answered += bool(results)
        self.found += any(item.memory.content == probe.line for item in results)

    def figures(self) -> dict[str, Any]:
        asked = len(self.seconds)
        return {
            "stage": self.name,
            "stored_at_first": self.stored,
            "embedded": self.embedded,
            "asked": asked,
            "answered": round(self.answered / asked, 4),
            "found": round(self.found / asked, 4),
            **times(self.seconds).figures(),
        }


class Takeover:
    """A store whose embedder is replaced, seen from the process that asks it."""

    def __init__(self, place: Path, embedder: str, probes: Sequence[Probe]) -> None:
        self._place = place
        self._file = place / "reembedding.atlas"
        self._embedder = embedder
        self._probes = probes
        self.stages: list[Stage] = []
        self.old_left: list[int] = []
        """Old vectors after each process that came to its end."""

    def fill(self, lines: Sequence[Line]) -> None:
        """Fill the store and ask it, with the embedder that it begins with."""
        before = Before()
        runtime = compose.make_runtime(load_settings(self._place, {}), self._file, embedder=before)
        fill(runtime, lines, before.embed([line.text for line in lines]), lambda done: None)
        self._ask_once(Atlas(runtime, background=False), "before")
        runtime.store.close()

    def take_over(self, memories: int) -> None:
        with self._opened() as atlas:
            self._ask_once(atlas, "nothing embedded yet")
            for kill in range(1, KILLS + 1):
                self._embed_until_killed(atlas, kill, memories // (KILLS + 1))
            self._embed_to_the_end(atlas, f"after {KILLS} kills")
            self._embed_to_the_end(atlas, "complete")

    def _embed_until_killed(self, atlas: Atlas, kill: int, stop: int) -> None:
        stage, log = self._begin(f"until kill {kill}"), self._log(kill)
        with self._process(log, stop) as process:
            while _count(log) < stop or len(stage.seconds) < len(self._probes):
                _check(process)
                stage.ask(atlas, self._probes[len(stage.seconds) % len(self._probes)])
            process.send_signal(signal.SIGKILL)
            process.wait()
        stage.embedded = _count(log)

    def _embed_to_the_end(self, atlas: Atlas, name: str) -> None:
        stage, log = self._begin(name), self._log(len(self.stages))
        with self._process(log) as process:
            while process.poll() is None or len(stage.seconds) < len(self._probes):
                stage.ask(atlas, self._probes[len(stage.seconds) % len(self._probes)])
            _check(process, ended=True)
        stage.embedded = _count(log)
        self.old_left.append(self._stored().get(IDENTITY.key, 0))

    def _ask_once(self, atlas: Atlas, name: str) -> None:
        stage = self._begin(name)
        for probe in self._probes:
            stage.ask(atlas, probe)

    def _begin(self, name: str) -> Stage:
        stage = Stage(name, self._stored().get(_make(self._embedder).identity.key, 0))
        self.stages.append(stage)
        return stage

    def _stored(self) -> dict[str, int]:
        runtime = compose.make_runtime(load_settings(self._place, {}), self._file, embedder=Before())
        with runtime.reading() as reader:
            found = dict(reader.identities())
        runtime.store.close()
        return found

    def _log(self, number: int) -> Path:
        return self._place / f"{number}.log"

    @contextmanager
    def _opened(self) -> Iterator[Atlas]:
        """As an application has it open that asks and leaves the embedding to another process."""
        atlas = Atlas.open(
            self._file, settings=load_settings(self._place, {}), background=False, embedder=_make(self._embedder)
        )
        try:
            yield atlas
        finally:
            atlas.close(think=False)

    @contextmanager
    def _process(self, log: Path, stop: int | None = None) -> Iterator[subprocess.Popen[bytes]]:
        line = [sys.executable, "-m", "benchmarks.reembedding", str(self._file), self._embedder, str(log)]
        with subprocess.Popen([*line, str(stop or 0)], cwd=ROOT, stderr=subprocess.PIPE) as process:  # noqa: S603 # our own
            try:
                yield process
            finally:
                process.kill()


def measure(memories: int, embedder: str) -> dict[str, Any]:
    lines = material(memories, 1, None).lines
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as place:
        takeover = Takeover(Path(place), embedder, _make_probes(lines))
        takeover.fill(lines)
        takeover.take_over(memories)
    embedded = sum(stage.embedded for stage in takeover.stages)
    return {
        "memories": memories,
        "embedder": embedder,
        "kills": KILLS,
        "batch": BATCH,
        "embedded": embedded,
        "embedded_twice": embedded - memories,
        "old_left": takeover.old_left,
        "stages": [stage.figures() for stage in takeover.stages],
    }


def _make_probes(lines: Sequence[Line]) -> list[Probe]:
    """After lines from all over the store."""
    chosen = lines[:: max(1, len(lines) // PROBES)][:PROBES]
    return [Probe(_QUESTION.format(_rarest(line.text)), line.text) for line in chosen]


def _rarest(text: str) -> str:
    return " ".join(sorted(set(re.findall(r"\w+", text.lower())), key=lambda word: (-len(word), word))[:_WORDS])


def _make(embedder: str) -> Embedder:
    return EncoderEmbedder() if embedder == "encoder" else HashingEmbedder()


def _count(log: Path) -> int:
    return sum(map(int, log.read_text("ascii").split())) if log.exists() else 0


def _check(process: subprocess.Popen[bytes], *, ended: bool = False) -> None:
    if process.poll() is not None and not (ended and process.returncode == 0):
        said = process.stderr.read().decode() if process.stderr else ""
        raise BadInput(f"The process that embeds ended: {said.strip()[-300:]}")


def _embed(file: Path, embedder: str, log: Path, stop: int) -> None:
    own = Counted(_make(embedder), log, stop or None)
    atlas = Atlas.open(file, settings=load_settings(file.parent, {}), background=False, deep=False, embedder=own)
    atlas.flush()
    atlas.close(think=False)


if __name__ == "__main__":
    _embed(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]))
