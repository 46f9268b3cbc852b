"""The package `mcp` is for this command alone: whoever uses anything else neither needs nor imports it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from house._source import modules

OURS = "surfaces/mcp/"
BENCH = "benchmarks/"
THEIRS = frozenset({"anyio", "mcp", "mcp_types", "pydantic", "starlette", "uvicorn"})
WITHOUT = """
import sys
sys.modules["mcp"] = None
from atlas.surfaces.cli import main
sys.argv = ["atlas", "mcp"]
main()
"""


def test_only_its_own_folder_names_the_package() -> None:
    found = {module.path for module in modules() for _, name in module.imports() if name.split(".")[0] in THEIRS}
    assert found
    assert all(path.startswith((OURS, BENCH)) for path in found)


def test_no_other_command_imports_it() -> None:
    script = (
        "import sys, atlas, atlas.surfaces.cli\n"
        "from click.testing import CliRunner\n"
        "done = CliRunner().invoke(atlas.surfaces.cli.cli, ['mcp', '--help'])\n"
        "assert done.exit_code == 0, done.output\n"
        f"print(*(name for name in {sorted(THEIRS)!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_without_the_package_it_says_what_to_install(tmp_path: Path) -> None:
    env = {**os.environ, "ATLAS_HOME": str(tmp_path / "home")}
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, env=env, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == ("atlas: atlas mcp needs one package more: pip install '.[mcp]', in the folder of ATLAS.\n")
    assert not (tmp_path / "home").exists()
