"""Everything is typed, says so to others, and is in the wheel with its data."""

from __future__ import annotations

import ast
import subprocess
import sys
import zipfile
from pathlib import Path

from house._source import ROOT, SRC, Module, modules


def test_every_function_says_what_it_takes_and_gives() -> None:
    assert not [line for module in modules() for line in _untyped(module)]


def test_the_wheel_ships_the_types_and_every_data_file(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("atlas_reflect-*.whl")
    shipped = set(zipfile.ZipFile(wheel).namelist())
    files = {file.relative_to(SRC.parent).as_posix() for file in SRC.rglob("*") if file.is_file()}
    assert "atlas/py.typed" in shipped
    assert {name for name in files if "__pycache__" not in name and not name.endswith(".pyc")} <= shipped
    assert any(name.endswith("/licenses/LICENSE") for name in shipped)
    assert {name.split("/")[0] for name in shipped if ".dist-info/" not in name} == {"atlas"}, "no tests, no benchmarks"


def _untyped(module: Module) -> list[str]:
    found = []
    for node in module.nodes():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            args = node.args
            given = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
            bare = [arg.arg for arg in given if arg and not arg.annotation and arg.arg not in ("self", "cls")]
            if bare or not node.returns:
                found.append(f"{module.path}:{node.lineno} {node.name}({', '.join(bare)})")
    return found
