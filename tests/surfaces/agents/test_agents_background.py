"""However often hooks run, one process follows transcripts, nothing is lost, and the others load nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
import pytest

from _fork_server import python
from _patience import LIMIT_S
from atlas.glance import Turns, turns_beside
from atlas.settings import load_settings
from surfaces.agents import _agents
from surfaces.agents._agents import SESSION, Agent, surroundings
from surfaces.cli._person import Person

MODULE = "atlas.surfaces.agents.background"


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    folder = tmp_path / "project"
    folder.mkdir()
    return Agent("claude-code", Person(tmp_path / "home"), folder)


@pytest.fixture
def turns(agent: Agent) -> Turns:
    agent.person.home.mkdir()
    return turns_beside(load_settings(agent.person.home))


def started(agent: Agent, ended: bool = False) -> subprocess.Popen[bytes]:
    told = json.dumps([agent.name, str(agent.transcript), ended, None, None])
    return subprocess.Popen([python(), "-P", "-m", MODULE, told], env=surroundings(agent.person))


def followed(agent: Agent, ended: bool = False) -> None:
    with started(agent, ended) as process:
        assert process.wait(timeout=LIMIT_S) == 0


def said(agent: Agent) -> list[str]:
    conversation = f"{agent.name}:{SESSION}"
    found: Any = agent.person.data("memories", "--kind", "episode", "--conversation", conversation, "--limit", "1000")
    return [each["content"] for each in reversed(found["memories"])]


def test_who_does_not_get_the_turn_leaves_a_note_and_opens_nothing(agent: Agent, turns: Turns) -> None:
    agent.write(("user", "I live in Braga."), ("assistant", "Noted."))
    with turns.turn("following") as ours:
        assert ours
        for _ in range(3):
            followed(agent)
        assert not (agent.person.home / "memory.atlas").exists()
        (note,) = turns.notes()
        assert len(note.files) == 3
    followed(agent, ended=True)
    assert said(agent) == ["I live in Braga.", "Noted."]
    assert not turns.notes()


def test_who_does_not_get_the_turn_loads_nothing_heavy(agent: Agent, turns: Turns) -> None:
    agent.write(("user", "Hello."), ("assistant", "Hi."))
    script = (
        f"import sys; from pathlib import Path; from {MODULE} import follow_transcript; "
        f"follow_transcript('claude-code', Path({str(agent.transcript)!r}), False, None, None); "
        "print(*(n for n in ('numpy', 'atlas.compose', 'atlas.engine.jobs.runner', 'onnxruntime') if n in sys.modules))"
    )
    with turns.turn("following"):
        done = subprocess.run(
            [sys.executable, "-c", script], env=surroundings(agent.person), capture_output=True, text=True, check=True
        )
    assert done.stdout.split() == []
    assert turns.notes()


def test_what_was_left_by_one_who_died_is_seen_to_by_the_next(agent: Agent, turns: Turns) -> None:
    agent.write(("user", "I live in Braga."), ("assistant", "Noted."), ("user", "And now?"))
    turns.leave(json.dumps([agent.name, str(agent.transcript), True, "default"]))
    turns.leave("no note of ours")
    other = Agent("codex", agent.person, agent.folder)
    other.write(("user", "Hello."), ("assistant", "Hi."))
    followed(other)
    assert said(agent) == ["I live in Braga.", "Noted.", "And now?"]
    assert said(other) == ["Hello.", "Hi."]
    assert not turns.notes()


def test_many_at_once_take_each_turn_in_once_and_leave_no_note(agent: Agent, turns: Turns) -> None:
    for number in range(6):
        agent.write(("user", f"This is word number {number}."), ("assistant", "Yes."), begun=2 * number)
    running = [started(agent, ended=number == 3) for number in range(6)]
    for process in running:
        assert process.wait(timeout=LIMIT_S) == 0
    assert said(agent).count("Yes.") == 6
    assert len(said(agent)) == 12
    assert not turns.notes()
    assert agent.person.data("status")["owed"] == 0


def test_who_catches_up_holds_up_nobody_who_follows(agent: Agent, turns: Turns) -> None:
    agent.write(("user", "I live in Braga."), ("assistant", "Noted."))
    with turns.turn("catching-up") as ours:
        assert ours
        followed(agent)
        assert said(agent) == ["I live in Braga.", "Noted."]
        assert [each["content"] for each in agent.person.data("memories")["memories"] if each["kind"] == "fact"]


def test_a_host_that_says_a_session_has_ended_ends_it(
    agent: Agent, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:  # E1
    """Not before; once, however often it says so; and what is said afterwards begins another."""
    monkeypatch.setattr(_agents, "BEGAN", datetime.now(UTC) - timedelta(minutes=2))
    agent.write(("user", "What is the capital of Portugal?"), ("assistant", "Lisbon."))
    followed(agent)
    assert [each["ended"] for each in sessions(agent)] == [False]
    for _ in range(2):
        followed(agent, ended=True)
    assert sessions(agent) == [{"ended": True, "gate": "skipped"}]
    agent.write(("user", "And of Spain?"), ("assistant", "Madrid."), begun=2)
    followed(agent)
    assert [each["ended"] for each in sessions(agent)] == [True, False]


def sessions(agent: Agent) -> list[dict[str, Any]]:
    with closing(apsw.Connection(str(agent.person.home / "memory.atlas"))) as connection:
        rows = connection.execute("SELECT ended_at IS NOT NULL, gate FROM sessions ORDER BY seq").fetchall()
    return [{"ended": bool(ended), "gate": gate} for ended, gate in rows]
