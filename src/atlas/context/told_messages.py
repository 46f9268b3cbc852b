"""Messages whose facts stand in a context already: none of them is told twice (C13)."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Final

from atlas.context.layers import Layers
from atlas.context.lines import Line
from atlas.language.folding import fold_text
from atlas.language.sentences import sentence_spans
from atlas.language.words import words
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Evidence, Memory
from atlas.model.recall import Recalled

_BEST: Final = 3
"""Results that stand whatever was learned of them: a question may mean what a fact leaves out."""
_ENOUGH: Final = 1 / 3
"""Of the characters of each sentence of a message, from which on a quotation of it stands for it."""
_WORDED: Final = 3 / 4
"""Of the words of each sentence, from which on facts that are told without a quotation stand for it."""


class ToldMessages:
    """The messages that memories tell which stand in a context, section after section."""

    def __init__(self, layers: Layers, standing: Iterable[MemoryId]) -> None:
        items = (*layers.recalled, *layers.profile, *layers.wishes, *layers.filed)
        self._items = {item.memory.id: item for item in items}
        self._best = {item.memory.id for item in layers.recalled[:_BEST]}
        self._spans: dict[MessageId, set[tuple[int, int]]] = {}
        self._words: dict[MessageId, set[str]] = {}
        self._shown: list[str] = []
        for item in self._list_telling(standing):
            self._add_spans(item.memory.evidence)

    def add_lines(self, lines: Iterable[Line]) -> None:
        for line in lines:
            shown = fold_text(line.text)
            self._shown.append(shown)
            for item in self._list_telling(line.memories):
                for each in item.memory.evidence:
                    self._words.setdefault(each.message, set()).update(words(item.memory.content))
                self._add_spans(each for each in item.memory.evidence if fold_text(each.quote) in shown)

    def includes(self, line: Line) -> bool:
        """Tell whether a line quotes a message of which a third of every sentence stands in quotations already, or
        nearly every word in facts.

        A fact may hold one word of what it was read from, and quotes what it was first told in alone: what else the
        message says is told by the message. Not what is marked as past (T16) or masked, where the mark says more. What
        a further sentence takes back is told by it alone.
        """
        items = [self._items[memory] for memory in line.memories if memory in self._items]
        return bool(items) and all(self._is_told(item) for item in items)

    def _list_telling(self, memories: Iterable[MemoryId]) -> list[Recalled]:
        return [item for each in memories if (item := self._items.get(each)) is not None and _tells(item)]

    def _add_spans(self, quotes: Iterable[Evidence]) -> None:
        for each in quotes:
            self._spans.setdefault(each.message, set()).add((each.start, each.end))

    def _is_told(self, item: Recalled) -> bool:
        memory = item.memory
        if item.past or item.masked or memory.transcribes is None:
            return False
        if any(fold_text(memory.content) in each for each in self._shown):
            return True
        if memory.id in self._best:
            return False
        spans = self._spans.get(memory.transcribes, set())
        told = self._words.get(memory.transcribes, set())
        return bool(spans or told) and all(
            _count_covered(spans, start, end) >= _ENOUGH * (end - start) or _is_worded(memory.content[start:end], told)
            for start, end in sentence_spans(memory.content)
        )


def _tells(item: Recalled) -> bool:
    """Tell whether a memory says what its words say: what is denied leaves open what holds instead."""
    return not item.past and _is_learned(item.memory) and (not item.memory.claim or item.memory.claim.affirmed)


def _is_worded(sentence: str, told: Set[str]) -> bool:
    said = words(sentence)
    return sum(word in told for word in said) >= _WORDED * len(said)


def _is_learned(memory: Memory) -> bool:
    return memory.transcribes is None


def _count_covered(spans: Iterable[tuple[int, int]], begin: int, behind: int) -> int:
    """Count the characters between two places that are in any of the spans."""
    covered, reached = 0, begin
    for start, end in sorted(spans):
        covered += max(0, min(end, behind) - max(start, reached))
        reached = max(reached, end)
    return covered
