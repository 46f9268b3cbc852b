"""Fixtures for wrapped clients."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from surfaces.wrapping._desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Atlas.open(tmp_path / "me.atlas", embedder=HashingEmbedder()) as atlas:
        yield Desk(atlas)


@pytest.fixture
def porto(desk: Desk) -> Desk:
    """One that knows where the user lives, from another conversation."""
    desk.atlas.observe("I live in Porto.", "Noted.", conversation="before")
    return desk
