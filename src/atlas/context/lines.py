"""Learned content as lines of quoted data: each with its source and date, none able to end its quotation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Final
from unicodedata import category

from atlas.context.labels import format_age, format_date, format_day
from atlas.language.document_lines import DocumentLine, list_lines
from atlas.language.folding import fold_text
from atlas.language.pasted import Span, find_pasted
from atlas.language.quote_marks import DOUBLE_MARKS, SINGLE_MARKS
from atlas.language.stance_words import describe_position
from atlas.language.text_cache import cache_text
from atlas.model.belief import Position, QuotedArgument
from atlas.model.document import Document
from atlas.model.entity import USER, EntityId, title_of
from atlas.model.exam import Exam
from atlas.model.ids import BeliefId, DocumentId, MemoryId, SuggestionId
from atlas.model.journal import Actor
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.recall import PastFact
from atlas.model.suggestion import Suggestion

_QUOTES: Final = str.maketrans(dict.fromkeys(DOUBLE_MARKS, "'"))
"""Whatever looks like the mark of a quotation is a single one inside of it."""
_SINGLE: Final = f"[{SINGLE_MARKS}]"
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
_REMEMBERED: Final = 8_192
_SHORT: Final = 500
"""Characters of a text that is remembered as it is quoted: the same memories are served turn after turn."""
_NAME: Final = 60
"""Letters of a speaker's name."""
_BEGINNING: Final = 10
"""Words of a pasted text by which it is known again."""
_BRIEF: Final = 10
"""Words of a wish that shares its line with others."""
_LEVEL: Final = 0.05
"""A smaller step than this is no trend: of five questions, less than one in four exams."""


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    memories: tuple[MemoryId, ...] = ()
    written: tuple[DocumentId, int] | None = None
    """The line of a document that it is, by its number."""
    suggestion: SuggestionId | None = None
    belief: BeliefId | None = None


def make_memory_line(
    memory: Memory,
    now: datetime,
    zone: tzinfo,
    speaker: str | None = None,
    past: Sequence[PastFact] = (),
    *,
    quoted: bool = True,
    brief: bool = False,
) -> Line:
    text = format_memory(memory, now, zone, speaker, past, quoted=quoted, brief=brief)
    return Line(f"{text}\n", (memory.id,))


def make_profile_line(memories: Sequence[Memory], now: datetime, zone: tzinfo, speaker: str | None = None) -> Line:
    """Make a line of what is known of somebody beside the question: who said it, and between which days.

    Who is spoken of, the source and the quotation marks are said once for all; a fact cannot pose as two. Whose own
    facts they are come first: behind "Geoffrey is eighty" one would take "lives in Aylsham" for Geoffrey's. They hold
    all now, or begin on one day that is to come.
    """
    times = sorted(memory.observed_at for memory in memories)
    first, last = (format_date(when, now, zone) for when in (times[0], times[-1]))
    title = find_title(memories[0])
    facts = sorted(
        (_neutralise_text(memory.content) for memory in memories), key=lambda each: not each.startswith(title)
    )
    told = "; ".join(_drop_title(each, title).replace(";", ",") for each in facts)
    label = _name_source(memories[0].origin, speaker) + (first if first == last else f"{first} to {last}")
    begins = _format_beginning(memories[0], now, zone)
    return Line(f'- "{title}: {told}"{begins} ({label})\n', tuple(memory.id for memory in memories))


def find_title(memory: Memory) -> str:
    """Find what a fact calls whoever it is about, or whose somebody or something it is about."""
    subject = memory.claim.subject if memory.claim else USER
    return _neutralise_text(title_of(EntityId(subject.partition("/")[0])))


def _drop_title(content: str, title: str) -> str:
    """Drop what a fact begins with: "The user's sister is Lotte" is "sister is Lotte" of the user."""
    for opening in (f"{title}'s ", f"{title} "):
        if content.startswith(opening):
            return content.removeprefix(opening)
    return content


def format_memory(
    memory: Memory,
    now: datetime,
    zone: tzinfo,
    speaker: str | None = None,
    past: Sequence[PastFact] = (),
    *,
    quoted: bool = True,
    brief: bool = False,
    alone: bool = False,
) -> str:
    """Format one memory as quoted data with its label and its evidence quote (T15).

    A speaker's name is quoted too: a name is user text, and where several people speak, "user" does not say who. A past
    fact is named behind the label (T16). Briefly, of what was pasted only the beginning is quoted (C13). A line that
    stands alone, with no opening that says what is left out of it, says it itself.
    """
    told = quoted and memory.kind is not Kind.EPISODE and memory.evidence and not _repeats_quote(memory)
    quote = f": {_quote_text(memory.evidence[0].quote)}" if told else ""
    said = _format_label(memory.origin, memory.observed_at, now, zone, speaker)
    if alone:
        source = _name_source(memory.origin, speaker, alone=True)
        said = f"{source}{format_day(memory.observed_at, zone)}, {format_age(memory.observed_at, now, zone)}"
    since = None if alone else now
    over = "".join(f"; {format_past_fact(each, since, zone)}" for each in past)
    meant = _format_beginning(memory, now, zone) or _format_referred_date(memory, since, zone)
    return f"- {_quote_content(memory, brief=brief)}{meant} ({said}{quote}{over})"


