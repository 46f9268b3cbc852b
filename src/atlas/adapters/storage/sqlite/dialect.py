"""SQLite's own ways: what is set on every connection, and how a list of values reaches a statement."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from atlas.adapters.storage.sqlite.driver_errors import half_character

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


def list_of(name: str) -> str:
    """How a list of values stands in a statement: one parameter, whatever its length."""
    return f"(SELECT value FROM json_each(:{name}))"  # noqa: S608 # the name stands in our own file


def list_value(items: Iterable[object]) -> str:
    try:
        return msgspec.json.encode(list(items)).decode()
    except UnicodeEncodeError as error:
        raise half_character() from error
