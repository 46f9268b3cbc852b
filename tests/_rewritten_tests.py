"""The tests of a new checkout with their asserts rewritten: each worker rewrites a share, and reads what others wrote.

Left to themselves all workers rewrite the same files at the same time, which takes each of them many seconds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from _pytest.assertion import rewrite

if TYPE_CHECKING:
    import pytest

TESTS: Final = Path(__file__).parent


def rewrite_share(config: pytest.Config) -> None:
    """As pytest does it on import, and for the same cache; where a file does not parse, its import says so."""
    worker = getattr(config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode:
        return
    number = int(worker["workerid"].removeprefix("gw"))
    for file in sorted(TESTS.rglob("test_*.py"))[number :: worker["workercount"]]:
        _rewrite(file, config)


def _rewrite(file: Path, config: pytest.Config) -> None:
    folder = rewrite.get_cache_dir(file)
    cached = folder / f"{file.stem}{rewrite.PYC_TAIL}"
    if rewrite.try_makedirs(folder) and rewrite._read_pyc(file, cached) is None:
        try:
            digest, code = rewrite._rewrite_test(file, config)
        except SyntaxError:
            return
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, digest, cached)
