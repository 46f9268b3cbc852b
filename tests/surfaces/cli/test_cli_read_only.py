"""A store that may only be read can be read (R4): looking needs no right to write."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from surfaces.cli._person import Person

NOBODY = 65534
READING = (
    "memories", "pending", "log", "status", "recall tea", "context tea", "health", "export", "jobs", "signals",
    "verify", "why", "graph", "failures", "patterns", "reflections", "triggers", "costs", "due", "conflicts",
)  # fmt: skip


@contextmanager
def nobody() -> Iterator[None]:
    """Root may write anywhere: somebody else looks."""
    if os.geteuid() != 0:
        yield
        return
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


@pytest.fixture
def ana() -> Iterator[Person]:
    """Someone with a store, in a folder that others can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    person = Person(folder / "home")
    person.tell("I live in Porto.", "I like green tea.")
    person.run("work", "--once")
    for command in READING:
        person.run(*command.split(), code=None)  # whatever is loaded only when needed is loaded now
    yield person
    for place in (folder, *folder.rglob("*")):
        place.chmod(0o755)
    shutil.rmtree(folder)


def protect(person: Person, file: int, folder: int) -> Path:
    store = person.home / "memory.atlas"
    store.chmod(file)
    person.home.chmod(folder)
    return store


@pytest.mark.parametrize(
    ("file", "folder"), [(0o444, 0o777), (0o444, 0o555), (0o666, 0o555)], ids=["file", "both", "folder"]
)
def test_reading_verbs_work(ana: Person, file: int, folder: int) -> None:
    """R4: a file, a folder, or both without the right to write; nothing is changed and nothing is left behind."""
    store = protect(ana, file, folder)
    before = store.read_bytes()
    with nobody():
        for command in READING:
            ana.run(*command.split())
        assert "Porto" in ana.says("memories")
        assert "green tea" in ana.says("recall", "what do I drink")
        assert ana.data("status")["interactions"] == 2
    assert store.read_bytes() == before


def test_what_would_write_says_why_it_does_not(ana: Person) -> None:
    protect(ana, 0o444, 0o555)
    with nobody():
        for command in ("observe I-keep-bees", "undo", "forget --text tea --yes", "consolidate"):
            failed = ana.run(*command.split(), code=1)
            assert "allow writing to it" in failed.stderr
        checks = ana.data("doctor", code=1)["checks"]
    assert any("may only be read here" in check["says"] for check in checks)


def test_what_was_left_undone_is_left_undone(ana: Person) -> None:
    """What was said and not thought about yet is still there to be seen, and stays owed."""
    ana.left("I have a dog.")
    protect(ana, 0o444, 0o555)
    with nobody():
        assert ana.data("status")["interactions"] == 3
        ana.run("memories")


def test_the_library_reads_and_does_not_acknowledge(ana: Person) -> None:
    store = protect(ana, 0o444, 0o555)
    with nobody(), closing(Atlas.open(store, settings=load_settings(ana.home, ana.env), background=False)) as atlas:
        assert "green tea" in atlas.context("What do I drink?").text
        receipt = atlas.observe("I keep bees.")
        assert not receipt.acknowledged
        assert receipt.problem is not None
        assert "read-only" in receipt.problem
