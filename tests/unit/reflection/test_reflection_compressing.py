"""Many notes become few: 3 to 10 times shorter, in the user's own words, and nothing is lost on the way (T14)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflection_talk import HOSTILE, alone, gives, later, memory, run, says, shown_in

from atlas.language.english.verbatim import find_invented
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Basis, Evidence, Form, Kind, Memory
from atlas.model.observation import Level, Priority, level_of, priority_of, tags_of, topic_of
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Archive, Remember
from atlas.reflection.compressing import (
    COMPRESS,
    MOST_SENTENCES,
    REFLECT,
    NoteGroup,
    compress_by_rules,
    group_by_topic,
    join_sentences,
)
from atlas.reflection.observing import ObservationInput, observe_by_rules, observe_with_model

TOPICS = {
    "Porto": ("The flat in Porto has number {n} on its door.", "Rent in Porto went up by {n} euros this time."),
    "Ana": ("My sister Ana called at {n}:15 about the party.", "Ana owes me {n} euros for the tickets."),
    "boiler": ("The boiler stopped again after {n} hours of work.", "A new boiler would cost about {n} euros."),
    "marathon": ("I ran {n} kilometres for the marathon today.", "The marathon starts at {n} in the morning."),
    "thesis": ("Chapter {n} of the thesis went to the printer.", "My thesis has {n} pages too many for them."),
}


def note(n: int, text: str, **fields: Any) -> Memory:
    place = Evidence(MessageId(f"u_{n}"), 0, len(text), text, fields.get("origin", Origin.USER))
    whole: dict[str, Any] = {
        "kind": Kind.OBSERVATION,
        "basis": Basis.OBSERVED,
        "form": Form.EPISODIC,
        "tags": tags_of(Level.NOTE, Priority.INFORMATIONAL, ""),
        "observed_at": later(minutes=n),
        "evidence": (place,),
    } | fields
    return memory(f"m_{n}", text, **whole)


def fifty() -> tuple[Memory, ...]:
    """Ten notes about each of five things, one after the other in turn."""
    kinds = list(TOPICS.values())
    return tuple(note(n, kinds[n % 5][n // 5 % 2].format(n=n + 10)) for n in range(50))


def remembered(heap: NoteGroup, step: Any = COMPRESS) -> list[Remember]:
    return [
        each.proposal for each in compress_by_rules(heap, step).part.proposals if isinstance(each.proposal, Remember)
    ]


def letters(notes: Sequence[Memory]) -> int:
    return sum(len(each.content) for each in notes)


# --- by rules


def test_fifty_notes_become_a_few_groups_by_what_they_are_about() -> None:  # T14
    notes = fifty()
    made = remembered(NoteGroup(notes))
    assert len(made) == 5
    assert {topic.casefold() for each in made for topic in each.tags[2:]} == {name.casefold() for name in TOPICS}
    assert sorted(source for each in made for source in each.sources) == sorted(each.id for each in notes)
    for each in made:
        assert (each.kind, each.basis, each.form) == (Kind.OBSERVATION, Basis.OBSERVED, Form.SEMANTIC)
        assert each.tags[0] == "compressed"


def test_it_gets_three_to_ten_times_shorter_and_says_so() -> None:  # T14
    notes = fifty()
    found = compress_by_rules(NoteGroup(notes), COMPRESS)
    by_id = {each.id: each for each in notes}
    for each in remembered(NoteGroup(notes)):
        before = letters([by_id[source] for source in each.sources])
        assert 3.0 <= before / len(each.content) <= 10.0
        assert 1 <= len(each.evidence) <= MOST_SENTENCES
    figures = found.figures
    assert (figures["stood"], figures["notes"], figures["groups"]) == (50, 50, 5)
    assert figures["letters_before"] == letters(notes)
    assert figures["times"] == round(figures["letters_before"] / figures["letters_after"], 1)
    assert 3.0 <= figures["times"] <= 10.0


def test_every_word_of_a_group_stands_in_its_notes() -> None:  # T14
    notes = {each.id: each for each in fifty()}
    for each in remembered(NoteGroup(tuple(notes.values()))):
        said = [notes[source].content for source in each.sources]
        assert each.content == join_sentences([place.quote for place in each.evidence])
        assert all(place.quote in said for place in each.evidence)
        assert find_invented(each.content, said) == ()


def test_a_note_that_belongs_to_no_other_stays() -> None:  # T14
    odd = note(99, "The library wants its book about Vermeer back.")
    assert odd.id not in {source for each in remembered(NoteGroup((*fifty(), odd))) for source in each.sources}


def test_what_matters_most_is_what_is_kept() -> None:  # T14
    notes = [note(n, f"The boiler was looked at again, visit {n}.") for n in range(8)]
    grave = note(9, "The boiler leaks gas, said visit 9.", tags=tags_of(Level.NOTE, Priority.CRITICAL, "boiler"))
    (made,) = remembered(NoteGroup((*notes, grave)))
    assert "leaks gas" in made.content
    assert made.tags[1] == "critical"
    assert made.importance == 0.9


def test_speakers_are_not_mixed() -> None:  # an "I" is one person's
    notes = fifty()
    speakers = {each.id: "Ana" if n % 2 else "Rui" for n, each in enumerate(notes)}
    for _, group in group_by_topic(NoteGroup(notes, speakers), COMPRESS.largest):
        assert len({speakers[each.id] for each in group}) == 1


def test_a_day_of_the_week_is_no_topic() -> None:  # T14
    said = ("The plumber called on Friday.", "We ate fish on Friday.", "The parcel came on Friday.")
    assert list(group_by_topic(NoteGroup(tuple(note(n, text) for n, text in enumerate(said))), COMPRESS.largest)) == []


def test_long_term_reflections_are_five_to_forty_times_shorter() -> None:  # T14
    compressed = [
        note(n, f"The boiler of house {n} was looked at. Its maker promised house {n} a new one.", form=Form.SEMANTIC)
        for n in range(40)
    ]
    made = remembered(NoteGroup(tuple(compressed)), REFLECT)
    assert made
    for each in made:
        before = letters([other for other in compressed if other.id in each.sources])
        assert 5.0 <= before / len(each.content) <= 40.0
        assert each.tags[0] == "reflection"
        assert each.form is Form.SEMANTIC


def test_a_compressed_note_is_taken_sentence_by_sentence() -> None:  # T14
    said = [note(n, text) for n, text in enumerate(["The boiler is old.", "The boiler is loud."])]
    places = tuple(place for each in said for place in each.evidence)
    heap = [note(n + 10, join_sentences([p.quote for p in places]), evidence=places) for n in range(6)]
    (made,) = remembered(NoteGroup(tuple(heap)), REFLECT)
    assert made.content in ("The boiler is old.", "The boiler is loud.")
    assert len(made.evidence) == 1


def test_what_a_note_says_already_stands_for_no_other() -> None:  # T14
    said = [note(n, f"The boiler is old, said house {n}.") for n in range(24)]
    alike = [note(n, each.content, evidence=each.evidence) for n, each in enumerate(said)]
    assert remembered(NoteGroup(tuple(alike[:6])), REFLECT) == []  # one sentence is there already, two are too many
    (made,) = remembered(NoteGroup(tuple(alike)), REFLECT)
    assert len(made.evidence) == 3


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(TOPICS)), st.integers(1, 10**6), st.text("abcdefgh ", max_size=60)),
        max_size=60,
    )
)
def test_whatever_is_noted_nothing_is_made_up_and_no_bound_is_broken(said: list[tuple[str, int, str]]) -> None:  # T14
    notes = {
        MemoryId(f"m_{n}"): note(n, f"{topic} has {number} {rest}".strip())
        for n, (topic, number, rest) in enumerate(said)
    }
    seen: list[MemoryId] = []
    for each in remembered(NoteGroup(tuple(notes.values()))):
        sources = [notes[source] for source in each.sources]
        assert find_invented(each.content, [source.content for source in sources]) == ()
        assert 3.0 <= letters(sources) / len(each.content) <= 10.0
        seen += each.sources
    assert len(seen) == len(set(seen))


# --- by a model


def reply(*groups: dict[str, Any]) -> dict[str, Any]:
    return {"groups": list(groups), "escalate": False}


BOILER = tuple(
    note(n, f"The boiler stopped again after {n} hours of work, and Rui came to look.") for n in range(10, 60)
)
IDS = [each.id for each in BOILER[:5]]
GROUP = {
    "notes": IDS,
    "says": "The boiler stopped again and again, after 10 to 14 hours of work; Rui came.",
    "priority": "important",
    "topic": "boiler",
}


def asked(*groups: dict[str, Any], heap: NoteGroup | None = None) -> list[Remember]:
    given = ObservationInput(notes=(heap or NoteGroup(BOILER),))
    made = run(observe_with_model(given), gives(compress=reply(*groups)))
    return [each for each in made.by_model if isinstance(each, Remember)]


def test_a_model_may_put_notes_in_its_own_words() -> None:  # T14
    (made,) = asked(GROUP)
    assert made.content == GROUP["says"]
    assert list(made.sources) == IDS
    assert made.tags == ("compressed", "important", "boiler")
    assert {place.quote for place in made.evidence} == {each.content for each in BOILER[:5]}


@pytest.mark.parametrize(
    "changed",
    [
        {"says": "The boiler stopped again after 10 to 15 hours of work; Rui came."},
        {"says": "The boiler stopped again after 10 to 14 hours of work; Bruno came."},
        {"says": "The boiler stopped again on Friday, after 10 to 14 hours; Rui came."},
        {"says": "One. Two things. Three stopped. The boiler stopped again after 10 to 14 hours; Rui came to look."},
        {"says": " ".join(each.content for each in BOILER[:5])},
        {"says": "It stopped."},
        {"says": ""},
        {"notes": [IDS[0], IDS[0]]},
        {"notes": [*IDS, "m_unknown"]},
    ],
)
def test_a_group_that_says_more_too_much_or_too_little_is_left_out(changed: dict[str, Any]) -> None:  # T14
    assert asked({**GROUP, **changed}) == []


def test_a_note_goes_into_one_group_only() -> None:
    assert len(asked(GROUP, {**GROUP, "says": "The boiler stopped after 10, 11, 12, 13 and 14 hours; Rui came."})) == 1


@pytest.mark.parametrize("answer", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_failed_compression_loses_no_note(answer: str) -> None:  # T14, R6
    made = run(observe_with_model(ObservationInput(notes=(NoteGroup(BOILER),))), says(answer))
    assert made.proposals == []
    assert made.thoughts.problem
    assert made.thoughts.left == ()  # nothing that was said has to be read again


def test_nothing_is_archived_here_whatever_a_model_answers() -> None:  # T14: what leaves service leaves it later
    made = run(observe_with_model(ObservationInput(notes=(NoteGroup(BOILER),))), gives(compress=reply(GROUP)))
    assert not any(isinstance(each, Archive) for each in [*made.proposals, *_by_rule()])


def _by_rule() -> list[Any]:
    return [each.proposal for each in alone(observe_by_rules(ObservationInput(notes=(NoteGroup(fifty()),)))).proposals]


def test_a_question_shows_sixty_notes_and_names_the_speaker() -> None:
    speakers = {each.id: "Rui" for each in BOILER}
    heap = NoteGroup((*BOILER, *(note(n, f"Ana has {n} cats.") for n in range(100, 170))), speakers)
    made = run(observe_with_model(ObservationInput(notes=(heap,))), gives(compress=reply()))
    assert [shown_in(ask).count('"id"') for ask in made.asks] == [60, 60]
    assert '"speaker": "Rui"' in shown_in(made.asks[0])
    assert made.thoughts.said["compressed"][0]["groups"] == 0


def test_what_a_model_made_is_trusted_like_the_least_of_it() -> None:  # J17
    far = tuple(note(n, each.content, origin=Origin.IMPORT) for n, each in enumerate(BOILER))
    heap = NoteGroup(far)
    given = {**GROUP, "notes": [each.id for each in far[:5]]}
    made = run(observe_with_model(ObservationInput(notes=(heap,))), says(json.dumps(reply(given))))
    assert [each.ceiling for each in made.thoughts.proposals] == [Trust.OUTSIDE]


# --- how it is told again


def test_tags_are_read_by_their_place() -> None:
    told = note(1, "x", tags=tags_of(Level.COMPRESSED, Priority.CRITICAL, "note"))
    assert (level_of(told), priority_of(told), topic_of(told)) == (Level.COMPRESSED, Priority.CRITICAL, "note")
    bare = memory("m_0", "x")
    assert (level_of(bare), priority_of(bare), topic_of(bare)) == (None, Priority.INFORMATIONAL, "")
