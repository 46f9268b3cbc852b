"""What a function needs of the runtime, where that is less than all of it: transactions on one space, and the time.

`Runtime` is each of these; a function that takes `ReadAccess` can be seen to write nothing.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from atlas.ports.clock import Clock
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer


class ReadAccess(Protocol):
    """Opens reading transactions on one space."""

    def reading(self) -> AbstractContextManager[Reader]: ...


class WriteAccess(ReadAccess, Protocol):
    """Opens reading and writing transactions on one space."""

    def writing(self) -> AbstractContextManager[Writer]: ...


class TimedReadAccess(ReadAccess, Clock, Protocol):
    """Reads one space, and knows the present moment."""


class TimedWriteAccess(WriteAccess, Clock, Protocol):
    """Reads and writes one space, and knows the present moment."""
