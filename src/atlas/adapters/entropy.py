"""The one source of randomness."""

from __future__ import annotations

import hashlib
import os
import threading


class SystemEntropy:
    def draw(self, count: int) -> bytes:
        return os.urandom(count)


class SeededEntropy:
    """The same seed draws the same bytes: ids and salts of a simulation can be told again."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0
        self._lock = threading.Lock()

    def draw(self, count: int) -> bytes:
        with self._lock:
            self._drawn += 1
            return hashlib.shake_128(f"{self._seed}:{self._drawn}".encode()).digest(count)
