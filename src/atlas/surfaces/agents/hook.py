"""What a coding agent's hook is told (`atlas hook`): a context for its prompt, or nothing.

The host waits for this, and must not notice it. So it loads little, it ends within two seconds whatever happens, and
all trouble is silence: no output and the exit code 0. `ATLAS_DEBUG=1` shows on stderr what it was.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, BinaryIO, Final

MOST_BYTES: Final = 2**20
"""A prompt that is longer is no question."""
MOST_NAME: Final = 150
PATIENCE_S: Final = 2.0

AGENTS: Final = ("claude-code", "codex")
_INJECTING: Final = ("SessionStart", "UserPromptSubmit")
_OBSERVING: Final = ("Stop", "SessionEnd")


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose hook it is, and which memory it is about."""

    agent: str = AGENTS[0]
    home: str | None = None
    space: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What an agent says of a moment in its session."""

    event: str
    session: str
    prompt: str
    transcript: str


def run(args: list[str]) -> None:
    """The process of a hook, as quick as it can be; it does not return."""
    timer = threading.Timer(PATIENCE_S, os._exit, (0,))
    timer.daemon = True
    timer.start()
    agent = next((each for each in args if each in AGENTS), AGENTS[0])
    try:
        sys.stdout.write(answered(sys.stdin.buffer, Caller(agent, _option(args, "--home"), _option(args, "--space"))))
        sys.stdout.flush()
    finally:
        os._exit(0)  # nothing that fails after this, such as a closed pipe, is the host's trouble


def answered(stdin: BinaryIO, caller: Caller) -> str:
    """What to print; nothing where there is nothing to say, or anything goes wrong."""
    try:
        return _answer(_told(stdin.read(MOST_BYTES + 1)), caller)
    except Exception as trouble:  # noqa: BLE001 # the named edge of this surface: a host must never see it
        _show(trouble)
        return ""


def _answer(told: Told, caller: Caller) -> str:
    if told.event in _OBSERVING:
        from atlas.surfaces.agents.background import start

        start(caller.agent, told.transcript, told.event == "SessionEnd", caller.home, caller.space)
    context = _context(told, caller) if told.event in _INJECTING else ""
    if not context:
        return ""
    output = {"hookEventName": told.event, "additionalContext": _inert(context)}
    return json.dumps({"hookSpecificOutput": output}) + "\n"


def _context(told: Told, caller: Caller) -> str:
    from atlas.glance import at_beginning, at_prompt
    from atlas.settings import load

    settings, here = load(caller.home), f"{caller.agent}:{told.session}"  # as its transcript will be called
    if told.event == "SessionStart":
        return at_beginning(settings, caller.space, here)
    return at_prompt(settings, caller.space, told.prompt, here) if told.prompt.strip() else ""


def _inert(context: str) -> str:
    """Hosts put this between tags of their own; no memory may close them."""
    return context.replace("</", "‹/").replace("<system", "‹system")


def _told(body: bytes) -> Told:
    if len(body) > MOST_BYTES:
        raise ValueError(f"The hook was given more than {MOST_BYTES:,} bytes.")
    given = json.loads(body)
    if not isinstance(given, dict):
        raise ValueError("The hook was given something that is not an object.")
    return Told(
        event=_word(given, "hook_event_name"),
        session=_word(given, "session_id")[:MOST_NAME] or "agent",
        prompt=_word(given, "prompt"),
        transcript=_word(given, "transcript_path"),
    )


def _word(given: dict[str, Any], name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _option(args: list[str], name: str) -> str | None:
    """The last wins, as everywhere."""
    given = [after for before, after in pairwise(args) if before == name and after]
    return given[-1] if given else None


def _show(trouble: Exception) -> None:
    from atlas.settings import debugging

    if debugging():
        sys.stderr.write(f"atlas hook: {type(trouble).__name__}: {trouble}\n")
