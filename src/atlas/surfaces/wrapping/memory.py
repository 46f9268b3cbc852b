"""ATLAS beside a call: what it gives, what it is told. Nothing that goes wrong here reaches whoever calls."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from atlas.engine.observe import Said
from atlas.model.interaction import Role
from atlas.surfaces.library import Atlas
from atlas.surfaces.wrapping.lane import Asides, Lane
from atlas.surfaces.wrapping.listening import listen
from atlas.surfaces.wrapping.replies import Hearing, Reply, reply_of
from atlas.surfaces.wrapping.turns import Asked, Format, read, with_data, with_instructions

T = TypeVar("T")

_MOST_OPEN: Final = 64
"""Turns midway through their tools of which is known what they were given."""


@dataclass(frozen=True, slots=True)
class Given:
    """What memory adds to a call."""

    data: str = ""
    instructions: str = ""


NOTHING: Final = Given()


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it was asked, and when."""

    form: Format
    asked: Asked
    began: datetime


@dataclass(slots=True)
class Shared:
    """What all wrapped clients of one Atlas share, so that wrapping costs nothing and may be done for each request."""

    lane: Lane = field(default_factory=Lane)
    asides: Asides = field(default_factory=Asides)
    given: OrderedDict[tuple[str, str], Given] = field(default_factory=OrderedDict)
    """To the turns that are midway, by conversation and question; gone with the reply."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    """Re-entrant, as the lane's: a stream that is dropped may end in the middle of anything."""

    def keep(self, key: tuple[str, str], given: Given) -> None:
        with self.lock:
            self.given[key] = given
            while len(self.given) > _MOST_OPEN:
                self.given.popitem(last=False)

    def kept(self, key: tuple[str, str]) -> Given:
        with self.lock:
            return self.given.get(key, NOTHING)

    def drop(self, key: tuple[str, str]) -> None:
        with self.lock:
            self.given.pop(key, None)


_SHARED: Final[WeakKeyDictionary[Atlas, Shared]] = WeakKeyDictionary()
_SHARING: Final = threading.RLock()


def shared(atlas: Atlas) -> Shared:
    """Closing the Atlas waits for what is still handed over."""
    with _SHARING:
        found = _SHARED.get(atlas)
        if found is None:
            found = _SHARED[atlas] = Shared()
            atlas.before_closing(found.lane.settle)
    return found


