"""Claims: what two of them have to do with each other, and how they read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.claim_comparison import claims_agree, claims_contradict, have_same_value
from atlas.language.english.claim_text import address_claim, state_claim, tells_end
from atlas.language.entity_ids import named_entity
from atlas.language.folding import content_hash, fold_spacing, fold_text
from atlas.model.claim import (
    BEHAVIOUR_ATTRIBUTES,
    FAVOURITE,
    RELATIONS,
    STYLE_ATTRIBUTES,
    Cardinality,
    Claim,
    cardinality_of,
    known_attributes,
)
from atlas.model.entity import USER, EntityKind
from unit.model._nouns import claim

ATTRIBUTES = st.sampled_from(sorted(known_attributes())) | st.text(max_size=20)
VALUES = st.sampled_from(["Porto", "porto", " Porto. ", "Lisbon"]) | st.text(max_size=20)
CLAIMS = st.builds(Claim, st.just(USER), ATTRIBUTES, VALUES, st.booleans())
HOSTILE = [
    "{0.__class__}",
    "{",
    "}",
    "{}",
    "{0}",
    "{x!r:>99999999}",
    "%s",
    "%(name)s",
    "{{}}",
    "{value}",
    "\\{",
    "",
    " ",
    "\n",
    f"{FAVOURITE}{{0.__class__}}",
]


@given(CLAIMS, CLAIMS)
def test_contradiction_goes_both_ways(one: Claim, other: Claim) -> None:  # T16
    assert claims_contradict(one, other) == claims_contradict(other, one)
    assert claims_agree(one, other) == claims_agree(other, one)


@given(CLAIMS, CLAIMS)
def test_what_says_the_same_does_not_contradict(one: Claim, other: Claim) -> None:
    assert not (claims_agree(one, other) and claims_contradict(one, other))


@given(CLAIMS)
def test_a_claim_is_contradicted_by_its_own_denial(one: Claim) -> None:
    denial = Claim(one.subject, one.attribute, one.value, not one.affirmed)
    assert claims_contradict(one, denial)
    assert not claims_contradict(one, one)


@pytest.mark.parametrize(
    ("one", "other", "contradict"),
    [
        (claim("Porto"), claim("Lisbon"), True),
        (claim("Porto"), claim("PORTO."), False),
        (claim("Porto"), claim("Porto", affirmed=False), True),
        (claim("Porto"), claim("Lisbon", affirmed=False), False),  # "not in Lisbon" leaves Porto alone
        (claim("Porto", affirmed=False), claim("Lisbon", affirmed=False), False),
        (claim("tea", "likes"), claim("coffee", "likes"), False),  # one may like both
        (claim("tea", "likes"), claim("Tea", "likes", affirmed=False), True),
        (claim("teal", "favourite colour"), claim("red", "favourite colour"), True),
        (claim("teal", "favourite colour"), claim("rice", "favourite food"), False),
        (claim("Porto"), claim("Rome", subject="user/sister"), False),  # another person's life
        (claim("Porto"), claim("Rome", "from"), False),
        (claim("Maria", "sister"), claim("Rita", "sister"), False),  # one may have two
        (claim("Ana", "name"), claim("Anna", "name"), True),
    ],
)
def test_which_claims_cannot_hold_together(one: Claim, other: Claim, contradict: bool) -> None:  # T16
    assert claims_contradict(one, other) is contradict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Porto", "porto"),
        ("Porto", " Porto "),
        ("Porto", "Porto."),
        ("Porto", "“Porto”"),
        ("New  York", "new york"),
        ("Straße", "STRASSE"),
        ("ﬁsh", "fish"),
        ("Ｐorto", "Porto"),
    ],
)
def test_two_spellings_of_one_value_are_the_same(one: str, other: str) -> None:
    assert have_same_value(claim(one), claim(other))
    assert content_hash(one) == content_hash(other)


@pytest.mark.parametrize(("one", "other"), [("Porto", "Porto Alegre"), ("C", "C++"), ("8080", "8443"), ("é", "e")])
def test_two_values_are_not_the_same(one: str, other: str) -> None:
    assert not have_same_value(claim(one), claim(other))


@given(st.text())
def test_folding_twice_folds_once(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)
    assert fold_spacing(fold_spacing(text)) == fold_spacing(text)


@given(st.text(st.characters()))
def test_every_text_has_a_content_hash(text: str) -> None:
    assert len(content_hash(text)) == 64


@given(ATTRIBUTES, st.sampled_from(HOSTILE) | st.text(), st.booleans())
def test_any_claim_reads_as_a_sentence_with_its_value_as_it_is(attribute: str, value: str, affirmed: bool) -> None:
    made = Claim(named_entity(EntityKind.PERSON, "Ana"), attribute, value, affirmed)
    assert state_claim(made, "Ana").startswith(("Ana ", "Ana's "))
    assert value in state_claim(made, "Ana")
    assert value in address_claim(made)


@pytest.mark.parametrize("affirmed", [True, False])
@pytest.mark.parametrize("attribute", HOSTILE)
def test_an_attribute_is_text_and_never_a_template(attribute: str, affirmed: bool) -> None:
    """Open attributes are made of people's words; their braces are braces."""
    made = Claim(USER, attribute, "<value>", affirmed)
    shown = attribute.replace("_", " ") if not attribute.startswith(FAVOURITE) else attribute.replace("-", " ")
    for text in (state_claim(made, "Ana"), address_claim(made)):
        assert text.count("<value>") == 1
        assert "class 'str'" not in text
    assert shown in state_claim(made, "Ana")


