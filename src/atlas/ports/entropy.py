"""Where randomness comes from: ids and salts."""

from __future__ import annotations

from typing import Protocol


class Entropy(Protocol):
    def draw(self, count: int) -> bytes: ...
