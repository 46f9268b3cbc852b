"""Whatever was learned, as lines of quoted data: each says whose it is and since when; none can end its quotation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final
from unicodedata import category

from atlas.context.labels import day_text, label
from atlas.model.document import Document, items
from atlas.model.exam import Exam
from atlas.model.ids import DocumentId, MemoryId, SuggestionId
from atlas.model.journal import Actor
from atlas.model.memory import Kind, Memory
from atlas.model.recall import PastFact
from atlas.model.suggestion import Suggestion

_QUOTES: Final = str.maketrans(dict.fromkeys("“”„‟〝〞〟＂❝❞ˮ″‶‴‷⁗⹂🙶🙷🙸ʺ˝״〃«»「」『』｢｣﹁﹂﹃﹄", '"'))
_SINGLE: Final = "['‘’‚‛′‵`´＇ʼʹˈʻʽʾʿˊˋ՚׳ꞌ]"
_DOUBLED: Final = re.compile(f"{_SINGLE}(?:[\u0300-\u036f\u200b-\u200d\ufe00-\ufe0f]*{_SINGLE})+")
"""Two single marks look like a double one."""
_ANGLES: Final = "<＜﹤"
_SIGNS: Final = "/!?|／⁄∕！？｜"
_GAP: Final = rf"[^\w\x21-\x7e{_ANGLES}{_SIGNS}]*"
"""Where something unseen can stand; what can be seen in it makes it no gap."""
_TAGS: Final = re.compile(
    rf"[{_ANGLES}](?=(?P<gap>{_GAP})(?:[{_SIGNS}]|<SYS>>"
    r"|(?P<letter>(?!(?:system|user|human|assistant|tool|function|start_of|end_of|bos\b)|[\w.:-]+/?>)[^\W\d])|[^\W\d]))"
    rf"|\[(?={_GAP}(?:/{_GAP})?INST{_GAP}\])",
    re.IGNORECASE,
)
"""What begins a tag, of whatever host or model: the name or the sign may stand behind something unseen.

A letter behind a space compares, as in "a < b", unless it begins a speaker's name or a whole tag.
"""
_MARKER: Final = re.compile(r"\s*(?:#{1,6}(?:\s|$)|[-*+•]\s|\d{1,3}[.)]\s)?\s*")
"""What makes a line a heading or a bullet in a document; in a context it is a line of its own anyway."""
_NAME: Final = 60
"""Letters of a speaker's name."""
_LEVEL: Final = 0.05
"""A smaller step than this is no trend: of five questions, less than one in four exams."""


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    memory: MemoryId | None = None
    document: DocumentId | None = None
    suggestion: SuggestionId | None = None


def memory_line(
    memory: Memory,
    now: datetime,
    zone: tzinfo,
    speaker: str | None = None,
    past: Sequence[PastFact] = (),
    *,
    quoted: bool = True,
) -> Line:
    return Line(f"{line(memory, now, zone, speaker, past, quoted=quoted)}\n", memory=memory.id)


def line(
    memory: Memory,
    now: datetime,
    zone: tzinfo,
    speaker: str | None = None,
    past: Sequence[PastFact] = (),
    *,
    quoted: bool = True,
) -> str:
    """One memory as quoted data with its label, and with the words it stands on where these are others (T15).

    A speaker's name is quoted too: it is somebody's word, and where several speak, "user" does not say who. What it
    tells that holds no longer is said behind it (T16).
    """
    told = quoted and memory.kind is not Kind.EPISODE and memory.evidence
    quote = f": “{_inert(memory.evidence[0].quote)}”" if told else ""
    named = f" “{_inert(speaker)[:_NAME]}”" if speaker and speaker.strip() else ""
    said = _label(f"{memory.origin.value}{named}", memory.observed_at, now, zone)
    over = "".join(f"; {past_text(each, zone)}" for each in past)
    return f"- “{_inert(memory.content)}”{_meant(memory, zone)} ({said}{quote}{over})"


