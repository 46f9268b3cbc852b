"""Many notes become few (T14): grouped by whom and what they are about, 1 to 3 sentences a group.

By rules a group keeps its most central sentences, word for word. A model may put it in its own words, as long as these
bring in no name, date or number. Either way a group is 3 to 10 times shorter than its notes, long-term reflections 5 to
40 times shorter than theirs. What cannot be made so short without losing it stays as it is, and so does everything
where an answer is of no use: nothing leaves service here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from atlas.language.registry import LANGUAGE
from atlas.language.words import words
from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, Evidence, Form, Kind, Memory
from atlas.model.observation import IMPORTANCE, Level, Priority, find_highest_priority, priority_of, tags_of, topic_of
from atlas.model.origin import Trust, find_lowest_trust
from atlas.model.proposal import Remember
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Proposed
from atlas.reflection.policy import ReflectionPolicy
from atlas.reflection.prompt_rows import MODEL_CONFIDENCE, format_rows
from atlas.reflection.questions import AnswerPart, one_line, propose_by_model
from atlas.reflection.shapes import groups_shape

MAX_LETTERS: Final = 1_200
"""Of one group."""
MOST_SENTENCES: Final = 3
LEAST_NOTES: Final = 3
"""Two notes are not worth a third."""
MAX_EVIDENCE: Final = 12
_ASKED: Final = 60
"""Notes that one question shows."""
_TOPICS: Final = 12
_ENDS: Final = ".!?…。！？"


@dataclass(frozen=True, slots=True)
class Step:
    """From one level to the next."""

    level: Level
    prompt: str
    enough: int
    """Notes that must stand before it is done."""
    least: float
    """Times shorter, at the least and at the most."""
    most: float
    largest: int
    """Notes that one group takes in."""


COMPRESS: Final = Step(Level.COMPRESSED, "compress", enough=50, least=3.0, most=10.0, largest=20)
REFLECT: Final = Step(Level.REFLECTION, "reflect", enough=12, least=5.0, most=40.0, largest=40)


@dataclass(frozen=True, slots=True)
class NoteGroup:
    """Notes of one trust, oldest first, with the names of their speakers."""

    notes: tuple[Memory, ...]
    speakers: Mapping[MemoryId, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Compression:
    """The proposals and figures of one compressed group of notes."""

    part: AnswerPart
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence that may stand for its group."""

    text: str
    evidence: tuple[Evidence, ...]
    of: Memory


# --- by rules


def compress_by_rules(heap: NoteGroup, step: Step) -> Compression:
    made = [(group, _extract_sentences(group, about, step)) for about, group in group_by_topic(heap, step.largest)]
    kept = [(group, proposal) for group, proposal in made if proposal is not None]
    proposals = tuple(Proposed(proposal, _lowest_trust(group)) for group, proposal in kept)
    return Compression(AnswerPart(proposals), _compute_figures(heap, step, kept))


def group_by_topic(heap: NoteGroup, largest: int) -> Iterator[tuple[str, list[Memory]]]:
    """Group the notes of each speaker by shared names or words, the most common first; the rest stays alone."""
    for speaker in sorted({heap.speakers.get(note.id, "") for note in heap.notes}):
        left = {note.id: note for note in heap.notes if heap.speakers.get(note.id, "") == speaker}
        about = {id: _topic_stems(note) for id, note in left.items()}
        while (found := _find_commonest_stem(left, about)) is not None:
            group = [note for id, note in left.items() if found in about[id]][:largest]
            for note in group:
                del left[note.id]
            yield _find_spelling(found, group), group


def _topic_stems(note: Memory) -> frozenset[str]:
    """Stem the names and telling words of a note."""
    notes = LANGUAGE.notes
    named = (topic_of(note), *notes.find_names(note.content), *notes.find_topics([note.content], _TOPICS))
    return frozenset(stem for each in named if notes.is_topic(each) for stem in words(each))


def _find_commonest_stem(left: Mapping[MemoryId, Memory], about: Mapping[MemoryId, frozenset[str]]) -> str | None:
    """Find the commonest stem; a name counts twice, since it says more than a shared word."""
    counted = Counter(stem for id in left for stem in about[id])
    named = {stem for note in left.values() for name in LANGUAGE.notes.find_names(note.content) for stem in words(name)}
    often = [(-count * (1 + (stem in named)), stem) for stem, count in counted.items() if count >= LEAST_NOTES]
    return min(often)[1] if often else None


