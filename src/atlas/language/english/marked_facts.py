"""Facts out of marks: who is meant, which attribute, since when, and which words are the evidence.

A mark is a quotation with labels (`model/reading.py`). Here its subject becomes an entity (by name and by relation as
one), its time a date by the calendar of the message, its attribute one of ours or the speaker's own word, and what ends
or is denied a denial. What cannot be placed is left out: the sentence stays in the transcript as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Final

from atlas.language.english.dates import find_date
from atlas.language.english.lexicon.people import KIN_AS_NAMES, PLURAL_RELATIONS, RELATION_NAMES
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.claim_check import keep_whole_claims
from atlas.language.english.rules.draft import Draft, Scene, remembered, scene_of
from atlas.language.english.rules.passage import own_words, sentences
from atlas.language.english.rules.stance import foreign, sarcastic
from atlas.language.english.rules.thinker import drop_repeats, drop_secrets
from atlas.language.entity_ids import named_entity, related_entity
from atlas.language.folding import fold_text
from atlas.language.sentences import sentence_spans
from atlas.model.claim import FAVOURITE, MAX_VALUE_WORDS, RELATIONS, Cardinality
from atlas.model.entity import EntityId, EntityKind
from atlas.model.interaction import Message
from atlas.model.memory import Basis
from atlas.model.proposal import Remember
from atlas.model.reading import SERVE, WAIT, Mark, Operation, Place, Reading, Stance

_MOST: Final = 20
_TURNING: Final = (Operation.BEGINS, Operation.ENDS)
_DOUBTFUL: Final = (SERVE + WAIT) / 2
"""The most that is believed of what begins or ends at a time that cannot be read, which may lie ahead, and of what is
said of someone whom only the turn before names: those are not the speaker's words (C3)."""
_UNSURE: Final = "The user seems to have said so."
_MAX_QUOTE: Final = 300
_MY: Final = re.compile(r"(?:my|our|me)\s+", re.I)
_ARTICLE: Final = re.compile(r"\A(?:the|a|an|this|that|his|her|their|its)\s+", re.I)
_POSSESSIVE: Final = re.compile(r"['’]s\Z")
_HEARERS: Final = frozenset(["you", "your", "yours", "u"])
_PRONOUNS: Final = frozenset(["he", "she", "him", "her", "they", "them", "his", "hers", "who"])
_THING_PRONOUNS: Final = frozenset(["it", "this", "that", "these", "those", "one", "mine", "ours"])
_DATED: Final = frozenset(["did", "plans"])
_TRANSITIVE: Final = frozenset(["did", "does", "likes"])
_OF_THINGS: Final = frozenset(["schedule", "deadline"])
_PHRASES: Final = frozenset(["did", "does", "plans", "wants", "believes", "feels"])
"""Attributes whose value is a verb and all that goes with it."""
_MOODS: Final = frozenset(["wants", "believes", "feels"])
"""What passes by itself: that it is over is no news ("I wanted to see you")."""
_STOPPED: Final = re.compile(
    r"\b(?:any\s?more|no\s+longer|stopped|quit|gave\s+up|given\s+up|gone\s+off|went\s+off|not\s+now|tired\s+of|over\s+it)\b",
    re.I,
)
"""What says that a taste is over, and not only that it was had: "I loved Charlotte's Web as a kid"."""
_DANGLING: Final = word_set(
    """
    a an the my our to of for with at in on by from and or but that this some such very so than as into about
    """
)
_OF_PEOPLE: Final = word_set(
    """
    allergic_to age birthday diet has_condition takes works_as works_at studies speaks lives_in from likes plays
    """
)
_YEARS_OLD: Final = re.compile(r"[\s-]*(?:years?|yrs?)?[\s-]*(?:old|of\s+age)?\Z|[\s-]*y/?o\Z", re.I)
_PHRASE_ENDS: Final = re.compile(
    r"\s*(?:[.!?;:,()\n…—–]|\s-\s|\Z|\b(?:but|because|so|which|who|where|while|though|although|since|if|and\s+(?:i|we|it|it's|he|she|they|my|our|that|the)|"
    r"when|as\s+(?:i|we|it)|cause|'cause|cuz|lol|haha)\b)",
    re.I,
)
_PAST: Final = re.compile(
    r"\b(?:\w\w+ed|began|became|got|bought|quit|left|sold|lost|broke|was|were|had|did|came|went|took|gave|made|met|put|ago|last)\b",
    re.I,
)
_AHEAD: Final = re.compile(r"\b(?:will|gonna|going\s+to|shall|next|starting|until|till)\b|['’]ll\b", re.I)
_LAST_WORD: Final = re.compile(r"\S+")
_SAME_RELATION: Final = {
    "mom": "mother",
    "mum": "mother",
    "mam": "mother",
    "mama": "mother",
    "dad": "father",
    "papa": "father",
    "grandma": "grandmother",
    "gran": "grandmother",
    "granny": "grandmother",
    "nan": "grandmother",
    "nana": "grandmother",
    "grandpa": "grandfather",
    "grandad": "grandfather",
    "granddad": "grandfather",
    "roommate": "flatmate",
    "neighbor": "neighbour",
    "manager": "boss",
    "coworker": "colleague",
    "puppy": "dog",
    "kitten": "cat",
    **PLURAL_RELATIONS,
}


