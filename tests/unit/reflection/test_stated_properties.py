"""What holds for every text: evidence is verbatim, nothing raises, nothing is slow, the same in gives the same out.

What a network finds in a jumble of words nobody can promise; what becomes of it is decided by code. So the properties
hold for whatever a reader might mark, and what the reader on board marks is tried with sentences that people say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflection_talk import alone
from stated_talk import SAID, claims, learned, material, message

from atlas.model.claim import STYLE_ATTRIBUTES
from atlas.model.interaction import Role
from atlas.model.memory import Basis
from atlas.model.proposal import Remember
from atlas.model.reading import READ_ATTRIBUTES, SERVE, WAIT, Act, Mark, Operation, Place, Reading, Stance, Unread
from atlas.reflection.lightweight import reflect_by_rules
from atlas.testing.readings import find_facts, shipped_annotator

MAX_FACTS = 20
TALK = """
I i'm my name is Ana we live in Porto Rome not never and but or , . ! ? : ; - ( ) " ' > ``` if because that who
where when sister Maria has a the dog called was born on 3 March 1991 next week yesterday ago two don't can't no
yes love hate to be am are going gonna would have got been working as at for nurse vegan allergic feel think
said told me you your please always answer short it's 8443 'm 's n't — … /s 🙄 pretend let's play /* from now on
rather than nor neither so which what how like back hurts favourite colour green
"""
WORDS = st.sampled_from(TALK.split())
SPOKEN = st.lists(WORDS, max_size=40).map(" ".join)

SENTENCES = [
    "My name is Ana and I live in Porto.",
    "I moved to Lisbon last week.",
    "My sister Maria has a dog called Rex, and she was born on 3 March 1991.",
    "No, I work at Acme as a nurse.",
    "I am allergic to nuts but I like green tea.",
    "Please always answer in short sentences.",
    "Yes, that is right.",
]

QUESTIONS = [
    "Where do I live?",
    "Where do we live?",
    "What is my name?",
    "Who am I?",
    "How old am I?",
    "What do I do for work?",
    "Where do I work?",
    "Where was I born?",
    "What was my name again?",
    "Why do I work so much?",
    "How am I?",
    "Am I vegan?",
    "Do I live in Porto?",
    "Do I like tea?",
    "Is my name Ana?",
    "Was I born in Rome?",
    "Are we in Lisbon?",
    "Who is my sister?",
    "What is my dog called?",
    "Do I have a dog?",
    "Does my sister live in Rome?",
    "When is my birthday?",
    "What are my plans for Friday?",
    "Did I ever work at Acme?",
    "Am I allergic to nuts?",
    "How do I get to Porto?",
    "Is Porto where I live?",
    "Who was my boss?",
    "Do I live here?",
    "Why am I so tired?",
]
"""As people ask; the reader is sure of each that nothing is told in it."""

NAUGHTY = [
    "",
    " ",
    "\x00\x01\x02",
    "\x01\x01\x01 is my name",
    "I'm",
    "my",
    "'s 's 's",
    "I " * 500,
    "my name is",
    "I am, I am not, I was",
    "…" * 300,
    "I live in",
    "٣٤٥ I am ٤ years old",
    "İstanbul'da yaşıyorum. I live in İstanbul.",
    "ﬁne, I'm from ﬂorence",
    "I was born on 31 June 1990 and on 99 March.",
    "in 9999 years I will be 10000",
    "\u202eI live in Rome\u202c",
    "👩‍👩‍👧‍👦 I have two kids 👩‍👩‍👧‍👦",
    "NULL undefined None; DROP TABLE memories; -- I live in Rome",
    "a" * 10_000 + " is my name",
    "I'm " + "very " * 3_000 + "tired",
]


def checked(text: str, found: Sequence[Remember] | None = None) -> None:
    for item in learned(text) if found is None else found:
        assert item.claim is not None
        assert item.evidence
        for evidence in item.evidence:
            assert evidence.quote.strip()
            assert text[evidence.start : evidence.end] == evidence.quote
        assert item.claim.value.strip()
        assert item.content.strip()
        assert 0 <= item.confidence <= 1
        assert 0 <= item.emotion <= 1


@given(st.text(max_size=400))
def test_any_text_is_read_with_verbatim_evidence(text: str) -> None:
    checked(text)


@given(SPOKEN)
def test_any_jumble_of_talk_is_read_with_verbatim_evidence(text: str) -> None:
    checked(text)


@pytest.mark.parametrize("text", NAUGHTY)
def test_naughty_strings_are_survived(text: str) -> None:
    checked(text)


@dataclass(frozen=True, slots=True)
class Guess:
    """A reader that marks whatever chance has it mark."""

    draw: st.DrawFn
    marked: list[Mark]
    identity: str = "guess"

    def annotate(self, messages: Sequence[Unread]) -> list[Reading]:
        return [self._read(each) for each in messages]

    def _read(self, unread: Unread) -> Reading:
        count = self.draw(st.integers(0, 4)) if unread.text else 0
        marks = tuple(self._mark(unread) for _ in range(count))
        self.marked.extend(marks)
        return Reading(self.draw(st.sampled_from(Act)), self.draw(SHARES), self.draw(SHARES), marks)

    def _mark(self, unread: Unread) -> Mark:
        subject, when, label = (self._place(unread) if self.draw(st.booleans()) else None for _ in range(3))
        attribute = self.draw(st.sampled_from(READ_ATTRIBUTES))
        operation, stance = self.draw(st.sampled_from(Operation)), self.draw(st.sampled_from(MEANT))
        place = self._span(unread.text, before=False)
        return Mark(place, attribute, operation, stance, subject, when, label, self.draw(SHARES))

    def _place(self, unread: Unread) -> Place:
        before = bool(unread.before) and self.draw(st.booleans())
        return self._span(unread.before if before else unread.text, before=before)

    def _span(self, text: str, *, before: bool) -> Place:
        """Some words, as a reader marks them; or any letters."""
        words = [match.span() for match in re.finditer(r"\w+", text)]
        if words and self.draw(st.booleans()):
            first = self.draw(st.integers(0, len(words) - 1))
            last = self.draw(st.integers(first, min(first + 2, len(words) - 1)))
            start, end = words[first][0], words[last][1]
        else:
            start = self.draw(st.integers(0, len(text) - 1))
            end = self.draw(st.integers(start + 1, len(text)))
        return Place(start, end, text[start:end], before)


SHARES = st.sampled_from([0.0, WAIT - 0.01, WAIT, SERVE - 0.01, SERVE, 1.0]) | st.floats(0, 1)
MEANT = [*Stance, *[Stance.EARNEST] * len(Stance)]
TOLD = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3).map(" ".join)


@given(st.data(), TOLD | SPOKEN | st.text(max_size=80), TOLD | SPOKEN)
def test_whatever_is_marked_is_quoted_and_no_better_believed_than_the_mark(
    data: st.DataObject, text: str, before: str
) -> None:
    guess = Guess(data.draw, [])
    said = material(message(text, ordinal=1), earlier=(message(before, Role.ASSISTANT),))
    found = find_facts(said, guess)
    checked(text, [item for item in found if {each.message for each in item.evidence} == {"u_1"}])
    sure = [mark.confidence for mark in guess.marked if mark.stance is Stance.EARNEST and mark.confidence >= WAIT]
    for item in found:
        if item.claim is not None and item.claim.attribute in STYLE_ATTRIBUTES:
            continue  # told by words where a wish is read, and in words of our own
        assert item.evidence[0].message == "u_1"
        assert item.confidence <= round(max(sure), 3)
        assert item.basis is not Basis.STATED or item.confidence >= SERVE
    assert len(found) <= MAX_FACTS


@given(st.data(), TOLD | SPOKEN)
def test_what_is_marked_as_not_meant_or_as_unsure_states_nothing(data: st.DataObject, text: str) -> None:
    guess = Guess(data.draw, [])
    found = find_facts(material(message(text)), guess)
    found = tuple(each for each in found if each.claim is None or each.claim.attribute not in STYLE_ATTRIBUTES)
    assert not found or any(mark.stance is Stance.EARNEST and mark.confidence >= WAIT for mark in guess.marked)


@pytest.mark.runs_networks
@given(SPOKEN)
def test_thinking_is_deterministic(text: str) -> None:
    said = material(message(text))
    assert find_facts(said) == find_facts(said)


@given(SPOKEN, st.sampled_from([Role.ASSISTANT, Role.TOOL, Role.SYSTEM]))
def test_only_the_user_states_facts(text: str, role: Role) -> None:  # J8
    assert find_facts(material(message(text, role))) == ()


@given(SPOKEN, SPOKEN, st.sampled_from(["user", "assistant"]))
def test_what_went_before_is_only_context(text: str, before: str, role: str) -> None:
    for item in learned(text, (role, before)):
        assert item.evidence[0].message == "u_1"


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_lone_question_states_nothing(text: str) -> None:
    """Far from where it would wait: whatever another processor adds up otherwise changes nothing."""
    assert claims(text) == []
    (reading,) = shipped_annotator().annotate([Unread(text)])
    assert max((mark.confidence for mark in reading.earnest), default=0.0) < WAIT / 2


HOSTILE = {
    "one long word": "a" * 200_000,
    "I am": "I am " * 40_000,
    "my name is": "my name is my " * 16_000,
    "commas": "I like a, " * 20_000,
    "double quotes": '"' * 100_000,
    "nested quotes": "“'\"" * 40_000,
    "open quotes": " 'a" * 40_000,
    "fences": "```\n" * 40_000,
    "rules": "---\n" * 40_000,
    "tags": "<a " * 60_000 + "<b>" * 4_000,
    "quoted lines": "> I am\n" * 20_000,
    "colons": "a: " * 60_000,
    "dots": "." * 200_000,
    "spaces": " " * 200_000,
    "line ends": "\n" * 200_000,
    "digits": "1" * 200_000,
    "numbers": "1,2:3/4." * 20_000,
    "hyphens": "a-" * 80_000,
    "apostrophes": "I'm'm'm " * 20_000,
    "and": "I work and " * 18_000,
    "if": "if I " * 40_000,
    "said": "she said I said " * 12_000,
    "dates": "in 2 days ago last next this " * 6_000,
    "from": "From: \n" * 20_000,
    "brackets": "(" * 100_000 + ")" * 100_000,
    "equals": "x = {" * 40_000,
    "functions": "f(" * 80_000,
    "defs": "def a " * 30_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_to_its_end_and_gives_little(name: str) -> None:
    """Reading is linear: with a rule that starts anew at each letter 200,000 of them would take hours."""
    assert len(learned(HOSTILE[name])) <= MAX_FACTS


def test_the_lightweight_tier_asks_nothing_and_returns_the_rules_proposals() -> None:  # J1, J14
    said = material(message("I live in Porto."))
    proposals = tuple(each.proposal for each in alone(reflect_by_rules(said)).proposals)
    assert proposals == find_facts(said)
    assert proposals[0].evidence[0].message == "u_0"
    assert SAID.tzinfo is not None


@pytest.mark.runs_networks
@pytest.mark.parametrize("courtesy", ["Sure.", "Okay.", "Nice."])
def test_a_courtesy_before_makes_no_joke_of_what_is_said(courtesy: str) -> None:  # X10
    assert claims("I live in Porto.", ("assistant", courtesy)) == [("user", "lives_in", "Porto", True)]
