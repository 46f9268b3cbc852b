"""Where time comes from."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...
