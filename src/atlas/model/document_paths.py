"""Where each document stands in the copy that thinking edits, and what may be done there (E4, I1).

A path is known to the letter or it is none: nothing is normalised, so that no twin of a name leads anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from atlas.model.document import DocumentKind

CONSTITUTION_PATH: Final = "constitution.md"
NOTES_PATH: Final = "agent-notes.md"
SESSION_LOG_PATH: Final = "session-log.jsonl"

PATHS: Final[Mapping[DocumentKind, str]] = {
    DocumentKind.PERSONA: "persona.md",
    DocumentKind.PROFILE: "user-profile.md",
    DocumentKind.KNOWLEDGE: "domain-knowledge.md",
    DocumentKind.STRATEGIES: "strategies.md",
    DocumentKind.CORRECTIONS: "corrections.md",
    DocumentKind.PRINCIPLES: "principles.md",
    DocumentKind.NOTES: NOTES_PATH,
}
"""Of each kind of document of which there is one; wiki pages have a path by their slug."""
CANONICAL: Final = (
    CONSTITUTION_PATH,
    *(
        PATHS[kind]
        for kind in (DocumentKind.PERSONA, DocumentKind.PROFILE, DocumentKind.KNOWLEDGE, DocumentKind.CORRECTIONS)
    ),
)
"""What must always be there (I3)."""

LOG_SLUG: Final = "log"
"""Of the wiki's log, which people read and no context serves (C6)."""

_KINDS: Final[Mapping[str, DocumentKind]] = {path: kind for kind, path in PATHS.items()}
_READ_ONLY: Final = frozenset({CONSTITUTION_PATH, NOTES_PATH, SESSION_LOG_PATH})
_SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_WIKI: Final = re.compile(rf"wiki/({_SLUG.pattern})\.md")
_META: Final = re.compile(r"meta/[a-z0-9][a-z0-9_-]{0,63}\.(?:json|jsonl|md)")
_STAGING: Final = re.compile(r"\.staging/[A-Za-z0-9][A-Za-z0-9_-]{0,63}(?:\.[a-z]{1,10})?")


class Access(StrEnum):
    """What may be done at a path of the copy."""

    WRITABLE = "writable"
    READ_ONLY = "read_only"
    STAGING = "staging"
    """A leftover that no run may keep; it is never stored (I9)."""
    FOREIGN = "foreign"


def find_access(path: str) -> Access:
    if path in _READ_ONLY or _META.fullmatch(path):
        return Access.READ_ONLY
    if path in _KINDS or _WIKI.fullmatch(path):
        return Access.WRITABLE
    return Access.STAGING if _STAGING.fullmatch(path) else Access.FOREIGN


def find_kind(path: str) -> DocumentKind | None:
    """Return the kind of the document at this path; None where no document has its place."""
    return DocumentKind.WIKI if _WIKI.fullmatch(path) else _KINDS.get(path)


def find_slug(path: str) -> str | None:
    """Return the slug of a wiki page's path; None for every other path."""
    found = _WIKI.fullmatch(path)
    return found.group(1) if found else None


def make_wiki_path(slug: str) -> str:
    """Return the path of a wiki page; what is no slug is a ValueError."""
    if not _SLUG.fullmatch(slug):
        raise ValueError("A slug has 1 to 64 small letters, digits and hyphens, and no hyphen first.")
    return f"wiki/{slug}.md"
