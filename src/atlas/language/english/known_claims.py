"""What a message says of what is known already: which of it is over, and what stands in the place of a recital.

How somebody has a thing is hard to read: "the Nokia died" may be of what is used, owned or liked, and a mark that is
sure of no attribute is not sure enough to stand alone. Where the very thing is known, what is known says how it is had,
and all that is left to read is that it is over, or another one by now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from atlas.language.claim_comparison import ends_kindred_claim
from atlas.language.english.answers import is_besides, name_value, opens_correction
from atlas.language.english.doses import split_dose
from atlas.language.english.draft import Draft, Scene
from atlas.language.english.kindred_things import list_kindred_subjects
from atlas.language.english.marked_doubts import (
    is_doubtful_end,
    is_end_of_job,
    names_no_employer,
    tells_job_loss,
)
from atlas.language.english.marked_facts import GRAVE, MOODS
from atlas.language.english.marked_subjects import find_subject, name_people
from atlas.language.english.marked_values import find_quote, is_last_day, plan_intended, read_time
from atlas.language.english.pronouns import strip_article
from atlas.language.english.stance import asks_to_forget
from atlas.language.english.word_stems import split_amount, stem_words
from atlas.language.entity_ids import named_entity
from atlas.language.folding import fold_text
from atlas.language.sentences import sentence_around
from atlas.language.words import asks, words
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, KINDRED_ATTRIBUTES, RELATIONS, Claim
from atlas.model.entity import EntityKind, is_self
from atlas.model.reading import SERVE, WAIT, Act, Mark, Operation, Reading, Stance

_HEARD: Final = 0.3
"""How sure a mark must be of what is known. Settled with the third weights: of endings of the tune part that name what
somebody has, four in five of those between .3 and .5 were meant so. With the fourth, half of all endings between .3 and
.5 are right, named or not (decision 14)."""
_FOND: Final = frozenset(["old", "new", "poor", "good", "dear", "little", "trusty", "ancient"])
"""What is said beside a name and names nothing."""
_JOBS: Final = frozenset(["works_at", "works_as"])
_DOING: Final = frozenset(
    words("a an the in at to on with of my our go goes going do does doing play plays sing sings take takes attend")
)
"""What stands in what somebody does beside what it is: "goes to yoga"."""
_UNSURE: Final = (SERVE + WAIT) / 2
_HOME: Final = re.compile(
    r"\b(?:liv(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|relocat\w+|settled?|resid\w+|home|house|flat|apartment|place|room|bed|sleep|address|rent\w*|landl\w+"
    r"|neighbou?r\w*|post\s?code|keys?|based|base|now|nowadays|these\s+days|since|for\s+good|perman\w+|unpack\w*|boxes|anymore|any\s+more|swapped|traded"
    r"|left|new|town|city|from|back\s+in|we['’]?re\s+in|local|tram|bus|street)\b",
    re.I,
)
_NO_HOME: Final = re.compile(
    r"\b(?:second|summer|holiday|weekend|winter)\s+(?:home|house|flat)\b|\bhome\s+away(?:\s+from\s+home)?\b|\b(?:fly|flying|go|going|come|coming|head|heading|way|drive"
    r"|driving|travel\w*|back)\s+home\b|\bspend\s+(?:my|our|the)\s+\w+\b",
    re.I,
)
_DWELLING: Final = re.compile(
    r"\b(?:flat|house|apartment|room|studio|cottage|bungalow|caravan|building|floor|abroad)\Z", re.I
)
"""In what one lives, and in no other town for that."""
_NAMED: Final = re.compile(
    r"\b(?:names?|named|call(?:ed)?|i['’]?m|i\s+am|it['’]?s|not|actually|rather|instead|spelt|spelled)\b", re.I
)
_RESCHEDULED: Final = re.compile(
    r"\b(?:moved|moves|moving|changed|changes|shifted|switched|rescheduled)\s+to\b|\b(?:is|are)\s+now\b|\bnow\s+on\b",
    re.IGNORECASE,
)
_THE_ONE: Final = re.compile(r"\b(?:the|my|our|that)\s+\Z", re.IGNORECASE)


def find_known_ends(
    scene: Scene, reading: Reading, drafts: Sequence[Draft], held: Sequence[Claim]
) -> tuple[list[Draft], list[Draft]]:
    """Find what of the known is over, as the message says; and the drafts without those that say it in other words."""
    sure = [draft for draft in drafts if draft.confidence >= SERVE]
    closed = {(draft.claim.slot, fold_text(draft.replaces or draft.value)) for draft in sure}
    open_claims = [
        claim
        for claim in held
        if (claim.slot, fold_text(claim.value)) not in closed
        and not any(ends_kindred_claim(draft.claim, claim) for draft in sure if draft.over)
    ]
    ends = list(_list_ends(scene, reading, open_claims))
    places = {(draft.start, draft.end) for draft in ends}
    return ends, [each for each in drafts if each.affirmed or (each.start, each.end) not in places]


def name_held_doses(drafts: Sequence[Draft], held: Sequence[Claim]) -> list[Draft]:
    """End the medicine that is known with its dose where it is ended without: "I stopped taking sertraline"."""
    doses = [claim for claim in held if claim.affirmed and claim.attribute == "takes"]

    def name_dose(draft: Draft) -> Draft:
        if not draft.over or draft.attribute != "takes":
            return draft
        meant = stem_words(draft.value)
        same = [each for each in doses if each.slot == draft.claim.slot and split_amount(each.value)[1] == meant]
        return replace(draft, value=same[0].value, replaces=same[0].value) if len(same) == 1 else draft

    return list(map(name_dose, drafts))


def succeed_known_claims(drafts: Sequence[Draft], scene: Scene, held: Sequence[Claim]) -> list[Draft]:
    """Put what is called new in the place of the one thing of its kind that is known: "my new doctor is …", "choir has
    moved to Mondays"; and a medicine with its new dose in the place of the same with another or none."""
    return [_succeed_known_claim(draft, scene, held) for draft in drafts]


