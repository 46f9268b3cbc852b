"""Who or what memories are about.

An entity's id is a readable key, the same for the same thing in one space: `user` is the person whose assistant this
is, `user:caroline` a named speaker who is a user in their own right, `user/sister` someone known through them,
`person:maria`, `place:porto`, `thing:staging server` what is known by name alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from atlas.model.text import folded

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

    @property
    def title(self) -> str:
        return self.names[0] if self.names else title_of(self.id)


def speaker_entity(speaker: str | None) -> EntityId:
    """The entity of whoever speaks in the user's role."""
    return EntityId(f"user:{folded(speaker)}") if speaker and folded(speaker) else USER


def related_entity(owner: EntityId, relation: str) -> EntityId:
    return EntityId(f"{owner}/{folded(relation)}")


def named_entity(kind: EntityKind, name: str) -> EntityId:
    return EntityId(f"{kind.value}:{folded(name)}")


def is_self(entity: EntityId) -> bool:
    """Whether this is a speaking user, not somebody known through one."""
    return "/" not in entity and (entity == USER or entity.startswith("user:"))


def belongs_to(entity: EntityId, owner: EntityId) -> bool:
    return entity == owner or entity.startswith(f"{owner}/")


def title_of(entity: EntityId) -> str:
    """What to call an entity that has no name yet: `user/sister` is "The user's sister"."""
    owner, slash, relation = entity.rpartition("/")
    if slash:
        return f"{title_of(EntityId(owner))}'s {relation}"
    kind, colon, name = entity.partition(":")
    if colon:
        return name.title() if kind in ("user", "person", "place") else f"The {name}"
    return "The user"
