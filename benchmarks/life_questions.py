"""Questions about a life (J14): what a chat without a language model answers a person who told it of themselves.

A life is what somebody told their assistant over months, and what they ask of it later, written by somebody who has
not seen the code (`benchmarks/data/lives`). Right is an answer in which every word that it needs stands, be it said as
known or offered with its date; of what was never told, one that claims nothing. Wrong and sure is a claim, without a
doubt beside it, in which a word stands that would make it wrong.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from atlas import compose
from atlas.engine.core.runtime import Runtime
from atlas.errors import BadInput
from atlas.settings import Settings
from atlas.surfaces.cli.chat.chat_turn import DATED, NEAREST, NOT_KNOWN, Chat
from atlas.surfaces.library import Atlas
from benchmarks.repository import ROOT

LIVES: Final = ROOT / "benchmarks" / "data" / "lives"
_MORNING: Final = "T09:00:00+00:00"
_QUOTED: Final = re.compile(r"\([^()]*“[^”]*”\)|“[^”]*”")
_OVER: Final = re.compile(r"\bno longer\b|\bbefore:")


@dataclass(frozen=True, slots=True)
class Said:
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    at: datetime
    text: str
    right: str
    needs: tuple[tuple[str, ...], ...]
    """Of each one has to stand in the answer; none where it was never told."""
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Life:
    name: str
    said: tuple[Said, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with its answer and what is to be thought of it."""

    life: str
    question: Question
    text: str
    sure: bool
    right: bool
    wrong: bool
    """Whether it is wrong and said as sure."""

    def figures(self) -> dict[str, Any]:
        asked = {"life": self.life, "ask": self.question.text, "expected": self.question.right, "answer": self.text}
        return {**asked, "sure": self.sure, "right": self.right, "wrong_and_sure": self.wrong}


def read_lives(part: str) -> list[Life]:
    files = sorted((LIVES / part).glob("*.json"))
    if not files:
        raise BadInput(f"There are no lives in {LIVES / part}.")
    return [_read_life(json.loads(file.read_text("utf-8"))) for file in files]


def _read_life(life: dict[str, Any]) -> Life:
    said = tuple(Said(_parse_day(each["day"]), each["text"]) for each in life["sentences"])
    questions = tuple(
        Question(
            _parse_day(each["day"]),
            each["ask"],
            each["right"],
            tuple(tuple(words) for words in each["needs"]),
            tuple(each["wrong"]),
        )
        for each in life["questions"]
    )
    return Life(life["name"], said, questions)


def _parse_day(day: str) -> datetime:
    return datetime.fromisoformat(day + _MORNING)


def ask_life(life: Life, tick: Callable[[], None]) -> Iterator[Answered]:
    """Live through a life on its own clock, and ask; what falls due in between, nights and weeks, is done."""
    clock = compose.make_virtual_clock(life.said[0].at)
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        settings = Settings(home=Path(folder))
        runtime: Runtime = compose.make_runtime(settings, Path(folder) / "bench.atlas", clock=clock)
        atlas = Atlas(runtime, background=False)
        try:
            for number, said in enumerate(life.said):
                clock.set(max(clock.now() + timedelta(minutes=5), said.at))
                _chat(atlas, runtime, f"told {number}").reply_to(said.text)
                atlas.flush()
                tick()
            for number, question in enumerate(life.questions):
                clock.set(max(clock.now() + timedelta(minutes=5), question.at))
                text = _chat(atlas, runtime, f"asked {number}").reply_to(question.text).text
                yield judge_answer(life.name, question, text)
                tick()
        finally:
            atlas.close(think=False)


def _chat(atlas: Atlas, runtime: Runtime, conversation: str) -> Chat:
    return Chat(atlas, runtime.zone, conversation, through_model=False)


def judge_answer(life: str, question: Question, text: str) -> Answered:
    claimed = "\n".join(line for line in _QUOTED.sub("", text).splitlines() if not _OVER.search(line))
    doubted = text.startswith((NOT_KNOWN, NEAREST)) or DATED in text
    sure = not doubted
    wrong = sure and (not question.needs or any(_contains(claimed, word) for word in question.wrong))
    told = all(any(_has_beginning(text, word) for word in words) for words in question.needs)
    right = told and not wrong if question.needs else not sure
    return Answered(life, question, text, sure, right, wrong)


def _has_beginning(text: str, word: str) -> bool:
    """Whether a word stands there, in whatever form; a figure has to stand there whole, behind a currency or not."""
    before = r"(?<![\d.,])" if word[:1].isdigit() else r"(?<!\w)"
    return re.search(rf"{before}{re.escape(word)}(?!\d|[.,]\d)", text, re.IGNORECASE) is not None


def _contains(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?:e?s)?(?!\w)", text, re.IGNORECASE) is not None
