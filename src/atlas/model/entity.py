"""Who or what memories are about.

An entity's id is a readable key, the same for the same thing in one space: `user` is the person whose assistant this
is, `user:caroline` a named speaker who is a user in their own right, `user/sister` someone known through them,
`user/sister:zoe` a second one, `person:maria`, `place:porto`, `thing:staging server` what is known by name alone.

A slash inside a name is written `%2f` (and `%` itself `%25`), so that a speaker who calls himself "ana/sister" is not
Ana's sister. A colon needs none: only the first one of an id divides. `language/entity_ids.py` makes ids of names.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

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


def split_related(entity: EntityId) -> tuple[EntityId, str] | None:
    """Whose an entity known through another is, and by which relation: `user/daughter`, and `user/daughter:rosalind`,
    who is a second one."""
    owner, slash, relation = entity.rpartition("/")
    return (EntityId(owner), relation.partition(":")[0]) if slash else None


def encode_name(name: str) -> str:
    """Encode a folded name as part of an id."""
    return name.replace("%", "%25").replace("/", "%2f")


def _decode_name(key: str) -> str:
    return key.replace("%2f", "/").replace("%25", "%")


def is_self(entity: EntityId) -> bool:
    """Whether this is a speaking user, not somebody known through one."""
    return "/" not in entity and (entity == USER or entity.startswith("user:"))


def own_root(entity: EntityId) -> EntityId:
    """Whoever an entity is known through in the end, or itself: of `person:ana/sister` it is `person:ana`."""
    return EntityId(entity.partition("/")[0])


def name_in_id(entity: EntityId) -> str:
    """The (folded) name in an id that is made of one; nothing in `user`."""
    return _decode_name(entity.partition(":")[2])


def belongs_to(entity: EntityId, owner: EntityId) -> bool:
    return entity == owner or entity.startswith(f"{owner}/")


def title_of(entity: EntityId) -> str:
    """What to call an entity that has no name yet: `user/sister` is "The user's sister"."""
    owner, slash, relation = entity.rpartition("/")
    if slash:
        word, second, name = relation.partition(":")
        whose = title_of(EntityId(owner))
        several = "/" in owner and whose.endswith("s")  # "the user's neighbours' daughter"
        return _decode_name(name).title() if second else f"{whose}'{'' if several else 's'} {_decode_name(word)}"
    kind, colon, name = entity.partition(":")
    if colon:
        return _decode_name(name).title() if kind in ("user", "person", "place") else f"The {_decode_name(name)}"
    return "The user"
