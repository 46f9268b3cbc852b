"""An Atlas on virtual time, for tests of whoever builds on it: no clock, no chance, no model, no network."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from atlas import compose
from atlas.adapters.clock import VirtualClock
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.curation.policy import CurationPolicy, Mode
from atlas.engine.core.runtime import Runtime
from atlas.model.task import Size
from atlas.ports.embedder import Embedder
from atlas.ports.llm import Model
from atlas.settings import Settings, parse_zone

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Virtual:
    """A world and the clock that moves it."""

    runtime: Runtime
    clock: VirtualClock

    def later(self, **by: float) -> datetime:
        return self.clock.advance(timedelta(**by))


def virtual(
    path: str | os.PathLike[str],
    *,
    seed: int = 7,
    start: datetime = START,
    mode: Mode = Mode.AUTO_LOW_RISK,
    space: str = "default",
    embedder: Embedder | None = None,
    zone: str = "UTC",
    models: Mapping[Size, Model] | None = None,
    reader: str = "small",
) -> Virtual:
    """A world over a real store file, with the lexical embedder unless another is given."""
    clock = VirtualClock(start)
    curation = CurationPolicy(mode=mode)
    settings = Settings(home=Path(path).parent, curation=curation, zone=parse_zone(zone), reader=reader)
    runtime = compose.make_runtime(
        settings,
        path,
        space,
        clock=clock,
        entropy=compose.make_seeded_entropy(seed),
        embedder=embedder or HashingEmbedder(),
        models=models or {},
    )
    return Virtual(runtime, clock)
