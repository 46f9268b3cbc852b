"""The source as trees, with names resolved to what they mean."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "atlas"
BENCHMARKS = ROOT / "benchmarks"


@dataclass(frozen=True, slots=True)
class Use:
    """A name as it stands in a module, spelled out: `datetime.datetime.now`."""

    name: str
    node: ast.expr

    @property
    def line(self) -> int:
        return self.node.lineno


@dataclass(frozen=True, slots=True)
class Module:
    path: str
    """Relative to the package, with slashes: `engine/core/ledger.py`; the benchmarks' own begin with `benchmarks/`."""
    tree: ast.Module

    @property
    def top(self) -> str:
        """The floor or stage it belongs to: `engine`, `errors`."""
        return self.path.split("/")[0].removesuffix(".py")

    def nodes(self) -> tuple[ast.AST, ...]:
        return _nodes_of(self.tree)

    def imports(self) -> Iterator[tuple[int, str]]:
        """Every module named in an import, in full."""
        for node in self.nodes():
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{self.path}:{node.lineno} imports relatively; say where from"
                yield node.lineno, node.module or ""

    def uses(self) -> tuple[Use, ...]:
        """Every plain name, and every dotted name that begins with an import, spelled out."""
        return _uses_of(self.tree)

    def calls(self) -> tuple[ast.Call, ...]:
        return _calls_of(self.tree)


# Many tests ask the same tree the same thing: it is walked once for each.


@cache
def _nodes_of(tree: ast.Module) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree))


@cache
def _calls_of(tree: ast.Module) -> tuple[ast.Call, ...]:
    return tuple(node for node in _nodes_of(tree) if isinstance(node, ast.Call))


@cache
def _uses_of(tree: ast.Module) -> tuple[Use, ...]:
    return tuple(_find_uses(tree))


def _find_uses(tree: ast.Module) -> Iterator[Use]:
    meaning = dict(_bindings(tree))
    for node in _nodes_of(tree):
        if isinstance(node, ast.Name):
            yield Use(meaning.get(node.id, node.id), node)
        elif isinstance(node, ast.Attribute) and (dotted := _dotted(node)):
            head, _, rest = dotted.partition(".")
            if head in meaning:
                yield Use(f"{meaning[head]}.{rest}", node)


def _bindings(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in _nodes_of(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                head = alias.name.split(".")[0]
                yield (alias.asname, alias.name) if alias.asname else (head, head)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _dotted(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (base := _dotted(node.value)):
        return f"{base}.{node.attr}"
    return None


def parse(path: str, text: str) -> Module:
    return Module(path, ast.parse(text))


@cache
def modules() -> tuple[Module, ...]:
    """Those of the package, then those of the benchmarks, which the same rules hold for."""
    return (*_modules_in(SRC, SRC), *_modules_in(BENCHMARKS, ROOT))


def _modules_in(folder: Path, base: Path) -> Iterator[Module]:
    files = sorted(folder.rglob("*.py"))
    return (parse(file.relative_to(base).as_posix(), file.read_text("utf-8")) for file in files)
