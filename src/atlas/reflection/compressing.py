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

from atlas.language.english.rules.noteworthy import NO_TOPIC, names_told
from atlas.language.english.rules.noting import topics_of
from atlas.language.english.rules.passage import sentences
from atlas.language.english.verbatim import invented
from atlas.language.words import words
from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, Evidence, Form, Kind, Memory
from atlas.model.observation import IMPORTANCE, Level, Priority, highest, priority_of, tags_of, topic_of
from atlas.model.origin import Trust, lowest
from atlas.model.proposal import Remember
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Proposed
from atlas.reflection.questions import Part, by_model, one_line
from atlas.reflection.quoting import MODEL_CONFIDENCE, lines
from atlas.reflection.shapes import groups_shape

MAX_TOKENS: Final = 4_000
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
REFLECT: Final = Step(Level.REFLECTION, "reflect", enough=40, least=5.0, most=40.0, largest=40)


@dataclass(frozen=True, slots=True)
class Heap:
    """Notes of one trust, oldest first, and who said each where a name was given."""

    notes: tuple[Memory, ...]
    speakers: Mapping[MemoryId, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a heap came to."""

    part: Part
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence that may stand for its group."""

    text: str
    evidence: tuple[Evidence, ...]
    of: Memory


# --- by rules


def pressed(heap: Heap, step: Step) -> Pressed:
    made = [(group, _extract(group, about, step)) for about, group in groups(heap, step.largest)]
    kept = [(group, proposal) for group, proposal in made if proposal is not None]
    proposals = tuple(Proposed(proposal, _trust(group)) for group, proposal in kept)
    return Pressed(Part(proposals), _figures(heap, step, kept))


def groups(heap: Heap, largest: int) -> Iterator[tuple[str, list[Memory]]]:
    """By whom or what several notes of one speaker name, the most common first; the rest stands alone."""
    for speaker in sorted({heap.speakers.get(note.id, "") for note in heap.notes}):
        left = {note.id: note for note in heap.notes if heap.speakers.get(note.id, "") == speaker}
        about = {id: _about(note) for id, note in left.items()}
        while (found := _commonest(left, about)) is not None:
            group = [note for id, note in left.items() if found in about[id]][:largest]
            for note in group:
                del left[note.id]
            yield _written(found, group), group


def _about(note: Memory) -> frozenset[str]:
    """What it names, and its telling words, as stems."""
    named = (topic_of(note), *names_told(note.content), *topics_of([note.content], _TOPICS))
    return frozenset(stem for each in named if each.casefold() not in NO_TOPIC for stem in words(each))


def _commonest(left: Mapping[MemoryId, Memory], about: Mapping[MemoryId, frozenset[str]]) -> str | None:
    """A name counts twice: whom notes are about says more than which word they share."""
    counted = Counter(stem for id in left for stem in about[id])
    named = {stem for note in left.values() for name in names_told(note.content) for stem in words(name)}
    often = [(-count * (1 + (stem in named)), stem) for stem, count in counted.items() if count >= LEAST_NOTES]
    return min(often)[1] if often else None


def _written(stem: str, group: Sequence[Memory]) -> str:
    """The word as it was first written in one of them."""
    named = (word for note in group for word in (topic_of(note), *names_told(note.content), *topics_of([note.content])))
    return next((word for word in named if stem in words(word)), stem)


def _extract(group: Sequence[Memory], about: str, step: Step) -> Remember | None:
    pieces = [piece for note in group for piece in _pieces(note)]
    chosen = _chosen(pieces, group, about, step)
    if not chosen:
        return None
    places = dict.fromkeys(place for piece in chosen for place in piece.evidence)
    referred = {piece.of.referred_at for piece in chosen} - {None}
    priority = highest([priority_of(piece.of) for piece in chosen])
    return Remember(
        _headed(about, chosen),
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


def _pieces(note: Memory) -> Iterator[_Piece]:
    """Sentence by sentence, and without its heading, where it is made of its quotes; else whole."""
    quotes = [one_line(item.quote) for item in note.evidence]
    if quotes and note.content.endswith(joined_text(quotes)):
        yield from (_Piece(quote, (item,), note) for quote, item in zip(quotes, note.evidence, strict=True))
    else:
        yield _Piece(note.content, note.evidence, note)


def _chosen(pieces: Sequence[_Piece], group: Sequence[Memory], about: str, step: Step) -> list[_Piece]:
    """The most central ones that fit, in the order they were said; none where they would be too long or too few.

    What one of the group says already, word for word, would be nothing new, and stand for none of the others.
    """
    wanted = min(MOST_SENTENCES, max(1, len(group) // 4))
    before, known = sum(len(note.content) for note in group), {note.content for note in group}

    def enough() -> bool:
        text = _headed(about, chosen)
        return bool(chosen) and len(text) * step.most >= before and text not in known

    chosen: list[_Piece] = []
    left = _central(pieces)
    while left and len(chosen) < MOST_SENTENCES and not (len(chosen) >= wanted and enough()):
        piece = max(left, key=lambda each: each[0] - _said_already(each[1], chosen))[1]
        left = [each for each in left if each[1] is not piece]
        if len(_headed(about, [*chosen, piece])) * step.least <= before:
            chosen.append(piece)
    return sorted(chosen, key=lambda piece: (piece.of.observed_at, pieces.index(piece))) if enough() else []


def _headed(about: str, pieces: Sequence[_Piece]) -> str:
    """What the group is about, and its sentences as they were said."""
    return f"{about}: {joined_text(piece.text for piece in pieces)}"


def _central(pieces: Sequence[_Piece]) -> list[tuple[float, _Piece]]:
    """How much each has in common with all of them, and how much it matters, from 0 to 1."""
    bags = [frozenset(words(piece.text)) for piece in pieces]
    shared = (sum(_overlap(bag, other) for other in bags) / len(bags) for bag in bags)
    return [(IMPORTANCE[priority_of(piece.of)] * share, piece) for piece, share in zip(pieces, shared, strict=True)]


def _said_already(piece: _Piece, chosen: Sequence[_Piece]) -> float:
    """What is much like a sentence that was chosen already adds little to it."""
    bag = frozenset(words(piece.text))
    return max((_overlap(bag, frozenset(words(other.text))) for other in chosen), default=0.0)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / sqrt(len(one) * len(other)) if one and other else 0.0


def joined_text(texts: Iterator[str] | Sequence[str]) -> str:
    """Sentences one after the other; one without an end is given one."""
    return " ".join(text if text.endswith(tuple(_ENDS)) else f"{text}." for text in map(one_line, texts))


# --- by a model


def press_asks(heap: Heap, step: Step) -> tuple[Ask, ...]:
    return tuple(_ask(part, heap, step) for part in _parts(heap))


def pressed_by_model(heap: Heap, step: Step, answers: Sequence[dict[str, Any] | Problem]) -> Pressed:
    """Each note once; a group that says too much, too little or something new is left out, and its notes stay."""
    made: list[tuple[list[Memory], Remember]] = []
    problems = [answer for answer in answers if isinstance(answer, Problem)]
    wished = 0
    for part, answer in zip(_parts(heap), answers, strict=True):
        if not isinstance(answer, Problem):
            wished += len(answer["groups"])
            made += _groups_of(answer["groups"], part, heap, step)
    proposals = by_model((proposal for _, proposal in made), _trust(heap.notes))
    escalate = any(answer["escalate"] for answer in answers if not isinstance(answer, Problem))
    problem = problems[0] if problems else None
    part_made = Part(proposals, problem=problem, dropped=wished - len(made), escalate=escalate)
    return Pressed(part_made, _figures(heap, step, made))


def _parts(heap: Heap) -> list[tuple[Memory, ...]]:
    return [heap.notes[at : at + _ASKED] for at in range(0, len(heap.notes), _ASKED)]


def _ask(notes: Sequence[Memory], heap: Heap, step: Step) -> Ask:
    values = (("notes", lines(_row(note, heap) for note in notes)),)
    shape = groups_shape([note.id for note in notes], MAX_LETTERS)
    return Ask(step.prompt, values, MAX_TOKENS, shape, Size.MEDIUM)


def _row(note: Memory, heap: Heap) -> dict[str, Any]:
    speaker = heap.speakers.get(note.id)
    row = {"id": note.id, "since": note.observed_at.date().isoformat(), "priority": priority_of(note).value}
    return row | ({"speaker": speaker} if speaker else {}) | {"text": note.content}


def _groups_of(
    rows: Sequence[Mapping[str, Any]], notes: Sequence[Memory], heap: Heap, step: Step
) -> Iterator[tuple[list[Memory], Remember]]:
    left = {str(note.id): note for note in notes}
    for row in rows:
        group = [left[id] for id in dict.fromkeys(row["notes"]) if id in left]
        says = one_line(row["says"])
        if len(group) == len(set(row["notes"])) and _fits(says, group, heap, step):
            for note in group:
                del left[str(note.id)]
            yield group, _by_model(says, row, group, step)


def _fits(says: str, group: Sequence[Memory], heap: Heap, step: Step) -> bool:
    """Short enough and not too short, a few sentences, and nothing in it that its notes do not have."""
    before = sum(len(note.content) for note in group)
    known = (text for note in group for text in (note.content, heap.speakers.get(note.id, "")))
    return (
        len(group) > 1
        and 0 < len(sentences(says)) <= MOST_SENTENCES
        and len(says) * step.least <= before <= len(says) * step.most
        and not invented(says, known)
    )


def _by_model(says: str, row: Mapping[str, Any], group: Sequence[Memory], step: Step) -> Remember:
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


def _figures(heap: Heap, step: Step, made: Sequence[tuple[Sequence[Memory], Remember]]) -> dict[str, Any]:
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


def _trust(notes: Sequence[Memory]) -> Trust:
    return lowest(note.trust for note in notes)
