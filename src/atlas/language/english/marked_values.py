"""What a marked value says: its words whole, its attribute, its quotation, and when it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from atlas.language.english.calendar_words import MONTH, MONTHS, WEEKDAYS
from atlas.language.english.dates import read_told_time, recurs
from atlas.language.english.draft import Scene
from atlas.language.english.lexicon.deeds import DEEDS, PASTS
from atlas.language.english.lexicon.grammar import NUMBER_WORDS
from atlas.language.english.lexicon.people import PLURAL_RELATIONS, RELATION_NAMES
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.passage import QUOTED
from atlas.language.english.pronouns import strip_article
from atlas.language.english.tense import is_told_as_past
from atlas.language.english.verb_phrases import is_ongoing, is_past, opens_with_verb
from atlas.language.sentences import ends_sentence, sentence_around, sentence_spans
from atlas.model.claim import FAVOURITE, MAX_VALUE_WORDS, RELATIONS
from atlas.model.reading import Mark, Operation, Place

TURNING: Final = (Operation.BEGINS, Operation.ENDS)
_NAMED_BY: Final = MappingProxyType(
    {
        **dict.fromkeys(("weigh", "weighs", "weighing"), "weight"),
        **dict.fromkeys(("tall",), "height"),
        **dict.fromkeys(("work", "works", "working"), "workplace"),
        **dict.fromkeys(("study", "studies", "studying"), "place of study"),
        **dict.fromkeys(("earn", "earns", "earning", "paid", "pay me"), "pay"),
        **dict.fromkeys(("an hour", "an hr", "hourly"), "hourly pay"),
    }
)
"""The noun for what is told by a verb: "I weigh 80 kg" tells of a weight."""
_MOST_LABEL: Final = 3
"""Words of what an open attribute is called; more of them are half a sentence."""
_SOMEBODY: Final = re.compile(
    r"\b(?:\w*(?:man|men|woman|person|driver|worker|maker|keeper|manager|operator|engineer|designer|planner|inspector"
    r"|instructor|supervisor|technician|assistant|therapist|specialist|analyst|consultant|agent)|pilot|hand|coach|nurse"
    r"|cook|chef|clerk|guide|guard|boy|girl|lady|temp|lead|host|tech|rep|staff|boss|chief|aide|aid|mate|pro|artist|head"
    r"|teacher|tester|cleaner|painter|seller|writer|player|leader|officer|director|doctor|author|editor)s?\Z",
    re.I,
)
"""How those end who are called by their trade: a "test pilot" does not test pilots."""
_DEED: Final = re.compile(
    r"(?:bakes|builds|cleans|cooks|cuts|drives|fixes|manages|paints|plays|repairs|runs|sells|sings|teaches|writes)\b",
    re.I,
)
"""What one does for a living, told by a verb."""
_MAX_QUOTE: Final = 300
_TRANSITIVE: Final = frozenset(["did", "does", "likes"])
PHRASES: Final = frozenset(["did", "does", "plans", "wants", "believes", "feels"])
"""Attributes whose value is a verb and all that goes with it."""
_TOLD_IN_WORDS: Final = PHRASES | {"likes", "has"}
_MEANT: Final = frozenset(["plans", "wants"])
_UNFINISHED: Final = re.compile(r"\b(?:me|us|i|i['’]m)\Z", re.I)
"""Where a wish about answers breaks off: "tell me" of "always tell me that I'm right"."""
_DANGLING: Final = word_set(
    """
    a an the my our to of for with without at in on by from and or but that this some such very so than as into about
    near beside behind opposite outside i we he she they who whose haven't hasn't hadn't isn't aren't wasn't weren't
    don't doesn't didn't won't can't couldn't wouldn't
    """
)
_OF_TIME: Final = frozenset(["timezone", "schedule", "deadline", "form_of_address"])
_CLOCK_FORM: Final = re.compile(
    r"(?:am|a\.m\.?|pm|p\.m\.?)(?:\s*(?:/|or)\s*(?:pm|p\.m\.?))?|(?:12|24)[\s-]*h(?:(?:ou)?rs?)?(?:[\s-]+(?:clock|times?|format))?"
    r"|\d+",
    re.I,
)
"""How times are written, and no time: "am/pm", "24-hour"; nor is a mere number one."""
_BARE_DAY: Final = re.compile(r"(?:the\s+)?\d+(?:st|nd|rd|th)?", re.I)
_LASTING_DAY: Final = re.compile(rf"\d|\b{MONTH}(?!\w)", re.I)
"""What tells a day of every year, and not one counted from the day on which it is said."""
_NO_LONGER: Final = re.compile(r"\b(?:no\s+longer|not\b.{0,40}\bany\s?more)\b", re.I)
_COMING: Final = re.compile(r"(?:\b(?:shall|will|gonna|to)|['’]ll)\s+\Z", re.I)
_WITH: Final = re.compile(r"\Aw(?:/|ith)?\s+", re.I)
_SENTENCE_START: Final = re.compile(r"(?:\A|[.!?\n])\s*\Z")
_TITLED: Final = re.compile(r"\b(?:The|An?)\s+\Z")
_YEARS_OLD: Final = re.compile(r"[\s-]*(?:years?|yrs?)?[\s-]*(?:old|of\s+age)?\Z|[\s-]*y/?o\Z", re.I)
_PHRASE_ENDS: Final = re.compile(
    rf"\s*(?:[.!?;:,()\n…—–{QUOTED}]|\s-\s|\Z|\b(?:but|because|so|which|who|where|while|though|although|since|if|and\s+(?:i|we|it|it's|he|she|they|my|our|that|the)|"
    r"when|as\s+(?:i|we|it)|cause|'cause|cuz|lol|haha)\b)",
    re.I,
)
_PAST: Final = re.compile(
    r"\b(?:\w\w+ed|began|became|got|bought|quit|left|sold|lost|broke|was|were|had|did|came|went|took|gave|made|met|put|ago|last)\b",
    re.I,
)
_LONE_PREPOSITION: Final = re.compile(r"(?:at|by|for|from|in|on|over|since|till|until)", re.I)
"""A time that was marked by its first word alone: what follows it says when."""
_LAST_DAY: Final = (
    r"\blast\s+(?:class|day|evening|lesson|night|session|shift|week)\b(?:\s+(?:at|for|in|of|with)\b[^.!?]{0,40}?)?"
    r"\s*(?:is|['’]s|will\s+be)\b"
)
_AHEAD: Final = re.compile(rf"\b(?:will|gonna|going\s+to|shall|next|starting|until|till)\b|['’]ll\b|{_LAST_DAY}", re.I)
_UNNAMED: Final = re.compile(
    r"(?:[\w'’-]+\s+){1,2}(?:it|them)\b(?-i:[^A-Z\d]*)"
    r"|(?-i:[^A-Z\d]*)\b(?:each\s+other\b(?-i:[^A-Z\d]*)|together|that\s+(?:too|happen))"
    r"|(?:go|goes|went|going|come|comes)\s+(?:to\s+|there\s+)?(?:often|always|again|(?:a\s+few|every|once|twice)(?:\s+(?!to\b|in\b|at\b)[\w-]+)*)",
    re.I,
)
"""A deed that one understands only with the sentence before: on what, or where to."""
_POINTING: Final = re.compile(
    r"\b(?:it|this|these|those|them|they|there|here|each\s+other(?:['’]s)?|one\s+another|he|she|him)\b"
    r"|\bthe\s+same\b|\bthat\Z|\b(?:like|of|than|to)\s+that\b|\btogether\Z"
    r"|\A(?:both|either|all|such)\s+(?!(?:of\b|my\b|our\b|the\b)|.*\band\b)",
    re.I,
)
"""What one understands only with the talk around it: "make it a better place", "took this one", "both classical"."""
_ONES: Final = re.compile(
    r"\bones\b|\b(?:at|bought|for|get|got|had|have|make|of|take|to|with)\s+one\b(?!\s+[a-z])", re.I
)
"""Something that was named before: "the slow ones", "goes to one"."""
_OF_SOMEBODY: Final = re.compile(r"\b(?:his|her|hers|their|theirs|your|you)\b", re.I)
"""In a speaker's deed, somebody who was named before: "gave her toast"."""
_WITHOUT_OBJECT: Final = re.compile(
    r"(?:to\s+)?(?:(?:come|go|get|fly|drive|head)\s+)?(?:back|home|out|away|in|up|over)?\s*"
    r"(?:(?:arrive|be|come|fly|go|land|leave|return|shout|stay|wait)(?:\s+(?:back|home|out|away|over|up))?)?",
    re.I,
)
"""A plan that says no more than that one comes or goes: "to land", "go home"."""
_COMES: Final = re.compile(
    r"(?:to\s+)?(?:(?:arriv|com|leav|mov|retir)(?:e|es|ing)|(?:land|return|stay|visit)(?:s|ing)?)"
    r"(?:\s+(?:back|home|in|out|over))?|(?:to\s+)?fl(?:y|ies|ying)\s+(?:back|home|in|out|over)",
    re.I,
)
"""A plan that says enough on its day: "flies in", "moving"."""
_DIRECTLY: Final = re.compile(r"[^\S\n]+([^\W\d_]+)\b(?!['’])")
_MAY_FOLLOW: Final = word_set(
    """
    a about above across after again against ago ahead alike all alone along already also although always am among an
    and another any anyhow anymore anyway anyways are around as aside at away back be because been before behind being
    below beneath beside besides between beyond both but by can cos could cuz daily despite did do does done down during
    each early either else even ever every except far few first for forever forward from fully get got had half has have
    he hence her here hers him his how however i if in including inside instead into is it its itself just last lately
    later least less like lol long lots many maybe me meanwhile might mine monthly more most mostly much must my myself
    near nearly never next no nobody nor not nothing now nowadays of off often oh ok okay on once one only onto or other
    others our ours out outside over own past per perhaps please plus quite rather really recently regularly right same
    she should since six so some someday sometime sometimes somewhere soon still such than thanks that the their theirs
    them then there these they this those though three through throughout till to today together tomorrow tonight too
    toward towards twice two under unless until up upon us usually very via was we weekly well were what whatever when
    whenever where whether which while who whom whose why will with within without would x yet you your yours yesterday
    morning mornings afternoon afternoons evening evenings night nights weekend weekends week weeks month months year
    years day days breakfast lunch dinner
    """
) | frozenset(form for day in WEEKDAYS for form in (day, f"{day}s"))
"""Words with which what goes behind a whole phrase begins; any other belongs to it: "noticed a girl sitting" alone."""
_BEING: Final = re.compile(r"(?:\b(?:am|are|be|been|is|was|were)|['’](?:m|re|s))\s+(?:\w+\s+)?\Z", re.I)
_CAPITAL_ARTICLE: Final = re.compile(r"\A(?:A|An)\s+(?=[A-Za-z])")
_TAG: Final = re.compile(r"(?:,?\s+(?:anyway|btw|haha|lol|ngl|since|tho|though|tbh|when))+\Z", re.I)
_TOLD_SOMEBODY: Final = re.compile(
    r"(?:asked|called|emailed|messaged|met|phoned|rang|saw|showed|spoke\s+to|spoke\s+with|talked\s+to|texted|told)\s+"
    r"(?:his|her|my|our|the|their|a|an)\s+(?:boss|colleague|doctor|friend|gp|landlord|manager|neighbour|teacher|team)",
    re.I,
)
"""That one told somebody, and not what."""
_GOOD_TIME: Final = re.compile(
    r"(?:had|having|have)\s+(?:a|an|so\s+much|such\s+a|a\s+lot\s+of)\s+(?:[\w'’-]+\s+){0,2}"
    r"(?:ball|blast|fun|good\s+one|laugh|time|week)",
    re.I,
)
"""A moment that was good, and of what nobody says."""
_OWNED_CUT: Final = re.compile(r"['’]s\Z")
_GOES_ON: Final = re.compile(rf"\s+[{QUOTED}\w]")
_OWN_DEED: Final = frozenset(["did", "does", "plans"])
_DONE_TO_ONESELF: Final = re.compile(
    r"(?!(?:bought|buy|get|got|made|make|built|found|treated|treat)\b)[\w'’]+\s+(?:me|us)\b", re.I
)
"""What somebody or something else did: "(it) taught me patience"; one buys oneself a car."""
_INTENDED: Final = re.compile(
    r"\b(?:going\s+to|gonna|about\s+to|(?:plan|planning|hope|hoping|want|wanting|intend|like)\s+to|thinking\s+(?:of|about)|(?-i:will)|['’]ll)"
    r"\s+(?P<deed>(?:(?!no\b|not\b|never\b|say\b|tell\b|think\b)[\w'’-]+\s+){1,6})\Z",
    re.I,
)
"""What somebody means to do, up to the words that are marked."""
_NOT_SO: Final = re.compile(
    r"(?:n['’]t|\b(?:not|never|no\s+longer|was|were|used|wanted|hoped|planned))\s+(?:\w+\s+)?\Z", re.I
)
"""Before an intention that is denied, or was one."""
_SEEING: Final = re.compile(
    r"(?:\A|\b(?:am|are|is|be)\s+|['’](?:m|re|s)\s+|[.!?,;:\n]\s*|\band\s+)(?P<deed>(?:seeing|meeting|visiting|calling)\s+)\Z",
    re.I,
)
_ON_A_DAY: Final = re.compile(
    r"\s+(?:again\s+)?(?P<day>today|tonight|tomorrow|at\s+\d[\d:.]*|(?:on\s+|this\s+|next\s+)(?:\w+day|weekend|week|the\s+\d+\w*))\b",
    re.I,
)
_COPULA: Final = re.compile(r"\s+(?:is|are|was|were|its|it['’]s|will\s+be)\Z", re.I)
"""What is left of "my interview is on Friday" once the day is taken as the date."""
_BEFORE: Final = re.compile(r"\b(an?)\s+\Z", re.I)
_ARTICLED: Final = frozenset(["has", "is", "plans", "trait", "uses", "wants", "works_on"])
"""Attributes of which a bare noun would not read: "plans an interview"."""
_CUT: Final = re.compile(r"[.!?;:,()…—–](?!\w)")
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
_LEFT_OUT: Final = re.compile(r"\b(?:no|without)\s+\Z", re.I)
"""What goes before something that is not there."""
_HAS_NAME: Final = re.compile(r"[A-Z0-9]")
_MOVING: Final = word_set("go come fly travel drive")


