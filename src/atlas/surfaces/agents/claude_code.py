"""Claude Code: an MCP server, four hooks, and skills; for one person, or for everybody who works on a project.

    for a person     ~/.claude.json (mcpServers)   ~/.claude/settings.json (hooks)   ~/.claude/skills/
    for a project    .mcp.json                     .claude/settings.json             .claude/skills/

In `~/.claude.json` the program keeps much else; nothing of that is touched. With CLAUDE_CONFIG_DIR all of a person's
are in the folder that it names.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from atlas.surfaces.agents import CLAUDE_CODE
from atlas.surfaces.agents.files import SKILL
from atlas.surfaces.agents.pieces import JsonHooks, JsonServer, Page, Piece
from atlas.surfaces.agents.program import TIMEOUT_S, Place, Program, read_skills

VARIABLE: Final = "CLAUDE_CONFIG_DIR"
_SIGN: Final = "/"


def make_pieces(program: Program, place: Place) -> Sequence[Piece]:
    servers, folder = _find_places(place)
    return [
        JsonServer(servers, {"type": "stdio", "command": program.command, "args": program.server_args}),
        JsonHooks(folder / "settings.json", _hook_handlers(program)),
        *(Page(folder / "skills" / name / SKILL, text) for name, text in read_skills(_SIGN)),
    ]


def _find_places(place: Place) -> tuple[Path, Path]:
    """The file of its servers, and the folder of everything else."""
    if place.project:
        return place.project / ".mcp.json", place.project / ".claude"
    return (place.own or place.home) / ".claude.json", place.own or place.home / ".claude"


def _hook_handlers(program: Program) -> dict[str, dict[str, object]]:
    """At the end of a session the agent waits for what it started, since it would not outlive it; it is short."""
    handler: dict[str, object] = {"type": "command", "command": program.hook_command(CLAUDE_CODE), "timeout": TIMEOUT_S}
    return {
        "SessionStart": handler,
        "UserPromptSubmit": handler,
        "Stop": {**handler, "async": True},
        "SessionEnd": handler,
    }