def past_text(past: PastFact, zone: tzinfo) -> str:
    """That a fact holds no longer, since when, and what holds in its place."""
    since = f" since {day_text(past.until, zone)}" if past.until else ""
    now = f", now “{_inert(past.now)}”" if past.now else ""
    return f"no longer so{since}: “{_inert(past.content)}”{now}"


def document_lines(document: Document, now: datetime, zone: tzinfo) -> Iterator[Line]:
    """A document as data: every item a line, with the topic it belongs to."""
    topic = _inert(document.title)
    on = f" on “{topic}”" if topic else ""
    said = _label(document.origin.value, document.updated_at, now, zone)
    for item in plain_items(document):
        yield Line(f"- “{_inert(item)}”{on} ({said})\n", document=document.id)


def plain_items(document: Document) -> Iterator[str]:
    """Each item on one line, without the marks that made it one: nothing in it can pose as a heading."""
    for item in items(document.text):
        text = " ".join(item[_marked(item) :].split())
        if text:
            yield text


def suggestion_line(suggestion: Suggestion, now: datetime, zone: tzinfo) -> Line:
    """Something to offer, never something to do (J16)."""
    said = _label(Actor.ATLAS.value, suggestion.created_at, now, zone)
    return Line(f"- “{_inert(suggestion.text)}” ({said})\n", suggestion=suggestion.id)


def exam_lines(exams: Sequence[Exam], now: datetime, zone: tzinfo) -> Iterator[Line]:
    """The trend first, then the grades it is made of, newest first."""
    told = [(_grade(exam), exam.at) for exam in exams]
    if len(exams) > 1:
        told.insert(0, (_trend(exams), exams[0].at))
    return (Line(f"- “{text}” ({_label(Actor.ATLAS.value, at, now, zone)})\n") for text, at in told)


def _grade(exam: Exam) -> str:
    return f"{exam.right_with} of {exam.asked} right with memory, {exam.right_without} of {exam.asked} without"


def _trend(exams: Sequence[Exam]) -> str:
    with_memory = _step([(exam.right_with, exam.asked) for exam in exams])
    without = _step([(exam.right_without, exam.asked) for exam in exams])
    return f"Over {len(exams)} exams: with memory {with_memory}; without memory {without}"


def _step(grades: Sequence[tuple[int, int]]) -> str:
    """The older half beside the newer one."""
    middle = len(grades) // 2
    before, since = _share(grades[middle:]), _share(grades[:middle])
    step = since - before
    word = "level" if abs(step) < _LEVEL else "rising" if step > 0 else "falling"
    return f"{before:.0%}, then {since:.0%} ({word})"


def _share(grades: Sequence[tuple[int, int]]) -> float:
    return sum(right for right, _ in grades) / max(1, sum(asked for _, asked in grades))


def _label(source: str, when: datetime, now: datetime, zone: tzinfo) -> str:
    return f"{source}, {day_text(when, zone)}, {label(when, now, zone)}"


def _meant(memory: Memory, zone: tzinfo) -> str:
    """The referred-to date, where it is another than the day it was told."""
    if memory.referred_at is None:
        return ""
    meant = day_text(memory.referred_at, zone)
    return f" [{meant}]" if meant != day_text(memory.observed_at, zone) else ""


def _marked(item: str) -> int:
    found = _MARKER.match(item)
    return found.end() if found else 0


def _inert(text: str) -> str:
    """Text that cannot end its own quotation or start a new section: one line, and no mark that looks like ours.

    Nor can it end or begin what a host or a model's own format puts round a context, whichever way that goes there.
    """
    return _TAGS.sub(_shut, " ".join(_DOUBLED.sub('"', text.translate(_QUOTES)).split()))


def _shut(tag: re.Match[str]) -> str:
    gap = tag["gap"] or ""
    if any(category(sign)[0] not in "MCZ" for sign in gap):
        return tag[0]  # something stands between that can be seen
    compares = tag["letter"] and any(sign.isspace() for sign in gap)
    return tag[0] if compares else "‹"