def join_broken_values(marks: Sequence[Mark], scene: Scene) -> Iterator[Mark]:
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


def count_relatives(mark: Mark, value: str, scene: Scene) -> str:
    """Who is had and not named: "two kids", "a dog"; a bare number with what was asked for."""
    if value.casefold() not in NUMBER_WORDS and not value.isdigit():
        article = _BEFORE.search(scene.own, 0, mark.place.start)
        return f"{article[1]} {value}" if article else value
    following = _LAST_WORD.match(scene.own, mark.place.end + 1)
    noun = following[0].strip(".,!?;:") if following else ""
    known = noun.casefold() in RELATION_NAMES or noun.casefold() in PLURAL_RELATIONS
    return f"{value} {noun if known else _PLURALS.get(mark.attribute, f'{mark.attribute}s')}"


_IBAN: Final = re.compile(r"[A-Z]{2}\d\d ?[A-Z0-9]{4}", re.IGNORECASE)
_LONGEST_PHONE: Final = 15


def says_nothing(value: str, attribute: str, *, dated: bool = False) -> bool:
    """Whether a value was cut so that it breaks off, is a verb alone ("took", "thesis on") or has only a pronoun to say
    of what ("pass it on", "go often"), or is a form of clock times where a time is told; that somebody comes is
    something on a day (`dated`)."""
    words = value.casefold().split()
    if attribute == "pronouns":
        return False
    if attribute in _OF_TIME and _CLOCK_FORM.fullmatch(value):
        return True
    if attribute == "birthday" and _BARE_DAY.fullmatch(value):
        return True  # "for my 18th birthday"
    if attribute == "phone" and _is_account(value):
        return True
    if attribute == "did" and _TOLD_SOMEBODY.fullmatch(value):
        return True
    if attribute in PHRASES and (_UNNAMED.fullmatch(value) or _GOOD_TIME.fullmatch(value)):
        return True
    told = [word for word in words if word not in _DANGLING]
    if attribute == "plans" and dated and _COMES.fullmatch(value.strip()):
        return False
    if attribute == "plans" and len(told) == 1 and (told[0] in _MOVING or words[0].endswith("ing")):
        return True  # "we're going there", "we fly in June": it does not say where
    if attribute == "plans" and _WITHOUT_OBJECT.fullmatch(value.strip()):
        return True
    return not told or words[-1] in _DANGLING or (attribute in _TRANSITIVE and len(words) == 1 and _is_past(words[0]))


