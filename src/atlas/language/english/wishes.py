"""Wishes about the form of answers: a closed list of topics, each with what can be wished, told by its words (C3, C12).

The reader says whether somebody wishes something of answers; which of the known wishes it is, words tell better than a
span does. A complaint about the reply before is a wish too: "Fahrenheit again? Celsius, please." Each wish is said in
our own words, so that none can carry an instruction; what is none of these stays a rule in the speaker's words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.language.english.draft import Draft, Scene
from atlas.language.english.passage import split_sentences
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES
from atlas.model.reading import SERVE, Act, Operation, Reading, Stance

_READ: Final = 0.5
"""How sure the reader must be that a message wishes something of answers."""
_SURE: Final = 0.9
_SHORT: Final = 300
"""Characters of a message that can hold no pasted text worth the name: what it quotes is what it complains of."""
_TERSE: Final = 160
"""Characters of a complaint: who is annoyed says little else."""
_COMPLAINED: Final = SERVE
"""How sure a wish is that is told by a complaint."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """One thing that can be wished, and the words that name it."""

    value: str
    words: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Topic:
    """Two wishes of which only one can hold; who complains of the one wants the other."""

    attribute: str
    first: _Choice
    second: _Choice | None = None


def _choice(value: str, words: str) -> _Choice:
    return _Choice(value, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.I))


_TOPICS: Final = (
    _Topic(
        "answer_length",
        _choice(
            "short",
            r"short(?:er|ly)?|brief(?:er|ly)?|concise(?:ly)?|crisp|terse|succinct|few(?:er)? words|(?:one|two"
            r"|three) (?:lines?|sentences?)"
            r"|to the point|less text|tl;?dr",
        ),
        _choice(
            "detailed",
            r"(?:too|so|far too|very|that|awfully) long|longer|lengthy|essays?|novels?|novellas?|wordy|rambl\w+"
            r"|more detail(?:s|ed)?|detailed"
            r"|in(?:-| )depth|elaborate|long[- ]winded|at length",
        ),
    ),
    _Topic(
        "answer_format",
        _choice("bullet points", r"bullet(?:ed|s)?(?: points?| lists?)?|list form|(?:a|as|in|my|into) lists?"),
        _choice("paragraphs", r"prose|running text|paragraphs?|full sentences|flowing text|walls? of text"),
    ),
    _Topic("answer_emojis", _choice("without", r"\w* ?emojis?|smileys?|smiley faces?|emoticons?")),
    _Topic(
        "answer_units",
        _choice(
            "metric units", r"metric|kilomet(?:re|er)s?|km|kilos?|kilograms?|kg|lit(?:re|er)s?|centimet(?:re|er)s?|cm"
        ),
        _choice("imperial units", r"imperial|miles?|pounds|lbs?|inches|feet|ounces|gallons"),
    ),
    _Topic("answer_temperatures", _choice("Celsius", r"celsius|centigrade"), _choice("Fahrenheit", r"fahrenheit")),
    _Topic(
        "answer_times",
        _choice("24-hour", r"(?:24|twenty[- ]four)[- ]?(?:h|hrs?|hours?)(?: (?:clock|times?|format))?|military time"),
        _choice("12-hour", r"am/pm|a\.?m\.? (?:and|or|/) ?p\.?m\.?|pm|p\.m\.|12[- ]?hours?(?: clock)?"),
    ),
    _Topic(
        "answer_spelling",
        _choice("British", r"british|colou?r (?:w|with) a u|uk english|uk spelling|uk way"),
        _choice("American", r"american|us english|us spelling"),
    ),
    _Topic(
        "answer_dates",
        _choice(
            "year",
            r"iso(?: dates?)?|yyyy[-/.]?mm[-/.]?dd|year[- ]first|year[- ]month[- ]day|(?:the )?year (?:goes "
            r"|comes )?first",
        ),
        _choice("day", r"day[- ]first|day[- ]month[- ]year|dd[-/.]mm[-/.]yyyy"),
    ),
    _Topic("answer_apologies", _choice("without", r"apolog\w+|sorr(?:y|ys|ies)")),
    _Topic("answer_praise", _choice("without", r"great question|flatter\w*|prais(?:e|es|ing)|compliment\w*")),
    _Topic(
        "answer_code",
        _choice(
            "before",
            r"code (?:first|before|up ?front|at the (?:top|start|beginning))|(?:lead|start|begin"
            r"|open) with the (?:code|snippet)"
            r"|snippet first|explanations? (?:after|afterwards|below)",
        ),
        _choice("after", r"explanations? first|explain first|code (?:last|at the end|after)"),
    ),
)
_NAMES: Final = frozenset({"form_of_address", "name"})
_UNWANTED: Final = frozenset({"answer_emojis", "answer_apologies", "answer_praise"})
"""Topics that come up only because somebody wants none of it, unless they ask for it."""
_LOOSE: Final = frozenset({"answer_rule", "answer_units", "answer_temperatures"})
"""Under which a wish is read whose topic was not told, or not told from its neighbour's."""
_FEW: Final = 3
"""Words up to which such a wish says nothing besides its topic."""
_MORE: Final = re.compile(r"\b(?:use|add|more|throw in|put in|sprinkle)\b[^.!?]{0,16}$", re.I)
_AGAINST: Final = re.compile(
    r"\b(?:no|not|never|none|don['’]?t|doesn['’]?t|didn['’]?t|can['’]?t|cannot|stop|without|instead of|rather than|drop"
    r"|skip|ditch|enough|again|hate|less|isn['’]?t|away from|back to|lose|avoid|anything but|than|over|leave out"
    r"|dispense with|do without|was|gave me|wrote)\b",
    re.I,
)
_AGAINST_BEHIND: Final = re.compile(
    r"^[^.!?;]{0,14}(?:\bagain\b|\breally\?|\?\?|\bmeans? nothing|\bis (?:not|no)\b|\bout\b"
    r"|\bnumbers?, can['’]?t|\bconfus)",
    re.I,
)
_FOR: Final = re.compile(
    r"\b(?:want\w*|prefer\w*|need\w*|like|please|pls|asked for|said|told|keep|make|use|give|stick|hoped for"
    r"|rather(?! than)|only|always|into|just|break|lead)\b",
    re.I,
)
_CASE: Final = re.compile(r"^\W*(?:if|when|whenever|unless|in case|as long as)\b[^.!?\n]{3,80}[,:]", re.I)
_NEAR: Final = 32
"""Characters before a word in which another can say how it is meant."""
_FOR_BEHIND: Final = re.compile(
    r"^[^.!?;]{0,10}(?:\bplease\b|\bpls\b|\bplz\b|\bremember\b|\bfor me\b|\bw me\b|(?<!again)!)", re.I
)
_SPURNED: Final = re.compile(r"walls? of text|wordy|rambl\w+|long[- ]winded|(?:too|so|that|awfully) long", re.I)
"""What nobody wishes for: whoever names it complains of it."""
_COMPLAINS: Final = re.compile(
    r"\bagain\b|\b(?:as|like) i (?:said|asked|told|always)\b|\bi(?:['’]ve| have)? (?:told|asked|said|did ask)\b"
    r"(?! (?:my|the|her|him|them|a|our)\b)"
    r"|\btold (?:you|u)\b|\bremember\b|\bstop (?:that|it|w|with|the|this)\b|\bplease stop\b|\breally\?"
    r"|\bi(?:['’]d| had| only| just)? (?:wanted|hoped)\b|\bi (?:only |just )?want (?:it|the|my|uk|celsius|24)\b"
    r"|\b(?:leave|cut) (?:it|them|that) out\b|\bwhy+ (?:is|are|do|did)\b|\bhow (?:often|many times)\b"
    r"|\b(?:you|u)(?:['’]ve| have)? (?:gone|slipped|wrote|written|did the)\b|\b(?:too wordy|(?:was|is|['’]s|way"
    r"|far) too long)\b|\brather you\b"
    r"|\bmuch prefer\b|\bwould you break\b|\b(?:first|spelling|dates?|brief|clock|celsius|metric"
    r"|bullets?) (?:please|pls)\b"
    r"|\b(?:w|with) me ok\b|\bmake it a (?:rule|habit)\b|\bgive it to me\b",
    re.I,
)
_REQUESTS: Final = re.compile(
    r"\b(?:draft|write (?:me|a|an|the)|shorten|summari[sz]e|translate|tell me|explain|need (?:a|an|two))\b", re.I
)
_ONCE: Final = re.compile(
    r"\b(?:just|only) (?:for )?(?:this|today|once|now|here)\b|\b(?:for|in|on) (?:this|the next) \w+"
    r"|\bthis (?:time|once|one)\b|\bone-?off\b"
    r"|\bfor (?:once|now|today)\b",
    re.I,
)
_ASKED: Final = re.compile(r"^\s*(?:can|could|would|will) (?:you|u)\b(?![^?]*\b(?:stop|always|not)\b)", re.I)


