"""X6: an audit of 100,000 entries has its memory bounded and its rates right; pytest -s prints the figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from unit.metrics.mem0_dump import dump, share, written

SIZE = 100_000 if os.environ.get("ATLAS_PROVE") == "full" else 4_000
A_FEW_MB = 200
"""What is loaded and laid out once, however many entries there are."""
KB_AN_ENTRY = 2
SCRIPT = Path(__file__).with_name("audited_once.py")
FAULTS = {"junk": "junk", "exact": "exact_duplicate", "near": "near_duplicate", "loop": "recall_loop"}


@pytest.mark.slow
def test_each_entry_takes_little_memory_and_the_rates_hold(tmp_path: Path) -> None:  # X6
    """In a process of its own, since the most memory that one had is never given back."""
    rows = dump(SIZE, 9)
    path = written(rows, tmp_path / "mem0.json")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, str(SCRIPT), str(path)], capture_output=True, env=environment, check=True)
    told = json.loads(done.stdout)
    sys.stdout.write(f"{told}\n")
    assert told["entries"] == SIZE
    assert told["peak_mb"] < A_FEW_MB + KB_AN_ENTRY * SIZE / 1024
    for label, fault in FAULTS.items():
        assert told["rates"][fault] == pytest.approx(share(rows, label), abs=0.03), fault
