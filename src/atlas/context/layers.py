"""The layers of a context: the results of each read path, and the order in which they are served (C6, C7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from itertools import chain, groupby, islice, zip_longest
from typing import Final, TypeVar

from atlas.context.lines import (
    Line,
    find_title,
    make_document_lines,
    make_exam_lines,
    make_memory_line,
    make_position_line,
    make_profile_line,
    make_suggestion_line,
)
from atlas.context.policy import ContextPolicy
from atlas.model.belief import Position
from atlas.model.document import Document, DocumentKind
from atlas.model.exam import Exam
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.model.suggestion import Suggestion

T = TypeVar("T")
_TOGETHER: Final = 20
"""Facts of a profile that share a line."""


@dataclass(frozen=True, slots=True)
class Layers:
    recalled: Sequence[Recalled] = ()
    """Best first."""
    documents: Sequence[Document] = ()
    pages: Sequence[Document] = ()
    """Of the wiki, those on the topic of the question, best first."""
    exams: Sequence[Exam] = ()
    """Newest first."""
    suggestions: Sequence[Suggestion] = ()
    """What is worth offering now (J16)."""
    speakers: Mapping[MemoryId, str] = field(default_factory=dict)
    """Who said what was recalled, where they have a name."""
    wishes: Sequence[Recalled] = ()
    """Approved wishes about answers and rules, the newest first: they stand whatever was asked (C12)."""
    profile: Sequence[Recalled] = ()
    """What else is known about whoever asks, best first: a question may mean it in words that find nothing."""
    unquoted: frozenset[MemoryId] = frozenset()
    """What was learned from words that stand beside the context already: these are not quoted with it (C13)."""
    filed: Sequence[Recalled] = ()
    """The memories behind lines of documents that are in service: a line of any other is not served (C1, E8)."""
    positions: Sequence[Position] = ()
    """The assistant's own, on what is asked about, best first; never facts about the user (B1-B8)."""
    brief: frozenset[MemoryId] = frozenset()
    """Messages with a pasted text that does not bear on the question: its beginning will do (C13)."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The circumstances of one context: same setting, same layers, same bytes."""

    now: datetime
    zone: tzinfo
    law: str
    """Levels 1 to 3 of the constitution (H1)."""


KNOWN: Final = "Known about the user"
LESSONS: Final = "Lessons"
POSITIONS: Final = "Your own positions, not the user's; arguments move them, and who insists does not"
DECISIONS: Final = "Decisions"
WIKI: Final = "Wiki"
KNOWLEDGE: Final = "Knowledge"
EXAMS: Final = "Exams"
TRANSCRIPT: Final = "From the transcript"
SUGGESTIONS: Final = "Worth offering, if it fits; never done unasked"

ORDER: Final = (KNOWN, LESSONS, POSITIONS, DECISIONS, WIKI, KNOWLEDGE, EXAMS, TRANSCRIPT, SUGGESTIONS)
KINDS: Final[Mapping[str, frozenset[Kind]]] = {
    KNOWN: frozenset({Kind.FACT, Kind.PREFERENCE, Kind.RULE}),
    LESSONS: frozenset({Kind.LESSON, Kind.INSIGHT, Kind.OBSERVATION}),
    DECISIONS: frozenset({Kind.DECISION}),
    KNOWLEDGE: frozenset({Kind.KNOWLEDGE}),
    TRANSCRIPT: frozenset({Kind.EPISODE}),
}
"""Which memories stand in which section; the positions, the wiki, the exams and the suggestions hold none."""