def find_wishes(scene: Scene, reading: Reading, *, after_reply: bool) -> list[Draft]:
    """Find the known wishes of a message; a complaint is told from the reply before it."""
    text = scene.text if len(scene.text) <= _SHORT else scene.own
    styled = reading.act is Act.STYLE and reading.act_confidence >= _READ
    if not styled and not (after_reply and _is_complaint(text)):
        return []
    if depends_on_case(text):
        return []  # the rule is kept in the speaker's own words
    found = []
    for topic in _TOPICS:
        named = _choose_value(topic, text, complains=not styled)
        if named is not None and not _is_of_else(reading, named[1]):
            value, place = named
            if topic.attribute in _UNWANTED and _is_wished(reading, place):
                value = "with"
            confidence = _SURE if styled else _COMPLAINED
            found.append(
                Draft(scene.speaker, topic.attribute, value, *_find_sentence(text, place), confidence=confidence)
            )
    return found


def depends_on_case(text: str) -> bool:
    """Tell whether a wish is one for some cases: "if I write German, answer in German"."""
    return _CASE.match(text) is not None


def _is_wished(reading: Reading, place: int) -> bool:
    """Whether the reader takes it that somebody wants it, and not that they want none of it: "in a flattering tone"."""
    return any(
        mark.place.start <= place < mark.place.end
        and mark.attribute in BEHAVIOUR_ATTRIBUTES
        and mark.confidence >= _READ
        and mark.operation in (Operation.HOLDS, Operation.BEGINS)
        for mark in reading.earnest
    )


