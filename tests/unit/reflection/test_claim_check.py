"""The last look at a finished claim: what was not read whole is not claimed (J8, J14)."""

from __future__ import annotations

import pytest
from thinker_talk import claims, learned

from atlas.language.english.rules.claim_check import Defect, find_defect, keep_whole_claims
from atlas.language.english.rules.draft import Draft
from atlas.language.entity_ids import related_entity
from atlas.model.entity import USER, EntityId


def draft(attribute: str, value: str, text: str, subject: EntityId = USER) -> Draft:
    end = text.index(value) + len(value) if value in text else len(text)
    return Draft(subject, attribute, value, 0, end)


@pytest.mark.parametrize(
    ("attribute", "value", "text", "defect"),
    [
        ("does", "work", "I work a lot.", Defect.EMPTY),
        ("does", "Go and Postgres", "I do Go and Postgres.", Defect.NO_VERB),
        ("does", "left handed", "I'm left handed", Defect.NO_VERB),
        ("did", "Losing my job was hard", "Losing my job was hard", Defect.NO_VERB),
        ("did", "read it", "I've just read it.", Defect.EMPTY),
        ("works_at", "St", "I work at St. Mary's", Defect.CUT),
        ("works_at", "the office of", "I work at the office of.", Defect.CUT),
        ("works_as", "my mother", "Max works as my mother's carer", Defect.CUT),
        ("works_as", "my boss", "I work as my boss", Defect.NO_TRADE),
        ("works_as", "hard", "I work as hard as you", Defect.NO_TRADE),
        ("works_as", "mom", "I'm a mom", Defect.NO_TRADE),
        ("lives_in", "Bunq", "I moved to Bunq", Defect.NO_PLACE),
        ("lives_in", "fear", "I live in fear", Defect.NO_PLACE),
        ("birthday", "on 11 March", "My birthday is on 11 March", Defect.BROKEN),
        ("birthday", "a Tuesday", "My birthday is a Tuesday", Defect.NO_DATE),
        ("allergic_to", "ha", "I'm allergic to ha", Defect.NO_NOUN),
        ("allergic_to", "him", "I'm allergic to him", Defect.EMPTY),
        ("allergic_to", "mornings", "I'm allergic to mornings", Defect.JOKED),
        ("name", "Looky", "Looky here, Nate", Defect.NO_NAME),
        ("name", "Muslim", "I'm Muslim", Defect.NO_NAME),
        ("form_of_address", "that", "calls me that", Defect.EMPTY),
        ("marital_status", "married", "I'm married to my laptop", Defect.JOKED),
        ("feels", "glad you like it", "I feel glad you like it", Defect.ADDRESSED),
        ("believes", 'she says "I live in Rome"', 'she says "I live in Rome"', Defect.REPORTED),
        ("does", "wrote a letter to to Rome", "wrote a letter to to Rome", Defect.BROKEN),
        ("answer_rule", "Appreciate the support", "Appreciate the support", Defect.NO_VERB),
    ],
)
def test_a_claim_that_was_not_read_whole_has_a_defect(attribute: str, value: str, text: str, defect: Defect) -> None:
    claim = draft(attribute, value, text)
    assert find_defect(claim, text) is defect
    assert not list(keep_whole_claims([claim], text))


@pytest.mark.parametrize(
    ("attribute", "value", "text"),
    [
        ("does", "smoke", "I smoke"),
        ("does", "work from home", "I work from home"),
        ("did", "died", "My cat died"),
        ("did", "moved in with Ana", "I moved in with Ana"),
        ("works_at", "St. Mary's Hospital", "I work at St. Mary's Hospital"),
        ("works_as", "beekeeper", "I'm a beekeeper"),
        ("works_as", "head of procurement", "I'm head of procurement"),
        ("works_as", "tram driver", "I'm a tram driver"),
        ("lives_in", "Ghent", "I live in Ghent"),
        ("lives_in", "ghent", "i live in ghent"),
        ("lives_in", "U.S.", "I live in the U.S. now"),
        ("birthday", "11 March", "My birthday is on 11 March"),
        ("birthday", "may", "my birthday is in may"),
        ("allergic_to", "bee stings", "I'm allergic to bee stings"),
        ("name", "Ana", "Ana here!"),
        ("name", "Wanjiru", "I'm Wanjiru"),
        ("marital_status", "married", "I'm married to my best friend"),
        ("plans", "start school", "Leo starts school"),
    ],
)
def test_a_claim_that_was_read_whole_has_none(attribute: str, value: str, text: str) -> None:
    assert find_defect(draft(attribute, value, text), text) is None


def test_somebody_else_says_nothing_in_the_first_person() -> None:
    """What a nephew *goes* is his own words, not a deed."""
    text = "he goes im a pilot uncle"
    assert find_defect(draft("does", "goes im a pilot uncle", text, related_entity(USER, "nephew")), text) is (
        Defect.REPORTED
    )


def test_a_dog_has_no_trade() -> None:
    text = "Our dog is a retriever"
    assert find_defect(draft("works_as", "retriever", text, related_entity(USER, "dog")), text) is Defect.NO_TRADE


def test_a_known_speaker_is_not_renamed_by_the_way() -> None:
    """*Nate is called Looky* was once read from "Looky here,"."""
    assert not learned("Looky here, Ana, the build is broken again.", speaker="Nate")


def test_a_joke_tells_nothing_of_what_somebody_eats() -> None:
    """So that it closes nothing either: a claim that is not made supersedes none (T16)."""
    assert claims("I'm a vegetarian.") == [("user", "diet", "vegetarian", True)]
    assert not claims("I'm basically a fruitarian now, kidding", ("user", "I'm a vegetarian."))
