"""An answer from memory alone: what is asked, of whom it is asked, with the words it was said in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.entity_ids import speaker_entity
from atlas.model.claim import known_attributes
from atlas.model.entity import USER, Entity, EntityId, EntityKind
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.retrieval.answer import MAX_FACTS, Answer, build_answer, phrase_claim
from atlas.retrieval.question import find_wanted_fact
from unit.model._nouns import NOW, claim, evidence, memory, message

SISTER = EntityId("user/sister")
PEOPLE = (Entity(USER, EntityKind.PERSON, ("Ana",)), Entity(SISTER, EntityKind.PERSON, ("Maria",)))


def fact(id: str, value: str, attribute: str = "lives_in", subject: str = USER, **more: Any) -> Memory:
    said = message(f"It is {value}.")
    return memory(
        id,
        f"{subject} {attribute} {value}",
        claim=claim(value, attribute, subject),
        **({"evidence": (evidence(said),)} | more),
    )


def ask(
    question: str, *known: Memory, asker: EntityId = USER, entities: tuple[Entity, ...] = PEOPLE, cosine: float = 0.9
) -> Answer:
    recalled = [Recalled(each, 1.0, ()) for each in known]

    def measure(texts: Sequence[str]) -> list[float]:
        return [cosine] * len(texts)

    return build_answer(recalled, find_wanted_fact(question, asker, entities), asker, measure, entities)


def later(words: str) -> Memory:
    return memory("m_later", words, kind=Kind.EPISODE, observed_at=HOME.observed_at + timedelta(days=9))


def sentences(found: Answer) -> list[str]:
    return [each.sentence for each in found.found]


HOME = fact("m_home", "Porto")
HERS = fact("m_hers", "Rome", subject=SISTER)
JOB = fact("m_job", "a nurse", "works_as")
NAME = fact("m_name", "Ana", "name")
HER_NAME = fact("m_her_name", "Maria", "sister")
ALL = (JOB, HERS, HOME, NAME, HER_NAME)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Where do I live?", "You live in Porto"),
        ("Where does my sister live?", "Maria lives in Rome"),
        ("Where does Maria live?", "Maria lives in Rome"),
        ("What do I do for a living?", "You work as a nurse"),
        ("What's my name?", "You are called Ana"),
        ("What's my sister's name?", "Your sister is Maria"),
        ("Who is my sister?", "Your sister is Maria"),
    ],
)
def test_the_attribute_that_is_asked_of_the_one_who_is_asked_about(question: str, says: str) -> None:
    found = ask(question, *ALL)
    assert found.sure
    assert sentences(found) == [says]


def test_an_answer_comes_with_the_words_and_the_day() -> None:  # C8
    found = ask("Where do I live?", HOME).found[0]
    assert (found.quote, found.said_at, found.memory.id) == ("It is Porto.", NOW, "m_home")


@pytest.mark.parametrize(
    "question",
    [
        "Where does my sister live?",
        "Where does Maria live?",
        "Where does my brother live?",
        "Where does Zoe live?",
        "Remind me where Zoe lives",
        "Did I ever tell you where my sister lives?",
        "What's my sister's name?",
        "What's my brother's name?",
        "What's your name?",
        "What is my dog called?",
        "How old is my car?",
        "What is Maria's job?",
    ],
)
def test_what_is_known_of_the_user_is_never_said_of_another(question: str) -> None:
    found = ask(question, HOME, NAME, JOB, fact("m_age", "34", "age"))
    assert not found.sure
    assert not found.found


@pytest.mark.parametrize("question", ["Where do I live?", "What's my name?", "What do I do for a living?"])
def test_what_is_known_of_another_is_never_said_of_the_user(question: str) -> None:
    found = ask(question, HERS, fact("m_1", "a pilot", "works_as", SISTER), fact("m_2", "Maria", "name", SISTER))
    assert not found.sure
    assert not found.found


def test_one_user_is_not_answered_with_anothers_life() -> None:
    bob = speaker_entity("Bob")
    assert not ask("Where do I live?", HOME, asker=bob).sure
    his = fact("m_bob", "Oslo", subject=bob)
    assert sentences(ask("Where do I live?", HOME, his, asker=bob)) == ["You live in Oslo"]


def test_something_near_is_offered_and_not_claimed() -> None:
    said = memory("m_said", "My brother might move to Porto one day", kind=Kind.EPISODE)
    found = ask("Where does my brother live?", said)
    assert not found.sure
    assert sentences(found) == [said.content]
    assert ask("Where does my brother live?", said, cosine=0.2) == Answer((), False)


def test_what_does_not_name_them_is_not_offered_of_another() -> None:
    said = memory("m_said", "I'm allergic to nuts", kind=Kind.EPISODE)
    assert ask("What is my sister allergic to?", said) == Answer((), False)
    assert ask("What is Maria allergic to?", said) == Answer((), False)
    assert ask("What is my sister allergic to?", memory("m_2", "Maria avoids nuts", kind=Kind.EPISODE)).found


def test_earlier_questions_and_answers_are_not_offered() -> None:
    asked = memory("m_asked", "When do I fly?", kind=Kind.EPISODE)
    replied = memory("m_replied", "You fly on Monday.", kind=Kind.EPISODE, origin=Origin.ASSISTANT)
    said = memory("m_said", "The flight is on Monday.", kind=Kind.EPISODE)
    assert ask("When do I fly?", asked, replied) == Answer((), False)
    assert ask("When do I fly?", asked, replied, said).found[0].memory == said


LIFE = (
    fact("m_1", "fly to Lisbon on 3 December", "plans"),
    fact("m_2", "bought a canoe", "did"),
    fact("m_3", "finished the book", "did"),
    fact("m_4", "cycling", "likes"),
    fact("m_5", "jazz", "likes"),
    fact("m_6", "cashews", "allergic_to"),
    fact("m_7", "penicillin", "allergic_to"),
    fact("m_8", "a dentist", "works_as", SISTER),
    fact("m_9", "listens on port 8443", "does", "thing:staging server"),
    fact("m_10", "cat named Misha", "has", SISTER),
)
SERVER = Entity(EntityId("thing:staging server"), EntityKind.THING, ("staging server",))


def test_what_is_known_by_name_alone_is_found_by_its_name() -> None:
    zoe, server = fact("m_zoe", "Rome", subject="person:zoe"), LIFE[8]
    assert sentences(ask("where does zoe live", HOME, zoe)) == ["Zoe lives in Rome"]
    assert not ask("Where does Joe live?", HOME, zoe).sure
    assert not ask("Where do they live?", HOME, zoe).sure
    assert ask("Which port does the staging server listen on?", HOME, server).sure
    assert not ask("Which port does the other server listen on?", HOME, server).sure


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("when do I fly", ["m_1"]),
        ("Where am I flying to?", ["m_1"]),
        ("When did I last fly?", []),
        ("What did I buy yesterday?", ["m_2"]),
        ("What did I do last week?", ["m_2", "m_3"]),
        ("Do I like jazz?", ["m_5"]),
        ("Do I like opera?", []),
        ("What do I like?", ["m_4", "m_5"]),
        ("What music do I like?", ["m_4", "m_5"]),
        ("Can I eat cashews?", ["m_6"]),
        ("am I allergic to anything", ["m_6", "m_7"]),
        ("Am I allergic to bees?", ["m_6", "m_7"]),
        ("Is Maria a dentist?", ["m_8"]),
        ("Is Maria a pilot?", []),
        ("Which port does the staging server listen on?", ["m_9"]),
        ("Does my sister have a cat?", ["m_10"]),
        ("Do I have a cat?", []),
    ],
)
def test_what_speaks_of_the_same_answers(question: str, ids: list[str]) -> None:
    found = ask(question, *LIFE, entities=(*PEOPLE, SERVER))
    assert [each.memory.id for each in found.found if found.sure] == ids


def test_a_fact_is_offered_before_an_episode() -> None:
    said = memory("m_said", "I drink tea", kind=Kind.EPISODE)
    tea = fact("m_tea", "tea", "likes")
    assert ask("What about drinks for me, I mean in general?", said, tea).found[0].memory == tea


def test_of_nothing_nothing_is_said() -> None:
    assert ask("Where do I live?") == Answer((), False)


def test_there_are_never_more_answers_than_can_be_read() -> None:
    likes = [fact(f"m_{place}", f"thing {place}", "likes") for place in range(20)]
    found = ask("What do I like?", *likes)
    assert found.sure
    assert [each.memory for each in found.found] == likes[:MAX_FACTS]


def test_the_first_choice_of_attribute_wins_over_the_second() -> None:
    birthday, age = fact("m_b", "3 May", "birthday"), fact("m_a", "34", "age")
    assert sentences(ask("How old am I?", birthday, age)) == ["You are 34 years old"]
    assert sentences(ask("When is my birthday?", birthday, age)) == ["You have your birthday on 3 May"]
    assert sentences(ask("How old am I?", birthday)) == ["You have your birthday on 3 May"]


def test_each_memory_has_its_cosine() -> None:
    with pytest.raises(ValueError, match="zip"):
        build_answer([Recalled(HERS, 1.0, ())], find_wanted_fact("And Maria?"), USER, lambda texts: [], PEOPLE)


def test_what_was_said_of_someone_later_stands_beside_the_fact_which_is_told_as_of_its_day() -> None:
    """C1, J14: nothing that may be over is said as sure."""
    dentist = fact("m_dentist", "Dr Anand", "dentist")
    said = later("finally!! an NHS dentist that takes people, Dr Whitlock")
    found = ask("Who is my dentist?", dentist, said)
    assert (sentences(found), found.sure) == (["Your dentist is Dr Anand"], False)
    assert [each.memory for each in found.later] == [said]


@pytest.mark.parametrize("words", ["I made soup.", "Who is a good dentist here?", ""])
def test_what_does_not_speak_of_them_takes_nothing_back(words: str) -> None:
    found = ask("Who is my dentist?", fact("m_dentist", "Dr Anand", "dentist"), later(words))
    assert (found.sure, found.later) == (True, ())


def test_the_nearest_sentence_is_quoted_with_those_beside_it_and_no_question() -> None:
    """A reason or a name often stands in the sentence beside it."""
    told = f"{'I walked on and on, ' * 12}as ever. I made soup. The boiler is broken again! Who can mend it?"
    said = memory("m_said", told, kind=Kind.EPISODE)

    def measure(texts: Sequence[str]) -> list[float]:
        return [0.9 if "boiler" in text else 0.1 for text in texts]

    wanted = find_wanted_fact("Is anything wrong with the heating?")
    (found,) = build_answer([Recalled(said, 1.0, ())], wanted, USER, measure, PEOPLE).found
    assert found.quote.endswith("I made soup. The boiler is broken again!")
    assert len(found.quote) <= 240


@given(
    st.sampled_from(
        [
            "Where do I live?",
            "Where does my sister live?",
            "What's my sister's name?",
            "How old is Zoe?",
            "What do I like?",
        ]
    ),
    st.lists(
        st.builds(
            fact,
            st.sampled_from(["m_1", "m_2", "m_3"]),
            st.text(min_size=1, max_size=9),
            st.sampled_from(sorted(known_attributes())),
            st.sampled_from([USER, SISTER, "person:zoe", "user:bob", "user/brother"]),
        ),
        max_size=6,
    ),
)
def test_a_sure_answer_is_about_the_one_who_was_asked_about(question: str, known: list[Memory]) -> None:
    whom = {"Where do I live?": USER, "What do I like?": USER, "How old is Zoe?": "person:zoe"}.get(question, SISTER)
    found = ask(question, *known)
    for each in found.found:
        assert each.memory.claim is not None
        if found.sure:
            named = each.memory.claim.slot == (USER, "sister") and "name" in question
            assert each.memory.claim.subject == whom or named


@pytest.mark.parametrize(
    ("said", "asker", "names", "reads"),
    [
        (claim(), USER, {}, "You live in Porto"),
        (claim(subject=SISTER), USER, {}, "Your sister lives in Porto"),
        (claim(subject=SISTER), USER, {SISTER: "Maria"}, "Maria lives in Porto"),
        (claim(), speaker_entity("Bob"), {}, "The user lives in Porto"),
        (claim(subject="user:bob"), speaker_entity("Bob"), {}, "You live in Porto"),
        (claim("{0.__class__}", "{x}"), USER, {}, "You {x} {0.__class__}"),
    ],
)
def test_a_claim_is_said_to_whoever_asks(said: Any, asker: EntityId, names: dict[EntityId, str], reads: str) -> None:
    assert phrase_claim(said, asker, names) == reads


def test_a_job_that_was_told_long_ago_is_told_as_of_its_day() -> None:  # T15
    job = fact("m_job", "Acme", "works_at")
    wanted, later = find_wanted_fact("Where do I work?"), job.observed_at + timedelta(days=200)

    def measure(texts: Sequence[str]) -> list[float]:
        return [0.5] * len(texts)

    fresh = build_answer([Recalled(job, 1.0, ())], wanted, USER, measure, PEOPLE, job.observed_at)
    aged = build_answer([Recalled(job, 1.0, ())], wanted, USER, measure, PEOPLE, later)
    assert (fresh.dated, aged.dated) == (False, True)
    assert [each.sentence for each in aged.found] == ["You work at Acme"]


def test_who_somebody_is_does_not_answer_what_else_is_asked_of_them() -> None:  # C1
    named = fact("m_1", "Maria", "sister")
    assert ask("Who is my sister?", named).sure
    assert not ask("What is the animation studio called where my sister Maria works?", named).sure


def test_of_what_was_wished_of_answers_all_is_told() -> None:
    wishes = [fact(f"m_{n}", f"rule {n}", "answer_rule") for n in range(MAX_FACTS + 4)]
    assert len(ask("What are my standing wishes?", *wishes).found) == MAX_FACTS + 4
