"""What a message argues, by its words alone: for or against what, and how (B1).

An opinion is no argument. What counts is what a speaker gives for it in words of their own: something that was found
or measured, somebody who knows, a thought that follows from another, something that happened to them. Saying it again
or louder, praising, threatening, pointing at the crowd and at one's feelings give nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from atlas.language.english.argument_topics import (
    choose_topic,
    is_same_topic,
    judge_word,
    list_phrases,
    stem_topic,
    tokenize,
)
from atlas.language.english.lexicon.arguing import (
    AUTHORITIES,
    AUTHORITY_VERBS,
    DESIRED,
    DOWNWARD,
    EXPERIENCE,
    FINDING_VERBS,
    LESS,
    REASONS,
    STRONG_STUDIES,
    STUDIES,
    THESIS_BAD,
    THESIS_GOOD,
    UNDESIRED,
    UPWARD,
    VERDICTS,
)
from atlas.language.english.lexicon.grammar import STOP_WORDS
from atlas.language.english.lexicon.pressure import (
    CROWDS,
    FEELING_PLEAS,
    INSISTENCE,
    OTHERS_WORDS,
    PRAISE,
    PRESSING,
    REPORTED,
    THREATS,
    UNDECIDED,
)
from atlas.language.english.negation import is_denial
from atlas.language.english.passage import QUOTED, blank_foreign_text, is_task, split_sentences
from atlas.language.english.stance import is_asked, list_earnest
from atlas.language.interface import Point, Sentence
from atlas.language.words import spelled, words
from atlas.model.belief import Reasoning

__all__ = ["find_points", "is_same_topic", "may_argue", "measure_overlap", "stem_topic"]

_IDLE_FIGURES: Final = re.compile(
    r"\b\d+(?:st|nd|rd|th)\b"  # for the 15th time
    r"|\b\d[\d,]*\s+times\b(?!\s+(?:a|an|as|faster|fewer|higher|in|larger|less|lower|more|over|per|slower|smaller|the)\b)"
    r"|\b(?:give|giving|gave)\s+you\s+\d+|\byou(?:'ve|\s+have)\s+(?:got\s+)?\d+\s+(?:second|minute|hour|day)s?\b"
    r"|\b(?:next|last|these)\s+\d+\s+(?:message|repl|time)\w*"  # for the next 100 messages
    r"|\b\d+\s+stars?\b(?:\s+out\s+of\s+\d+)?|\b(?:give|gives|rate)\s+it\s+(?:a\s+)?\d+\s*(?:/|out\s+of)\s*\d+",
    re.I,
)
"""Figures that measure nothing of the matter: how often it was said, until when one is to agree, how one rates it."""
_FIGURE: Final = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?:\s?(?:%|percent\b|per cent\b))?")
_SHARE: Final = re.compile(
    r"\d\s?(?:%|percent\b|per cent\b)|\b(?:half|halved|third|quarter|doubled|tripled|twice|times as)\b", re.I
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d\Z")
_CLAUSE: Final = re.compile(
    r"[,;]?\s+(?=(?:but|whereas|however|although|though|while|even though|because|which means|which is why)\s)"
    r"|,\s+(?=(?:since|so|and|as|for|which makes|therefore|thus|hence|or)\s)|\s+(?=since (?!then|the \d|last|\d"
    r"|we |i )\w)"
    r"|;\s+|\s+[–—]\s+",
    re.I,
)
_OPENING: Final = re.compile(
    r"(?:but|whereas|however|although|though|while|even though|because|since|so|therefore|thus|hence|which means"
    r"|which is why|which makes|as|for|and so|and therefore)\b",
    re.I,
)
_CONCEDING: Final = frozenset({"although", "though", "while", "even though"})
_TURNING: Final = frozenset({"but", "however"})
_GROUNDING: Final = frozenset({"because", "since", "as", "for"})
_CONCLUDING: Final = frozenset({"so", "therefore", "thus", "hence", "which is why", "and so", "and therefore"})
_DENYING: Final = re.compile(
    r"\W*(?:you|i|one|we|people)(?: really| just)?(?:'d| would| do| could| can)?(?:n't| not|not)(?: really"
    r"| just| ever)?"
    r" (?:say|claim|think|believe|agree|find|call|see)\b(?! much of| why| how| what| so)|\W*(?:i doubt"
    r"|i disagree that|it(?:'s| is) (?:not true|a myth|"
    r"false|wrong) that|who says)\b"
)
_WITHOUT: Final = re.compile(r"(?:going|doing|living|being|life|working) without (.+)", re.I)
_IF_THEN: Final = re.compile(
    r"\b(?:if|when|once|whoever|without|as soon as|the moment)\b.{6,}?,\s?(?!but\b)\w|\bthen\b", re.I
)
_SO: Final = re.compile(
    r"(?:^|[,.;:]\s?|\band )so (?!far|much|many|good|bad|happy|angry|sad|sorry|long|you should|change)\w", re.I
)
_AS: Final = re.compile(r",\s(?:as|for) (?:a |an |the |it |they |you |people |nobody |no one |most |this |that )", re.I)
_LIVED: Final = re.compile(
    r"\b(?:i|we|(?:my|our) [\w-]+(?: [\w-]+)?|ours|mine)(?:'ve|'d| have| has)?(?: (?!said|told you"
    r"|you)[\w'-]+){0,3}? "
    r"(?:was|were|had|did|went|got|took|gave|came|made|found|lost|bought|sold|learned|learnt|moved|switched|tried|"
    r"stopped|started|quit|spent|saw|became|left|felt|grew|died|kept|put|ran|paid|slept|been|done|[a-z]{3,}ed)\b"
    r"|\b(?:my|our) [\w-]+(?: [\w-]+)? (?:can't|never|hasn't|haven't|no longer|always|even|still)\b"
)
_OURS: Final = re.compile(r"\b(?:we|our|us)\b")
_MINE: Final = re.compile(r"\b(?:i|my|me|friend)\b")
_WHO: Final = re.compile(r"\bWHO\b")
_WORDS: Final = re.compile(r"[\w'/-]+")
_PLAIN_STUDIES: Final = frozenset({"study", "studies", "trial", "trials", "experiment", "experiments", "meta-analysis"})
_EMPHATIC: Final = frozenset({"always", "never", "simply", "just", "obviously", "clearly", "ever", "been", "true"})
_PRESSED_SHARE: Final = 1 / 3
"""Of its statements, from which on a message presses, and a mere thought or story beside that is none."""
_MIXED: Final = 0.5
"""Below so much agreement of its judgements a message speaks for both sides."""
_ENOUGH: Final = 7
"""Telling words that a reason takes with what it is for."""
_NAMED_SOURCE: Final = re.compile(
    r"\b(?:according to|[A-Z]{3,}\b(?! IS)|[A-Z][a-z]+'s? (?:data|review|experiments?|study|trial|team|group)"
    r"|(?:[A-Z][a-z]+ ){1,3}(?:trial|study|data|review|pilot|survey|report|clinic|university|institute"
    r"|association|academy|society|agency|authority))"
)
_BETWEEN: Final = re.compile(r"[^\w'/%-]+")
_PRESSING: Final = re.compile(PRESSING)
_REPORTED: Final = re.compile(REPORTED)
_FROM_TO: Final = re.compile(
    r"\bfrom (?:about |around |roughly )?(\d[\d,]*(?:\.\d+)?)(?:\s?%|[\w ]{0,20}?) to (?:about |around |just )?"
    r"(\d[\d,]*(?:\.\d+)?|zero|none)\b"
)
_NUMBERS: Final = {"zero": 1e-9, "none": 1e-9}
_VERDICTS: Final = tuple((re.compile(pattern), value) for pattern, value in VERDICTS)
_BEING: Final = frozenset({"is", "are", "was", "were", "be", "been", "'s", "'re", "seem", "seems"})
_TASTE: Final = re.compile(
    r"\W*(?:and |but |so )?i(?:'m|'ve|'d)? (?:really |just |usually |mostly |always |also |still )*"
    r"(?:prefer|like|love|enjoy|use|need|want|have|had|live|work|moved|slept|bought|weigh|got|am|was)\b"
)
"""What somebody likes, has or did is no judgement."""
_PRESENT: Final = frozenset({"is", "are", "'s", "'re", "be", "has", "have", "should", "would", "can", "could", "will"})
_GREETING: Final = "(?:hey|hi|hello|yeah|yes|yep|yup|wow|thanks|thank you|oh|aw|sure|totally|definitely)"
_MEANT: Final = re.compile(r"\b(?:it|they|them)\b")
_OWNED: Final = "(?:my|our|your|his|her|their|this|that|these|those)"
_REASONED: Final = frozenset({Reasoning.EMPIRICAL, Reasoning.LOGICAL, Reasoning.EXPERT, Reasoning.ANECDOTAL})
_REPEATING: Final = frozenset(words("again once more said say remember time like already told keep saying"))
"""By these one says that one says it again."""
MAX_READ: Final = 8_000
"""Characters that are looked through; nobody argues for longer in words of their own."""
LEAST_WORDS: Final = 6
ENOUGH_WORDS: Final = 12
"""Words from which a message may argue without a word that says so."""
_EASY: Final = frozenset({Reasoning.LOGICAL, Reasoning.ANECDOTAL})
"""Ways of arguing that need no more than words to look like."""
_MOSTLY_QUOTED: Final = 0.3


@dataclass(frozen=True, slots=True)
class _Said:
    """One statement of a message, and what its words show."""

    text: str
    low: str
    role: float
    """How much its judgement counts: a thesis wholly, its ground less, what is only granted least."""
    pressed: bool


# --- the cheap look


def may_argue(text: str) -> bool:
    """Tell cheaply whether a message may hold an argument at all; weighing it decides."""
    low = _fold(text[:MAX_READ])
    words = _WORDS.findall(low)
    if len(words) < LEAST_WORDS or (len(words) < ENOUGH_WORDS and not _list_reasons(low)):
        return False
    return any(map(judge_word, words)) or bool(_count_verdicts(low)) or bool(_weigh_change(low))


# --- the points


def find_points(text: str) -> tuple[Point, ...]:
    """Find what a message argues, one point for each topic; an opinion without a reason is a point of no reasoning."""
    said = list(_list_statements(text))
    if not said:
        return ()
    found = []
    for topic, part in _split_topics(said):
        point = _make_point(topic, part)
        if point is not None:
            found.append(point)
    return tuple(found)


def _list_statements(text: str) -> Iterator[_Said]:
    own = blank_foreign_text(text[:MAX_READ])
    sentences = list(list_earnest(split_sentences(own), own, playing=False))
    if sentences and _is_request(sentences[0]):
        return
    if any(_has_any(sentence.low, UNDECIDED) for sentence in sentences):
        return
    for sentence in sentences:
        quoted = sentence.text.count(QUOTED) / max(1, len(sentence.text))
        if quoted > _MOSTLY_QUOTED or _is_request(sentence):
            continue
        if _is_asked(sentence) or _is_others(sentence):
            yield _Said(sentence.text, sentence.low, 0.0, pressed=False)
        else:
            yield from _split_clauses(sentence)


def _is_asked(sentence: Sentence) -> bool:
    return "?" in sentence.mark or is_asked(sentence.text)


def _is_request(sentence: Sentence) -> bool:
    return is_task(sentence.text) or _ORDER.match(sentence.low) is not None


_ORDER: Final = re.compile(
    r"(?:please |can you |could you |now |ok |hey |just |then |and )*"
    r"(?:write|find|give me|make (?:a|an|me)|list|compare|summari[sz]e|translate|explain|draft|book|remind"
    r"|convert|calculate|"
    r"fix|deploy|rename|answer|use|let's use|let us use|tell me|show me|create|send|run|search|look up|check"
    r"|proofread|rewrite|"
    r"don't use|do not use|add|remove|change|update|generate|suggest|recommend me|help me|describe|argue|stop"
    r"|say|agree)\b(?! (?:of|it's))"
)


def _is_others(sentence: Sentence) -> bool:
    return _has_any(sentence.low, OTHERS_WORDS) or _REPORTED.search(sentence.low) is not None


def _split_clauses(sentence: Sentence) -> Iterator[_Said]:
    """Cut a sentence at its turns and reasons; each part keeps the word that it opens with."""
    text = sentence.text
    cuts = [0, *(match.start() for match in _CLAUSE.finditer(text)), len(text)]
    parts = [text[begin:end].strip(" ,;–—") for begin, end in pairwise(cuts)]
    openings = [_OPENING.match(part) for part in parts]
    words = [opening.group().casefold() if opening else "" for opening in openings]
    for place, part in enumerate(parts):
        following = words[place + 1] if place + 1 < len(parts) else ""
        role = 1.0
        if words[place] in _CONCEDING or following in _TURNING:
            role = 0.3
        elif words[place] in _CONCLUDING:
            role = 1.6
        elif words[place] in _GROUNDING or following in _CONCLUDING:
            role = 0.4
        if _TASTE.match(_fold(part)) and not _count_verdicts(_fold(part)):
            role = 0.05
        if part:
            low = _fold(part)
            yield _Said(part, low, role, _is_pressing(low))


def _is_pressing(low: str) -> bool:
    return _has_any(low, (*INSISTENCE, *THREATS, *PRAISE)) or _PRESSING.search(low) is not None


def _split_topics(said: Sequence[_Said]) -> list[tuple[str, list[_Said]]]:
    """Cut a message where it turns to another topic, with a judgement the other way and a reason of its own."""
    for place in range(1, len(said)):
        before, after = said[:place], said[place:]
        first, second = _choose_topic(before), _choose_topic(after)
        if not first or not second or _belongs(first, second) or not _speaks_of(after[0], second):
            continue
        one, other = (_make_point(topic, part) for topic, part in ((first, before), (second, after)))
        if one and other and one.direction != other.direction and {one.reasoning, other.reasoning} <= _REASONED:
            return [(first, list(before)), (second, list(after))]
    return [(_choose_topic(said), list(said))]


def _choose_topic(said: Sequence[_Said]) -> str:
    return choose_topic([(each.text, _weigh_place(each)) for each in said])


def _weigh_place(each: _Said) -> float:
    """What a thesis is about counts for more than what an effect is about."""
    if each.role < 1.0:
        return 0.6 if each.role else 0.4
    return 2.0 if _count_verdicts(each.low) or _is_predicative(each.low) else 1.0


def _speaks_of(each: _Said, topic: str) -> bool:
    return any(is_same_topic(phrase, topic) for phrase, likely in list_phrases(each.text) if likely >= 3)


def _belongs(phrase: str, topic: str) -> bool:
    return is_same_topic(phrase, topic) or bool(stem_topic(phrase) & stem_topic(topic))


# --- for or against


def _judge(low: str) -> float:
    """How far a statement speaks for what it is about, or against it."""
    value = 3.0 * _count_verdicts(low) + _weigh_words(low) + 2.0 * _weigh_change(low)
    return -value if _DENYING.match(low) else value


def _count_verdicts(low: str) -> int:
    formed = sum(value for pattern, value in _VERDICTS if pattern.search(low))
    return _count(low, THESIS_GOOD) - _count(low, THESIS_BAD) + formed


def _weigh_words(low: str) -> float:
    words = [token.low for token in tokenize(low)]
    total = 0.0
    for place, word in enumerate(words):
        value = judge_word(word)
        if not value:
            continue
        before, after = words[max(0, place - 4) : place], words[place + 1 : place + 4]
        denied = any(is_denial(one) or one in {"n't", "hardly"} for one in before[-3:])
        less = any(one in LESS for one in before[-3:] if not is_denial(one)) or any(one in LESS for one in after)
        weight = 2.0 if _BEING & set(before) else 1.0
        total += value * weight * (-1 if denied != less else 1)
    return total


def _weigh_change(low: str) -> int:
    """Whether something became more or less of what one wants: by its words, or by figures from one to another."""
    found = _WORDS.findall(low)
    wanted = sum(word in DESIRED for word in found) - sum(word in UNDESIRED for word in found)
    wanted += sum(judge_word(word) for word in found if word not in UPWARD | DOWNWARD) if _FROM_TO.search(low) else 0
    if not wanted:
        return 0
    figures = _FROM_TO.search(low)
    if figures:
        before, after = (_NUMBERS.get(part, None) or float(part.replace(",", "")) for part in figures.groups())
        change = (after > before) - (after < before)
    else:
        change = bool(UPWARD.intersection(found)) - bool(DOWNWARD.intersection(found))
    return change if wanted > 0 else -change


def _is_predicative(low: str, verbs: frozenset[str] = _BEING) -> bool:
    """Whether it says of something that it is good or bad."""
    words = [token.low for token in tokenize(low)]
    return any(judge_word(word) for at, word in enumerate(words) if verbs & set(words[max(0, at - 4) : at]))


# --- how


def _make_point(topic: str, part: Sequence[_Said]) -> Point | None:
    if not topic or not part:
        return None
    weighed = [(_judge(each.low) * each.role, each) for each in part]
    total = sum(value for value, _ in weighed) or next((value for value, each in weighed if value), 0.0)
    if not total:
        return None
    clear = abs(sum(value for value, _ in weighed)) / sum(abs(value) for value, _ in weighed)
    avoided = _WITHOUT.fullmatch(topic)
    if avoided:
        topic, total = avoided[1], -total
    backing = [each for each in part if each.role and (_is_substantial(each) or not _gives_nothing(each))]
    if not any(_states_thesis(each, topic) for each in part if each.role >= 1.0):
        return None
    reasoning = _find_reasoning(backing, part)
    whole = " ".join(each.text for each in backing)
    return Point(
        topic=topic,
        direction=1 if total > 0 else -1,
        reasoning=reasoning,
        figures=len(_list_figures(whole)),
        sourced=_NAMED_SOURCE.search(whole) is not None,
        reasons=sum(len(_list_reasons(each.low)) for each in backing),
        length=len(_telling(whole)),
        pressed=any(each.pressed for each in part),
        clear=round(clear, 3),
        mixed=clear < _MIXED,
        text=" ".join(each.text for each in part),
        ground=max((backing or part), key=_rate_ground).text,
    )


def _states_thesis(each: _Said, topic: str) -> bool:
    """Whether a statement says of its topic, as it is in general, that it is good or bad, or what to do about it.

    What somebody has, did or felt is told and not held: their own things, this one and that one are no topic.
    """
    if _is_particular(each.low, topic):
        return False
    if _count_verdicts(each.low):
        named = (
            any(is_same_topic(phrase, topic) for phrase, _ in list_phrases(each.text)) or topic.casefold() in each.low
        )
        return named or _MEANT.search(each.low) is not None
    return _speaks_of(each, topic) and (_is_predicative(each.low, _PRESENT) or bool(_weigh_change(each.low)))


def _is_particular(low: str, topic: str) -> bool:
    """Whether it is somebody's own thing, this one or that one, or somebody who is spoken to."""
    named = re.escape(topic.casefold())
    return re.search(rf"\b{_OWNED}\s+(?:[\w'-]+\s+)?{named}", low) is not None or (
        topic[:1].isupper() and re.search(rf"(?:^|[,!.]\s*|\b{_GREETING}\s+){named}\s*(?:[,!.]|$)", low) is not None
    )