@dataclass(frozen=True, slots=True)
class _Told:
    """A mark with whom it is about."""

    mark: Mark
    subject: EntityId


def find_marked_facts(message: Message, reading: Reading, least: float) -> list[Remember]:
    """The facts of one message whose marks are surer than `least`, in the order of the message."""
    scene = scene_of(message, own_words(message.text))
    doubted = [(each.start, each.end) for each in sentences(scene.own) if foreign(each) or sarcastic(each, scene.own)]
    marks = [
        mark
        for mark in reading.marks
        if _is_told(mark, scene, least) and not any(start <= mark.place.start < end for start, end in doubted)
    ]
    people = _name_people(marks, scene)
    scene.names.update({entity: name for name, entity in people.values()})
    told = [_Told(mark, subject) for mark in marks if (subject := _find_subject(mark, people, scene)) is not None]
    drafts = [draft for each in _drop_inner(told, scene) if (draft := _draft_claim(each, told, scene)) is not None]
    kept = drop_repeats(_keep_surest(drafts))
    whole = keep_whole_claims(drop_secrets(kept, message.text), message.text)
    return [_weigh_fact(remembered(draft, scene)) for draft in islice(whole, _MOST)]


def _keep_surest(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Of several values that cannot hold together the surest: one of them was misread."""
    for draft in drafts:
        rivals = [other for other in drafts if other.claim.slot == draft.claim.slot and other.affirmed]
        single = draft.affirmed and draft.claim.cardinality is Cardinality.SINGLE
        if not single or draft is max(rivals, key=lambda each: each.confidence):
            yield draft


def _weigh_fact(fact: Remember) -> Remember:
    """What is read for sure is stated; the rest is inferred, and waits for a person (C3)."""
    return fact if fact.confidence >= SERVE else replace(fact, basis=Basis.INFERRED, reason=_UNSURE)


def _drop_inner(told: Sequence[_Told], scene: Scene) -> Iterator[_Told]:
    """Without what stands within another's phrase, since the phrase says it."""
    phrases = [
        (each.mark.place.start, each.mark.place.start + len(_take_value(each.mark, scene)))
        for each in told
        if each.mark.attribute in _PHRASES
    ]
    for each in told:
        place = each.mark.place
        if not any(start < place.start and place.end <= end for start, end in phrases):
            yield each


def _is_told(mark: Mark, scene: Scene, least: float) -> bool:
    """In earnest, surely enough, and in the speaker's own words: a pasted text is blanked there."""
    own = scene.own[mark.place.start : mark.place.end]
    return mark.stance is Stance.EARNEST and mark.confidence >= least and own == mark.place.text


def _name_people(marks: Sequence[Mark], scene: Scene) -> dict[str, tuple[str, EntityId]]:
    """Those whom the message names with their relation: Maria, the sister."""
    people: dict[str, tuple[str, EntityId]] = {}
    for mark in marks:
        name = mark.place.text
        if mark.attribute in RELATIONS and mark.subject is None and _looks_like_name(name):
            people[fold_text(name)] = (name, related_entity(scene.speaker, mark.attribute))
    return people


def _looks_like_name(text: str) -> bool:
    words = text.split()
    return 0 < len(words) <= 3 and not any(character.isdigit() for character in text) and words[-1][:1].isupper()


# --- whom it is about


def _find_subject(mark: Mark, people: dict[str, tuple[str, EntityId]], scene: Scene) -> EntityId | None:
    place = mark.subject
    if place is None:
        return scene.speaker
    words = _POSSESSIVE.sub("", " ".join(place.text.split()).strip(' ,.;:!?"“”'))
    low = words.casefold()
    if not words or low in _HEARERS or low in _THING_PRONOUNS:
        return None
    if low in _PRONOUNS:
        known = list(dict.fromkeys(entity for _, entity in people.values()))
        return known[0] if len(known) == 1 else None
    if fold_text(words) in people:
        return people[fold_text(words)][1]
    return _find_related(words, place, people, scene) or _name_entity(words, mark)


def _find_related(words: str, place: Place, people: dict[str, tuple[str, EntityId]], scene: Scene) -> EntityId | None:
    """Someone known through the speaker: "my little sister", "Mum", "my sister's dog"."""
    found = _MY.match(words)
    rest = words[found.end() :] if found else words
    parts = rest.casefold().replace("’", "'").split()
    if not found and not (len(parts) == 1 and parts[0] in KIN_AS_NAMES):
        return None
    owner = scene.speaker
    for number, part in enumerate(parts):
        relation = part.removesuffix("'s")
        if relation in RELATION_NAMES:
            owner = related_entity(owner, _SAME_RELATION.get(relation, relation))
            if not part.endswith("'s"):
                return owner
        elif number == len(parts) - 1 and fold_text(part) in people:
            return people[fold_text(part)][1]
    return related_entity(scene.speaker, " ".join(parts)) if found and parts else None


def _name_entity(words: str, mark: Mark) -> EntityId | None:
    thing = _ARTICLE.sub("", words)
    named = words[:1].isupper() or (mark.attribute in _OF_PEOPLE and len(words.split()) == 1)
    if thing == words and named and mark.attribute not in _OF_THINGS and len(words.split()) <= 3:
        return named_entity(EntityKind.PERSON, words if words[:1].isupper() else words.title())
    return named_entity(EntityKind.THING, thing) if len(thing) > 1 else None


# --- what is claimed


def _draft_claim(told: _Told, all_told: Sequence[_Told], scene: Scene) -> Draft | None:
    mark, subject = told.mark, told.subject
    attribute = _choose_attribute(mark)
    if attribute is not None and mark.attribute == "other" and not subject.startswith(f"{EntityKind.THING}:"):
        # "my salary is …" is said of the salary
        subject, attribute = related_entity(subject, attribute), "is"
    value = _clean_value(mark, scene)
    over = mark.operation is Operation.ENDS
    if attribute is None or _says_nothing(value, attribute) or (over and _is_mere_past(mark, attribute, scene)):
        return None
    when = _read_time(mark, scene)
    if over and when is not None and when > scene.said:
        return None  # it is so until then
    untimed = mark.operation in _TURNING and mark.when is not None and when is None
    doubtful = _stands_on_turn_before(mark) or (untimed and not _is_told_as_past(mark, scene))
    confidence = min(mark.confidence, _DOUBTFUL) if doubtful else mark.confidence
    start, end = _find_quote(mark, scene)
    affirmed = mark.operation in (Operation.HOLDS, Operation.BEGINS)
    ahead = mark.operation is Operation.BEGINS and attribute not in _DATED and when is not None and when > scene.said
    named = attribute in RELATIONS and affirmed and _looks_like_name(value)
    return Draft(
        subject,
        attribute,
        value,
        start,
        end,
        affirmed,
        round(confidence, 3),
        over=over,
        referred=None if ahead else when,
        begun=when if ahead else None,
        name_of=related_entity(subject, attribute) if named else None,
        replaces=_find_replaced(told, all_told) if affirmed else None,
    )


def _stands_on_turn_before(mark: Mark) -> bool:
    return any(place is not None and place.before for place in (mark.subject, mark.label))


def _says_nothing(value: str, attribute: str) -> bool:
    """Whether a value was cut so that it breaks off, or is a verb alone: "took", "thesis on"."""
    words = value.casefold().split()
    told = [word for word in words if word not in _DANGLING]
    return not told or words[-1] in _DANGLING or (attribute in _TRANSITIVE and len(words) == 1 and _is_past(words[0]))


def _is_past(word: str) -> bool:
    return bool(_PAST.fullmatch(word))


def _is_mere_past(mark: Mark, attribute: str, scene: Scene) -> bool:
    """Whether what is over was a mood, or a taste of which nobody says that it has gone."""
    start, end = _find_quote(mark, scene)
    return attribute in _MOODS or (attribute == "likes" and not _STOPPED.search(scene.text[start:end]))


def _clean_value(mark: Mark, scene: Scene) -> str:
    value = " ".join(_take_value(mark, scene).split())
    return _YEARS_OLD.sub("", value) if mark.attribute == "age" else value


def _take_value(mark: Mark, scene: Scene) -> str:
    """The marked words; of a phrase all of it, to the end of its clause or to the time, which is kept as a date."""
    text, start, end = scene.own, mark.place.start, mark.place.end
    if mark.attribute not in _PHRASES:
        return text[start:end]
    if mark.when is not None and not mark.when.before and mark.when.start >= end:
        text = text[: mark.when.start].rstrip()
    while not _PHRASE_ENDS.match(text, end):
        word = _LAST_WORD.search(text, end)
        if word is None or len(text[start : word.end()].split()) > MAX_VALUE_WORDS:
            break
        cut = re.search(r"[.!?;:,()…—–]", word[0])
        end = word.start() + cut.start() if cut and cut.start() else word.end()
    return text[start:end]


def _choose_attribute(mark: Mark) -> str | None:
    apart = mark.label is not None and (mark.label.before or not _overlap(mark.label, mark.place))
    label = " ".join(mark.label.text.split()).casefold() if mark.label and apart else ""
    if mark.attribute == "favourite":
        return f"{FAVOURITE}{label}" if label else "likes"
    if mark.attribute == "other":
        return _ARTICLE.sub("", label) or None
    return mark.attribute


def _overlap(one: Place, two: Place) -> bool:
    return one.start < two.end and two.start < one.end


def _find_quote(mark: Mark, scene: Scene) -> tuple[int, int]:
    """The sentence of the value; of an endless one the words around the value."""
    start, end = mark.place.start, mark.place.end
    for first, last in sentence_spans(scene.text):
        if first <= start < last:
            start, end = first, max(end, first + len(scene.text[first:last].rstrip(" .!?…")))
            break
    if end - start > _MAX_QUOTE:
        start, end = max(start, mark.place.start - _MAX_QUOTE // 2), min(end, mark.place.end + _MAX_QUOTE // 2)
    return start, end


def _read_time(mark: Mark, scene: Scene) -> datetime | None:
    if mark.when is None or mark.when.before:
        return None
    turning = mark.operation in _TURNING and not _is_told_as_past(mark, scene)
    ahead = mark.attribute == "plans" or turning
    found = find_date(scene.text, mark.when.start, mark.when.end, scene.said, ahead=ahead)
    return found.at if found else None


def _is_told_as_past(mark: Mark, scene: Scene) -> bool:
    """Whether "in May" is the last one: "we moved in May", and not "the keys come in May"."""
    start, end = _find_quote(mark, scene)
    sentence = scene.text[start:end]
    return bool(_PAST.search(sentence)) and not _AHEAD.search(sentence)


def _find_replaced(told: _Told, all_told: Sequence[_Told]) -> str | None:
    """The value that the message itself says is over or wrong: "Ghent, not Bruges"."""
    for other in all_told:
        same = other.subject == told.subject and other.mark.attribute == told.mark.attribute
        if same and other.mark.operation in (Operation.ENDS, Operation.DENIED):
            return other.mark.place.text
    return None
