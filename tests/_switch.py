"""A replacement that tests put in place of something slow, and that a test can turn off for itself."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Switch:
    """On, but for the time of `disabled`."""

    def __init__(self) -> None:
        self.on = True

    @contextmanager
    def disabled(self) -> Iterator[None]:
        self.on = False
        try:
            yield
        finally:
            self.on = True
