from __future__ import annotations

from pathlib import Path

import pytest

from _engineer import Engineer


@pytest.fixture
def engineer(tmp_path: Path) -> Engineer:
    """Someone with an empty home and no data sets."""
    return Engineer(tmp_path / "home", ATLAS_DATA="")
