"""Passages that an application put into a user's turn: told from its structure, and kept apart from the user's words.

Retrieval writes documents into the turn that asks about them, between tags (`<document>`, `<search_results>`) or under
a heading (`Context:` … `Question:`). Nobody here said them. A passage may hold such a tag or heading too, to end itself
early: so a passage reaches from the first beginning to the last end. What the structure does not show stays the user's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from atlas.model.blocks import find_least_trusted, origin_of_kind
from atlas.model.origin import Origin

_THING: Final = (
    r"documents?|docs?|contexts?|passages?|sources?|results?|snippets?|excerpts?|chunks?|articles?|web-?pages?|pages?"
    r"|files?|attachments?|knowledge|references?|retriev\w{1,10}|citations?|e?mails?|transcripts?|observations?"
    r"|tool[-_](?:outputs?|responses?)|search|website|quotes?|pasted\w{0,8}"
)
_NAME: Final = rf"(?:[^\W_]{{1,30}}[-_]){{0,3}}(?:{_THING})(?:[-_][^\W_]{{1,30}}){{0,3}}"
_BEGIN: Final = re.compile(rf"<\s{{0,9}}({_NAME})(?=[\s>])|\[({_NAME})(?=[\s\]])", re.IGNORECASE)
"""Its end is not looked for: a title or an address within it may be long, and may hold the same signs."""
_END: Final = re.compile(rf"<\s{{0,9}}/\s{{0,9}}({_NAME})\s{{0,9}}>|\[/({_NAME})\]", re.IGNORECASE)
_ALONE: Final = re.compile(
    rf"^[ \t]{{0,9}}<\s{{0,9}}({_NAME})(?:\s[^\n]*)?>[ \t]{{0,9}}$", re.IGNORECASE | re.MULTILINE
)
"""A tag that nothing ends begins a passage only where it has a line of its own."""
_MARKUP: Final = re.compile(
    r"(?:web)?pages?|sources?|articles?|files?|results?|e?mails?|quotes?|search|website", re.IGNORECASE
)
"""Names that people's own markup has too: they begin a passage only where something ends it."""
_IN_PROSE: Final = re.compile(
    r"\b(?:the|an?|my|this|that|each|every|your|of|in|on|with|to|from|and|or|at|by|called|named|before|after) $|[`\"']$"
)
_PROSE_GOES_ON: Final = re.compile(r"[^\n<>]{0,40}> ?(?:[a-z`\"'.,;?!)]|$)")
_WIDE: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
_ESCAPED: Final = re.compile(r"&(?:(lt|#0{0,3}60|#x0{0,3}3c)|gt|#0{0,3}62|#x0{0,3}3e);", re.IGNORECASE)

