"""Long chats with questions: read, checked, counted. `python -m training.embedding.chats FILE …`.

The guide says what a file holds. A fault is a line that it does not allow, or a question whose lines are not there.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

ASSISTANT: Final = "Assistant"
"""The name of a speaker who is none of the people."""
KINDS: Final = frozenset({"fact", "time", "category", "set", "join", "change", "inference", "none"})
_LINE: Final = re.compile(r"(\d+) ([^:]{1,40}): (\S.*)")
_QUESTION: Final = re.compile(r"(\w+): (\S.*?) => (-|\d+(?: \d+)*) = (\S.*)")
_FEWEST_LINES: Final = 250
_FEWEST_QUESTIONS: Final = 60


@dataclass(frozen=True, slots=True)
class Line:
    """What one of the two said, and when the session began."""

    speaker: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    """Asked later; `evidence` are places in the chat's lines, from nought."""

    kind: str
    text: str
    evidence: tuple[int, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Chat:
    """One file."""

    name: str
    speakers: tuple[str, str]
    lines: tuple[Line, ...]
    questions: tuple[Question, ...]


class Fault(ValueError):
    """A line of a file that the guide does not allow."""


def parse_chat(text: str, name: str = "chat") -> Chat:
    """The chat that a file holds.

    Raises:
        Fault: a line is not as the guide has it.
    """
    head, _, tail = text.partition("\n# questions\n")
    rows = [row.rstrip() for row in head.splitlines() if row.strip()]
    if not rows or " and " not in rows[0] or not rows[0].startswith("# "):
        raise Fault(f"{name}: the first line names the two who talk: # Ingrid and Paolo")
    one, other = rows[0][2:].split(" and ", 1)
    lines = tuple(_parse_lines(rows[1:], (one, other), name))
    asked = tuple(_parse_question(row, len(lines), name) for row in tail.splitlines() if row.strip())
    return Chat(name, (one, other), lines, asked)


def _parse_lines(rows: Sequence[str], speakers: tuple[str, str], name: str) -> Iterator[Line]:
    at: datetime | None = None
    number = 0
    for row in rows:
        if row.startswith("## "):
            at = _parse_session(row[3:], at, name)
            continue
        found = _LINE.fullmatch(row)
        number += 1
        if found is None or at is None or int(found[1]) != number:
            raise Fault(f"{name}: line {number} of the talk is not `{number} NAME: text` in a session: {row[:60]}")
        if found[2] not in speakers:
            raise Fault(f"{name}: line {number} is spoken by {found[2]}, who is not in the chat")
        yield Line(found[2], found[3], at)


def _parse_session(text: str, before: datetime | None, name: str) -> datetime:
    try:
        at = datetime.strptime(text, "%Y-%m-%d %H:%M")  # noqa: DTZ007 - a chat has the clock of its people
    except ValueError as error:
        raise Fault(f"{name}: a session opens with ## YYYY-MM-DD HH:MM, not {text}") from error
    if before is not None and at <= before:
        raise Fault(f"{name}: the session of {text} is not after the one before")
    return at


def _parse_question(row: str, lines: int, name: str) -> Question:
    found = _QUESTION.fullmatch(row.strip())
    if found is None or found[1] not in KINDS:
        raise Fault(f"{name}: a question is `KIND: question => LINES = answer`, not {row[:80]}")
    evidence = () if found[3] == "-" else tuple(int(number) - 1 for number in found[3].split())
    if any(place not in range(lines) for place in evidence) or len(set(evidence)) != len(evidence):
        raise Fault(f"{name}: a line of the evidence is not there, or named twice: {row[:80]}")
    if (found[1] == "none") != (not evidence):
        raise Fault(f"{name}: only a question of kind none has no evidence: {row[:80]}")
    if found[1] == "set" and len(evidence) < 2:
        raise Fault(f"{name}: a set has its members in two lines or more: {row[:80]}")
    return Question(found[1], found[2], evidence, found[4])


def load_chats(*paths: Path) -> tuple[Chat, ...]:
    """Every chat of these files and folders, by path; its name is its writer's folder and its own."""
    files = sorted(file for path in paths for file in ([path] if path.is_file() else path.rglob("*.txt")))
    return tuple(parse_chat(file.read_text("utf-8"), f"{file.parent.name}/{file.stem}") for file in files)


def find_shortfalls(chat: Chat) -> Iterator[str]:
    """Where a chat has less than the guide asks for."""
    if len(chat.lines) < _FEWEST_LINES:
        yield f"{chat.name}: {len(chat.lines)} lines, fewer than {_FEWEST_LINES}"
    if len(chat.questions) < _FEWEST_QUESTIONS:
        yield f"{chat.name}: {len(chat.questions)} questions, fewer than {_FEWEST_QUESTIONS}"
    for kind in sorted(KINDS - {question.kind for question in chat.questions}):
        yield f"{chat.name}: no question of kind {kind}"
    texts = Counter(question.text for question in chat.questions)
    yield from (f"{chat.name}: asked twice: {text}" for text, times in texts.items() if times > 1)


def _print_counts(chats: Sequence[Chat]) -> None:
    kinds = Counter(question.kind for chat in chats for question in chat.questions)
    lines = sum(len(chat.lines) for chat in chats)
    words = sum(len(line.text.split()) for chat in chats for line in chat.lines)
    sessions = sum(len({line.at for line in chat.lines}) for chat in chats)
    by_kind = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    sys.stdout.write(
        f"{len(chats)} chats, {sessions} sessions, {lines} lines of {words / max(lines, 1):.1f} words\n"
        f"{kinds.total()} questions: {by_kind}\n"
    )


def main(arguments: Sequence[str]) -> int:
    try:
        chats = load_chats(*map(Path, arguments))
    except (Fault, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    short = [fault for chat in chats for fault in find_shortfalls(chat)]
    for fault in short:
        sys.stderr.write(f"{fault}\n")
    _print_counts(chats)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