def _is_account(value: str) -> bool:
    """Whether figures are those of a bank account: an IBAN, or more of them than a telephone number can have."""
    return _IBAN.match(value.strip()) is not None or sum(map(str.isdigit, value)) > _LONGEST_PHONE


def is_pointing(mark: Mark, value: str, scene: Scene) -> bool:
    """Whether a value has to be read with the talk around it, or breaks off at somebody's possession."""
    if mark.attribute in _TOLD_IN_WORDS | {"takes"} and (_POINTING.search(value) or _ONES.search(value)):
        return True
    if mark.attribute in _OWN_DEED and mark.subject is None and _OF_SOMEBODY.search(value):
        return True
    if mark.attribute == "did" and not opens_with_deed(value):
        return True
    following = _DIRECTLY.match(scene.own, mark.place.end)
    owning = following is None or following[1].casefold() not in _MAY_FOLLOW  # "St Brendan's for my daughter" is whole
    return owning and _OWNED_CUT.search(value) is not None and _GOES_ON.match(scene.own, mark.place.end) is not None


def opens_with_deed(value: str) -> bool:
    """Tell whether a phrase begins with what was done, and not with half of what: "8 k in the slush"."""
    words = [word.casefold().strip(",") for word in value.split()[:3]]
    return any(word.endswith(("ed", "ing", "en")) or word in PASTS for word in words)


