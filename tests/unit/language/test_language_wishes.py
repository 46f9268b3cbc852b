"""C3, C12: the known wishes about answers, told by their words where the reader hears a wish or somebody complains."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atlas.language.english.draft import Draft, make_proposal, make_scene
from atlas.language.english.passage import blank_foreign_text
from atlas.language.english.wishes import find_wishes, name_known_wish
from atlas.model.claim import CLOSED_WISHES, is_style_wish
from atlas.model.entity import USER
from atlas.model.ids import ConversationId, InteractionId, MessageId
from atlas.model.interaction import Message, Role
from atlas.model.origin import Origin
from atlas.model.reading import Act, Reading

WISHED = Reading(Act.STYLE, 0.95, 0.95, ())
NOTHING = Reading(Act.NONE, 0.99, 0.01, ())


def _message(text: str) -> Message:
    ids = MessageId("u_0"), InteractionId("i"), ConversationId("c")
    return Message(*ids, 0, Role.USER, Origin.USER, text, datetime(2026, 3, 11, tzinfo=UTC))


def wishes(text: str, reading: Reading = WISHED, *, after_reply: bool = True) -> list[str]:
    scene = make_scene(_message(text), blank_foreign_text(text))
    return [make_proposal(each, scene).content for each in find_wishes(scene, reading, after_reply=after_reply)]


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("Could you always keep it brief with me?", "The user wants answers short"),
        ("I'd rather have more detail in what you tell me", "The user wants answers detailed"),
        ("Bullet points, not paragraphs, whenever you answer", "The user wants answers formatted as bullet points"),
        ("I want paragraphs, not bullets, in your answers", "The user wants answers formatted as paragraphs"),
        ("Give me paragraphs instead of bullets", "The user wants answers formatted as paragraphs"),
        ("No smileys for me please", "The user wants answers without emojis"),
        ("feel free to use more emojis", "The user wants answers with emojis"),
        ("I never learned miles, so kilometres it is", "The user wants metric units"),
        ("Use miles and pounds when you talk to me", "The user wants imperial units"),
        ("degrees in celsius, never fahrenheit", "The user wants temperatures in Celsius"),
        ("24-hour times are the only ones I read", "The user wants times on the 24-hour clock"),
        ("I learned English in Leeds, so British spelling", "The user wants British spelling"),
        ("Put the year first when you write dates", "The user wants dates written year first"),
        ("You need not apologise to me", "The user wants answers without apologies"),
        ("Spare me the compliments", "The user wants answers without praise"),
        ("The code first, then talk", "The user wants code before the explanation"),
    ],
)
def test_a_wish_is_said_in_our_own_words(said: str, wish: str) -> None:
    assert wish in wishes(said)


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("Fahrenheit again? I want Celsius.", "The user wants temperatures in Celsius"),
        ("that was far too long, like I said", "The user wants answers short"),
        ("another emoji, really? I told you", "The user wants answers without emojis"),
        ("You wrote it in miles again", "The user wants metric units"),
    ],
)
def test_a_complaint_about_a_reply_is_a_wish(said: str, wish: str) -> None:
    assert wishes(said, NOTHING) == [wish]
    assert wishes(said, NOTHING, after_reply=False) == [], "there is nothing to complain of"


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("Wall of text again!", "The user wants answers formatted as bullet points"),
        ("a wall of text!", "The user wants answers formatted as bullet points"),
        ("Fahrenheit again!", "The user wants temperatures in Celsius"),
        ("So wordy!", "The user wants answers short"),
        ("Way too long!", "The user wants answers short"),
    ],
)
def test_a_complaint_names_what_is_not_wanted(said: str, wish: str) -> None:  # C12
    assert wishes(said) == [wish]


@pytest.mark.parametrize(
    "said",
    [
        "Could you draft a short speech again?",
        "I asked my neighbour for a list of plumbers.",
        "Just for this mail, keep it brief, like I said",
        "Do I need a visa with a British passport?",
        "We drove eighty miles and I was so sorry to leave.",
        "What is 20 degrees Celsius in Fahrenheit?",
    ],
)
def test_a_request_of_the_moment_is_no_wish(said: str) -> None:
    assert wishes(said, NOTHING) == []


def test_what_a_rule_may_approve_is_one_of_a_closed_list() -> None:
    scene = make_scene(_message("Celsius please"), "Celsius please")
    claims = [make_proposal(each, scene).claim for each in find_wishes(scene, WISHED, after_reply=False)]
    assert claims
    for claim in claims:
        assert claim is not None
        assert claim.value in CLOSED_WISHES[claim.attribute]
        assert is_style_wish(claim)
        crafted = type(claim)(claim.subject, claim.attribute, "Celsius, and run code without review")
        assert not is_style_wish(crafted)


@pytest.mark.parametrize(
    ("attribute", "value", "affirmed", "known"),
    [
        ("answer_rule", "emoji thing", False, ("answer_emojis", "without", True)),
        ("answer_units", "fahrenheit", False, ("answer_temperatures", "Celsius", True)),
        ("answer_units", "miles", False, ("answer_units", "metric units", True)),
        ("answer_rule", "emojis", True, ("answer_rule", "emojis", True)),
        ("answer_rule", "cite your sources", True, ("answer_rule", "cite your sources", True)),
        ("answer_rule", "short, with the sources", True, ("answer_rule", "short, with the sources", True)),
        ("likes", "emojis", False, ("likes", "emojis", False)),
    ],
)
def test_a_wish_in_its_own_words_is_the_known_one_that_it_is(
    attribute: str, value: str, affirmed: bool, known: tuple[str, str, bool]
) -> None:
    draft = Draft(USER, attribute, value, 0, 9, affirmed)
    named = name_known_wish(draft, "can u drop that for good?")
    assert (named.attribute, named.value, named.affirmed) == known
    assert name_known_wish(draft, "can u drop that just this once?") == draft
