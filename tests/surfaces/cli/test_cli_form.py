"""What holds for every command: help with examples, `--json` on both sides, quick to start, one way to fail."""

from __future__ import annotations

import json
import re
import shlex
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from atlas import __version__
from atlas.surfaces.cli import cli
from atlas.surfaces.cli.groups import GROUPED
from surfaces.cli._person import Person

ISSUE = (
    *("chat", "observe", "recall", "context", "memories", "pending", "show", "why", "approve", "reject", "undo"),
    *("log", "revert", "verify", "forget", "export", "status", "doctor", "demo"),
    *("jobs", "work", "reflect", "reflections", "costs", "triggers", "signals", "report", "failures", "patterns"),
    *("suggestions", "accept", "decline"),
    *("graph", "health", "due", "conflicts", "whole", "consolidate", "feedback", "observations"),
    *("import", "ingest", "mcp", "install", "uninstall", "hook", "audit", "docs"),
)

DOCS = ("show", "history", "diff", "blame", "restore", "export", "import", "note")
SUBCOMMANDS = {("jobs", "retry"), ("jobs", "drop"), *(("docs", name) for name in DOCS)}


def _commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from _commands(command, (*path, name))


COMMANDS = dict(_commands(cli))
EVERY = pytest.mark.parametrize("path", COMMANDS, ids=" ".join)


def test_every_command_that_was_asked_for_is_there() -> None:
    assert {(name,) for name in ISSUE} | SUBCOMMANDS <= set(COMMANDS)


def test_half_of_the_commands_are_listed_and_the_others_stand_in_groups(ana: Person) -> None:
    """Each of these goes by its bare name as well, and does the same there."""
    listed = {name for name, command in cli.commands.items() if not command.hidden}
    shown = ana.says("--help")
    assert all(f"\n  {name} " in shown for name in listed)
    assert not [name for name, command in cli.commands.items() if command.hidden and f"\n  {name} " in shown]
    assert len(listed) <= len(cli.commands) / 2 + 2
    for group, commands in GROUPED:
        for each in commands:
            placed = group.commands[str(each.name)]
            assert (placed.callback, placed.params) == (each.callback, each.params)
            assert f"  {each.name} " in ana.says(str(group.name), "--help")


@EVERY
def test_every_help_text_has_examples_kept_as_written(ana: Person, path: tuple[str, ...]) -> None:
    shown = ana.says(*path, "--help")
    _, _, examples = shown.partition("\nExamples:\n")
    lines = [line for line in examples.splitlines() if line.strip()]
    assert lines
    assert all(line.startswith("  ") for line in lines)
    assert max(map(len, shown.splitlines())) <= 80


@EVERY
def test_every_example_names_commands_and_options_that_exist(path: tuple[str, ...]) -> None:
    for example in getattr(COMMANDS[path], "examples", ()):
        for call in re.findall(r"\batlas((?: [^|&>#]+)?)", example.split("  #")[0]):
            _check_call(shlex.split(call))


def _check_call(words: list[str]) -> None:
    command: click.Command = cli
    for word in words:
        if word.startswith("--"):
            assert any(word in param.opts for param in command.params) or word == "--help", (command.name, word)
        elif isinstance(command, click.Group) and word in command.commands:
            command = command.commands[word]
    assert command is not cli or not words


@EVERY
def test_every_command_takes_json_home_and_space_on_its_own_side_too(path: tuple[str, ...]) -> None:
    names = {name for param in COMMANDS[path].params for name in param.opts}
    assert {"--json", "--home", "--space"} <= names


@pytest.mark.parametrize("args", [("--json", "status"), ("status", "--json")])
def test_json_may_stand_before_or_after_the_command(ana: Person, args: tuple[str, ...]) -> None:
    assert json.loads(ana.says(*args))["space"] == "default"


def test_home_and_space_may_stand_before_or_after_and_the_later_wins(ana: Person, tmp_path: Path) -> None:
    other = tmp_path / "other"
    report = ana.data("--home", str(tmp_path / "first"), "status", "--home", str(other), "--space", "work")
    assert report["location"] == str(other / "memory.atlas")
    assert report["space"] == "work"


def test_home_and_space_come_from_the_environment_else(tmp_path: Path) -> None:
    report = Person(tmp_path / "mine", ATLAS_SPACE="private").data("status")
    assert (report["location"], report["space"]) == (str(tmp_path / "mine" / "memory.atlas"), "private")


def test_a_new_home_is_for_its_owner_alone(ana: Person) -> None:
    ana.tell("I live in Porto.")
    assert stat.S_IMODE(ana.home.stat().st_mode) == 0o700


def test_nothing_crosses_spaces(ana: Person) -> None:
    ana.tell("I live in Porto.", space="work")
    assert ana.data("memories")["memories"] == []
    assert ana.data("memories", "--space", "work")["memories"]


def test_without_a_command_it_shows_its_help(ana: Person) -> None:
    assert ana.says() == ana.says("--help")
    assert not ana.home.exists()


def test_who_looks_for_the_benchmarks_is_told_where_they_are(ana: Person) -> None:
    for args in (("bench",), ("bench", "speed", "--sizes", "800")):
        told = ana.run(*args, code=2).stderr.splitlines()[-1]
        assert told.startswith("atlas: No such command 'bench': the benchmarks live in the repository")
        assert "make bench-speed" in told


def test_version(ana: Person) -> None:
    assert ana.says("--version") == f"atlas {__version__}\n"


@pytest.mark.parametrize(
    "args",
    [("nonsense",), ("show",), ("memories", "--kind", "nonsense"), ("recall", "x", "--limit", "0"), ("--home", "")],
)
def test_bad_usage_exits_with_2_and_one_sentence(ana: Person, args: tuple[str, ...]) -> None:
    done = ana.run(*args, code=2)
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("atlas: ")


def test_errors_are_json_where_json_is_asked_for(ana: Person) -> None:
    for args, code in ((("--json", "show", "m_nothere"), 1), (("show", "--json"), 2), (("--json", "nonsense"), 2)):
        done = ana.run(*args, code=code)
        assert done.stdout == ""
        assert json.loads(done.stderr)["error"]


def test_the_command_is_quick_to_import() -> None:
    heavy = ("apsw", "asyncio", "httpx", "numpy", "onnxruntime", "rich")
    script = f"import sys, atlas.surfaces.cli; print(*(name for name in {heavy!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_an_unexpected_error_is_one_sentence_and_a_traceback_only_for_who_asks(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **more: object) -> None:
        raise ZeroDivisionError("no number")

    ana.tell("I live in Porto.")
    monkeypatch.setattr("atlas.surfaces.library.inspection.Inspection.status", broken)
    done = ana.run("status", code=70)
    assert done.stderr == "atlas: Something unexpected happened (ZeroDivisionError: no number); please report it.\n"
    seen = CliRunner(env={**ana.env, "ATLAS_DEBUG": "1"}).invoke(cli, ["status"])
    assert seen.exit_code == 70
    assert "Traceback" in seen.stderr
