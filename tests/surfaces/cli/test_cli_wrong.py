"""A command that is called wrongly says so in one sentence, with the right exit code; looking makes no store."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from surfaces.cli._person import Person, command

LOOKING = (
    ("memories",), ("pending",), ("status",), ("health",), ("recall", "tea"), ("context", "tea"), ("log",), ("jobs",),
    ("due",), ("conflicts",), ("doctor",), ("verify",), ("costs",), ("signals",), ("failures",), ("patterns",),
    ("suggestions",), ("reflections",), ("observations",), ("triggers",), ("graph",), ("undo", "--list"), ("audit",),
    ("export",),
)  # fmt: skip
WRONG = (
    (1, "recall", ""), (1, "recall", "   "), (2, "revert", "-3"), (2, "revert", "0"), (2, "revert", "x"),
    (1, "revert", "999"), (1, "memories", "--about", "Zebulon"), (1, "memories", "--about", ""), (1, "show", ""),
    (1, "show", "m_nothing"), (1, "show", "m\nx"), (1, "why", "x" * 5_000), (2, "approve"), (1, "approve", ""),
    (1, "approve", "m_nothing"), (1, "reject", "p_nothing"), (2, "forget"), (1, "forget", "m_nothing"), (2, "vouch"),
    (1, "vouch", "nobody"), (2, "vouch", "--source", "nowhere"), (1, "dismiss", "--source", "chatgpt", "--yes"),
    (2, "import", "nowhere"), (1, "import", "/dev/null"), (2, "observe", "--file", "/"), (2, "observe"),
    (2, "observe", "--file", "nowhere"), (2, "export", "--out", "/"), (2, "memories", "--limit", "-1"),
    (2, "memories", "--limit", "x"), (2, "memories", "--kind", "facts"), (2, "memories", "--bogus"), (2, "bogus"),
    (2, "jobs", "--state", "foo"), (1, "jobs", "retry", "j_nothing"), (1, "accept", "g_nothing"),
    (2, "pending", "--origin", "moon"), (1, "--home", "/nowhere/at/all", "status"), (2, "--space", "", "status"),
    (2, "reflect", "never"), (2, "feedback", "m_nothing", "great"), (2, "memories", "--conversation"),
)  # fmt: skip


@pytest.mark.parametrize("args", LOOKING, ids=lambda args: args[0])
def test_looking_at_a_store_that_is_not_there_makes_none(tmp_path: Path, args: tuple[str, ...]) -> None:
    ana = Person(tmp_path / "home")
    done = ana.run(*args, code=None)
    assert done.exit_code in (0, 1)
    assert f"There is no store at {ana.home / 'memory.atlas'} yet, and none was made" in done.stderr
    assert not ana.home.exists()


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Someone who has said something; nothing that is done wrongly changes it."""
    ana = Person(tmp_path_factory.mktemp("told") / "home")
    ana.tell("My sister Maria lives in Rome.")
    return ana


@pytest.mark.parametrize("call", WRONG, ids=lambda call: " ".join(call[1:])[:40].replace("\n", " "))
def test_a_wrong_command_says_so_in_one_sentence(told: Person, call: tuple[int, str]) -> None:
    code, *args = call
    done = told.run(*args, code=code)
    (sentence,) = [each for each in done.stderr.splitlines() if each.startswith("atlas: ")]
    assert sentence.endswith((".", "?", "directory")), sentence
    assert len(sentence) < 600
    assert "unexpected" not in sentence
    assert told.run("verify").exit_code == 0


def test_memories_about_somebody_are_found_as_recall_finds_them(told: Person) -> None:
    assert "Rome" in told.says("recall", "Rome", "--about", "Maria")
    assert "Rome" in told.says("memories", "--about", "Maria")


@pytest.mark.parametrize(
    ("shell", "code"),
    [("memories >&-", 1), ("memories >&- 2>&-", 1), ("memories 2>&-", 0), ("memories <&-", 0), ("observe - <&-", 0),
     ("memories > /dev/full", 1), ("status >&-", 1), ("memories --json >&-", 1)],
)  # fmt: skip
def test_streams_that_are_closed_or_full_cost_no_traceback(told: Person, shell: str, code: int) -> None:
    import os

    done = subprocess.run(
        ["bash", "-c", f"{' '.join(command())} {shell}"],
        capture_output=True,
        env={**os.environ, **told.env},
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"unexpected" not in done.stderr
    if ">&-" in shell and "2>&-" not in shell:
        assert b"standard output is closed" in done.stderr


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"COLUMNS": "10"}, {"COLUMNS": "1"}, {"TERM": "dumb"}], ids=str)
def test_narrow_and_plain_terminals_are_written_to(told: Person, env: dict[str, str]) -> None:
    person = Person(told.home, **env)
    for args in (("memories",), ("status",), ("recall", "café")):
        assert "\x1b" not in person.run(*args).stdout
    assert b"\x1b" not in told.process("memories", env=env).stdout


def test_an_ascii_terminal_is_written_to(told: Person) -> None:
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    for args in (("memories",), ("status",), ("recall", "café")):
        done = told.process(*args, env=env)
        assert done.returncode == 0, done.stderr
        assert b"\x1b" not in done.stdout
