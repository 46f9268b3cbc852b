"""Whether a context is worth its tokens (C13): the evidence that stands in it, its length, its lines that are evidence.

Each talk is taken in as for `retrieval`, and each question is asked for a context. A turn of the evidence stands in the
context where a line is drawn from it: its own, or that of a fact that quotes it. Whether such lines have all telling
words of the turn is a figure of its own. Tokens are those of the data, without the instructions of every context.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from atlas._version import __version__
from atlas.context.tokens import estimate_tokens
from atlas.engine.serve.context import Context
from atlas.errors import BadInput
from atlas.language.words import words
from atlas.model.recall import Recalled
from atlas.retrieval.query_terms import COMMON
from atlas.settings import Settings
from atlas.surfaces.library import Atlas
from benchmarks.formats import ADVERSARIAL, SETS, Question, Talk, load
from benchmarks.line_fit import collect_lines, fit_lines
from benchmarks.retrieval import Placed, bench_settings, opened, take_in, turns_of

DEFAULT_SETS: Final = ("locomo", "chats")

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """The context for one question."""

    tokens: int
    lines: int
    evidence_lines: int
    whole: bool
    """Whether every turn of the evidence stands in it."""
    worded: bool
    """Whether every turn of the evidence stands in it with all its telling words."""


@dataclass(frozen=True, slots=True)
class Measured:
    name: str
    talks: int
    asked: tuple[Asked, ...]

    def figures(self) -> dict[str, Any]:
        count, lines = len(self.asked), sum(each.lines for each in self.asked)
        return {
            "talks": self.talks,
            "questions": count,
            "whole_evidence": round(sum(each.whole for each in self.asked) / max(1, count), 4),
            "all_words": round(sum(each.worded for each in self.asked) / max(1, count), 4),
            "tokens": round(median([each.tokens for each in self.asked] or [0])),
            "lines": round(lines / max(1, count), 1),
            "precision": round(sum(each.evidence_lines for each in self.asked) / max(1, lines), 4),
        }


def run(
    folder: Path,
    names: Sequence[str],
    settings: Settings,
    progress: Progress | None = None,
    talks: int | None = None,
) -> dict[str, Any]:
    """The figures of each data set, of its first so many talks."""
    for name in names:
        if name not in SETS:
            raise BadInput(f"There is no data set {name!r}; it is one of {', '.join(SETS)}.")
    sets = {name: load(name, folder)[:talks] for name in names or DEFAULT_SETS}
    total = sum(len(talk.turns) + len(talk.questions) for each in sets.values() for talk in each)

    def tick(count: int) -> None:
        if progress:
            progress(count, total)

    own = bench_settings(settings)
    measured = [
        Measured(name, len(each), tuple(asked for talk in each for asked in _ask_talk(talk, own, tick)))
        for name, each in sets.items()
    ]
    return {"version": __version__, "sets": {each.name: each.figures() for each in measured}}


def fit(
    folder: Path, names: Sequence[str], settings: Settings, progress: Progress | None = None, talks: int | None = None
) -> dict[str, Any]:
    """The weights of the cut, fitted on our own chats or the sets named, and what it keeps of talks left out."""
    given = [talk for name in names or ("chats",) for talk in load(name, folder)[:talks]]
    total = sum(len(talk.turns) + len(talk.questions) for talk in given)

    def tick(count: int) -> None:
        if progress:
            progress(count, total)

    return {"version": __version__, "fit": fit_lines(collect_lines(given, bench_settings(settings), tick))}


def _ask_talk(talk: Talk, settings: Settings, tick: Callable[[int], None]) -> list[Asked]:
    with opened(settings) as (_, atlas):
        placed = take_in(atlas, talk.turns, tick)
        asked = ask_questions(atlas, talk, placed)
        tick(len(talk.questions))
    return asked


def ask_questions(atlas: Atlas, talk: Talk, placed: Placed) -> list[Asked]:
    """The contexts for all questions of a talk but those about what was never said."""
    texts = {turn.id: turn.text for turn in talk.turns}
    return [
        measure_context(atlas.context(each.text, at=each.at), each, placed, texts)
        for each in talk.questions
        if each.category != ADVERSARIAL
    ]


def measure_context(context: Context, question: Question, placed: Placed, texts: dict[str, str]) -> Asked:
    told: dict[str, set[str]] = {}
    for item in context.served:
        for turn in turns_of([item.memory], placed):
            told.setdefault(turn, set()).update(_words_of_line(item, placed, turn))
    wanted = {turn: set(words(texts[turn])) - COMMON for turn in question.evidence}
    return Asked(
        context.tokens - estimate_tokens(context.instructions),
        len(context.served),
        sum(not question.evidence.isdisjoint(turns_of([item.memory], placed)) for item in context.served),
        question.evidence <= told.keys(),
        all(turn in told and telling <= told[turn] for turn, telling in wanted.items()),
    )


def _words_of_line(item: Recalled, placed: Placed, turn: str) -> Iterable[str]:
    """What a line says of a turn: its text, and of its quotes those from there."""
    quotes = [each.quote for each in item.memory.evidence if placed.get(each.message) == turn]
    return words("\n".join([item.memory.content, *quotes]))
