"""What holds for every benchmark: help with examples that can be typed, the global options, one way to fail."""

from __future__ import annotations

import re
import shlex

import click
import pytest

from _engineer import Engineer
from benchmarks.commands.program import benchmarks
from benchmarks.repository import ROOT

NAMES = (
    "beliefs",
    "consolidation",
    "context",
    "displeasure",
    "evidence",
    "extraction",
    "floor",
    "honesty",
    "hook",
    "import",
    "ingest",
    "looking",
    "questions",
    "reading",
    "reembedding",
    "retrieval",
    "review",
    "serving",
    "signals",
    "speed",
    "thoughts",
)
EVERY = pytest.mark.parametrize("name", NAMES)
CALL = re.compile(r"^(?:ATLAS_DATA=data )?python -m benchmarks (.+)$")


def test_every_benchmark_is_a_command_and_a_target_of_make() -> None:
    assert set(benchmarks.commands) == set(NAMES)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert {name for name in NAMES if f"\nbench-{name}: " in makefile} == set(NAMES)


def test_without_a_command_it_shows_its_help(engineer: Engineer) -> None:
    shown = engineer.says()
    assert shown == engineer.says("--help")
    assert shown.startswith("Usage: python -m benchmarks ")
    assert not engineer.home.exists()


@EVERY
def test_every_help_text_has_examples_kept_as_written(engineer: Engineer, name: str) -> None:
    shown = engineer.says(name, "--help")
    _, _, examples = shown.partition("\nExamples:\n")
    assert examples.strip()
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("command", [benchmarks, *benchmarks.commands.values()], ids=lambda command: command.name)
def test_every_example_names_a_command_and_options_that_exist(command: click.Command) -> None:
    for example in getattr(command, "examples", ()):
        call = CALL.match(example)
        assert call, example
        name, *words = shlex.split(call[1])
        known = {option for param in benchmarks.commands[name].params for option in param.opts}
        assert {word for word in words if word.startswith("--")} <= known


@EVERY
def test_every_benchmark_takes_json_home_and_space(name: str) -> None:
    options = {option for param in benchmarks.commands[name].params for option in param.opts}
    assert {"--json", "--home", "--space"} <= options


def test_a_folder_that_is_not_there_is_said_in_one_sentence(engineer: Engineer) -> None:
    done = engineer.run("extraction", "--data", "/no/such/place", code=1)
    assert (done.stdout, done.stderr) == (
        "",
        "atlas: There is no folder /no/such/place. Add --help to see what is taken.\n",
    )


def test_it_runs_in_the_folder_of_the_repository(engineer: Engineer) -> None:
    done = engineer.process("--help")
    assert (done.returncode, done.stderr) == (0, b"")