def _find_spelling(stem: str, group: Sequence[Memory]) -> str:
    """Return the word as first written in one of the notes."""
    notes = LANGUAGE.notes
    named = (
        word
        for note in group
        for word in (topic_of(note), *notes.find_names(note.content), *notes.find_topics([note.content]))
    )
    return next((word for word in named if stem in words(word)), stem)


def _extract_sentences(group: Sequence[Memory], about: str, step: Step) -> Remember | None:
    pieces = [piece for note in group for piece in _split_note(note)]
    chosen = _choose_pieces(pieces, group, step)
    if not chosen:
        return None
    places = dict.fromkeys(place for piece in chosen for place in piece.evidence)
    referred = {piece.of.referred_at for piece in chosen} - {None}
    priority = find_highest_priority([priority_of(piece.of) for piece in chosen])
    return Remember(
        join_sentences([piece.text for piece in chosen]),
        Kind.OBSERVATION,
        Basis.OBSERVED,
        tuple(places)[:MAX_EVIDENCE],
        form=Form.SEMANTIC,
        confidence=min(note.confidence for note in group),
        importance=IMPORTANCE[priority],
        tags=tags_of(step.level, priority, about),
        referred_at=referred.pop() if len(referred) == 1 else None,
        sources=tuple(note.id for note in group),
        reason=f"The most central of {len(group)} notes, in the user's own words.",
    )


def _split_note(note: Memory) -> Iterator[_Piece]:
    """Split a note made of quotes into sentences, without the heading that earlier versions gave it; keep another
    whole."""
    quotes = [one_line(item.quote) for item in note.evidence]
    if quotes and note.content.endswith(join_sentences(quotes)):
        yield from (_Piece(quote, (item,), note) for quote, item in zip(quotes, note.evidence, strict=True))
    else:
        yield _Piece(note.content, note.evidence, note)


