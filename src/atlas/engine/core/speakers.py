"""Who speaks in a space, and what they are called (C3)."""

from __future__ import annotations

from collections.abc import Mapping

from atlas.language.entity_ids import speaker_entity
from atlas.model.entity import USER, EntityId, is_self
from atlas.model.proposal import Remember
from atlas.ports.reading import Reader


def read_speakers(reader: Reader) -> Mapping[EntityId, tuple[str, ...]]:
    """Everybody who speaks, the unnamed user among them, each with the names they go by."""
    called: dict[EntityId, list[str]] = {USER: []}
    for speaker in reader.speakers():
        called.setdefault(speaker_entity(speaker), []).append(speaker)
    for id, names in called.items():
        known = reader.entity(id)
        names += known.names if known else ()
    return {id: tuple(dict.fromkeys(names)) for id, names in called.items()}


def read_subject_names(reader: Reader, proposal: Remember) -> tuple[str, ...]:
    """What whoever a claim is about is called beside what the id says: as it says, and as is known."""
    subject = proposal.claim.subject if proposal.claim else None
    if subject is None or is_self(subject):
        return ()
    known = reader.entity(subject)
    told = [name for each in proposal.entities if each.id == subject for name in each.names]
    return (*told, *(known.names if known else ()))
