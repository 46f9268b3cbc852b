"""Facts out of marks: who is meant, which attribute, since when, and which words are the evidence.

A mark is a quotation with labels (`model/reading.py`). Here its subject becomes an entity (by name and by relation as
one), its time a date by the calendar of the message, its attribute one of ours or the speaker's own word, and what ends
or is denied a denial. What cannot be placed is left out: the sentence stays in the transcript as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Final

from atlas.language.english.dates import find_date
from atlas.language.english.draft import Draft, Scene, make_proposal
from atlas.language.english.lexicon.grammar import NUMBER_WORDS
from atlas.language.english.lexicon.people import KIN_AS_NAMES, PLURAL_RELATIONS, RELATION_NAMES
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.passage import split_sentences
from atlas.language.english.stance import list_earnest
from atlas.language.entity_ids import named_entity, related_entity
from atlas.language.folding import fold_text
from atlas.language.sentences import ends_sentence, sentence_spans
from atlas.model.claim import FAVOURITE, MAX_VALUE_WORDS, RELATIONS, Cardinality
from atlas.model.entity import EntityId, EntityKind
from atlas.model.memory import Basis
from atlas.model.proposal import Remember
from atlas.model.reading import SERVE, WAIT, Mark, Operation, Place, Reading, Stance

_MOST: Final = 20
_TURNING: Final = (Operation.BEGINS, Operation.ENDS)
_DOUBTFUL: Final = (SERVE + WAIT) / 2
"""The most that is believed of what begins or ends at a time that cannot be read, which may lie ahead, and of what is
said of someone whom only the turn before names: those are not the speaker's words (C3)."""
_UNSURE: Final = "The user seems to have said so."
_REDACTED: Final = re.compile(r"\[redacted [^\]\n]{1,60}\]")
"""What stands where a secret stood."""
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
_COPULA: Final = re.compile(r"\s+(?:is|are|was|were|its|it['’]s|will\s+be)\Z", re.I)
"""What is left of "my interview is on Friday" once the day is taken as the date."""
_BEFORE: Final = re.compile(r"\b(an?)\s+\Z", re.I)
_ARTICLED: Final = frozenset(["has", "is", "plans", "trait", "uses", "wants", "works_on"])
"""Attributes of which a bare noun would not read: "plans an interview"."""
_CUT: Final = re.compile(r"[.!?;:,()…—–](?!\w)")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+")
_PLACES: Final = frozenset(["lives_in", "from", "address"])
_CLAUSE_BREAK: Final = re.compile(
    r",\s+(?:and|but|so|because)\s+|\s+(?:and|but|so|because)\s+(?=(?:i|we|he|she|they|it|my|our|his|her|the)\b)|[;—–]\s+"
    r"|,\s+(?=(?:i|we|he|she|they|my|our)\b)",
    re.I,
)
_PLURALS: Final = {"child": "children", "wife": "wives", "ex": "exes", "fish": "fish"}
_SINCE: Final = re.compile(
    r"\b(?:now|nowadays|since|these\s+days|currently|today|ago|last|already|any\s?more|lately|recently|yesterday)\b",
    re.I,
)
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


def find_drafts(scene: Scene, reading: Reading, least: float, *, playing: bool = False) -> list[Draft]:
    """What one message tells by the marks that are surer than `least`, in its order; `playing` where a game is open."""
    earnest = [(each.start, each.end) for each in list_earnest(split_sentences(scene.own), scene.own, playing=playing)]
    marks = [
        mark
        for mark in _join_broken(reading.marks, scene)
        if _is_told(mark, scene, least) and any(start <= mark.place.start < end for start, end in earnest)
    ]
    people = _name_people(marks, scene)
    scene.names.update({entity: name for name, entity in people.values()})
    told = [_Told(mark, subject) for mark in marks if (subject := _find_subject(mark, people, scene)) is not None]
    drafts = [draft for each in _drop_inner(told, scene) if (draft := _draft_claim(each, told, scene)) is not None]
    return list(_drop_secrets(_drop_repeats(_keep_surest(drafts)), scene.text))


def make_facts(drafts: Sequence[Draft], scene: Scene) -> Iterator[Remember]:
    """The proposals; what is read for sure is stated, the rest is inferred, and waits for a person (C3)."""
    for draft in islice(drafts, _MOST):
        fact = make_proposal(draft, scene)
        yield fact if fact.confidence >= SERVE else replace(fact, basis=Basis.INFERRED, reason=_UNSURE)


def _drop_secrets(drafts: Iterable[Draft], text: str) -> Iterator[Draft]:
    """Only what stands on no mark of a secret: that one had a key is nothing without the key, and half a mark less."""
    marks = [match.span() for match in _REDACTED.finditer(text)]
    for draft in drafts:
        if not any(draft.start < last and first < draft.end for first, last in marks):
            yield draft