@pytest.mark.parametrize("attribute", sorted(known_attributes()))
def test_every_known_attribute_has_a_phrase_for_yes_and_for_no(attribute: str) -> None:
    yes, no = (state_claim(Claim(USER, attribute, "<value>", affirmed), "Ana") for affirmed in (True, False))
    assert yes.count("<value>") == no.count("<value>") == 1
    assert "not" in no.replace(":", "").split()
    assert "not" not in yes.split()


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (claim("Lisbon"), "You live in Lisbon"),
        (claim("Lisbon", affirmed=False), "You do not live in Lisbon"),
        (claim("Ana", "name"), "You are called Ana"),
        (claim("3 May", "birthday"), "You have your birthday on 3 May"),
        (claim("physics", "studies"), "You study physics"),
        (claim("tea", "likes"), "You like tea"),
        (claim("run every morning", "does"), "You run every morning"),
        (claim("learning Greek", "does"), "You are learning Greek"),
        (claim("work on Fridays", "does", affirmed=False), "You do not work on Fridays"),
        (claim("nurse", "works_as"), "You work as a nurse"),
        (claim("an engineer", "works_as"), "You work as an engineer"),
        (claim("fly to Oslo", "plans"), "You plan to fly to Oslo"),
        (claim("a trip to Rome", "plans"), "You plan a trip to Rome"),
        (claim("Split", "plans"), "You have plans for Split"),
        (claim("St Brendan's", "studies"), "You go to St Brendan's"),
        (claim("Hilltop Montessori", "studies", affirmed=False), "You do not go to Hilltop Montessori"),
        (claim("Greek", "studies"), "You study Greek"),
        (claim("Split", "plans", affirmed=False), "You have no plans for Split"),
        (claim("ran a marathon", "did"), "You ran a marathon"),
        (claim("blue", "favourite colour"), "Your favourite colour is blue"),
        (claim("football", "watches"), "You watch football"),
        (claim("Maria", "sister"), "Your sister is Maria"),
        (claim("their house", "has"), "You have their house"),
        (claim("changed my mind", "did"), "You changed your mind"),
        (claim("proud of what I've built", "feels"), "You feel proud of what you've built"),
        (claim("carving out some me-time", "does"), "You are carving out some me-time"),
        (claim("looking into adoption", "wants"), "You want to look into adoption"),
        (claim("planning my own wedding", "wants"), "You want to plan your own wedding"),
        (claim("start my own studio", "wants"), "You want to start your own studio"),
        (claim("help with sleep", "wants"), "You want help with sleep"),
        (claim("going to a conference", "plans"), "You plan to go to a conference"),
        (claim("driving test", "plans"), "You plan a driving test"),
        (claim("interview at Siemens", "plans"), "You plan an interview at Siemens"),
        (claim("meeting with Ana", "plans"), "You plan a meeting with Ana"),
        (claim("dance lessons in May", "plans"), "You plan dance lessons in May"),
        (claim("volunteering at a shelter", "did"), "You were volunteering at a shelter"),
        (claim("husband", "has"), "You have a husband"),
    ],
)
def test_a_claim_is_said_to_the_one_it_is_about(made: Claim, says: str) -> None:
    assert address_claim(made) == says


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("work in Rome", "Ben works in Rome"),
        ("study at night", "Ben studies at night"),
        ("play chess", "Ben plays chess"),
        ("teach and sing", "Ben does: teach and sing"),  # the second verb would want its ending too
        ("watch birds", "Ben watches birds"),
        ("have dinner at six", "Ben has dinner at six"),
        ("go to mass", "Ben goes to mass"),
        ("usually run", "Ben usually runs"),
        ("kneel in the garden", "Ben kneels in the garden"),
        ("moderate a book group", "Ben moderates a book group"),
        ("joined a gym", "Ben joined a gym"),
        ("involved in some charity work", "Ben is involved in some charity work"),
        ("gospel group in Chapeltown", "Ben is in a gospel group in Chapeltown"),
        ("pottery class", "Ben takes a pottery class"),
        ("set dancing", "Ben does set dancing"),
        ("four sugars in tea", "Ben does: four sugars in tea"),
        ("listens on port 8443", "Ben listens on port 8443"),
    ],
)
def test_what_one_does_is_told_of_another(value: str, says: str) -> None:
    assert state_claim(claim(value, "does"), "Ben") == says


