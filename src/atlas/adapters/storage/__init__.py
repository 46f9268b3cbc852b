"""Where rows live: one SQL body on SQLite, and a plain store in memory that defines what the rows mean."""

from __future__ import annotations

from atlas.adapters.storage.plain import PlainStore
from atlas.adapters.storage.sql import SqliteStore

__all__ = ["PlainStore", "SqliteStore"]
