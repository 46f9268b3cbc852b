"""ATLAS beside a call: what it gives, what it is told. Nothing that goes wrong here reaches whoever calls."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from atlas.compose import stopwatch
from atlas.engine.intake.observe import Said
from atlas.model.blocks import furthest
from atlas.model.interaction import Role
from atlas.model.origin import Origin
from atlas.surfaces.library import Atlas
from atlas.surfaces.wrapping.background_queue import Asides, Lane, Lanes
from atlas.surfaces.wrapping.call_messages import MOST_TURNS, Asked, Format, read, with_data, with_instructions
from atlas.surfaces.wrapping.figures import Calls, WrapFigures
from atlas.surfaces.wrapping.replies import Hearing, Reply, reply_of
from atlas.surfaces.wrapping.stream_listener import listen

T = TypeVar("T")

_MOST_OPEN: Final = 64
"""Turns midway through their tools of which is known what they were given."""
_MOST_RESPONSES: Final = 4_096
"""Responses that are known by their provider's name for them; one that is not known may have read anything."""


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


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What was said before a response that waits for tools, and what it had read: observed with the reply."""

    said: tuple[Said, ...] = ()
    read: Origin | None = None


PROBE_S: Final = 0.05
"""So long a call waits for memory that was late or failed the last time."""


class Patience:
    """How long a call waits. When memory was late or failed, the next ones only probe, until a recall is in time
    again: nobody pays the whole wait call after call."""

    def __init__(self) -> None:
        self._probing = False

    def seconds(self, wanted: float | None) -> float | None:
        return min(wanted, PROBE_S) if self._probing and wanted is not None else wanted

    def recalled(self, took: float, wanted: float | None) -> None:
        """Also of one that nobody waited for any more: in time for the next call is in time."""
        self._probing = wanted is not None and took > wanted

    def failed(self) -> None:
        self._probing = True


class Pool:
    """The threads and the counters that all spaces of a store share."""

    def __init__(self) -> None:
        self.lanes = Lanes()
        self.asides = Asides()
        self.calls = Calls()

    def figures(self, spaces_waiting: int) -> WrapFigures:
        return self.calls.figures(self.asides.waiting, self.lanes.waiting, spaces_waiting)


@dataclass(slots=True)
class Shared:
    """What all wrapped clients of one Atlas share, so that wrapping costs nothing and may be done for each request."""

    pool: Pool
    lane: Lane
    patience: Patience = field(default_factory=Patience)
    given: OrderedDict[tuple[str, str], Given] = field(default_factory=OrderedDict)
    """To the turns that are midway, by conversation and question; gone with the reply."""
    responses: OrderedDict[tuple[str, str], Unfinished] = field(default_factory=OrderedDict)
    """By conversation and the provider's name: a call that goes on from one does not send again what led to it."""
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

    def keep_response(self, key: tuple[str, str], unfinished: Unfinished) -> None:
        with self.lock:
            self.responses[key] = unfinished
            while len(self.responses) > _MOST_RESPONSES:
                self.responses.popitem(last=False)

    def kept_response(self, key: tuple[str, str]) -> Unfinished | None:
        with self.lock:
            return self.responses.get(key)

    def drop(self, key: tuple[str, str]) -> None:
        with self.lock:
            self.given.pop(key, None)


_SHARED: Final[WeakKeyDictionary[Atlas, Shared]] = WeakKeyDictionary()
_POOLS: Final[WeakKeyDictionary[Atlas, Pool]] = WeakKeyDictionary()
"""By the Atlas that opened the store."""
_SHARING: Final = threading.RLock()


def shared(atlas: Atlas) -> Shared:
    """Closing the Atlas waits for what is still handed over."""
    with _SHARING:
        found = _SHARED.get(atlas)
        if found is None:
            pool = _pool(atlas.opened_by)
            found = _SHARED[atlas] = Shared(pool, Lane(pool.lanes))
            atlas.before_closing(found.lane.settle)
    return found