@pytest.mark.parametrize(
    ("attribute", "value", "says"),
    [
        ("does", "sold roses at the market", "Ben no longer sells roses at the market"),
        ("does", "did the driving", "Ben no longer does the driving"),
        ("does", "hockey club", "Ben is no longer in a hockey club"),
        ("does", "running a book club", "Ben is no longer running a book club"),
        ("has", "tattoo", "Ben no longer has a tattoo"),
    ],
)
def test_what_is_over_is_told_as_what_it_was(attribute: str, value: str, says: str) -> None:  # T16
    ended = replace(claim(value, attribute), affirmed=False)
    assert state_claim(ended, "Ben", over=True) == says
    assert tells_end(says, ended)
    assert not tells_end(state_claim(ended, "Ben"), ended)


@pytest.mark.parametrize(
    ("attribute", "value", "says"),
    [
        ("wants", "building their customer base", "Ben wants to build their customer base"),
        ("wants", "help other people", "Ben wants to help other people"),
        ("wants", "help with sleep", "Ben wants help with sleep"),
        ("likes", "take a look at the sunset", "Ben likes to take a look at the sunset"),
        ("has", "film camera", "Ben has a film camera"),
        ("is", "guinea pig", "Ben is a guinea pig"),
        ("plans", "optician", "Ben plans an optician appointment"),
        ("plans", "series on Netflix", "Ben plans series on Netflix"),
        ("plans", "gives a concert", "Ben plans to give a concert"),
        ("works_as", "university lecturer", "Ben works as a university lecturer"),
        ("plans", "official opening night", "Ben plans an official opening night"),
    ],
)
def test_a_value_has_its_article_or_its_to(attribute: str, value: str, says: str) -> None:
    assert state_claim(claim(value, attribute), "Ben") == says


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (claim("bouldering", "plays"), "Ben does bouldering"),
        (claim("open-water swimming", "plays"), "Ben does open-water swimming"),
        (claim("yoga", "plays"), "Ben does yoga"),
        (claim("rowing", "plays", affirmed=False), "Ben does not do rowing"),
        (claim("accordion", "plays"), "Ben plays accordion"),
        (claim("Elden Ring", "plays"), "Ben plays Elden Ring"),
        (claim("left wing", "plays"), "Ben plays left wing"),
        (claim("Metal Gear Rising", "plays"), "Ben plays Metal Gear Rising"),
    ],
)
def test_a_sport_that_is_no_game_is_done_and_not_played(made: Claim, says: str) -> None:
    assert state_claim(made, "Ben") == says


def test_a_sport_that_is_over_is_no_longer_done() -> None:
    over = claim("bouldering", "plays", affirmed=False)
    assert state_claim(over, "Ben", over=True) == "Ben no longer does bouldering"
    assert address_claim(claim("bouldering", "plays")) == "You do bouldering"


def test_what_one_does_not_do_is_told_of_another() -> None:
    assert state_claim(claim("work in Rome", "does", affirmed=False), "Ben") == "Ben does not work in Rome"


def test_which_attributes_have_one_value() -> None:
    assert cardinality_of("lives_in") is Cardinality.SINGLE
    assert cardinality_of("favourite anything at all") is Cardinality.SINGLE
    assert cardinality_of("likes") is Cardinality.MANY
    assert cardinality_of("sister") is Cardinality.MANY
    assert cardinality_of("never heard of") is Cardinality.MANY


def test_style_is_a_part_of_behaviour_and_both_are_known() -> None:  # C3
    assert STYLE_ATTRIBUTES < BEHAVIOUR_ATTRIBUTES <= known_attributes()


def test_relations_are_whole_words() -> None:
    assert {"sister", "father-in-law", "best-friend"} <= RELATIONS
    assert not [word for word in RELATIONS if word.startswith("-") or word.endswith("-")]
