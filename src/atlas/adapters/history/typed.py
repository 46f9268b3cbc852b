"""What of a turn a person typed (X1). Coding agents write in the person's name too, and quote files there.

Whoever vouches for a transcript makes every word of such a turn the user's own. So this errs to one side: what may be a
file's, a hook's, a model's or the program's is left out. What cannot be told has the origin `file`, for which nobody
can vouch. The shapes are told from public transcripts and from the programs' public source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from atlas.model.origin import Origin

_ASIDES: Final = r"(?:system-reminder|ide_\w{1,60}|[\w-]{1,60}-hook|in-app-browser-context)"
"""What the program puts around or between the words of a person: its own reminders, what is open or marked in the
editor or the browser, what hooks add."""
_OPENED: Final = re.compile(rf"<{_ASIDES}\b[^<>]*>", re.IGNORECASE)
_CLOSED: Final = re.compile(rf"</{_ASIDES}\s*>", re.IGNORECASE)
_LEFT_OVER: Final = re.compile(r"system-reminder|</?ide_\w|in-app-browser-context|-hook>", re.IGNORECASE)
_IMAGES: Final = re.compile(r"\[Image: (?:source|original)\b(?:[^\n]*\]|[^\n]*)|</?image\b(?:[^\n]*>|[^\n]*)")
"""Where an image is. A name of a file may hold anything, so all of the line goes that may belong to it."""

_CLAUDE_CODE: Final = re.compile(
    r"\s*(?:<(?:command-\w|local-command-\w|bash-\w|task-\w|user-memory-input|teammate-message|agent-message"
    r"|cross-session-message|channel\b|fork-boilerplate|tick>)"
    r"|\[Request interrupted by user|\[SYSTEM NOTIFICATION|\w+ hook feedback:"
    r"|Caveat: The messages below were generated"
    r"|This session is being continued from a previous conversation"
    r"|Another Claude session sent a message)",
    re.IGNORECASE,
)
"""How a block begins that is the program's as a whole: commands and their output, tasks and other agents that report,
hooks that object, and the summary that a model wrote when a conversation became too long."""
_CODEX: Final = re.compile(
    r"\s*(?:#{1,3} (?:Context from my IDE setup|Files (?:mentioned|pasted) by the user|Browser comments|In app browser"
    r"|Referenced chats with Codex|AGENTS\.md instructions for)\b"
    r"|<(?:user_instructions|environment_context|instructions|user_shell_command|turn_aborted|recommended_plugins"
    r"|hook_prompt|skill|subagent_notification|codex_internal_context|realtime_\w|send_user_message_\w)\b"
    r"|The next image is untrusted page evidence)",
    re.IGNORECASE,
)
_REQUEST: Final = re.compile(
    r"^[ \t]*#{1,6}[ \t]*My request(?: for [^\n:]{1,40})?[ \t]*:", re.IGNORECASE | re.MULTILINE
)
"""The line after which a person's own words stand, where Codex tells of their editor first."""
_UNKNOWN_TAG: Final = re.compile(r"\s*<[a-z]+(?:[-_][a-z]+)+\b", re.IGNORECASE)
"""Programs mark what they add with such tags, and invent new ones; HTML has none of this form."""


@dataclass(frozen=True, slots=True)
class Typed:
    text: str
    sure: bool = True
    """Whether it is certain that a person typed it."""

    @property
    def origin(self) -> Origin:
        return Origin.IMPORT if self.sure else Origin.FILE


def in_claude_code(block: str) -> Typed | None:
    """One block of a user's turn."""
    return _typed(block, _CLAUDE_CODE)


def in_codex(message: str) -> Typed | None:
    """What follows the line that says so. A file may hold that line too: where there are several, none is sure."""
    text = without_asides(message)
    asked = list(_REQUEST.finditer(text))
    if not asked:
        return _typed(text, _CODEX)
    typed = _typed(text[asked[-1].end() :], _CODEX)
    expected = bool(_CODEX.match(text)) or not text[: asked[0].start()].strip()
    return replace(typed, sure=typed.sure and expected and len(asked) == 1) if typed else None


def without_asides(text: str) -> str:
    """From where the first begins to where the last ends: what stands between may quote a file that ends one itself."""
    opened = _OPENED.search(text)
    if opened is None:
        return text
    ends = [found.end() for found in _CLOSED.finditer(text, opened.end())]
    return text[: opened.start()] + (text[ends[-1] :] if ends else "")


def _typed(text: str, by_the_program: re.Pattern[str]) -> Typed | None:
    said = _IMAGES.sub("", without_asides(text))
    if not said.strip() or by_the_program.match(said) or _LEFT_OVER.search(said):
        return None
    return Typed(said, sure=_UNKNOWN_TAG.match(said) is None)
