"""A new store as a copy of one that was made by all migrations: thousands of tests begin with an empty one.

Every copy begins a line of its own, as a new store does. What a test starts as a process of its own runs the
migrations, and so do the tests of storage.
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING

from atlas.adapters.storage.sqlite import opening

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

_LINE = re.compile(rb"(?<=atlas-lineage )[0-9a-f]{32}")


class NewStores:
    """Puts a whole empty store where a new file would be made, unless it is told to leave that alone."""

    def __init__(self) -> None:
        self._make = opening._make_private
        self._made: dict[tuple[str, ...], bytes] = {}
        """By the migrations, of which a test may have fewer."""
        self._on = True

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(opening, "_make_private", self._make_whole)

    @contextmanager
    def left_out(self) -> Iterator[None]:
        self._on = False
        try:
            yield
        finally:
            self._on = True

    def _make_whole(self, path: Path) -> None:
        if self._on and not path.exists():
            steps = tuple(opening.migrations())
            if steps not in self._made:
                self._made[steps] = self._make_by_migrations()
            with suppress(OSError):  # told by opening it, or another was first
                _put_whole(path, _LINE.sub(secrets.token_hex(16).encode(), self._made[steps]))
        self._make(path)

    def _make_by_migrations(self) -> bytes:
        with self.left_out(), tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new.atlas"
            opening.prepare(path, 60).close()
            made = path.read_bytes()
        assert len(_LINE.findall(made)) <= 1, "one line, or none in a schema from before there were lines"
        return made


def _put_whole(path: Path, data: bytes) -> None:
    """Whoever opens it meanwhile finds nothing, or all of it."""
    beside = path.with_name(f".{path.name[:40]}.{os.getpid()}.{get_ident()}")
    try:
        with os.fdopen(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(data)
        os.link(beside, path)
    finally:
        beside.unlink(missing_ok=True)
