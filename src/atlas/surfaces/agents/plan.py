"""The plan of a setup, or of its removal: the texts of files before and after. Nothing here is written."""

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
    CLAUDE_CODE: claude_code.make_pieces,
    CODEX: codex.make_pieces,
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


def plan_setup(agent: str, program: Program, place: Place, *, remove: bool = False) -> Plan:
    """Read every file and plan every change before anything is written: a broken one refuses all of it."""
    if agent not in PIECES:
        raise BadInput(f"There is no agent {agent!r}; there are {', '.join(PIECES)}.")
    changes, left, pieces = [], [], PIECES[agent](program, place)
    for piece in pieces:
        before = files.read_setup_file(piece.path)
        after = piece.remove_from(before) if remove else piece.add_to(before)
        if after != before:
            changes.append(Change(piece.path, before, after))
        elif isinstance(piece, Page) and not remove and before != piece.text:
            left.append(piece.path)
    return Plan(tuple(changes), tuple(left), tuple(piece.path.resolve().parent for piece in pieces))


def apply_plan(plan: Plan) -> None:
    """Apply all of a plan or nothing, and nothing where a file is no longer as it was when this was planned."""
    files.sweep_drafts(plan.folders)
    files.change_files(plan.changes)


def diff_lines(change: Change) -> Iterator[str]:
    """A change as a diff, line by line."""
    old, new = _text_lines(change.before), _text_lines(change.after)
    return unified_diff(old, new, _diff_name(change, change.before), _diff_name(change, change.after), lineterm="")


def _text_lines(text: str | None) -> list[str]:
    return text.splitlines() if text is not None else []


def _diff_name(change: Change, text: str | None) -> str:
    return str(change.path) if text is not None else "/dev/null"