def _rate_ground(each: _Said) -> float:
    return 3 * bool(_list_figures(each.text)) + 2 * (each.role < 1.0) + min(len(_telling(each.low)), 20) / 10


def _gives_nothing(each: _Said) -> bool:
    return each.pressed or _has_any(each.low, (*CROWDS, *FEELING_PLEAS))


def _is_substantial(each: _Said) -> bool:
    return len(_telling(each.low)) >= 8 and bool(_list_figures(each.text))


def _find_reasoning(backing: Sequence[_Said], part: Sequence[_Said]) -> Reasoning:
    text = ", ".join(each.text for each in backing)
    low = _fold(text)
    if len(_telling(low)) >= _ENOUGH and not _is_circular(backing):
        tokens = set(_WORDS.findall(low))
        found = _find_source(text, low, tokens) or (Reasoning.LOGICAL if _list_reasons(low) else None)
        if found is not None and not (found in _EASY and _presses_mostly(part)):
            return found
    pressed = _fold(" ".join(each.text for each in part))
    if _has_any(pressed, CROWDS):
        return Reasoning.SOCIAL_PRESSURE
    return Reasoning.EMOTIONAL if _has_any(pressed, FEELING_PLEAS) else Reasoning.NONE


def _presses_mostly(part: Sequence[_Said]) -> bool:
    said = [each for each in part if each.role]
    return sum(_gives_nothing(each) for each in said) >= _PRESSED_SHARE * len(said) > 0


