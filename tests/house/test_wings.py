"""Each wing of the engine has one face: the modules that its docstring names, and no private name of any module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from house._source import SRC, Module, modules

WINGS = sorted(folder.name for folder in (SRC / "engine").iterdir() if (folder / "__init__.py").exists())
_NAMED = re.compile(r"`(\w+)`")


def shipped_modules() -> list[Module]:
    return [module for module in modules() if not module.path.startswith("benchmarks/")]


def wing_of(module: Module) -> str | None:
    floor, *rest = module.path.split("/")
    return rest[0] if floor == "engine" and len(rest) > 1 else None


def read_face(wing: str) -> set[str]:
    """The modules that a wing's docstring names as its face."""
    tree = ast.parse((SRC / "engine" / wing / "__init__.py").read_text("utf-8"))
    text = (ast.get_docstring(tree) or "").partition("Its face:")[2]
    return {name for name in _NAMED.findall(text) if (SRC / "engine" / wing / f"{name}.py").exists()}


def imported_names(module: Module) -> Iterator[tuple[str, str]]:
    """Every module that is imported from, with the name that is taken from there."""
    for node in module.nodes():
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def modules_used(wing: str) -> dict[str, str]:
    """The modules of a wing that others import, each with one of those that do."""
    root = f"atlas.engine.{wing}"
    found = {}
    for module in shipped_modules():
        for source, name in imported_names(module) if wing_of(module) != wing else ():
            if source == root or source.startswith(f"{root}."):
                found[source.removeprefix(root).removeprefix(".") or name] = module.path
    return found


@pytest.mark.parametrize("wing", WINGS)
def test_others_import_what_the_docstring_of_a_wing_names_and_nothing_else(wing: str) -> None:
    used = modules_used(wing)
    assert {name: by for name, by in used.items() if name not in read_face(wing)} == {}
    assert read_face(wing) <= used.keys(), "the face names what nobody uses"


def test_no_module_takes_a_private_name_of_another() -> None:
    taken = [
        f"{module.path}: {source}.{name}"
        for module in modules()
        for source, name in imported_names(module)
        if source.split(".")[0] in ("atlas", "benchmarks") and name.startswith("_") and not name.startswith("__")
    ]
    assert taken == []
