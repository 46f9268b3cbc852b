"""Messages with whether their writer is displeased with the reply before them (S9).

Of tasks, of made-up lives, and written for it. What a life's people say when they complain or correct is displeased;
what they tell, ask and joke about is not. People who tell things by the way (`training/reading`) are the ordinary talk
of which nothing should be heard; corrections there are left out, since most of them are content.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from training.reading.annotations import read_annotated

from atlas.errors import BadInput
from atlas.model.reading import Act
from atlas.surfaces.simulation.phrasings import ASIDE, TUNE, load_phrasings
from benchmarks import signals_data
from benchmarks.measures import SEED

ROOT: Final = Path(__file__).parent
WRITTEN: Final = ROOT / "data" / "displeasure"
READING: Final = ROOT.parent / "training" / "reading" / "data" / "train"

_DISPLEASED: Final = frozenset({"complain", "correct"})
_CONTENT: Final = frozenset({"tell", "change", "ask", "joke", "other", "once"})
_TOLD: Final = frozenset({Act.TELL, Act.CHANGE, Act.PLAN, Act.EVENT, Act.NONE})
_ANNOTATED_ELSEWHERE: Final = ("hands_", "tiage", "requests", "chats")
"""Files of the reader that are other people's dialogues, or the made-up lives once more."""
_OF_A_WRITER: Final = 60
_FOLDS: Final = 3
_REPLY: Final = "Here is the answer."
"""What stands before a message of a made-up life, whose reply is not known here."""


@dataclass(frozen=True, slots=True)
class Case:
    text: str
    replies: tuple[str, ...]
    before: tuple[str, ...]
    displeased: bool
    group: str
    """The domain, the hand or the writer that is left out together with it."""


def load_tasks(folder: Path) -> list[Case]:
    """Load SGD's messages; a dialogue belongs to the domain whose words it has most of."""
    domains: Mapping[str, list[str]] = json.loads((ROOT / "data" / "sgd_domains.json").read_text(encoding="utf-8"))
    cases: list[Case] = []
    for number, dialogue in signals_data.rated_dialogues(folder):
        low = dialogue.lower()
        domain = max(domains, key=lambda name: sum(low.count(word) for word in domains[name]))
        rated = signals_data.rate_dialogue(number, dialogue)
        cases += [Case(each.text, each.replies, each.before, each.dissatisfied, domain) for each in rated]
    return cases


def load_lives(part: str) -> list[Case]:
    """Load what the hands of one part say."""
    if part not in (TUNE, ASIDE):
        raise BadInput(f"There is no part {part!r} of the phrasings; it is {TUNE} or {ASIDE}.")
    cases: list[Case] = []
    for hand in load_phrasings(part).hands:
        parts = [entry for section in (hand.wishes, hand.slots) for entry in section.values()]
        told = [(name, line) for entry in parts for name, lines in entry.items() for line in lines]
        told += [("other", line) for section in (hand.small_talk, hand.errands, hand.events) for line in section]
        cases += [
            Case(line, (_REPLY,), (), name in _DISPLEASED, hand.writer)
            for name, line in told
            if name in _DISPLEASED | _CONTENT
        ]
    return cases


def load_talk() -> list[Case]:
    """Load ordinary messages of the reader's training, a few of each writer: none of them is displeased."""
    chance = random.Random(SEED)  # noqa: S311 # the same messages each time
    cases: list[Case] = []
    for number, file in enumerate(sorted(READING.glob("*.jsonl"))):
        if file.stem.startswith(_ANNOTATED_ELSEWHERE):
            continue
        told = [each for each in read_annotated(file) if each.act in _TOLD]
        drawn = chance.sample(told, min(_OF_A_WRITER, len(told)))
        cases += [Case(each.text, (each.before or _REPLY,), (), False, str(number % _FOLDS)) for each in drawn]
    return cases


def load_written(part: str) -> list[Case]:
    """Load what was written for this; `blind` is another writer's, which nobody who worked on the fit has read."""
    rows = list(_read_lines(WRITTEN / f"{part}.jsonl"))
    return [
        Case(row["t"], (row["before"],), (), row["displeased"], str(number % _FOLDS)) for number, row in enumerate(rows)
    ]


def _read_lines(file: Path) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
