"""A new store as a copy of one that was made by all migrations: thousands of tests begin with an empty one.

Every copy begins a line of its own, as a new store does. What a test starts as a process of its own runs the
migrations, and so do the tests of storage.
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING

from _switch import Switch
from atlas.adapters.storage.sqlite import opening

if TYPE_CHECKING:
    import pytest

_LINE = re.compile(rb"(?<=atlas-lineage )[0-9a-f]{32}")


class StoreTemplate(Switch):
    """Puts a whole empty store where a new file would be made, unless it is told to leave that alone."""

    def __init__(self) -> None:
        super().__init__()
        self._make = opening._make_private
        self._made: dict[tuple[str, ...], list[bytes]] = {}
        """By the migrations, of which a test may have fewer: what stands before and after the name of its line."""

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(opening, "_make_private", self._copy_template)

    def _copy_template(self, path: Path) -> None:
        if self.on and not path.exists():
            steps = tuple(opening.migrations())
            if steps not in self._made:
                self._made[steps] = self._make_by_migrations()
            with suppress(OSError):  # told by opening it, or another was first
                _put_whole(path, secrets.token_hex(16).encode().join(self._made[steps]))
        self._make(path)

    def _make_by_migrations(self) -> list[bytes]:
        with self.disabled(), tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new.atlas"
            opening.prepare(path, 60).close()
            parts = _LINE.split(path.read_bytes())
        assert len(parts) <= 2, "one line, or none in a schema from before there were lines"
        return parts


def _put_whole(path: Path, data: bytes) -> None:
    """Whoever opens it meanwhile finds nothing, or all of it."""
    beside = path.with_name(f".{path.name[:40]}.{os.getpid()}.{get_ident()}")
    try:
        with os.fdopen(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(data)
        os.link(beside, path)
    finally:
        beside.unlink(missing_ok=True)
