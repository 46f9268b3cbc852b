"""The direction of imports is held by import-linter, and the contracts do bite."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = ROOT / "pyproject.toml"
_NAMING = ("allowed_importers", "protected_modules", "source_modules")
"""Keys of a contract whose modules are rooms as well."""
LINT = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"


def test_every_contract_is_kept() -> None:
    """In a process of its own: import-linter silences every logger of the one it runs in."""
    done = _lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_contract_makes_exceptions() -> None:
    assert not [key for contract in _contracts() for key in contract if "ignore" in key or "unmatched" in key]
    layered = [contract for contract in _contracts() if contract["type"] == "layers"]
    assert {contract["id"] for contract in layered if contract.get("exhaustive")} == {
        "floors",
        "surfaces-apart",
        "wings",
    }


@pytest.mark.parametrize(
    ("module", "line"),
    [
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
    ],
)
def test_a_forbidden_import_is_noticed(empty_house: Path, module: str, line: str) -> None:
    _build(_room(empty_house, module), line)
    done = _lint(empty_house)
    assert done.returncode != 0
    assert "BROKEN" in done.stdout, done.stdout + done.stderr


def test_an_empty_house_breaks_nothing(empty_house: Path) -> None:
    done = _lint(empty_house)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def empty_house(tmp_path: Path) -> Path:
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


def _lint(house: Path) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(house / "src")}
    return subprocess.run([sys.executable, "-c", LINT], cwd=house, env=env, capture_output=True, text=True, check=False)


def _contracts() -> list[dict[str, Any]]:
    contracts: list[dict[str, Any]] = tomllib.loads(PYPROJECT.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return contracts
