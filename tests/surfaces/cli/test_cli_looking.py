"""Commands that look think nothing and embed nothing, and say how much is owed (J15, trust rule 15)."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.surfaces.cli.app import SECTIONS
from atlas.surfaces.cli.groups import GROUPED
from surfaces.cli._person import Person

OWED = 5
LOOKING: dict[str, tuple[str, ...]] = {
    "audit": (),
    "beliefs": (),
    "conflicts": (),
    "costs": (),
    "evolution": (),
    "exams": (),
    "diff": ("--since", "2020-01-01"),
    "docs": (),
    "doctor": (),
    "due": (),
    "export": (),
    "failures": (),
    "graph": (),
    "health": (),
    "log": (),
    "memories": ("--limit", "3"),
    "metrics": (),
    "observations": (),
    "patterns": (),
    "picture": (),
    "pending": (),
    "policy": (),
    "reflections": (),
    "review": ("--plain",),
    "show": ("MEMORY",),
    "signals": (),
    "status": (),
    "suggestions": (),
    "triggers": (),
    "verify": (),
    "whole": ("MEMORY",),
    "week": (),
    "why": ("MEMORY",),
}
OTHER = {
    *("accept", "approve", "backup", "chat", "consolidate", "constitution", "context", "decline", "demo", "dismiss"),
    *("decision", "end-session", "ingest"),
    *("feedback", "forget", "hook", "import", "install", "jobs", "mcp", "observe", "pin", "recall", "reflect"),
    *(
        "quarantine",
        "reject",
        "replay-questions",
        "report",
        "restore",
        "revert",
        "rollback",
        "sensitive",
        "simulate",
        "undo",
        "uninstall",
    ),
    *("pause", "probe", "resume", "unpin", "vouch", "work"),
}
"""These change something, ask, or say what is owed themselves."""


class Counted:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[str] = []
        embed = HashingEmbedder.embed

        def counting(own: HashingEmbedder, texts: Sequence[str]) -> Any:
            self.texts += texts
            return embed(own, texts)

        monkeypatch.setattr(HashingEmbedder, "embed", counting)


@pytest.fixture(scope="module")
def owing_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once, and copied for each who begins with it."""
    ana = Person(tmp_path_factory.mktemp("owing") / "home")
    ana.tell("I live in Porto.")
    for number in range(OWED):
        ana.left(f"I have a cat called Mia{number}.", "I see.")
    return ana.home


@pytest.fixture
def owing(ana: Person, owing_home: Path) -> Person:
    """Someone who told something, and then much that nobody has thought about yet."""
    shutil.copytree(owing_home, ana.home)
    return ana


def test_every_command_is_known_to_look_or_not() -> None:  # J15
    groups = {group.name for group, _ in GROUPED}
    named = {each.name for _, commands in (*SECTIONS, *GROUPED) for each in commands}
    assert named - groups == {*LOOKING, *OTHER}


@pytest.mark.parametrize("command", LOOKING)
def test_a_command_that_looks_thinks_nothing_and_says_what_is_owed(
    owing: Person, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:  # J15
    porto = owing.learned("lives in Porto")["id"]
    args = [porto if each == "MEMORY" else each for each in LOOKING[command]]
    before = owing.data("jobs", "--limit", "100")
    counted = Counted(monkeypatch)
    done = owing.run(command, *args, code=None)
    assert done.exit_code in (0, 1), done.output
    assert len(counted.texts) == (command == "doctor")
    assert owing.data("jobs", "--limit", "100") == before
    assert f"{OWED} thoughts are owed; atlas work does them." in done.stderr


@pytest.mark.parametrize("command", ["memories", "pending", "health", "status", "signals", "failures"])
def test_as_data_the_number_is_a_field(owing: Person, command: str) -> None:  # J15
    assert owing.data(command)["owed"] == OWED
    owing.run("work", "--once")
    assert owing.data(command)["owed"] == 0
    assert "owed" not in owing.run(command).stderr


def test_what_was_just_told_is_noticed_when_the_command_ends(ana: Person) -> None:  # S1, J15
    ana.run("observe", "--user", "Which port is it?", "--assistant", "8080.")
    ana.run("observe", "--user", "No, that is wrong. It is 8443.", "--assistant", "Sorry.")
    assert "correction" in {each["kind"] for each in ana.data("signals")["signals"]}
