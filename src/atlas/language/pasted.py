"""Text of somebody else's that a message holds beside the speaker's own words, told by its structure alone (C13, X1).

Whoever pastes a mail, an article, a log or a CV writes a line or two, leaves one empty, and what follows is broken into
lines as nobody breaks their own sentences; or it is set apart by fences or by the marks of a quoted mail, behind which
the speaker may go on. A list of items is the speaker's own. What the structure does not show is taken for the speaker's
words; what it leaves open (who says what stands between two fences?) is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from atlas.model.served_context import CONTEXT_HEADS

_BLOCK: Final = re.compile(r"\n[ \t]*\n(?=[ \t]*\S)")
_FENCE: Final = re.compile(r"^[ \t]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:`{3,}+[^`\n]*|~{3,}.*)$", re.MULTILINE)
_MARK: Final = "[ \\t]*[>＞﹥]"
_QUOTED_LINES: Final = re.compile(
    rf"^(?:(?=[^\n\d]*\d).*:[ \t]*\n(?:[ \t]*\n)?)?{_MARK}.*(?:(?:\n[ \t]*)?\n{_MARK}.*)*", re.MULTILINE
)
_UNMARKED: Final = re.compile(r"(?:\n[ \t]*[^\s>＞﹥].*)+")
"""Lines right behind quoted ones."""
_CONTEXT: Final = re.compile(rf"(?:{'|'.join(map(re.escape, CONTEXT_HEADS))}).*(?:\n(?:[ \t]*\n)?## .*(?:\n- .*)*)*")
"""A context of ours, which an application may set before what the user says."""
_ENDS: Final = tuple(".!?…:")
_CLOSING: Final = "\"'”’)]>*_ \t\n"
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]")
_OWN_LINES: Final = 2
"""Lines of the speaker's own words before a pasted text."""
_LEAST: Final = 3
"""Lines from which a block is no paragraph of the speaker's."""
_BLANK: Final = "\n"
_FILLED: Final = "\x01"

Span = tuple[int, int]


def find_pasted(text: str) -> list[Span]:
    """Find the pasted parts of a message, in their order; none where no structure shows one."""
    if "\n" not in text:
        return []
    contexts = (each.span() for each in _CONTEXT.finditer(text))
    marked = list(_join_spans([*contexts, *_find_fenced(text), *_find_quoted(text)]))
    own = blank_spans(text, marked)
    start = _find_second_block(text, marked, own)
    if start is not None and _is_broken_text(own[start:]):
        return list(_join_spans([*marked, (start, len(text))]))
    return marked


def blank_pasted(text: str) -> str:
    """Blank out the pasted parts of a message character for character; places do not move."""
    return blank_spans(text, find_pasted(text))


def blank_spans(text: str, spans: Iterable[Span], filler: str = _BLANK) -> str:
    told: list[str] = []
    reached = 0
    for start, end in spans:
        told += text[reached:start], filler * (end - start)
        reached = end
    return "".join([*told, text[reached:]])


def _find_second_block(text: str, marked: Sequence[Span], own: str) -> int | None:
    """Find where the first words of the speaker's own end, if they are few: at an empty line that is in nothing marked,
    since a text that begins with a quotation is pasted as well as one that does not."""
    first = len(own) - len(own.lstrip())
    block = _BLOCK.search(blank_spans(text, marked, _FILLED), first)
    if block is None or sum(bool(line.strip()) for line in own[: block.start()].split("\n")) > _OWN_LINES:
        return None
    return block.end()


def _find_fenced(text: str) -> Iterator[Span]:
    """Find what stands in fences: from the first to the last, since a text in a fence may hold others; to the end where
    one is open."""
    fences = list(_FENCE.finditer(text))
    if fences:
        yield fences[0].start(), len(text) if len(fences) % 2 else fences[-1].end()


def _find_quoted(text: str) -> Iterator[Span]:
    """Find the lines of a quoted mail, the line above that says when somebody wrote it, and what goes on without the
    mark: an unfinished sentence, or lines enough for a text of its own."""
    for quoted in _QUOTED_LINES.finditer(text):
        unmarked = _UNMARKED.match(text, quoted.end())
        goes_on = unmarked and (unmarked[0].count("\n") >= _LEAST or not _ends_sentence(quoted[0]))
        yield quoted.start(), unmarked.end() if unmarked and goes_on else quoted.end()


def _ends_sentence(text: str) -> bool:
    return text.rstrip(_CLOSING).endswith(_ENDS)


def _join_spans(spans: Iterable[Span]) -> Iterator[Span]:
    """Join spans that overlap."""
    reached: Span | None = None
    for start, end in sorted(spans):
        if reached and start <= reached[1]:
            reached = reached[0], max(end, reached[1])
            continue
        if reached:
            yield reached
        reached = start, end
    if reached:
        yield reached


def _is_broken_text(text: str) -> bool:
    """Tell whether a text stands in lines that are no paragraphs and no items of a list."""
    paragraphs = _BLOCK.split(text)
    lines = [line for line in text.splitlines() if line.strip()]
    items = sum(_ITEM.match(line) is not None for line in lines)
    return len(lines) - len(paragraphs) + 1 >= _LEAST and 2 * items < len(lines)