def is_done_to_speaker(mark: Mark, value: str) -> bool:
    """Whether the speaker is whom it was done to, and not who did it."""
    return mark.subject is None and mark.attribute in _OWN_DEED and _DONE_TO_ONESELF.match(value) is not None


def is_last_day(mark: Mark, scene: Scene) -> bool:
    """Whether an ending is told by its last day, which is to come: "my last day there is soon"."""
    return re.search(_LAST_DAY, sentence_around(scene.own, mark.place.start, mark.place.end), re.I) is not None


def is_past_mood(mark: Mark, value: str, scene: Scene) -> bool:
    """Whether it tells how somebody felt, which is over with the moment: "felt so free up there"."""
    before = scene.own[: mark.place.start].rstrip().rpartition(" ")[2]
    return mark.attribute == "feels" and "felt" in (value.partition(" ")[0].casefold(), before.casefold())


def _is_past(word: str) -> bool:
    return bool(_PAST.fullmatch(word))


def clean_value(mark: Mark, scene: Scene) -> str:
    value = _COPULA.sub("", " ".join(take_value(mark, scene).split()))
    if mark.attribute in PHRASES:
        return _mend_phrase(value, mark, scene)
    if mark.attribute == "age":
        return _YEARS_OLD.sub("", value)
    return _CAPITAL_ARTICLE.sub(lambda found: found[0].lower(), _drop_begun(_WITH.sub("", value)))


