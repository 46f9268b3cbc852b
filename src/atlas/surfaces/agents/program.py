"""How an agent calls ATLAS: the words of a command, and of a shell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from atlas.surfaces.agents import AGENTS
from atlas.surfaces.agents.files import read_skill

TIMEOUT_S: Final = 5
"""The hook ends within two."""
_SKILLS: Final = ("remember", "forget", "what-do-you-know")
_OTHERWISE: Final = " || exit 0"
"""Where there is no atlas, that is no trouble; sh and cmd.exe both understand it."""
_FOLDERS: Final = re.compile(r"[/\\]")
_NAMES: Final = ("atlas", "atlas.exe")
_OPTIONS: Final = ("--home", "--space")


@dataclass(frozen=True, slots=True)
class Place:
    """Whose agent is set up: a person's, or that of everybody who works on a project."""

    home: Path
    project: Path | None = None
    own: Path | None = None
    """The agent's own folder, where its variable names another than the usual one in the home."""


@dataclass(frozen=True, slots=True)
class Program:
    command: str
    """A path, or a name that a shell finds."""
    options: tuple[str, ...] = ()
    """Which home and which space, where it is not the usual one."""
    elsewhere: bool = False
    """Whether it may be called where there is no such program: on the machines of other people."""

    @property
    def server_args(self) -> list[str]:
        return ["mcp", *self.options]

    def hook_command(self, agent: str) -> str:
        return shlex.join([self.command, "hook", agent, *self.options]) + (_OTHERWISE if self.elsewhere else "")


def is_hook_command(command: str) -> bool:
    """Whether a command is a hook of ours, for any program and agent; there are other programs of this name."""
    try:
        words = shlex.split(command.removesuffix(_OTHERWISE))
    except ValueError:
        return False
    match words:
        case [program, "hook", agent, *rest]:
            return _is_atlas(program) and agent in AGENTS and _are_options(rest)
        case _:
            return False


def is_server_command(command: str, args: Sequence[object]) -> bool:
    """Whether a command is what a server of ours is started with."""
    return _is_atlas(command) and args[:1] == ["mcp"] and _are_options(args[1:])


def read_skills(sign: str) -> Iterator[tuple[str, str]]:
    """Names and texts of the skills; the sign is what an agent's user writes before the name of one."""
    return ((name, read_skill(name).replace(f"/{name}", f"{sign}{name}")) for name in _SKILLS)


def _is_atlas(program: str) -> bool:
    return _FOLDERS.split(program)[-1] in _NAMES


def _are_options(words: Sequence[object]) -> bool:
    return len(words) % 2 == 0 and all(word in _OPTIONS for word in words[::2])
