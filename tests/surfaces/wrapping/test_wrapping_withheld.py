"""What a wrapped client sends holds no words of what was rejected or is sensitive, and marks what is past (C1, T16)."""

from __future__ import annotations

import pytest

from atlas.model.memory import Kind, Status
from atlas.surfaces.wrapping.call_messages import Format
from surfaces.wrapping._desk import Client, Desk, answer, user


def sent(desk: Desk, question: str) -> str:
    client = Client(answer(Format.CHAT, "I see."))
    desk.wrapped(client, conversation="later").chat.completions.create(messages=[user(question)])
    return str(client.calls[0]["messages"][-1]["content"])


@pytest.mark.parametrize("status", [Status.SENSITIVE, Status.REJECTED])
def test_no_words_of_what_is_sensitive_or_rejected_are_sent(desk: Desk, status: Status) -> None:  # C1, C5
    desk.atlas.observe("My salary at Acme is 90,000 euros. My cat is called Tom.", "I see.", conversation="before")
    desk.atlas.flush()
    assert "90,000" in sent(desk, "What is my salary?")
    (fact,) = [each for each in desk.atlas.memories() if each.kind is Kind.FACT and "90,000" in each.content]
    desk.atlas.review.decide(status, fact.id)
    assert "90,000" not in sent(desk, "What is my salary, and who is my cat?")


def test_what_is_past_is_sent_as_past(porto: Desk) -> None:  # T16
    porto.atlas.observe("I moved to Lisbon.", "Nice!", conversation="before")
    porto.atlas.flush()
    lines = [line for line in sent(porto, "Where did I live before?").splitlines() if "Porto" in line]
    assert lines
    assert all("; no longer so since " in line for line in lines)