def _succeed_known_claim(draft: Draft, scene: Scene, held: Sequence[Claim]) -> Draft:
    if not draft.affirmed or draft.replaces or draft.begun:
        return draft
    rivals = [each for each in held if each.affirmed and each.slot == draft.claim.slot]
    others = [each for each in rivals if fold_text(each.value) != fold_text(draft.value)]
    if draft.attribute == "takes":
        amount, name = split_dose(draft.value)
        others = [each for each in others if split_dose(each.value)[1] == name] if amount else []
    elif not (draft.attribute in RELATIONS | {"schedule"} and _is_called_new(draft, scene)):
        return draft
    return replace(draft, replaces=others[0].value) if len(others) == 1 else draft


def doubt_replacements(drafts: Sequence[Draft], scene: Scene, held: Sequence[Claim]) -> list[Draft]:
    """Doubt a home or a name that would take the place of another one that is known, where the sentence speaks of no
    home and no name: who is "in Lisbon", or teaches there, has not moved."""
    return [
        replace(draft, confidence=min(draft.confidence, _UNSURE)) if _is_unlikely(draft, scene, held) else draft
        for draft in drafts
    ]


def _is_unlikely(draft: Draft, scene: Scene, held: Sequence[Claim]) -> bool:
    telling = {"lives_in": _HOME, "name": _NAMED}.get(draft.attribute)
    if telling is None or not draft.affirmed or draft.replaces:
        return False
    others = [each for each in held if each.affirmed and each.slot == draft.claim.slot]
    around = sentence_around(scene.own, draft.start, draft.end)
    plain = _NO_HOME.sub(" ", around) if draft.attribute == "lives_in" else around
    dwelling = draft.attribute == "lives_in" and _DWELLING.search(draft.value) is not None
    return bool(others) and (dwelling or telling.search(plain) is None)


