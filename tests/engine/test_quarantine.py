"""C8, X1: what came from somewhere goes out of service at once with all that was derived from it, and comes back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from atlas.engine.intake.observe import Said
from atlas.engine.serve.context import build_context
from atlas.engine.serve.recall import Query
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.ids import MemoryId
from atlas.model.interaction import Role
from atlas.model.memory import Kind, State
from engine._beliefs import argue, read_arguments, read_belief, read_numbers, settle
from engine._carried import as_file, everything
from engine.conftest import Life

QUESTIONS = ("Where do I live?", "What do you know about Zorblax?", "What is my dog called?", "Tell me of remote work")


def contexts(life: Life) -> list[str]:
    return [build_context(life.runtime, Query(each), record=False).text for each in QUESTIONS]


def tool(text: str) -> Said:
    return Said(Role.TOOL, text)


@pytest.fixture
def told(life: Life) -> Life:
    life.say("I live in Porto.")
    life.say("My dog is called Rex.")
    life.say("I moved: I live in Zorblax now, and my sister Zorblaxina works at Zorblaxon.", conversation="bad")
    life.think()
    return life


def test_a_conversation_goes_and_comes_back_byte_for_byte(told: Life) -> None:
    before = contexts(told)
    assert any("Zorblax" in each for each in before)
    receipt = told.atlas.review.quarantine(conversation="bad", reason="It was not me.")
    during = contexts(told)
    assert not any("zorblax" in each.casefold().replace(QUESTIONS[1].casefold(), "") for each in during)
    assert "Rex" in during[2]
    assert receipt.messages == 2
    told.atlas.review.lift(receipt.quarantine.id)
    assert contexts(told) == before
    assert told.atlas.admin.verify().ok


def homes(life: Life) -> set[str]:
    """Where the user lives, of what is in service."""
    served = (each.content for each in life.atlas.memories(limit=99) if each.served and each.claim)
    return {each.rpartition(" ")[2] for each in served if "lives in" in each}


def test_what_it_had_replaced_holds_again_meanwhile(told: Life) -> None:  # T16
    assert homes(told) == {"Zorblax"}
    receipt = told.atlas.review.quarantine(conversation="bad")
    assert homes(told) == {"Porto"}
    assert len(receipt.reopened) == 1
    told.atlas.undo()
    assert homes(told) == {"Zorblax"}


def test_undo_lifts_it_and_undo_of_that_contains_it_again(told: Life) -> None:
    before = contexts(told)
    told.atlas.review.quarantine(conversation="bad")
    during = contexts(told)
    told.atlas.undo()
    assert contexts(told) == before
    [story] = told.atlas.review.quarantines(lifted=True)
    assert not story.quarantine.is_open
    told.atlas.history.revert(told.atlas.history.log(1)[0].seq)
    assert contexts(told) == during
    assert told.atlas.review.quarantines()
    assert told.atlas.admin.verify().ok


def test_no_recall_finds_it_not_archived_nor_as_of_a_moment(told: Life) -> None:
    then = told.runtime.now()
    told.virtual.later(minutes=5)
    told.atlas.review.quarantine(conversation="bad")
    found = [
        *told.atlas.recall("Zorblax"),
        *told.atlas.recall("Zorblax", archived=True),
        *told.atlas.recall("Where do I live?", as_of=then),
    ]
    assert not any("Zorblax" in each.memory.content for each in found)


def test_a_dry_run_tells_and_changes_nothing(told: Life) -> None:
    before = contexts(told)
    receipt = told.atlas.review.quarantine(conversation="bad", dry_run=True)
    assert receipt.memories
    assert receipt.entry == 0
    assert contexts(told) == before
    assert told.atlas.review.quarantines() == []


def test_the_replies_that_it_touched_are_told(told: Life) -> None:
    told.atlas.context("Where do I live?", conversation="later")
    told.say("Where do I live?", "You live in Zorblax.", conversation="later")
    receipt = told.atlas.review.quarantine(conversation="bad")
    [context] = receipt.contexts
    assert context.serving.query == "Where do I live?"
    assert [each.text for each in receipt.replies] == ["You live in Zorblax."]
    assert not any("You live in Zorblax" in each for each in contexts(told))


def test_what_comes_in_afterwards_is_contained_as_it_comes(told: Life) -> None:
    receipt = told.atlas.review.quarantine(conversation="bad")
    told.say("My cat is called Zorblaxcat.", conversation="bad")
    assert not any("Zorblaxcat" in content for content in told.facts())
    [story] = told.atlas.review.quarantines()
    assert story.since_then == 2
    told.atlas.review.lift(receipt.quarantine.id[:6])
    told.think()
    assert any("Zorblaxcat" in content for content in told.facts())  # it is thought about now


def test_an_origin_is_contained_wherever_it_came_in(told: Life) -> None:
    told.say("Look at this.", messages=[tool("Zorblaxweb is the best bank.")], conversation="c9")
    receipt = told.atlas.review.quarantine(origin="tool")
    assert [each.content for each in receipt.memories] == ["Zorblaxweb is the best bank."]
    told.say("And this.", messages=[tool("Zorblaxmore is better.")], conversation="c9")
    [story] = told.atlas.review.quarantines()
    assert (story.contained, story.since_then) == (2, 1)


def test_since_a_moment_contains_what_was_said_by_then_and_no_more(told: Life) -> None:
    moment = told.runtime.now() - timedelta(seconds=1)
    receipt = told.atlas.review.quarantine(since=moment)
    assert receipt.messages == 2
    told.say("My cat is called Tom.")
    assert "Tom" in told.fact("cat").content


def test_a_memory_goes_with_the_words_it_stands_on(told: Life) -> None:
    dog = told.fact("Rex")
    receipt = told.atlas.review.quarantine(memory=dog.id[:8])
    assert not any("Rex" in each for each in contexts(told))
    assert {each.kind for each in receipt.memories} >= {Kind.EPISODE, dog.kind}
    told.atlas.review.lift(receipt.quarantine.id)
    assert any("Rex" in each for each in contexts(told))


def test_what_another_quarantine_touches_stays_out(told: Life) -> None:
    before = contexts(told)
    first = told.atlas.review.quarantine(conversation="bad")
    moment = told.runtime.now() - timedelta(minutes=1)
    with pytest.raises(Refused, match="already"):
        told.atlas.review.quarantine(since=moment, conversation="bad")
    second = told.atlas.review.quarantine(since=told.runtime.now() - timedelta(minutes=10))
    during = contexts(told)
    told.atlas.review.lift(first.quarantine.id)
    assert contexts(told) == during
    told.atlas.review.lift(second.quarantine.id)
    assert contexts(told) == before
    assert told.atlas.admin.verify().ok


def test_a_position_is_computed_without_what_was_argued_there(life: Life) -> None:  # B2
    life.say("I told Ben of the commute.", conversation="bad")
    life.say("I told Ben of new colleagues.")
    argue(life, "commute", "a_1", turn=1)
    settle(life, turn=4)
    argue(life, "colleagues", "a_2", turn=6, direction=-1)
    settle(life, turn=9)
    moved, numbers = read_belief(life), read_numbers(life)
    receipt = life.atlas.review.quarantine(conversation="bad")
    assert receipt.beliefs == ("v_1",)
    assert read_arguments(life, "a_1") == [None]
    assert read_numbers(life) != numbers
    life.atlas.review.lift(receipt.quarantine.id)
    assert read_numbers(life) == numbers
    now = read_belief(life)
    assert moved is not None
    assert now is not None
    assert now.updated_at == moved.updated_at
    assert life.atlas.admin.verify().ok


def test_a_position_that_moved_meanwhile_is_computed_anew_with_them(
    life: Life, live: Callable[..., Life]
) -> None:  # B2
    other = live("other.atlas")
    for each in (life, other):
        each.say("I told Ben of the commute.", conversation="bad")
        each.say("I told Ben of new colleagues.")
        argue(each, "commute", "a_1", turn=1)
        settle(each, turn=4)
    receipt = life.atlas.review.quarantine(conversation="bad")
    for each in (life, other):
        argue(each, "colleagues", "a_2", turn=6, direction=-1)
        settle(each, turn=9)
    life.atlas.review.lift(receipt.quarantine.id)
    assert read_numbers(life) == read_numbers(other)
    assert life.atlas.admin.verify().ok


def test_nobody_decides_on_what_is_contained(told: Life) -> None:  # C2
    dog = told.fact("Rex")
    told.atlas.review.quarantine(memory=dog.id)
    with pytest.raises(Refused, match="quarantined"):
        told.atlas.reject(dog.id)


def test_what_is_said_again_elsewhere_is_learned_anew(told: Life) -> None:
    told.atlas.review.quarantine(memory=told.fact("Rex").id)
    told.say("My dog is called Rex.", conversation="c7")
    assert "Rex" in told.fact("Rex").content


def test_forgetting_takes_what_is_contained_and_the_quarantine_that_names_it(told: Life) -> None:  # X3
    told.atlas.review.quarantine(conversation="bad")
    told.atlas.forget(conversation="bad")
    assert told.atlas.review.quarantines(lifted=True) == []
    with told.runtime.reading() as reader:
        assert not reader.messages_mentioning(["Zorblax"])
    assert told.atlas.admin.verify().ok


def test_an_export_brings_a_quarantine_along(told: Life, live: Callable[..., Life], tmp_path: Any) -> None:  # X7
    made = told.atlas.review.quarantine(conversation="bad")
    other = live("other.atlas")
    other.atlas.history.import_file(as_file(tmp_path, everything(told)), restore=True)
    assert [each.quarantine for each in other.atlas.review.quarantines()] == [made.quarantine]
    assert not any("Zorblaxina" in each for each in contexts(other))
    assert other.atlas.admin.verify().ok


@pytest.mark.parametrize(
    ("wrong", "error"),
    [({}, BadInput), ({"conversation": "nobody"}, NotFound), ({"memory": "m_1", "conversation": "c1"}, NotFound)],
)
def test_wrong_wishes_say_so(told: Life, wrong: dict[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        told.atlas.review.quarantine(**wrong)  # type: ignore[arg-type]
    with pytest.raises(NotFound, match="--list"):
        told.atlas.review.lift("q_nothing")


def test_a_contained_memory_tells_its_state(told: Life) -> None:
    dog = told.fact("Rex")
    told.atlas.review.quarantine(memory=dog.id)
    assert told.atlas.inspect.memory(dog.id).memory.state is State.QUARANTINED
    assert MemoryId(dog.id) not in {each.id for each in told.atlas.memories(archived=True)}
