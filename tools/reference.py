"""Write the API and CLI references from the code: `make reference`. A test holds what is written equal to the code."""

from __future__ import annotations

import ast
import enum
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import click

import atlas
from atlas import types
from atlas.surfaces.cli.app import SECTIONS, cli
from atlas.surfaces.library.space import PARTS

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
EVERY_DAY = (
    *(
        "open",
        "observe",
        "end_session",
        "context",
        "recall",
        "memories",
        "why",
        "approve",
        "reject",
        "undo",
        "forget",
        "flush",
    ),
    *("close", "in_space", "opened_by", "aio", "restore"),
)
"""The verbs of `Atlas` in the order in which a newcomer needs them."""
_WIDTH = 100


def main() -> None:
    for name, text in references().items():
        (FOLDER / name).write_text(text, "utf-8")


def references() -> dict[str, str]:
    """Each reference's file with its text."""
    return {"api.md": "\n".join(_api()), "cli.md": "\n".join(_cli())}


def _api() -> Iterator[str]:
    yield "# API reference\n"
    yield "Made from the code by `make reference`. `Atlas` has the verbs of every day; its parts have the others.\n"
    yield "| | |\n|---|---|"
    yield "| [`Atlas`](#atlas) | " + _summary(atlas.Atlas) + " |"
    for name, part in PARTS.items():
        yield f"| [`atlas.{name}`](#atlas{name}) | {_summary(part)} |"
    yield "| [`wrap`](#wrap) | " + _summary(atlas.wrap) + " |"
    yield "| [Types](#types) | What verbs take and give back. |\n"
    yield "## Atlas\n"
    yield inspect.getdoc(atlas.Atlas) + "\n"
    for name in EVERY_DAY:
        yield from _verb("Atlas." if name in {"open", "restore"} else "atlas.", name, _member(atlas.Atlas, name))
    for name, part in PARTS.items():
        yield f"## atlas.{name}\n"
        yield inspect.getdoc(part) + "\n"
        for verb, member in vars(part).items():
            if not verb.startswith("_"):
                yield from _verb(f"atlas.{name}.", verb, member)
    yield "## wrap\n"
    yield from _verb("atlas.", "wrap", atlas.wrap)
    yield "## Types\n"
    yield "Import these from `atlas` or, where it says so, from `atlas.types`.\n"
    for name, home in _types():
        yield from _type(name, home)


def _types() -> list[tuple[str, Any]]:
    named = dict.fromkeys(types.__all__, types) | dict.fromkeys(atlas.__all__, atlas)
    return [(name, home) for name, home in sorted(named.items()) if isinstance(getattr(home, name), type)]


def _member(owner: type, name: str) -> Any:
    return next(vars(each)[name] for each in owner.__mro__ if name in vars(each))


def _verb(prefix: str, name: str, member: Any) -> Iterator[str]:
    function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
    yield f"### `{prefix}{name}`\n"
    yield f"```py\n{_signature(prefix + name, function, is_property=isinstance(member, property))}\n```\n"
    yield (inspect.getdoc(function) or "") + "\n"


def _signature(name: str, function: Any, *, is_property: bool) -> str:
    """As it is called, with types: on one line where that is short enough."""
    node = _definition(function)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    if is_property:
        return name + returns
    for args in (node.args.posonlyargs, node.args.args):
        if args and args[0].arg in {"self", "cls"}:
            del args[0]
    line = f"{name}({ast.unparse(node.args)}){returns}"
    return line if len(line) <= _WIDTH else f"{name}(\n{_one_a_line(node.args)}){returns}"


def _one_a_line(arguments: ast.arguments) -> str:
    """The same arguments, each on a line of its own."""
    alone = []
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    alone += [_argument(arg, default) for arg, default in zip(plain, defaults, strict=True)]
    if arguments.vararg:
        alone.append("*" + ast.unparse(arguments.vararg))
    elif arguments.kwonlyargs:
        alone.append("*")
    alone += [_argument(*each) for each in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.kwarg:
        alone.append("**" + ast.unparse(arguments.kwarg))
    return "".join(f"    {each},\n" for each in alone)


def _argument(arg: ast.arg, default: ast.expr | None) -> str:
    return ast.unparse(arg) + (f" = {ast.unparse(default)}" if default is not None else "")


def _definition(member: Any) -> Any:
    """A function or a class as it stands in its file."""
    return ast.parse(textwrap.dedent(inspect.getsource(member))).body[0]


def _type(name: str, home: Any) -> Iterator[str]:
    found = getattr(home, name)
    yield f"### `{name}`\n"
    yield f"`from {home.__name__} import {name}`\n"
    if found.__doc__ and not (is_dataclass(found) and found.__doc__.startswith(f"{name}(")):
        yield inspect.getdoc(found) + "\n"
    if issubclass(found, enum.Enum):
        yield ", ".join(f"`{each.value}`" for each in found) + "\n"
    elif is_dataclass(found):
        yield from _fields(found)


def _fields(found: type) -> Iterator[str]:
    yield "| field | type | |\n|---|---|---|"
    for owner in reversed([each for each in found.__mro__ if is_dataclass(each)]):
        body = _definition(owner).body
        for node, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                kind = ast.unparse(node.annotation).replace("|", "\\|")
                yield f"| `{node.target.id}` | `{kind}` | {_said_below(after)} |"
    yield ""


def _said_below(node: ast.stmt | None) -> str:
    """A field's docstring: the string that stands below it."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return " ".join(node.value.value.split()).replace("|", "\\|")
    return ""


def _summary(member: Any) -> str:
    return (inspect.getdoc(member) or "").split("\n\n")[0].replace("\n", " ")


def _cli() -> Iterator[str]:
    yield "# CLI reference\n"
    yield "Made from the code by `make reference`; `atlas COMMAND --help` says the same.\n"
    yield f"```text\n{_help(cli, 'atlas')}\n```\n"
    for title, commands in SECTIONS:
        yield f"## {title}\n"
        for command in commands:
            yield from _command(command, f"atlas {command.name}")


def _command(command: click.Command, called: str) -> Iterator[str]:
    yield f"### `{called}`\n"
    yield f"```text\n{_help(command, called)}\n```\n"
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from _command(each, f"{called} {name}")


def _help(command: click.Command, called: str) -> str:
    context = click.Context(command, info_name=called, terminal_width=_WIDTH, max_content_width=_WIDTH)
    return command.get_help(context).rstrip()


if __name__ == "__main__":
    main()