def _find_source(text: str, low: str, tokens: set[str]) -> Reasoning | None:
    """What it rests on beside thought: something that was found, somebody who knows, something that happened."""
    figures, reasons = _list_figures(text), _list_reasons(low)
    studied = bool(tokens & STRONG_STUDIES) or (bool(tokens & STUDIES) and bool(tokens & FINDING_VERBS))
    shared = _SHARE.search(low) is not None
    if studied and (figures or shared or tokens & FINDING_VERBS or tokens & _PLAIN_STUDIES):
        return Reasoning.EMPIRICAL if figures or not _cites_authority(text, tokens) else Reasoning.EXPERT
    if _cites_authority(text, tokens):
        return Reasoning.EXPERT
    lived = _has_any(low, EXPERIENCE) or (_LIVED.search(low) is not None and bool(reasons or figures))
    if lived and not (len(figures) >= 2 and _OURS.search(low) and not _MINE.search(low)):
        return Reasoning.ANECDOTAL
    if len(figures) >= 2 or (figures and (shared or not reasons)):
        return Reasoning.EMPIRICAL
    return None


def _is_circular(backing: Sequence[_Said]) -> bool:
    """As in "It is nonsense because it is nonsense"."""
    for each in backing:
        head, because, tail = each.low.partition("because ")
        said = {stem for one in (*backing, each) if one is not each for stem in _telling(one.low)} | set(_telling(head))
        given = [word for word, stem in spelled(tail) if word not in STOP_WORDS and stem not in said]
        if because and all(judge_word(word) or word in _EMPHATIC for word in given):
            return True
    return False