def _pool(opener: Atlas) -> Pool:
    found = _POOLS.get(opener)
    if found is None:
        found = _POOLS[opener] = Pool()
        opener.before_closing(found.lanes.settle)
        opener.count_wrapped(found.figures)
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
        began, patience = stopwatch(), self.shared.patience.seconds(self.seconds)
        asked: Future[Given] | None = None
        try:
            asked = self._ask(call)
            return self._taken(call, asked.result(patience), began)
        except Exception as error:  # noqa: BLE001 # this edge stands in the host's chat path, which must go on
            return self._without(error, patience, began)
        finally:
            if asked is not None:
                asked.cancel()

    async def give_async(self, call: Call) -> Given:
        """The same for whoever must not block."""
        import asyncio  # only async callers need it, and they have it

        if call.asked.midway:
            return self.shared.kept(self._key(call))
        began, patience = stopwatch(), self.shared.patience.seconds(self.seconds)
        try:
            asked = asyncio.wrap_future(self._ask(call))
            return self._taken(call, await asyncio.wait_for(asked, patience), began)
        except Exception as error:  # noqa: BLE001 # the same edge
            return self._without(error, patience, began)

    def _ask(self, call: Call) -> Future[Given]:
        began = stopwatch()

        def recall() -> Given:
            given = self._recalled(call)
            self.shared.patience.recalled(stopwatch() - began, self.seconds)
            return given

        return self.shared.pool.asides.ask(recall)

    def _without(self, error: Exception, patience: float | None, began: float) -> Given:
        """The call goes on as if ATLAS were not there."""
        took, calls = stopwatch() - began, self.shared.pool.calls
        self.shared.patience.failed()
        if isinstance(error, TimeoutError):
            calls.late(took)
            self._tell(f"Recalling took longer than {patience} s; the call went on without memory.")
        else:
            calls.failed(took)
            self._note("recalling", error)
        return NOTHING

    def added(self, call: Call, arguments: Mapping[str, Any], given: Given) -> Mapping[str, Any]:
        """The caller's own, untouched, where there is nothing to add."""
        return self.sheltered("adding to a call", lambda: _with(call, arguments, given), arguments)

    def _call(self, form: Format, arguments: Mapping[str, Any]) -> Call | None:
        asked = read(form, arguments, self.speaker)
        return Call(form, self._continued(form, arguments, asked), self.atlas.now()) if asked else None

    def _continued(self, form: Format, arguments: Mapping[str, Any], asked: Asked) -> Asked:
        """With what the provider keeps of the conversation; what was not seen to begin may have read anything."""
        if form is not Format.RESPONSES:
            return asked
        before, elsewhere = arguments.get("previous_response_id"), arguments.get("conversation")
        known = self.shared.kept_response((self.conversation, before)) if isinstance(before, str) else None
        unseen = [Origin.TOOL] if elsewhere or (before and known is None) else []
        origins = (asked.read, known.read if known else None, *unseen)
        said = (*(known.said if known else ()), *asked.said)[-MOST_TURNS:]
        return replace(asked, said=said, read=furthest(origin for origin in origins if origin is not None))

    def _taken(self, call: Call, given: Given, began: float) -> Given:
        """A turn that goes on with its tools keeps what it was given, byte for byte, and what came too late it was
        not: the model still sees it, and what its provider has cached still fits."""
        self.shared.pool.calls.given(stopwatch() - began, anything=bool(given.data))
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
        read = furthest(origin for origin in (reply.read, call.asked.read) if origin is not None)
        ended = not reply.step and bool(reply.text.strip())
        if reply.id is not None:
            unfinished = Unfinished() if ended else Unfinished(call.asked.said, read)
            self.shared.keep_response((self.conversation, reply.id), unfinished)
        if not ended:
            return
        took = max(0, round((self.atlas.now() - call.began).total_seconds() * 1_000))
        said = Said(Role.ASSISTANT, reply.text, origin=read, tokens=reply.tokens, latency_ms=took)
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
        self._tell(f"Trouble in {doing} ({type(error).__name__}): {error}")

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
    place = call.asked.place
    added = with_data(call.form, arguments, place, given.data) if given.data and place is not None else arguments
    return with_instructions(call.form, added, given.instructions) if given.instructions else added
