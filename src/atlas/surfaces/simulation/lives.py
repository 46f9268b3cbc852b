"""Several lives with one choice of conditions, each in a store of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from atlas.errors import BadInput
from atlas.settings import STORE_NAME
from atlas.surfaces.simulation.figures import Figures
from atlas.surfaces.simulation.living import Conditions, live_script
from atlas.surfaces.simulation.phrasings import ASIDE, load_phrasings
from atlas.surfaces.simulation.script import write_script


@dataclass(frozen=True, slots=True)
class Choice:
    """What is simulated, as somebody chose it."""

    days: int = 60
    seed: int = 7
    lives: int = 1
    reviewer: str = "none"
    turns: int = 10
    phrasings: str = ASIDE
    nights: bool = True
    keep: Path | None = None
    with_model: bool = False
    documents: str = "rules"
    arguing: bool = False


def live_lives(choice: Choice, tick: Callable[[], None]) -> list[Figures]:
    """Live one life for each seed from the chosen one on; `tick` is called after each day."""
    return [_live_one(replace(choice, seed=choice.seed + number), tick) for number in range(choice.lives)]


def _live_one(choice: Choice, tick: Callable[[], None]) -> Figures:
    phrasings = load_phrasings(choice.phrasings)
    script = write_script(phrasings, choice.seed, choice.days, choice.turns)
    conditions = Conditions(
        choice.seed, choice.reviewer, choice.nights, choice.with_model, choice.documents, choice.arguing
    )
    with _open_folder(choice) as folder:
        figures = live_script(script, phrasings, conditions, folder, lambda _, __: tick())
    figures.part = choice.phrasings
    return figures


@contextmanager
def _open_folder(choice: Choice) -> Iterator[Path]:
    if choice.keep is None:
        with tempfile.TemporaryDirectory(prefix="atlas-simulate-") as temporary:
            yield Path(temporary)
        return
    folder = choice.keep / f"seed-{choice.seed}"
    if (folder / STORE_NAME).exists():
        raise BadInput(f"There is a memory in {folder} already; a simulated life wants a folder of its own.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The folder {folder} cannot be made: {error.strerror}.") from None
    yield folder
