"""Which parts of a message are the speaker's own words, and its sentences.

People paste: mails, code, logs, chats, texts to translate. None of it is theirs to be remembered by. It is blanked out
character for character, so that every place in the rest stays where it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from atlas.language.english.lexicon.tone import TEXT_TASKS
from atlas.language.interface import Sentence
from atlas.language.pasted import Span, blank_spans, find_pasted
from atlas.language.quote_marks import DOUBLE_MARKS
from atlas.language.sentences import ends_sentence
from atlas.language.text_cache import cache_text

MAX_SENTENCES: Final = 200
MAX_CHARACTERS: Final = 40_000
"""Nobody tells this much about themselves in one message; beyond it lies pasted material."""
_REMEMBERED: Final = 256
"""Texts that are kept blanked: one message is looked at for facts, for arguments and for more."""
_SHORT: Final = 2_000
"""Characters of the longest of them."""

QUOTED: Final = "\x01"
"""What stands for each character of a quotation: somebody's words, or a name, but not a sentence of the speaker."""
_BLANK: Final = "\n"
_FENCES: Final = (
    re.compile(r"```.*?(?:```|\Z)", re.S),
    re.compile(r'""".*?(?:"""|\Z)', re.S),
    re.compile(r"'''.*?(?:'''|\Z)", re.S),
    re.compile(r"^[ \t]*(?:---+|===+|\*\*\*+)[ \t]*$.*?(?:^[ \t]*(?:---+|===+|\*\*\*+)[ \t]*$|\Z)", re.S | re.M),
    re.compile(r"<([a-zA-Z][\w-]{0,40})\b[^<>\n]{0,200}>.*?(?:</\1>|\Z)", re.S),
)
_TO_THE_END: Final = re.compile(
    r"^[ \t]*(?:-+ ?)?(?:forwarded message|original message|begin forwarded message|from: |on .{4,80} wrote:(?!\s*>))",
    re.I | re.M,
)
_FOREIGN_LINE: Final = re.compile(
    r"^[ \t]*(?:[>＞﹥]|\[\d{1,2}:\d\d|\d{1,2}:\d\d(?::\d\d)?[ ,]|(?:INFO|WARN|ERROR|DEBUG|TRACE)\b|\$ |#!|//|/\*"
    r"|\d{1,2}[.)] I )"
)
_CODE: Final = re.compile(
    r"[{};]\s*$|\b(?:const|let|var|def|class|function|import|return)\s+\w+.*[=({:]|\w+\(.*\)\s*[;{]|=>|==|&&"
)
_FIELD_LINE: Final = re.compile(r"^[ \t]*[\w ]{1,24}[:=]\s*\S.{0,60}$")
_QUOTES: Final = (
    re.compile(r"“[^“”]{1,2000}”"),
    re.compile(r'(?<![\w"])"[^"]{1,2000}"'),
    re.compile(r"(?<!\w)‘[^‘]{1,600}?’(?!\w)"),
    re.compile(r"(?<![\w'])'(?=\S)[^'\n]{1,600}?(?:'\w{1,2}\b[^'\n]{0,600}?){0,8}(?<=\S)'(?!\w)"),
    re.compile(r"`[^`\n]{1,300}`"),
    re.compile(rf"(?<!\w)[{DOUBLE_MARKS}][^{DOUBLE_MARKS}]{{1,2000}}[{DOUBLE_MARKS}]"),
)
_SENTENCE_END: Final = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|\Z|[\U0001F300-\U0001FAFF])|\n+|;(?=\s)")
_LABEL: Final = re.compile(r"[^\n:]{1,90}?:(?=\s)")
_THEIR_WORDS: Final = re.compile(
    r"(?:\b(?:says?|said|writes?|wrote|reads?|replied|replies|goes|yells?|asks?|asked|told me|tells me|was like|titled|"
    r"the (?:line|quote|caption|lyrics?)(?: is| goes)?)|here(?:'?s| is) (?:the|my|an?|this) [\w' ]{2,40}|\bjoke)\s*$",
    re.I,
)
_TASK_OPENING: Final = re.compile(r"^(?:please |can you |could you |would you |pls |kindly |now |ok |hey |then |and )*")


