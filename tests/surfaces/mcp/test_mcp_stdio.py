"""`atlas mcp` as a client starts it: a process of its own, spoken to over its streams by the SDK's own client."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from _patience import LIMIT_S
from atlas.model.memory import Kind, Status
from surfaces.mcp._clients import (
    MODES,
    Person,
    call,
    finish,
    first_id,
    open_atlas,
    over_stdio,
    read,
    refused,
    start,
)

NOISY = """
import logging, os, sys, warnings
from atlas.surfaces.library.inspection import Inspection

whole = Inspection.status

def noisy(self):
    print("printed")
    os.write(1, b"written raw\\n")
    warnings.warn("a warning")
    logging.getLogger("somebody").warning("a log line")
    return whole(self)

Inspection.status = noisy
sys.argv = ["atlas", "mcp"]
from atlas.surfaces.cli import main
main()
"""
"""The command, with a store that makes noise whenever it is asked how it stands."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where somebody said where they live."""
    with open_atlas(tmp_path / "home") as atlas:
        atlas.observe("I live in Porto.", "Nice!", conversation="c1")
        atlas.flush()
    return tmp_path / "home"


@pytest.mark.parametrize("mode", MODES)
def test_a_client_lists_recalls_remembers_explains_and_is_refused_an_approval(home: Path, mode: str) -> None:
    """C1, C3, C8: with the current protocol, and with the handshake of older clients."""
    made: list[str] = []

    async def said(client: Client) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools][:2] == ["recall", "remember"]
        found = await call(client, "recall", query="Where do I live?")
        assert "The user lives in Porto" in found
        proposed = await call(client, "remember", text="The user keeps bees.")
        assert "needs_review" in proposed
        made.append(first_id(proposed))
        why = await call(client, "explain", memory=made[0])
        assert "status: needs_review" in why
        assert "a person decides" in why
        assert "There is no tool 'approve'" in await refused(client, "approve", memory=made[0])
        assert "bees" not in await call(client, "recall", query="Who keeps bees?")

    over_stdio(home, said, mode=mode)
    with open_atlas(home) as atlas:
        memory = atlas.inspect.memory(made[0]).memory
        assert (memory.status, memory.origin, memory.content) == (
            Status.NEEDS_REVIEW,
            "assistant",
            "The user keeps bees.",
        )
        assert atlas.admin.verify().ok


@pytest.mark.parametrize("mode", MODES)
def test_a_person_at_the_client_is_asked_before_anything_is_forgotten(home: Path, mode: str) -> None:
    """X3, by either way of asking that the protocol has had."""
    person = Person("accept", {"forget": True})

    async def said(client: Client) -> None:
        id = first_id(await call(client, "recall", query="Where do I live?"))
        assert "Forgotten for good" in await call(client, "propose_forget", memory=id)

    over_stdio(home, said, mode=mode, person=person)
    (question,) = person.asked
    assert "The user lives in Porto" in question
    with open_atlas(home) as atlas:
        assert atlas.memories(kinds=[Kind.FACT], archived=True) == []


@pytest.mark.parametrize("mode", MODES)
def test_resources_and_prompts_are_read(home: Path, mode: str) -> None:
    async def said(client: Client) -> None:
        assert "The user lives in Porto" in await read(client, "atlas://profile")
        assert "Nothing waits" in await read(client, "atlas://pending")
        prompt = await client.get_prompt("what_do_you_know")
        assert "The user lives in Porto" in prompt.model_dump_json()

    over_stdio(home, said, mode=mode)


def test_nothing_but_the_protocol_is_on_stdout(home: Path) -> None:
    """What is printed, warned of or logged meanwhile goes to stderr."""
    process = start(home, script=NOISY)
    try:
        answers = _answers(process, _spoken("status"))
        rest, errors = process.communicate(timeout=LIMIT_S)
    finally:
        finish(process)
    assert [answer["id"] for answer in answers] == [1, 2]
    assert rest == b""
    for noise in (b"printed", b"written raw", b"a warning", b"a log line"):
        assert noise in errors


def test_it_ends_when_stdin_is_closed(home: Path) -> None:
    process = start(home)
    try:
        _, errors = process.communicate(b"", timeout=LIMIT_S)
        assert (process.returncode, errors) == (0, b"")
    finally:
        finish(process)


def test_it_ends_on_sigterm_while_stdin_stays_open(home: Path) -> None:
    process = start(home)
    try:
        assert len(_answers(process, _spoken("status"))) == 2
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=LIMIT_S) == 0
    finally:
        finish(process)
    with open_atlas(home) as atlas:
        assert atlas.admin.verify().ok


NO_MESSAGES = (b"not json\n", b"[]\n", b'{"jsonrpc": "2.0"}\n', b"\xff\xfe\n", b"[" * 100_000 + b"\n")


def test_lines_that_are_no_message_do_not_end_it(home: Path) -> None:
    """Neither before anything was said nor later, and after each of them it answers."""
    process = start(home)
    try:
        for number, line in enumerate(NO_MESSAGES):
            answers = _answers(process, line + (_called("status") if number else _spoken("status")))
            assert "policy" in answers[-1]["result"]["content"][0]["text"], line[:20]
        process.communicate(timeout=LIMIT_S)
    finally:
        finish(process)
    assert process.returncode == 0


def _answers(process: subprocess.Popen[bytes], said: bytes) -> list[dict[str, Any]]:
    """Every line that comes back, up to the answer to the second request; each is a message of the protocol."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(said)
    process.stdin.flush()
    answers: list[dict[str, Any]] = []
    for line in process.stdout:
        answers.append(json.loads(line))
        assert answers[-1]["jsonrpc"] == "2.0"
        if answers[-1].get("id") == 2:
            break
    return answers


def _spoken(tool: str) -> bytes:
    """As an older client begins, and then one call."""
    hello = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "a test", "version": "1"},
    }
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
    ]
    return b"".join(map(_line, messages)) + _called(tool)


def _called(tool: str) -> bytes:
    return _line({"id": 2, "method": "tools/call", "params": {"name": tool, "arguments": {}}})


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
