"""Facts out of marks: who is meant, which attribute, since when, and which words are the evidence.

A mark is a quotation with labels (`model/reading.py`). Here its subject becomes an entity (by name and by relation as
one), its time a date by the calendar of the message, its attribute one of ours or the speaker's own word, and what ends
or is denied a denial. What cannot be placed is left out: the sentence stays in the transcript as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from atlas.language.english.draft import Draft, Scene, make_proposal
from atlas.language.english.marked_doubts import (
    is_dislike,
    is_double_negative,
    is_doubtful_end,
    is_end_of_job,
    is_qualified,
    is_stay,
    names_no_employer,
    says_only_end,
)
from atlas.language.english.marked_subjects import (
    find_subject,
    is_one_of_several,
    looks_like_name,
    name_people,
    read_name,
)
from atlas.language.english.marked_values import (
    PHRASES,
    TURNING,
    choose_attribute,
    clean_value,
    count_relatives,
    date_birthday,
    find_quote,
    has_ended,
    is_done_to_speaker,
    is_last_day,
    is_past_mood,
    is_pointing,
    is_vague_plan,
    join_broken_values,
    may_lie_ahead,
    plan_intended,
    read_time,
    says_nothing,
    take_value,
)
from atlas.language.english.passage import split_sentences
from atlas.language.english.pronouns import strip_article
from atlas.language.english.question_forms import is_question
from atlas.language.english.stance import list_earnest
from atlas.language.entity_ids import related_entity
from atlas.language.sentences import sentence_around
from atlas.model.claim import RELATIONS, Cardinality, cardinality_of
from atlas.model.entity import EntityId, EntityKind
from atlas.model.memory import Basis
from atlas.model.proposal import Remember
from atlas.model.reading import SERVE, WAIT, Mark, Operation, Reading, Stance

_MOST: Final = 20
_DOUBTFUL: Final = (SERVE + WAIT) / 2
"""The most that is believed of what begins or ends at a time that cannot be read, which may lie ahead, of what is said
of someone of whom only the turn before has told (those are not the speaker's words, C3), of what a question mentions,
of a plan that is one word without a day, and of what one understands only with the talk around it."""
GRAVE: Final = frozenset(["allergic_to", "has_condition", "takes"])
_CERTAIN: Final = 0.95
"""How sure one must be that something is over on which a life may hang."""
_CONTRAST: Final = re.compile(r"\b(?:not|no|instead|rather|than|but|to)\b", re.I)
_UNSURE: Final = "The user seems to have said so."
_REDACTED: Final = re.compile(r"\[redacted [^\]\n]{1,60}\]")
"""What stands where a secret stood."""
_DATED: Final = frozenset(["did", "plans"])
MOODS: Final = frozenset(["wants", "believes", "feels"])
"""What passes by itself: that it is over is no news ("I wanted to see you")."""
_LOOSE: Final = frozenset(["has", "uses", "studies", "plans", "does", "works_on"])
"""What hangs loosely on a noun: a question that mentions one hardly says that the speaker has it."""
_STOPPED: Final = re.compile(
    r"\b(?:any\s?more|no\s+longer|stopped|quit|gave\s+up|given\s+up|gone\s+off|went\s+off|not\s+now|tired\s+of|over\s+it)\b",
    re.I,
)
"""What says that a taste is over, and not only that it was had: "I loved Charlotte's Web as a kid"."""


@dataclass(frozen=True, slots=True)
class _SubjectMark:
    """A mark with whom it is about."""

    mark: Mark
    subject: EntityId


def find_drafts(scene: Scene, reading: Reading, least: float, *, playing: bool = False) -> list[Draft]:
    """What one message tells by the marks that are surer than `least`, in its order; `playing` where a game is open."""
    earnest = [(each.start, each.end) for each in list_earnest(split_sentences(scene.own), scene.own, playing=playing)]
    read = _doubt_beside_jokes(tuple(join_broken_values(reading.marks, scene)), scene)
    marks = [
        mark
        for mark in (plan_intended(each, scene) for each in read)
        if _is_stated(mark, scene, least) and any(start <= mark.place.start < end for start, end in earnest)
    ]
    people = name_people(marks, scene)
    scene.names.update({entity: name for name, entity in people.values()})
    told = [_SubjectMark(mark, subject) for mark in marks if (subject := find_subject(mark, people, scene)) is not None]
    drafts = [draft for each in _drop_inner(told, scene) if (draft := _draft_claim(each, told, scene)) is not None]
    return list(_drop_secrets(_drop_repeats(_drop_mere_relatives(_keep_surest(drafts))), scene.text))


def _doubt_beside_jokes(marks: Sequence[Mark], scene: Scene) -> Iterator[Mark]:
    """What a sentence says in one breath with a joke of the same sort is doubtful: "allergic to Mondays and latex"."""
    joked = [each for each in marks if each.stance is Stance.JOKED]
    for mark in marks:
        sentence = sentence_around(scene.own, mark.place.start, mark.place.end) if joked else ""
        beside = any(each.attribute == mark.attribute and each.place.text in sentence for each in joked)
        yield replace(mark, confidence=min(mark.confidence, _DOUBTFUL)) if beside else mark


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


def _drop_mere_relatives(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Without what only says that there is somebody of whom the message says more: "I have a sister in Lyon"."""
    all_told = list(drafts)
    spoken_of = {draft.subject for draft in all_told}
    for draft in all_told:
        whom = related_entity(draft.subject, strip_article(draft.value).casefold())
        if not (draft.attribute == "has" and draft.affirmed and whom in spoken_of):
            yield draft


def _drop_inner(told: Sequence[_SubjectMark], scene: Scene) -> Iterator[_SubjectMark]:
    """Without what stands within another's phrase, since the phrase says it."""
    phrases = [
        (each.mark.place.start, each.mark.place.start + len(take_value(each.mark, scene)))
        for each in told
        if each.mark.attribute in PHRASES
    ]
    for each in told:
        place = each.mark.place
        if not any(start < place.start and place.end <= end for start, end in phrases):
            yield each


def _is_stated(mark: Mark, scene: Scene, least: float) -> bool:
    """In earnest, surely enough, and in the speaker's own words: a pasted text is blanked there."""
    own = scene.own[mark.place.start : mark.place.end]
    return mark.stance is Stance.EARNEST and mark.confidence >= least and own == mark.place.text


def _draft_claim(told: _SubjectMark, all_told: Sequence[_SubjectMark], scene: Scene) -> Draft | None:
    mark, subject = told.mark, told.subject
    attribute = choose_attribute(mark, scene)
    if attribute is not None and mark.attribute == "other" and not subject.startswith(f"{EntityKind.THING}:"):
        # "my salary is …" is said of the salary
        subject, attribute = related_entity(subject, attribute), "is"
    cleaned = clean_value(mark, scene)
    value = date_birthday(cleaned, mark, scene) if attribute == "birthday" else cleaned
    if value is None:
        return None
    if attribute in RELATIONS and not looks_like_name(value):
        name = read_name(mark, scene)
        attribute, value = (attribute, name) if name else ("has", count_relatives(mark, value, scene))
    over = mark.operation is Operation.ENDS
    if attribute == "has" and scene.acquaintances.find_bearer(value, scene.speaker):
        return None  # "muri" is who she is, and no thing that one has
    when = read_time(mark, scene)
    if (
        attribute is None
        or says_nothing(value, attribute, dated=when is not None)
        or (over and _is_mere_past(mark, attribute, scene))
    ):
        return None
    if mark.attribute == "did" and subject.startswith(f"{EntityKind.THING}:"):
        return None  # what became of a boiler is a report, and stays one
    if is_done_to_speaker(mark, value) or is_past_mood(mark, value, scene):
        return None
    gone = mark.operation in (Operation.ENDS, Operation.DENIED)
    if gone and (is_double_negative(mark, scene) or is_dislike(mark, scene)):
        return None
    if gone and (is_end_of_job(mark, mark.attribute, scene) or names_no_employer(mark)):
        return None  # which job is over, what is known says
    ends_ahead = over and when is not None and when > scene.said  # it is so until then
    untimed = mark.operation in TURNING and mark.when is not None and when is None
    undated = over and when is None and is_last_day(mark, scene)
    unplaced = _stands_on_turn_before(mark, subject, scene) or (untimed and may_lie_ahead(mark, scene)) or undated
    vague = (when is None and is_vague_plan(value, attribute)) or is_pointing(mark, value, scene)
    hearsay = gone and is_doubtful_end(mark, scene)
    doubtful = (
        unplaced
        or vague
        or hearsay
        or _is_grave_end(mark, scene)
        or is_qualified(mark, scene)
        or is_stay(mark, scene)
        or is_one_of_several(mark, scene)
        or _is_mentioned_in_asking(mark, scene)
    )
    confidence = min(mark.confidence, _DOUBTFUL) if doubtful else mark.confidence
    start, end = find_quote(mark, scene)
    affirmed = mark.operation in (Operation.HOLDS, Operation.BEGINS)
    begins_ahead = (
        mark.operation is Operation.BEGINS and attribute not in _DATED and when is not None and when > scene.said
    )
    ahead = begins_ahead or ends_ahead
    return Draft(
        subject,
        attribute,
        value,
        start,
        end,
        affirmed,
        round(confidence, 3),
        over=over,
        ended=over and not ends_ahead and has_ended(mark, scene),
        referred=None if ahead else when,
        begun=when if ahead else None,
        name_of=_find_named(subject, attribute, value, scene) if affirmed else None,
        replaces=_find_replaced(told, all_told, scene) if affirmed else value if over else None,
    )


def _find_named(subject: EntityId, attribute: str, value: str, scene: Scene) -> EntityId | None:
    """Who is called by the value: the sister, or whoever says how they are called."""
    if not looks_like_name(value):
        return None
    if attribute in RELATIONS:
        return scene.acquaintances.choose_entity(subject, attribute, value)
    return subject if attribute in ("name", "form_of_address") else None


def _is_grave_end(mark: Mark, scene: Scene) -> bool:
    """Whether an allergy, an illness or a medicine is said to be none (any more), and not for certain or in a sentence
    that says more than that ("I'm out of insulin", "not with grapefruit")."""
    over = mark.operation in (Operation.ENDS, Operation.DENIED)
    return over and mark.attribute in GRAVE and (mark.confidence < _CERTAIN or not says_only_end(mark, scene))


def _is_mentioned_in_asking(mark: Mark, scene: Scene) -> bool:
    """Whether a question mentions something that has no name: "which of the shortcuts do I need?" tells of no use."""
    named = any(sign.isupper() or sign.isdigit() for sign in mark.place.text.split()[-1])  # not "SSH tunnel"
    if named or mark.attribute not in _LOOSE or mark.operation is not Operation.HOLDS:
        return False
    return is_question(sentence_around(scene.own, mark.place.start, mark.place.end))


def _stands_on_turn_before(mark: Mark, subject: EntityId, scene: Scene) -> bool:
    """Whether only the turn before says of whom or of what it is told: of nobody whom the speaker has told of before,
    and of nothing that it asked for ("What's your favourite flower?")."""
    if mark.subject is not None and mark.subject.before and not scene.acquaintances.is_known(subject, scene.speaker):
        return True
    if mark.label is None or not mark.label.before:
        return False
    asked = (each for each in split_sentences(scene.before) if is_question(each.text))
    return not any(mark.label.text in each.text for each in asked)


def _is_mere_past(mark: Mark, attribute: str, scene: Scene) -> bool:
    """Whether what is over was a mood, or a taste of which nobody says that it has gone."""
    start, end = find_quote(mark, scene)
    return attribute in MOODS or (attribute == "likes" and not _STOPPED.search(scene.text[start:end]))


def _find_replaced(told: _SubjectMark, all_told: Sequence[_SubjectMark], scene: Scene) -> str | None:
    """The value that the message itself says is over or wrong: "Ghent, not Bruges".

    Where many hold, only one that is set against it: "tea instead of coffee".
    """
    if told.mark.attribute in GRAVE - {"takes"} or told.mark.attribute == "did":
        return None  # "not allergic to penicillin only, also to latex"; what was done takes the place of nothing
    for other in all_told:
        same = other.subject == told.subject and other.mark.attribute == told.mark.attribute
        if same and other.mark.operation in (Operation.ENDS, Operation.DENIED):
            places = sorted((told.mark.place, other.mark.place), key=lambda each: each.start)
            set_against = _CONTRAST.search(scene.text[places[0].end : places[1].start])
            if set_against or cardinality_of(told.mark.attribute) is Cardinality.SINGLE:
                return clean_value(other.mark, scene)
    return None