def _cites_authority(text: str, tokens: set[str]) -> bool:
    known = bool(tokens & AUTHORITIES) or _WHO.search(text) is not None
    return known and (bool(tokens & AUTHORITY_VERBS) or "according to" in text.casefold())


def _list_figures(text: str) -> list[str]:
    return [found for found in _FIGURE.findall(_IDLE_FIGURES.sub(" ", text)) if not _YEAR.match(found)]


def _list_reasons(low: str) -> list[str]:
    padded = _pad(low)
    found = [reason for reason in REASONS if f" {reason} " in padded]
    found += [name for name, pattern in (("so", _SO), ("if", _IF_THEN), ("as", _AS)) if pattern.search(low)]
    return found


# --- words


def measure_overlap(one: str, other: str, topic: str = "") -> float:
    """The share of the shorter text's telling words that the other has, too; those of their topic say nothing."""
    about = stem_topic(topic) if topic else frozenset()
    first, second = (set(_telling(text)) - about - _REPEATING for text in (one, other))
    return len(first & second) / min(len(first), len(second)) if first and second else float(first == second)


def _telling(text: str) -> list[str]:
    return [stem for word, stem in spelled(text) if word not in STOP_WORDS]


def _fold(text: str) -> str:
    return text.casefold().replace("’", "'")


def _has_any(low: str, phrases: Iterable[str]) -> bool:
    return _count(low, phrases) > 0


def _count(low: str, phrases: Iterable[str]) -> int:
    padded = _pad(low)
    return sum(f" {phrase} " in padded for phrase in phrases)


@lru_cache(maxsize=512)
def _pad(low: str) -> str:
    return f" {_BETWEEN.sub(' ', low)} "
