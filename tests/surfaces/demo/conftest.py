"""One month, lived once for all tests of this folder, in a store that stays to be looked into."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from atlas.surfaces.demo.script import write_script
from surfaces.demo._month import SEEDS, Month


@pytest.fixture(scope="session")
def quick() -> Iterator[None]:
    """Words instead of meanings, and nobody's settings: a month in a few seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ATLAS_EMBEDDER", "hashing")
        patch.setenv("ATLAS_HOME", "no-such-home")
        patch.setenv("COLUMNS", "80")
        yield


@pytest.fixture(scope="session")
def months(quick: None, tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Month]:
    @cache
    def month(seed: int) -> Month:
        return Month(write_script(seed, 30), tmp_path_factory.mktemp(f"month-{seed}"))

    return month


@pytest.fixture(params=SEEDS)
def month(request: pytest.FixtureRequest, months: Callable[[int], Month]) -> Month:
    return months(request.param)