def _choose_pieces(pieces: Sequence[_Piece], group: Sequence[Memory], step: Step) -> list[_Piece]:
    """Choose the most central pieces that fit, in the order of telling; none where too long or too few.

    One sentence that is a note of the group, word for word, would be nothing new, and stand for none of the others.
    """
    wanted = min(MOST_SENTENCES, max(1, len(group) // 4))
    before, known = sum(len(note.content) for note in group), {note.content for note in group}

    def enough() -> bool:
        text = join_sentences([piece.text for piece in chosen])
        return bool(chosen) and len(text) * step.most >= before and text not in known

    chosen: list[_Piece] = []
    left = _score_centrality(pieces)
    while left and len(chosen) < MOST_SENTENCES and not (len(chosen) >= wanted and enough()):
        piece = max(left, key=lambda each: each[0] - _measure_repetition(each[1], chosen))[1]
        left = [each for each in left if each[1] is not piece]
        if len(join_sentences([each.text for each in (*chosen, piece)])) * step.least <= before:
            chosen.append(piece)
    return sorted(chosen, key=lambda piece: (piece.of.observed_at, pieces.index(piece))) if enough() else []


def _score_centrality(pieces: Sequence[_Piece]) -> list[tuple[float, _Piece]]:
    """Score each piece by its overlap with all of them and its importance, from 0 to 1."""
    bags = [frozenset(words(piece.text)) for piece in pieces]
    shared = (sum(_measure_overlap(bag, other) for other in bags) / len(bags) for bag in bags)
    return [(IMPORTANCE[priority_of(piece.of)] * share, piece) for piece, share in zip(pieces, shared, strict=True)]


def _measure_repetition(piece: _Piece, chosen: Sequence[_Piece]) -> float:
    """Measure the overlap with the pieces chosen already: much alike adds little."""
    bag = frozenset(words(piece.text))
    return max((_measure_overlap(bag, frozenset(words(other.text))) for other in chosen), default=0.0)


def _measure_overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / sqrt(len(one) * len(other)) if one and other else 0.0


def join_sentences(texts: Iterator[str] | Sequence[str]) -> str:
    """Join sentences, with a full stop where one has no end."""
    return " ".join(text if text.endswith(tuple(_ENDS)) else f"{text}." for text in map(one_line, texts))


# --- by a model


def make_compression_asks(heap: NoteGroup, step: Step, policy: ReflectionPolicy) -> tuple[Ask, ...]:
    return tuple(_make_ask(part, heap, step, policy) for part in _split_notes(heap))


def read_compression_answers(heap: NoteGroup, step: Step, answers: Sequence[dict[str, Any] | Problem]) -> Compression:
    """Use each note once; a group that says too much, too little or something new is dropped."""
    made: list[tuple[list[Memory], Remember]] = []
    problems = [answer for answer in answers if isinstance(answer, Problem)]
    wished = 0
    for part, answer in zip(_split_notes(heap), answers, strict=True):
        if not isinstance(answer, Problem):
            wished += len(answer["groups"])
            made += _read_groups(answer["groups"], part, heap, step)
    proposals = propose_by_model((proposal for _, proposal in made), _lowest_trust(heap.notes))
    escalate = any(answer["escalate"] for answer in answers if not isinstance(answer, Problem))
    problem = problems[0] if problems else None
    part_made = AnswerPart(proposals, problem=problem, dropped=wished - len(made), escalate=escalate)
    return Compression(part_made, _compute_figures(heap, step, made))


def _split_notes(heap: NoteGroup) -> list[tuple[Memory, ...]]:
    return [heap.notes[at : at + _ASKED] for at in range(0, len(heap.notes), _ASKED)]


def _make_ask(notes: Sequence[Memory], heap: NoteGroup, step: Step, policy: ReflectionPolicy) -> Ask:
    values = (("notes", format_rows(_describe_note(note, heap) for note in notes)),)
    shape = groups_shape([note.id for note in notes], MAX_LETTERS)
    return Ask(step.prompt, values, policy.observations_tokens, shape, Size.MEDIUM)


def _describe_note(note: Memory, heap: NoteGroup) -> dict[str, Any]:
    speaker = heap.speakers.get(note.id)
    row = {"id": note.id, "since": note.observed_at.date().isoformat(), "priority": priority_of(note).value}
    return row | ({"speaker": speaker} if speaker else {}) | {"text": note.content}


def _read_groups(
    rows: Sequence[Mapping[str, Any]], notes: Sequence[Memory], heap: NoteGroup, step: Step
) -> Iterator[tuple[list[Memory], Remember]]:
    left = {str(note.id): note for note in notes}
    for row in rows:
        group = [left[id] for id in dict.fromkeys(row["notes"]) if id in left]
        says = one_line(row["says"])
        if len(group) == len(set(row["notes"])) and _is_faithful(says, group, heap, step):
            for note in group:
                del left[str(note.id)]
            yield group, _make_model_note(says, row, group, step)


def _is_faithful(says: str, group: Sequence[Memory], heap: NoteGroup, step: Step) -> bool:
    """Tell whether a summary is short enough, of few sentences, and invents nothing beyond its notes."""
    before = sum(len(note.content) for note in group)
    known = (text for note in group for text in (note.content, heap.speakers.get(note.id, "")))
    return (
        len(group) > 1
        and 0 < len(LANGUAGE.speech.split_sentences(says)) <= MOST_SENTENCES
        and len(says) * step.least <= before <= len(says) * step.most
        and not LANGUAGE.notes.find_invented(says, known)
    )


def _make_model_note(says: str, row: Mapping[str, Any], group: Sequence[Memory], step: Step) -> Remember:
    places = dict.fromkeys(place for note in group for place in note.evidence)
    priority = Priority(row["priority"])
    return Remember(
        says,
        Kind.OBSERVATION,
        Basis.OBSERVED,
        tuple(places)[:MAX_EVIDENCE],
        form=Form.SEMANTIC,
        confidence=MODEL_CONFIDENCE,
        importance=IMPORTANCE[priority],
        tags=tags_of(step.level, priority, one_line(row["topic"])),
        sources=tuple(note.id for note in group),
        reason=f"A model put {len(group)} notes together.",
    )


# --- what is told of it


def _compute_figures(heap: NoteGroup, step: Step, made: Sequence[tuple[Sequence[Memory], Remember]]) -> dict[str, Any]:
    before = sum(len(note.content) for group, _ in made for note in group)
    after = sum(len(proposal.content) for _, proposal in made)
    return {
        "level": step.level.value,
        "stood": len(heap.notes),
        "notes": sum(len(group) for group, _ in made),
        "groups": len(made),
        "letters_before": before,
        "letters_after": after,
        "times": round(before / after, 1) if after else 0.0,
    }


def _lowest_trust(notes: Sequence[Memory]) -> Trust:
    return find_lowest_trust(note.trust for note in notes)
