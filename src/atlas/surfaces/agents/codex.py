"""Codex: an MCP server in `config.toml`, three hooks in `hooks.json`, and skills.

    for a person     ~/.codex/config.toml   ~/.codex/hooks.json   ~/.agents/skills/
    for a project    .codex/config.toml     .codex/hooks.json     .agents/skills/

With CODEX_HOME the first two of a person's are in the folder that it names. Its hooks know the events and fields that
stand in its schema and no others; the end of a session is none of them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from atlas.surfaces.agents import CODEX
from atlas.surfaces.agents.files import SKILL
from atlas.surfaces.agents.pieces import JsonHooks, Page, Piece, TomlServer
from atlas.surfaces.agents.program import TIMEOUT_S, Place, Program, skills

VARIABLE: Final = "CODEX_HOME"
_SIGN: Final = "$"


def pieces(program: Program, place: Place) -> Sequence[Piece]:
    root = place.project or place.home
    folder = place.own if place.own and not place.project else root / ".codex"
    return [
        TomlServer(folder / "config.toml", _table(program)),
        JsonHooks(folder / "hooks.json", _handlers(program)),
        *(Page(root / ".agents" / "skills" / name / SKILL, text) for name, text in skills(_SIGN)),
    ]


def _table(program: Program) -> tuple[str, ...]:
    """A JSON string without control characters is a TOML string too."""
    args = ", ".join(_spelt(each) for each in program.serving)
    return ("[mcp_servers.atlas]", f"command = {_spelt(program.command)}", f"args = [{args}]")


def _spelt(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # the pairs by which JSON escapes an emoji are none in TOML


def _handlers(program: Program) -> dict[str, dict[str, object]]:
    handler: dict[str, object] = {"type": "command", "command": program.hooking(CODEX), "timeout": TIMEOUT_S}
    return {"SessionStart": handler, "UserPromptSubmit": handler, "Stop": handler}
