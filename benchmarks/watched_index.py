"""An index that tells what it was asked and how much it had to read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from atlas.engine.core.runtime import Runtime


class Watched:
    """Passes everything on to a real index, and remembers the last probe and the changes that it followed."""

    def __init__(self, index: Any) -> None:
        self.index = index
        self.probe: Any = None
        self.followed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.index, name)

    def __len__(self) -> int:
        return len(self.index)

    def follow(self, reader: Any) -> None:
        counting = _Counting(reader)
        self.index.follow(counting)
        self.followed += counting.changed

    def search(self, probe: Any) -> Any:
        self.probe = probe
        return self.index.search(probe)


class _Counting:
    """A reader that counts the changes it hands out."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self.changed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    def changes(self, *args: Any) -> Any:
        page = self._reader.changes(*args)
        self.changed += len(page)
        return page


def watched(runtime: Runtime) -> Runtime:
    made: Any = lambda own, identity: Watched(runtime.new_index(own, identity))  # noqa: E731 # a protocol of many parts
    return replace(runtime, new_index=made)
