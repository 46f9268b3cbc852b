"""No tool, resource or prompt tells a model the words of what was rejected or is sensitive; what is past says so."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from atlas.model.memory import Kind, Status
from atlas.surfaces.library import Atlas
from atlas.surfaces.mcp.resources import profile_text
from atlas.surfaces.mcp.result_text import Desk, describe_story

UTC = ZoneInfo("UTC")
SALARY = "My salary at Acme is 90,000 euros."


def told(atlas: Atlas, topic: str) -> str:
    """All that a model could be given about a topic."""
    desk = Desk(atlas, UTC)
    stories = [
        describe_story(atlas.inspect.memory(each.id), atlas.admin.now(), UTC) for each in atlas.memories(limit=100)
    ]
    recalled = desk.quote_recalled(atlas.assistant.recall(topic, 20, written=desk.quote_recalled))
    return "\n".join([recalled, profile_text(desk), profile_text(desk, topic), *stories])


@pytest.mark.parametrize("status", [Status.SENSITIVE, Status.REJECTED])
def test_what_is_sensitive_or_rejected_is_told_to_no_model(atlas: Atlas, status: Status) -> None:  # C1, C5
    atlas.observe(f"{SALARY} My cat is called Tom.", "I see.", conversation="c1")
    atlas.flush()
    assert "90,000" in told(atlas, "What is my salary?")
    (fact,) = [each for each in atlas.memories() if each.kind is Kind.FACT and "90,000" in each.content]
    atlas.review.decide(status, fact.id)
    assert "90,000" not in told(atlas, "What is my salary?")
    assert "My cat is called Tom" in told(atlas, "What is my cat called?")


def test_what_is_past_says_so(atlas: Atlas) -> None:  # T16
    atlas.observe("I moved to Lisbon.", "Nice!", conversation="c1")
    atlas.flush()
    lines = [line for line in told(atlas, "Where do I live?").splitlines() if '"I live in Porto."' in line]
    assert lines
    assert all("; no longer so since " in line and 'now "The user lives in Lisbon"' in line for line in lines)
