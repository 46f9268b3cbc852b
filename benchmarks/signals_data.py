"""Public data sets, as what the signals are measured on (benchmarks.md §3)."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from atlas.errors import BadInput
from benchmarks.measures import SEED

SOURCES: Final = {
    "re-ask": ("HWU64 back-translations", "hwu64/*.jsonl"),
    "out of distribution": ("CLINC150", "clinc150/*.json"),
    "topic switch": ("TIAGE", "tiage/*train*.json"),
    "topic switch in tasks": ("SGD, dialogues joined", "satisfaction/SGD*.txt"),
    "topic switch in chats": ("LongMemEval, sessions joined", "longmemeval/*.json"),
    "topic switch in long chats": ("BEAM, parts of chats joined", "beam/*/chat.json"),
    "clusters": ("banking77", "banking77/*.csv"),
    "dissatisfaction": ("SGD with satisfaction ratings", "satisfaction/SGD*.txt"),
}
"""Each signal, what it is measured on, and where that is under the data folder."""

_PAIRS: Final = 400
_OTHERS: Final = 2
_STORED: Final = 10
_ASKED: Final = 2
_FAILURES: Final = 2_000
_SATISFIED: Final = 3.0
_OVERALL: Final = "OVERALL"
_JOINED: Final = 5
_TURNS_OF_ONE: Final = (4, 6, 8)


@dataclass(frozen=True, slots=True)
class Pair:
    one: str
    other: str
    same: bool


@dataclass(frozen=True, slots=True)
class Questions:
    """What is known, and what is asked; the last `outside` of what is asked are like nothing known."""

    known: tuple[str, ...]
    asked: tuple[str, ...]
    outside: int


@dataclass(frozen=True, slots=True)
class Talk:
    """Turns, and for each from the second on whether it changes the topic."""

    turns: tuple[str, ...]
    changes: tuple[bool, ...]
    step: int = 1
    """Every turn may change it; where an assistant replies, every second, the user's."""

    @property
    def judged(self) -> range:
        """The turns that are told: all that have one before them."""
        return range(self.step, len(self.turns), self.step)


