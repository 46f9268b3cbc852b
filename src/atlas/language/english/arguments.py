"""What a message argues: for or against what, and how (B1).

An opinion is no argument. What counts is what a speaker gives for it in words of their own: something that was found
or measured, somebody who knows, a thought that follows from another, something that happened to them. Saying it again
or louder, praising, threatening, pointing at the crowd and at one's feelings give nothing.

Rules find what is argued in so many words: a speaker says of a topic that it is good or bad, or what to do about it. A
small network has to hear an argument, too, since talk has many words of judgement; it is not asked for the side.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from atlas.language.english.argument_grounds import (
    find_reasoning,
    gives_nothing,
    is_substantial,
    list_figures,
    list_reasons,
)
from atlas.language.english.argument_judgement import (
    changes_something,
    count_verdicts,
    is_judged,
    is_predicative,
    judge_statement,
    weigh_change,
)
from atlas.language.english.argument_network import ENCODER, rate_arguing
from atlas.language.english.argument_statements import MAX_READ, Statement, list_statements
from atlas.language.english.argument_topics import (
    SentenceTopics,
    choose_topic,
    is_same_topic,
    judge_word,
    list_phrases,
    read_topics,
    stem_topic,
)
from atlas.language.english.argument_words import WORDS, fold_text, list_telling_stems
from atlas.language.interface import Point
from atlas.language.words import words
from atlas.model.belief import Reasoning

__all__ = [
    "find_points",
    "hears_argument",
    "is_same_topic",
    "may_argue",
    "measure_overlap",
    "reads_vectors_of",
    "stem_topic",
]

ARGUES: Final = -1.0
"""Log odds from which the network hears an argument: it is asked only where the rules find one."""
_WITHOUT: Final = re.compile(r"(?:going|doing|living|being|life|working) without (.+)", re.I)
_MIXED: Final = 0.5
"""Below so much agreement of its judgements a message speaks for both sides."""
_NAMED_SOURCE: Final = re.compile(
    r"\b(?:according to|[A-Z]{3,}\b(?! IS)|[A-Z][a-z]+'s? (?:data|review|experiments?|study|trial|team|group)"
    r"|(?:[A-Z][a-z]+ ){1,3}(?:trial|study|data|review|pilot|survey|report|clinic|university|institute"
    r"|association|academy|society|agency|authority))"
)
_LIMITED: Final = re.compile(r"\b(?:until|unless)\b|\bonly\b.* \bif\b|\bas long as\b")
"""What is good only so far is not said to be good."""
_SUBJECT: Final = 3
"""How likely a phrase is what a sentence is about, from which on it is its subject."""
_GREETING: Final = "(?:hey|hi|hello|yeah|yes|yep|yup|wow|thanks|thank you|oh|aw|sure|totally|definitely)"
_MEANT: Final = re.compile(r"\b(?:it|they|them)\b(?!(?:'s| is| makes?)(?: \w+){1,3} (?:to|that)\b)")
_OWNED: Final = "(?:my|our|your|his|her|their|this|that|these|those)"
_REASONED: Final = frozenset({Reasoning.EMPIRICAL, Reasoning.LOGICAL, Reasoning.EXPERT, Reasoning.ANECDOTAL})
_REPEATING: Final = frozenset(words("again once more said say remember time like already told keep saying"))
"""By these one says that one says it again."""
LEAST_WORDS: Final = 6
ENOUGH_WORDS: Final = 12
"""Words from which a message may argue without a word that says so."""


def may_argue(text: str) -> bool:
    """Tell cheaply whether a message may hold an argument at all; weighing it decides."""
    low = fold_text(text[:MAX_READ])
    words = WORDS.findall(low)
    if len(words) < LEAST_WORDS or (len(words) < ENOUGH_WORDS and not list_reasons(low)):
        return False
    return any(map(judge_word, words)) or bool(count_verdicts(low)) or bool(weigh_change(low))


def reads_vectors_of(encoder: str) -> bool:
    """Whether vectors of this encoder mean something to the network (X8)."""
    return encoder == ENCODER


def hears_argument(text: str, vector: Sequence[float]) -> bool:
    """Whether the network, too, hears somebody argue; `vector` is the encoder's, of the speaker's own words."""
    return rate_arguing(text, vector) >= ARGUES


def find_points(text: str) -> tuple[Point, ...]:
    """Find what a message argues, one point for each topic; an opinion without a reason is a point of no reasoning."""
    found = []
    for topic, part in _split_topics(list(list_statements(text))):
        point = _make_point(topic, part)
        if point is not None:
            found.append(point)
    return tuple(found)


def _split_topics(said: Sequence[Statement]) -> list[tuple[str, list[Statement]]]:
    """Cut a message where it turns to another topic, with a judgement the other way and a reason of its own."""
    topics = _read_topics(said)
    for place in range(1, len(said)):
        before, after = said[:place], said[place:]
        first, second = choose_topic(topics[:place]), choose_topic(topics[place:])
        if not first or not second or _belongs(first, second) or not _speaks_of(after[0], second):
            continue
        one, other = (_make_point(topic, part) for topic, part in ((first, before), (second, after)))
        if one and other and one.direction != other.direction and {one.reasoning, other.reasoning} <= _REASONED:
            return [(first, list(before)), (second, list(after))]
    return [(choose_topic(topics), list(said))]


def _read_topics(said: Sequence[Statement]) -> list[tuple[SentenceTopics, float]]:
    return [(read_topics(each.text), _weigh_place(each)) for each in said]


def _weigh_place(each: Statement) -> float:
    """What a thesis is about counts for more than what an effect is about."""
    if each.role < 1.0:
        return 0.6 if each.role else 0.4
    return 2.0 if count_verdicts(each.low) or is_predicative(each.low) else 1.0


def _speaks_of(each: Statement, topic: str) -> bool:
    return any(is_same_topic(phrase, topic) for phrase, likely in list_phrases(each.text) if likely >= 3)


def _belongs(phrase: str, topic: str) -> bool:
    return is_same_topic(phrase, topic) or bool(stem_topic(phrase) & stem_topic(topic))


def _make_point(topic: str, part: Sequence[Statement]) -> Point | None:
    if not topic or not part:
        return None
    weighed = [(judge_statement(each.low) * each.role, each) for each in part]
    total = sum(value for value, _ in weighed) or next((value for value, each in weighed if value), 0.0)
    if not total:
        return None
    clear = abs(sum(value for value, _ in weighed)) / sum(abs(value) for value, _ in weighed)
    avoided = _WITHOUT.fullmatch(topic)
    if avoided:
        topic, total = avoided[1], -total
    backing = [each for each in part if each.role and (is_substantial(each) or not gives_nothing(each))]
    named = len(topic.split()) > 1 or any(_speaks_of(each, topic) for each in part)
    if not any(_states_thesis(each, topic, named=named) for each in part if each.role >= 1.0):
        return None
    reasoning = find_reasoning(backing, part)
    whole = " ".join(each.text for each in backing)
    return _describe_point(topic, 1 if total > 0 else -1, reasoning, part, whole, clear=clear, backing=backing)


def _describe_point(
    topic: str,
    direction: int,
    reasoning: Reasoning,
    part: Sequence[Statement],
    whole: str,
    *,
    clear: float,
    backing: Sequence[Statement] = (),
) -> Point:
    return Point(
        topic=topic,
        direction=direction,
        reasoning=reasoning,
        figures=len(list_figures(whole)),
        sourced=_NAMED_SOURCE.search(whole) is not None,
        reasons=sum(len(list_reasons(each.low)) for each in backing or part),
        length=len(list_telling_stems(whole)),
        pressed=any(each.pressed for each in part),
        clear=round(clear, 3),
        mixed=clear < _MIXED,
        text=" ".join(each.text for each in part),
        ground=max(backing or part, key=_rate_ground).text,
    )


def _states_thesis(each: Statement, topic: str, *, named: bool) -> bool:
    """Whether a statement says of its topic, as it is in general, that it is good or bad, or what to do about it.

    What somebody has, did or felt is told and not held: their own things, this one and that one are no topic. Nor is
    what only went up or down: that is what came of the topic. `named`: whether "it" may mean the topic.
    """
    if _is_particular(each.low, topic) or _LIMITED.search(each.low) or _is_narrowed(each.low, topic):
        return False
    likely = max((likely for phrase, likely in list_phrases(each.text) if is_same_topic(phrase, topic)), default=0)
    if count_verdicts(each.low):
        meant = topic.casefold() in each.low or _MEANT.search(each.low) is not None
        return likely > 0 or (named and meant)
    return likely >= _SUBJECT and (is_judged(each.low, topic) or changes_something(each.low, topic))


def _is_narrowed(low: str, topic: str) -> bool:
    """Whether only some of its kind are meant, or doing without it: "a tariff that is cheaper at night"."""
    named = re.escape(topic.casefold())
    return re.search(rf"\b{named} (?:that|who|which)\b|\bwithout (?:an? |the )?{named}", low) is not None


def _is_particular(low: str, topic: str) -> bool:
    """Whether it is somebody's own thing, this one or that one, or somebody who is spoken to."""
    named = re.escape(topic.casefold())
    return re.search(rf"\b{_OWNED}\s+(?:[\w'-]+\s+)?{named}", low) is not None or (
        topic[:1].isupper() and re.search(rf"(?:^|[,!.]\s*|\b{_GREETING}\s+){named}\s*(?:[,!.]|$)", low) is not None
    )


def _rate_ground(each: Statement) -> float:
    return 3 * bool(list_figures(each.text)) + 2 * (each.role < 1.0) + min(len(list_telling_stems(each.low)), 20) / 10


def measure_overlap(one: str, other: str, topic: str = "") -> float:
    """The share of the shorter text's telling words that the other has, too; those of their topic say nothing."""
    about = stem_topic(topic) if topic else frozenset()
    first, second = (set(list_telling_stems(text)) - about - _REPEATING for text in (one, other))
    return len(first & second) / min(len(first), len(second)) if first and second else float(first == second)
