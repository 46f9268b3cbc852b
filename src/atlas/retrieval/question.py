"""The fact that a question asks for, and how well a claim answers it.

For ranking this reading is only a hint: it moves a memory up, never in or out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final

from atlas.language.interface import AskedFact
from atlas.language.registry import LANGUAGE
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, RELATIONS, Claim
from atlas.model.entity import USER, Entity, EntityId

_TASTE: Final = frozenset({"likes", "prefers"})
_PHRASES: Final = frozenset({"does", "did", "plans", "wants"})
"""Attributes whose value is a whole phrase: only one that speaks of the same is an answer."""


@dataclass(frozen=True, slots=True)
class WantedFact(AskedFact):
    """The fact that a question asks for, as claims are scored against it."""

    def match(self, claim: Claim | None) -> float:
        """Score a claim: 1 for the asked attribute of the asked subject; less when only one of the two is sure."""
        if claim is None:
            return 0.0
        if claim.slot in self.naming:
            return 0.9
        if claim.attribute not in self.attributes or not self._has_asked_polarity(claim):
            return 0.0
        if claim.attribute == "has" and self.members and not self.members & LANGUAGE.word_stems.stem_words(claim.value):
            return 0.0
        place = 1.0 if self.several else max(0.1, 1.0 - 0.1 * self._rank_attribute(claim.attribute))
        if self.is_about(claim):
            return place
        return 0.0 if self.subjects else 0.5 * place

    def is_about(self, claim: Claim) -> bool:
        """Tell whether the claim's subject is asked about: by relation, or by the name in the question."""
        if self.subjects:
            return claim.subject in self.subjects or claim.subject in self.also
        kind, colon, name = claim.subject.partition(":")
        return (
            bool(colon) and kind != USER and "/" not in name and not LANGUAGE.word_stems.stem_words(name) - self.topic
        )

    def count_shared_words(self, claim: Claim | None) -> int:
        """Count the question's topic words in a claim's value."""
        return self.count_topic_words(claim.value) if claim else 0

    def count_topic_words(self, text: str) -> int:
        return len(self.topic & LANGUAGE.word_stems.stem_words(text)) if self.topic else 0

    def may_be_meant(self, text: str) -> bool:
        """Tell whether an episode may be offered; a question about another needs their name in it, or where they have
        none that is known somebody in their place."""
        if not self.called or self.called & LANGUAGE.word_stems.stem_words(text):
            return True
        return self.nameless and LANGUAGE.pronouns.speaks_of_other(text)

    def needs_topic(self, claim: Claim) -> bool:
        """Tell whether a claim of the right attribute must also share the topic: "Do I like jazz?"."""
        return bool(self.topic) and (claim.attribute in _PHRASES or (claim.attribute in _TASTE and not self.which))

    def may_tell(self, claim: Claim | None) -> bool:
        """Tell whether a claim of another attribute still answers in the question's own words."""
        if claim is None or claim.attribute in _TASTE | BEHAVIOUR_ATTRIBUTES or not self.is_about(claim):
            return False
        return RELATIONS.issuperset(self.attributes) and 2 * self.count_shared_words(claim) >= max(1, len(self.topic))

    def _rank_attribute(self, attribute: str) -> int:
        """Rank an attribute; adjacent relations rank alike: a son is as much a child as a daughter, or as two kids."""
        place = self.attributes.index(attribute)
        alike = RELATIONS | {"has"} if self.members else RELATIONS
        while place and self._are_alike(self.attributes[place], self.attributes[place - 1], alike):
            place -= 1
        return place

    @staticmethod
    def _are_alike(one: str, other: str, relations: frozenset[str]) -> bool:
        return {one, other} <= relations or {one, other} <= BEHAVIOUR_ATTRIBUTES

    def _has_asked_polarity(self, claim: Claim) -> bool:
        if self.affirmed is None or claim.attribute not in _TASTE | _PHRASES:
            return True
        return claim.affirmed if self.affirmed else claim.attribute == "likes" and not claim.affirmed

    def may_concern(self, claim: Claim | None) -> bool:
        """Tell whether a claim may be offered at all: no question is answered with another person's fact."""
        if claim is None or claim.slot in self.naming or self.is_about(claim):
            return True
        return not self.subjects and not self.attributes


def find_wanted_fact(query: str, asker: EntityId = USER, entities: Iterable[Entity] = ()) -> WantedFact:
    """Find the fact that a query asks for."""
    asked = LANGUAGE.questions.read_question(query, asker, entities)
    return WantedFact(*(getattr(asked, each.name) for each in fields(AskedFact)))
