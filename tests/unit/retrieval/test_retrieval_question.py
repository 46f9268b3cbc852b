"""What a question asks for: of whom, and which attribute. A hint, but never about somebody else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.english.question_forms import is_question, reports_question
from atlas.language.english.word_stems import stem_words
from atlas.language.entity_ids import speaker_entity
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, Claim
from atlas.model.entity import USER, Entity, EntityId, EntityKind
from atlas.retrieval.question import WantedFact, find_wanted_fact
from unit.model._nouns import ENTITIES, claim

SISTER, SERVER = EntityId("user/sister"), EntityId("thing:staging server")
KNOWN = (
    Entity(USER, EntityKind.PERSON, ("Ana",)),
    Entity(SISTER, EntityKind.PERSON, ("Maria",)),
    Entity(SERVER, EntityKind.THING, ("staging server",)),
)

# question, the attribute that answers it, of whom
ASKED = [
    ("Where do I live?", "lives_in", USER),
    ("where do i live", "lives_in", USER),
    ("Where do I live now?", "lives_in", USER),
    ("which city do I live in now?", "lives_in", USER),
    ("What country do I live in?", "lives_in", USER),
    ("Where am I based these days?", "lives_in", USER),
    ("Where is my home?", "lives_in", USER),
    ("Do you remember where I live?", "lives_in", USER),
    ("Tell me where I live", "lives_in", USER),
    ("Where does Maria live?", "lives_in", SISTER),
    ("where does maria live", "lives_in", SISTER),
    ("Where does my sister live?", "lives_in", SISTER),
    ("Where's my sister living?", "lives_in", SISTER),
    ("Remind me where Maria lives", "lives_in", SISTER),
    ("Did I tell you where my sister lives?", "lives_in", SISTER),
    ("Where does my older sister live?", "lives_in", SISTER),
    ("Where am I from?", "from", USER),
    ("Where was I born?", "from", USER),
    ("What's my hometown?", "from", USER),
    ("Where did I grow up?", "from", USER),
    ("Where does Maria come from?", "from", SISTER),
    ("Where do I work?", "works_at", USER),
    ("Who do I work for?", "works_at", USER),
    ("What company do I work for?", "works_at", USER),
    ("What is the name of the company I work for?", "works_at", USER),
    ("what do i do for a living", "works_as", USER),
    ("What's my job?", "works_as", USER),
    ("What is my current job?", "works_as", USER),
    ("What do I do?", "works_as", USER),
    ("What does my sister do?", "works_as", SISTER),
    ("What is Maria's profession?", "works_as", SISTER),
    ("What's my name?", "name", USER),
    ("What’s my name", "name", USER),
    ("who am i", "name", USER),
    ("What is my full name?", "name", USER),
    ("Do you remember my name?", "name", USER),
    ("What's my sister's name?", "name", SISTER),
    ("What is my sister called?", "name", SISTER),
    ("What is the name of my sister?", "name", SISTER),
    ("What should you call me?", "form_of_address", USER),
    ("How old am I?", "age", USER),
    ("How old is Maria?", "age", SISTER),
    ("What's my age?", "age", USER),
    ("when is my birthday", "birthday", USER),
    ("When was I born?", "birthday", USER),
    ("When is my sister's birthday?", "birthday", SISTER),
    ("do I have any allergies?", "allergic_to", USER),
    ("What am I allergic to?", "allergic_to", USER),
    ("What is my sister allergic to?", "allergic_to", SISTER),
    ("Do I have any medical conditions?", "has_condition", USER),
    ("What medication do I take?", "takes", USER),
    ("Am I vegetarian?", "diet", USER),
    ("What kind of music do I like?", "likes", USER),
    ("What are my hobbies?", "likes", USER),
    ("Does Maria like jazz?", "likes", SISTER),
    ("What do I prefer, tea or coffee?", "prefers", USER),
    ("Which languages do I speak?", "speaks", USER),
    ("What do I study?", "studies", USER),
    ("What am I learning?", "studies", USER),
    ("Am I married?", "marital_status", USER),
    ("What are my plans for next week?", "plans", USER),
    ("What did I do yesterday?", "did", USER),
    ("What instrument do I play?", "plays", USER),
    ("What's my favourite colour?", "favourite colour", USER),
    ("What is my favorite food these days?", "favourite food", USER),
    ("What's Maria's favourite book?", "favourite book", SISTER),
    ("Do I have a dog?", "dog", USER),
    ("Do I have any pets?", "pet", USER),
    ("Do I have any children?", "daughter", USER),
    ("What are my kids called?", "son", USER),
    ("Do I have siblings?", "brother", USER),
    ("Who are my siblings?", "sister", USER),
    ("What do I want to do next year?", "wants", USER),
]


@pytest.mark.parametrize(("query", "attribute", "subject"), ASKED)
def test_what_is_asked_of_whom(query: str, attribute: str, subject: EntityId) -> None:
    found = find_wanted_fact(query, entities=KNOWN)
    assert attribute in found.attributes
    assert found.subjects == (subject,)
    assert found.match(claim("x", attribute, subject)) > 0.5
    for other in {USER, SISTER, EntityId("user/brother"), speaker_entity("Bob")} - {subject}:
        assert found.match(claim("x", attribute, other)) == 0.0


@pytest.mark.parametrize(("query", "attribute", "subject"), ASKED)
def test_the_asker_is_whoever_asks(query: str, attribute: str, subject: EntityId) -> None:
    bob = speaker_entity("Bob")
    found = find_wanted_fact(query, bob, KNOWN)
    if subject == USER:
        assert found.subjects == (bob,)
    assert USER not in found.subjects


@pytest.mark.parametrize(("query", "attribute", "subject"), ASKED)
def test_they_are_all_questions(query: str, attribute: str, subject: EntityId) -> None:
    assert is_question(query)


@pytest.mark.parametrize(
    "query",
    [
        "Who is my sister?",
        "who's my sister",
        "What's my sister's name?",
        "Who is Maria?",
        "What are my sisters called?",
    ],
)
def test_who_somebody_is_is_told_by_whose_they_are(query: str) -> None:
    assert find_wanted_fact(query, entities=KNOWN).match(claim("Maria", "sister")) > 0.5


def test_who_my_parents_are_is_told_by_each_of_them() -> None:
    found = find_wanted_fact("Who are my parents?")
    assert {found.match(claim("x", relation)) for relation in ("mother", "father", "parents")} == {0.9}
    assert found.match(claim("x", "sister")) == 0.0


def test_a_daughter_is_as_much_a_child_as_a_son() -> None:
    found = find_wanted_fact("How many kids do I have?")
    assert found.match(claim("Lena", "daughter")) == found.match(claim("Kuba", "son")) == 1.0
    assert found.match(claim("a car", "has")) < 1.0


@pytest.mark.parametrize(
    "query",
    [
        "Which rules have I given you?",
        "In what form did I ask you to write your replies to me?",
        "What are my standing wishes?",
        "What did I tell you about how to talk to me?",
        "Which rules have I imposed on your writing?",
        "How do I like my answers?",
        "How must you answer me on my job and my health?",
    ],
)
def test_who_asks_how_they_wished_to_be_answered_asks_for_nothing_else(query: str) -> None:
    found = find_wanted_fact(query, entities=KNOWN)
    assert set(found.attributes) == BEHAVIOUR_ATTRIBUTES
    assert found.subjects == (USER,)


@pytest.mark.parametrize(
    "query",
    [
        "What are the rules of my hostel?",
        "In what style is my kitchen?",
        "How does Ana talk to me?",
        "How do you think Maria will reply?",
        "How do you think my sister will answer?",
    ],
)
def test_rules_and_styles_of_other_things_are_no_wishes_of_answers(query: str) -> None:
    assert not set(find_wanted_fact(query, entities=KNOWN).attributes) & BEHAVIOUR_ATTRIBUTES


def test_what_was_said_of_a_thing_is_no_question_for_deeds() -> None:
    assert "did" not in find_wanted_fact("What did I say about emojis?", entities=KNOWN).attributes
    assert "did" in find_wanted_fact("What did I do in May?", entities=KNOWN).attributes


@pytest.mark.parametrize("query", ["Where does Maria live?", "Where does my sister live?"])
def test_what_was_said_of_a_name_is_said_of_the_one_who_has_it(query: str) -> None:
    maria = EntityId("person:maria")
    assert find_wanted_fact(query, entities=KNOWN).match(claim("Rome", subject=maria)) == 1.0
    two = (*KNOWN, Entity(EntityId("user/friend"), EntityKind.PERSON, ("Maria",)))
    assert find_wanted_fact(query, entities=two).match(claim("Rome", subject=maria)) == 0.0


@pytest.mark.parametrize(
    ("query", "affirmed"),
    [
        ("What do I like?", True),
        ("Which music do I love?", True),
        ("What do I hate?", False),
        ("What don't I like?", False),
        ("What can't I stand or even like?", False),
        ("What do I not really like?", False),
        ("Do I like tea?", None),
        ("Don't I like tea?", None),
    ],
)
def test_what_is_liked_and_what_is_not(query: str, affirmed: bool | None) -> None:
    found = find_wanted_fact(query)
    assert found.affirmed is affirmed
    assert (found.match(claim("tea", "likes")) > 0.5) == (affirmed is not False)
    assert (found.match(claim("tea", "likes", affirmed=False)) > 0.5) == (affirmed is not True)


@pytest.mark.parametrize(
    ("query", "subject", "whether"),
    [
        ("What is my phone number?", "user/phone number", True),
        ("When is my dentist appointment?", "user/dentist appointment", True),
        ("What's my budget?", "user/budget", True),
        ("Where is my car?", "user/car", False),
        ("Who is my sister?", "user/sister", False),
    ],
)
def test_what_a_thing_of_mine_is(query: str, subject: str, whether: bool) -> None:
    assert (find_wanted_fact(query).match(claim("x", "is", EntityId(subject))) == 1.0) == whether


@pytest.mark.parametrize(
    ("one", "other"),
    [("flying", "flew"), ("flies", "fly"), ("running", "ran"), ("plays", "played"), ("bought", "buys")],
)
def test_forms_of_one_word_are_one(one: str, other: str) -> None:
    assert stem_words(one) == stem_words(other)


@pytest.mark.parametrize(
    "query",
    [
        "Where does Zoe live?",
        "Where does she live?",
        "What's your name?",
        "How old are you?",
        "What is the project called?",
        "What's the name of the server?",
        "Where do my parents live?",
        "Where does my brother live?",
        "What's my brother's name?",
        "How old is my car?",
        "What is my project called?",
        "What is my company's name?",
        "What's my sister's dog's name?",
        "What is Maria's dog called?",
        "How old is Maria's dog?",
        "Where does mum live?",
        "Remind me where Zoe lives",
        "Did I tell you where Zoe lives?",
        "How old is the staging server?",
    ],
)
def test_what_is_known_of_one_is_no_answer_about_another(query: str) -> None:
    found = find_wanted_fact(query, entities=KNOWN)
    for attribute in ("lives_in", "name", "age", "birthday", "form_of_address"):
        for subject in (USER, SISTER):
            assert not found.subjects or found.match(claim("x", attribute, subject)) == 0.0
            assert attribute not in found.attributes or not found.may_concern(claim("x", attribute, subject))


@pytest.mark.parametrize(
    "query", ["my favourite - ?", "my favourite ?", "favourite -- --", "my", "my ", "'s", "My's ?"]
)
def test_half_a_question_breaks_nothing(query: str) -> None:
    assert isinstance(find_wanted_fact(query, entities=KNOWN), WantedFact)


@given(st.text(st.characters()) | st.text("myI's favourite-where name ?\n"), st.lists(ENTITIES, max_size=3))
def test_any_text_can_be_asked(query: str, entities: list[Entity]) -> None:
    found = find_wanted_fact(query, entities=entities)
    assert found == find_wanted_fact(query, entities=entities)
    assert len(found.attributes) == len(set(found.attributes))
    is_question(query)


@pytest.mark.parametrize("piece", ["where ", "my ", "maria's ", "my a's ", "is ", "what do ", "who did i tell ", "x"])
def test_a_hundred_thousand_characters_are_not_read_over_and_over(piece: str) -> None:
    query = piece * (100_000 // len(piece))
    assert isinstance(find_wanted_fact(query, entities=KNOWN), WantedFact)
    is_question(query)


def test_of_a_long_text_the_question_in_front_or_behind_is_read() -> None:
    pasted = "lorem ipsum " * 5_000
    for query in (f"Where do I live? {pasted}", f"{pasted} Where do I live?"):
        assert "lives_in" in find_wanted_fact(query).attributes


@given(st.lists(st.text(min_size=1), max_size=20, unique=True), st.booleans())
def test_a_match_is_a_share_of_one(attributes: list[str], whose: bool) -> None:
    found = WantedFact(tuple(attributes), (USER,) if whose else ())
    scores = [found.match(claim("x", attribute)) for attribute in attributes]
    assert all(0.0 < score <= (1.0 if whose else 0.5) for score in scores)
    assert scores == sorted(scores, reverse=True)
    assert found.match(None) == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "I live in Porto.",
        "My sister lives in Rome",
        "When I was ten I lived in Rome.",
        "Will is my brother.",
        "Have a nice day",
        "What a day!",
        "Do not call me Annie.",
        "Nice to meet you",
        "Whatever.",
        "However, I moved.",
        "",
        "   ",
    ],
)
def test_what_is_told_is_no_question(text: str) -> None:
    assert not is_question(text)


@pytest.mark.parametrize(
    "text", ["Really?", "I live where?", "住所は？", "hey, where do I live", "and what is my name", "Is Maria home"]
)
def test_what_is_asked_is_one(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "The club wants to know where she is taught, what do I write",
        "new intern asks when we meet; what do i tell her lol",
        "My date asked what my brother does",
        "the form asks 'occupation'",
    ],
)
def test_that_somebody_asks_is_a_reported_question(text: str) -> None:
    assert reports_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "My boss asked why I left Siemens.",
        "The landlord asked if we have pets and we have two cats.",
        "She asked if my ankle is better, it is not yet.",
        "I asked what he meant.",
        "The school wants to know the truth.",
        "",
    ],
)
def test_what_tells_more_than_that_somebody_asks_is_none(text: str) -> None:
    """C13: a name, a further clause, or what one did oneself."""
    assert not reports_question(text)


@pytest.mark.parametrize(
    ("query", "members", "others"),
    [
        (
            "What pets do I have?",
            [("cat", "Pickle"), ("has", "two hens"), ("rabbit", "Flopsy")],
            [("has", "an e-bike"), ("son", "Tim")],
        ),
        (
            "How many kids do I have?",
            [("son", "Tim"), ("has", "two kids")],
            [("has", "an e-bike"), ("has", "two hens"), ("dog", "Rex")],
        ),
    ],
)
def test_a_set_is_asked_for_by_its_class(
    query: str, members: list[tuple[str, str]], others: list[tuple[str, str]]
) -> None:  # X10
    wanted = find_wanted_fact(query)
    scores = {wanted.match(Claim(USER, *each)) for each in members}
    assert len(scores) == 1
    assert min(scores) > 0.0
    assert [each for each in others if wanted.match(Claim(USER, *each))] == []


@pytest.mark.parametrize(
    ("query", "kept_under"),
    [
        ("Where does my mum live?", "user/mother"),
        ("Where does Mom live?", "user/mother"),
        ("Where does my mother live?", "user/mum"),  # as a model may have written it
        ("Where does my roommate live?", "user/flatmate"),
        ("Where does my puppy live?", "user/dog"),
        ("Where does Gran live?", "user/grandmother"),
        ("Where do my parents live?", "user/parent"),
    ],
)
def test_one_relation_has_many_words(query: str, kept_under: str) -> None:
    """The reader keeps "my mum" under mother: whoever asks for mum asks for her."""
    assert find_wanted_fact(query).match(Claim(EntityId(kept_under), "lives_in", "Porto")) > 0.5
    assert find_wanted_fact(query).match(Claim(SISTER, "lives_in", "Porto")) == 0.0


@pytest.mark.parametrize(
    ("query", "attributes"),
    [
        ("Is Mio still my girlfriend?", ("girlfriend",)),
        ("Is Ana older than my sister?", ()),
        ("Is Ana visiting my mother?", ()),
        ("Was Rome good for my mother?", ()),
    ],
)
def test_whether_somebody_is_something_to_one_is_asked_in_one_form(query: str, attributes: tuple[str, ...]) -> None:
    assert find_wanted_fact(query).attributes == attributes


@pytest.mark.parametrize("query", ["What do I take?", "what am I taking"])
def test_what_one_takes_is_asked_for(query: str) -> None:
    assert find_wanted_fact(query).attributes == ("takes",)


@pytest.mark.parametrize("question", ["when is my dentist appointment?", "What day is our dentist appointment again?"])
def test_when_something_of_ones_own_is_asks_for_the_plan(question: str) -> None:
    """J14: what stands before "appointment" says which, and asks of no dentist."""
    wanted = find_wanted_fact(question, USER, KNOWN)
    assert wanted.match(Claim(USER, "plans", "a dentist appointment")) > 0
    assert wanted.count_shared_words(Claim(USER, "plans", "a dentist appointment")) == 2
    assert not wanted.match(Claim(EntityId("user/dentist"), "plans", "an appointment"))


@pytest.mark.parametrize("question", ["When is my sister's operation?", "When is my sisters operation?"])
def test_when_something_of_another_is_asks_for_no_plan_of_ones_own(question: str) -> None:
    """J14: no question about somebody else is answered with the asker's plan."""
    assert not find_wanted_fact(question, USER, KNOWN).match(Claim(USER, "plans", "an operation"))
