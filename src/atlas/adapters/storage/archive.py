"""Whole texts behind gists: told by their hash whether they are still what was stored (T12)."""

from __future__ import annotations

import hashlib

from atlas.errors import Refused, StoreCorrupt
from atlas.model.archive import Archived


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def check_archived(archived: Archived) -> Archived:
    if sha256_of(archived.text) != archived.sha256:
        raise StoreCorrupt(f"The whole text of {archived.message} is not what was stored: restore a backup.")
    return archived


def check_gist(id: str, text: str, gist: str) -> None:
    """A gist that is no shorter saves nothing and loses something."""
    if len(gist) >= len(text):
        raise Refused(f"The gist of {id} is not shorter than its text.")