def _drop_begun(value: str) -> str:
    """Drop an aside of which only the first word was marked: "Porto, near" (the river)."""
    whole, comma, begun = value.rpartition(", ")
    return whole if comma and begun.casefold() in _DANGLING else value


def _mend_phrase(value: str, mark: Mark, scene: Scene) -> str:
    """A verb that opened its sentence without the capital, and one that a *to* or *shall* went before with its *to*;
    without what only carries talk along behind it."""
    value = _TAG.sub("", value)
    before = scene.text[: mark.place.start]
    if _SENTENCE_START.search(before) and value[1:2].islower():
        value = f"{value[:1].lower()}{value[1:]}"
    return f"to {value}" if mark.attribute in _MEANT and _COMING.search(before) else value


def take_value(mark: Mark, scene: Scene) -> str:
    """The marked words; of a phrase that breaks off all to the end of its clause, or to the time, which is kept as a
    date."""
    text, start, end = scene.own, mark.place.start, mark.place.end
    article = _BEFORE.search(text, 0, start) if mark.attribute in _ARTICLED else None
    start = article.start(1) if article else start
    if _is_name_of_deed(mark, text):
        titled = _TITLED.search(text, 0, start)
        return text[titled.start() if titled else start : end]
    if not _breaks_off(mark, text):
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


