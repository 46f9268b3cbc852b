"""Forgotten is gone: from rows, indexes, journal and files; the chain still verifies."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlas import BadInput, NotFound, Origin, Role, Said
from atlas.model.memory import State


def leaks(folder: Path, *words: str) -> list[str]:
    """Files that still hold a byte of it, in any of the usual encodings."""
    return [
        f"{file.name}: {word}"
        for file in folder.rglob("*")
        if file.is_file()
        for word in words
        for form in {word, word.lower(), word.upper()}
        if form.encode() in file.read_bytes()
    ]


@pytest.fixture
def told(life):  # type: ignore[no-untyped-def]
    life.say("My name is Ana and I live in Zanzibarqx.", "Zanzibarqx must be lovely!")
    life.say("I like tea.", conversation="c2")
    life.atlas.context("Where do I live? In Zanzibarqx?", conversation="c1")
    return life


def test_a_memory_goes_with_its_words_and_leaves_the_rest(told, tmp_path: Path) -> None:  # X3, P3
    receipt = told.atlas.forget(told.fact("lives in Zanzibarqx").id)
    assert leaks(tmp_path, "Zanzibarqx", "zibarqx") == []  # the tail too: a list of words may keep one without its head
    assert told.fact("is called Ana")
    assert told.fact("tea")
    assert "My name is Ana and" in next(m.content for m in told.atlas.memories() if m.content.startswith("My name"))
    assert receipt.memories
    assert receipt.touched
    assert told.atlas.admin.verify().ok


def test_a_letter_that_grows_hides_no_word_in_capitals(life, tmp_path: Path) -> None:  # X3, P3
    life.say("I am allergic to peanuts.", "In İzmir they put peanuts into all; ask for none, PEANUTS are a danger.")
    life.atlas.forget(life.fact("peanuts").id)
    assert leaks(tmp_path, "peanuts") == []


def test_a_tombstone_says_that_something_was_there(told) -> None:  # X3
    id = told.fact("lives in Zanzibarqx").id
    told.atlas.forget(id)
    memory = told.atlas.inspect.memory(id).memory
    assert memory.state is State.GONE
    assert memory.content == ""
    with pytest.raises(NotFound):
        told.atlas.forget(id)


def test_a_conversation_goes_with_everything_derived(told, tmp_path: Path) -> None:  # X3, P3
    told.atlas.forget(conversation="c1")
    assert leaks(tmp_path, "Zanzibarqx", "My name is Ana") == []
    assert told.atlas.recall("Where do I live?", kinds=()) == [] or all(
        "Zanzibarqx" not in item.memory.content for item in told.atlas.recall("Where do I live?")
    )
    assert told.fact("tea")
    assert told.atlas.admin.verify().ok


def test_a_person_goes_wherever_they_are_named(told, tmp_path: Path) -> None:  # X3, P3
    told.say("My sister Quxmaria lives in Rome.", "Say hello to Quxmaria.")
    told.say("Quxmaria loves ballet.", conversation="c3")
    receipt = told.atlas.forget(person="Quxmaria")
    assert leaks(tmp_path, "Quxmaria", "uxmaria", "ballet") == []
    assert receipt.messages
    assert told.fact("lives in Zanzibarqx")
    assert told.atlas.admin.verify().ok


def test_a_speaker_can_be_forgotten(life, tmp_path: Path) -> None:  # X3
    life.say("I live in Blorptown.", speaker="Melanie")
    life.say("I live in Rome.", speaker="Caroline")
    life.atlas.forget(person="Melanie")
    assert leaks(tmp_path, "Blorptown", "Melanie") == []
    assert life.fact("Rome")


def test_not_even_the_journals_ids_keep_a_name(life, tmp_path: Path) -> None:  # X3
    life.say("My name is Melquiades and I live in Blorptown.", speaker="Melquiades")
    life.atlas.forget(person="Melquiades")
    assert leaks(tmp_path, "Melquiades", "Blorptown") == []
    assert life.atlas.admin.verify().ok


def test_a_text_goes_everywhere(told, tmp_path: Path) -> None:  # X3
    told.say("Also Zanzibarqx is hot.", conversation="c4")
    told.atlas.forget(text="Zanzibarqx")
    assert leaks(tmp_path, "Zanzibarqx") == []


def test_what_still_mentions_it_is_named_in_the_receipt(told) -> None:
    told.say("People say Zanzibarqx is hot, what do you think?", conversation="c4")
    receipt = told.atlas.forget(told.fact("lives in Zanzibarqx").id)
    assert len(receipt.mentions) == 1


@pytest.mark.parametrize(
    ("said", "reply", "gone", "kept"),
    [
        ("I earn 93,400 euros a year at Acme.", "Great, 93,400 euros is a good salary.", "93,400", "is a good salary"),
        ("My salary is 93,400 euros.", "93.400 is a decent salary, I hold.", "93.400", "is a decent salary"),
        ("I have bipolar disorder.", "Bipolar is hard, is it not?", "ipolar", "is it not"),
    ],
)
def test_the_reply_that_says_less_than_the_whole_value_loses_it(  # X3, P3
    life, tmp_path: Path, said: str, reply: str, gone: str, kept: str
) -> None:
    life.say(said, reply)
    (id,) = [each.id for each in life.atlas.memories() if each.claim and gone[-3:] in each.claim.value]
    receipt = life.atlas.forget(id)
    assert leaks(tmp_path, gone) == []
    assert [each.content for each in life.atlas.memories() if kept in each.content]
    assert receipt.mentions == ()


@pytest.mark.parametrize(
    ("said", "value", "left"),
    [
        ("I have bipolar disorder.", "bipolar disorder", "My bipolar episodes are rare."),
        ("I'm pregnant.", "pregnant", "My pregnancy is secret."),
        ("I have an allergy to peanuts.", "peanuts", "That peanut was nobody's."),
        ("My salary is 93,400 euros.", "93,400 euros", "The lamp with 93 400 on it is green."),
        ("My phone number is 0151 2345678.", "0151 2345678", "On the wall stood (0151)2345678."),
    ],
)
def test_the_receipt_names_what_tells_the_value_in_other_words(life, said: str, value: str, left: str) -> None:  # X3
    life.say(said)
    life.say("I like tea, and nothing else is told here.", conversation="c2")
    life.say(left, conversation="c3")
    (id,) = [each.id for each in life.atlas.memories() if each.claim and each.claim.value == value]
    receipt = life.atlas.forget(id)
    staying = {each.transcribes for each in life.atlas.memories() if each.content == left}
    assert staying
    assert set(receipt.mentions) == staying


def test_pending_and_refused_proposals_go_too(life, tmp_path: Path) -> None:  # X3
    life.say("Look at this.", messages=[Said(Role.USER, "I live in Canaryburg.", Origin.WEB)])
    life.say("I love canaryjuice.", conversation="c5")
    life.atlas.reject(life.fact("canaryjuice").id)
    life.say("I love canaryjuice!", conversation="c5")
    assert life.atlas.review.refusals()
    life.atlas.forget(text="canary")
    assert leaks(tmp_path, "canary") == []
    assert life.atlas.admin.verify().ok


def test_forgetting_works_while_another_connection_reads(told, live, tmp_path: Path) -> None:  # X3
    other = live(seed=9)
    assert other.fact("lives in Zanzibarqx")
    told.atlas.forget(told.fact("lives in Zanzibarqx").id)
    assert leaks(tmp_path, "Zanzibarqx") == []
    assert all("Zanzibarqx" not in item.memory.content for item in other.atlas.recall("Zanzibarqx where do I live"))


@pytest.mark.parametrize("what", [{}, {"memory": "m_x", "person": "Ana"}])
def test_exactly_one_thing_is_forgotten_at_a_time(life, what: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="one thing to forget"):
        life.atlas.forget(**what)


@pytest.mark.parametrize(
    "what", [{"person": "Nobody"}, {"conversation": "none"}, {"text": "nowhere"}, {"memory": "m_zzz"}]
)
def test_what_is_not_there_cannot_be_forgotten(life, what: dict[str, str]) -> None:
    with pytest.raises(NotFound):
        life.atlas.forget(**what)


def test_an_owed_purge_is_on_record_for_whoever_opens_the_store_next(told, live, tmp_path: Path) -> None:  # X3, P3
    store = told.runtime.store
    with store.reading(told.runtime.space) as reader:
        reader.interaction_count()  # a reader of the old moment holds the log open
        object.__setattr__(store, "_timeout_s", 0.1)
        receipt = told.atlas.forget(told.fact("lives in Zanzibarqx").id)
    assert not receipt.purged
    assert store.owes_purge()
    other = live(seed=5)
    other.atlas.close(think=False)
    assert leaks(tmp_path, "Zanzibarqx") == []


def test_blots_alone_are_served_to_nobody(life) -> None:  # X3
    life.say("I live in Porto.", conversation="keep")
    life.say("I like tea.", conversation="keep")
    life.say("I live in Porto.", conversation="c1")
    life.atlas.forget(conversation="c1")
    for question in ("Where do I live?", "Porto", "▇"):
        assert not any("▇" in item.memory.content for item in life.atlas.recall(question))
        assert "▇" not in life.atlas.context(question, conversation="keep").text
    assert not any("▇" in memory.content for memory in life.atlas.memories(limit=100))
    assert any("tea" in item.memory.content for item in life.atlas.recall("What do I like?"))
    assert life.atlas.admin.verify().ok


def test_what_was_noticed_about_something_else_stays(life) -> None:  # X3
    """A reflection may have read messages that have nothing to do with who is forgotten: those are not touched."""
    life.say("What port does the printer use?", "It uses port 8080.")
    life.atlas.feedback.report("thumbs_down", conversation="c1", note="no")
    life.atlas.flush()
    before = (len(life.atlas.inspect.signals()), len(life.atlas.inspect.failures()))
    life.say("My sister Maria lives in Rome.", "Noted.")
    life.atlas.flush()
    life.atlas.forget(person="Maria")
    assert (len(life.atlas.inspect.signals()), len(life.atlas.inspect.failures())) == before == (1, 1)


@pytest.fixture
def family(life):  # type: ignore[no-untyped-def]
    life.say("My sister Maria Santos lives in Rome.")
    life.say("My colleague Maria Lopes works at Globex.", conversation="c2")
    life.say("Mario is a plumber.", conversation="c3")
    return life


def test_a_part_of_a_name_takes_nobody_and_is_told_who_may_be_meant(family) -> None:  # X3
    before = family.facts()
    with pytest.raises(NotFound, match=r"Nobody called 'Mari' is known here; there are .*'Maria Santos'"):
        family.atlas.forget(person="Mari")
    assert family.facts() == before


def test_the_receipt_says_who_and_what_was_left(family, tmp_path: Path) -> None:  # X3
    receipt = family.atlas.forget(person="Maria Santos")
    assert leaks(tmp_path, "Santos") == []
    assert receipt.left == ("user/colleague",)
    kept = [each.content for each in family.atlas.memories(limit=50) if "Lopes" in each.content]
    assert kept
    told = {each.transcribes for each in family.atlas.memories(limit=50) if "Globex" in each.content}
    assert told & set(receipt.mentions)  # Maria is named there, and another is meant


def test_a_whole_name_that_nobody_shares_leaves_nothing(family) -> None:  # X3
    receipt = family.atlas.forget(person="Mario")
    assert (receipt.left, receipt.mentions) == ((), ())
