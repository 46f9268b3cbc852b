"""Everything that nights and weeks write in simulated lives, and thirty of it drawn by seed with the history behind it.

Whether a sentence is sensible is for a reader to say, who sees what was said: nothing here judges.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from atlas import compose
from atlas.language.registry import LANGUAGE
from atlas.model.ids import MessageId
from atlas.model.memory import Kind
from atlas.model.task import Task
from atlas.ports.reading import MemoryFilter, Reader
from atlas.settings import STORE_NAME, load_settings
from atlas.surfaces.simulation.lives import Choice, live_lives

_KINDS: Final = frozenset({Kind.INSIGHT, Kind.LESSON, Kind.RULE})
_MANY: Final = 10_000
_SHOWN: Final = 4
"""Messages of the history that are shown with one sentence."""


@dataclass(frozen=True, slots=True)
class Thought:
    """One sentence that was written, and the messages behind it."""

    seed: int
    sort: str
    """`insight`, `lesson`, `rule`, `pattern`, `suggestion`, or `week: learned` and its like."""
    at: datetime
    text: str
    history: tuple[str, ...]

    def figures(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "sort": self.sort,
            "at": self.at.isoformat(),
            "text": self.text,
            "history": list(self.history),
        }


def collect_thoughts(choice: Choice, tick: Callable[[], None]) -> list[Thought]:
    """Live the lives, or read those that a folder keeps already, and collect all that was written."""
    with tempfile.TemporaryDirectory(prefix="atlas-thoughts-") as temporary:
        folder = choice.keep or Path(temporary)
        found: list[Thought] = []
        for number in range(choice.lives):
            seed = choice.seed + number
            store = folder / f"seed-{seed}" / STORE_NAME
            if not store.exists():
                live_lives(replace(choice, seed=seed, lives=1, keep=folder), tick)
            found += read_thoughts(store, seed)
        return found


def read_thoughts(store: Path, seed: int) -> list[Thought]:
    """Read all sentences of one life, the oldest first."""
    runtime = compose.make_runtime(replace(load_settings(), embedding_cache=None), store)
    try:
        with runtime.reading() as reader:
            found = [*_read_memories(reader, seed), *_read_patterns(reader, seed), *_read_suggestions(reader, seed)]
            found += _read_weeks(reader, seed)
    finally:
        runtime.store.close()
    return sorted(found, key=lambda each: (each.at, each.sort, each.text))


def draw_thoughts(thoughts: Sequence[Thought], count: int, seed: int) -> list[Thought]:
    """Draw so many by seed, each text once."""
    once = list({each.text: each for each in thoughts}.values())
    chance = random.Random(seed)  # noqa: S311 # the same sentences each time
    return sorted(chance.sample(once, min(count, len(once))), key=lambda each: (each.sort, each.at))


def count_sorts(thoughts: Iterable[Thought]) -> dict[str, int]:
    return dict(sorted(Counter(each.sort for each in thoughts).items()))


def _read_memories(reader: Reader, seed: int) -> Iterator[Thought]:
    for memory in reader.newest_memories(MemoryFilter(kinds=_KINDS), _MANY):
        quotes = [f"user: {item.quote}" for item in memory.evidence]
        beneath = [each.content for each in reader.memories(link.to for link in memory.links)]
        yield Thought(seed, memory.kind.value, memory.created_at, memory.content, (*quotes, *beneath))


def _read_patterns(reader: Reader, seed: int) -> Iterator[Thought]:
    for pattern in reader.patterns():
        history = _quote_messages(reader, pattern.sources[-_SHOWN:])
        yield Thought(seed, "pattern", pattern.last_seen, pattern.description, history)


def _read_suggestions(reader: Reader, seed: int) -> Iterator[Thought]:
    for suggestion in reader.suggestions(None, _MANY):
        offered = f", offered on {suggestion.offered_at:%d %B}" if suggestion.offered_at else ""
        history = (*_quote_messages(reader, suggestion.sources[-_SHOWN:]), f"({suggestion.state.value}{offered})")
        yield Thought(seed, "suggestion", suggestion.created_at, suggestion.text, history)


def _read_weeks(reader: Reader, seed: int) -> Iterator[Thought]:
    for reflection in reader.reflections(_MANY, Task.WEEKLY):
        said = reflection.said
        sorts = {**said.get("page", {}), "signs": [*said.get("gaming", ()), *said.get("sycophancy", ())]}
        for sort, sentences in sorts.items():
            for sentence in sentences:
                history = _find_history(reader, sentence, reflection.inputs)
                yield Thought(seed, f"week: {sort}", reflection.at, sentence, history)


def _find_history(reader: Reader, sentence: str, inputs: Sequence[MessageId]) -> tuple[str, ...]:
    """Of the messages that a week read, those that share most with the sentence."""
    own = LANGUAGE.entries.extract_telling_stems(sentence)
    stems = LANGUAGE.entries.extract_telling_stems
    shared = {text: len(own & stems(text)) for text in _quote_messages(reader, inputs)}
    return tuple(sorted((text for text in shared if shared[text]), key=lambda text: -shared[text])[:_SHOWN])


def _quote_messages(reader: Reader, ids: Sequence[MessageId]) -> tuple[str, ...]:
    messages = sorted(reader.messages(ids), key=lambda each: each.at)
    return tuple(f"{each.role.value}, {each.at:%d %B}: {' '.join(each.text.split())}" for each in messages)
