"""Recent messages become notes (T14): the user's own words, sentence by sentence, where they tell something.

The rules note what the small reader reads as a report in earnest, and of which nothing was learned; a model may add
what it takes more to see, each with a quote, and bringing in no name, date or number that the message has not.
Compressing (see `compressing`) goes on from what was noted before.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from atlas.language.folding import fold_text
from atlas.language.interface import Remark
from atlas.language.registry import LANGUAGE
from atlas.model.ids import MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Evidence, Form, Kind
from atlas.model.observation import IMPORTANCE, Level, Priority, tags_of
from atlas.model.proposal import Remember
from atlas.model.reading import Reading, Unread
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Annotate, Annotations, Ask, Batch, Given, Request, Thinking, Thoughts
from atlas.model.trait import Trait, describe_emphasis
from atlas.reflection.compressing import (
    COMPRESS,
    REFLECT,
    Compression,
    NoteGroup,
    compress_by_rules,
    make_compression_asks,
    read_compression_answers,
)
from atlas.reflection.policy import DEFAULT, ReflectionPolicy
from atlas.reflection.prompt_rows import MODEL_CONFIDENCE, find_evidence, format_messages, format_rows, user_messages
from atlas.reflection.questions import AnswerPart, join_parts, one_line, propose_by_model, propose_by_rule, read_answer
from atlas.reflection.shapes import notes_shape

PROMPT: Final = "observe"
_FELT: Final = 0.4
"""Where feelings are looked for, what tells of one is kept as such (T7)."""

Spans = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ObservationInput:
    """The input of one run: the messages since the last one, and the standing notes."""

    batches: tuple[Batch, ...] = ()
    episodes: Mapping[MessageId, MemoryId] = field(default_factory=dict)
    """The approved episode of each message; what has none is not noted."""
    told: Mapping[MessageId, Spans] = field(default_factory=dict)
    """Where something that is known already stands in a message."""
    notes: tuple[NoteGroup, ...] = ()
    """Enough of them to be compressed; in heaps of one trust each."""
    compressed: tuple[NoteGroup, ...] = ()
    """The same of compressed ones."""
    zone: str = "UTC"
    traits: frozenset[Trait] = frozenset()


def observe_by_rules(seen: ObservationInput) -> Thinking:
    """By rules (J14)."""
    noted = yield from note_batches(seen)
    parts = [AnswerPart(propose_by_rule(notes)) for notes in noted]
    shorter = [
        *(compress_by_rules(heap, COMPRESS) for heap in seen.notes),
        *(compress_by_rules(heap, REFLECT) for heap in seen.compressed),
    ]
    return _make_thoughts(seen, parts, shorter, "rules")


def observe_with_model(seen: ObservationInput, policy: ReflectionPolicy = DEFAULT) -> Thinking:
    """Ask one question for each batch and each group of notes; none sees more than one trust (J17)."""
    heaps = [*((heap, COMPRESS) for heap in seen.notes), *((heap, REFLECT) for heap in seen.compressed)]
    presses = [(heap, step, make_compression_asks(heap, step, policy)) for heap, step in heaps]
    noting = (make_note_ask(batch, seen, policy) for batch in seen.batches)
    asks = (*noting, *(ask for *_, made in presses for ask in made))
    if not asks:
        return (yield from observe_by_rules(seen))
    noted = yield from note_batches(seen)
    given = yield asks
    answers = iter([read_answer(ask, each) for ask, each in zip(asks, given, strict=True)])
    parts = [
        read_note_answer(batch, seen, ruled, next(answers)) for batch, ruled in zip(seen.batches, noted, strict=True)
    ]
    shorter = [read_compression_answers(heap, step, [next(answers) for _ in made]) for heap, step, made in presses]
    return _make_thoughts(seen, parts, shorter, "model")


def _make_thoughts(
    seen: ObservationInput, parts: Sequence[AnswerPart], shorter: Sequence[Compression], thinker: str
) -> Thoughts:
    said: dict[str, Any] = {
        "thinker": thinker,
        "interactions": sum(len(batch.materials) for batch in seen.batches),
        "notes": sum(len(part.proposals) for part in parts),
        "compressed": [each.figures for each in shorter],
    }
    return join_parts([*parts, *(each.part for each in shorter)], said)


# --- by rules


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A sentence that may become a note, and the message that it stands in."""

    remark: Remark
    message: Message


def note_batches(
    seen: ObservationInput,
) -> Generator[tuple[Request, ...], tuple[Given, ...], list[list[Remember]]]:
    """The notes of each batch; none where there is no reader."""
    found = [list(_list_candidates(batch, seen)) for batch in seen.batches]
    unread = tuple(Unread(each.remark.text) for batch in found for each in batch)
    if not unread:
        return [[] for _ in found]
    (given,) = yield (Annotate(unread),)
    if not isinstance(given, Annotations) or given.readings is None:
        return [[] for _ in found]
    readings = iter(given.readings)
    return [_note_batch([(each, next(readings)) for each in batch], seen) for batch in found]


