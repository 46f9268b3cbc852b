"""Texts that are not worth a line of a context (C13): mere questions, and recitals of what memory had told (X2)."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.sentences import split_sentences
from atlas.language.text_cache import cache_text
from atlas.language.words import words
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.retrieval.memory_use import measure_shared_words
from atlas.retrieval.query_terms import COMMON

_REMEMBERED: Final = 8_192
_SHORT: Final = 500
"""Characters of a text of which is remembered whether it asks: the same messages are looked at turn after turn."""
_LONGEST_QUESTION: Final = 30
"""Words of a mere question."""
_MOST_OWN: Final = 16
"""Telling words of its own with which even a long reply tells more than it was told."""
_HARDLY: Final = 1
"""Telling words of its own that a recital may have: "as far as I know"."""
_RECITED: Final = 0.6
"""The share of a longer reply's telling words that it was told, from which it adds little."""


@cache_text(_REMEMBERED, _SHORT)
def only_asks(text: str) -> bool:
    """Tell whether a text is questions and nothing else: asking tells nothing."""
    return all(LANGUAGE.question_forms.is_question(sentence) for sentence in split_sentences(text))


def may_answer(memory: Memory) -> bool:
    """Tell whether a memory may answer a question: earlier questions, and what the assistant said to them, do not."""
    if memory.kind is not Kind.EPISODE:
        return True
    return memory.origin is not Origin.ASSISTANT and not tells_nothing(memory.content)


@cache_text(_REMEMBERED, _SHORT)
def tells_nothing(text: str) -> bool:
    """Tell whether a text is questions that tell nothing on the way: "we moved to Turku, so what now?" does."""
    return LANGUAGE.question_forms.asks_what_to_enter(text) or all(map(_asks_alone, split_sentences(text)))


def _asks_alone(sentence: str) -> bool:
    """Whether a sentence asks, or reports what somebody asks, and tells nothing on the way."""
    forms = LANGUAGE.question_forms
    asks = forms.is_question(sentence) or forms.is_keyword_query(sentence)
    return (asks and not forms.tells_beside_asking(sentence)) or forms.reports_question(sentence)


def is_mere_question(text: str) -> bool:
    """Tell whether a text asks and tells nothing; who asks at length tells of their affairs on the way."""
    return len(text.split()) <= _LONGEST_QUESTION and only_asks(text)


@cache_text(_REMEMBERED, _SHORT)
def is_idle_question(text: str) -> bool:
    """Tell whether a text asks, or reports what somebody asks, and tells nothing on the way."""
    return len(text.split()) <= _LONGEST_QUESTION and tells_nothing(text)


def find_telling_stems(text: str) -> frozenset[str]:
    return frozenset(words(text)) - COMMON


def recites_memory(reply: str, question: str, served: Iterable[Memory]) -> bool:
    """Tell whether a reply says hardly more than the question and the served memories that it used (X2)."""
    said, asked = frozenset(words(reply)), frozenset(words(question))
    telling = said - asked - COMMON
    if not telling:
        return False
    sources = [each.content for each in served if _uses_memory(said, telling, asked, each)]
    own = telling - find_telling_stems("\n".join(sources))
    return bool(sources) and len(own) <= min(_MOST_OWN, max(_HARDLY, (1.0 - _RECITED) * len(telling)))


def _uses_memory(said: Set[str], telling: Set[str], asked: Set[str], memory: Memory) -> bool:
    """Tell whether a reply has much of a memory, or the memory nearly all of a reply."""
    use = measure_shared_words(memory, said, asked)
    if use is not None and use.used:
        return True
    shared = len(telling & find_telling_stems(memory.content))
    return shared > 0 and len(telling) - shared <= _HARDLY
