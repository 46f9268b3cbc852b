"""What setting an agent up, or taking that back, would change: texts before and after. Nothing here is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Final

from atlas.errors import BadInput
from atlas.surfaces.agents import claude_code, codex, files
from atlas.surfaces.agents.pieces import Page, Piece
from atlas.surfaces.agents.program import Program

AGENTS: Final[Mapping[str, Callable[[Program, Path, Path | None], Sequence[Piece]]]] = {
    "claude-code": claude_code.pieces,
    "codex": codex.pieces,
}


@dataclass(frozen=True, slots=True)
class Change:
    path: Path
    before: str | None
    """None where there is no file."""
    after: str | None


@dataclass(frozen=True, slots=True)
class Plan:
    changes: tuple[Change, ...]
    """Only of files that would be others afterwards."""
    left: tuple[Path, ...] = ()
    """Files of somebody else's that stand where ours would."""


def planned(agent: str, program: Program, home: Path, project: Path | None = None, *, remove: bool = False) -> Plan:
    """Every file is read and every change made up before anything is written: a broken one refuses all of it."""
    if agent not in AGENTS:
        raise BadInput(f"There is no agent {agent!r}; there are {', '.join(AGENTS)}.")
    changes, left = [], []
    for piece in AGENTS[agent](program, home, project):
        before = files.read(piece.path)
        after = piece.removed(before) if remove else piece.added(before)
        if after != before:
            changes.append(Change(piece.path, before, after))
        elif isinstance(piece, Page) and not remove and before != piece.text:
            left.append(piece.path)
    return Plan(tuple(changes), tuple(left))


def apply(plan: Plan) -> None:
    for change in plan.changes:
        files.write(change.path, change.after)


def shown(change: Change) -> Iterator[str]:
    """As a diff, line by line."""
    old, new = _lines(change.before), _lines(change.after)
    return unified_diff(old, new, _name(change, change.before), _name(change, change.after), lineterm="")


def _lines(text: str | None) -> list[str]:
    return text.splitlines() if text is not None else []


def _name(change: Change, text: str | None) -> str:
    return str(change.path) if text is not None else "/dev/null"