def build_sections(layers: Layers, setting: Occasion, policy: ContextPolicy) -> Iterator[tuple[str, Iterator[Line]]]:
    """Build each section's lines, best first and lazily."""
    made = {
        KNOWN: chain(_recalled_lines(KNOWN, layers, setting), _profile_lines(layers, setting, policy)),
        LESSONS: _recalled_lines(LESSONS, layers, setting),
        POSITIONS: _position_lines(layers, setting, policy),
        DECISIONS: islice(_recalled_lines(DECISIONS, layers, setting), policy.decisions),
        WIKI: _document_lines(layers.pages, DocumentKind.WIKI, layers, setting, policy.pages),
        KNOWLEDGE: _knowledge_lines(layers, setting, policy),
        EXAMS: make_exam_lines(layers.exams[: policy.exams], setting.now, setting.zone),
        TRANSCRIPT: _recalled_lines(TRANSCRIPT, layers, setting),
        SUGGESTIONS: (make_suggestion_line(each, setting.now, setting.zone) for each in layers.suggestions),
    }
    return ((title, made[title]) for title in ORDER)


def _recalled_lines(title: str, layers: Layers, setting: Occasion) -> Iterator[Line]:
    kinds = KINDS[title]
    found = (item for item in layers.recalled if item.memory.kind in kinds)
    return (_recalled_line(item, layers, setting) for item in found)


def _profile_lines(layers: Layers, setting: Occasion, policy: ContextPolicy) -> Iterator[Line]:
    """List what else is known, without the words it was told in, as far as its own budget goes.

    Facts of one source share a line: who said it and when costs as much as what was said.
    """
    room = policy.profile_tokens
    for (_, speaker, _, _), items in groupby(layers.profile, lambda item: _find_source(item, layers, setting)):
        told = (item.memory for item in items)
        while together := list(islice(told, _TOGETHER)):
            line = make_profile_line(together, setting.now, setting.zone, speaker)
            room -= policy.count(line.text)
            if room < 0:
                return
            yield line


def _position_lines(layers: Layers, setting: Occasion, policy: ContextPolicy) -> Iterator[Line]:
    """List the best positions, as far as their own budget goes."""
    room = policy.position_tokens
    for position in islice(layers.positions, policy.positions):
        line = make_position_line(position, setting.now, setting.zone)
        room -= policy.count(line.text)
        if room < 0:
            return
        yield line


def _find_source(item: Recalled, layers: Layers, setting: Occasion) -> tuple[Origin, str | None, str, datetime | None]:
    memory = item.memory
    begins = memory.valid_from if memory.begins_after(setting.now) else None
    return memory.origin, layers.speakers.get(memory.id), find_title(memory), begins


def _recalled_line(item: Recalled, layers: Layers, setting: Occasion) -> Line:
    memory = item.memory
    quoted = memory.id not in layers.unquoted
    speaker, brief = layers.speakers.get(memory.id), memory.id in layers.brief
    return make_memory_line(memory, setting.now, setting.zone, speaker, item.past, quoted=quoted, brief=brief)


def _knowledge_lines(layers: Layers, setting: Occasion, policy: ContextPolicy) -> Iterator[Line]:
    """Alternate recalled knowledge with the knowledge document."""
    found = islice(_recalled_lines(KNOWLEDGE, layers, setting), policy.knowledge)
    held = sorted(layers.documents, key=lambda each: each.id)
    return take_turns([found, _document_lines(held, DocumentKind.KNOWLEDGE, layers, setting)])


def _document_lines(
    documents: Iterable[Document], kind: DocumentKind, layers: Layers, setting: Occasion, most: int | None = None
) -> Iterator[Line]:
    """List the lines of approved documents only, whoever handed them in (C1)."""
    served = (each for each in documents if each.kind is kind and each.served)
    filed = {item.memory.id for item in layers.filed}
    told = {item.memory.id for item in (*layers.recalled, *layers.profile)}
    for document in islice(served, most):
        yield from make_document_lines(document, setting.now, setting.zone, filed, told)


def take_turns(queues: Iterable[Iterator[T]]) -> Iterator[T]:
    """Take one item from each queue in turn: where not all fits, none crowds the others out."""
    for row in zip_longest(*queues):
        yield from (each for each in row if each is not None)
