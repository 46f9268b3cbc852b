"""Nothing of the place where it was written: no home folder, no package index but the public default, in the lock."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from house._source import ROOT

LOCKS = (ROOT / "uv.lock", ROOT / "requirements" / "dev.txt", ROOT / "requirements" / "run.txt")
HOME = re.compile(r"(?<![\w./-])/(?:home|Users|root)/[\w.-]+/")
# The letters in brackets keep this file from naming what it looks for.
INDEX = re.compile(r"https?://[^\s\"'<>]*(?:py[p]i|pythonh[o]sted|npm[j]s|artif[a]ctory|devp[i]|/simple\b)", re.I)
HINT = re.compile(rb"/(?:home|Users|root)/|https?://", re.I)
LOCAL = re.compile(r"file:/|//(?:localhost|[\d.]+|[\w-]+|[\w.-]+\.(?:local|internal|lan|corp))(?::\d+)?/", re.I)


def _files() -> Iterator[Path]:
    """What git has or would take; in an unpacked archive, everything that is not a cache."""
    git = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if git.returncode == 0 and git.stdout:
        candidates = [ROOT / name for name in git.stdout.decode().split("\0") if name]
    else:
        candidates = [file for file in ROOT.rglob("*") if not _hidden(file.relative_to(ROOT))]
    return (file for file in candidates if file.is_file())


def _hidden(path: Path) -> bool:
    return any(part == "__pycache__" or (part.startswith(".") and part != ".ci") for part in path.parts)


def _lines(file: Path) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(file.read_text("utf-8", errors="replace").splitlines(), start=1):
        yield f"{file.relative_to(ROOT)}:{number}", line


def test_no_file_names_a_home_or_a_package_index() -> None:
    found = [
        where
        for file in _files()
        if _may_name_one(file.read_bytes())
        for where, line in _lines(file)
        if HOME.search(line) or (file not in LOCKS and INDEX.search(line))
    ]
    assert not found


def _may_name_one(data: bytes) -> bool:
    """Whether it is worth reading line by line: networks have millions of bytes and hardly a line."""
    return bool(HINT.search(data))


def test_the_locks_keep_the_public_default() -> None:
    found = [where for lock in LOCKS for where, line in _lines(lock) if LOCAL.search(line) or "index-url" in line]
    assert not found
    registries = set(re.findall(r'registry = "([^"]+)"', LOCKS[0].read_text("utf-8")))
    assert len(registries) == 1


@pytest.mark.parametrize("lock", LOCKS[1:], ids=lambda lock: lock.name)
def test_every_requirement_is_pinned_and_hashed(lock: Path) -> None:
    requirements = re.split(r"\n(?=[a-z0-9])", re.sub(r"(?m)^\s*#.*\n", "", lock.read_text("utf-8")))
    assert requirements
    assert all(re.match(r"[\w.-]+(?:\[\w+\])?==\S+", one) and "--hash=sha256:" in one for one in requirements)
