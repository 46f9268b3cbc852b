"""What asks, in whatever form, what tells on the way, and the amounts beside words (J14, C13)."""

from __future__ import annotations

import pytest

from atlas.language.english.query_forms import holds_answer_type, read_answer_type
from atlas.language.english.question_forms import asks_what_to_enter, may_ask, tells_beside_asking
from atlas.language.english.word_stems import list_kindred_stems, split_amount, stem_words
from atlas.language.interface import AnswerType
from atlas.retrieval.uninformative import tells_nothing


@pytest.mark.parametrize(
    "text",
    [
        "my brother, what town does he live in again",
        "Name all my sons and my sisters, please.",
        "names of everyone i shared the flat with",
        "whats my shoe size",
        "in which city is Anvar living",
        "tell all my pets with their colours",
        "Address of the shop for the invoice.",
        "the scan when",
        "The pharmacist asks which pills I take.",
        "bank wants me employers name and where the farm is",
        "list me siblings and where each one is working",
        "Parking permit wants make of my car",
        "my money per month",
        "my street and number",
    ],
)
def test_a_question_is_known_without_its_form(text: str) -> None:
    assert may_ask(text)


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Ghent.",
        "I live in Bonn, where my sister lives",
        "List: I take aspirin and warfarin",
        "Name it Rex",
        "List price was 400 euros",
        "I need my dose doubled",
        "We call her Which.",
        "my sister wants a new phone",
        "My mother Graziella moved in",
        "my knee hurts again",
        "Our roof is leaking",
        "",
    ],
)
def test_a_statement_is_no_question(text: str) -> None:
    assert not may_ask(text)


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("They've swapped the warfarin for apixaban, so is silverbeet all right?", True),
        ("I moved to Turku, where can I buy shoes?", True),
        ("bought the leaf, a blue one; how does one charge it?", True),
        ("Sorin left the trucks, what do I say to him?", True),
        ("If I had a dog, would it be happy?", False),
        ("Okay then well now, what is the rent?", False),
        ("Yes please, where is that?", False),
        ("Is Ana, my sister, vegan?", False),
        ("Where do I live?", False),
    ],
)
def test_what_a_question_tells_on_the_way(text: str, tells: bool) -> None:
    assert tells_beside_asking(text) is tells


@pytest.mark.parametrize(
    ("value", "amount", "of"),
    [
        ("sertraline 50 mg", "50 mg", "sertraline"),
        ("£700 a month", "£700", "a month"),
        ("1,100 cedis each month", "1,100 cedis", "each month"),
        ("EUR 1,200", "EUR 1,200", ""),
        ("fourteen hives", "fourteen", "hives"),
        ("3 dishes", "3", "dishes"),
        ("learn PHP 8", "", "learn PHP 8"),
        ("ron 5 years", "", "ron 5 years"),
        ("Ghent", "", "Ghent"),
        ("1," * 5_000, "", ""),
    ],
)
def test_an_amount_and_what_it_is_of(value: str, amount: str, of: str) -> None:
    found, stems = split_amount(value)
    assert found == amount
    if of:
        assert stems == stem_words(of)


@pytest.mark.parametrize(
    ("question", "sort", "holds", "not_so"),
    [
        ("How much do I pay?", AnswerType.QUANTITY, "610 a month", "a bright room in N3"),
        ("When is the exam?", AnswerType.TIME, "it is on Friday", "it is in Leeds"),
        ("Why did I leave?", AnswerType.REASON, "because of my back", "with Ana"),
        ("Where do I live?", None, "", ""),
    ],
)
def test_the_sort_of_thing_that_is_asked_for(question: str, sort: AnswerType | None, holds: str, not_so: str) -> None:
    assert read_answer_type(question) is sort
    if sort:
        assert (holds_answer_type(holds, sort), holds_answer_type(not_so, sort)) == (True, False)


def test_words_of_one_matter_go_together() -> None:
    assert stem_words("month landlord") <= list_kindred_stems(stem_words("rent"))
    assert not list_kindred_stems(stem_words("silverbeet"))


@pytest.mark.parametrize(
    "text",
    [
        "Emergency contact, box says spouse or equivalent. Which name do I write?",
        "The vet's receptionist wishes to know who the patient is. What name do I give?",
        "For the residents' parking disc I have to name the vehicle. Which is it?",
    ],
)
def test_what_to_enter_is_asked_and_nothing_told(text: str) -> None:  # C13
    assert asks_what_to_enter(text)


@pytest.mark.parametrize(
    "text",
    [
        "i left the bank. what do i write on my cv?",
        "I got a dog. What name do I give him?",
        "I moved to Turku. Which address do I write?",
        "My rent is 700. What do I enter?",
        "I started a new medicine. What should I do?",
    ],
)
def test_what_is_told_beside_asking_what_to_enter_counts(text: str) -> None:  # C13
    assert not asks_what_to_enter(text)


@pytest.mark.parametrize(
    "text",
    [
        "My sister lives in Rome",
        "My boss quit",
        "My flight lands at 9",
        "our cat Milo",
        "My allergy to nuts",
        "the landlord wants the rent on Friday",
        "i have diabetes. what do i tell the school?",
        "my son is allergic to nuts, what should i write on the form?",
    ],
)
def test_what_tells_something_is_not_taken_for_mere_asking(text: str) -> None:  # C13
    assert not tells_nothing(text)


@pytest.mark.parametrize("text", ["my street and number", "my net pay per month"])
def test_a_keyword_query_tells_nothing(text: str) -> None:  # C13
    assert tells_nothing(text)
