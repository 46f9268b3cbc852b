"""What the SQL body asks of a dialect: one open transaction of one space that runs named statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = tuple[Any, ...]


class Lane(Protocol):
    """Every statement that goes through it carries the space; no caller can name another (P4).

    Whatever the driver raises leaves as one of our errors.
    """

    @property
    def stands_still(self) -> bool:
        """Whether it reads one moment and writes nothing, so that a row is the same each time."""
        ...

    def rows(self, name: str, values: Mapping[str, object] | None = None) -> Sequence[Row]: ...

    def one(self, name: str, values: Mapping[str, object] | None = None) -> Row | None:
        """The first row, where there is one."""
        ...

    def change(self, name: str, values: Mapping[str, object] | None = None) -> int:
        """Run it; how many rows it touched."""
        ...

    def change_each(self, name: str, many: Iterable[Mapping[str, object]]) -> None:
        """The same statement for each of them, prepared once."""
        ...

    def composed(self, names: Sequence[str], values: Mapping[str, object]) -> Sequence[Row]:
        """One statement made of several named pieces."""
        ...

    def whole(self) -> AbstractContextManager[None]:
        """What is done inside is done whole or not at all, even if the caller goes on after a refusal."""
        ...

    def list_value(self, items: Iterable[object]) -> object:
        """A list of values as the one parameter that stands for it, whatever its length."""
        ...
