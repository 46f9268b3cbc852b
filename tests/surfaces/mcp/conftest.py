from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from atlas.surfaces.library import Atlas
from surfaces.mcp._clients import open_atlas


@pytest.fixture
def atlas(tmp_path: Path) -> Iterator[Atlas]:
    """Of somebody who said where they live, and whose sister has a name."""
    with open_atlas(tmp_path / "home") as opened:
        opened.observe("I live in Porto.", "Nice!", conversation="c1")
        opened.observe("My sister is called Maria.", "Good to know.", conversation="c1")
        opened.flush()
        yield opened
