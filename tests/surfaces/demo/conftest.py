"""One month, lived once for all tests of this folder, in a store that stays to be looked into."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from atlas.surfaces.demo.script import write_script
from surfaces.demo._month import SEEDS, Month

QUICK = {"ATLAS_EMBEDDER": "hashing", "ATLAS_HOME": "no-such-home", "COLUMNS": "80"}
"""Words instead of meanings, and nobody's settings: a month in a few seconds."""


@pytest.fixture(scope="session")
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in QUICK.items():
            patch.setenv(name, value)
        yield


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each test too, which begins without anybody's settings."""
    for name, value in QUICK.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(scope="session")
def months(quick: None, tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Month]:
    @cache
    def month(seed: int) -> Month:
        return Month(write_script(seed, 30), tmp_path_factory.mktemp(f"month-{seed}"))

    return month


@pytest.fixture(params=SEEDS)
def month(request: pytest.FixtureRequest, months: Callable[[int], Month]) -> Month:
    return months(request.param)
