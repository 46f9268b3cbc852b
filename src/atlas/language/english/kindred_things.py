"""Words that people use in turn for one thing of theirs: the project, our code, the repo."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from atlas.model.claim import PLANS
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


_DOING: Final = re.compile(r"\A(?:(?:re-?)?reading|watching|playing|doing)\s+(?=(?:(?:the|an?)\s+)?[A-Z])")
_UNDER_WAY: Final = re.compile(
    r"\A(?:(?:a|the|our|my|to|for|of|off|back|over|down|up|go(?:ing)?|fly(?:ing)?|travel(?:l?ing)?|head(?:ing)?"
    r"|driv(?:e|ing)|visit(?:ing)?|trip|holiday|journey|flight)\s+)+(?=[A-Z])"
)
_TRIP: Final = re.compile(r"\s+(?:trip|holiday|journey|visit)\Z")
_SAID_OF_ALL: Final = frozenset({"uses", "deadline"})
"""What people say of themselves and mean of a thing of theirs, where the value is the same: "we go live in May"."""


def list_restating_subjects(subject: EntityId, attribute: str) -> tuple[EntityId, ...]:
    """List the subjects of which a same value says the same as of this one: the kindred ones, and the speaker."""
    shared = (USER, *_list_subjects(attribute)) if attribute in _SAID_OF_ALL else _list_subjects(attribute)
    return shared if subject in shared else ()


def list_kindred_subjects(subject: EntityId, attribute: str) -> tuple[EntityId, ...]:
    """List the subjects of which the attribute may be said in the place of this one, itself among them."""
    named = _list_subjects(attribute)
    return named if subject in named else ()


def _list_subjects(attribute: str) -> tuple[EntityId, ...]:
    words = _WORDS.get(attribute, ())
    owned = [EntityId(f"{USER}/{word}") for word in words]
    things = [EntityId(f"{EntityKind.THING}:{word}") for word in words]
    return (*([USER] if attribute in _SPEAKERS_OWN else []), *owned, *things)


def name_matter(attribute: str, value: str) -> str:
    """Name what a value is of, where a verb in front of a name adds nothing: "reading Dune" is Dune, "going to Rome",
    "off to Rome" and "the Rome trip" are Rome."""
    if attribute == "does":
        return _DOING.sub("", value)
    if attribute == PLANS:
        bare = _TRIP.sub("", _UNDER_WAY.sub("", value))
        return bare if bare[:1].isupper() else value
    return value