def _breaks_off(mark: Mark, text: str) -> bool:
    if mark.attribute == "answer_rule" and _UNFINISHED.search(mark.place.text):
        return True
    if mark.attribute not in PHRASES:
        return False
    following = _DIRECTLY.match(text, mark.place.end)
    being = is_ongoing(mark.place.text) and _BEING.search(text, 0, mark.place.start)  # else "running it *needs* time"
    deed = opens_with_verb(mark.place.text) or is_past(mark.place.text) or being
    cut = deed and following is not None and following[1].casefold() not in _MAY_FOLLOW
    return cut or mark.place.text.split()[-1].casefold() in _DANGLING


def _is_name_of_deed(mark: Mark, text: str) -> bool:
    """Whether what somebody does is a name and no verb, to which nothing belongs that follows: a book they read."""
    opens = _SENTENCE_START.search(text, 0, mark.place.start)
    return mark.attribute == "does" and mark.place.text[:1].isupper() and not opens


def is_vague_plan(value: str, attribute: str) -> bool:
    """Whether a plan is one word that is no name: of "the appraisal" alone nobody can tell what is planned."""
    said = value.casefold().removeprefix("to ")
    return attribute == "plans" and len(strip_article(said).split()) == 1 and not _HAS_NAME.search(value)


def choose_attribute(mark: Mark, scene: Scene) -> str | None:
    """The attribute, or the speaker's own word for it; "no sugar" names nothing of which there is a favourite."""
    apart = mark.label is not None and (mark.label.before or not _overlap(mark.label, mark.place))
    label = " ".join(mark.label.text.split()).casefold().strip(" ?!.,;:") if mark.label and apart else ""
    if mark.attribute == "favourite":
        named = mark.label is not None and (mark.label.before or not _LEFT_OUT.search(scene.text, 0, mark.label.start))
        return f"{FAVOURITE}{label}" if label and named else "likes"
    if mark.attribute == "other":
        called = _NAMED_BY.get(strip_article(label), strip_article(label))
        return called if called and len(called.split()) <= _MOST_LABEL and "," not in called else None
    if mark.attribute == "works_as" and (_DEED.match(mark.place.text) or _is_deed(mark.place.text)):
        return "does"
    return mark.attribute


def _is_deed(job: str) -> bool:
    """Whether a job is told by what one does: "haul cattle", "test milk"; a "test pilot" is one."""
    first, _, rest = job.casefold().partition(" ")
    return first in DEEDS and bool(rest) and not _SOMEBODY.search(rest)