@cache_text(_REMEMBERED, _SHORT)
def blank_foreign_text(text: str) -> str:
    """The text with everything pasted blanked out and every quotation made opaque; places do not move."""
    text = text[:MAX_CHARACTERS]
    pasted = find_pasted(text)
    own = blank_spans(text, pasted)
    for fence in _FENCES:
        own = fence.sub(_fill_with(_BLANK), own)
    found = next((each for each in _TO_THE_END.finditer(text) if own[each.start() : each.end()].strip()), None)
    own = _blank_foreign_lines(own[: found.start()] if found else own)
    for quote in _QUOTES:
        own = quote.sub(_fill_with(QUOTED), own)
    return _blank_task_text(own, pasted)


def split_sentences(own: str) -> list[Sentence]:
    found: list[Sentence] = []
    start = 0
    for match in _SENTENCE_END.finditer(own):
        if not ends_sentence(own, start, match.end()):
            continue
        found.extend(_split_label(own, start, match.end(), match.group().strip()))
        start = match.end()
        if len(found) >= MAX_SENTENCES:
            return found[:MAX_SENTENCES]
    found.extend(_split_label(own, start, len(own), ""))
    return found[:MAX_SENTENCES]


def _fill_with(filler: str) -> Callable[[re.Match[str]], str]:
    return lambda match: filler * len(match.group())


def _blank_foreign_lines(text: str) -> str:
    lines = text.split("\n")
    fields = [bool(_FIELD_LINE.match(line)) for line in lines]
    for place, line in enumerate(lines):
        listed = fields[place] and (fields[place - 1 : place] == [True] or fields[place + 1 : place + 2] == [True])
        if listed or _FOREIGN_LINE.match(line) or _CODE.search(line[:400]):
            lines[place] = " " * len(line)
    return "\n".join(lines)


def _blank_task_text(text: str, pasted: Sequence[Span]) -> str:
    """After "translate:" or "proofread the following" comes the text it is about: to the end of the message, unless it
    is set apart, so that the speaker goes on behind it."""
    place = 0
    for sentence in split_sentences(text):
        quoted = sentence.text.endswith(":") and gives_word_away(sentence.text)
        if not quoted and not is_task(sentence.label or sentence.text):
            continue
        behind = len(text) - len(text[sentence.end :].lstrip())
        if any(sentence.end <= start < behind for start, _ in pasted):
            continue
        if sentence.label:
            place = sentence.start
        elif text[sentence.end : sentence.end + 1] == "\n" or text[sentence.end - 1 : sentence.end] == "\n":
            place = sentence.end
        if place:
            return text[:place] + " " * (len(text) - place)
    return text


def is_task(text: str) -> bool:
    """Whether this asks for something to be done to, or made of, a text."""
    low = text.casefold().strip()
    opening = _TASK_OPENING.match(low)
    rest = low[opening.end() :] if opening else low
    first = re.match(r"[\w;]+", rest)
    return first is not None and first.group().replace(";", "") in TEXT_TASKS


def gives_word_away(label: str) -> bool:
    """Whether what stands before a colon gives the word to somebody else, or to a text."""
    return _THEIR_WORDS.search(label.casefold().replace("’", "'").rstrip(" :")) is not None


def _split_label(own: str, start: int, end: int, mark: str) -> list[Sentence]:
    start, end = _trim_span(own, start, end)
    if start >= end:
        return []
    label = _LABEL.match(own, start, end)
    if label is None or label.end() >= end:
        return [Sentence(start, end, own[start:end], mark)]
    head = Sentence(start, label.end(), own[start : label.end()], ":")
    start, end = _trim_span(own, label.end(), end)
    return [head, Sentence(start, end, own[start:end], mark, head.text.rstrip(":").strip())]


def _trim_span(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
