"""What setting an agent up, or taking that back, would change: texts before and after. Nothing here is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Final

from atlas.errors import BadInput
from atlas.surfaces.agents import CLAUDE_CODE, CODEX, claude_code, codex, files
from atlas.surfaces.agents.files import Change
from atlas.surfaces.agents.pieces import Page, Piece
from atlas.surfaces.agents.program import Place, Program

PIECES: Final[Mapping[str, Callable[[Program, Place], Sequence[Piece]]]] = {
    CLAUDE_CODE: claude_code.pieces,
    CODEX: codex.pieces,
}
VARIABLES: Final[Mapping[str, str]] = {CLAUDE_CODE: claude_code.VARIABLE, CODEX: codex.VARIABLE}
"""By which an agent is told of another folder of its own than the usual one."""


@dataclass(frozen=True, slots=True)
class Plan:
    changes: tuple[Change, ...]
    """Only of files that would be others afterwards."""
    left: tuple[Path, ...] = ()
    """Files of somebody else's that stand where ours would."""
    folders: tuple[Path, ...] = ()
    """Where all of them stand, or would."""


def planned(agent: str, program: Program, place: Place, *, remove: bool = False) -> Plan:
    """Every file is read and every change made up before anything is written: a broken one refuses all of it."""
    if agent not in PIECES:
        raise BadInput(f"There is no agent {agent!r}; there are {', '.join(PIECES)}.")
    changes, left, pieces = [], [], PIECES[agent](program, place)
    for piece in pieces:
        before = files.read(piece.path)
        after = piece.removed(before) if remove else piece.added(before)
        if after != before:
            changes.append(Change(piece.path, before, after))
        elif isinstance(piece, Page) and not remove and before != piece.text:
            left.append(piece.path)
    return Plan(tuple(changes), tuple(left), tuple(piece.path.resolve().parent for piece in pieces))


def apply(plan: Plan) -> None:
    """All of it or nothing, and nothing where a file is no longer as it was when this was planned."""
    files.sweep(plan.folders)
    files.change(plan.changes)


def shown(change: Change) -> Iterator[str]:
    """As a diff, line by line."""
    old, new = _lines(change.before), _lines(change.after)
    return unified_diff(old, new, _name(change, change.before), _name(change, change.after), lineterm="")


def _lines(text: str | None) -> list[str]:
    return text.splitlines() if text is not None else []


def _name(change: Change, text: str | None) -> str:
    return str(change.path) if text is not None else "/dev/null"