@dataclass(frozen=True, slots=True)
class Companion:
    """The memory of one conversation, beside each call that is made in it."""

    atlas: Atlas
    conversation: str
    speaker: str | None
    tokens: int
    seconds: float | None
    instructions: bool
    shared: Shared

    # --- before the call

    def read(self, form: Format, arguments: Mapping[str, Any]) -> Call | None:
        return self.sheltered("reading a call", lambda: self._call(form, arguments), None)

    def give(self, call: Call) -> Given:
        """Waited for; what takes too long is done without."""
        if call.asked.midway:
            return self.shared.kept(self._key(call))
        return self.sheltered("recalling", lambda: self._waited_for(call), NOTHING)

    async def give_async(self, call: Call) -> Given:
        """The same for whoever must not block."""
        import asyncio  # only async callers need it, and they have it

        if call.asked.midway:
            return self.shared.kept(self._key(call))
        try:
            asked = self.shared.asides.ask(lambda: self._recalled(call))
            return self._taken(call, await asyncio.wait_for(asyncio.wrap_future(asked), self.seconds))
        except Exception as error:  # noqa: BLE001 # the same bulkhead as `sheltered`
            self._note("recalling", error)
            return NOTHING

    def added(self, call: Call, arguments: Mapping[str, Any], given: Given) -> Mapping[str, Any]:
        """The caller's own, untouched, where there is nothing to add."""
        return self.sheltered("adding to a call", lambda: _with(call, arguments, given), arguments)

    def _call(self, form: Format, arguments: Mapping[str, Any]) -> Call | None:
        asked = read(form, arguments, self.speaker)
        return Call(form, asked, self.atlas.now()) if asked else None

    def _waited_for(self, call: Call) -> Given:
        asked = self.shared.asides.ask(lambda: self._recalled(call))
        try:
            return self._taken(call, asked.result(self.seconds))
        finally:
            asked.cancel()

    def _taken(self, call: Call, given: Given) -> Given:
        """A turn that goes on with its tools keeps what it was given, byte for byte, and what came too late it was
        not: the model still sees it, and what its provider has cached still fits."""
        self.shared.keep(self._key(call), given)
        return given

    def _recalled(self, call: Call) -> Given:
        """After what was said before is stored: a quick question finds what was said a moment ago."""
        if not self.shared.lane.settle(self.seconds):
            raise TimeoutError
        budget = self.tokens if self.instructions else self.tokens + self.atlas.law_tokens
        found = self.atlas.context(
            call.asked.question,
            budget,
            conversation=self.conversation,
            speaker=self.speaker,
            already=call.asked.sent,
        )
        return Given(found.data, found.instructions if self.instructions else "")

    def _key(self, call: Call) -> tuple[str, str]:
        return self.conversation, call.asked.question

    # --- after the call

    def answered(self, call: Call, answer: Any) -> None:
        """The reply is observed in the background."""
        self.sheltered("reading a reply", lambda: self._replied(call, reply_of(call.form, answer)), None)

    def streams(self, call: Call, stream: Any) -> None:
        """... once it has ended; meanwhile it is listened to."""
        hearing = Hearing(call.form, lambda reply: self._replied(call, reply))
        self.sheltered("listening to a stream", lambda: listen(stream, _Ear(self, hearing)), None)

    def _replied(self, call: Call, reply: Reply) -> None:
        """A step on the way is no reply yet: the call comes back with what the tools said."""
        if reply.step or not reply.text.strip():
            return
        took = max(0, round((self.atlas.now() - call.began).total_seconds() * 1_000))
        said = Said(Role.ASSISTANT, reply.text, tokens=reply.tokens, latency_ms=took)
        self.shared.drop(self._key(call))
        self.shared.lane.put(lambda: self._observe((*call.asked.said, said)))

    def _observe(self, messages: tuple[Said, ...]) -> None:
        receipt = self.atlas.observe(conversation=self.conversation, messages=messages)
        if receipt.interaction is None and receipt.problem:
            self._tell(receipt.problem)

    # --- trouble

    def sheltered(self, doing: str, do: Callable[[], T], otherwise: T) -> T:
        """The bulkhead: whatever happens inside, the call goes on as if ATLAS were not there."""
        try:
            return do()
        except Exception as error:  # noqa: BLE001 # this edge stands in the host's chat path, which must go on
            self._note(doing, error)
            return otherwise

    def _note(self, doing: str, error: Exception) -> None:
        if isinstance(error, TimeoutError):
            says = f"{doing.capitalize()} took longer than {self.seconds} s; the call went on without memory."
        else:
            says = f"Trouble in {doing} ({type(error).__name__}): {error}"
        self._tell(says)

    def _tell(self, says: str) -> None:
        self.atlas.note_trouble("wrap", says)
        with suppress(RuntimeError):  # no thread is to be had; the next write tells of it
            self.shared.lane.put_last(self.atlas.journal_troubles)


@dataclass(frozen=True, slots=True)
class _Ear:
    """Hears a stream, and keeps its own trouble to itself."""

    companion: Companion
    hearing: Hearing

    def hear(self, event: object) -> None:
        self.companion.sheltered("listening to a stream", lambda: self.hearing.hear(event), None)

    def end(self, *, whole: bool = False) -> None:
        self.companion.sheltered("listening to a stream", lambda: self.hearing.end(whole=whole), None)


def _with(call: Call, arguments: Mapping[str, Any], given: Given) -> Mapping[str, Any]:
    added = with_data(call.form, arguments, call.asked.place, given.data) if given.data else arguments
    return with_instructions(call.form, added, given.instructions) if given.instructions else added
