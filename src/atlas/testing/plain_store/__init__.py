"""A store in memory with no cleverness: it defines what rows and statuses mean, and other stores are held to it."""

from __future__ import annotations

from atlas.testing.plain_store.store import PlainStore

__all__ = ["PlainStore"]
