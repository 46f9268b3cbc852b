"""The direction of imports is held by import-linter, and the contracts do bite."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = ROOT / "pyproject.toml"
_NAMING = ("allowed_importers", "protected_modules", "source_modules")
"""Keys of a contract whose modules are rooms as well."""
SAID = "said.txt"
LINT = f"""
import os, sys
from importlinter.cli import lint_imports
for house in sys.argv[1:]:
    if not os.fork():
        os.chdir(house)
        sys.path[:0] = [os.path.join(house, "src")]
        sys.stdout = open({SAID!r}, "w", encoding="utf-8")
        os.dup2(sys.stdout.fileno(), 1)
        os.dup2(sys.stdout.fileno(), 2)
        raise SystemExit(lint_imports(no_cache=True))
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
"""A process of its own for each house, since import-linter silences every logger of the one it runs in; it is loaded
once."""

Linted = Mapping[tuple[str, str], tuple[int, str]]
"""The exit code and what was said, by the module and the import in it."""


def test_every_contract_is_kept() -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    line = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))",
    ]
    done = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_contract_makes_exceptions() -> None:
    assert not [key for contract in _contracts() for key in contract if "ignore" in key or "unmatched" in key]
    layered = [contract for contract in _contracts() if contract["type"] == "layers"]
    assert {contract["id"] for contract in layered if contract.get("exhaustive")} == {
        "floors",
        "surfaces-apart",
        "wings",
    }


FORBIDDEN = [
    ("errors", "import atlas.model"),
    ("model", "from atlas import Atlas"),
    ("model", "import numpy"),
    ("ports", "import atlas.curation"),
    ("context", "import atlas.curation"),
    ("context", "import atlas.ports"),
    ("retrieval", "import apsw"),
    ("compose", "import apsw"),
    ("adapters.storage.sql", "import apsw"),
    ("adapters.storage.sql", "import atlas.adapters.storage.sqlite"),
    ("engine", "import atlas.adapters"),
    ("adapters", "import atlas.engine"),
    ("surfaces", "import atlas.adapters"),
    ("surfaces", "import atlas.ports"),
    ("testing", "import atlas.surfaces"),
    ("language", "import atlas.reflection"),
    ("language", "import atlas.language.english"),
    ("reflection", "import atlas.language.english"),
    ("engine.core", "import atlas.engine.intake"),
    ("engine.jobs", "import atlas.engine.serve"),
    ("engine.newcomer", ""),
    ("surfaces.mcp", "import atlas.surfaces.agents"),
    ("surfaces.views", "import atlas.surfaces.cli"),
    ("surfaces", "import benchmarks"),
    ("newcomer", ""),
]


@pytest.mark.parametrize(("module", "line"), FORBIDDEN)
def test_a_forbidden_import_is_noticed(linted: Linted, module: str, line: str) -> None:
    code, said = linted[module, line]
    assert code != 0
    assert "BROKEN" in said, said


def test_an_empty_house_breaks_nothing(linted: Linted) -> None:
    code, said = linted["", ""]
    assert code == 0, said


@pytest.fixture(scope="module")
def linted(tmp_path_factory: pytest.TempPathFactory) -> Linted:
    """What import-linter says of an empty house, and of one with each forbidden import in it."""
    houses = {}
    for module, line in [("", ""), *FORBIDDEN]:
        houses[module, line] = _build_empty_house(tmp_path_factory.mktemp("house"))
        if module:
            _build(_room(houses[module, line], module), line)
    done = subprocess.run([sys.executable, "-c", LINT, *map(str, houses.values())], capture_output=True, check=True)
    codes = map(int, done.stdout.split())
    return {
        imported: (code, (house / SAID).read_text("utf-8"))
        for (imported, house), code in zip(houses.items(), codes, strict=True)
    }


def _build_empty_house(tmp_path: Path) -> Path:
    """Every room of the plan with nothing in it, and the package handing out a surface, as the real one does."""
    shutil.copy(PYPROJECT, tmp_path)
    for contract in _contracts():
        for container in contract.get("containers", ()):
            for room in " | ".join(contract["layers"]).split(" | "):
                _build(_room(tmp_path, f"{container}.{room}".removeprefix("atlas.")), "")
        for named in (name for key in _NAMING for name in contract.get(key, ())):
            if named.startswith("atlas."):
                _build_with_parents(tmp_path, named.removeprefix("atlas."))
    _build(_room(tmp_path, "adapters.storage.sqlite"), "import apsw")
    _build(tmp_path / "benchmarks", "import atlas.adapters")
    (tmp_path / "src" / "atlas" / "__init__.py").write_text("from atlas.surfaces import Atlas\n", "utf-8")
    return tmp_path


def _room(house: Path, name: str) -> Path:
    return house.joinpath("src", "atlas", *name.split("."))


def _build(folder: Path, line: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").write_text(f"{line}\n", "utf-8")


def _build_with_parents(house: Path, name: str) -> None:
    parts = name.split(".")
    for depth in range(len(parts)):
        _build(_room(house, ".".join(parts[: depth + 1])), "")


def _contracts() -> list[dict[str, Any]]:
    contracts: list[dict[str, Any]] = tomllib.loads(PYPROJECT.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return contracts
