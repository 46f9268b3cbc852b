"""Marks become claims: who is meant, which attribute, since when, on which words (J1, J14, X10)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from training.reading.annotations import parse_line

from atlas.language.acquaintances import Acquaintances, gather_acquaintances
from atlas.language.english.draft import make_scene
from atlas.language.english.marked_facts import find_drafts, make_facts
from atlas.language.english.passage import blank_foreign_text
from atlas.model.claim import Claim
from atlas.model.entity import USER, Entity, EntityId, EntityKind
from atlas.model.ids import ConversationId, InteractionId, MessageId
from atlas.model.interaction import Message, Role
from atlas.model.memory import Basis
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.model.reading import SERVE, WAIT, Act, Mark, Operation, Place, Reading, Stance

SAID = datetime(2026, 3, 11, 9, 30, tzinfo=UTC)  # a Wednesday


def place(words: str, text: str) -> Place:
    at = text.lower().index(words.lower())
    return Place(at, at + len(words), text[at : at + len(words)])


def read(line: str, confidence: float = 1.0) -> tuple[Message, Reading]:
    """A message, and the reading that its annotation describes."""
    told = parse_line(json.dumps({"t": line, "act": "tell"}))
    marks = tuple(
        Mark(
            Place(mark.start, mark.end, mark.value),
            mark.attribute,
            Operation(mark.operation),
            Stance(mark.stance or "earnest"),
            None if mark.subject == "user" else place(mark.subject, told.text),
            place(mark.when, told.text) if mark.when else None,
            place(mark.label, told.text) if mark.label else None,
            confidence,
        )
        for mark in told.marks
    )
    ids = MessageId("u_0"), InteractionId("i"), ConversationId("c")
    return Message(*ids, 0, Role.USER, Origin.USER, told.text, SAID), Reading(Act.TELL, 1.0, 1.0, marks)


def facts(line: str, confidence: float = 1.0) -> list[Remember]:
    return make_all(*read(line, confidence))


def make_all(message: Message, reading: Reading) -> list[Remember]:
    scene = make_scene(message, blank_foreign_text(message.text))
    return list(make_facts(find_drafts(scene, reading, WAIT), scene))


def claims(line: str) -> list[tuple[str, str, str, bool]]:
    return [
        (fact.claim.subject, fact.claim.attribute, fact.claim.value, fact.claim.affirmed)
        for fact in facts(line)
        if fact.claim
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("I live in {Ghent|lives_in|holds|user}.", [("user", "lives_in", "Ghent", True)]),
        ("No longer in {Bruges|lives_in|ends|user}!", [("user", "lives_in", "Bruges", False)]),
        ("I'm not {married|marital_status|denied|user}.", [("user", "marital_status", "married", False)]),
        (
            "My sister {Lotte|sister|holds|user} is {vegan|diet|holds|Lotte}.",
            [("user", "sister", "Lotte", True), ("user/sister", "diet", "vegan", True)],
        ),
        ("My mum works as a {nurse|works_as|holds|My mum}.", [("user/mother", "works_as", "nurse", True)]),
        ("Mum loves {tulips|likes|holds|Mum}.", [("user/mother", "likes", "tulips", True)]),
        ("My sister's dog is {twelve|age|holds|My sister's dog}.", [("user/sister/dog", "age", "twelve", True)]),
        (
            "I left the {cathedral choir|does|ends|user} for a {gospel group in Leeds|does|begins|user} on Fridays.",
            [("user", "does", "cathedral choir", False), ("user", "does", "gospel group in Leeds", True)],
        ),
        (
            "I {take part in the|does|holds|user} village play.",
            [("user", "does", "take part in the village play", True)],
        ),
        ("The {boiler|has|holds|user} {leaked|did|holds|boiler} on Friday.", [("user", "has", "boiler", True)]),  # T14
        (
            "Always {tell me|answer_rule|holds|user} that I'm right.",  # what was marked breaks off
            [("user", "answer_rule", "tell me that I'm right", True)],
        ),
        ("Never {lecture me|answer_rule|denied|user}, ever.", [("user", "answer_rule", "lecture me", False)]),
        (
            "My kid {was handed a medal|did|holds|My kid} and said 'you are the best'.",  # the quotation is masked
            [("user/child", "did", "was handed a medal", True)],
        ),
        (
            "{Ana|name|holds|Ana} has {asthma|has_condition|holds|Ana}.",
            [("person:ana", "has_condition", "asthma", True)],
        ),
        (
            "The staging db has port {6432|other:port|holds|The staging db}.",
            [("thing:staging db", "port", "6432", True)],
        ),
        ("My favourite film is {Alien|favourite:film|holds|user}.", [("user", "favourite film", "Alien", True)]),
    ],
)
def test_a_mark_is_a_claim_of_whom_it_names(line: str, expected: list[tuple[str, str, str, bool]]) -> None:
    found = claims(line)
    assert [claim for claim in found if claim in expected] == expected


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("I have a sister in {Lyon|lives_in|holds|sister}.", ["The user's sister lives in Lyon"]),
        (  # that there is one needs no sentence of its own
            "I have {a sister|has|holds|user} in {Lyon|lives_in|holds|sister}.",
            ["The user's sister lives in Lyon"],
        ),
        ("I have {a sister|has|holds|user}.", ["The user has a sister"]),
        (  # of whom it is said, with the apostrophe or without
            "my coworkers sister lives in {Lyon|lives_in|holds|my coworkers sister}",
            ["The user's colleague's sister lives in Lyon"],
        ),
        (
            "my flatmates startup uses {SQLite|uses|holds|my flatmates startup}",
            ["The user's flatmate's startup uses SQLite"],
        ),
        (
            "My cousin's best friend is in {Turin|lives_in|holds|My cousin's best friend}.",
            ["The user's cousin's best-friend lives in Turin"],
        ),
        ("We're {going|plans|holds|user}, yes.", []),
        ("We {fly|plans|holds|user|when=in June} in June.", []),
        (  # what is not there is nothing of which there is a favourite
            "{Cortado|favourite:sugar|holds|user}, every day, no sugar.",
            ["The user likes Cortado"],
        ),
        ("My usual {coffee|favourite:order|holds|user} is the order.", ["The user's favourite order is coffee"]),
        ("We're off {to Split|plans|holds|user} on Friday.", ["The user plans a trip to Split"]),
        ("So the {Hanoi trip|plans|ends|user} is off.", ["The user no longer plans a Hanoi trip"]),
        (  # a name where a verb would take the rest of the sentence along
            "The library had The {Overstory|does|holds|user} on the shelf, so I read that.",
            ["The user is busy with The Overstory"],
        ),
        ("sister lives in {Lyon|lives_in|holds|sister} now", ["The user's sister lives in Lyon"]),
        ("Her sister lives in {Lyon|lives_in|holds|sister} now", []),
        ("What do you write to your brother? He is a {bus driver|works_as|holds|your brother} now", []),
        ("The kids {file complaints|does|holds|The kids} about dinner.", []),
        ("{Had my first check-up|did|holds|user} today.", ["The user had their first check-up"]),
        ("I shall {require chai|plans|holds|user}.", ["The user plans to require chai"]),
        ("You wrote {am/pm|timezone|holds|user} again.", []),
        ("It's {24-hour|schedule|holds|user} for me.", []),
        ("u wrote {pm|form_of_address|denied|user} again", []),
        ("The call is on {Friday|schedule|holds|user}.", ["The user has the regular time Friday"]),
        ("we deploy {w Capistrano|uses|holds|user}", ["The user uses Capistrano"]),
        ("I should prefer {text without|answer_format|holds|user} any emoji.", []),
    ],
)
def test_what_would_not_read_as_a_sentence_is_mended_or_left_out(line: str, says: list[str]) -> None:  # J14, X10
    assert [fact.content for fact in facts(line)] == says


@pytest.mark.parametrize("stance", ["hedged", "joked", "quoted", "imagined", "asked", "passing"])
def test_only_what_is_meant_in_earnest_is_claimed(stance: str) -> None:
    assert facts(f"I live in {{Rome|lives_in|holds|user|{stance}}}.") == []


def test_what_a_question_mentions_waits_unless_it_has_a_name() -> None:  # C3
    """An abbreviation in front of a common noun is no name."""
    asked = "I write the {SSH tunnel|works_on|holds|user}, what was the far end?"
    named = "I write for {Meridian|works_on|holds|user}, what was the far end?"
    assert [fact.confidence >= SERVE for line in (asked, named) for fact in facts(line)] == [False, True]


def test_a_plan_of_one_word_without_a_day_waits() -> None:  # C3
    """Of "the appraisal" alone nobody can tell what is planned."""
    lines = (
        "The {appraisal|plans|holds|user} is coming up.",
        "The {appraisal|plans|holds|user|when=on 3 April} is on 3 April.",
        "We still have {Hanoi|plans|holds|user} to come.",
        "I'll {paint the shed|plans|holds|user}.",
    )
    assert [fact.confidence >= SERVE for line in lines for fact in facts(line)] == [False, True, True, True]


def test_what_is_not_sure_enough_is_not_claimed() -> None:
    assert facts("I live in {Rome|lives_in|holds|user}.", WAIT - 0.01) == []


def test_a_date_is_read_by_the_calendar_of_the_message() -> None:
    (fact,) = facts("I moved to {Ghent|lives_in|begins|user|when=last May} last May.")
    assert fact.valid_from is None, "what is said last holds, whenever it began (T16)"
    assert fact.referred_at is not None
    assert (fact.referred_at.year, fact.referred_at.month) == (2025, 5)
    (bare,) = facts("We moved to {Ghent|lives_in|begins|user|when=in May} in May.")
    assert bare.referred_at is not None
    assert (bare.referred_at.year, bare.referred_at.month) == (2025, 5)
    (ahead,) = facts("We move to {Ghent|lives_in|begins|user|when=in May} in May.")
    assert ahead.valid_from is not None
    assert (ahead.valid_from.year, ahead.valid_from.month) == (2026, 5)


@pytest.mark.parametrize(
    ("line", "ahead", "day"),
    [
        ("I said yes I start June 1 at {Lidl|works_at|begins|user|when=June 1}", True, (2026, 6, 1)),
        ("My boss told me I commence on 1 June at {Lidl|works_at|begins|user|when=on 1 June}.", True, (2026, 6, 1)),
        ("He is raising it to {eighteen hundred|rent|begins|user|when=in August} in August.", True, (2026, 8, 1)),
        ("We get {married|marital_status|begins|user|when=in June} in June.", True, (2026, 6, 1)),
        ("I agreed to join {Lidl|works_at|begins|user|when=in June} in June.", True, (2026, 6, 1)),
        ("I started at {Lidl|works_at|begins|user|when=in June} in June.", False, (2025, 6, 1)),
        ("In June we moved to {Ghent|lives_in|begins|user|when=In June}.", False, (2025, 6, 1)),
        ("We had been moving to {Ghent|lives_in|begins|user|when=in June} in June.", False, (2025, 6, 1)),
        ("I left my work at {Lidl|works_at|ends|user|when=in June} in June.", False, (2025, 6, 1)),
        ("{Greggs|works_at|ends|user|when=in June} sacked me in June.", False, (2025, 6, 1)),
    ],
)
def test_the_verb_of_a_value_tells_whether_its_day_is_ahead(line: str, ahead: bool, day: tuple[int, int, int]) -> None:
    """T15, T16: "I said yes, I start June 1" is said of what is to come, whatever was said before."""
    (told,) = facts(line)
    when = told.valid_from if ahead else told.referred_at
    assert when is not None
    assert (when.year, when.month, when.day) == day


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("It is my birthday on {Thursday|birthday|holds|user}.", "12 March"),
        ("It was my birthday on {Thursday|birthday|holds|user}.", "5 March"),
        ("My birthday is {tomorrow|birthday|holds|user}.", "12 March"),
        ("My birthday is {next month|birthday|holds|user}.", "April"),
        ("My birthday is {May ninth|birthday|holds|user}.", "May ninth"),
        ("My birthday is {3 Sept|birthday|holds|user}.", "3 Sept"),
    ],
)
def test_a_birthday_is_a_day_of_every_year(line: str, value: str) -> None:  # T15
    (told,) = facts(line)
    assert told.claim is not None
    assert told.claim.value == value


def test_of_a_birthday_whose_week_alone_is_told_nothing_is_kept() -> None:  # T15, J1
    assert facts("My birthday is {next week|birthday|holds|user}.") == []


def test_what_will_end_is_so_until_then() -> None:
    """T16: the ending is known, and begins to hold on its day."""
    (told,) = facts("My placement at {Boots|works_at|ends|user|when=next Friday} finishes next Friday.")
    assert (told.content, told.valid_from) == (
        "The user no longer works at Boots",
        datetime(2026, 3, 13, 9, 30, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("I'm {34 years old|age|holds|user}.", "The user is 34 years old"),
        ("My {salary|has|holds|user|joked} is {90 k|other:salary|holds|user}.", "The user's salary is 90 k"),
        ("I no longer {play chess|does|ends|user}.", "The user no longer plays chess"),
        ("We lost {Rex|dog|ends|user}.", "The user's dog is no longer Rex"),
        ("I'm not {vegan|diet|ends|user} any more.", "The user is no longer vegan"),
        ("{dentist|plans|holds|user|when=on Friday} on Friday", "The user plans a dentist appointment"),
        ("I will {visit Ana|plans|holds|user|when=on Friday} on Friday", "The user plans to visit Ana"),
        ("I {volunteer here|does|begins|user|when=since May} since May, gladly", "The user volunteers here"),
    ],
)
def test_a_claim_reads_as_a_sentence(line: str, says: str) -> None:
    assert [fact.content for fact in facts(line)] == [says]


def test_of_two_values_that_cannot_both_hold_the_surest_is_kept() -> None:
    message, reading = read("I work on {footbridges|works_at|holds|user} at {Harrow|works_at|holds|user}.")
    sure = tuple(replace(mark, confidence=0.8 + 0.1 * place) for place, mark in enumerate(reading.marks))
    assert [fact.claim.value for fact in make_all(message, replace(reading, marks=sure)) if fact.claim] == ["Harrow"]


def test_what_is_said_of_someone_whom_only_the_turn_before_names_waits() -> None:
    """C3: a subject in the assistant's words is not the speaker's."""
    message, reading = read("I hear they went {vegan|diet|holds|user}.")
    (mark,) = reading.marks
    named = replace(mark, subject=Place(0, 3, "Ida", before=True))
    (fact,) = make_all(message, replace(reading, marks=(named,)))
    assert fact.basis is Basis.INFERRED


def test_what_is_said_of_someone_whom_the_speaker_told_of_before_is_theirs() -> None:
    """C3, X10: the turn before only repeats whom the speaker has named."""
    message, reading = read("She left {Ludlow|lives_in|ends|user} at Easter.")
    (mark,) = reading.marks
    named = replace(reading, marks=(replace(mark, subject=Place(5, 16, "your sister", before=True)),))
    told = Claim(EntityId("user/sister"), "lives_in", "Ludlow")
    (stranger,) = make_all(message, named)
    scene = make_scene(message, message.text, gather_acquaintances((), (), [told]))
    (known,) = make_facts(find_drafts(scene, named, WAIT), scene)
    assert (stranger.basis, known.basis) == (Basis.INFERRED, Basis.STATED)


@pytest.mark.parametrize(
    ("before", "basis"),
    [("Which flower is your favourite?", Basis.STATED), ("I noted your favourite flower.", Basis.INFERRED)],
)
def test_a_label_from_the_turn_before_counts_where_that_asked_for_it(before: str, basis: Basis) -> None:  # C3
    message, reading = read("{Ranunculus|favourite:hands|holds|user}, hands down.")
    (mark,) = reading.marks
    at = before.index("flower")
    named = replace(reading, marks=(replace(mark, label=Place(at, at + 6, "flower", before=True)),))
    scene = make_scene(message, message.text, before=before)
    (fact,) = make_facts(find_drafts(scene, named, WAIT), scene)
    assert fact.basis is basis


@pytest.mark.parametrize(
    "line",
    [
        "I lost my job at {the bank|works_at|ends|user}.",
        "We no longer open on {Mondays|schedule|ends|user}.",
        "I hold a {Norwegian|nationality|holds|user} passport only.",
        "{Mrs. Pell|form_of_address|holds|user}, if you please.",
        "I have a friend called {Duarte|friend|holds|user} who also only talks about dinosaurs.",
        "I {swim at the pool|does|begins|user|when=three mornings} three mornings now.",
        "I {start at Lidl|plans|holds|user|when=on the 3rd} on the 3rd.",
        "From Monday I am no longer at {Culina|works_at|ends|user|when=From Monday}.",
        "I will not pretend otherwise, I {say goodnight to the photograph|does|holds|user}.",
        "But I like {St. Theresa's|likes|holds|user}, the girls read for pleasure, imagine.",
        "I {play D&D with my coworkers|does|holds|user} on Fridays.",
        "{Theo|son|begins|user} was born on Sunday, so please say I'm away.",
    ],
)
def test_what_is_said_plainly_is_stated(line: str) -> None:  # J1, C3
    found = facts(line)
    assert [fact.basis for fact in found] == [Basis.STATED]


@pytest.mark.parametrize(
    "line",
    [
        "I left {Porto|lives_in|ends|user} at six this morning.",
        "I'm {vegan|diet|holds|user} only at home.",
        "I like {dogs|likes|holds|user} if they are small.",
        "I leave {the band|plays|ends|user|when=after the tour} after the tour.",
    ],
)
def test_what_holds_in_part_or_not_yet_waits(line: str) -> None:  # C3, T16
    assert [fact.basis for fact in facts(line)] == [Basis.INFERRED]


@pytest.mark.parametrize("opening", ["Imagine", "Just imagine", "Ok, imagine", "Pretend"])
def test_what_is_imagined_is_not_told(opening: str) -> None:  # J1
    assert facts(f"{opening} I live in {{Rome|lives_in|holds|user}}.") == []


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("I {noticed a little girl|did|holds|user} sitting alone.", "noticed a little girl sitting alone"),
        (
            "We're {giving them lessons at|does|holds|user} Saint John's hall.",
            "giving them lessons at Saint John's hall",
        ),
        ("I {walk the dog|does|holds|user} every morning.", "walk the dog"),
        ("My {5am gym|does|holds|user} went out with my shoulder.", "5am gym"),
        ("{running my shop|does|holds|user} needs hard work.", "running my shop"),
    ],
)
def test_a_deed_goes_on_to_where_its_words_end(line: str, value: str) -> None:  # J1
    assert [told for _, _, told, _ in claims(line)] == [value]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("bit of all sorts, fitting kitchens with my cousin {dewi|cousin|holds|user}", "The user's cousin is Dewi"),
        ("we have a {ferret|pet|holds|user} now", "The user has a ferret"),
        (
            "{Nolwenn|colleague|holds|user} is at work. {corrected me twice|did|holds|Nolwenn}",
            "Nolwenn corrected the user twice",
        ),
        ("{MaSibanda|neighbour|holds|user} {watches the site|does|holds|MaSibanda}.", "MaSibanda watches the site"),
        ("I {had a fight with Nelson tho|did|holds|user}", "The user had a fight with Nelson"),
        ("I can {drive|knows|holds|user}.", "The user knows how to drive"),
        (
            "{Zuri|niece|holds|user} {graduates from school|plans|holds|Zuri|when=in May} in May",
            "Zuri plans to graduate from school",
        ),
    ],
)
def test_names_and_deeds_are_told_as_they_were_meant(line: str, says: str) -> None:  # J1
    assert says in [fact.content for fact in facts(line)]


@pytest.mark.parametrize("line", ["I {told my boss|did|holds|user}.", "His horse is {She|horse|holds|user}."])
def test_what_names_nothing_is_left_out(line: str) -> None:  # J14
    assert "She" not in str([fact.content for fact in facts(line)])
    assert "boss" not in str([fact.content for fact in facts(line)])


def test_a_good_time_is_no_fact() -> None:  # J1
    assert claims("We {had a great time|did|holds|user}!") == []
    assert claims("We {had a great time in Oslo|did|holds|user}!") != []


def test_what_is_said_in_one_breath_with_a_joke_waits() -> None:  # J1, C3
    joke = "I'm allergic to {Mondays|allergic_to|holds|user|joked} and {latex|allergic_to|holds|user}."
    line = f"{joke} I have {{a cat|has|holds|user}}."
    assert [(fact.content, fact.basis) for fact in facts(line)] == [
        ("The user is allergic to latex", Basis.INFERRED),
        ("The user has a cat", Basis.STATED),
    ]


def test_who_comes_on_a_day_has_a_plan() -> None:  # T15  # T15
    told = facts("{Chidi|friend|holds|user} {flies in|plans|holds|Chidi|when=on the 27th} on the 27th.")
    assert [fact.content for fact in told] == ["The user's friend is Chidi", "Chidi plans to fly in"]
    assert told[1].referred_at is not None
    assert told[1].referred_at.date().isoformat() == "2026-03-27"


def test_what_somebody_wanted_once_is_no_denial() -> None:
    assert facts("I wanted to {make friends|wants|ends|user}.") == []


def test_what_a_message_itself_calls_wrong_is_replaced() -> None:
    found = facts("It's {Tidewater|works_at|holds|user}, not {Tidal|works_at|denied|user}.")
    assert [(fact.claim.value, fact.replaces) for fact in found if fact.claim] == [
        ("Tidewater", "Tidal"),
        ("Tidal", None),
    ]


def test_the_evidence_is_the_sentence_as_it_was_said() -> None:
    (fact,) = facts("Hello there. I live in {Ghent|lives_in|holds|user}. Any tips?")
    assert fact.evidence[0].quote == "I live in Ghent"
    assert fact.basis is Basis.STATED


@pytest.mark.parametrize(
    "line",
    [
        "You live in {Rome|lives_in|holds|You}.",
        "He is {vegan|diet|holds|He}.",
        "It costs {90 euros|other:costs|holds|It}.",
    ],
)
def test_nothing_is_claimed_of_somebody_who_cannot_be_told(line: str) -> None:
    assert facts(line) == []


def test_pasted_words_are_nobodys_claim() -> None:
    assert facts("Please mend this:\n```\nI live in {Rome|lives_in|holds|user}\n```") == []


def test_what_is_read_but_not_for_sure_waits_for_a_person() -> None:  # C3
    (fact,) = facts("I live in {Ghent|lives_in|holds|user}.", (WAIT + SERVE) / 2)
    assert fact.basis is Basis.INFERRED


def test_what_stands_on_a_secret_is_not_claimed() -> None:  # as by the grammar
    assert facts("My key is {[redacted api key]|other:key|holds|user}.") == []


@pytest.mark.parametrize(
    "number", ["DE89 3704 0044 0532 0130 00", "PT50000201231234567890154", "3704 0044 0532 0130 00"]
)
def test_an_account_is_no_telephone(number: str) -> None:  # C3
    assert facts(f"My IBAN is {{{number}|phone|holds|user}}.") == []
    assert [fact.claim.value for fact in facts("Call me: {+351 912 345 678|phone|holds|user}.")] == ["+351 912 345 678"]


def test_that_an_allergy_is_over_waits_unless_it_is_certain() -> None:  # C3
    (sure,) = facts("I'm no longer allergic to {pistachio|allergic_to|ends|user}.", 0.95)
    (unsure,) = facts("I'm no longer allergic to {pistachio|allergic_to|ends|user}.", 0.85)
    assert (sure.basis, unsure.basis) == (Basis.STATED, Basis.INFERRED)


def test_of_many_values_one_replaces_another_only_if_it_is_set_against_it() -> None:
    line = "{cashew|allergic_to|holds|user} as ever, {eggs|allergic_to|ends|user} are fine now."
    assert [fact.replaces for fact in facts(line)] == [None, "eggs"], "what is over names itself"
    assert facts("I drink {tea|likes|begins|user} instead of {coffee|likes|denied|user}.")[0].replaces == "coffee"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("I'm going to sell the {boat|has|ends|user}.", ("user", "plans", "to sell the boat", True)),
        ("I'll quit my job at the {bank|works_at|ends|user}.", ("user", "plans", "to quit my job at the bank", True)),
        ("I sold the {boat|has|ends|user}.", ("user", "has", "boat", False)),
    ],
)
def test_what_is_only_meant_to_end_is_a_plan(line: str, expected: tuple[str, str, str, bool]) -> None:  # T16
    assert claims(line) == [expected]


@pytest.mark.parametrize("day", ["tomorrow", "on Friday", "again on Sunday", "tonight", "next week"])
def test_whom_one_sees_on_a_day_is_nobodys_partner(day: str) -> None:
    ((subject, attribute, value, _),) = claims(f"I'm seeing {{Ana|girlfriend|begins|user}} {day}.")
    assert (subject, attribute) == ("user", "plans")
    assert "seeing Ana" in value
    assert claims("I'm seeing {Ana|girlfriend|begins|user} these days.") == [("user", "girlfriend", "Ana", True)]


def test_a_relation_that_is_unsure_names_nobody_else() -> None:
    """Whose facts they are is told by the name then: to be approved later is the relation alone (C3)."""
    line = "{Cem|son|holds|user} is in {Essen|lives_in|holds|Cem}."
    message, reading = read(line)
    relation, place = reading.marks
    unsure = replace(reading, marks=(replace(relation, confidence=(SERVE + WAIT) / 2), place))
    assert [fact.claim.subject for fact in make_all(message, unsure) if fact.claim] == ["user", "person:cem"]
    assert [fact.claim.subject for fact in make_all(message, reading) if fact.claim] == ["user", "user/son"]


@pytest.mark.parametrize(
    "line",
    [
        "I want to {pass it on|wants|holds|user}.",
        "We {go a few times a week|does|holds|user}.",
        "I {took it at the beach|did|holds|user}.",
    ],
)
def test_a_deed_that_needs_the_sentence_before_is_no_fact(line: str) -> None:
    assert claims(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "I'm not going to sell the {boat|has|ends|user}.",
        "I was going to sell the {boat|has|ends|user}.",
        "I liked seeing {Ana|friend|holds|user} today.",
    ],
)
def test_what_is_not_meant_or_was_once_meant_is_no_plan(line: str) -> None:
    assert [attribute for _, attribute, _, _ in claims(line)] != ["plans"]


@pytest.mark.parametrize(
    "line",
    [
        "Someone told me I no longer work at {Siemens|works_at|ends|user}.",
        "I'm leaving {Siemens|works_at|ends|user} if they don't promote me.",
        "It's not true that I no longer work at {Siemens|works_at|ends|user}.",
        "They think I'm not a {vegetarian|diet|denied|user}.",
    ],
)
def test_an_ending_by_hearsay_or_on_a_condition_waits(line: str) -> None:  # T16, C3
    assert [fact.basis for fact in facts(line)] == [Basis.INFERRED]


@pytest.mark.parametrize(
    "line",
    [
        "We {meet there with the kids|does|holds|user}.",
        "I'm passionate about {making it a better place|likes|holds|user}.",
        "I {took this picture in Spain|did|holds|user}.",
        "I love {both classical|likes|holds|user} like Bach and modern.",
        "I like {Ed Sheeran's|likes|holds|user} Perfect.",
    ],
)
def test_what_one_understands_only_with_the_talk_around_it_waits(line: str) -> None:  # J14, C3
    (fact,) = facts(line)
    assert fact.basis is Basis.INFERRED


@pytest.mark.parametrize(
    "line",
    [
        "I {took the picture in Spain|did|holds|user}.",
        "I love {both cats and dogs|likes|holds|user}.",
        "I shop at {McDonald's|likes|holds|user}.",
        "I {bought me a car|did|holds|user}.",
    ],
)
def test_what_stands_alone_is_stated(line: str) -> None:
    (fact,) = facts(line)
    assert fact.basis is Basis.STATED


def test_what_was_done_to_the_speaker_is_no_deed_of_theirs() -> None:  # J14
    assert claims("It {taught me patience|did|holds|user}.") == []


def test_no_birthday_is_a_number() -> None:  # J14
    assert claims("A friend made it for my {18th|birthday|holds|user} birthday.") == []


def test_what_was_done_takes_the_place_of_nothing() -> None:  # T16
    tried = "I've {gone camping a few summers|did|holds|user} but never {tried climbing|did|denied|user}."
    assert [fact.replaces for fact in facts(tried)] == [None, None]


def acquainted(line: str, people: list[tuple[str, str]], **more: float) -> list[Remember]:
    """The facts of a message of somebody who has told of these before: relation and name."""
    message, reading = read(line, **more)
    told = Acquaintances()
    for relation, name in people:
        told.choose_entity(USER, relation, name)
    entities = [Entity(id, EntityKind.PERSON, (told.titles[id],)) for id in told.names]
    known = gather_acquaintances(entities, [Claim(USER, relation, name) for relation, name in people])
    scene = make_scene(message, blank_foreign_text(message.text), known)
    return list(make_facts(find_drafts(scene, reading, WAIT), scene))


DAUGHTERS = [("daughter", "Philippa"), ("daughter", "Rosalind")]


def test_what_is_told_of_the_second_daughter_is_not_said_of_the_first() -> None:
    """X10: Philippa's home is not over because Rosalind has one."""
    line = "My other daughter {Rosalind|daughter|holds|user} lives in {Patagonia|lives_in|holds|Rosalind}."
    told = acquainted(line, DAUGHTERS[:1])
    assert [(each.content, each.claim and each.claim.subject) for each in told] == [
        ("The user's daughter is Rosalind", "user"),
        ("Rosalind lives in Patagonia", "user/daughter:rosalind"),
    ]
    assert [each.id for each in told[0].entities] == ["user/daughter:rosalind"]


