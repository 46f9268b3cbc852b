"""Whom a speaker has named before: of two daughters each is herself, and "my dog" is the one that is there now.

An entity known by relation (`user/daughter`) is the first whom the speaker named so. Whoever is named with the same
relation and another name is somebody else, known by that name (`person:rosalind`), and what is told of a name that is
known is told of its bearer, however it is written: "markus bought a boat".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from atlas.language.entity_ids import named_entity, related_entity
from atlas.language.folding import fold_text
from atlas.model.claim import RELATIONS, Claim
from atlas.model.entity import Entity, EntityId, EntityKind, is_self

_SHORT: Final = 3
"""Letters of the shortest short form of a name: "Pip" is no other than Pippa."""


@dataclass(slots=True)
class Acquaintances:
    """The people, animals and things that have names, and who is what to whom."""

    names: dict[EntityId, tuple[str, ...]] = field(default_factory=dict)
    """The folded names of each."""
    titles: dict[EntityId, str] = field(default_factory=dict)
    """What to call each, as it was written."""
    relatives: Mapping[tuple[EntityId, str], tuple[str, ...]] = field(default_factory=dict)
    """By whom and by which relation: the folded names of those who are that now."""

    def find_bearer(self, name: str) -> EntityId | None:
        """Find whom a name means, if it means one."""
        folded = fold_text(name)
        bearers = [entity for entity, names in self.names.items() if folded in names]
        return bearers[0] if len(bearers) == 1 and folded else None

    def choose_entity(self, owner: EntityId, relation: str, name: str) -> EntityId:
        """Choose whom somebody means who calls someone their sister Maria; from then on that one has the name."""
        folded = fold_text(name)
        of_relation = related_entity(owner, relation)
        entity = of_relation if self._may_be(of_relation, folded) else self._find_namesake(folded)
        self.names[entity] = tuple(dict.fromkeys([*self.names.get(entity, ()), folded]))
        self.titles.setdefault(entity, name)
        return entity

    def find_relative(self, owner: EntityId, relation: str) -> tuple[EntityId, bool]:
        """Find whom somebody means by "my sister"; and whether that could be one of several."""
        of_relation = related_entity(owner, relation)
        meant = self.list_meant(of_relation)
        return (meant[0] if len(meant) == 1 else of_relation, len(meant) > 1)

    def list_meant(self, entity: EntityId) -> list[EntityId]:
        """List whom an entity known by relation may be now; where nobody has a name, itself."""
        owner, _, relation = entity.rpartition("/")
        now = self.relatives.get((EntityId(owner), relation), ())
        return list(dict.fromkeys(self._find_named_so(entity, name) for name in now)) or [entity]

    def _may_be(self, entity: EntityId, name: str) -> bool:
        known = self.names.get(entity, ())
        return not known or any(_is_short_form(name, each) or _is_short_form(each, name) for each in known)

    def _find_namesake(self, name: str) -> EntityId:
        return self.find_bearer(name) or named_entity(EntityKind.PERSON, name)

    def _find_named_so(self, of_relation: EntityId, name: str) -> EntityId:
        return of_relation if self._may_be(of_relation, name) else self._find_namesake(name)


def gather_acquaintances(people: Iterable[Entity], relations: Iterable[Claim]) -> Acquaintances:
    """Gather them from the entities that have names and the claims that say who is what to whom."""
    named = [each for each in people if each.names and not is_self(each.id)]
    names = {each.id: tuple(map(fold_text, each.names)) for each in named}
    relatives: dict[tuple[EntityId, str], tuple[str, ...]] = {}
    for claim in relations:
        if claim.affirmed and claim.attribute in RELATIONS:
            relatives[claim.slot] = (*relatives.get(claim.slot, ()), fold_text(claim.value))
    return Acquaintances(names, {each.id: each.title for each in named}, relatives)


def _is_short_form(short: str, name: str) -> bool:
    """Whether a name is another one, cut short or without what stands behind it: "Kofi" of "Kofi Mensah"."""
    return name.startswith(short) and (short == name or len(short) >= _SHORT)
