"""The same verbs for async code: each runs in a thread, with the same signature. No second implementation."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from atlas.surfaces.library import Atlas

P = ParamSpec("P")
T = TypeVar("T")

NOT_VERBS: Final = frozenset({"aio", "in_space", "new_conversation", "now", "open"})
"""What async code takes from `Atlas` itself: nothing there waits for the store."""


class _Awaited(Generic[P, T]):
    """A verb of Atlas as a coroutine function with the same parameters."""

    def __init__(self, verb: Callable[Concatenate[Atlas, P], T]) -> None:
        self.verb = verb

    def __get__(self, instance: AsyncAtlas, owner: type[AsyncAtlas]) -> Callable[P, Awaitable[T]]:
        @functools.wraps(self.verb)
        async def run(*args: Any, **kwargs: Any) -> T:
            return await asyncio.to_thread(self.verb, instance.atlas, *args, **kwargs)

        return run


class AsyncAtlas:
    """`await atlas.aio.observe(...)`: every verb of `Atlas`, awaited. A test holds the two lists equal."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas

    answer = _Awaited(Atlas.answer)
    approve = _Awaited(Atlas.approve)
    close = _Awaited(Atlas.close)
    context = _Awaited(Atlas.context)
    decide = _Awaited(Atlas.decide)
    doctor = _Awaited(Atlas.doctor)
    expire = _Awaited(Atlas.expire)
    export = _Awaited(Atlas.export)
    flush = _Awaited(Atlas.flush)
    forget = _Awaited(Atlas.forget)
    learned = _Awaited(Atlas.learned)
    log = _Awaited(Atlas.log)
    memories = _Awaited(Atlas.memories)
    observe = _Awaited(Atlas.observe)
    owed = _Awaited(Atlas.owed)
    pending = _Awaited(Atlas.pending)
    proposal = _Awaited(Atlas.proposal)
    recall = _Awaited(Atlas.recall)
    reflections = _Awaited(Atlas.reflections)
    refusals = _Awaited(Atlas.refusals)
    reject = _Awaited(Atlas.reject)
    resolve = _Awaited(Atlas.resolve)
    revert = _Awaited(Atlas.revert)
    said = _Awaited(Atlas.said)
    show = _Awaited(Atlas.show)
    spaces = _Awaited(Atlas.spaces)
    speak = _Awaited(Atlas.speak)
    status = _Awaited(Atlas.status)
    undo = _Awaited(Atlas.undo)
    undoable = _Awaited(Atlas.undoable)
    verify = _Awaited(Atlas.verify)
    why = _Awaited(Atlas.why)
