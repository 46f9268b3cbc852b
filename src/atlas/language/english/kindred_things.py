"""Words that people use in turn for one thing of theirs: the project, our code, the repo."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from atlas.model.entity import USER, EntityId, EntityKind

_WORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        # attribute: what it is said of, in whichever of these words
        "uses": (
            *("project", "code", "codebase", "code base", "repo", "repository", "build", "backend", "app", "stack"),
            *("containers", "ci", "team"),
        ),
        "schedule": (
            *("team", "weekly", "meeting", "team meeting", "weekly meeting", "weekly team meeting", "team weekly"),
            *("standup", "stand-up", "sync", "weekly sync"),
        ),
        "deadline": (
            *("release", "new release", "next release", "version", "new version", "next version", "launch", "go-live"),
        ),
    }
)
_SPEAKERS_OWN: Final = frozenset({"uses"})
"""What people say of themselves when they speak of their work: "we're on Python 3.12"."""


def list_kindred_subjects(subject: EntityId, attribute: str) -> tuple[EntityId, ...]:
    """List the subjects of which the attribute may be said in the place of this one, itself among them."""
    named = _list_subjects(attribute)
    return named if subject in named else ()


def _list_subjects(attribute: str) -> tuple[EntityId, ...]:
    words = _WORDS.get(attribute, ())
    owned = [EntityId(f"{USER}/{word}") for word in words]
    things = [EntityId(f"{EntityKind.THING}:{word}") for word in words]
    return (*([USER] if attribute in _SPEAKERS_OWN else []), *owned, *things)
