from __future__ import annotations

from pathlib import Path

import pytest

from surfaces.cli._person import Person


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    """Someone with an empty home."""
    return Person(tmp_path / "home")


@pytest.fixture
def careful(tmp_path: Path) -> Person:
    """Someone who approves everything by hand (C3: the policy `manual`)."""
    return Person(tmp_path / "home", ATLAS_POLICY="manual")
