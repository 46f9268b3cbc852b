"""Claude Code's transcripts: one JSONL file for each session, in a folder for each project.

Described in public from many real files. A line of type `user` or `assistant` is

    {type, uuid, parentUuid, sessionId, timestamp, cwd, isSidechain, isMeta, message: {role, content: text or blocks}}

What a person types while the program works, and what it takes up in the midst of that, has a line of its own:

    {type: "attachment", attachment: {type: "queued_command", commandMode: "prompt", prompt: text or blocks}, ...}

Left out: sidechains (another agent's work; their files are `agent-*.jsonl`), thoughts, calls of tools, and what the
program wrote itself in the person's name: meta lines, summaries of what was compacted, and whatever `typed.py` tells
from a person's words. That is more than tidiness: when somebody vouches for a transcript, those words must not count as
theirs. Nor must what another program handed in, in a session that it started: that has the origin `file`. A reply
that was written with what no line says (a search by the provider, a picture) has its origin (`outside.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from atlas.adapters.history.conversation_parts import gather_conversations
from atlas.adapters.history.fields import ROLES, name, read_moment, record, spoken, word
from atlas.adapters.history.naming import Names
from atlas.adapters.history.outside_reads import OutsideReads, read_unseen
from atlas.adapters.history.rows import Row
from atlas.adapters.history.typed_text import doubt_typed, in_claude_code, is_plan, without_asides
from atlas.model.history import Conversation, Item, Skipped, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin

_SPOKEN: Final = ("user", "assistant")
_BY_THE_PROGRAM: Final = (
    "isMeta",
    "isCompactSummary",
    "isVisibleInTranscriptOnly",
    "isApiErrorMessage",
    "queueSkipAttachments",
    "turnCompanion",
    "planContent",
)
_BY_A_PERSON: Final = (None, "typed", "queued")
"""What newer versions say of where a prompt is from; others are `sdk`, or a suggestion that a model wrote."""
_ATTACHED: Final = re.compile(
    r"file|directory|resource|memory|selected|opened|ide|url|image|mcp|diagnostic", re.IGNORECASE
)
_Said = tuple[Role, Origin, str]
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Line:
    conversation: str
    title: str
    id: str
    parent: str | None
    at: datetime | None
    turns: tuple[Turn, ...]
    is_queued: bool

    @property
    def length(self) -> int:
        return sum(len(turn.text) for turn in self.turns)

    @property
    def asks(self) -> bool:
        return any(turn.role is Role.USER for turn in self.turns)


def read_conversations(rows: Iterable[Row | Skipped], file: str) -> Iterator[Item]:
    for piece in gather_conversations(_read_lines(rows, file)):
        if isinstance(piece, Skipped):
            yield piece
        elif turns := tuple(turn for line in _order_lines(_drop_repeats(piece)) for turn in line.turns):
            yield Conversation(piece[0].conversation, piece[0].title, turns)


def _read_lines(rows: Iterable[Row | Skipped], file: str) -> Iterator[_Line | Skipped]:
    names, reads = Names(), OutsideReads()
    for row in rows:
        if isinstance(row, Skipped):
            yield row
        elif not row.value.get("isSidechain") and (line := _read_line(row.value, file, names, reads)):
            yield line


def _read_line(row: Mapping[str, object], file: str, names: Names, reads: OutsideReads) -> _Line | None:
    """A line without words is kept for its place: others name it as the one before them."""
    id = name(row, "uuid")
    session = name(row, "sessionId") or file
    turns = tuple(_list_turns(row, session, names, reads))
    if not id and not turns:
        return None
    title = re.split(r"[/\\]", (word(row, "cwd") or "").rstrip("/\\"))[-1]
    parent = name(row, "parentUuid", "logicalParentUuid")
    return _Line(
        session, title, id or "", parent, read_moment(row, "timestamp"), turns, row.get("type") == "attachment"
    )


def _list_turns(row: Mapping[str, object], session: str, names: Names, reads: OutsideReads) -> Iterator[Turn]:
    message, told = _read_message(row), (row, record(row.get("attachment")))
    reads.note(session, _find_attached_origin(row))
    role = ROLES.get(word(message, "role") or "")
    if role is None or any(_sent_by_program(each) for each in told):
        return
    own, at = name(row, "uuid"), read_moment(row, "timestamp")
    said = list(
        _join_turns(_read_spoken(role, message.get("content"), is_doubted=any(_handed_in(each) for each in told)))
    )
    reads.note(session, read_unseen(message.get("content"), said))
    for number, (speaker, whose, text) in enumerate(said):
        origin = reads.origin_of_reply(session, speaker, whose)
        id = (f"{own}#{number}" if number else own) if own else names.name(session, speaker, at, text)
        yield Turn(id, speaker, origin, text, at)


def _find_attached_origin(row: Mapping[str, object]) -> Origin | None:
    """A file, a page or what is open in the editor, which the program put before the model with the prompt."""
    kind = word(record(row.get("attachment")), "type") if row.get("type") == "attachment" else None
    return Origin.FILE if kind and _ATTACHED.search(kind) else None


def _read_message(row: Mapping[str, object]) -> Mapping[str, object]:
    queued = record(row.get("attachment")) if row.get("type") == "attachment" else {}
    if queued.get("type") == "queued_command" and queued.get("commandMode") == "prompt":
        return {"role": "user", "content": queued.get("prompt")}
    return record(row.get("message")) if row.get("type") in _SPOKEN else {}


def _sent_by_program(row: Mapping[str, object]) -> bool:
    """Newer versions say who sent a line: a person, a task that ended, another agent."""
    kind = word(record(row.get("origin")), "kind") or "human"
    by_program = kind != "human" or row.get("promptSource") == "system"
    return by_program or any(row.get(mark) for mark in _BY_THE_PROGRAM)


def _handed_in(row: Mapping[str, object]) -> bool:
    """Another program started the session, or wrote the prompt: whose words those are, nobody can tell."""
    by_program = (word(row, "entrypoint") or "").startswith(("sdk", "mcp", "claude-code-github-action"))
    return by_program or row.get("turnOrigin") == "sdk" or row.get("promptSource") not in _BY_A_PERSON


def _read_spoken(role: Role, content: object, *, is_doubted: bool) -> Iterator[_Said]:
    """Block by block: a person's words stand in one of their own, what the program adds in others.

    What stands beside the output of a tool or a model's plan may be either's.
    """
    blocks = content if isinstance(content, list) else [content]
    texts = [said for block in blocks for said in spoken([block])]
    beside = any(record(block).get("type") == "tool_result" for block in blocks) or any(
        is_plan(text) for _, text in texts
    )
    for is_tool, text in texts:
        if is_tool:
            yield Role.TOOL, Origin.TOOL, without_asides(text)
        elif role is not Role.USER:
            yield role, Origin.IMPORT, text
        else:
            typed = in_claude_code(text)
            yield from (
                (role, each.origin, each.text) for each in (doubt_typed(typed) if beside or is_doubted else typed)
            )


def _join_turns(said: Iterable[_Said]) -> Iterator[_Said]:
    """Blocks of one speaker that follow each other are one turn; each output of a tool is its own."""
    whole = [each for each in said if each[2].strip()]
    for (speaker, origin), run in groupby(whole, key=lambda each: each[:2]):
        texts = [text for _, _, text in run]
        for text in texts if speaker is Role.TOOL else ["\n".join(texts)]:
            yield speaker, origin, text


def _drop_repeats(piece: list[_Line]) -> list[_Line]:
    """What was taken up in the midst of work comes no second time, should a line of the usual form say it again.

    The first stays, so that nothing that was read is another when the file has grown.
    """
    queued: set[tuple[str, ...]] = set()
    lines = []
    for line in piece:
        words = tuple(turn.text.strip() for turn in line.turns)
        is_again = not line.is_queued and line.asks and words in queued
        if line.is_queued:
            queued.add(words)
        elif is_again:
            queued.discard(words)
        lines.append(replace(line, turns=()) if is_again else line)
    return lines


def _order_lines(piece: list[_Line]) -> Iterator[_Line]:
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