_BEFORE: Final = (
    r"(?:retrieved|relevant|additional|background|reference|supporting|following|search|web|knowledge|source|provided"
    r"|given|external|some|(?:here|below|these) (?:is|are)|below|the|your|extra|top|pieces of|\d{1,4})"
)
_GIVEN: Final = (
    r"(?:contexts?|documents?|docs|passages?|sources?|results|excerpts?|snippets?|references?|articles?|chunks?"
    r"|texts?)"
)
_AFTER: Final = (
    r"(?:information|is|are|as|follows?|below|from|for|of|to|use|retrieved|provided|found|the|your|our|user|question"
    r"|query|web|search|internet|knowledge|base|database|[#\[(]?\d{1,4}[\])]?)"
)
_LABEL: Final = rf"(?:{_BEFORE} ){{0,4}}{_GIVEN}(?: {_AFTER}){{0,6}}"
_LEFT: Final = r"^[ \t]{0,9}(?:#{1,6} |\*\*|>)?"
_BARE: Final = re.compile(
    rf"{_LEFT}(?P<label>{_LABEL})(?:\*\*)?[ \t]{{0,9}}(?::|[-–—]|(?<=below)\.|(?<=follows)\.)(?:\*\*)?[ \t\r]{{0,9}}$"
    rf"|^[ \t]{{0,9}}(?:[=*~_#-]{{2,80}}[ \t]{{0,9}}|#[ \t])(?P<ruled>{_LABEL})[ \t]{{0,9}}:?[ \t]{{0,9}}"
    r"[=*~_#-]{0,80}[ \t\r]{0,9}$",
    re.IGNORECASE | re.MULTILINE,
)
"""A heading that has its line to itself."""
_INLINE: Final = re.compile(rf"{_LEFT}(?P<label>{_LABEL})(?:\*\*)?[ \t]{{0,9}}:(?:\*\*)?", re.IGNORECASE | re.MULTILINE)
"""A heading with the passage behind it."""
_ORDER: Final = re.compile(
    rf"^[ \t]{{0,9}}(?:please )?(?P<label>(?:use|using|answer|based on|given|read|consider)\b[^\n]{{0,120}}?"
    rf"\b{_GIVEN}\b[^\n]{{0,200}}?[:.])[ \t\r]{{0,9}}$",
    re.IGNORECASE | re.MULTILINE,
)
"""A sentence of the application's that says what to do with the passage behind it."""
_POINTING: Final = re.compile(r":$|\b(?:following|below|provided|retrieved|pieces of|given)\b", re.IGNORECASE)
_FIRM: Final = re.compile(
    r"\b(?:contexts?|documents?|docs|passages?|sources?|excerpts?|snippets?|chunks?|search|web|retrieved)\b",
    re.IGNORECASE,
)
"""What a person hardly heads their own words with; under other headings a passage needs a question beside it."""
_OWN: Final = re.compile(r"\b(?:i|my|me|mine|we|us)\b", re.IGNORECASE)
"""Whoever says so speaks of themselves, and writes no template."""
_QUESTION: Final = re.compile(
    rf"{_LEFT}(?:(?:please )?answer )?(?:user(?:'s)? |my |the |this |original |follow-?up |current |following ){{0,3}}"
    r"(?:question|query|request|prompt|task|user|human|instruction|message)(?:\*\*)?[ \t]{0,9}"
    r"(?::|[-–—](?=\s))(?:\*\*)?"
    r"|^[ \t]{0,9}(?:[=*~_#-]{2,80}|#)[ \t]{0,9}(?:user(?:'s)? |the )?(?:question|query|task)[ \t]{0,9}"
    r"[=*~_#-]{0,80}[ \t\r]{0,9}$",
    re.IGNORECASE | re.MULTILINE,
)
_ANSWER: Final = re.compile(
    r"\n[ \t]{0,9}(?:#{1,6} |\*\*)?(?:helpful |final |your )?(?:answer|response|reply|assistant)(?:\*\*)?[ \t]{0,9}:"
    r"(?:\*\*)?\s*\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
    """A passage inserted into somebody's turn."""

    text: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class _PassageSpan:
    """The span of a passage, and the position where the words go on behind its label."""

    start: int
    end: int
    rest: int
    origin: Origin
    labelled: bool = False
    """Whether a label of the template says where it ends."""


def split_retrieved(text: str) -> tuple[str, RetrievedPassage | None]:
    """Split a turn into the speaker's words and the inserted passage; None where no structure shows one."""
    looked = _fold_signs(text)
    found = _join_passages(looked, _find_between_tags(looked), _find_under_heading(looked))
    if found is None:
        return text, None
    before = _QUESTION.sub("", text[: found.start], count=1) if found.labelled else text[: found.start]
    behind = _ANSWER.sub("", text[found.rest :])  # a template ends with the label of what it wants written
    own = "\n".join(part.strip() for part in (before, behind) if part.strip())
    return own, RetrievedPassage(text[found.start : found.end].strip(), found.origin)


def _fold_signs(text: str) -> str:
    """Turn wide and escaped signs into plain ones at the same positions."""
    wide = text.translate(_WIDE) if not text.isascii() else text
    return _ESCAPED.sub(_unescape_sign, wide) if "&" in wide else wide


def _unescape_sign(escaped: re.Match[str]) -> str:
    return "<".ljust(len(escaped[0])) if escaped[1] else ">".rjust(len(escaped[0]))


def _join_passages(text: str, tagged: _PassageSpan | None, headed: _PassageSpan | None) -> _PassageSpan | None:
    """Combine both readings: tags within a headed passage do not end it, a heading within tags begins nothing."""
    if tagged is None or headed is None:
        return tagged or headed
    if headed.start > tagged.start:
        return tagged
    heading_end = text.find("\n", headed.start)
    introduces = not text[heading_end : tagged.start].strip()
    if introduces and not headed.labelled:
        return tagged
    origin = find_least_trusted([tagged.origin, headed.origin]) or Origin.TOOL
    end, rest = max(tagged.end, headed.end), max(tagged.end, headed.rest)
    return _PassageSpan(headed.start, end, rest, origin, headed.labelled)


def _find_between_tags(text: str) -> _PassageSpan | None:
    if "<" not in text and "[" not in text:
        return None
    begun, ended = list(_BEGIN.finditer(text)), list(_END.finditer(text))
    spoken = all(_is_in_prose(text, each) for each in ended)
    begun = [each for each in begun if not (spoken and _is_in_prose(text, each))]
    ends = [each for each in ended if begun and each.start() > begun[0].start()]
    if ends:
        origins = [origin_of_kind(each[1] or each[2]) for each in begun]
        return _PassageSpan(
            begun[0].start(), ends[-1].end(), ends[-1].end(), find_least_trusted(origins) or Origin.TOOL
        )
    alone = next((each for each in _ALONE.finditer(text) if not _MARKUP.fullmatch(each[1])), None)
    return _PassageSpan(alone.start(), len(text), len(text), origin_of_kind(alone[1])) if alone else None


def _is_in_prose(text: str, tag: re.Match[str]) -> bool:
    """Tell whether a sentence names the tag and goes on: "the <page> component"."""
    before = text[max(0, tag.start() - 12) : tag.start()]
    sign = tag.end() - (tag.group()[-1] == ">")
    return bool(_IN_PROSE.search(before) and _PROSE_GOES_ON.match(text, sign))


def _find_under_heading(text: str) -> _PassageSpan | None:
    if "\n" not in text:
        return None
    asked, answer = list(_QUESTION.finditer(text)), _ANSWER.search(text)
    headings = [
        (each, is_bare)
        for pattern, is_bare in ((_BARE, True), (_INLINE, False), (_ORDER, False))
        for each in pattern.finditer(text)
        if _is_heading(pattern, each)
    ]
    headings.sort(key=lambda each: (each[0].start(), not each[1]))
    return next(
        (found for each, is_bare in headings if (found := _find_headed_passage(text, each, asked, answer, is_bare))),
        None,
    )


def _is_heading(pattern: re.Pattern[str], found: re.Match[str]) -> bool:
    label = found.group("label") or found.group("ruled")
    if _OWN.search(label):
        return False
    return bool(_POINTING.search(label) if pattern is _ORDER else pattern is _BARE or _FIRM.search(label))


def _find_headed_passage(
    text: str, heading: re.Match[str], asked: Sequence[re.Match[str]], answer: re.Match[str] | None, is_bare: bool
) -> _PassageSpan | None:
    """Reach to the last question after the heading; else to the answer's label or the end.

    Where the question came first, a question within the passage does not end it.
    """
    is_asked_before = bool(asked) and asked[0].start() < heading.start()
    last = asked[-1] if asked and not is_asked_before and asked[-1].start() >= heading.end() else None
    labelled = last is not None or is_asked_before or answer is not None
    if not labelled and not (is_bare and _FIRM.search(heading.group())):
        return None
    end = last.start() if last else answer.start() if answer else len(text)
    if not text[heading.end() : end].strip():
        return None
    rest = last.end() if last else len(text)
    return _PassageSpan(heading.start(), end, rest, origin_of_kind(heading.group()), labelled)
