"""A hook, like any context, leaves out what was rejected or is sensitive, and marks what is past (C1, T16)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from atlas import Atlas
from atlas.adapters.storage.sqlite.glance import StoreGlance
from atlas.engine.core.text_masks import LEFT_OUT
from atlas.engine.curate.proposals import approve_redacted_copy
from atlas.engine.serve.glance import GlanceContext, context_for_prompt, context_for_session_start
from atlas.model.memory import Kind, Memory, Status
from atlas.testing.virtual import Virtual, virtual

SALARY = "My salary at Acme is 90,000 euros. Hurray for salary day!"


class Host:
    """A store as an agent's hook sees it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.virtual: Virtual = virtual(path)
        self.atlas = Atlas(self.virtual.runtime, background=False)

    def say(self, text: str, reply: str = "I see.", conversation: str = "c1") -> None:
        self.virtual.later(minutes=1)
        self.atlas.observe(user=text, assistant=reply, conversation=conversation)
        self.atlas.flush()

    def fact(self, part: str) -> Memory:
        (found,) = [each for each in self.atlas.memories() if each.kind is not Kind.EPISODE and part in each.content]
        return found

    def prompt(self, text: str) -> GlanceContext:
        runtime = self.virtual.runtime
        with StoreGlance.open(self.path, runtime.space) as store:
            return context_for_prompt(store, text, "another", runtime.now(), runtime.zone, 2_000)

    def begin(self) -> str:
        runtime = self.virtual.runtime
        with StoreGlance.open(self.path, runtime.space) as store:
            return context_for_session_start(store, runtime.now(), runtime.zone, 2_000).text


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path / "store.atlas")
    yield made
    made.atlas.close()


@pytest.mark.parametrize("status", [Status.SENSITIVE, Status.REJECTED])
def test_a_hook_shows_no_words_of_what_is_sensitive_or_rejected(host: Host, status: Status) -> None:  # C1, C5
    host.say(SALARY)
    assert "90,000" in host.prompt("When is salary day, and what is my salary?").text
    host.atlas.review.decide(status, host.fact("salary is 90").id)
    text = host.prompt("When is salary day, and what is my salary?").text
    assert "90,000" not in text + host.begin()
    assert f"{LEFT_OUT}. Hurray for salary day!" in text


@pytest.mark.parametrize("status", [Status.SENSITIVE, Status.REJECTED])
def test_a_hook_shows_no_such_words_of_other_conversations(host: Host, status: Status) -> None:  # C1, C5
    host.say("I live in Evilville.")
    host.say("Tips for a bike, since I live in Evilville?\nA bike costs much there.", conversation="c2")
    host.atlas.review.decide(
        status, *(each.id for each in host.atlas.memories() if each.content.startswith("The user lives"))
    )
    text = host.prompt("Which bike tips are there, and what costs much?").text
    assert "A bike costs much there." in text
    assert "Evilville" not in text


def test_a_hook_marks_what_is_past_in_other_conversations(host: Host) -> None:  # T16
    host.say("I live in Porto.")
    host.say("Is it dry in Porto, where I live? The bike stays outside.", conversation="c2")
    host.say("I moved to Lisbon.", conversation="c3")
    text = host.prompt("Where does my bike stay, outside?").text
    (line,) = [each for each in text.splitlines() if "bike stays" in each]
    assert "no longer so since" in line


def test_a_hook_marks_what_is_past(host: Host) -> None:  # T16
    host.say("I live in Porto, near the river.")
    host.say("I moved to Berlin.")
    host.say("I moved to Lisbon.")
    text = host.prompt("Do I live in Porto near the river?").text
    (line,) = [each for each in text.splitlines() if each.startswith('- "I live in Porto')]
    assert line.endswith('; no longer so since 2 Mar: "The user lives in Porto", now "The user lives in Lisbon")')


def test_a_hook_shows_no_insight_of_what_was_replaced_or_rejected(host: Host) -> None:  # C1
    from atlas.curation.effects import MemoryChange
    from atlas.engine.core.ledger import Ledger
    from atlas.model.journal import Action, Actor
    from atlas.model.memory import Basis, Form, Link, Relation, State

    host.say("I live in Porto.")
    fact, runtime = host.fact("lives in Porto"), host.virtual.runtime
    made = Memory(
        runtime.memory_id(), "Porto shapes where the user lives and shops.", Kind.INSIGHT, Form.SEMANTIC,
        Status.APPROVED, State.ACTIVE, Basis.INFERRED, fact.origin, fact.trust,
        runtime.now(), runtime.now(), runtime.now(),
        evidence=fact.evidence, links=(Link(Relation.DERIVED_FROM, fact.id),),
    )  # fmt: skip
    with runtime.store.writing(runtime.space) as txn:
        Ledger(runtime, txn).write_change(Actor.RULES, Action.REMEMBERED, [MemoryChange(None, made)])
    assert "shops" in host.prompt("Porto shops where the user lives").text
    host.say("I moved to Lisbon.")
    assert "shops" not in host.prompt("Porto shops where the user lives").text


def test_a_hook_shows_the_redacted_copy_and_not_the_original(host: Host) -> None:  # C5
    host.say("My phone number is 555 0199 123 and I like tea.")
    (number,) = [each for each in host.atlas.memories() if each.kind is Kind.FACT and "555 0199" in each.content]
    host.atlas.review.decide(Status.SENSITIVE, number.id)
    copy = approve_redacted_copy(host.virtual.runtime, number.id).id
    shown = host.prompt("What is my phone number, 555?").items
    assert {item.memory.id for item in shown if "555 0199" in _told(item.memory)} <= {copy}


def _told(memory: Any) -> str:
    return " ".join([memory.content, *(each.quote for each in memory.evidence)])


def test_a_hook_quotes_nothing_of_a_sensitive_message(host: Host) -> None:  # C5
    host.say(SALARY)
    (episode,) = [each for each in host.atlas.memories() if each.content == SALARY]
    host.atlas.review.decide(Status.SENSITIVE, episode.id)
    assert "90,000" not in host.prompt("What is my salary at Acme?").text + host.begin()
