"""How an agent calls ATLAS: the words of a command, and of a shell."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from atlas.surfaces.agents.files import skill

TIMEOUT_S: Final = 5
"""The hook ends within two."""
_SKILLS: Final = ("remember", "forget", "what-do-you-know")


@dataclass(frozen=True, slots=True)
class Program:
    command: str
    """A path, or a name that a shell finds."""
    options: tuple[str, ...] = ()
    """Which home and which space, where it is not the usual one."""

    @property
    def serving(self) -> list[str]:
        return ["mcp", *self.options]

    def hooking(self, agent: str) -> str:
        return shlex.join([self.command, "hook", agent, *self.options])


def skills() -> Iterator[tuple[str, str]]:
    return ((name, skill(name)) for name in _SKILLS)
