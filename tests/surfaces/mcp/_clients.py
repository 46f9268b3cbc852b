"""Clients of the real SDK, and the command as a real process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import IO, Any

import anyio
import httpx2
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult, TextContent, TextResourceContents

from _fork_server import python
from _patience import LIMIT_S
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from atlas.surfaces.mcp.server import make_server

ROOT = Path(__file__).parents[3]
MODES = ("legacy", "2026-07-28", "auto")
"""With the handshake of old, without one, and as the client finds out."""
ID = re.compile(r"\bm_[0-9a-z]+\b")
Talk = Callable[[Client], Awaitable[None]]


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def call(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool answers; that it went well is asserted."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    return text_of(result)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The one sentence with which a tool fails."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, text_of(result)
    said = text_of(result)
    assert "Traceback" not in said
    assert "\n" not in said
    return said


async def read(client: Client, uri: str) -> str:
    (contents,) = (await client.read_resource(uri)).contents
    assert isinstance(contents, TextResourceContents)
    return contents.text


def first_id(text: str) -> str:
    found = ID.search(text)
    assert found, text
    return found[0]


class Person:
    """Sits at the client and is asked; keeps the questions."""

    def __init__(self, action: str = "accept", content: dict[str, Any] | None = None) -> None:
        self.asked: list[str] = []
        self._answer = ElicitResult(action=action, content=content)  # type: ignore[arg-type]

    async def __call__(self, context: object, params: ElicitRequestParams) -> ElicitResult:
        self.asked.append(params.message)
        return self._answer


# --- within this process, for many cases


def environment(home: Path, **more: str) -> dict[str, str]:
    return {"ATLAS_HOME": str(home), "ATLAS_EMBEDDER": "hashing", "PYTHONPATH": str(ROOT / "src"), **more}


def open_atlas(home: Path, **more: str) -> Atlas:
    home.mkdir(exist_ok=True)
    settings = load_settings(home, environment(home, **more))
    return Atlas.open(settings.store, settings=settings, background=False)


def talk(atlas: Atlas, said: Talk, *, mode: str = "2026-07-28", person: Person | None = None) -> None:
    """With the server that `atlas mcp` serves."""

    async def main() -> None:
        async with Client(make_server(atlas, UTC), mode=mode, elicitation_callback=person) as client:
            await said(client)

    anyio.run(main)


def waiting(atlas: Atlas, text: str) -> str:
    """Something that a model asked to be remembered; its id."""
    wished = atlas.assistant.propose_memory(text)
    assert wished.memory
    return wished.memory.id


# --- with the command as a process


def over_stdio(home: Path, said: Talk, *, mode: str, person: Person | None = None) -> None:
    """The SDK hands on little of the surroundings; what an interpreter reads when it starts is there for a fork."""
    read_at_start = {name: value for name, value in os.environ.items() if name.startswith(("PYTHON", "LANG", "LC_"))}
    env = {**read_at_start, **environment(home)}
    command = StdioServerParameters(command=python(), args=["-m", "atlas", "mcp"], env=env)

    async def main() -> None:
        with (home / "stderr").open("w") as errors:
            async with Client(stdio_client(command, errors), mode=mode, elicitation_callback=person) as client:
                await said(client)

    anyio.run(main)


@dataclass(frozen=True)
class Listening:
    """A server over HTTP, while it runs."""

    process: subprocess.Popen[bytes]
    url: str
    token_file: Path

    @property
    def token(self) -> str:
        return self.token_file.read_text().strip()

    def over_http(self, said: Talk, *, mode: str, person: Person | None = None) -> None:
        async def main() -> None:
            async with self._connected(mode, person) as client:
                await said(client)

        anyio.run(main)

    @asynccontextmanager
    async def _connected(self, mode: str, person: Person | None) -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=LIMIT_S) as http:
            transport = streamable_http_client(self.url, http_client=http)
            async with Client(transport, mode=mode, elicitation_callback=person) as client:
                yield client


@contextmanager
def listening(home: Path) -> Iterator[Listening]:
    """`atlas mcp --http` on a free port; told to stop at the end, and it ends well."""
    home.mkdir(exist_ok=True)
    with (home / "stderr").open("wb") as errors:
        process = start(home, "--http", "--port", "0", "--json", errors=errors)
    try:
        assert process.stdout
        says = json.loads(process.stdout.readline())
        yield Listening(process, says["url"], Path(says["token_file"]))
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=LIMIT_S) == 0
    finally:
        finish(process)


def start(
    home: Path, *args: str, script: str | None = None, errors: IO[bytes] | int = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    """The command, or a script that comes to it, with its streams in hand."""
    program = [sys.executable, "-c", script] if script else [python(), "-m", "atlas", "mcp"]
    return subprocess.Popen(
        [*program, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        env={**os.environ, **environment(home)},
    )


def finish(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()
