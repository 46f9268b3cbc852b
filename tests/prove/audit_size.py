"""How long an audit takes and how much memory, by the number of entries (X6): PYTHONPATH=tests python <this> 100000."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from atlas import compose
from atlas.engine.audit import audit_file
from unit.metrics.mem0_dump import NOW, dump, written


def main(sizes: list[str]) -> None:
    """Each in a process of its own, since the most memory that one had is never given back."""
    match sizes:
        case ["--make", size, path]:
            written(dump(int(size), 9), Path(path))
        case ["--measure", path]:
            measure(Path(path))
        case _:
            with tempfile.TemporaryDirectory() as folder:
                for size in sizes or ["10000", "100000"]:
                    path = str(Path(folder) / "mem0.json")
                    subprocess.run([sys.executable, __file__, "--make", size, path], check=True)
                    subprocess.run([sys.executable, __file__, "--measure", path], check=True)


def measure(path: Path) -> None:
    before = _peak()
    begun = time.process_time()
    found = audit_file(compose.history(), path, NOW)
    seconds = time.process_time() - begun
    rates = ", ".join(f"{rate.fault.value} {rate.share:.3f}" for rate in found.rates if rate.share is not None)
    sys.stdout.write(
        f"{found.audit.entries:,} entries, {path.stat().st_size / 1e6:.1f} MB: {seconds:.1f} s of CPU, "
        f"peak {_peak():.0f} MB ({before:.0f} before)\n  {rates}\n"
    )


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(sys.argv[1:])
