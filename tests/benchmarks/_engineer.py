"""Someone who runs the benchmarks: in this process, and as a real one in the folder of the repository."""

from __future__ import annotations

import subprocess
from typing import Any

from benchmarks.commands.program import benchmarks
from benchmarks.repository import ROOT
from surfaces.cli._person import Person


class Engineer(Person):
    """Has a home, which no benchmark touches, and types commands."""

    program = benchmarks
    module = "benchmarks"

    def process(self, *args: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
        return super().process(*args, cwd=ROOT, **more)
