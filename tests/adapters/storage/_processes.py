"""Running `_worker.py`, several at once."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from _fork_server import python
from _patience import LIMIT_S

WORKER = Path(__file__).with_name("_worker.py")
TESTS = Path(__file__).parents[2]
SRC = TESTS.parent / "src"


def start(what: str, path: Path, *arguments: object) -> subprocess.Popen[str]:
    command = [python(), str(WORKER), what, str(path), *map(str, arguments)]
    env = os.environ | {"PYTHONPATH": f"{SRC}{os.pathsep}{TESTS}"}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, err
    return out.strip()


def run(what: str, path: Path, *arguments: object) -> str:
    return finish(start(what, path, *arguments))
