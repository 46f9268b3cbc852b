"""What the speed benchmark is filled with: chat-like sentences, questions about them, and vectors that lie in clusters.

With data sets the sentences and the questions are real; a word or two of each sentence is exchanged, so that a million
of them are not copies. Without, both are made of a vocabulary in which words are as unevenly common as in a language.
Everything comes from one seed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, product
from pathlib import Path
from typing import TYPE_CHECKING, Final

from atlas.errors import BadInput
from benchmarks.formats import Talk, load, present

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIMENSION: Final = 384
CENTRES: Final = 1_000
SPREAD: Final = 0.8
"""How far from its centre a vector lies, as a part of the centre's length."""
NEAR: Final = 0.3
"""How far from the memory that it is after a question lies."""
SEED: Final = 7

_BREAK: Final = re.compile(r"(?<=[.!?])\s+|\n+")
_SHORTEST, _LONGEST = 4, 40
_COMMON_WORDS: Final = """
the to and i a of you it that in is for my was on have with but so we this me be not at are just they do all
"""
_COMMON: Final = _COMMON_WORDS.split()
_FRAMES: Final = (
    "What did {} do about {}?",
    "When did they talk about the {} and {}?",
    "Which {} was it that I have with the {}?",
    "Do you remember the {}, the {} and the {}?",
    "How was the {} in {}?",
)
_STARTS: Final = (*"bdfgklmnprstvz", "br", "tr", "pl", "st")
_MIDDLES, _ENDS = "aeiou", "lnrstm"


@dataclass(frozen=True, slots=True)
class Line:
    """One message: what is said, and by whom, where that is known."""

    text: str
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Material:
    lines: Sequence[Line]
    questions: Sequence[str]


def material(count: int, questions: int, folder: Path | None) -> Material:
    chance = random.Random(SEED)  # noqa: S311 # the same sentences every time, not secret ones
    if folder is None:
        lines = [Line(_made(chance)) for _ in range(count)]
        return Material(lines, [_question(chance, chance.choice(lines)) for _ in range(questions)])
    said, asked = _real(folder)
    words = [word for line in said for word in line.text.split()]
    lines = [_varied(chance, chance.choice(said), words) for _ in range(count)]
    return Material(lines, _drawn(chance, asked, questions))


# --- real ones


def _real(folder: Path) -> tuple[list[Line], list[str]]:
    talks = [talk for name in present(folder) for talk in load(name, folder)]
    said = list(dict.fromkeys(line for talk in talks for line in _sentences(talk)))
    asked = list(dict.fromkeys(question.text for talk in talks for question in talk.questions))
    if not said or not asked:
        raise BadInput(f"There are no talks with questions under {folder}.")
    return said, asked


def _sentences(talk: Talk) -> Iterator[Line]:
    for turn in talk.turns:
        for sentence in _BREAK.split(turn.text):
            if _SHORTEST <= len(sentence.split()) <= _LONGEST:
                yield Line(sentence.strip(), turn.speaker)


def _varied(chance: random.Random, line: Line, words: Sequence[str]) -> Line:
    """One word exchanged, one added; drawn from all that was said, so that common words stay common."""
    said = line.text.split()
    said[chance.randrange(len(said))] = chance.choice(words)
    said.insert(chance.randrange(len(said) + 1), chance.choice(words))
    return Line(" ".join(said), line.speaker)


def _drawn(chance: random.Random, asked: Sequence[str], count: int) -> list[str]:
    """Each once, as long as there are enough."""
    drawn: list[str] = []
    while len(drawn) < count:
        drawn += chance.sample(asked, min(len(asked), count - len(drawn)))
    return drawn


# --- made ones


@cache
def _vocabulary() -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Zipf's law: the nth word is n times as rare as the first. The commonest ones are English."""
    syllables = ["".join(parts) for parts in product(_STARTS, _MIDDLES, _ENDS)]
    made = [one + two for one, two in product(syllables, syllables[::9])]
    random.Random(SEED).shuffle(made)  # noqa: S311 # as above
    words = (*_COMMON, *made)
    return words, tuple(accumulate(1.0 / rank for rank in range(1, len(words) + 1)))


def _made(chance: random.Random) -> str:
    words, weights = _vocabulary()
    return " ".join(chance.choices(words, cum_weights=weights, k=chance.randint(6, 20))).capitalize() + "."


def _question(chance: random.Random, about: Line) -> str:
    frame = chance.choice(_FRAMES)
    telling = [word for word in re.findall(r"\w+", about.text.lower()) if word not in _COMMON] or ["it"]
    return frame.format(*chance.choices(telling, k=frame.count("{}")))


# --- vectors


def vectors(count: int) -> NDArray[np.float32]:
    """Unit rows in clusters, a block at a time: a million at once in 64 bits would not fit everywhere."""
    import numpy as np

    chance = np.random.default_rng(SEED)
    centres = _unit(chance.standard_normal((CENTRES, DIMENSION), dtype=np.float32))
    rows = np.empty((count, DIMENSION), dtype=np.float32)
    for at in range(0, count, 50_000):
        size = min(50_000, count - at)
        rows[at : at + size] = _around(chance, centres[chance.integers(0, CENTRES, size)], SPREAD)
    return rows


def near(rows: NDArray[np.float32], count: int) -> NDArray[np.float32]:
    """For each question its vector, as rows of one, near to a memory drawn by chance."""
    import numpy as np

    chance = np.random.default_rng(SEED + 1)
    meant = rows[chance.integers(0, len(rows), count)]
    return _around(chance, meant, NEAR)[:, None]


def _around(chance: np.random.Generator, centres: NDArray[np.float32], spread: float) -> NDArray[np.float32]:
    import numpy as np

    noise = chance.standard_normal(centres.shape, dtype=np.float32)
    return _unit(centres + np.float32(spread / DIMENSION**0.5) * noise)


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np

    found: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return found
