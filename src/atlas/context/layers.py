"""The layers of a context: what each read path brought, and in which order it is served (C6, C7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from itertools import islice, zip_longest
from typing import Final, TypeVar

from atlas.context.lines import Line, document_lines, exam_lines, memory_line, suggestion_line
from atlas.context.policy import ContextPolicy
from atlas.model.document import Document, DocumentKind
from atlas.model.exam import Exam
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind
from atlas.model.recall import Recalled
from atlas.model.suggestion import Suggestion

T = TypeVar("T")


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
    unquoted: frozenset[MemoryId] = frozenset()
    """What was learned from words that stand beside the context already: these are not quoted with it (C13)."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The circumstances of one context: same setting, same layers, same bytes."""

    now: datetime
    zone: tzinfo
    law: str
    """Levels 1 to 3 of the constitution (H1)."""


KNOWN: Final = "What is known about the user"
LESSONS: Final = "Lessons"
DECISIONS: Final = "Decisions"
WIKI: Final = "Wiki"
KNOWLEDGE: Final = "Knowledge"
EXAMS: Final = "Exams"
TRANSCRIPT: Final = "From the transcript"
SUGGESTIONS: Final = "Worth offering, if it fits; never done unasked"

ORDER: Final = (KNOWN, LESSONS, DECISIONS, WIKI, KNOWLEDGE, EXAMS, TRANSCRIPT, SUGGESTIONS)
KINDS: Final[Mapping[str, frozenset[Kind]]] = {
    KNOWN: frozenset({Kind.FACT, Kind.PREFERENCE, Kind.RULE}),
    LESSONS: frozenset({Kind.LESSON, Kind.INSIGHT, Kind.OBSERVATION}),
    DECISIONS: frozenset({Kind.DECISION}),
    KNOWLEDGE: frozenset({Kind.KNOWLEDGE}),
    TRANSCRIPT: frozenset({Kind.EPISODE}),
}
"""Which memories stand in which section; the wiki, the exams and the suggestions hold none."""


def sections(layers: Layers, setting: Setting, policy: ContextPolicy) -> Iterator[tuple[str, Iterator[Line]]]:
    """Each section's lines, best first, made only as far as somebody reads them."""
    made = {
        KNOWN: _told(KNOWN, layers, setting),
        LESSONS: _told(LESSONS, layers, setting),
        DECISIONS: islice(_told(DECISIONS, layers, setting), policy.decisions),
        WIKI: _written(layers.pages, DocumentKind.WIKI, setting, policy.pages),
        KNOWLEDGE: _known(layers, setting, policy),
        EXAMS: exam_lines(layers.exams[: policy.exams], setting.now, setting.zone),
        TRANSCRIPT: _told(TRANSCRIPT, layers, setting),
        SUGGESTIONS: (suggestion_line(each, setting.now, setting.zone) for each in layers.suggestions),
    }
    return ((title, made[title]) for title in ORDER)


def _told(title: str, layers: Layers, setting: Setting) -> Iterator[Line]:
    kinds = KINDS[title]
    found = (item for item in layers.recalled if item.memory.kind in kinds)
    return (_recalled_line(item, layers, setting) for item in found)


def _recalled_line(item: Recalled, layers: Layers, setting: Setting) -> Line:
    memory = item.memory
    quoted = memory.id not in layers.unquoted
    return memory_line(memory, setting.now, setting.zone, layers.speakers.get(memory.id), item.past, quoted=quoted)


def _known(layers: Layers, setting: Setting, policy: ContextPolicy) -> Iterator[Line]:
    """What was found for the question, in turn with the document that holds at any time."""
    found = islice(_told(KNOWLEDGE, layers, setting), policy.knowledge)
    held = sorted(layers.documents, key=lambda each: each.id)
    return in_turn([found, _written(held, DocumentKind.KNOWLEDGE, setting)])


def _written(
    documents: Iterable[Document], kind: DocumentKind, setting: Setting, most: int | None = None
) -> Iterator[Line]:
    """Only what was approved, whoever handed it in (C1)."""
    served = (each for each in documents if each.kind is kind and each.served)
    for document in islice(served, most):
        yield from document_lines(document, setting.now, setting.zone)


def in_turn(queues: Iterable[Iterator[T]]) -> Iterator[T]:
    """One from each, and again: where not all fits, none crowds the others out."""
    for row in zip_longest(*queues):
        yield from (each for each in row if each is not None)
