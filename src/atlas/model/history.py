"""What somebody brings from elsewhere (X7): conversations that were held, and what other memories noted down.

Nothing here is remembered yet. Origins are set by the code that reads a file, never by what the file claims (X1): what
was said elsewhere by a person or an assistant is `import`, by a tool `tool`, and what stands in a file is `file`. An
operator who vouches for a history raises `import`, and only that, where it comes in; never what another memory noted,
since a model wrote it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeAlias

from atlas.model.interaction import Role
from atlas.model.origin import Origin


class Format(StrEnum):
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    MEM0 = "mem0"
    TURNS = "turns"
    MARKDOWN = "markdown"

    @property
    def described(self) -> str:
        """As a person would say it, in a list of what can be read."""
        return _DESCRIBED[self]


_DESCRIBED = {
    Format.CHATGPT: "a ChatGPT export (ZIP, folder or conversations.json)",
    Format.CLAUDE: "a Claude export (ZIP, folder or conversations.json)",
    Format.CLAUDE_CODE: "Claude Code transcripts (a folder of JSONL or one file)",
    Format.CODEX: "Codex transcripts (a folder of JSONL or one file)",
    Format.MEM0: "a mem0 export (JSON or JSONL)",
    Format.TURNS: "plain turns (JSONL with role and text)",
    Format.MARKDOWN: "a memory file (MEMORY.md, CLAUDE.md, AGENTS.md)",
}


@dataclass(frozen=True, slots=True)
class Turn:
    id: str
    """The source's own, or told from its place: the same in every reading, so that a second import adds nothing.
    Only within its conversation: a conversation that was branched off can repeat the ids of the first."""
    role: Role
    origin: Origin
    text: str
    at: datetime | None = None
    """In UTC; None where the source does not say, or says what cannot be."""
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation in its order; a long one comes in several pieces that share its id."""

    id: str
    title: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """What another memory holds: a row of a dump, a line of a memory file."""

    id: str
    text: str
    origin: Origin
    at: datetime | None = None
    who: str | None = None
    """Whom it was noted for, by the source's own name."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """What could not be read; the rest goes on."""

    where: str
    why: str
    """One sentence."""
    ends: bool = False
    """Whether the file breaks off here."""


Item: TypeAlias = Conversation | Noted | Skipped
Heard: TypeAlias = Callable[[int], None]
"""Is told how many more bytes were read."""

NOTES: Final = "notes"
"""The conversation, after its format, in which stands what nobody said to anybody: what other memories noted."""


def is_of_notes(conversation: str) -> bool:
    return conversation.startswith(tuple(f"{kind}:{NOTES}" for kind in (Format.MEM0, Format.MARKDOWN)))
