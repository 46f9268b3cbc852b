"""The answer to a coding agent's hook (`atlas hook`): a context for its prompt, or nothing.

The host waits for the answer, and must not notice. So it loads little, it ends within two seconds whatever happens, and
all trouble is silence: no output and the exit code 0. `ATLAS_DEBUG=1` shows on stderr why it says nothing.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from atlas.surfaces.agents import AGENTS

MOST_BYTES: Final = 2**20
"""A prompt that is longer is no question."""
MOST_NAME: Final = 150
PATIENCE_S: Final = 2.0

_SECONDS: Final = "--seconds"
_OPTIONS: Final = ("--home", "--space", _SECONDS)
_INJECTING: Final = ("SessionStart", "UserPromptSubmit")
_OBSERVING: Final = ("Stop", "SessionEnd")


class Silence(Exception):
    """Why there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose hook it is, and which memory it is about."""

    agent: str = AGENTS[0]
    home: str | None = None
    space: str | None = None


@dataclass(frozen=True, slots=True)
class HookEvent:
    """What an agent says of a moment in its session."""

    event: str
    session: str
    prompt: str
    transcript: str


def is_meant(args: list[str]) -> bool:
    """Tell whether the command is `hook`, whatever global options stand before it; one that asks for help is no
    agent."""
    return _plain_words(args)[:1] == ["hook"] and "--help" not in args


def run_hook(args: list[str]) -> None:
    """The process of a hook, as quick as it can be; it does not return."""
    with limit_time(_read_seconds(args)):
        try:
            sys.stdout.write(answer_hook(sys.stdin.buffer, _read_caller(args)))
            sys.stdout.flush()
        finally:
            os._exit(0)  # nothing that fails after this, such as a closed pipe, is the host's trouble


@contextmanager
def limit_time(seconds: float = PATIENCE_S) -> Iterator[None]:
    """End the process after two seconds, or as long as its caller says, so that its host goes on."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def answer_hook(stdin: BinaryIO, caller: Caller) -> str:
    """The text to print; nothing where there is nothing to say, or anything goes wrong."""
    try:
        return _answer_event(_read_event(stdin.read(MOST_BYTES + 1)), caller)
    except Silence as why:
        _show_debug(str(why))
    except Exception as trouble:  # noqa: BLE001 # the named edge of this surface: a host must never see it
        _show_debug(f"{type(trouble).__name__}: {trouble}")
    return ""


def _answer_event(event: HookEvent, caller: Caller) -> str:
    if event.event in _OBSERVING:
        _start_observing(event, caller)
        return ""
    if event.event not in _INJECTING:
        raise Silence(f"{event.event} is none of mine." if event.event else "No event was named (hook_event_name).")
    output = {"hookEventName": event.event, "additionalContext": _find_context(event, caller)}
    return json.dumps({"hookSpecificOutput": output}) + "\n"


def _start_observing(event: HookEvent, caller: Caller) -> None:
    """Hand a transcript on to a process of its own; there is nothing to say."""
    from atlas.surfaces.agents.background import start_following

    if not event.transcript:
        raise Silence("No transcript was named (transcript_path).")
    start_following(caller.agent, event.transcript, event.event == "SessionEnd", caller.home, caller.space)


def _find_context(event: HookEvent, caller: Caller) -> str:
    from atlas.glance import context_at_beginning, context_at_prompt, count_waiting
    from atlas.settings import load_settings

    if event.event == "UserPromptSubmit" and not event.prompt.strip():
        raise Silence("The prompt is empty.")
    settings, here = load_settings(caller.home), f"{caller.agent}:{event.session}"  # as its transcript will be called
    if not settings.store.exists():
        raise Silence("There is no memory yet; it begins with the first answer.")
    if event.event == "SessionStart":
        context = context_at_beginning(settings, caller.space, here)
        notice = _describe_waiting(*count_waiting(settings, caller.space))
        if notice:
            return "\n\n".join(filter(None, (context.text, notice)))
        why = "Nothing was learned yet."
    else:
        context = context_at_prompt(settings, caller.space, event.prompt, here)
        why = f"{event.session} was shown this already." if context.known else "Nothing that is remembered bears on it."
    if not context.text:
        raise Silence(why)
    return context.text


def _describe_waiting(items: int, conversations: int) -> str:
    """One line for the person, in the words of every surface (C9); what waits is told by its number alone."""
    if not (items or conversations):
        return ""
    from atlas.surfaces.views.waiting import NEXT_STEP, describe_counts  # where something waits

    return f"ATLAS to the user: “{describe_counts(items, conversations)}: {NEXT_STEP}”"


def _read_event(body: bytes) -> HookEvent:
    if len(body) > MOST_BYTES:
        raise ValueError(f"The hook was given more than {MOST_BYTES:,} bytes.")
    given = json.loads(body)
    if not isinstance(given, dict):
        raise ValueError("The hook was given something that is not an object.")
    return HookEvent(
        event=_text_field(given, "hook_event_name"),
        session=_text_field(given, "session_id")[:MOST_NAME] or "agent",
        prompt=_text_field(given, "prompt"),
        transcript=_text_field(given, "transcript_path"),
    )


def _text_field(given: dict[str, Any], name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _read_caller(args: list[str]) -> Caller:
    agent = next((word for word in _plain_words(args) if word in AGENTS), AGENTS[0])
    return Caller(agent, _read_option(args, "--home"), _read_option(args, "--space"))


def _read_seconds(args: list[str]) -> float:
    """The time limit of the arguments; a wrong one is none of the host's trouble either."""
    given = _read_option(args, _SECONDS) or ""
    return min(float(given), threading.TIMEOUT_MAX) if given.isdecimal() and int(given) else PATIENCE_S


def _plain_words(args: list[str]) -> list[str]:
    """The words that are neither an option nor its value."""
    values = {at + 1 for at, word in enumerate(args) if word in _OPTIONS}
    return [word for at, word in enumerate(args) if at not in values and not word.startswith("-")]


def _read_option(args: list[str], name: str) -> str | None:
    """The value of an option; the last wins, as everywhere."""
    pairs = zip(args, [*args[1:], ""], strict=True)
    named = [after if word == name else word for word, after in pairs if word == name or word.startswith(f"{name}=")]
    given = [each.removeprefix(f"{name}=") for each in named if each.removeprefix(f"{name}=")]
    return given[-1] if given else None


def _show_debug(why: str) -> None:
    from atlas.settings import is_debugging

    if is_debugging():
        sys.stderr.write(f"atlas hook: {why}\n")
