"""Content blocks of the assistants' wire formats: which of them are words, and where the others come from.

A reply that used a tool has read outside text, whether or not that text is at hand (rule 13 of the trust model). So
every block that is not known to hold words alone counts as read from outside: what a provider invents tomorrow, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from atlas.model.origin import Origin

WORDS: Final = frozenset(
    {
        *("text", "input_text", "output_text", "refusal", "message", "input_audio", "audio", "audio_transcription"),
        *("thinking", "redacted_thinking", "reasoning", "reasoning_text", "summary_text", "thoughts", "compaction"),
        *("token_budget", "flag", "item_reference", ""),
    }
)
"""Kinds of blocks that hold what somebody here said or thought; all others brought something in."""

_FILE: Final = re.compile(r"file|document|image|video|upload|attach|char_location|page_location|content_block")
_WEB: Final = re.compile(r"web|url|search|fetch|brows|tether|knowledge|grounding")
_CITING: Final = ("citations", "annotations")
_SEARCHED: Final = ("citations", "search_results", "web_search_options")
"""What providers say of a whole reply that was searched for."""
_LOOKED_UP: Final = ("context", "executed_tools", "data_sources")
"""What they say of one that was written with the application's data or with tools that the provider ran."""
_PLAIN: Final = frozenset({"role", "content"})
"""The fields of a turn that is a role's words and nothing else, as most are."""
_MOST: Final = 1_000
"""Blocks and citations of one message that are looked at."""


def field_of(thing: object, name: str) -> Any:
    """Of a mapping or of an object; None where there is none."""
    if type(thing) is dict or isinstance(thing, Mapping):  # the second takes ten times as long
        return thing.get(name)
    return getattr(thing, name, None)


def origin_of_kind(kind: str) -> Origin:
    """Where a block of this kind, or a citation, comes from, by its name."""
    low = kind.casefold()
    if _FILE.search(low):
        return Origin.FILE
    return Origin.WEB if _WEB.search(low) else Origin.TOOL


def origin_of_content(content: object) -> Origin | None:
    """The furthest origin of what the blocks of a content brought in; None where they are words alone."""
    parts = content if isinstance(content, list | tuple) else (content,)
    return find_least_trusted(origin for part in parts[:_MOST] for origin in _find_origins(part))


def origin_of_message(message: object) -> Origin | None:
    """The same of a whole turn or item, with the calls of tools and the citations that stand beside its content."""
    if type(message) is dict and message.keys() == _PLAIN and isinstance(message["content"], str):
        return None
    calls = [Origin.TOOL] if field_of(message, "tool_calls") or field_of(message, "function_call") else []
    searched = [Origin.WEB for name in _SEARCHED if field_of(message, name)]
    looked_up = [Origin.TOOL for name in _LOOKED_UP if field_of(message, name)]
    content = origin_of_content(field_of(message, "content"))
    return find_least_trusted([*calls, *searched, *looked_up, *_find_origins(message), *([content] if content else [])])


def find_least_trusted(origins: Iterable[Origin]) -> Origin | None:
    """Return the least trusted origin."""
    return min(origins, key=lambda origin: (origin.trust, origin.value), default=None)


def _find_origins(part: object) -> Iterator[Origin]:
    if isinstance(part, str) or part is None:
        return
    kind = field_of(part, "type")
    if isinstance(kind, str) and kind not in WORDS:
        yield origin_of_kind(kind)
    for name in _CITING:
        cited = field_of(part, name)
        for each in cited[:_MOST] if isinstance(cited, list | tuple) else ():
            said = field_of(each, "type")
            yield origin_of_kind(said if isinstance(said, str) else name)