def _quote_content(memory: Memory, *, brief: bool) -> str:
    """Quote what a memory says; what a speaker pasted stands apart from their own words around it (C13)."""
    told: list[str] = []
    reached = 0
    for start, end in find_pasted_parts(memory):
        pasted = memory.content[start:end].split()
        kept = [*pasted[:_BEGINNING], "…"] if brief and len(pasted) > _BEGINNING else pasted
        told += [_quote_text(memory.content[reached:start]), f"pasted {_quote_text(' '.join(kept))}"]
        reached = end
    told.append(_quote_text(memory.content[reached:]))
    return " and ".join(each for each in told if each != '""') or '""'


def find_pasted_parts(memory: Memory) -> list[Span]:
    """Find what the speaker pasted into a message; of anything else, all is its own."""
    spoken = memory.kind is Kind.EPISODE and memory.origin is not Origin.ASSISTANT
    return find_pasted(memory.content) if spoken else []


def _repeats_quote(memory: Memory) -> bool:
    """Tell whether a memory is worded as its evidence is: then it is its own quote."""
    return fold_text(memory.evidence[0].quote) in fold_text(memory.content)


def format_past_fact(past: PastFact, now: datetime | None, zone: tzinfo) -> str:
    """Say that a fact no longer holds, since when, and the fact in its place; of a plan, until which day it was one."""
    if past.planned and past.until:
        last = format_date(past.until - timedelta.resolution, now, zone)
        return f"a plan of the past, until {last}: {_quote_text(past.content)}"
    since = f" since {format_date(past.until, now, zone)}" if past.until else ""
    instead = f", now {_quote_text(past.now)}" if past.now else ""
    return f"no longer so{since}: {_quote_text(past.content)}{instead}"


def make_document_lines(
    document: Document,
    now: datetime,
    zone: tzinfo,
    filed: Collection[MemoryId] = (),
    told: Collection[MemoryId] = (),
) -> Iterator[Line]:
    """Make one line of data for each line of a document, with the topic it belongs to; what is `told` elsewhere in the
    context is not told again (C13)."""
    topic = _neutralise_text(document.title)
    on = f' on "{topic}"' if topic else ""
    said = _format_label(document.origin, document.updated_at, now, zone)
    for line in list_served_lines(document, filed):
        if line.sources and all(source in told for source in line.sources):
            continue
        yield Line(f"- {_quote_text(line.text)}{on} ({said})\n", written=(document.id, line.number))


def list_served_lines(document: Document, filed: Collection[MemoryId]) -> Iterator[DocumentLine]:
    """List what a document may say now: nothing that comes from a memory that is out of service (C1), and no position,
    which is served from its row (B7)."""
    lines = (line for line in list_lines(document.text) if not line.beliefs)
    return (line for line in lines if all(source in filed for source in line.sources))


def make_instruction_line(document: Document, line: DocumentLine) -> Line:
    """Make the line of a document that instructs, in words that can pose as nothing else (E8)."""
    return Line(f"- {_neutralise_text(line.text)}\n", line.sources, written=(document.id, line.number))


def make_wish_lines(memories: Sequence[Memory]) -> list[Line]:
    """Make the lines of standing wishes: instructions, in words that can pose as nothing else (C12).

    Brief ones share a line: what is wished is a word or two, and who wishes it is said once.
    """
    joined: dict[str, list[Memory]] = {}
    for memory in memories:
        joined.setdefault(_find_wish_opening(memory) or memory.id, []).append(memory)
    return [_make_wish_line(opening, wishes) for opening, wishes in joined.items()]


def _find_wish_opening(memory: Memory) -> str:
    """Find the words that a brief wish begins with; of any other there are none."""
    opening = f"{find_title(memory)} wants "
    brief = memory.claim is not None and len(memory.content.split()) <= _BRIEF
    return opening if brief and memory.content.startswith(opening) else ""


def _make_wish_line(opening: str, wishes: Sequence[Memory]) -> Line:
    first, *others = (_neutralise_text(memory.content) for memory in wishes)
    text = "; ".join([first, *(wish.removeprefix(opening).replace(";", ",") for wish in others)])
    return Line(f"- {text}\n", tuple(memory.id for memory in wishes))


