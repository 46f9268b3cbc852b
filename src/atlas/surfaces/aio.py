"""The same verbs for async code: each runs in a thread, with the same signature. No second implementation."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from atlas.surfaces.library import Atlas

P = ParamSpec("P")
T = TypeVar("T")

NOT_VERBS: Final = frozenset(
    {
        *("aio", "before_closing", "count_wrapped", "in_space", "law_tokens", "new_conversation", "note_trouble"),
        *("notices", "now", "open", "opened_by", "restore", "wrap_figures"),
    }
)
"""What async code takes from `Atlas` itself: nothing there waits for an open store."""


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

    accept = _Awaited(Atlas.accept)
    answer = _Awaited(Atlas.answer)
    approve = _Awaited(Atlas.approve)
    as_served = _Awaited(Atlas.as_served)
    audit = _Awaited(Atlas.audit)
    backup = _Awaited(Atlas.backup)
    bring = _Awaited(Atlas.bring)
    check_pages = _Awaited(Atlas.check_pages)
    close = _Awaited(Atlas.close)
    confidence = _Awaited(Atlas.confidence)
    conflicts = _Awaited(Atlas.conflicts)
    consolidate = _Awaited(Atlas.consolidate)
    context = _Awaited(Atlas.context)
    costs = _Awaited(Atlas.costs)
    cycles = _Awaited(Atlas.cycles)
    decide = _Awaited(Atlas.decide)
    decline = _Awaited(Atlas.decline)
    dismiss = _Awaited(Atlas.dismiss)
    doctor = _Awaited(Atlas.doctor)
    drop = _Awaited(Atlas.drop)
    due = _Awaited(Atlas.due)
    expire = _Awaited(Atlas.expire)
    export = _Awaited(Atlas.export)
    failures = _Awaited(Atlas.failures)
    feedback = _Awaited(Atlas.feedback)
    feedback_log = _Awaited(Atlas.feedback_log)
    flush = _Awaited(Atlas.flush)
    forget = _Awaited(Atlas.forget)
    give_up_replay = _Awaited(Atlas.give_up_replay)
    graph = _Awaited(Atlas.graph)
    health = _Awaited(Atlas.health)
    jobs = _Awaited(Atlas.jobs)
    journal_troubles = _Awaited(Atlas.journal_troubles)
    learned = _Awaited(Atlas.learned)
    log = _Awaited(Atlas.log)
    memories = _Awaited(Atlas.memories)
    next_due = _Awaited(Atlas.next_due)
    observations = _Awaited(Atlas.observations)
    observe = _Awaited(Atlas.observe)
    owed = _Awaited(Atlas.owed)
    patterns = _Awaited(Atlas.patterns)
    pending = _Awaited(Atlas.pending)
    preview = _Awaited(Atlas.preview)
    proposal = _Awaited(Atlas.proposal)
    propose_forget = _Awaited(Atlas.propose_forget)
    propose_memory = _Awaited(Atlas.propose_memory)
    recall = _Awaited(Atlas.recall)
    recall_for_model = _Awaited(Atlas.recall_for_model)
    reflect = _Awaited(Atlas.reflect)
    reflection = _Awaited(Atlas.reflection)
    reflections = _Awaited(Atlas.reflections)
    refusals = _Awaited(Atlas.refusals)
    reject = _Awaited(Atlas.reject)
    replaying = _Awaited(Atlas.replaying)
    report = _Awaited(Atlas.report)
    resolve = _Awaited(Atlas.resolve)
    retry = _Awaited(Atlas.retry)
    revert = _Awaited(Atlas.revert)
    said = _Awaited(Atlas.said)
    show = _Awaited(Atlas.show)
    signals = _Awaited(Atlas.signals)
    spaces = _Awaited(Atlas.spaces)
    speak = _Awaited(Atlas.speak)
    status = _Awaited(Atlas.status)
    suggestions = _Awaited(Atlas.suggestions)
    triggers = _Awaited(Atlas.triggers)
    undo = _Awaited(Atlas.undo)
    undoable = _Awaited(Atlas.undoable)
    verify = _Awaited(Atlas.verify)
    vouch = _Awaited(Atlas.vouch)
    whole = _Awaited(Atlas.whole)
    why = _Awaited(Atlas.why)
