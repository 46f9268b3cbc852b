"""One audit of a dump in a process of its own, and what it took: a line of JSON.

A process begins with the most memory that the one had which started it. So a small one stands between.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from atlas import compose
from atlas.engine.inspect.audit import audit_file
from unit.metrics.mem0_dump import NOW


def measure(path: Path) -> None:
    begun = time.process_time()
    found = audit_file(compose.make_history(), path, NOW)
    told = {
        "entries": found.audit.entries,
        "seconds": round(time.process_time() - begun, 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "rates": {rate.fault.value: rate.share for rate in found.rates},
    }
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "--measure":
        measure(Path(sys.argv[2]))
    else:
        subprocess.run([sys.executable, __file__, "--measure", sys.argv[1]], check=True)
