"""The store on SQL: statements by name, one transaction to one space, forward-only migrations."""

from __future__ import annotations

from atlas.adapters.storage.sql.store import SqliteStore

__all__ = ["SqliteStore"]
