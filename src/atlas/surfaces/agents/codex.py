"""Codex: an MCP server in `config.toml`, three hooks in `hooks.json`, and skills.

    for a person     ~/.codex/config.toml   ~/.codex/hooks.json   ~/.agents/skills/
    for a project    .codex/config.toml     .codex/hooks.json     .agents/skills/

Its hooks know the events and fields that stand in its schema and no others; the end of a session is none of them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from atlas.surfaces.agents.pieces import JsonHooks, Page, Piece, TomlServer
from atlas.surfaces.agents.program import TIMEOUT_S, Program, skills


def pieces(program: Program, home: Path, project: Path | None) -> Sequence[Piece]:
    root = project or home
    return [
        TomlServer(root / ".codex" / "config.toml", _table(program)),
        JsonHooks(root / ".codex" / "hooks.json", _handlers(program)),
        *(Page(root / ".agents" / "skills" / name / "SKILL.md", text) for name, text in skills()),
    ]


def _table(program: Program) -> tuple[str, ...]:
    """A JSON string without control characters is a TOML string too."""
    args = ", ".join(json.dumps(each) for each in program.serving)
    return ("[mcp_servers.atlas]", f"command = {json.dumps(program.command)}", f"args = [{args}]")


def _handlers(program: Program) -> dict[str, dict[str, object]]:
    handler: dict[str, object] = {"type": "command", "command": program.hooking("codex"), "timeout": TIMEOUT_S}
    return {"SessionStart": handler, "UserPromptSubmit": handler, "Stop": handler}