def _drop_repeats(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Each claim once, where it was said first."""
    seen: set[tuple[str, str, str, bool]] = set()
    for draft in drafts:
        key = (draft.subject, draft.attribute, draft.value.casefold(), draft.affirmed)
        if key not in seen:
            seen.add(key)
            yield draft


def _keep_surest(drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Of several values that cannot hold together the surest: one of them was misread."""
    for draft in drafts:
        rivals = [other for other in drafts if other.claim.slot == draft.claim.slot and other.affirmed]
        single = draft.affirmed and draft.claim.cardinality is Cardinality.SINGLE
        if not single or draft is max(rivals, key=lambda each: each.confidence):
            yield draft


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


def _join_broken(marks: Sequence[Mark], scene: Scene) -> Iterator[Mark]:
    """With values whole that were marked in two pieces: "São Pedro do" and "Estoril", "Leeds" and "Harehills"."""
    held: Mark | None = None
    for mark in sorted(marks, key=lambda each: each.place.start):
        if held is not None and _continues(held, mark, scene):
            place = replace(held.place, end=mark.place.end, text=scene.text[held.place.start : mark.place.end])
            held = replace(held, place=place, confidence=max(held.confidence, mark.confidence))
            continue
        if held is not None:
            yield held
        held = mark
    if held is not None:
        yield held


def _continues(first: Mark, second: Mark, scene: Scene) -> bool:
    alike = (first.attribute, first.operation, first.stance) == (second.attribute, second.operation, second.stance)
    between = scene.text[first.place.end : second.place.start]
    listed = between.strip() == "," and first.attribute in _PLACES
    return alike and first.subject == second.subject and bool(between) and (not between.strip() or listed)


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
    last = _SENTENCE_END.split(place.text)[-1]  # a place that was found across a sentence's end
    words = _POSSESSIVE.sub("", " ".join(last.split()).strip(' ,.;:!?"“”'))
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
    if attribute in RELATIONS and not _looks_like_name(value):
        attribute, value = "has", _count_relatives(mark, value, scene)
    over = mark.operation is Operation.ENDS
    if attribute is None or _says_nothing(value, attribute) or (over and _is_mere_past(mark, attribute, scene)):
        return None
    when = _read_time(mark, scene)
    if over and when is not None and when > scene.said:
        return None  # it is so until then
    untimed = mark.operation in _TURNING and mark.when is not None and when is None
    doubtful = _stands_on_turn_before(mark) or (untimed and _may_lie_ahead(mark, scene))
    confidence = min(mark.confidence, _DOUBTFUL) if doubtful else mark.confidence
    start, end = _find_quote(mark, scene)
    affirmed = mark.operation in (Operation.HOLDS, Operation.BEGINS)
    ahead = mark.operation is Operation.BEGINS and attribute not in _DATED and when is not None and when > scene.said
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
        name_of=_find_named(subject, attribute, value) if affirmed else None,
        replaces=_find_replaced(told, all_told) if affirmed else None,
    )


def _count_relatives(mark: Mark, value: str, scene: Scene) -> str:
    """Who is had and not named: "two kids", "a dog"; a bare number with what was asked for."""
    if value.casefold() not in NUMBER_WORDS and not value.isdigit():
        article = _BEFORE.search(scene.own, 0, mark.place.start)
        return f"{article[1]} {value}" if article else value
    following = _LAST_WORD.match(scene.own, mark.place.end + 1)
    noun = following[0].strip(".,!?;:") if following else ""
    known = noun.casefold() in RELATION_NAMES or noun.casefold() in PLURAL_RELATIONS
    return f"{value} {noun if known else _PLURALS.get(mark.attribute, f'{mark.attribute}s')}"


def _find_named(subject: EntityId, attribute: str, value: str) -> EntityId | None:
    """Who is called by the value: the sister, or whoever says how they are called."""
    if not _looks_like_name(value):
        return None
    if attribute in RELATIONS:
        return related_entity(subject, attribute)
    return subject if attribute in ("name", "form_of_address") else None


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
    value = _COPULA.sub("", " ".join(_take_value(mark, scene).split()))
    return _YEARS_OLD.sub("", value) if mark.attribute == "age" else value


def _take_value(mark: Mark, scene: Scene) -> str:
    """The marked words; of a phrase all of it, to the end of its clause or to the time, which is kept as a date."""
    text, start, end = scene.own, mark.place.start, mark.place.end
    article = _BEFORE.search(text, 0, start) if mark.attribute in _ARTICLED else None
    start = article.start(1) if article else start
    if mark.attribute not in _PHRASES:
        return text[start:end]
    if mark.when is not None and not mark.when.before and mark.when.start >= end:
        text = text[: mark.when.start].rstrip()
    while not _PHRASE_ENDS.match(text, end):
        word = _LAST_WORD.search(text, end)
        if word is None or len(text[start : word.end()].split()) > MAX_VALUE_WORDS:
            break
        cut = _CUT.search(word[0])
        part = cut is not None and cut[0] == "." and not ends_sentence(text, start, word.end())
        end = word.start() + cut.start() if cut and cut.start() and not part else word.end()
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
    """The clause of the value with whom and when it is about; of an endless one the words around the value."""
    places = [mark.place, *(each for each in (mark.subject, mark.when, mark.label) if each and not each.before)]
    sentence = next(
        (span for span in sentence_spans(scene.text) if span[0] <= mark.place.start < span[1]),
        (mark.place.start, mark.place.end),
    )
    within = [each for each in places if sentence[0] <= each.start and each.end <= sentence[1]] or [mark.place]
    first, last = min(each.start for each in within), max(each.end for each in within)
    breaks = [each.span() for each in _CLAUSE_BREAK.finditer(scene.text, *sentence)]
    start = max((end for _, end in breaks if end <= first), default=sentence[0])
    end = min((begin for begin, _ in breaks if begin >= last), default=sentence[1])
    end = max(last, start + len(scene.text[start:end].rstrip(" .!?…,;")))
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


def _may_lie_ahead(mark: Mark, scene: Scene) -> bool:
    """Whether a time that is no date may be one to come: "from autumn on", and not "since the operation"."""
    present = mark.when is not None and _SINCE.search(mark.when.text)
    return not present and not _is_told_as_past(mark, scene)


def _find_replaced(told: _Told, all_told: Sequence[_Told]) -> str | None:
    """The value that the message itself says is over or wrong: "Ghent, not Bruges"."""
    for other in all_told:
        same = other.subject == told.subject and other.mark.attribute == told.mark.attribute
        if same and other.mark.operation in (Operation.ENDS, Operation.DENIED):
            return other.mark.place.text
    return None
