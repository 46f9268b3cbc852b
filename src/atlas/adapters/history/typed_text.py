"""What of a turn a person typed (X1). Coding agents write in the person's name too, and quote files there.

Whoever vouches for a transcript makes every word of such a turn the user's own. So this errs to one side: what is the
program's, a hook's or another agent's is left out, and what cannot be told has the origin `file`: it can be found, but
nobody can vouch for it. The shapes are told from public transcripts and from the programs' public source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from atlas.curation.hygiene import clean_text
from atlas.language.hidden_characters import UNSEEN_IN_CLEAN_TEXT
from atlas.model.origin import Origin

_EVENTS: Final = (
    "PreToolUse|PostToolUse|PostToolUseFailure|PostToolBatch|PermissionRequest|PermissionDenied|Notification"
    "|UserPromptSubmit|UserPromptExpansion|SessionStart|SessionEnd|Setup|Stop|StopFailure|SubagentStart|SubagentStop"
    "|PreCompact|PostCompact|TaskCreated|TaskCompleted|TeammateIdle|ConfigChange|CwdChanged|FileChanged"
    "|InstructionsLoaded|WorktreeCreate|WorktreeRemove|Elicitation|ElicitationResult"
)
"""When hooks run, by the programs' names for it."""
_EVENT: Final = rf"(?-i:{_EVENTS})"
_HOOKS: Final = re.sub(r"\B(?=[A-Z])", "-", _EVENTS)

_ASIDES: Final = rf"(?:system-reminder|ide_\w{{1,60}}|(?:{_HOOKS})-hook|in-app-browser-context)"
"""What the program puts around or between the words of a person: its own reminders, what is open or marked in the
editor or the browser, what hooks add."""
_ASIDE: Final = re.compile(rf"<(/?){_ASIDES}(?:\s[^<>]*)?>", re.IGNORECASE)
_LEFT_OVER: Final = re.compile(rf"<\s{{0,9}}/?\s{{0,9}}{_ASIDES}\b", re.IGNORECASE)
_COLOURS: Final = re.compile(r"(?:\x1b\[|\x9b)[\d;?]{0,20}[A-Za-z]")
_BLANK: Final = f"[\\s{UNSEEN_IN_CLEAN_TEXT}]*"
"""Nothing to see. Some of it shapes letters, so `clean` keeps it."""
_IMAGES: Final = re.compile(
    r"\[Image: (?:source|original)\b(?:[^\n]*\]|[^\n]*)|</?image>|<image (?:name|path)=(?:[^\n]*>|[^\n]*)"
)
"""Where an image is. A name of a file may hold anything, so all of the line goes that may belong to it."""

_TAG: Final = re.compile(_BLANK + r"<([a-z][\w-]{0,200})(\s*/?>|\s+[\w:-]+\s*=)", re.IGNORECASE)
_INVENTED: Final = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+", re.IGNORECASE)
"""Programs mark what they add with such names, and think of new ones; HTML has none of this form."""
_PLAN: Final = re.compile(_BLANK + r"(?:Implement the following plan|PLEASE IMPLEMENT THIS PLAN):", re.IGNORECASE)
_LIKE_A_HOOK: Final = re.compile(
    _BLANK
    + rf"(?:[\w:-]{{1,200}} hook \w+:|{_EVENT}(?::\S{{1,200}})? (?:hook [^\n]{{0,200}}:|operation blocked by hook))"
)
"""It may be one, though not by any name that a hook has; or what it stopped is quoted."""


@dataclass(frozen=True, slots=True)
class _Program:
    begins: re.Pattern[str]
    """How a text begins that is the program's as a whole: hooks that object, other agents that report, the summary that
    a model wrote when a conversation became too long."""
    tags: re.Pattern[str]
    """The names of the tags that it puts around such a text; a sign behind one that has attributes."""

    def wrote(self, text: str) -> bool:
        return bool(self.begins.match(text)) or (self._tagged(text) and _is_closed(text))

    def may_have_written(self, text: str) -> bool:
        """A tag that nothing closes may be a word in somebody's sentence."""
        return self._tagged(text) or _is_invented(text) or bool(_PLAN.match(text) or _LIKE_A_HOOK.match(text))

    def _tagged(self, text: str) -> bool:
        tag = _TAG.match(text)
        return bool(tag and self.tags.fullmatch(tag[1] + ("=" if tag[2].endswith("=") else "")))


