"""No tool, resource or prompt tells a model the words of what was rejected or is sensitive; what is past says so."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from mcp import Client

from atlas.model.memory import Kind, Status
from atlas.surfaces.library import Atlas
from atlas.surfaces.mcp.resources import profile_text
from atlas.surfaces.mcp.result_text import Desk, describe_story
from surfaces.mcp._clients import Person, call, read, talk

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


def read_everything(atlas: Atlas, question: str, person: Person | None = None) -> str:
    """What every tool that reads, every resource and prompt tell a client; somebody is asked to forget it all."""
    found: list[str] = []

    async def said(client: Client) -> None:
        given = {"recall": {"query": question}, "list_memories": {"limit": 50}, "status": {}}
        names = {tool.name for tool in (await client.list_tools()).tools if tool.annotations.read_only_hint}
        assert names == {*given, "explain"}
        found.extend([await call(client, name, **arguments) for name, arguments in given.items()])
        for memory in (each.id for each in atlas.memories(limit=100, archived=True)):
            found.append(await call(client, "explain", memory=memory))
            found.append(await read(client, f"atlas://memory/{memory}"))
            await client.call_tool("propose_forget", {"memory": memory})
        found.extend([await read(client, str(each.uri)) for each in (await client.list_resources()).resources])
        found.extend([str(await client.get_prompt(each.name)) for each in (await client.list_prompts()).prompts])

    talk(atlas, said, person=person or Person("decline"))
    return "\n".join(found)


@pytest.mark.parametrize("status", [Status.SENSITIVE, Status.REJECTED])
def test_no_way_of_reading_quotes_words_that_recall_would_mask(atlas: Atlas, status: Status) -> None:  # C1, C5
    atlas.observe("I earn 93,400 euros a year at Acme.", "I see.", conversation="c2")
    atlas.flush()
    assert "93,400" in read_everything(atlas, "Where do I work?")
    atlas.review.decide(status, *(each.id for each in atlas.memories() if "is 93,400" in each.content))
    told = read_everything(atlas, "Where do I work?")
    assert "The user works at Acme" in told
    assert "93,400" not in told


def test_nothing_that_waits_tells_what_is_sensitive(atlas: Atlas) -> None:  # C5
    atlas.observe("I have bipolar disorder.", "I see.", conversation="c2")
    atlas.flush()
    atlas.assistant.propose_memory("The user speaks openly of their bipolar disorder")
    atlas.assistant.propose_memory("The user has a canoe")
    assert "openly of their bipolar disorder" in read_everything(atlas, "What do I have?")
    atlas.review.decide(
        Status.SENSITIVE, *(each.id for each in atlas.memories() if each.content.endswith("has bipolar disorder"))
    )
    person = Person("decline")
    told = read_everything(atlas, "What do I have?", person)
    assert "bipolar" not in f"{told} {person.asked}"
    assert "speaks openly of their" in str(person.asked)
    assert "openly of their" in told
    assert "has a canoe" in told


def test_what_is_past_says_so(atlas: Atlas) -> None:  # T16
    atlas.observe("I moved to Lisbon.", "Nice!", conversation="c1")
    atlas.flush()
    lines = [line for line in told(atlas, "Where do I live?").splitlines() if '"I live in Porto."' in line]
    assert lines
    assert all("; no longer so since " in line and 'now "The user lives in Lisbon"' in line for line in lines)
