"""Draw the house in figures: `python tools/house_figures.py [SRC]`, beside docs/decisions/ where they are kept.

Arrows are imports between modules of the package, storeys the longest chain of them, circles groups of modules that
import each other by way of any import, also one inside a function.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

PARTICIPLES = frozenset(
    ["told", "said", "kept", "seen", "given", "made", "held", "left", "found", "read", "put", "known", "shown", "meant"]
)


def main(source: Path) -> None:
    trees = {_name(path, source): ast.parse(path.read_text("utf-8")) for path in sorted(source.rglob("*.py"))}
    graph = {module: set(_imports(module, tree, trees)) for module, tree in trees.items()}
    engine = {module: each for module, each in graph.items() if module.startswith("atlas.engine")}
    functions = [(module, node.name) for module, tree in trees.items() for node in _functions(tree)]
    words = [name.strip("_") for _, name in functions if not name.startswith("__")]
    homes = defaultdict(set)
    for module, name in functions:
        homes[name].add(module)
    figures = {
        "lines shipped": sum(len(path.read_text("utf-8").splitlines()) for path in source.rglob("*.py")),
        "modules": len(trees),
        "arrows": sum(map(len, graph.values())),
        "storeys": _storeys(graph),
        "circles": sum(len(each) > 1 for each in _circles(graph)),
        "engine: modules, arrows, storeys": (
            len(engine),
            sum(len(targets & engine.keys()) for targets in engine.values()),
            _storeys({module: targets & engine.keys() for module, targets in engine.items()}),
        ),
        "engine: most modules in one folder": max(Counter(module.rpartition(".")[0] for module in engine).values()),
        "imports inside functions": sum(_local_imports(tree) for tree in trees.values()),
        "functions": len(words),
        "functions with one-word names": sum("_" not in word for word in words),
        "functions that are a bare participle": sum(map(_is_participle, words)),
        "names defined in ten modules or more": sum(len(each) >= 10 for each in homes.values()),
        "modules that define _told, _said": tuple(len(homes[name]) for name in ("_told", "_said")),
        "module names used thrice or more": sum(n > 2 for n in _module_names(trees).values()),
    }
    width = max(map(len, figures))
    for name, figure in figures.items():
        shown = ", ".join(f"{each:,}" for each in figure) if isinstance(figure, tuple) else f"{figure:,}"
        print(f"{name:<{width}}  {shown}")  # noqa: T201 # a tool for people
    for circle in _circles(graph):
        if len(circle) > 1:
            print("circle:", *sorted(circle))  # noqa: T201 # the same


def _name(path: Path, source: Path) -> str:
    parts = [source.name, *path.relative_to(source).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(module: str, tree: ast.Module, known: dict[str, ast.Module]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                target = whole if whole in known else node.module
                if target in known and target != module:
                    yield target


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _local_imports(tree: ast.Module) -> int:
    inside = (each for function in _functions(tree) for each in ast.walk(function))
    return len({id(node) for node in inside if isinstance(node, ast.Import | ast.ImportFrom)})


def _is_participle(word: str) -> bool:
    return "_" not in word and (word in PARTICIPLES or re.fullmatch(r"[a-z]+(?:ed|ing)", word) is not None)


def _module_names(trees: dict[str, ast.Module]) -> Counter[str]:
    return Counter(module.rpartition(".")[2] for module in trees)


def _circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Strongly connected modules, by Tarjan's algorithm without recursion."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[set[str]] = []
    for start in graph:
        if start in number:
            continue
        work = [(start, iter(sorted(graph[start])))]
        number[start] = low[start] = len(number)
        path.append(start)
        while work:
            module, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[module])
                if low[module] == number[module]:
                    at = path.index(module)
                    found.append(set(path[at:]))
                    del path[at:]
            elif target not in number:
                number[target] = low[target] = len(number)
                path.append(target)
                work.append((target, iter(sorted(graph.get(target, ())))))
            elif target in path:
                low[module] = min(low[module], number[target])
    return found


def _storeys(graph: dict[str, set[str]]) -> int:
    """The longest chain of imports; a circle counts as one storey."""
    home = {module: at for at, circle in enumerate(_circles(graph)) for module in circle}
    heights: dict[int, int] = {}
    for at, circle in enumerate(_circles(graph)):  # what is imported comes before what imports it
        below = {home[target] for module in circle for target in graph[module] if home.get(target, at) != at}
        heights[at] = 1 + max((heights[each] for each in below), default=0)
    return max(heights.values(), default=0)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "src/atlas"))
