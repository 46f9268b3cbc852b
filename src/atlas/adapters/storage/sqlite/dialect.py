"""SQLite's own ways: what is set on every connection, and how a list of values reaches a statement."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

APPLICATION_ID: Final = 0x41544C53
"""`ATLS` in the file's header: how ATLAS knows its own files."""

CONNECTION_PRAGMAS: Final = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA synchronous = FULL",
    "PRAGMA temp_store = MEMORY",
)
"""Rule 8: acknowledged means durable. Temporary tables stay in memory: no text goes to a file that is not purged."""

_JSON: Final = json.JSONEncoder(ensure_ascii=False)
"""Made once: a statement in four has a list."""


def list_of(name: str) -> str:
    """How a list of values stands in a statement: one parameter, whatever its length."""
    return f"(SELECT value FROM json_each(:{name}))"  # noqa: S608 # the name stands in our own file


def list_value(items: Iterable[object]) -> str:
    return _JSON.encode(list(items))