_CLAUDE_CODE: Final = _Program(
    re.compile(
        _BLANK + r"(?:\[Request interrupted by user|\[SYSTEM NOTIFICATION|<<autonomous-loop"
        rf"|{_EVENT}(?::\S{{1,200}})? hook (?:\w+|additional context|(?:non-)?blocking error|stopped continuation):"
        r"|Caveat: The messages below were generated"
        r"|This session is being continued from a previous conversation"
        r"|Another Claude session sent a message)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:command-(?:name|message|args|contents)|local-command-\w+|bash-(?:input|stdout|stderr)"
        r"|task-(?:notification|id)|user-memory-input|teammate-message|agent-message|cross-session-message"
        r"|fork-boilerplate|tick)=?|channel=",
        re.IGNORECASE,
    ),
)
_HEADINGS: Final = (
    r"#{1,3} (?:Context from my IDE setup|Files (?:mentioned|pasted) by the user|Browser comments|In app browser"
    r"|Referenced chats with Codex)\b"
)
_EDITOR: Final = re.compile(_BLANK + _HEADINGS, re.IGNORECASE)
"""What the editor writes before a request; nothing else has one."""
_CODEX: Final = _Program(
    re.compile(
        _BLANK + rf"(?:{_HEADINGS}|#{{1,3}} AGENTS\.md instructions for\b|The next image is untrusted page evidence)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:user_instructions|environment_context|instructions|user_shell_command|turn_aborted|recommended_plugins"
        r"|hook_prompt|skill|subagent_notification|codex_internal_context|realtime_\w+|send_user_message_\w+)=?",
        re.IGNORECASE,
    ),
)
_BROWSER: Final = re.compile(
    r"<in-app-browser-context(?:\s[^<>]*)?>(?:(?!</?in-app-browser-context).)*+</in-app-browser-context>",
    re.IGNORECASE | re.DOTALL,
)
_REQUEST: Final = re.compile(
    r"^[ \t]*#{1,6}[ \t]*My request(?: for [^\n:]{1,40})?[ \t]*:", re.IGNORECASE | re.MULTILINE
)
"""The line after which a person's own words stand, where Codex tells of their editor first."""


@dataclass(frozen=True, slots=True)
class Typed:
    text: str
    sure: bool = True
    """Whether it is certain that a person typed it."""

    @property
    def origin(self) -> Origin:
        return Origin.IMPORT if self.sure else Origin.FILE


def in_claude_code(block: str) -> list[Typed]:
    """Of one block of a user's turn."""
    return _as_written(block, _find_typed(_show_visible(block), _CLAUDE_CODE))


def in_codex(message: str) -> list[Typed]:
    """What follows the line that says so. A file may hold that line too, and a tag to hide the real one with: so lines
    are counted before anything is cut, and where there are several, or a tag that no editor writes, none is sure."""
    text = _show_visible(message)
    asked = list(_REQUEST.finditer(text))
    if not asked:
        return _as_written(message, _find_typed(text, _CODEX))
    before = _BROWSER.sub("", text[: asked[0].start()])
    if before.strip() and not _EDITOR.match(before):
        return doubt_typed(_find_typed(text, _CODEX))
    typed = _find_typed(text[asked[0].end() :], _CODEX)
    return typed if len(asked) == 1 and not _LEFT_OVER.search(before) else doubt_typed(typed)


def doubt_typed(typed: list[Typed]) -> list[Typed]:
    return [replace(each, sure=False) for each in typed]


def is_plan(text: str) -> bool:
    """A model wrote it, and a person sent it off with one key."""
    return bool(_PLAN.match(_show_visible(text)))


def without_asides(text: str) -> str:
    return _cut_asides(text)[0]


def _cut_asides(text: str) -> tuple[str, str]:
    """What stands before the first aside and behind the last, and what stands between them.

    That may be a person's, or of a file that an aside quotes and that ends it itself. Where more are ended than begun,
    it is the file's.
    """
    tags = list(_ASIDE.finditer(text))
    begun = next((place for place, tag in enumerate(tags) if not tag[1]), len(tags))
    ended = max((place for place, tag in enumerate(tags) if tag[1]), default=-1)
    run = tags[begun : ended + 1]
    if not run:
        return text, ""
    in_turn = all(bool(tag[1]) == bool(place % 2) for place, tag in enumerate(run))
    pairs = zip(run[1::2], run[2::2], strict=False) if in_turn else ()
    between = "\n".join(text[end.end() : begin.start()] for end, begin in pairs)
    return text[: run[0].start()] + text[run[-1].end() :], between


def _find_typed(text: str, program: _Program) -> list[Typed]:
    outside, between = (_IMAGES.sub("", part) for part in _cut_asides(text))
    is_doubtful = bool(_LEFT_OVER.search(outside)) or program.may_have_written(outside)
    typed = [] if program.wrote(outside) else [Typed(outside, sure=not is_doubtful)]
    return [each for each in [*typed, Typed(between, sure=False)] if each.text.strip()]


def _show_visible(text: str) -> str:
    """As a person would see it: nothing hidden stands before a tag or in it."""
    return clean_text(_COLOURS.sub("", text))


def _as_written(text: str, typed: list[Typed]) -> list[Typed]:
    """To look through it is not to change it: where nothing was cut, every sign stays."""
    seen = _show_visible(text)
    return [replace(each, text=text) if each.text == seen else each for each in typed]


def _is_closed(text: str) -> bool:
    tag = _TAG.match(text)
    return tag is not None and f"</{tag[1]}".casefold() in text.casefold()


def _is_invented(text: str) -> bool:
    tag = _TAG.match(text)
    return bool(tag and _INVENTED.fullmatch(tag[1]) and (tag[2] != ">" or _is_closed(text)))
