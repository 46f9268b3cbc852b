"""Passages that an application put into a user's turn: told from its structure, and kept apart from the user's words.

Retrieval writes documents into the turn that asks about them, between tags (`<document>`, `<search_results>`) or under
a heading (`Context:` … `Question:`). Nobody here said them. A passage may hold such a tag or heading too, to end itself
early: so a passage reaches from the first beginning to the last end. What the structure does not show stays the user's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from atlas.model.blocks import furthest, origin_of_kind
from atlas.model.origin import Origin

_THING: Final = (
    r"documents?|docs?|contexts?|passages?|sources?|results?|snippets?|excerpts?|chunks?|articles?|web-?pages?|pages?"
    r"|files?|attachments?|knowledge|references?|retriev\w{1,10}|citations?|e?mails?|transcripts?|observations?"
    r"|tool[-_](?:outputs?|responses?)|search|website|quotes?|pasted\w{0,8}"
)
_NAME: Final = rf"(?:\w{{1,30}}[-_]){{0,3}}(?:{_THING})(?:[-_]\w{{1,30}}){{0,3}}"
_BEGIN: Final = re.compile(rf"<({_NAME})(?:\s[^<>]{{0,300}})?>", re.IGNORECASE)
_END: Final = re.compile(rf"</({_NAME})\s{{0,9}}>", re.IGNORECASE)
_ALONE: Final = re.compile(rf"^[ \t]{{0,9}}<({_NAME})(?:\s[^<>]{{0,300}})?>[ \t]{{0,9}}$", re.IGNORECASE | re.MULTILINE)
"""A tag that nothing ends begins a passage only where it has a line of its own."""

_ADJECTIVE: Final = (
    r"(?:retrieved|relevant|additional|background|reference|supporting|following|search|web|knowledge|source|provided"
    r"|given|external|some|here (?:is|are)|the|extra)"
)
_GIVEN: Final = r"(?:contexts?|documents?|passages?|sources?|results|excerpts?|snippets?|references?|articles?|chunks?)"
_HEADING: Final = re.compile(
    rf"^[ \t]{{0,9}}(?:#{{1,6}} |\*\*)?(?:{_ADJECTIVE} ){{0,4}}{_GIVEN}(?: information)?"
    r"(?: (?:is|are|follows?|below|from|for|of|retrieved|the|your|our|\w{1,20})){0,5}(?:\*\*)?[ \t]{0,9}[:.](?:\*\*)?"
    rf"|^[^\n]{{0,200}}\b(?:use|using|based on|given|from)\b[^\n]{{0,60}}\b{_GIVEN}\b[^\n]{{0,200}}[:.][ \t]{{0,9}}$",
    re.IGNORECASE | re.MULTILINE,
)
_QUESTION: Final = re.compile(
    r"^[ \t]{0,9}(?:#{1,6} |\*\*)?(?:user(?:'s)? |my |the |original |follow-?up |current )?"
    r"(?:question|query|request|prompt|task|user|human|instruction|message)(?:\*\*)?[ \t]{0,9}:(?:\*\*)?",
    re.IGNORECASE | re.MULTILINE,
)
_ANSWER: Final = re.compile(
    r"\n[ \t]{0,9}(?:#{1,6} |\*\*)?(?:helpful |final |your )?(?:answer|response|reply|assistant)(?:\*\*)?[ \t]{0,9}:"
    r"(?:\*\*)?\s*\Z",
    re.IGNORECASE,
)
_LONGEST: Final = 400_000
"""Characters of a turn that are looked through; nobody types as much."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A passage that was put into somebody's turn."""

    text: str
    origin: Origin


def split_retrieved(text: str) -> tuple[str, Retrieved | None]:
    """The words of whoever speaks, and what was put between them; None where nothing shows that anything was."""
    found = _between_tags(text) or _under_heading(text)
    if found is None:
        return text, None
    start, end, rest, origin = found
    behind = _ANSWER.sub("", text[rest:])  # a template ends with the label of what it wants written
    own = "\n".join(part.strip() for part in (text[:start], behind) if part.strip())
    return own, Retrieved(text[start:end].strip(), origin)


def _between_tags(text: str) -> tuple[int, int, int, Origin] | None:
    if "<" not in text:
        return None
    looked = text[:_LONGEST]
    begun, ended = list(_BEGIN.finditer(looked)), list(_END.finditer(looked))
    ends = [each for each in ended if begun and each.start() > begun[0].start()]
    alone = _ALONE.search(looked)
    if ends:
        start, end, names = begun[0].start(), ends[-1].end(), [each[1] for each in begun]
    elif alone is not None:
        start, end, names = alone.start(), len(text), [alone[1]]
    else:
        return None
    return start, end, end, furthest(map(origin_of_kind, names)) or Origin.TOOL


def _under_heading(text: str) -> tuple[int, int, int, Origin] | None:
    if "\n" not in text:
        return None
    looked = text[:_LONGEST]
    heading = _HEADING.search(looked)
    asked = [each for each in _QUESTION.finditer(looked) if heading is not None and each.start() > heading.end()]
    if heading is None or not asked or not looked[heading.end() : asked[-1].start()].strip():
        return None
    return heading.start(), asked[-1].start(), asked[-1].end(), origin_of_kind(heading.group())
