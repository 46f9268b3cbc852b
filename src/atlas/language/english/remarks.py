"""Which sentences of a message are worth a note, by simple rules, and how much each matters (T14).

By its words a sentence that names somebody or something, a date, a number, a duty, a taste, a decision or an event;
not a question, not small talk, not what was pasted, played or laughed about. By the small reader, which reads it alone,
what happened, changed, ended or is planned, and of what is merely so only what matters. Where a script has no capitals
and no English words, figures and long words are all there is to go by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from atlas.language.english.dates import find_date
from atlas.language.english.directives import is_directive
from atlas.language.english.lexicon.cues import (
    ACTIONS,
    COMMITMENT_PHRASES,
    COMMITMENTS,
    CORRECTIONS,
    DEADLINE_PHRASES,
    DEADLINES,
    DECISIONS,
    EMPTY_TOPICS,
    EVENTS,
    FEELING_SHIFTS,
    FUTURE,
    HEALTH,
    IDEAS,
    INTENTIONS,
    MONEY,
    PAST,
    PREFERENCES,
    RAPPORT,
    SAFETY,
)
from atlas.language.english.lexicon.grammar import SECOND_PERSON, STOP_WORDS
from atlas.language.english.lexicon.tone import EVALUATIVE, FEELINGS, PHATIC, REQUESTS, SMALL_TALK
from atlas.language.english.lexicon.topics import LIKE_VERBS
from atlas.language.english.opposites import UNIT_NAMES
from atlas.language.english.passage import QUOTED, blank_foreign_text, is_task, split_sentences
from atlas.language.english.stance import is_asked, list_earnest, list_words
from atlas.language.english.topics import find_topics
from atlas.language.english.verbatim import DATES, find_capitalised, has_figure
from atlas.language.interface import Remark, Sentence
from atlas.language.words import asks as question_marks
from atlas.language.words import unspaced
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES
from atlas.model.observation import Priority
from atlas.model.reading import Act, Reading, Stance
from atlas.model.trait import Trait

MAX_LETTERS: Final = 400
"""What runs on for longer is no sentence."""
MAX_PER_MESSAGE: Final = 12
LEAST_WORDS: Final = 4
_LEAST_TELLING: Final = 2
_ENOUGH_TELLING: Final = 3
"""Of a sentence that names nobody, no day and no number."""
_REPORTED: Final = 0.95
"""How sure the reader must be that a sentence tells something: .97 of what tells passes, and .02 to .07 of the rest."""
_LONG_WORD: Final = 7
_LONG_RUN: Final = 10
"""Characters of a script without spaces that say about as much as four words."""
_MOST_QUOTED: Final = 60
_BLOT: Final = "▇"
"""Where something was forgotten, nothing is left to note."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CALLED: Final = re.compile(r"(?:\A|[,.!?;–-])\s*(?:[\w']+\s+)?([^\W\d_]+)\s*(?=[,.!?;–-]|\Z)")
"""A word set off by itself, alone or behind one other: "Hey Ana,", "…, Ana!"."""
_SOME_DAY: Final = datetime(2000, 1, 5, 12, tzinfo=UTC)
"""To see whether a text names a day, any day will do to count from."""
_LAUGHTER: Final = re.compile(r"\b(?:lol|lmao|rofl|(?:ha|he){2,})\b|[😂🤣😹😆😜😝🤪]", re.I)
_REPORTING: Final = frozenset([Act.CHANGE, Act.END, Act.EVENT, Act.PLAN])
_UNSPACED_END: Final = re.compile(r"[^。！？]+[。！？]*")
_ASKING: Final = tuple(re.compile(request) for request in REQUESTS)

TRAIT_CUES: Final[Mapping[Trait, frozenset[str]]] = {
    Trait.EMOTIONALITY: FEELINGS | FEELING_SHIFTS,
    Trait.CONSCIENTIOUSNESS: ACTIONS | COMMITMENTS | DEADLINES,
    Trait.OPENNESS: IDEAS,
    Trait.AGREEABLENESS: PREFERENCES | RAPPORT,
    Trait.HONESTY: CORRECTIONS,
}
NO_TOPIC: Final = DATES | FEELINGS | EVALUATIVE | LIKE_VERBS | UNIT_NAMES.keys() | EMPTY_TOPICS
"""What unlike things have in common: days, units, feelings."""
_TELLING: Final = HEALTH | SAFETY | DEADLINES | COMMITMENTS | MONEY | DECISIONS | PREFERENCES | EVENTS
_CRITICAL: Final = HEALTH | SAFETY | DEADLINES
_IMPORTANT: Final = COMMITMENTS | MONEY | DECISIONS


def find_remarks(
    text: str, told: Sequence[tuple[int, int]] = (), traits: frozenset[Trait] = frozenset(), playing: bool = False
) -> Iterator[Remark]:
    """Those of one message, in order, without what stands on `told`: something was learned of those sentences."""
    own = _leave_out_material(blank_foreign_text(text))
    found = 0
    for sentence in _list_meant(own, playing):
        learned = any(start < sentence.end and sentence.start < end for start, end in told)
        if found < MAX_PER_MESSAGE and not learned and _tells_more(sentence.text, traits):
            found += 1
            yield _make_remark(text, sentence, traits)


def is_worth_noting(remark: Remark, reading: Reading, traits: frozenset[Trait] = frozenset()) -> bool:
    """Tell whether a sentence, read alone, reports something in earnest that is worth keeping.

    What traits look for counts whatever it is, and another script than the reader's is not judged by it.
    """
    if _is_other_script(remark.text) or not _list_trait_cues(traits).isdisjoint(_list_words(remark.text)):
        return True
    reports = reading.act in _REPORTING or (reading.act is Act.TELL and remark.priority is not Priority.INFORMATIONAL)
    asides = [mark for mark in reading.marks if mark.stance is not Stance.EARNEST]
    wishes = [mark for mark in reading.marks if mark.attribute in BEHAVIOUR_ATTRIBUTES]
    return reports and reading.telling >= _REPORTED and not asides and not wishes


def _leave_out_material(own: str) -> str:
    """The first paragraph alone, where it asks for something or ends in a colon: behind it stands what it is about."""
    opening, gap, _ = own.partition("\n\n")
    asked = opening.rstrip().endswith(":") or any(map(_is_request, split_sentences(opening)))
    return opening if gap and asked else own


def _list_meant(own: str, playing: bool) -> Iterator[Sentence]:
    """What is said in earnest, and tells something."""
    said = [part for sentence in split_sentences(own) for part in _split_unspaced(sentence)]
    return (sentence for sentence in list_earnest(said, own, playing=playing) if not _is_no_report(sentence))


def _split_unspaced(sentence: Sentence) -> Iterator[Sentence]:
    """Scripts without spaces end their sentences with marks of their own."""
    if not any(mark in sentence.text for mark in "。！？"):
        yield sentence
        return
    for match in _UNSPACED_END.finditer(sentence.text):
        start = sentence.start + match.start()
        yield Sentence(start, start + len(match.group()), match.group(), match.group()[-1:])


def _is_no_report(sentence: Sentence) -> bool:
    """Asked, requested, ordered, or only said to keep the talk going. An order is behaviour and no report (C3)."""
    if sentence.mark == ":" or not _tells(sentence):
        return True
    if _BLOT in sentence.text or len(sentence.text) > MAX_LETTERS or sentence.text.count(QUOTED) > _MOST_QUOTED:
        return True
    laughs = _LAUGHTER.search(sentence.text) is not None
    return laughs or any(phrase in sentence.low for phrase in SMALL_TALK) or _is_request(sentence)


def _is_request(sentence: Sentence) -> bool:
    asked = bool(question_marks(sentence.text)) or "?" in sentence.mark or is_asked(sentence.text)
    wished = any(request.search(sentence.low) for request in _ASKING) or is_directive(sentence.text)
    return asked or wished or is_task(sentence.text)


def _tells(sentence: Sentence) -> bool:
    """A sentence that tells something: no greeting, and not said of the one spoken to, such as of their answers."""
    words = list_words(sentence.text)
    greets = len(words) < 5 and any(word in PHATIC for word in words[:2]) and not {"i", "my", "we"} & set(words)
    return not greets and SECOND_PERSON.isdisjoint(words)


def _tells_more(text: str, traits: frozenset[Trait]) -> bool:
    low = _list_words(text)
    if _is_other_script(text):
        return has_figure(text) or _is_long(text)
    telling = len({word for word in low if word not in STOP_WORDS})
    if len(low) < LEAST_WORDS or telling < _LEAST_TELLING:
        return False
    if _is_exact(text) or not (_CRITICAL | _list_trait_cues(traits)).isdisjoint(low):
        return True
    cued = not _TELLING.isdisjoint(low) or _has_phrase(text, (*DEADLINE_PHRASES, *COMMITMENT_PHRASES))
    strict = Trait.CONSCIENTIOUSNESS in traits and _has_phrase(text, INTENTIONS)
    return strict or (cued and telling >= _ENOUGH_TELLING)


def _is_exact(text: str) -> bool:
    """Whether it has a number, a day or a name; whom it is said to is no name in it."""
    return (
        has_figure(text) or bool(find_names(text)) or find_date(text, 0, len(text), _SOME_DAY, ahead=True) is not None
    )


def find_names(text: str) -> tuple[str, ...]:
    """Of whom or what it speaks: "Wow, Ana, that's great!" speaks to somebody, and of nobody."""
    called = {match[1].casefold() for match in _CALLED.finditer(text)}
    return tuple(name for name in find_capitalised(text) if name.casefold() not in called)


def _list_trait_cues(traits: frozenset[Trait]) -> frozenset[str]:
    return frozenset[str]().union(*(TRAIT_CUES[trait] for trait in traits))


def _make_remark(whole: str, sentence: Sentence, traits: frozenset[Trait]) -> Remark:
    text = whole[sentence.start : sentence.end].rstrip(" ;,")
    low = set(_list_words(text))
    felt = Trait.EMOTIONALITY in traits and not low.isdisjoint(FEELINGS | FEELING_SHIFTS)
    end = sentence.start + len(text)
    return Remark(sentence.start, end, text, judge_priority(text, traits), choose_topic(text), looks_ahead(text), felt)


def judge_priority(text: str, traits: frozenset[Trait] = frozenset()) -> Priority:
    """Health, safety and deadlines first; then promises, money and decisions."""
    low = set(_list_words(text))
    if not low.isdisjoint(_CRITICAL) or _has_phrase(text, DEADLINE_PHRASES):
        return Priority.CRITICAL
    bound = _has_phrase(text, COMMITMENT_PHRASES) or (_has_phrase(text, INTENTIONS) and _is_exact(text))
    if bound or not low.isdisjoint(_IMPORTANT | _list_trait_cues(traits)) or re.search(r"[$€£¥₹]\s?\d", text):
        return Priority.IMPORTANT
    return Priority.INFORMATIONAL


def choose_topic(text: str) -> str:
    """Whom or what it names, else its most telling word."""
    telling = (word for word in find_topics([text]) if word not in NO_TOPIC)
    return next(iter(find_names(text)), next(telling, ""))


def looks_ahead(text: str) -> bool:
    low = set(_list_words(text))
    bound = (*COMMITMENT_PHRASES, *DEADLINE_PHRASES, *INTENTIONS)
    coming = not low.isdisjoint(FUTURE | COMMITMENTS) or _has_phrase(text, bound)
    return coming or (not low.isdisjoint(EVENTS) and low.isdisjoint(PAST))


def is_topic(word: str) -> bool:
    """Tell whether a word can be what a text is about; days, units and feelings are common to unlike things."""
    return word.casefold() not in NO_TOPIC


def _list_words(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]


def _has_phrase(text: str, phrases: Sequence[str]) -> bool:
    padded = f" {' '.join(_list_words(text))} "
    return any(f" {phrase} " in padded for phrase in phrases)


def _is_other_script(text: str) -> bool:
    """Whether most of its letters are not Latin ones."""
    letters = [sign for sign in text if sign.isalpha()]
    return sum(sign > "ɏ" for sign in letters) * 2 > len(letters)


def _is_long(text: str) -> bool:
    found = _WORD.findall(text)
    if any(unspaced(word) for word in found):
        return sum(map(len, found)) >= _LONG_RUN
    return len(found) >= LEAST_WORDS and any(len(word) >= _LONG_WORD for word in found)
