"""What a question asks for, read without a model: of whom, and which attribute.

Only a hint: it moves a memory up, never in or out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from atlas.model.claim import FAVOURITE, RELATIONS, Claim
from atlas.model.entity import USER, Entity, EntityId, related_entity
from atlas.model.text import folded

_QUESTION_OPENERS: Final = re.compile(
    r"^\W*(?:(?:hey|hi|hello|so|and|but|ok|okay|please|atlas|well)\W+)*"
    r"(?:who|whom|whose|what|which|where|when|why|how|do|does|did|am|is|are|was|were|can|could|will|would|should|have|has|"
    r"had|remind me|tell me|do you (?:know|remember))\b",
    re.IGNORECASE,
)

_ASKS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), attributes)
    for pattern, attributes in (
        (
            r"\bwhere\b.*\b(?:live|living|lives|home|based|reside|stay)\b|\b(?:city|town|country)\b.*\blive",
            ("lives_in",),
        ),
        (r"\bwhere\b.*\bfrom\b|\bhometown\b|\bcome from\b", ("from", "nationality")),
        (r"\bwhere\b.*\bwork|\bemployer\b|\bcompany\b|\bwho\b.*\bwork for\b", ("works_at",)),
        (r"\b(?:job|profession|occupation|for a living|for work)\b|\bwhat\b.*\bwork as\b", ("works_as", "works_at")),
        (r"\bname\b|\bwho am i\b|\bcalled\b", ("name", "form_of_address")),
        (r"\bhow old\b|\bage\b", ("age", "birthday")),
        (r"\bbirthday\b|\bborn\b", ("birthday", "age")),
        (r"\ballerg", ("allergic_to",)),
        (r"\b(?:condition|illness|disease|health|diagnos|sick)\w*", ("has_condition", "takes", "allergic_to")),
        (r"\b(?:medication|medicine|pills?|drugs?)\b", ("takes",)),
        (r"\b(?:vegetarian|vegan|diet|eat)\b", ("diet", "allergic_to", "likes")),
        (r"\b(?:like|love|enjoy|hate|dislike|into|hobb\w+|fan)\b", ("likes", "prefers", "does")),
        (r"\bprefer", ("prefers", "likes")),
        (r"\b(?:speak|language)", ("speaks",)),
        (r"\bstud(?:y|ies|ying)\b|\bmajor\b|\buniversity\b", ("studies",)),
        (r"\bmarried\b|\bsingle\b|\bengaged\b|\bdivorced\b", ("marital_status", "wife", "husband", "partner")),
        (r"\bplan|\bgoing to\b|\bnext (?:week|month|year)\b|\btomorrow\b|\bupcoming\b", ("plans",)),
        (r"\bwhat did\b|\bwhen did\b|\blast (?:week|month|year)\b|\byesterday\b", ("did",)),
        (r"\bwhat\b.*\bwant\b|\bgoal", ("wants", "plans")),
        (r"\bplay\b|\binstrument\b", ("plays",)),
        (r"\bpets?\b", ("dog", "cat", "pet", "has")),
        (r"\b(?:kids|children)\b", ("son", "daughter", "child", "has")),
    )
)

_POSSESSED: Final = re.compile(r"\bmy\s+((?:best\s+)?[\w-]+)", re.IGNORECASE)
_FAVOURITE: Final = re.compile(r"\bfavou?rite\s+([\w-]+(?:\s+[\w-]+)?)", re.IGNORECASE)
_FIRST_PERSON: Final = re.compile(r"\b(?:i|me|my|mine|i'm|i've|myself)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wanted:
    attributes: tuple[str, ...] = ()
    subjects: tuple[EntityId, ...] = ()

    def match(self, claim: Claim | None) -> float:
        """1 for the attribute asked for, of the subject asked about; less when only one of the two is sure."""
        if claim is None or claim.attribute not in self.attributes:
            return 0.0
        place = 1.0 - 0.1 * self.attributes.index(claim.attribute)
        if not self.subjects:
            return 0.5 * place
        return place if claim.subject in self.subjects else 0.0


def is_question(text: str) -> bool:
    stripped = text.strip()
    return stripped.endswith("?") or bool(_QUESTION_OPENERS.match(stripped))


def wanted(query: str, asker: EntityId = USER, entities: Iterable[Entity] = ()) -> Wanted:
    attributes = [name for pattern, names in _ASKS if pattern.search(query) for name in names]
    favourite = _FAVOURITE.search(query)
    if favourite:
        attributes = [f"{FAVOURITE}{folded(favourite.group(1))}", f"{FAVOURITE}{folded(favourite.group(1)).split()[0]}"]
    subjects = _subjects(query, asker, entities)
    attributes += [relation for relation in _relations(query) if relation not in attributes]
    return Wanted(tuple(dict.fromkeys(attributes)), subjects)


def _relations(query: str) -> list[str]:
    words = [folded(match.group(1)).replace("best friend", "best-friend") for match in _POSSESSED.finditer(query)]
    bare = [word.removesuffix("'s").removesuffix("’s") for word in words]
    return [word for word in bare if word in RELATIONS]


def _subjects(query: str, asker: EntityId, entities: Iterable[Entity]) -> tuple[EntityId, ...]:
    text = f" {folded(query)} "
    named = [
        entity.id
        for entity in entities
        if any(re.search(rf"\b{re.escape(folded(name))}\b", text) for name in entity.names if folded(name))
    ]
    related = [related_entity(asker, relation) for relation in _relations(query)]
    # "What is my sister's name?" is answered by (user, sister, Maria) as well as by (user/sister, name, Maria).
    own = [asker] if _FIRST_PERSON.search(query) else []
    return tuple(dict.fromkeys([*related, *named, *own]))
