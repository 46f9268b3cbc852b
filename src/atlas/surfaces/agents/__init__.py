"""ATLAS beside a coding agent: what it is told when it asks, what is taken down when it is done, and how it is set up.

hook.py         what a hook of the agent's gets: a context, or nothing; never an error
background.py   what a hook starts and does not wait for: transcripts are followed, by one process at a time
plan.py         what setting up would change, as texts before and after
json_text.py, toml_text.py      a small change in a text that stays as it is otherwise
claude_code.py, codex.py        one agent each: which files, which entries
files.py        the only file here that reads and writes others' files
skills/         what the agent is told about remembering and forgetting
"""

from __future__ import annotations

from typing import Final

CLAUDE_CODE: Final = "claude-code"
CODEX: Final = "codex"
AGENTS: Final = (CLAUDE_CODE, CODEX)
"""As a person names them, and as their transcripts are called."""
