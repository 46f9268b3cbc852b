"""The pause of Python's garbage collector while many rows are read at once.

All that is made then is kept, and the collector would look through it again and again: a third of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_collection() -> Iterator[None]:
    """Collect no garbage within; where somebody paused it already, it stays so."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