@pytest.mark.parametrize("written", ["markus", "MARKUS", "Markus", "markus's"])
def test_a_name_is_its_bearers_however_it_is_written(written: str) -> None:
    (told,) = acquainted(f"{written} bought {{a boat|has|holds|{written}}}", [("boyfriend", "Markus")])
    assert (told.content, told.claim and told.claim.subject) == ("Markus has a boat", "user/boyfriend")


def test_what_is_told_of_one_of_several_waits_for_a_person() -> None:
    """C3: "my daughter" may be either of them."""
    line = "My daughter has {asthma|has_condition|holds|My daughter}."
    assert [each.basis for each in acquainted(line, DAUGHTERS)] == [Basis.INFERRED]
    assert [each.basis for each in acquainted(line, DAUGHTERS[:1])] == [Basis.STATED]


def test_a_name_is_nothing_that_one_has() -> None:
    assert acquainted("{muri|has|holds|user} can't do stairs", [("dog", "Muri")]) == []


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("My last day at {Baltrans|works_at|ends|user|when=29 May} is 29 May.", 29),
        ("I finish at {Baltrans|works_at|ends|user|when=29 May} on 29 May.", 29),
        ("My last day at {Baltrans|works_at|ends|user|when=2 March} was 2 March.", None),
    ],
)
def test_what_ends_on_a_day_ahead_holds_until_then(line: str, day: int | None) -> None:
    """T16: an ending that is planned is known, and takes nothing back before its day."""
    (told,) = facts(line)
    assert told.content == "The user no longer works at Baltrans"
    assert (told.valid_from.day if told.valid_from else None) == day