def _is_called_new(draft: Draft, scene: Scene) -> bool:
    around = sentence_around(scene.own, draft.start, draft.end)
    if draft.attribute == "schedule":
        return _RESCHEDULED.search(around) is not None
    relation = draft.attribute.replace("-", r"[\s-]")
    return re.search(rf"\b(?:my|our|a)\s+new\s+(?:\w+\s+)?{relation}\b", around, re.IGNORECASE) is not None


def drop_replaced_values(drafts: Sequence[Draft]) -> list[Draft]:
    """Leave out an ending where the message says for sure what holds instead: that closes it, and says all of it.

    What has ended and what only begins ahead are told apart: who was sacked works nowhere until the new job begins.

    What is said instead is said of the same, by whichever word: "we ditched DuckDB, everything runs on PostgreSQL".
    """
    kept = list(drafts)
    for ended in [draft for draft in drafts if not draft.affirmed]:
        for place, new in enumerate(kept):
            takes_over = new.affirmed and new.confidence >= SERVE and _is_of_same_thing(new, ended)
            if not takes_over or fold_text(new.replaces or ended.value) != fold_text(ended.value):
                continue
            if ended.ended and new.begun is not None:
                kept[place] = replace(new, replaces=None)
            else:
                kept[place] = replace(new, subject=ended.subject, replaces=ended.value)
                kept.remove(ended)
            break
    return kept


def _is_of_same_thing(new: Draft, ended: Draft) -> bool:
    """Whether two drafts are of one slot; a speaker's own may be that of their project or its release."""
    kindred = list_kindred_subjects(ended.subject, ended.attribute) if ended.over else ()
    meant = new.subject in kindred or (bool(kindred) and is_self(new.subject))
    return new.claim.slot == ended.claim.slot or (new.attribute == ended.attribute and meant)


def find_recital_correction(scene: Scene, reading: Reading, recited: Sequence[Claim]) -> list[Draft]:
    """Find the value that takes the place of the one thing that a reply recited, where the message corrects it."""
    meant = [claim for claim in recited if claim.affirmed and claim.attribute not in BEHAVIOUR_ATTRIBUTES]
    own = scene.own.strip()
    told_wrong = reading.act is Act.CORRECT and reading.act_confidence >= WAIT
    if len({claim.slot for claim in meant}) != 1 or is_besides(own) or not (told_wrong or opens_correction(own)):
        return []
    marks = {fold_text(mark.place.text): mark for mark in _list_marks(scene, reading) if _fits(mark, meant[0], scene)}
    if len(marks) != 1:
        return []
    (mark,) = marks.values()
    place, value = find_quote(mark, scene), mark.place.text
    sure = max(mark.confidence, SERVE)
    subject, attribute, wrong = meant[0].subject, meant[0].attribute, meant[0].value
    return [name_value(Draft(subject, attribute, value, *place, confidence=sure, replaces=wrong))]


def _list_ends(scene: Scene, reading: Reading, held: Sequence[Claim]) -> Iterator[Draft]:
    given: set[Claim] = set()
    for mark in _list_marks(scene, reading):
        over = mark.operation is Operation.ENDS or (mark.operation is Operation.HOLDS and tells_job_loss(mark))
        if not over or _lies_ahead(mark, scene) or is_doubtful_end(mark, scene):
            continue
        about = [claim for claim in held if _may_end(mark, claim, scene) and _is_about(mark, claim, reading, scene)]
        for claim in about:
            if claim not in given and (_names(mark, claim) or _is_the_one(mark, claim, about, scene)):
                given.add(claim)
                yield Draft(
                    claim.subject,
                    claim.attribute,
                    claim.value,
                    *find_quote(mark, scene),
                    affirmed=False,
                    confidence=max(mark.confidence, SERVE),
                    over=True,
                    replaces=claim.value,
                )


