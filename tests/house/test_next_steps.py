"""Every trouble has a next step, and every hint names a command as it is called now (C9: plain words everywhere)."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from atlas import errors
from atlas.errors import AtlasError, BadInput, NotFound, StoreTrouble
from atlas.surfaces.cli.app import cli
from atlas.surfaces.cli.groups import GROUPED
from atlas.surfaces.views.errors import describe_error
from house._source import SRC

ALIASES = {command.name: group.name for group, commands in GROUPED for command in commands if command.name}
ALIAS = re.compile(rf"\batlas ({'|'.join(sorted(ALIASES, key=len, reverse=True))})\b(?![-/])")
SPOKEN = re.compile(r"atlas[ '\"]")
"""What every file has that names a command, in one literal or in two that stand side by side."""
KEPT = {
    "surfaces/agents/hook.py",  # the prefix of its own debug line
    "surfaces/agents/pieces.py",  # marks by which earlier files are known again
    "surfaces/agents/toml_text.py",  # the same
}
TREE = [each for _, each in inspect.getmembers(errors, inspect.isclass) if issubclass(each, AtlasError)]


def _find_hints(path: Path) -> Iterator[tuple[int, str]]:
    """Texts for people; the examples of a command are renamed where it is put into its group, docstrings are ours."""
    text = path.read_text(encoding="utf-8")
    if not SPOKEN.search(text):
        return
    tree = ast.parse(text)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("command", "group"):
            skipped |= {id(each) for each in ast.walk(node)}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


def test_no_hint_names_a_command_by_its_old_name() -> None:
    found = [
        f"{path.relative_to(SRC)}:{line}: atlas {alias}, now atlas {ALIASES[alias]} {alias}"
        for path in sorted(SRC.rglob("*.py"))
        if str(path.relative_to(SRC)) not in KEPT
        for line, text in _find_hints(path)
        for alias in ALIAS.findall(text)
    ]
    assert found == []


@pytest.mark.parametrize("kind", TREE, ids=lambda kind: kind.__name__)
def test_every_kind_of_trouble_has_a_next_step_that_exists(kind: type[AtlasError]) -> None:
    named = re.findall(r"\batlas ([a-z-]+)(?: ([a-z-]+))?", kind.next_step)
    assert named or "--help" in kind.next_step
    for first, second in named:
        command = cli.commands[first]
        assert not command.hidden
        if isinstance(command, click.Group) and second:
            assert second in command.commands


def test_the_step_stands_behind_a_sentence_that_says_none() -> None:
    assert describe_error(StoreTrouble("The store is damaged.")) == (
        "The store is damaged. See what is wrong: atlas doctor."
    )
    assert describe_error(NotFound("There is no memory m_1 here.")).endswith(NotFound.next_step)
    assert describe_error(BadInput("A role is one of user, assistant.")) == "A role is one of user, assistant."
    assert describe_error(NotFound("There is no position x here; see all: atlas beliefs.")).endswith("atlas beliefs.")