def make_suggestion_line(suggestion: Suggestion, now: datetime, zone: tzinfo) -> Line:
    """Make the line of a suggestion: an offer, never an order (J16)."""
    said = _format_label(Actor.ATLAS, suggestion.created_at, now, zone)
    return Line(f"- {_quote_text(suggestion.text)} ({said})\n", suggestion=suggestion.id)


def make_position_line(position: Position, now: datetime, zone: tzinfo) -> Line:
    """Make the lines of a position, which stand or fall together: what it comes to, and the best for and against it."""
    belief = position.belief
    told = describe_position(belief.stance, belief.confidence)
    said = _format_label(Actor.ATLAS, belief.updated_at, now, zone)
    text = f'- "{_neutralise_text(belief.topic)}: {told}" ({said})\n'
    for name, best in (("for it", position.best_for), ("against it", position.best_against)):
        text += f"  - {name}: {_format_argument(best, now, zone)}\n" if best else ""
    return Line(text, belief=belief.id)


def _format_argument(best: QuotedArgument, now: datetime, zone: tzinfo) -> str:
    label = _format_label(best.origin, best.argument.at, now, zone, best.speaker)
    return f"{_quote_text(best.quote)} ({label})"


def make_exam_lines(exams: Sequence[Exam], now: datetime, zone: tzinfo) -> Iterator[Line]:
    """Make lines for the trend, then for the grades behind it, newest first."""
    texts = [(_format_grade(exam), exam.at) for exam in exams]
    if len(exams) > 1:
        texts.insert(0, (_format_trend(exams), exams[0].at))
    return (Line(f'- "{text}" ({_format_label(Actor.ATLAS, at, now, zone)})\n') for text, at in texts)


def _format_grade(exam: Exam) -> str:
    return f"{exam.right_with} of {exam.asked} right with memory, {exam.right_without} of {exam.asked} without"


def _format_trend(exams: Sequence[Exam]) -> str:
    with_memory = _format_step([(exam.right_with, exam.asked) for exam in exams])
    without = _format_step([(exam.right_without, exam.asked) for exam in exams])
    return f"Over {len(exams)} exams: with memory {with_memory}; without memory {without}"


def _format_step(grades: Sequence[tuple[int, int]]) -> str:
    """Compare the older half of the grades with the newer half."""
    middle = len(grades) // 2
    before, since = _share_right(grades[middle:]), _share_right(grades[:middle])
    step = since - before
    word = "level" if abs(step) < _LEVEL else "rising" if step > 0 else "falling"
    return f"{before:.0%}, then {since:.0%} ({word})"


def _share_right(grades: Sequence[tuple[int, int]]) -> float:
    return sum(right for right, _ in grades) / max(1, sum(asked for _, asked in grades))


def _format_label(
    source: Origin | Actor, when: datetime, now: datetime, zone: tzinfo, speaker: str | None = None
) -> str:
    return f"{_name_source(source, speaker)}{format_date(when, now, zone)}"


def _name_source(source: Origin | Actor, speaker: str | None = None, *, alone: bool = False) -> str:
    """Name whose words they are; the user without a name is meant where nobody is named, as the opening says."""
    named = f' "{_neutralise_text(speaker)[:_NAME]}"' if speaker and speaker.strip() else ""
    return "" if source is Origin.USER and not named and not alone else f"{source.value}{named}, "


def _format_referred_date(memory: Memory, now: datetime | None, zone: tzinfo) -> str:
    """Format the referred-to date, where it differs from the day of telling."""
    if memory.referred_at is None:
        return ""
    meant = format_date(memory.referred_at, now, zone)
    return f" [{meant}]" if meant != format_date(memory.observed_at, now, zone) else ""


def _format_beginning(memory: Memory, now: datetime, zone: tzinfo) -> str:
    """Format the day from which something is so that is not so yet (T16)."""
    ahead = memory.valid_from is not None and memory.begins_after(now)
    return f" [from {format_date(memory.valid_from, now, zone)}]" if memory.valid_from and ahead else ""


def _quote_text(text: str) -> str:
    return f'"{_neutralise_text(text)}"'


@cache_text(_REMEMBERED, _SHORT)
def _neutralise_text(text: str) -> str:
    """Rewrite text so that it cannot end its quotation or start a section: one line, no marks like ours.

    The text cannot open or close tags of a host's or a model's own format either.
    """
    return _TAGS.sub(_close_tag, " ".join(_DOUBLED.sub("'", text.translate(_QUOTES)).split()))


def _close_tag(tag: re.Match[str]) -> str:
    gap = tag["gap"] or ""
    if any(category(sign)[0] not in "MCZ" for sign in gap):
        return tag[0]  # something stands between that can be seen
    compares = tag["letter"] and any(sign.isspace() for sign in gap)
    return tag[0] if compares else "‹"