def _list_marks(scene: Scene, reading: Reading) -> Iterator[Mark]:
    """The marks in earnest on the speaker's own words that are sure enough of what is known; a question tells none, nor
    does a wish to have something forgotten."""
    for mark in (plan_intended(each, scene) for each in reading.marks):
        start, end = mark.place.start, mark.place.end
        around = sentence_around(scene.own, start, end)
        stated = scene.own[start:end] == mark.place.text and not asks(around) and not asks_to_forget(around)
        if stated and mark.stance is Stance.EARNEST and mark.confidence >= _HEARD:
            yield mark


def _lies_ahead(mark: Mark, scene: Scene) -> bool:
    """Whether it ends on a day to come, be that day read or not ("my last day is soon")."""
    when = read_time(mark, scene)
    return is_last_day(mark, scene) if when is None else when > scene.said


def _may_end(mark: Mark, claim: Claim, scene: Scene) -> bool:
    lasting = claim.affirmed and claim.attribute not in MOODS | GRAVE | BEHAVIOUR_ATTRIBUTES
    return lasting and not is_end_of_job(mark, claim.attribute, scene)


def _names(mark: Mark, claim: Claim) -> bool:
    """Whether the marked words name the thing, in full or by a name of it: "the old Panda" for a Fiat Panda; or name no
    job at all, where it is one that is known: "got laid off"."""
    if claim.attribute in _JOBS and names_no_employer(mark):
        return True
    if claim.attribute == "schedule" and claim.subject == named_entity(EntityKind.THING, mark.place.text):
        return True
    said, known = (set(words(strip_article(text))) for text in (mark.place.text, claim.value))
    if not known & _FOND:  # the old car is not the new one
        said -= _FOND
    if mark.attribute == claim.attribute == "does":
        said, known = said - _DOING, known - _DOING
    named = any(word[:1].isupper() for word in mark.place.text.split())
    return bool(said and known) and (known <= said or (named and said <= known))


def _is_the_one(mark: Mark, claim: Claim, held: Sequence[Claim], scene: Scene) -> bool:
    """Whether what is told of by its noun alone is the only thing of that sort that is known: "the choir" where it is
    the church choir."""
    if not _THE_ONE.search(scene.own, 0, mark.place.start):
        return False
    noun = words(mark.place.text)
    alike = [each for each in held if noun and words(each.value)[-len(noun) :] == noun]
    return alike == [claim]


def _is_about(mark: Mark, claim: Claim, reading: Reading, scene: Scene) -> bool:
    """Whether it is said of whom it is known; what nobody is named with may be a team's or a thing's too."""
    if mark.subject is None:
        if claim.attribute == "schedule" and claim.subject == named_entity(EntityKind.THING, mark.place.text):
            return True  # who quits yoga has no more hours of it
        kindred = list_kindred_subjects(claim.subject, claim.attribute)  # our project, its release
        shared = claim.subject.startswith(f"{EntityKind.THING}:") or bool(kindred)
        return claim.subject == scene.speaker or shared
    return find_subject(mark, name_people(reading.earnest, scene), scene) == claim.subject


def _fits(mark: Mark, claim: Claim, scene: Scene) -> bool:
    """Whether a marked value could stand where the claim's does: of the same sort, or of one that the reader left
    open."""
    value = mark.place.text
    if mark.operation not in (Operation.HOLDS, Operation.BEGINS) or fold_text(value) == fold_text(claim.value):
        return False
    same = mark.attribute == claim.attribute or KINDRED_ATTRIBUTES.issuperset((mark.attribute, claim.attribute))
    alike = value[:1].isupper() == claim.value[:1].isupper() and value[:1].isdigit() == claim.value[:1].isdigit()
    about = mark.subject is None or find_subject(mark, {}, scene) == claim.subject
    return alike and about and (same or mark.confidence < WAIT)
