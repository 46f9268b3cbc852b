"""Data sets as one shape: dated talks of turns, and questions with the turns that answer them.

LoCoMo: two people talk over many sessions. LongMemEval: every question has sessions of its own. BEAM: long chats with
an assistant, with questions of ten abilities. Beside these public ones, our own chats (`training/embedding/data`) by
writers on whose work the encoder was not trained. What has no evidence cannot be found, and is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any, Final

from training.embedding.chats import ASSISTANT, load_chats

from atlas.errors import BadInput
from atlas.model.interaction import Role
from benchmarks.repository import ROOT

PUBLIC: Final = {"locomo": "LoCoMo", "longmemeval": "LongMemEval", "beam": "BEAM"}
OWN: Final = {"chats": "Own chats", "blind_chats": "Own chats, blind"}
SETS: Final = {**PUBLIC, **OWN}
"""What the data sets are called, by the name that `--sets` knows them under."""

_OWN_FOLDERS: Final = {"chats": "tune", "blind_chats": "blind"}

ADVERSARIAL: Final = "adversarial"
"""LoCoMo's questions about what was never said: shown on their own, in no average."""

_LOCOMO_CATEGORIES: Final = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: ADVERSARIAL}
_LOCOMO_DATE: Final = "%I:%M %p on %d %B, %Y"
_LOCOMO_TURN: Final = re.compile(r"D\d+:\d+")
_WEEKDAY: Final = re.compile(r"\s*\(\w+\)")
_LONGMEMEVAL_DATE: Final = "%Y/%m/%d %H:%M"
_BEAM_DATE: Final = "%B-%d-%Y"
_BEAM_TAIL: Final = re.compile(r"\s*->->.*\Z", re.DOTALL)
_UNDATED: Final = datetime(2024, 1, 1, tzinfo=UTC)

_PACE: Final = timedelta(seconds=20)
"""The data dates sessions, not turns; so far apart they keep their order."""
_LATER: Final = timedelta(hours=12)
"""When a question without a date of its own is asked, after the last turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    id: str
    """Unique in its talk."""
    session: str
    role: Role
    text: str
    at: datetime
    speaker: str | None = None
    """A name, where people are told apart by names."""


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    category: str
    evidence: frozenset[str]
    at: datetime


@dataclass(frozen=True, slots=True)
class Talk:
    """What goes into one store, and what is asked of it."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


def load(name: str, folder: Path) -> list[Talk]:
    """One data set of a folder; those of its talks of which something can be asked."""
    files = found(name, folder)
    if not files:
        raise BadInput(f"There is no {SETS[name]} under {folder}: {_LOOKS_LIKE[name]}.")
    return [talk for file in files for talk in _READERS[name](file) if talk.questions]


def present(folder: Path) -> list[str]:
    """The public data sets that a folder has."""
    return [name for name in PUBLIC if found(name, folder)]


def found(name: str, folder: Path) -> list[Path]:
    """A data set's files: told by their names, or by the name of the folder they lie in; our own wherever we are."""
    if name in OWN:
        return sorted((ROOT / "training/embedding/data" / _OWN_FOLDERS[name]).rglob("*.txt"))
    if folder.is_file():
        return [folder] if _called(name, folder) or _called(name, folder.parent) else []
    if name == "beam":
        return sorted((file for file in folder.rglob("chat.json") if _probing(file)), key=_by_number)
    named = [file for file in folder.rglob("*.json") if _called(name, file) or _called(name, file.parent)]
    return sorted(file for file in named if not file.name.startswith("."))


_LOOKS_LIKE: Final = {
    "locomo": "locomo*.json, or any .json in a folder locomo",
    "longmemeval": "longmemeval*.json, or any .json in a folder longmemeval",
    "beam": "folders with chat.json and probing_questions.json",
    "chats": "training/embedding/data/tune of the repository",
    "blind_chats": "training/embedding/data/blind of the repository",
}


