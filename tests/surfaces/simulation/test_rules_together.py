"""T2, T7, C4, H9: no rule starves another. Lives of the simulated person, nights and weeks included, after which
nothing that waits has faded and nothing that was stated is gone.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from atlas import Atlas, compose
from atlas.model.memory import Basis, Kind, Memory, State, Status
from atlas.surfaces.simulation.living import START, STORE_NAME, Conditions, live_script
from atlas.surfaces.simulation.phrasings import TUNE, load_phrasings
from atlas.surfaces.simulation.script import write_script

pytestmark = pytest.mark.runs_networks

DAYS, A_DAY, SILENT = 5, 8, 20
SEEDS = (5, 11) if os.environ.get("ATLAS_PROVE") == "full" else (5,)


@pytest.fixture(scope="module", params=SEEDS)
def memories(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Memory]:
    """All that a life left behind, after days of talk and weeks in which nobody said anything."""
    folder, phrasings = tmp_path_factory.mktemp("life"), load_phrasings(TUNE)
    live_script(write_script(phrasings, request.param, DAYS, A_DAY), phrasings, Conditions(request.param), folder)
    return _let_nights_pass(folder)


def _let_nights_pass(folder: Path) -> list[Memory]:
    clock = compose.make_virtual_clock(START + timedelta(days=DAYS))
    with Atlas.open(folder / STORE_NAME, background=False, clock=clock, zone="UTC") as atlas:
        for _ in range(SILENT):
            clock.advance(timedelta(days=1))
            atlas.flush()
        return list(atlas.memories(limit=10_000, archived=True))


def test_nothing_that_waits_fades(memories: list[Memory]) -> None:
    waiting = [each for each in memories if each.status is Status.NEEDS_REVIEW]
    assert waiting
    assert {each.state for each in waiting} == {State.ACTIVE}


def test_nothing_that_was_stated_and_holds_is_gone(memories: list[Memory]) -> None:
    stated = [each for each in memories if each.basis is Basis.STATED and each.kind is not Kind.EPISODE]
    held = [each for each in stated if each.status is Status.APPROVED and each.valid_until is None]
    assert held
    assert {each.state for each in held} == {State.ACTIVE}
