"""Print how large the package is: `python tools/package_size.py`. The wheel is built, and its largest files are listed.

Each size is in bytes: in the wheel, which is what is downloaded, and when it is installed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final
from zipfile import ZipFile

ROOT: Final = Path(__file__).parents[1]
_LARGE: Final = 100_000
"""Bytes from which a file has a line of its own."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 # our own
        (wheel,) = Path(folder).glob("*.whl")
        with ZipFile(wheel) as packed:
            files = sorted(packed.infolist(), key=lambda each: -each.file_size)
        size = wheel.stat().st_size
    large = [each for each in files if each.file_size >= _LARGE]
    rows = [(wheel.name, size, sum(each.file_size for each in files))]
    rows += [(each.filename, each.compress_size, each.file_size) for each in large]
    others = [each for each in files if each.file_size < _LARGE]
    packed_size, whole = sum(each.compress_size for each in others), sum(each.file_size for each in others)
    rows.append((f"{len(others)} other files", packed_size, whole))
    width = max(len(name) for name, _, _ in rows)
    sys.stdout.write(f"{'':{width}}  {'in the wheel':>12}  {'installed':>12}\n")
    for name, inside, installed in rows:
        sys.stdout.write(f"{name:{width}}  {inside:12,}  {installed:12,}\n")


if __name__ == "__main__":
    main()
