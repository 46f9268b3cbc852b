"""H6: each rung that holds back does so whichever way something comes in, and no way but an operator's leads down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client

from atlas.engine.core.ledger import Ledger
from atlas.model.journal import Action, Actor
from atlas.model.metric import Escalation, Rung
from atlas.settings import load_settings
from atlas.surfaces.agents.background import follow_transcript
from atlas.surfaces.library import Atlas
from surfaces.agents._agents import Agent, eventually
from surfaces.cli._person import Person
from surfaces.mcp._clients import call, open_atlas, talk

SAID = "My sister is called Maria."
HELD = (Rung.RESTRICTED, Rung.REVIEW, Rung.PAUSED)


def tell_library(ana: Person) -> None:
    with open_atlas(ana.home) as atlas:
        assert atlas.observe(SAID, "Good to know.", conversation="c2").acknowledged
        atlas.flush()


def tell_command(ana: Person) -> None:
    ana.run("observe", "--user", SAID, "--assistant", "Good to know.", "--conversation", "c2")
    ana.run("work", "--once")


def tell_model(ana: Person) -> None:
    async def said(client: Client) -> None:
        assert "the engine is " in await call(client, "status")
        await call(client, "remember", text="The user's sister is called Maria.")

    with open_atlas(ana.home) as atlas:
        talk(atlas, said)
        atlas.flush()


def tell_hook(ana: Person) -> None:
    folder = ana.home.with_name("project")
    folder.mkdir()
    agent = Agent("claude-code", ana, folder)
    agent.write(("user", SAID), ("assistant", "Good to know."))
    follow_transcript(agent.name, agent.transcript, True, str(ana.home), None)


def tell_worker(ana: Person) -> None:
    """Beside it a space that nothing holds back: once its thought is done, the worker has had its turn here too."""
    settings = load_settings(ana.home, ana.env)
    with Atlas.open(settings.store, settings=settings, background=True) as atlas:
        atlas.observe(SAID, "Good to know.", conversation="c2")
        free = atlas.in_space("free")
        free.observe(SAID, "Good to know.", conversation="c2")
        eventually(lambda: [each for each in free.memories(limit=50) if each.claim])


WAYS: dict[str, Callable[[Person], None]] = {
    "library": tell_library,
    "command": tell_command,
    "MCP": tell_model,
    "hook": tell_hook,
    "worker": tell_worker,
}


@pytest.fixture
def ana(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    monkeypatch.setenv("ATLAS_EMBEDDER", "hashing")
    ana = Person(tmp_path / "home")
    ana.tell("I live in Porto.")
    return ana


def put(ana: Person, rung: Rung) -> None:
    with open_atlas(ana.home) as atlas:
        runtime = atlas._opening.runtime
        with runtime.writing() as txn:
            stands = Escalation(rung, runtime.now(), "The consistency is 0.40.")
            Ledger(runtime, txn).record_escalation(Actor.ATLAS, Action.ESCALATED, stands)


def learned(ana: Person) -> set[str]:
    """How what was told of the sister stands, beside the transcript."""
    found = ana.data("memories", "--limit", "100")["memories"]
    return {each["status"] for each in found if each["kind"] != "episode" and "Maria" in each["content"]}


@pytest.mark.parametrize("rung", HELD)
@pytest.mark.parametrize("way", WAYS)
def test_a_rung_holds_back_whatever_comes_in_by_every_way(ana: Person, way: str, rung: Rung) -> None:
    put(ana, rung)
    WAYS[way](ana)
    waits = rung is not Rung.PAUSED or way == "MCP"  # a model's wish is no thought: it waits as ever
    if way != "worker":  # it may not have come to it yet
        assert learned(ana) == ({"needs_review"} if waits else set())
    assert learned(ana) <= {"needs_review"}
    assert ana.data("status")["ladder"]["rung"] == rung.value
    assert "Porto" in ana.says("recall", "Where do I live?")
    assert ana.data("resume", "--reason", "I looked.")["rung"] == "free"
    ana.run("work", "--once")
    assert learned(ana), "what was held back is done once an operator goes on"
