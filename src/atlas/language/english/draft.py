"""A fact on its way: what was read, where it stands, and how it becomes a proposal."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from atlas.language.acquaintances import Acquaintances
from atlas.language.english.claim_text import state_claim
from atlas.language.english.lexicon.tone import FEELINGS, STRONG_FEELINGS
from atlas.language.entity_ids import speaker_entity
from atlas.language.folding import fold_text
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, RELATIONS, Claim
from atlas.model.entity import Entity, EntityId, EntityKind, title_of
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Evidence, Form, Kind
from atlas.model.proposal import Remember

_EPISODIC: Final = frozenset({"did", "plans", "feels"})
_PREFERENCES: Final = BEHAVIOUR_ATTRIBUTES | {"likes", "prefers"}
_IMPORTANCE: Final = {
    "name": 0.9,
    "allergic_to": 0.9,
    "has_condition": 0.9,
    "takes": 0.8,
    "form_of_address": 0.8,
    "lives_in": 0.8,
    "works_as": 0.7,
    "works_at": 0.7,
    "diet": 0.8,
    "birthday": 0.7,
    "marital_status": 0.7,
    "plans": 0.6,
    "feels": 0.3,
    "does": 0.4,
    "did": 0.4,
    "believes": 0.3,
}
_REASON: Final = "The user said so."
_CONFIRMED: Final = "The user answered so, in the assistant's words."


@dataclass(frozen=True, slots=True)
class Draft:
    """One claim with the places of the words it stands on."""

    subject: EntityId
    attribute: str
    value: str
    start: int
    end: int
    affirmed: bool = True
    confidence: float = 1.0
    referred: datetime | None = None
    begun: datetime | None = None
    name_of: EntityId | None = None
    replaces: str | None = None
    also: tuple[tuple[int, int], ...] = ()
    """Further places that it stands on."""
    over: bool = False
    """A denial of what was so: it is no longer."""
    ended: bool = False
    """Whether that is told of the past, and not of the day on which something else begins."""
    cited: Evidence | None = None
    """Somebody else's sentence, where words of the claim come from there: the question that a bare yes confirms."""

    @property
    def claim(self) -> Claim:
        return Claim(self.subject, self.attribute, self.value, self.affirmed)


@dataclass(slots=True)
class Scene:
    """What reading one message needs to know: the words, who speaks and when, and whom it names."""

    message: Message
    own: str
    speaker: EntityId
    said: datetime
    names: dict[EntityId, str] = field(default_factory=dict)
    acquaintances: Acquaintances = field(default_factory=Acquaintances)
    before: str = ""
    """The turn before, if that was somebody else's."""

    @property
    def text(self) -> str:
        return self.message.text


def make_scene(message: Message, own: str, acquaintances: Acquaintances | None = None, before: str = "") -> Scene:
    known = acquaintances or Acquaintances()
    return Scene(message, own, speaker_entity(message.speaker), message.at, acquaintances=known, before=before)


def make_proposal(draft: Draft, scene: Scene) -> Remember:
    message, claim = scene.message, draft.claim
    places = ((draft.start, draft.end), *draft.also)
    evidence = tuple(Evidence(message.id, *place, message.text[slice(*place)], message.origin) for place in places)
    quote = " ".join(item.quote for item in evidence)
    if draft.cited is not None:
        evidence = (*evidence, draft.cited)
    return Remember(
        content=state_claim(
            claim, _name_subject(draft, scene), over=draft.over, speaker=scene.message.speaker or "the user"
        ),
        kind=Kind.PREFERENCE if draft.attribute in _PREFERENCES else Kind.FACT,
        basis=Basis.STATED,
        evidence=evidence,
        claim=claim,
        form=Form.EPISODIC if draft.attribute in _EPISODIC else Form.SEMANTIC,
        entities=_list_entities(draft),
        confidence=draft.confidence,
        importance=_rate_importance(draft.attribute),
        emotion=_rate_emotion(draft, quote),
        referred_at=draft.referred,
        valid_from=draft.begun,
        replaces=draft.replaces,
        reason=_REASON if draft.cited is None else _CONFIRMED,
    )


def _name_subject(draft: Draft, scene: Scene) -> str:
    """A name that is known here. The user without a speaker's name stays "The user", in every sentence alike."""
    if draft.subject == scene.speaker:
        return scene.message.speaker or title_of(draft.subject)
    if draft.subject in scene.names and draft.attribute != "name":
        return scene.names[draft.subject]
    known = scene.acquaintances.titles.get(draft.subject, "")
    told = fold_text(known) in fold_text(scene.text)  # a name from elsewhere may be withdrawn there (C1)
    return known if known and told and draft.attribute != "name" else title_of(draft.subject)


def _list_entities(draft: Draft) -> tuple[Entity, ...]:
    if draft.name_of is None or not draft.affirmed:
        return ()
    return (Entity(draft.name_of, EntityKind.PERSON, (draft.value,)),)


def _rate_importance(attribute: str) -> float:
    if attribute in RELATIONS or attribute in BEHAVIOUR_ATTRIBUTES:
        return 0.8
    return _IMPORTANCE.get(attribute, 0.5)


def _rate_emotion(draft: Draft, quote: str) -> float:
    """From tone words; 0 where there are none."""
    words = {word.strip(".,!?;:").casefold() for word in quote.split()}
    strong = bool(words & STRONG_FEELINGS)
    felt = draft.attribute == "feels" or bool(words & FEELINGS)
    tone = 0.7 if strong else 0.4 if felt else 0.0
    return min(1.0, tone + (0.1 if tone and "!" in quote else 0.0))