def _overlap(one: Place, two: Place) -> bool:
    return one.start < two.end and two.start < one.end


def find_quote(mark: Mark, scene: Scene) -> tuple[int, int]:
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


def read_time(mark: Mark, scene: Scene) -> datetime | None:
    if mark.when is None or mark.when.before:
        return None
    turning = mark.operation in TURNING and not _is_told_as_past(mark, scene)
    ahead = mark.attribute == "plans" or turning
    end = mark.when.end
    if _LONE_PREPOSITION.fullmatch(mark.when.text):
        around = sentence_around(scene.text, mark.when.start, end)
        end = scene.text.index(around, max(0, mark.when.start - len(around))) + len(around)
    found = read_told_time(scene.text, mark.when.start, end, scene.said, ahead=ahead)
    return found.at if found else None


def date_birthday(value: str, mark: Mark, scene: Scene) -> str | None:
    """A birthday by its day in every year: "9 May" of "Thursday"; None where only its week is told."""
    if _LASTING_DAY.search(value):
        return value
    found = read_told_time(value, 0, len(value), scene.said, ahead=not _is_told_as_past(mark, scene))
    if found is None or found.whole == "season":
        return value
    month = MONTHS[found.at.month - 1].capitalize()
    return f"{found.at.day} {month}" if found.whole == "day" else month if found.whole == "month" else None


def _is_told_as_past(mark: Mark, scene: Scene) -> bool:
    """Whether "in May" is the last one: "we moved in May", and not "the keys come in May"."""
    start, end = find_quote(mark, scene)
    sentence = scene.text[start:end]
    if _AHEAD.search(sentence):
        return False
    return is_told_as_past(sentence, mark.place.start - start, mark.place.end - start)


def has_ended(mark: Mark, scene: Scene) -> bool:
    """Whether an ending is told of the past: "they sacked me", and not "I'm moving from Porto to Lisbon in May"."""
    start, end = find_quote(mark, scene)
    sentence = scene.text[start:end]
    told = is_told_as_past(sentence, mark.place.start - start, mark.place.end - start)
    return told or _NO_LONGER.search(sentence) is not None


def plan_intended(mark: Mark, scene: Scene) -> Mark:
    """A mark as the plan that it is: an ending that is only meant ("going to *sell the boat*"), and somebody whom one
    sees on a day ("*seeing Ana* tomorrow"), who is nobody's partner for that."""
    if scene.own[mark.place.start : mark.place.end] != mark.place.text:
        return mark  # somebody else's words, which are blanked there
    if mark.operation is Operation.ENDS and mark.when is None:
        found = _INTENDED.search(scene.own, 0, mark.place.start)
        found = None if found and _NOT_SO.search(scene.own, 0, found.start()) else found
    else:
        met = mark.attribute in RELATIONS and _ON_A_DAY.match(scene.own, mark.place.end)
        found = _SEEING.search(scene.own, 0, mark.place.start) if met else None
    if found is None:
        return mark
    start, end = found.start("deed"), mark.place.end
    place = Place(start, end, scene.own[start:end])
    return replace(
        mark, place=place, attribute="plans", operation=Operation.HOLDS, label=None, when=_find_day(mark, scene)
    )


def _find_day(mark: Mark, scene: Scene) -> Place | None:
    """When it is: as the reader has it, else what stands behind the mark."""
    found = None if mark.when else _ON_A_DAY.match(scene.own, mark.place.end)
    return Place(*found.span("day"), found["day"]) if found else mark.when


def may_lie_ahead(mark: Mark, scene: Scene) -> bool:
    """Whether a time that is no date may be one to come: "from autumn on", and not "since the operation"."""
    present = mark.when is not None and (_SINCE.search(mark.when.text) or recurs(mark.when.text))
    return not present and not _is_told_as_past(mark, scene)
