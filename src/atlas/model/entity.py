"""Who or what memories are about.

An entity's id is a readable key, the same for the same thing in one space: `user` is the person whose assistant this
is, `user:caroline` a named speaker who is a user in their own right, `user/sister` someone known through them,
`person:maria`, `place:porto`, `thing:staging server` what is known by name alone.

A slash inside a name is written `%2f` (and `%` itself `%25`), so that a speaker who calls himself "ana/sister" is not
Ana's sister. A colon needs none: only the first one of an id divides.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from atlas.model.text import fold_spacing, fold_text

EntityId = NewType("EntityId", str)

USER = EntityId("user")


class EntityKind(StrEnum):
    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"
    THING = "thing"


@dataclass(frozen=True, slots=True)
class Entity:
    id: EntityId
    kind: EntityKind
    names: tuple[str, ...] = ()
    handle: str = ""
    """What the journal calls it. The id may hold a name, and a journal's ids outlive forgetting (X3)."""

    @property
    def title(self) -> str:
        return self.names[0] if self.names else title_of(self.id)

    def is_called(self, wanted: str) -> bool:
        """Whether this (folded) is its id, the end of it, or one of its names."""
        ids = {self.id, self.id.rpartition(":")[2], self.id.rpartition("/")[2]}
        return wanted in ids or wanted in {fold_text(name) for name in self.names}


def speaker_entity(speaker: str | None) -> EntityId:
    """The entity of whoever speaks in the user's role."""
    return EntityId(f"user:{_encode_name(speaker)}") if speaker and _encode_name(speaker) else USER


def related_entity(owner: EntityId, relation: str) -> EntityId:
    return EntityId(f"{owner}/{_encode_name(relation)}")


def named_entity(kind: EntityKind, name: str) -> EntityId:
    return EntityId(f"{kind.value}:{_encode_name(name)}")


def _encode_name(name: str) -> str:
    """Encode a name as part of an id. A name of signs alone ("!!!") keeps them: it is a person, and not the user."""
    return (fold_text(name) or fold_spacing(name)).replace("%", "%25").replace("/", "%2f")


def _decode_name(key: str) -> str:
    return key.replace("%2f", "/").replace("%25", "%")


def is_self(entity: EntityId) -> bool:
    """Whether this is a speaking user, not somebody known through one."""
    return "/" not in entity and (entity == USER or entity.startswith("user:"))


def belongs_to(entity: EntityId, owner: EntityId) -> bool:
    return entity == owner or entity.startswith(f"{owner}/")


def title_of(entity: EntityId) -> str:
    """What to call an entity that has no name yet: `user/sister` is "The user's sister"."""
    owner, slash, relation = entity.rpartition("/")
    if slash:
        return f"{title_of(EntityId(owner))}'s {_decode_name(relation)}"
    kind, colon, name = entity.partition(":")
    if colon:
        return _decode_name(name).title() if kind in ("user", "person", "place") else f"The {_decode_name(name)}"
    return "The user"