@dataclass(frozen=True, slots=True)
class Told:
    """What failed, in words, and of which kind it is."""

    texts: tuple[str, ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rated:
    """One message of a user, what came before it, and whether people thought the user dissatisfied."""

    text: str
    replies: tuple[str, ...]
    before: tuple[str, ...]
    dissatisfied: bool
    unseen: bool
    """In a conversation that nobody read while words and weights were chosen: every second one."""


def present(folder: Path) -> list[str]:
    return [name for name, (_, pattern) in SOURCES.items() if any(folder.glob(pattern))]


def pairs(folder: Path) -> list[Pair]:
    """The first rows: a question and its first other wording, and the question beside others."""
    lines = _text(_file(folder, "re-ask")).splitlines()[:_PAIRS]
    rows = [_json(line, "HWU64") for line in lines if line.strip()]
    sources = [row["src_text"] for row in rows]
    chance = random.Random(SEED)  # noqa: S311 # the same pairs each time
    found = []
    for at, row in enumerate(rows):
        wordings = [text for text in row["tgt_texts"] if text != row["src_text"]]
        found += [Pair(row["src_text"], text, same=True) for text in wordings[:1]]
        others = chance.sample([other for other in range(len(rows)) if other != at], min(_OTHERS, len(rows) - 1))
        found += [Pair(row["src_text"], sources[other], same=False) for other in others]
    return found


def questions(folder: Path) -> Questions:
    """Some of each intent are known and others are asked, together with all that belong to no intent."""
    sets = _json(_text(_file(folder, "out of distribution")), "CLINC150")
    chance = random.Random(SEED)  # noqa: S311 # the same questions each time
    known = _drawn(sets["train"], _STORED, chance)
    asked = _drawn(sets["val"], _ASKED, chance)
    outside = [text for part in ("oos_train", "oos_val") for text, _ in sets[part]]
    return Questions(tuple(known), (*asked, *outside), len(outside))


def _drawn(rows: Sequence[Sequence[str]], count: int, chance: random.Random) -> list[str]:
    by_intent = groupby(sorted(rows, key=lambda row: row[1]), key=lambda row: row[1])
    texts = [[row[0] for row in group] for _, group in by_intent]
    return [text for group in texts for text in chance.sample(group, min(count, len(group)))]


def talks(folder: Path, part: str) -> list[Talk]:
    """`part` is `train` or `dev`."""
    named = _file(folder, "topic switch")
    file = named.with_name(named.name.replace("train", part))
    found = _json(_text(file), "TIAGE")
    return [Talk(tuple(text for text, _ in talk), tuple(mark == "1" for _, mark in talk)) for talk in found.values()]


def task_talks(folder: Path, part: str) -> list[Talk]:
    """Beginnings of task dialogues, five in a row: the topic changes where the next begins.

    `train` is of every second dialogue, `dev` of the others.
    """
    every = [turns for turns in map(_dialogue_turns, _dialogues(folder, "topic switch in tasks")) if turns]
    chance = random.Random(SEED)  # noqa: S311 # the same talks each time
    chosen = every[0 if part == "train" else 1 :: 2]
    chance.shuffle(chosen)
    begun = [turns[: chance.choice(_TURNS_OF_ONE)] for turns in chosen]
    return [_join_talks(begun[at : at + _JOINED]) for at in range(0, len(begun), _JOINED)]


def chat_talks(folder: Path, part: str) -> list[Talk]:
    """Beginnings of sessions with an assistant, five in a row, each of another matter; parts as of `task_talks`."""
    asked = json.loads(_text(_file(folder, "topic switch in chats")))
    sessions = {
        id: [turn["content"] for turn in turns]
        for each in asked
        for id, turns in zip(each["haystack_session_ids"], each["haystack_sessions"], strict=True)
        if turns and turns[0]["role"] == "user"
    }
    chance = random.Random(SEED)  # noqa: S311 # the same talks each time
    chosen = list(sessions.values())[0 if part == "train" else 1 :: 2]
    chance.shuffle(chosen)
    begun = [turns[: chance.choice(_TURNS_OF_ONE)] for turns in chosen]
    return [_join_talks(begun[at : at + _JOINED], step=2) for at in range(0, len(begun), _JOINED)]


def long_chat_talks(folder: Path, part: str) -> list[Talk]:
    """Parts of long chats, one of each chat in a row: every second part for `train`, the others for `dev`."""
    chance = random.Random(SEED)  # noqa: S311 # the same talks each time
    files = sorted(folder.glob(SOURCES["topic switch in long chats"][1]))
    cut = [list(_cut_chat(_chat_turns(file), chance)) for file in files]
    rows = list(zip(*cut, strict=False))[0 if part == "train" else 1 :: 2]
    return [_join_talks(chance.sample(row, len(row)), step=2) for row in rows]


TALKS: Final[Mapping[str, Callable[[Path, str], list[Talk]]]] = {
    "topic switch": talks,
    "topic switch in tasks": task_talks,
    "topic switch in chats": chat_talks,
    "topic switch in long chats": long_chat_talks,
}
"""How each set of talks is read: the folder, and `train` or `dev`."""
BETWEEN_PEOPLE: Final = ("topic switch", "topic switch in tasks")
IN_CHATS: Final = ("topic switch in chats", "topic switch in long chats")


def _chat_turns(file: Path) -> list[str]:
    return [turn["content"] for batch in json.loads(_text(file)) for group in batch["turns"] for turn in group]


def _cut_chat(turns: Sequence[str], chance: random.Random) -> Iterator[Sequence[str]]:
    at = 0
    while at < len(turns):
        length = chance.choice(_TURNS_OF_ONE)
        yield turns[at : at + length]
        at += length


def _join_talks(dialogues: Sequence[Sequence[str]], step: int = 1) -> Talk:
    """With two speakers in turn, each dialogue ends with the second's turn."""
    whole = [turns[: len(turns) - len(turns) % step] for turns in dialogues]
    changes = [at == 0 for turns in whole for at in range(len(turns))]
    return Talk(tuple(turn for turns in whole for turn in turns), tuple(changes), step)


def _dialogue_turns(dialogue: str) -> list[str]:
    return [turn[1] for turn in map(_turn, dialogue.splitlines()) if turn and turn[1] != _OVERALL]


def _dialogues(folder: Path, name: str) -> list[str]:
    return _text(_file(folder, name)).split("\n\n")


def failures(folder: Path) -> Told:
    with _file(folder, "clusters").open(encoding="utf-8", newline="") as lines:
        rows = [(row["text"], row["category"]) for row in csv.DictReader(lines)]
    drawn = random.Random(SEED).sample(rows, min(_FAILURES, len(rows)))  # noqa: S311 # the same rows each time
    return Told(tuple(text for text, _ in drawn), tuple(kind for _, kind in drawn))


def rated(folder: Path) -> list[Rated]:
    """Every message of a user, in its conversation; people rated it from 1 to 5."""
    return [each for number, talk in rated_dialogues(folder) for each in rate_dialogue(number, talk)]


def rated_dialogues(folder: Path) -> Iterator[tuple[int, str]]:
    return enumerate(_dialogues(folder, "dissatisfaction"))


def rate_dialogue(number: int, dialogue: str) -> Iterator[Rated]:
    replies: list[str] = []
    before: list[str] = []
    for role, text, ratings in filter(None, map(_turn, dialogue.splitlines())):
        if role != "USER":
            replies.append(text)
        elif text != _OVERALL and ratings:
            unhappy = sum(ratings) / len(ratings) < _SATISFIED
            yield Rated(text, tuple(replies), tuple(before), unhappy, number % 2 == 1)
            before.append(text)


def _turn(line: str) -> tuple[str, str, list[int]] | None:
    role, _, rest = line.partition("\t")
    text, *others = rest.split("\t")
    ratings = [int(mark) for mark in (others[-1] if others else "").split(",") if mark.strip().isdigit()]
    return (role, text, ratings) if role else None


def _file(folder: Path, name: str) -> Path:
    source, pattern = SOURCES[name]
    found = sorted(folder.glob(pattern))
    if not found:
        raise BadInput(f"There is no {source} under {folder} ({pattern}).")
    return found[0]


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {error}.") from None


def _json(text: str, source: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as problem:
        raise BadInput(f"{source} is not the JSON that was expected: {problem}.") from None
    if not isinstance(value, dict):
        raise BadInput(f"{source} has another shape than was expected.")
    return value
