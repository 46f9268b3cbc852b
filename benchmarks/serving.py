"""What memory costs a web server with many users (`python -m benchmarks serving`).

A FastAPI app as in the servers guide, under uvicorn, with a stand-in for a model's provider on the same machine. Each
user talks in conversations of a few turns and sends the turns of the conversation with each call, as chat apps do. The
same load goes to the app with ATLAS and to the app without it, each in a process of its own, in the same run.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import httpx

from atlas.errors import BadInput
from benchmarks.repository import ROOT
from benchmarks.stopwatch import times, wall

NEEDED: Final = ("openai", "starlette", "uvicorn")
WAYS: Final = ("plain", "memory")
FROM: Final = 3
"""From each user's third call on, every call is to have memory."""
MOST_CPU_MS: Final = 20.0
_TURNS_A_TALK: Final = 5
_CITIES: Final = ("Porto", "Rome", "Lima", "Oslo", "Kyoto", "Quito", "Turin", "Lyon", "Ghent", "Perth")
_THINGS: Final = ("green tea", "old maps", "long walks", "chess", "fresh figs", "jazz", "rowing", "tall ships")
_REPLY: Final = "Noted."
"""As in the guide."""
_WORD: Final = "certainly"


@dataclass(frozen=True, slots=True)
class Load:
    users: int
    turns: int
    model_s: float
    reply_words: int = 1

    @property
    def reply(self) -> str:
        return " ".join([_REPLY, *[f"{_WORD}{number}" for number in range(1, self.reply_words)]])


def measured(load: Load, tick: Callable[[], None]) -> dict[str, Any]:
    """The app without memory and with it, under the same load."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise BadInput(f"This benchmark needs {' and '.join(missing)}: pip install openai 'atlas-reflect[mcp]'.")
    found: dict[str, Any] = {way: _way(way, load, tick) for way in WAYS}
    plain, memory = found["plain"], found["memory"]
    added = memory["cpu_ms_a_call_all"] - plain["cpu_ms_a_call_all"]
    return {
        "users": load.users,
        "turns": load.turns,
        "model_ms": round(load.model_s * 1_000),
        "reply_words": load.reply_words,
        "framework": "fastapi" if find_spec("fastapi") else "starlette",
        **found,
        "added_cpu_ms_a_call": round(added, 2),
        "bars": {
            "added_cpu_ms_a_call": {"bar": MOST_CPU_MS, "met": added <= MOST_CPU_MS},
            "with_memory": {"bar": 1.0, "met": memory["with_memory"] == 1.0},
            "repeats": {"bar": 0, "met": memory["repeats"] == 0},
        },
    }


def _way(way: str, load: Load, tick: Callable[[], None]) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder,
        _serving("model", str(load.model_s), load.reply) as model,
        _serving(way, f"{model}/v1", str(Path(folder) / "server.atlas")) as app,
    ):
        return asyncio.run(_loaded(app, model, load, tick))


async def _loaded(app: str, model: str, load: Load, tick: Callable[[], None]) -> dict[str, Any]:
    names = [f"user{number:03}" for number in range(load.users)]
    async with httpx.AsyncClient(timeout=600, limits=httpx.Limits(max_connections=None)) as http:
        for _ in range(2):  # what is loaded once is no call's doing
            await _say(http, app, "warm", "w", [], "I live in Bern.")
        await _json(http.post(f"{app}/catch-up", json={"users": ["warm"]}))
        before = await _json(http.get(f"{app}/figures"))
        began = wall()
        talks = await asyncio.gather(*(_talk(http, app, name, n, load.turns, tick) for n, name in enumerate(names)))
        took = wall() - began
        after = await _json(http.get(f"{app}/figures"))
        caught_up = await _json(http.post(f"{app}/catch-up", json={"users": names}))
        seen = await _json(http.get(f"{model}/seen"))
    calls = load.users * load.turns
    memory = [[each for each in seen if each["user"] == name][FROM - 1 :] for name in names]
    later = [each for calls_of_one in memory for each in calls_of_one]
    with_memory = sum(each["memory"] for each in later) / len(later) if later else 1.0
    return {
        **times([each for talk in talks for each in talk]).figures(),
        "calls_a_second": round(calls / took, 1),
        "cpu_ms_a_call": _a_call(before, after, calls),
        "cpu_ms_a_call_all": _a_call(before, caught_up, calls),
        "with_memory": round(with_memory, 4),
        "repeats": sum(each["repeats"] > 0 for each in seen),
        "threads": caught_up["threads"],
        "wrapped": caught_up["wrapped"],
    }


def _a_call(before: dict[str, Any], after: dict[str, Any], calls: int) -> float:
    return float(round((after["cpu_s"] - before["cpu_s"]) * 1_000 / calls, 2))


async def _talk(
    http: httpx.AsyncClient, app: str, name: str, number: int, turns: int, tick: Callable[[], None]
) -> list[float]:
    seconds, history = [], list[dict[str, str]]()
    for turn in range(turns):
        if turn % _TURNS_A_TALK == 0:
            history = []
        began = wall()
        history = await _say(http, app, name, f"c{turn // _TURNS_A_TALK}", history, said(number, turn))
        seconds.append(wall() - began)
        tick()
    return seconds


def said(number: int, turn: int) -> str:
    """What a user says: two facts first, then by turns something new and a question about what was said before."""
    if turn == 0:
        return f"I live in {_CITIES[number % len(_CITIES)]}."
    if turn == 1:
        return f"I work as nurse number {number}."
    thing = f"{_THINGS[(number + turn) % len(_THINGS)]} {number}{turn}"
    return f"Where do I live, and is {thing} sold there?" if turn % 2 else f"I like {thing} where I live."


async def _say(
    http: httpx.AsyncClient, app: str, user: str, conversation: str, history: Sequence[dict[str, str]], text: str
) -> list[dict[str, str]]:
    messages = [*history, {"role": "user", "content": text}]
    body = {"user": user, "conversation": conversation, "messages": messages}
    reply = await _json(http.post(f"{app}/chat", json=body))
    return [*messages, {"role": "assistant", "content": reply["reply"]}]


async def _json(asked: Any) -> Any:
    answer = await asked
    answer.raise_for_status()
    return answer.json()


@contextmanager
def _serving(role: str, *arguments: str) -> Iterator[str]:
    """A process of ours until the block ends; its address."""
    line = [sys.executable, "-m", "benchmarks.serving_app", role, *arguments]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 # our own module
        try:
            assert process.stdout  # noqa: S101 # it is piped
            port = process.stdout.readline().strip()
            if not port:
                raise BadInput(f"The {role} of the benchmark could not be started; what it wrote above says why.")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
