"""The sentences of what was found that are nearest to a question, and the words that stand around them.

A name or a reason often stands beside the sentence that is near: "Left the bakery in May. The hours killed me." So what
is quoted is the nearest sentence with its neighbours, as far as one can read them at a glance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.language.pasted import blank_pasted
from atlas.language.registry import LANGUAGE
from atlas.language.sentences import sentence_spans
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory
from atlas.retrieval.question import WantedFact
from atlas.retrieval.uninformative import tells_nothing

_KINDRED_WORD: Final = 0.05
"""What a word of the same matter is worth: "a month", where the rent is asked for."""
_ANSWER_TYPE: Final = 0.08
"""What it is worth to hold a figure where one is asked for, a day, or a reason."""
_MARGIN: Final = 0.25
"""How much farther than the nearest anything may be that is still offered."""
_SAME_MATTER: Final = 0.12
"""What a word is worth that stands in hardly anything that was found but this and the nearest: what was said of the
same matter later tells how it stands now."""
_MOST_SAME: Final = 2
_RARE: Final = 4
"""In how many of what was found such a word may stand."""
_NEAR: Final = 0.4
"""Cosine from which something said is near enough to a question to be offered; each shared word makes up for some."""
_SHARED_WORD: Final = 0.1
_FACT: Final = 0.2
"""What a fact is preferred by to a sentence that is as near."""
_PLACE: Final = 0.12
"""What the first of all that was found is preferred by to the last: ranking knows more than one cosine."""
_MOST_SENTENCES: Final = 8
_MOST_QUOTED: Final = 240
"""Characters of a quote with what stands around it."""

Measure = Callable[[Sequence[str]], Sequence[float]]
"""The cosines of texts with the question."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A memory with its sentence that is nearest to a question."""

    memory: Memory
    sentence: str
    shared: int
    """How many words of the question's topic stand in it."""
    nearness: float
    place_bonus: float
    """What it is preferred by for its place among all that was found."""
    follows: bool = False
    """Whether it was said of the matter of the nearest one after it."""

    @property
    def preference(self) -> float:
        return self.nearness + self.place_bonus


def rank_passages(memories: Sequence[Memory], wanted: WantedFact, measure: Measure) -> list[Passage]:
    """Of each memory that is near the question the nearest sentence, the nearest memory first."""
    if not memories:
        return []
    kindred = LANGUAGE.word_stems.list_kindred_stems(wanted.topic) | wanted.members
    pairs = [(sentence, place) for place, memory in enumerate(memories) for sentence in _list_telling_sentences(memory)]
    cosines = measure([sentence for sentence, _ in pairs]) if pairs else []
    best: dict[MemoryId, Passage] = {}
    for (sentence, place), cosine in zip(pairs, cosines, strict=True):
        memory, shared = memories[place], wanted.count_topic_words(sentence)
        akin = min(2, len(kindred & LANGUAGE.word_stems.stem_words(sentence)))
        nearness = cosine + (_FACT if memory.kind is not Kind.EPISODE else 0.0)
        nearness += _SHARED_WORD * shared + _KINDRED_WORD * akin
        if wanted.answer_type and LANGUAGE.query_forms.holds_answer_type(sentence, wanted.answer_type):
            nearness += _ANSWER_TYPE
        if memory.id not in best or nearness > best[memory.id].nearness:
            bonus = _PLACE * (1 - place / len(memories))
            best[memory.id] = Passage(memory, sentence, shared, nearness, bonus)
    ranked = sorted(_raise_later_words(list(best.values())), key=lambda each: -each.preference)
    return [each for each in ranked if each.nearness >= _NEAR]


def _raise_later_words(passages: Sequence[Passage]) -> Iterator[Passage]:
    """Raise what was said of the matter of the nearest passage after it, in whatever words."""
    nearest = max(passages, key=lambda each: each.preference, default=None)
    stems = {each.memory.id: LANGUAGE.word_stems.stem_words(each.memory.content) for each in passages}
    often = Counter(stem for words in stems.values() for stem in words)
    for each in passages:
        if nearest and each.memory.observed_at > nearest.memory.observed_at:
            same = [stem for stem in stems[nearest.memory.id] & stems[each.memory.id] if often[stem] <= _RARE]
            raised = each.nearness + _SAME_MATTER * min(_MOST_SAME, len(same))
            yield replace(each, nearness=raised, follows=bool(same))
        else:
            yield each


def choose_passages(ranked: Sequence[Passage], wanted: WantedFact) -> Iterator[Passage]:
    """Of those that stand on the same words the first; for yes-or-no questions those on the same topic, and what was
    said of it later, in fewer of its words."""
    most = 0 if wanted.which else max((each.shared for each in ranked), default=0)
    telling = [each.preference for each in ranked if each.shared] or [each.preference for each in ranked]
    nearest = max(telling, default=0.0)
    words: list[str] = []
    for passage in ranked:
        quote = find_own_words(passage.memory)
        new = not any(quote in other or other in quote for other in words)
        near = passage.preference >= nearest - _MARGIN and passage.shared >= most
        if new and (near or passage.follows):
            yield passage
        words.append(quote)


def find_own_words(memory: Memory) -> str:
    """The words that a memory stands on; of an episode all of them."""
    return memory.evidence[-1].quote if memory.evidence else memory.content


def quote_around(sentence: str, text: str) -> str:
    """Quote a sentence with the speaker's own beside it, first those behind it, as long as it stays short."""
    own = blank_pasted(text)
    spans = list(sentence_spans(own))
    place = next((number for number, (start, end) in enumerate(spans) if own[start:end] == sentence), None)
    if place is None:
        return sentence
    first = last = place
    while last + 1 < len(spans) and _may_stand_beside(text, spans[last + 1], spans[first][0], spans[last + 1][1]):
        last += 1
    while first > 0 and _may_stand_beside(text, spans[first - 1], spans[first - 1][0], spans[last][1]):
        first -= 1
    return text[spans[first][0] : spans[last][1]]


def _may_stand_beside(text: str, beside: tuple[int, int], start: int, end: int) -> bool:
    own = _is_whole(text, start, end)
    said = text[slice(*beside)]
    return own and end - start <= _MOST_QUOTED and (not tells_nothing(said) or any(map(str.isdigit, said)))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Tell whether nothing between two places was pasted."""
    return blank_pasted(text)[start:end].strip() == text[start:end].strip()


def _list_telling_sentences(memory: Memory) -> list[str]:
    """The sentences of what was said, but for questions and pasted text; what was concluded is one."""
    if memory.kind is not Kind.EPISODE:
        return [memory.content]
    own = blank_pasted(memory.content)
    told = (own[start:end] for start, end in sentence_spans(own))
    return [each for each in told if not tells_nothing(each)][:_MOST_SENTENCES]
