"""Whom a speaker has named before: of two daughters each is herself, and "my dog" is the one that is there now.

An entity known by relation (`user/daughter`) is the first whom the speaker named so. Whoever is named with the same
relation and another name is somebody else (`user/daughter:rosalind`), and what is told of a name that is known is told
of its bearer, however it is written: "markus bought a boat". A name means only whom the same speaker called so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from atlas.language.entity_ids import related_entity
from atlas.language.folding import fold_text
from atlas.model.claim import RELATIONS, Claim
from atlas.model.entity import Entity, EntityId, belongs_to, encode_name, split_related

_UNIQUE: Final = frozenset(
    ["mother", "father", "stepmother", "stepfather", "mother-in-law", "father-in-law", "mom", "mum", "dad"]
)
"""Of these somebody has one: another name is another name of theirs."""

Slot = tuple[EntityId, str]


@dataclass(slots=True)
class Acquaintances:
    """The people, animals and things that have names, and who is what to whom."""

    names: dict[EntityId, tuple[str, ...]] = field(default_factory=dict)
    """The folded names of each."""
    titles: dict[EntityId, str] = field(default_factory=dict)
    """What to call each, as it was written."""
    relatives: Mapping[Slot, tuple[str, ...]] = field(default_factory=dict)
    """By whom and by which relation: the folded names of those who are that now."""
    spoken_of: frozenset[EntityId] = frozenset()
    """Of whom something is known without a name: "my sister in Ludlow"."""

    def is_known(self, entity: EntityId, owner: EntityId) -> bool:
        """Tell whether a speaker has told of somebody before."""
        return belongs_to(entity, owner) and (bool(self.names.get(entity)) or entity in self.spoken_of)

    def find_bearer(self, name: str, owner: EntityId) -> EntityId | None:
        """Find whom of theirs somebody means by a name, if it means one."""
        folded = fold_text(name)
        known = self.names.items()
        bearers = [entity for entity, names in known if folded in names and belongs_to(entity, owner)]
        return bearers[0] if len(bearers) == 1 and folded else None

    def choose_entity(self, owner: EntityId, relation: str, name: str, instead_of: str = "") -> EntityId:
        """Choose whom somebody means who calls someone their sister Maria (`instead_of` Mraia); from then on that one
        has the name."""
        folded = fold_text(name)
        entity = self._find_so_called(owner, relation, instead_of) or self._find_so_called(owner, relation, name)
        entity = entity or self._make_place(owner, relation, folded)
        self.names[entity] = tuple(dict.fromkeys([*self.names.get(entity, ()), folded]))
        self.titles.setdefault(entity, name)
        return entity

    def find_relative(self, owner: EntityId, relation: str) -> tuple[EntityId, bool]:
        """Find whom somebody means by "my sister"; and whether that could be one of several."""
        meant = self.list_meant(owner, relation)
        return (meant[0] if len(meant) == 1 else related_entity(owner, relation), len(meant) > 1)

    def list_meant(self, owner: EntityId, relation: str) -> list[EntityId]:
        """List whom an entity known by relation may be now; where nobody has a name, itself."""
        now = self.relatives.get((owner, relation), ())
        meant = [self._find_so_called(owner, relation, name) or related_entity(owner, relation) for name in now]
        return list(dict.fromkeys(meant)) or [related_entity(owner, relation)]

    def list_of_relation(self, owner: EntityId, relation: str) -> list[EntityId]:
        """List all who were ever called that, the first first."""
        first = related_entity(owner, relation)
        return [first, *(each for each in self.names if each != first and split_related(each) == (owner, relation))]

    def _find_so_called(self, owner: EntityId, relation: str, name: str) -> EntityId | None:
        folded = fold_text(name)
        known = self.list_of_relation(owner, relation) if folded else ()
        called = [each for each in known if any(_is_alike(folded, other) for other in self.names.get(each, ()))]
        return called[0] if called else None

    def _make_place(self, owner: EntityId, relation: str, name: str) -> EntityId:
        first = related_entity(owner, relation)
        if relation in _UNIQUE or not self.names.get(first):
            return first
        return EntityId(f"{first}:{encode_name(name)}")


def gather_acquaintances(
    people: Iterable[Entity], relations: Iterable[Claim], held: Iterable[Claim] = ()
) -> Acquaintances:
    """Gather them from the entities that have names, the claims that say who is what to whom, and what else is held."""
    named = [each for each in people if each.names and split_related(each.id) is not None]
    names = {each.id: tuple(map(fold_text, each.names)) for each in named}
    relatives: dict[Slot, tuple[str, ...]] = {}
    for claim in relations:
        if claim.affirmed and claim.attribute in RELATIONS:
            relatives[claim.slot] = (*relatives.get(claim.slot, ()), fold_text(claim.value))
    spoken_of = frozenset(claim.subject for claim in held)
    return Acquaintances(names, {each.id: each.title for each in named}, relatives, spoken_of)


def _is_alike(one: str, other: str) -> bool:
    """Whether two names are one, whole or without what stands behind the first word: "Kofi", "Kofi Mensah"."""
    return one == other or one.startswith(f"{other} ") or other.startswith(f"{one} ")
