"""One open transaction of one space: runs named statements and turns trouble into our errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import apsw

from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sqlite.dialect import list_value
from atlas.adapters.storage.sqlite.driver_errors import DRIVERS, ours
from atlas.adapters.storage.sqlite.statements import statements
from atlas.errors import Trouble
from atlas.model.ids import SpaceId


class SqliteLane:
    """The space is bound to every statement here, and nowhere else (P4)."""

    list_value = staticmethod(list_value)

    def __init__(self, connection: apsw.Connection, space: SpaceId, location: str, *, writes: bool) -> None:
        self._connection: apsw.Connection | None = connection
        self._space = space
        self._location = location
        self._statements = statements()
        self.stands_still = not writes

    def end(self) -> None:
        """A reader or writer that outlives its transaction must not reach into the next one."""
        self._connection = None

    def rows(self, name: str, values: Mapping[str, object] | None = None) -> Sequence[Row]:
        return self.run(self._statements[name], values)

    def one(self, name: str, values: Mapping[str, object] | None = None) -> Row | None:
        found = self.rows(name, values)
        return found[0] if found else None

    def change(self, name: str, values: Mapping[str, object] | None = None) -> int:
        """Run it; how many rows it touched."""
        connection = self._open()
        try:
            connection.execute(self._statements[name], self._bound(values))
            return connection.changes()
        except DRIVERS as error:
            raise ours(error, self._location) from error

    def change_each(self, name: str, many: Iterable[Mapping[str, object]]) -> None:
        """The same statement for each of them, prepared once."""
        connection = self._open()
        try:
            connection.executemany(self._statements[name], map(self._bound, many))
        except DRIVERS as error:
            raise ours(error, self._location) from error

    def run(self, sql: str, values: Mapping[str, object] | None = None) -> Sequence[Row]:
        connection = self._open()
        try:
            return connection.execute(sql, self._bound(values)).fetchall()
        except DRIVERS as error:
            raise ours(error, self._location) from error

    def composed(self, names: Sequence[str], values: Mapping[str, object]) -> Sequence[Row]:
        """One statement made of several named pieces."""
        return self.run(" ".join(self._statements[name] for name in names), values)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is done inside is done whole or not at all, even if the caller goes on after a refusal."""
        self.run("SAVEPOINT whole")
        try:
            yield
        except BaseException:
            self._undo()
            raise
        self.run("RELEASE whole")

    def _undo(self) -> None:
        """A full disk ends the whole transaction by itself; then there is no savepoint to go back to."""
        if self._open().in_transaction:
            self.run("ROLLBACK TO whole")
            self.run("RELEASE whole")

    def _bound(self, values: Mapping[str, object] | None) -> dict[str, object]:
        return {**values, "space": self._space} if values else {"space": self._space}

    def _open(self) -> apsw.Connection:
        if self._connection is None:
            raise Trouble("The transaction has ended: open another one.")
        return self._connection
