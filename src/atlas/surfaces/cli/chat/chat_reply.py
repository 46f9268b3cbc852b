"""A reply of the chat to one line, and as much of a chat as its slash commands need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType

    from atlas.model.ids import ServingId
    from atlas.surfaces.library import Atlas


@dataclass
class ChatReply:
    """What ATLAS says to one line of a chat."""

    lines: list[str]
    memories: list[str] = field(default_factory=list)
    """What it stands on."""
    serving: ServingId | None = None
    source: str = "memory"
    troubles: list[str] = field(default_factory=list)
    rich: list[RenderableType] = field(default_factory=list)
    """How it looks at a terminal, where that is more than its lines."""
    heard: bool = False
    """Whether it was shown while it came."""

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def drawn(self) -> Sequence[RenderableType]:
        return self.rich or ([] if self.heard else self.lines)

    def plain(self) -> dict[str, Any]:
        return {"text": self.text, "from": self.source, "memories": self.memories, "serving": self.serving}


class ChatSession(Protocol):
    """A chat as its slash commands see it."""

    atlas: Atlas
    zone: tzinfo
    over: bool
    last: ChatReply
