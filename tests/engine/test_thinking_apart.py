"""Near and far text are never thought about together, and nothing of ours is learned or served as new."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from threading import Event, Thread

import pytest

from _patience import LIMIT_S
from atlas import BadInput, Kind, Origin, Role, Said, Status
from atlas.curation.hygiene import redact_secrets
from atlas.engine.intake import observe
from atlas.engine.jobs import conclusions
from atlas.errors import StoreTrouble

PAGE = Said(Role.TOOL, "You work at Evilcorp 8080 Pay.", Origin.WEB)


def test_a_users_correction_does_not_carry_a_pages_words(life) -> None:  # X1, J17
    life.say("Look it up.", messages=[PAGE])
    life.say("it's 8443, not 8080")
    assert not any("Evilcorp" in content for content in life.facts())


def test_a_yes_in_a_conversation_with_outside_text_says_nothing(life) -> None:  # X1, J17
    life.say("Look it up.", "Do you like sending money to Evilcorp?", messages=[PAGE])
    life.say("yes")
    assert not any("Evilcorp" in content for content in life.facts())


def test_what_users_say_there_is_still_heard(life) -> None:  # C3
    life.say("Look it up. I live in Porto.", messages=[PAGE, Said(Role.USER, "I live in Rome.", Origin.WEB)])
    assert life.facts() == {"The user lives in Porto": "approved_for_reuse", "The user lives in Rome": "needs_review"}


@pytest.mark.parametrize("role", [Role.SYSTEM, Role.USER, Role.ASSISTANT])
def test_a_context_that_comes_back_in_a_prompt_waits(life, role: Role) -> None:  # X2
    life.say("I live in Porto.")
    given = life.atlas.context("Where do I live?")
    life.atlas.observe(messages=[Said(role, f"{given.text}\n\nWhere do I live?")], conversation="c9")
    life.think()
    (back,) = life.atlas.memories(conversation="c9")
    assert back.status is Status.NEEDS_REVIEW


@pytest.mark.parametrize("signs", ["", "“”"])
def test_a_line_of_an_old_context_is_known_by_its_label(life, signs: str) -> None:  # X2
    life.say("I live in Porto.")
    given = life.atlas.context("Where do I live?").data
    life.atlas.undo()
    for number in range(7):
        life.say(f"Thing {number}.", conversation="c2")
        life.atlas.context(f"thing {number}", conversation="c2")
    for line in given.splitlines():
        bare = "".join(sign for sign in line.removeprefix("- ") if sign not in signs)
        life.say(bare or "Well.", conversation="c3")
        life.say(line or "Well.", conversation="c4")
    assert life.facts() == {}


def test_a_reply_is_not_served_without_its_question(life) -> None:  # C3
    life.say("What about it then?", "The zebra port is 8080 in zebra town.")
    found = life.atlas.recall("zebra port town", limit=1)
    assert [item.memory.origin for item in found] == [Origin.USER]
    life.say("Q " * 2_500, "The camel harbour has the number 9090.", conversation="c2")
    given = life.atlas.context("camel harbour number")
    assert all(item.memory.origin is not Origin.ASSISTANT for item in given.served if "camel" in item.memory.content)


def test_what_waits_to_be_stored_stays_in_its_space(life, monkeypatch) -> None:  # P4
    other = life.atlas.in_space("other")

    def down(space: object) -> None:
        raise StoreTrouble("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(life.runtime.store, "writing", down)
        assert not life.atlas.observe("I live in Porto.").acknowledged
    assert other.observe("Hello.").acknowledged
    other.flush()
    life.think()
    assert [memory.content for memory in other.memories()] == ["Hello."]
    assert "I live in Porto." in [memory.content for memory in life.atlas.memories()]
    other.close()
    assert life.atlas.recall("Where do I live?")


@pytest.mark.parametrize("numbers", [{"confidence": 1}, {"confidence": True, "tokens": True, "latency_ms": 0}])
def test_whole_numbers_do_not_look_like_tampering(life, numbers: dict[str, int]) -> None:  # P11
    assert life.atlas.observe("Hello.", "Hi.", **numbers).acknowledged
    life.think()
    assert life.atlas.admin.verify().ok


@pytest.mark.parametrize(
    "numbers", [{"confidence": float("nan")}, {"confidence": 2}, {"tokens": 2**70}, {"tokens": 1.5}, {"latency_ms": -1}]
)
def test_numbers_that_cannot_be_are_refused_in_a_sentence(life, numbers: dict[str, float]) -> None:
    receipt = life.atlas.observe("Hello.", "Hi.", **numbers)
    assert not receipt.acknowledged
    assert receipt.problem
    assert "could not be stored" not in receipt.problem


def test_observing_never_raises_whatever_it_is_given(life) -> None:
    assert not life.atlas.observe("Hello.", messages=None).acknowledged
    assert not life.atlas.observe("Hello.", at="now").acknowledged


def test_times_at_the_ends_of_time_are_an_error_and_no_crash(life) -> None:
    life.say("I live in Porto.")
    assert life.atlas.context("Where do I live?", at=datetime(2026, 5, 1)).served  # noqa: DTZ001 # without a zone, on purpose
    for edge in (datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))), "2026"):
        with pytest.raises(BadInput):
            life.atlas.context("Where do I live?", at=edge)
    with pytest.raises(BadInput):
        life.atlas.history.undoable(-1)


def test_a_text_of_nothing_but_beginnings_is_read_once() -> None:  # P9
    text, _ = redact_secrets("secret:" * 20_000)
    assert len(text) <= 7 * 20_000


def test_one_thought_that_cannot_be_committed_does_not_hold_up_the_others(life, monkeypatch) -> None:  # J6
    for number, city in enumerate(("Porto", "Rome", "Oslo")):
        life.atlas.observe(f"I live in {city}.", conversation=f"c{number}")
    commit = conclusions.commit_proposals

    def break_at_rome(runtime, ledger, proposals, reflection, near) -> None:  # type: ignore[no-untyped-def]
        if any("Rome" in str(each.proposal) for each in proposals):
            raise KeyError("I live in Rome.")
        commit(runtime, ledger, proposals, reflection, near)

    monkeypatch.setattr(conclusions, "commit_proposals", break_at_rome)
    for _ in range(3):
        life.atlas.flush()
        life.virtual.later(hours=1)
    assert set(life.facts()) == {"The user lives in Porto", "The user lives in Oslo"}
    status = life.atlas.inspect.status()
    assert (status.owed, status.poisoned) == (0, 1)
    assert not any("Rome" in check.says for check in life.atlas.admin.doctor())


def test_what_was_stored_after_all_does_not_block_what_comes_after(life, monkeypatch) -> None:  # R4
    store = observe._store_interaction

    def stored_and_said_no(runtime, interaction) -> None:  # type: ignore[no-untyped-def]
        store(runtime, interaction)
        raise StoreTrouble("The disk could not be written.")

    with monkeypatch.context() as broken:
        broken.setattr(observe, "_store_interaction", stored_and_said_no)
        assert not life.atlas.observe("I live in Porto.").acknowledged
    assert life.atlas.observe("I like tea.").acknowledged
    assert not life.runtime.memo.backlog
    life.think()
    assert len(life.atlas.memories(kinds=[Kind.EPISODE])) == 2


def test_recall_answers_while_another_thread_waits_for_the_file(life, monkeypatch) -> None:
    """Rule 15, J15: what could not be stored is tried again by one thread at a time, and no other waits for it."""
    life.say("I live in Porto.")
    store, refused = observe._store_interaction, Event()
    waiting, answered = Event(), Event()
    order: list[str] = []

    def wait_for_file(runtime, interaction) -> None:  # type: ignore[no-untyped-def]
        if not refused.is_set():
            refused.set()
            raise StoreTrouble("The file is in use.")
        waiting.set()
        answered.wait(LIMIT_S)
        order.append("stored")
        store(runtime, interaction)

    monkeypatch.setattr(observe, "_store_interaction", wait_for_file)
    assert not life.atlas.observe("I like tea.").acknowledged
    holder = Thread(target=lambda: life.atlas.recall("tea"))
    holder.start()
    assert waiting.wait(LIMIT_S)

    def seek() -> None:
        order.append("found" if list(life.atlas.recall("Porto")) else "lost")

    seekers = [Thread(target=seek) for _ in range(8)]
    for each in seekers:
        each.start()
    for each in seekers:
        each.join(LIMIT_S)
    answered.set()
    holder.join(LIMIT_S)
    assert order == ["found"] * 8 + ["stored"]
    assert not life.runtime.memo.backlog
