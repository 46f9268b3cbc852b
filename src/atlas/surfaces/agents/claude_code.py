"""Claude Code: an MCP server, four hooks, and skills; for one person, or for everybody who works on a project.

    for a person     ~/.claude.json (mcpServers)   ~/.claude/settings.json (hooks)   ~/.claude/skills/
    for a project    .mcp.json                     .claude/settings.json             .claude/skills/

In `~/.claude.json` the program keeps much else; nothing of that is touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atlas.surfaces.agents.pieces import JsonHooks, JsonServer, Page, Piece
from atlas.surfaces.agents.program import TIMEOUT_S, Program, skills


def pieces(program: Program, home: Path, project: Path | None) -> Sequence[Piece]:
    root = project or home
    servers = root / ".mcp.json" if project else home / ".claude.json"
    return [
        JsonServer(servers, {"type": "stdio", "command": program.command, "args": program.serving}),
        JsonHooks(root / ".claude" / "settings.json", _handlers(program)),
        *(Page(root / ".claude" / "skills" / name / "SKILL.md", text) for name, text in skills()),
    ]


def _handlers(program: Program) -> dict[str, dict[str, object]]:
    """At the end of a session the agent waits for what it started, since it would not outlive it; it is short."""
    handler: dict[str, object] = {"type": "command", "command": program.hooking("claude-code"), "timeout": TIMEOUT_S}
    return {
        "SessionStart": handler,
        "UserPromptSubmit": handler,
        "Stop": {**handler, "async": True},
        "SessionEnd": handler,
    }