def _list_candidates(batch: Batch, seen: ObservationInput) -> Iterator[_Candidate]:
    for material in batch.materials:
        playing = LANGUAGE.speech.is_game_open(message.text for message in user_messages(material.earlier))
        for message in user_messages(material.interaction.messages):
            if message.id in seen.episodes:
                told = seen.told.get(message.id, ())
                for remark in LANGUAGE.notes.find_remarks(message.text, told, seen.traits, playing):
                    yield _Candidate(remark, message)


def _note_batch(read: Sequence[tuple[_Candidate, Reading]], seen: ObservationInput) -> list[Remember]:
    """Note each sentence once, however often it was said."""
    found: dict[str, Remember] = {}
    for candidate, reading in read:
        if LANGUAGE.notes.is_worth_noting(candidate.remark, reading, seen.traits):
            note = _make_note(candidate.remark, candidate.message, seen)
            found.setdefault(fold_text(note.content), note)
    return list(found.values())


def _make_note(remark: Remark, message: Message, seen: ObservationInput) -> Remember:
    place = Evidence(message.id, remark.start, remark.end, remark.text, message.origin)
    return Remember(
        one_line(remark.text),
        Kind.OBSERVATION,
        Basis.OBSERVED,
        (place,),
        form=Form.EPISODIC,
        importance=IMPORTANCE[remark.priority],
        emotion=_FELT if remark.felt else 0.0,
        tags=tags_of(Level.NOTE, remark.priority, remark.topic),
        referred_at=find_referred_date(remark.text, message.at, seen.zone, ahead=remark.ahead),
        sources=(seen.episodes[message.id],),
        reason="Noted by the way, in the user's own words.",
    )


def find_referred_date(text: str, said: datetime, zone: str, *, ahead: bool) -> datetime | None:
    """Find the day that a sentence refers to, counted from the user's place and time (T15)."""
    found = LANGUAGE.dates.find_date(text, 0, len(text), said.astimezone(ZoneInfo(zone)), ahead=ahead)
    return found.at.astimezone(UTC) if found else None


# --- by a model


def make_note_ask(batch: Batch, seen: ObservationInput, policy: ReflectionPolicy) -> Ask:
    messages = [message for message in _list_messages(batch) if message.id in seen.episodes]
    values = (
        ("emphasis", describe_emphasis(seen.traits)),
        ("zone", format_rows([{"zone": seen.zone}])),
        ("messages", format_messages(messages)),
    )
    shape = notes_shape([message.id for message in messages])
    return Ask(PROMPT, values, policy.observations_tokens, shape, Size.MEDIUM)


def read_note_answer(
    batch: Batch, seen: ObservationInput, ruled: Sequence[Remember], answer: dict[str, Any] | Problem
) -> AnswerPart:
    """Keep the rules' notes in any case; add the model's notes of other words."""
    if isinstance(answer, Problem):
        left = tuple(material.interaction.id for material in batch.materials)
        return AnswerPart(propose_by_rule(ruled), left=left, problem=answer)
    known = {str(message.id): message for message in _list_messages(batch) if message.id in seen.episodes}
    more: list[Remember] = []
    for row in answer["notes"]:
        message = known.get(row["message"])
        note = _make_model_note(row, message, seen) if message else None
        if note is not None and not any(_overlap_in_text(note, other) for other in (*ruled, *more)):
            more.append(note)
    lowest = min([batch.trust, *(message.origin.trust for message in _list_messages(batch))])
    dropped = len(answer["notes"]) - len(more)
    return AnswerPart(
        (*propose_by_rule(ruled), *propose_by_model(more, lowest)), dropped=dropped, escalate=answer["escalate"]
    )


def _make_model_note(row: Mapping[str, Any], message: Message, seen: ObservationInput) -> Remember | None:
    place = find_evidence(row["quote"], message)
    says = one_line(row["says"])
    if place is None or not says or LANGUAGE.notes.find_invented(says, [message.text, message.speaker or ""]):
        return None
    priority = Priority(row["priority"])
    return Remember(
        says,
        Kind.OBSERVATION,
        Basis.OBSERVED,
        (place,),
        form=Form.EPISODIC,
        confidence=MODEL_CONFIDENCE,
        importance=IMPORTANCE[priority],
        tags=tags_of(Level.NOTE, priority, one_line(row["topic"])),
        referred_at=find_referred_date(place.quote, message.at, seen.zone, ahead=False),
        sources=(seen.episodes[message.id],),
        reason="A model noted it in the user's own words.",
    )


def _overlap_in_text(one: Remember, other: Remember) -> bool:
    return any(
        a.message == b.message and a.start < b.end and b.start < a.end for a in one.evidence for b in other.evidence
    )


def _list_messages(batch: Batch) -> tuple[Message, ...]:
    return user_messages(message for material in batch.materials for message in material.interaction.messages)
