"""Claude Code's transcripts: one JSONL file for each session, in a folder for each project.

Described in public from many real files. A line of type `user` or `assistant` is

    {type, uuid, parentUuid, sessionId, timestamp, cwd, isSidechain, isMeta, message: {role, content: text or blocks}}

Left out: sidechains (another agent's work; their files are `agent-*.jsonl`), thoughts, calls of tools, and what the
program wrote itself in the person's name: meta lines, summaries of what was compacted, reminders, commands and their
output. That is more than tidiness: when somebody vouches for a transcript, those words must not count as theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from atlas.adapters.history.fields import ROLES, digest, moment, name, record, spoken, word
from atlas.adapters.history.pieces import gathered
from atlas.adapters.history.rows import Row
from atlas.model.history import Conversation, Item, Skipped, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin

_SPOKEN: Final = ("user", "assistant")
_BY_THE_PROGRAM: Final = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
_REMINDER: Final = re.compile(r"<system-reminder>.*?(?:</system-reminder>|\Z)", re.DOTALL)
_NOT_TYPED: Final = re.compile(
    r"\s*(?:<(?:command-(?:name|message|args|contents)|local-command-\w+|bash-\w+|task-notification|user-memory-input)>"
    r"|\[Request interrupted by user)"
)
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Line:
    conversation: str
    title: str
    id: str
    parent: str | None
    at: datetime | None
    turns: tuple[Turn, ...]

    @property
    def length(self) -> int:
        return sum(len(turn.text) for turn in self.turns)


def conversations(rows: Iterable[Row | Skipped], file: str) -> Iterator[Item]:
    for piece in gathered(_lines(rows, file)):
        if isinstance(piece, Skipped):
            yield piece
        elif turns := tuple(turn for line in _ordered(piece) for turn in line.turns):
            yield Conversation(piece[0].conversation, piece[0].title, turns)


def _lines(rows: Iterable[Row | Skipped], file: str) -> Iterator[_Line | Skipped]:
    for row in rows:
        if isinstance(row, Skipped):
            yield row
        elif not row.value.get("isSidechain") and (line := _line(row.value, file)):
            yield line


def _line(row: Mapping[str, object], file: str) -> _Line | None:
    """A line without words is kept for its place: others name it as the one before them."""
    id = name(row, "uuid")
    turns = tuple(_turns(row)) if row.get("type") in _SPOKEN else ()
    if not id and not turns:
        return None
    title = re.split(r"[/\\]", (word(row, "cwd") or "").rstrip("/\\"))[-1]
    parent = name(row, "parentUuid", "logicalParentUuid")
    return _Line(name(row, "sessionId") or file, title, id or "", parent, moment(row, "timestamp"), turns)


def _turns(row: Mapping[str, object]) -> Iterator[Turn]:
    message = record(row.get("message"))
    role = ROLES.get(word(message, "role") or "")
    if role is None or any(row.get(mark) for mark in _BY_THE_PROGRAM) or _sent_by_program(row):
        return
    at = moment(row, "timestamp")
    for number, (is_tool, text) in enumerate(_said(message)):
        id = name(row, "uuid") or digest(role.value, word(row, "timestamp"), text)
        kind = (Role.TOOL, Origin.TOOL) if is_tool else (role, Origin.IMPORT)
        yield Turn(f"{id}#{number}" if number else id, *kind, text, at)


def _sent_by_program(row: Mapping[str, object]) -> bool:
    """Newer versions say who sent a line: a person, a task that ended, another agent."""
    return (word(record(row.get("origin")), "kind") or "human") != "human"


def _said(message: Mapping[str, object]) -> Iterator[tuple[bool, str]]:
    for is_tool, whole in spoken(message.get("content")):
        text = _REMINDER.sub("", whole)
        if text.strip() and (is_tool or not _NOT_TYPED.match(text)):
            yield is_tool, text


def _ordered(piece: list[_Line]) -> Iterator[_Line]:
    """By time, and never before the line that it follows. A hostile file may lead in a circle."""
    by_id = {line.id: line for line in piece if line.id}
    done: set[int] = set()
    for line in _by_time(piece):
        chain: list[_Line] = []
        here: _Line | None = line
        while here is not None and id(here) not in done:
            done.add(id(here))
            chain.append(here)
            here = by_id.get(here.parent or "")
        yield from reversed(chain)


def _by_time(piece: list[_Line]) -> list[_Line]:
    """A line without a time stands with the one above it."""
    timed, last = [], _LONG_AGO
    for number, line in enumerate(piece):
        last = line.at or last
        timed.append((last, number, line))
    return [line for _, _, line in sorted(timed, key=lambda each: each[:2])]
