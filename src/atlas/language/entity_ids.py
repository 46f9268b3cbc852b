"""The id of an entity made of a name, and whether a name is an entity's: two spellings of one name are one entity."""

from __future__ import annotations

from atlas.language.folding import fold_spacing, fold_text
from atlas.model.entity import USER, Entity, EntityId, EntityKind, encode_name


def speaker_entity(speaker: str | None) -> EntityId:
    """Name the entity of whoever speaks in the user's role."""
    return EntityId(f"user:{_fold_name(speaker)}") if speaker and _fold_name(speaker) else USER


def related_entity(owner: EntityId, relation: str) -> EntityId:
    """Name the entity known through another: `user/sister`."""
    return EntityId(f"{owner}/{_fold_name(relation)}")


def named_entity(kind: EntityKind, name: str) -> EntityId:
    """Name the entity known by its name alone: `person:maria`."""
    return EntityId(f"{kind.value}:{_fold_name(name)}")


def is_called(entity: Entity, wanted: str) -> bool:
    """Tell whether this (folded) is an entity's id, the end of it, or one of its names."""
    ids = {entity.id, entity.id.rpartition(":")[2], entity.id.rpartition("/")[2]}
    return wanted in ids or wanted in {fold_text(name) for name in entity.names}


def _fold_name(name: str) -> str:
    """Fold a name into part of an id. A name of signs alone ("!!!") keeps them: it is a person, and not the user."""
    return encode_name(fold_text(name) or fold_spacing(name))
