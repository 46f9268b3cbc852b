"""The two processes of `serving`: a web app as in the servers guide, and a stand-in for a model's provider.

`python -m benchmarks.serving_app model|plain|memory …` serves on 127.0.0.1 and prints the port.
"""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from atlas.model.served_context import CONTEXT_HEAD
from atlas.surfaces.library import Atlas
from atlas.surfaces.wrapping.client import wrap
from benchmarks.stopwatch import so_far

Body = dict[str, Any]
Post = Callable[[Body], Awaitable[Any]]
Get = Callable[[], Awaitable[Any]]


def main(role: str, *arguments: str) -> None:
    import uvicorn

    app = _model(float(arguments[0]), arguments[1]) if role == "model" else _app(role == "memory", *arguments)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)  # noqa: T201 # who started this process waits for it
    uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False)).run(sockets=[listening])


def _model(delay_s: float, reply: str) -> Any:
    """Answers after a while, and keeps what it saw of memory in each call."""
    seen: list[dict[str, Any]] = []

    async def complete(body: Body) -> Any:
        said = [turn["content"] for turn in body["messages"]]
        question, _, data = said[-1].partition(f"\n\n{CONTEXT_HEAD}")
        before = [text for text in said[:-1] if len(text) > 20]
        repeats = sum(f'"{text}"' in data for text in (*before, question))
        seen.append({"user": body["user"], "memory": bool(data), "repeats": repeats})
        await asyncio.sleep(delay_s)
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": reply}}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}

    async def told() -> Any:
        return seen

    return _served({"/v1/chat/completions": complete}, {"/seen": told})


def _app(with_memory: bool, url: str, store: str) -> Any:
    """As in the servers guide: the store is opened once, a client is wrapped for each request."""
    from openai import AsyncOpenAI

    openai = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    memory = Atlas.open(store) if with_memory else None
    threads = _Threads()

    @lru_cache(maxsize=1_000)
    def memory_of(user: str) -> Atlas | None:
        return memory.in_space(user) if memory else None

    async def chat(body: Body) -> Any:
        user, space = body["user"], memory_of(body["user"])
        client = wrap(openai, atlas=space, conversation=body["conversation"]) if space else openai
        reply = await client.chat.completions.create(model="m", messages=body["messages"], user=user)
        threads.count()
        return {"reply": reply.choices[0].message.content}

    async def figures() -> Any:
        wrapped = asdict(memory.admin.wrap_figures()) if memory else None
        return {"cpu_s": so_far(), "threads": threads.most, "wrapped": wrapped}

    async def catch_up(body: Body) -> Any:
        for user in body["users"] if memory else ():
            space = memory_of(user)
            assert space is not None  # noqa: S101
            await space.aio.flush()
        return await figures()

    async def close() -> None:
        if memory:
            await memory.aio.close(think=False)

    return _served({"/chat": chat, "/catch-up": catch_up}, {"/figures": figures}, close)


class _Threads:
    """The most that this process had at a time: the system's count where it tells, with those of native code."""

    def __init__(self) -> None:
        self.most = 0

    def count(self) -> None:
        tasks = Path("/proc/self/task")
        there = sum(1 for _ in tasks.iterdir()) if tasks.exists() else threading.active_count()
        self.most = max(self.most, there)


def _served(posts: dict[str, Post], gets: dict[str, Get], close: Get | None = None) -> Any:
    """FastAPI where it is installed; where not, Starlette, on which FastAPI stands."""

    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        yield
        if close:
            await close()

    if find_spec("fastapi") is None:
        return _starlette(posts, gets, lifespan)
    from fastapi import FastAPI

    app = FastAPI(lifespan=lifespan)
    for path, post in posts.items():
        app.post(path)(post)
    for path, get in gets.items():
        app.get(path)(get)
    return app


def _starlette(posts: dict[str, Post], gets: dict[str, Get], lifespan: Any) -> Any:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route

    def posted(answer: Post) -> Callable[[Request], Awaitable[Response]]:
        async def route(request: Request) -> Response:
            return JSONResponse(await answer(await request.json()))

        return route

    def got(answer: Get) -> Callable[[Request], Awaitable[Response]]:
        async def route(_: Request) -> Response:
            return JSONResponse(await answer())

        return route

    routes = [Route(path, posted(post), methods=["POST"]) for path, post in posts.items()]
    routes += [Route(path, got(get)) for path, get in gets.items()]
    return Starlette(routes=routes, lifespan=lifespan)


if __name__ == "__main__":
    main(*sys.argv[1:])
