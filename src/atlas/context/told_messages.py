"""Messages whose facts stand in a context already: none of them is told twice (C13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from atlas.context.layers import Layers
from atlas.context.lines import Line
from atlas.language.sentences import sentence_spans
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Memory
from atlas.model.recall import Recalled

_BEST: Final = 3
"""Results that stand whatever was learned of them: a question may mean what a fact leaves out."""
_ENOUGH: Final = 1 / 3
"""Of each sentence of a message, from which on what was learned from it stands for it."""


class ToldMessages:
    """The messages that memories tell which stand in a context, section after section."""

    def __init__(self, layers: Layers, standing: Iterable[MemoryId]) -> None:
        items = (*layers.recalled, *layers.profile, *layers.wishes, *layers.filed)
        self._items = {item.memory.id: item for item in items}
        self._best = {item.memory.id for item in layers.recalled[:_BEST]}
        self._spans: dict[MessageId, set[tuple[int, int]]] = {}
        self._add(standing)

    def add_lines(self, lines: Iterable[Line]) -> None:
        self._add(memory for line in lines for memory in line.memories)

    def includes(self, line: Line) -> bool:
        """Tell whether a line quotes a message of which a third of every sentence was learned, and stands.

        Not what is marked as past (T16) or masked, where the mark says more. What a further sentence takes back is told
        by it alone.
        """
        items = [self._items[memory] for memory in line.memories if memory in self._items]
        return bool(items) and all(self._is_told(item) for item in items)

    def _add(self, standing: Iterable[MemoryId]) -> None:
        for item in (self._items[memory] for memory in standing if memory in self._items):
            if _tells(item):
                for each in item.memory.evidence:
                    self._spans.setdefault(each.message, set()).add((each.start, each.end))

    def _is_told(self, item: Recalled) -> bool:
        memory = item.memory
        if item.past or item.masked or memory.id in self._best or memory.transcribes is None:
            return False
        spans = self._spans.get(memory.transcribes)
        return spans is not None and all(
            _count_covered(spans, start, end) >= _ENOUGH * (end - start)
            for start, end in sentence_spans(memory.content)
        )


def _tells(item: Recalled) -> bool:
    """Tell whether a memory says what its words say: what is denied leaves open what holds instead."""
    return not item.past and _is_learned(item.memory) and (not item.memory.claim or item.memory.claim.affirmed)


def _is_learned(memory: Memory) -> bool:
    return memory.transcribes is None


def _count_covered(spans: Iterable[tuple[int, int]], begin: int, behind: int) -> int:
    """Count the characters between two places that are in any of the spans."""
    covered, reached = 0, begin
    for start, end in sorted(spans):
        covered += max(0, min(end, behind) - max(start, reached))
        reached = max(reached, end)
    return covered
