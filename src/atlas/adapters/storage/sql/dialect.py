"""SQLite's own ways, kept in one small place: what a PostgreSQL dialect would replace."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
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

MAX_TERMS: Final = 512
"""Every input has a limit (rule 10): more words than this say nothing more about what is looked for."""

MAX_TERM: Final = 256
"""A longer term is cut: as one phrase of FTS5, ten megabytes of text would take the machine's memory."""

_UNSPEAKABLE: Final = re.compile("[\x00-\x1f\x7f\ud800-\udfff]+")


def list_of(name: str) -> str:
    """How a list of values stands in a statement: one parameter, whatever its length."""
    return f"(SELECT value FROM json_each(:{name}))"  # noqa: S608 # the name stands in our own file


def list_value(items: Iterable[object]) -> str:
    return json.dumps(list(items), ensure_ascii=False)


def match_query(terms: Sequence[str]) -> str:
    """Terms as quoted strings of FTS5, any of which may match: they are data, never syntax."""
    plain = (_cut(_UNSPEAKABLE.sub(" ", term[: MAX_TERM + 1]).strip()) for term in terms)
    unique = list(dict.fromkeys(term for term in plain if term))[:MAX_TERMS]
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in unique)


def _cut(term: str) -> str:
    """Between words where there are several, so that no half word is looked for."""
    if len(term) <= MAX_TERM:
        return term
    return term[:MAX_TERM].rpartition(" ")[0] or term[:MAX_TERM]
