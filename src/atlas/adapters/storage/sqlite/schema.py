"""Compare the schema of a store with the one that its migrations make (X1, X9).

Triggers hold up part of the law, and a trigger that somebody added to a file would break it: so what stands in a file's
schema is ATLAS's own, or it is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache
from typing import Final

import apsw

from atlas.adapters.storage.sqlite.opening import migrations, schema_of

_OBJECTS: Final = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
"""What has no text of its own is an index that its table's text makes."""
_STATISTICS: Final = {
    "sqlite_stat1": "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "sqlite_stat4": "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
}
"""SQLite's own figures, which it may make or leave out."""
_ORIGINS: Final = "SELECT origin, trust FROM origins ORDER BY origin"
_GAP: Final = re.compile(
    r"""('(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?:--[^\n]*|/\*.*?(?:\*/|\Z)|[ \t\n\f\r])+""",
    re.DOTALL,
)
"""What is quoted, or a run of blanks and comments outside of it."""

_Object = tuple[str, str, str, str]


def schema_problems(connection: apsw.Connection) -> list[str]:
    """A sentence for each object that is not as ATLAS makes it, and for levels of trust that are not its own."""
    expected, origins = _made_by(tuple(migrations()[: schema_of(connection)]))
    found = _list_objects(connection)
    problems = [f"{each}: restore a backup that you trust." for each in _list_differences(expected, found)]
    if not problems and connection.execute(_ORIGINS).fetchall() != list(origins):
        problems.append("The store's levels of trust are not those of ATLAS: restore a backup that you trust.")
    return problems


@lru_cache(maxsize=4)
def _made_by(steps: tuple[str, ...]) -> tuple[Counter[_Object], tuple[object, ...]]:
    with closing(apsw.Connection(":memory:")) as fresh:
        for step in steps:
            fresh.execute(step)
        return _list_objects(fresh), tuple(fresh.execute(_ORIGINS).fetchall())


def _list_objects(connection: apsw.Connection) -> Counter[_Object]:
    """Counted, since two rows of a file that was tampered with may have one name."""
    rows = [(str(a), str(b), str(c), str(d)) for a, b, c, d in connection.execute(_OBJECTS).fetchall()]
    return Counter(
        (kind, name, table, _normalise_text(sql)) for kind, name, table, sql in rows if sql != _STATISTICS.get(name)
    )


def _normalise_text(sql: str) -> str:
    """Blanks and comments mean nothing to SQLite; what is quoted stays as it is."""
    return _GAP.sub(lambda found: found[1] or " ", sql).strip()


def _list_differences(expected: Counter[_Object], found: Counter[_Object]) -> Iterator[str]:
    lost = {(kind, name) for kind, name, _, _ in expected - found}
    added = {(kind, name) for kind, name, _, _ in found - expected}
    for kind, name in sorted(lost | added):
        if (kind, name) not in added:
            yield f"The store has lost its {kind} {name!r}"
        elif (kind, name) not in lost:
            yield f"The store has a {kind} {name!r} that ATLAS did not make"
        else:
            yield f"The store has another {kind} {name!r} than ATLAS made"
