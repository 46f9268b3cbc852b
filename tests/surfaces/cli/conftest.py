from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from surfaces.cli._person import INTERVIEW, Person

WRONG = (
    ("What is the capital of Australia?", "No, that is wrong, it is Canberra."),
    ("What is the capital city of Australia?", "That's wrong. It is Canberra."),
    ("Tell me the capital of Australia?", "No, that's wrong, it's Canberra!"),
)


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    """Someone with an empty home."""
    return Person(tmp_path / "home")


@pytest.fixture(scope="session")
def doubted_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once, and copied for each who begins with it."""
    ana = Person(tmp_path_factory.mktemp("doubted") / "home")
    for place, (asked, told) in enumerate(WRONG):
        ana.run("observe", "--user", asked, "--assistant", "It is Sydney.", "--conversation", f"c{place}")
        ana.run("observe", "--user", told, "--assistant", "Sorry.", "--conversation", f"c{place}")
    ana.run("observe", "--user", INTERVIEW, "--assistant", "Good luck!", "--conversation", "c9")
    ana.run("work", "--once")
    return ana.home


@pytest.fixture
def doubted(ana: Person, doubted_home: Path) -> Person:
    """Someone whose assistant was wrong three times about one thing, and who has a date ahead; no night since."""
    shutil.copytree(doubted_home, ana.home)
    return ana


@pytest.fixture
def careful(tmp_path: Path) -> Person:
    """Someone who approves everything by hand (C3: the policy `manual`)."""
    return Person(tmp_path / "home", ATLAS_POLICY="manual")
