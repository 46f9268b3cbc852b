"""Where rows live: one SQL body on SQLite. What the rows mean, `atlas.testing.plain_store` defines."""

from __future__ import annotations

from atlas.adapters.storage.sql import SqliteStore

__all__ = ["SqliteStore"]
