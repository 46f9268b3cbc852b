"""A store as an earlier version made it: its first migrations alone, and rows as its statements wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from atlas.adapters.storage.sqlite import opening
from atlas.adapters.storage.sqlite.statements import statements

PUT_SESSION = """INSERT INTO sessions (space, id, conversation, started_at, last_at, ended_at)
VALUES (:space, :id, :conversation, :started_at, :last_at, :ended_at)
ON CONFLICT (space, id) DO UPDATE SET last_at = excluded.last_at, ended_at = excluded.ended_at"""
"""Before the thirteenth schema, in which a session says what the gate said of it."""


@contextmanager
def past_schema(monkeypatch: pytest.MonkeyPatch, steps: int) -> Iterator[None]:
    real = list(opening.migrations())
    with monkeypatch.context() as past:
        past.setattr(opening, "migrations", lambda: real[:steps])
        past.setitem(statements(), "put_session", PUT_SESSION)  # type: ignore[arg-type] # it is a dict
        yield
