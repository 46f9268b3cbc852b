"""One clause as the readers see it, and the small steps that they share."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atlas.language.english.dates import find_date
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.clause import Clause
from atlas.language.english.rules.draft import Draft, Scene
from atlas.language.english.rules.phrase import Tokens, short, text_of
from atlas.language.english.rules.verbal import Tense, Verb
from atlas.language.english.rules.who import Subject
from atlas.language.interface import When
from atlas.model.entity import EntityId

_AHEAD = (Tense.FUTURE, Tense.PROGRESSIVE, Tense.PRESENT)


@dataclass(frozen=True, slots=True)
class Reading:
    clause: Clause
    subject: Subject
    scene: Scene
    affirmed: bool
    confidence: float = 1.0
    fronted: int = 0
    """Where the sentence begins: "Last night I cooked" names its day before the subject."""
    others: tuple[Clause, ...] = ()
    """All clauses of the sentence."""
    place: int = 0
    tail: Tokens = ()
    """The next sentence, where it goes on about the same thing ("It was great.")."""

    @property
    def verb(self) -> Verb:
        return self.clause.verb

    @property
    def rest(self) -> Tokens:
        return self.clause.rest

    @property
    def entity(self) -> EntityId:
        return self.subject.entity

    @property
    def start(self) -> int:
        clause = self.clause
        first = clause.verb.start if clause.elided or not clause.who else clause.subject[0]
        return clause.tokens[first].start

    def draft(
        self, attribute: str, value: Tokens, *, affirmed: bool | None = None, verbal: bool = False
    ) -> Draft | None:
        """A claim whose evidence runs from the subject to the end of the value."""
        value = short(self.scene.text, value)
        text = text_of(self.scene.text, value)
        if not text or (not verbal and all(token.low in _EMPTY for token in value)):
            return None
        start = min(self.start, value[0].start)
        polarity = self.affirmed if affirmed is None else affirmed
        return Draft(self.entity, attribute, text, start, value[-1].end, polarity, self.confidence)

    def when(self, *, ahead: bool) -> When | None:
        """The date that the clause names, behind its verb or before its subject."""
        clause = self.clause
        last = clause.tokens[clause.reach - 1].end if clause.reach else clause.tokens[-1].end
        found = find_date(self.scene.own, self.start, last, self.scene.said, ahead=ahead)
        if found or (self.place and self.clause.lead != "that"):
            return found
        return find_date(self.scene.own, self.fronted, self.start, self.scene.said, ahead=ahead)

    def begun(self) -> datetime | None:
        when = self.when(ahead=False)
        return when.at if when and when.at <= self.scene.said else None


_EMPTY = word_set(
    """
    it that this those these them him her one there here what which you me us so such everything something
    anything nothing how much lot lots both all none same
    """
)


def without_date(tokens: Tokens, when: When | None) -> Tokens:
    """A relative date goes stale in a value; the memory keeps the day itself."""
    if when is None:
        return tokens
    kept = tuple(token for token in tokens if token.end <= when.start or token.start >= when.end)
    inside = [place for place, token in enumerate(tokens) if token.start >= when.start and token.end <= when.end]
    if inside and inside[-1] < len(tokens) - 1 and any(token.word for token in tokens[inside[-1] + 1 :]):
        return tokens
    return kept