def _is_of_else(reading: Reading, place: int) -> bool:
    """Whether the reader takes the word for one of something else than answers ("short men"), or for a wish of the
    moment ("no emojis in the password")."""
    return any(
        mark.place.start <= place < mark.place.end
        and (mark.attribute not in BEHAVIOUR_ATTRIBUTES or mark.stance is not Stance.EARNEST)
        for mark in reading.marks
    )


def drop_misread_wishes(drafts: Sequence[Draft], wishes: Sequence[Draft]) -> list[Draft]:
    """Leave out what was read of the words of a known wish, but for how somebody is to be called."""
    return [draft for draft in drafts if not any(_is_misread(draft, wish) for wish in wishes)]


def name_known_wish(draft: Draft, text: str) -> Draft:
    """A wish that was read in its own words as the known one that it is: "not emoji thing" is "without emojis"."""
    if draft.attribute not in _LOOSE or len(draft.value.split()) > _FEW or _ONCE.search(text) or depends_on_case(text):
        return draft
    for topic in _TOPICS:
        value = _find_meant(topic, draft)
        if value is not None:
            return replace(draft, attribute=topic.attribute, value=value, affirmed=True)
    return draft


def _find_meant(topic: _Topic, draft: Draft) -> str | None:
    first = topic.first.words.search(draft.value)
    second = topic.second.words.search(draft.value) if topic.second else None
    if (first is None) is (second is None):
        return None
    if topic.second is None:
        return None if draft.affirmed else topic.first.value
    return (topic.first if (first is not None) is draft.affirmed else topic.second).value


def _is_misread(draft: Draft, wish: Draft) -> bool:
    if draft.attribute in _NAMES or draft.subject != wish.subject:
        return False
    return draft.start < wish.end and wish.start < draft.end


def _find_sentence(text: str, place: int) -> tuple[int, int]:
    return next(((each.start, each.end) for each in split_sentences(text) if place < each.end), (0, len(text)))


def _is_complaint(text: str) -> bool:
    if len(text) > _TERSE:
        return False
    return (
        _COMPLAINS.search(text) is not None
        and _REQUESTS.search(text) is None
        and _ONCE.search(text) is None
        and _ASKED.search(text) is None
    )


def _choose_value(topic: _Topic, text: str, *, complains: bool) -> tuple[str, int] | None:
    """Choose between the two wishes of a topic, and say where it is named.

    The first is by far the more frequent one: named at all, it is what is wished, unless it is spoken against and the
    other is not. The other alone is wished where it is spoken for, and is else what somebody complains of.
    """
    first, second = topic.first.words.search(text), topic.second.words.search(text) if topic.second else None
    if first is not None and topic.attribute in _UNWANTED:
        return "with" if _is_asked_for(text[: first.end()]) else topic.first.value, first.start()
    if first is not None and not _is_unwanted(first, text):
        return topic.first.value, first.start()
    if topic.second is None or second is None:
        return None
    if first is not None:
        return (topic.first if _is_unwanted(second, text) else topic.second).value, second.start()
    if complains or _is_unwanted(second, text):
        return topic.first.value, second.start()
    return (topic.second.value, second.start()) if not complains and _is_wanted(second, text) else None


def _is_asked_for(before: str) -> bool:
    return _MORE.search(before) is not None and not _is_denied(before)


def _is_unwanted(at: re.Match[str], text: str) -> bool:
    if _SPURNED.search(at.group()):
        return True
    before, behind = text[: at.start()], text[at.end() :]
    if _FOR_BEHIND.search(behind) and not _is_denied(before):
        return False
    return _is_denied(before) or _AGAINST_BEHIND.search(behind) is not None


def _is_wanted(at: re.Match[str], text: str) -> bool:
    return _last_place(_FOR, text[: at.start()]) >= 0 or _FOR_BEHIND.search(text[at.end() :]) is not None


def _is_denied(before: str) -> bool:
    """Whether the last word that says how what follows is meant speaks against it."""
    return _last_place(_AGAINST, before) > _last_place(_FOR, before)


def _last_place(words: re.Pattern[str], before: str) -> int:
    """Where the last of the words stands in the clause that leads up to a place; -1 where none does."""
    clause = re.split(r"[.!?;,]|\bbut\b", before[-_NEAR:])[-1]
    return max((each.start() for each in words.finditer(clause)), default=-1)
