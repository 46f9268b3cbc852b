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
from atlas.surfaces.agents.program import TIMEOUT_S, Place, Program, read_skills

VARIABLE: Final = "CODEX_HOME"
_SIGN: Final = "$"


def make_pieces(program: Program, place: Place) -> Sequence[Piece]:
    root = place.project or place.home
    folder = place.own if place.own and not place.project else root / ".codex"
    return [
        TomlServer(folder / "config.toml", _server_table(program)),
        JsonHooks(folder / "hooks.json", _hook_handlers(program)),
        *(Page(root / ".agents" / "skills" / name / SKILL, text) for name, text in read_skills(_SIGN)),
    ]


def _server_table(program: Program) -> tuple[str, ...]:
    """The table of our server; a JSON string without control characters is a TOML string too."""
    args = ", ".join(_toml_string(each) for each in program.server_args)
    return ("[mcp_servers.atlas]", f"command = {_toml_string(program.command)}", f"args = [{args}]")


def _toml_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # the pairs by which JSON escapes an emoji are none in TOML


def _hook_handlers(program: Program) -> dict[str, dict[str, object]]:
    handler: dict[str, object] = {"type": "command", "command": program.hook_command(CODEX), "timeout": TIMEOUT_S}
    return {"SessionStart": handler, "UserPromptSubmit": handler, "Stop": handler}
