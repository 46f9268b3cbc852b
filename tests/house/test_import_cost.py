"""`import atlas` is cheap: heavy things are imported where they are used. Modules are counted, not milliseconds."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("apsw", "asyncio", "click", "httpx", "msgspec", "numpy", "onnxruntime", "rich")


def test_importing_atlas_imports_nothing_heavy() -> None:
    script = f"import sys, atlas; print(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
    assert done.stderr == ""