def _called(name: str, path: Path) -> bool:
    return path.name.lower().startswith(name)


def _by_number(file: Path) -> list[tuple[int, str]]:
    """Chat 2 before chat 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in file.parts]


def items(file: Path) -> list[dict[str, Any]]:
    """What a JSON file lists; a file with one thing lists that."""
    value = _json(file)
    return value if isinstance(value, list) else [value]


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise BadInput(f"{file} is not JSON: {problem}.") from problem


def _talks(file: Path, read: Callable[[dict[str, Any], str], Talk]) -> Iterator[Talk]:
    for place, item in enumerate(items(file)):
        try:
            yield read(item, f"{file.stem} {place + 1}")
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            raise BadInput(f"{file} is not in the format of its data set ({problem!r} in item {place + 1}).") from None


def _asked(
    text: str, category: str, evidence: Iterable[str], turns: Iterable[Turn], at: datetime
) -> Iterator[Question]:
    """A question, if any of its evidence is there."""
    wanted = frozenset(evidence) & {turn.id for turn in turns}
    if wanted:
        yield Question(text, category, wanted, at)


# --- LoCoMo


def _locomo(file: Path) -> Iterator[Talk]:
    return _talks(file, _locomo_talk)


def _locomo_talk(item: dict[str, Any], name: str) -> Talk:
    conversation = item["conversation"]
    turns = [turn for number in locomo_sessions(conversation) for turn in _locomo_turns(conversation, number)]
    at = turns[-1].at + _LATER
    questions = [
        question
        for each in item["qa"]
        for question in _asked(
            str(each["question"]), _LOCOMO_CATEGORIES[each["category"]], _turn_ids(each["evidence"]), turns, at
        )
    ]
    return Talk(str(item.get("sample_id", name)), tuple(turns), tuple(questions))


def locomo_sessions(conversation: Mapping[str, Any]) -> list[int]:
    return sorted(int(key.removeprefix("session_")) for key in conversation if re.fullmatch(r"session_\d+", key))


def locomo_date(conversation: Mapping[str, Any], session: int) -> datetime:
    return datetime.strptime(conversation[f"session_{session}_date_time"], _LOCOMO_DATE).replace(tzinfo=UTC)


def _locomo_turns(conversation: Mapping[str, Any], session: int) -> Iterator[Turn]:
    begun = locomo_date(conversation, session)
    for place, turn in enumerate(conversation[f"session_{session}"]):
        at = begun + place * _PACE
        yield Turn(turn["dia_id"], f"session {session}", Role.USER, _with_photo(turn), at, turn["speaker"])


def _with_photo(turn: Mapping[str, Any]) -> str:
    """What a shared picture shows is part of what was shared."""
    caption = turn.get("blip_caption")
    return f"{turn['text']} [shares a photo of {caption}]".strip() if caption else str(turn["text"])


def _turn_ids(evidence: Iterable[str]) -> list[str]:
    """Several may stand in one string: "D8:6; D9:17"."""
    return [id for entry in evidence for id in _LOCOMO_TURN.findall(entry)]


# --- LongMemEval


def _longmemeval(file: Path) -> Iterator[Talk]:
    return _talks(file, _longmemeval_talk)


def _longmemeval_talk(item: dict[str, Any], name: str) -> Talk:
    """The sessions in the order of their dates; the data does not keep it."""
    begun = [_longmemeval_date(date) for date in item["haystack_dates"]]
    turns: list[Turn] = []
    evidence: list[str] = []
    for number in sorted(range(len(begun)), key=begun.__getitem__):
        for place, turn in enumerate(item["haystack_sessions"][number]):
            id = f"{number + 1}:{place + 1}"
            turns.append(_chat_turn(id, f"session {number + 1}", turn, begun[number] + place * _PACE))
            evidence += [id] if turn.get("has_answer") else []
    asked = _asked(item["question"], item["question_type"], evidence, turns, _longmemeval_date(item["question_date"]))
    return Talk(str(item.get("question_id", name)), tuple(turns), tuple(asked))


def _longmemeval_date(text: str) -> datetime:
    """ "2023/06/28 (Wed) 20:06"."""
    return datetime.strptime(_WEEKDAY.sub("", text), _LONGMEMEVAL_DATE).replace(tzinfo=UTC)


def _chat_turn(id: str, session: str, turn: Mapping[str, Any], at: datetime) -> Turn:
    return Turn(id, session, Role(turn["role"]), str(turn["content"]), at)


# --- BEAM


def _beam(file: Path) -> Iterator[Talk]:
    probing = _probing(file)
    if probing is None:
        return
    try:
        turns = tuple(_beam_turns(items(file)))
        yield Talk(f"chat {file.parent.name}", turns, tuple(_beam_questions(_json(probing), turns)))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
        raise BadInput(f"{file} is not in the format of its data set ({problem!r}).") from None


def _probing(chat: Path) -> Path | None:
    """The questions lie beside the chat, or in a folder beside it."""
    name = "probing_questions.json"
    places = (chat.parent / name, chat.parent / "probing_questions" / name)
    return next((place for place in places if place.is_file()), None)


def _beam_turns(batches: Iterable[Mapping[str, Any]]) -> Iterator[Turn]:
    """A date holds until the next one; only where it changes is it written down."""
    day = _UNDATED
    for batch in batches:
        day = _beam_date(batch.get("time_anchor")) or day
        turns = [turn for exchange in batch["turns"] for turn in exchange]
        for place, turn in enumerate(turns):
            day = _beam_date(turn.get("time_anchor")) or day
            clean = {**turn, "content": _BEAM_TAIL.sub("", turn["content"])} if turn["role"] == Role.USER else turn
            yield _chat_turn(str(turn["id"]), f"batch {batch['batch_number']}", clean, day + place * _PACE)


def _beam_date(text: str | None) -> datetime | None:
    """ "March-15-2024"; anything else is no date."""
    try:
        return datetime.strptime(text or "", _BEAM_DATE).replace(tzinfo=UTC)
    except ValueError:
        return None


def _beam_questions(probing: Mapping[str, Any], turns: tuple[Turn, ...]) -> Iterator[Question]:
    """Abstention asks for what is not there: it has no evidence, and drops out."""
    for ability, questions in probing.items():
        for each in questions:
            evidence = map(str, _numbers(each.get("source_chat_ids")))
            yield from _asked(str(each["question"]), ability, evidence, turns, turns[-1].at + _LATER)


def _numbers(value: object) -> Iterator[int]:
    """Ids in a list, under names, nested, or in a text."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, str):
        yield from map(int, re.findall(r"\d+", value))
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _numbers(part)


# --- our own chats


def read_own_chat(file: Path) -> Iterator[Talk]:
    (chat,) = load_chats(file)
    named = ASSISTANT not in chat.speakers
    turns: list[Turn] = []
    for place, line in enumerate(chat.lines):
        began = line.at.replace(tzinfo=UTC)
        at = turns[-1].at + _PACE if turns and turns[-1].session == str(began) else began
        role = Role.ASSISTANT if line.speaker == ASSISTANT else Role.USER
        turns.append(Turn(str(place), str(began), role, line.text, at, line.speaker if named else None))
    asked_at = turns[-1].at + _LATER
    questions = (_asked(each.text, each.kind, map(str, each.evidence), turns, asked_at) for each in chat.questions)
    yield Talk(chat.name, tuple(turns), tuple(chain.from_iterable(questions)))


_READERS: Final[Mapping[str, Callable[[Path], Iterator[Talk]]]] = {
    "locomo": _locomo,
    "longmemeval": _longmemeval,
    "beam": _beam,
    "chats": read_own_chat,
    "blind_chats": read_own_chat,
}
