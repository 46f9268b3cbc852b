"""ATLAS beside a call: the memory that it adds, and the reply that it observes. No trouble here reaches the caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from atlas.compose import read_stopwatch
from atlas.engine.intake.observe import Said
from atlas.model.blocks import find_least_trusted
from atlas.model.interaction import Role
from atlas.model.origin import Origin
from atlas.surfaces.library import Atlas
from atlas.surfaces.wrapping.call_messages import MOST_TURNS, CallContent, Format, add_data, add_instructions, read_call
from atlas.surfaces.wrapping.replies import Reply, ReplyAssembler, read_reply
from atlas.surfaces.wrapping.shared_state import NOTHING, AddedMemory, SharedState, Unfinished
from atlas.surfaces.wrapping.stream_listener import listen_to_stream

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it was asked, and when."""

    form: Format
    asked: CallContent
    began: datetime


@dataclass(frozen=True, slots=True)
class Companion:
    """The memory of one conversation, beside each call that is made in it."""

    atlas: Atlas
    conversation: str
    speaker: str | None
    tokens: int
    seconds: float | None
    instructions: bool
    shared: SharedState

    # --- before the call

    def read_call(self, form: Format, arguments: Mapping[str, Any]) -> Call | None:
        return self.shield_caller("reading a call", lambda: self._make_call(form, arguments), None)

    def recall_for_call(self, call: Call) -> AddedMemory:
        """The memory for a call, waited for; a recall that takes too long is done without."""
        if call.asked.midway:
            return self.shared.find_given(self._turn_key(call))
        began, patience = read_stopwatch(), self.shared.patience.seconds_to_wait(self.seconds)
        asked: Future[AddedMemory] | None = None
        try:
            asked = self._start_recall(call)
            return self._keep_given(call, asked.result(patience), began)
        except Exception as error:  # noqa: BLE001 # this edge stands in the host's chat path, which must go on
            return self._go_on_without(error, patience, began)
        finally:
            if asked is not None:
                asked.cancel()

    async def recall_for_call_async(self, call: Call) -> AddedMemory:
        """The memory for a call of whoever must not block."""
        import asyncio  # only async callers need it, and they have it

        if call.asked.midway:
            return self.shared.find_given(self._turn_key(call))
        began, patience = read_stopwatch(), self.shared.patience.seconds_to_wait(self.seconds)
        try:
            asked = asyncio.wrap_future(self._start_recall(call))
            return self._keep_given(call, await asyncio.wait_for(asked, patience), began)
        except Exception as error:  # noqa: BLE001 # the same edge
            return self._go_on_without(error, patience, began)

    def _start_recall(self, call: Call) -> Future[AddedMemory]:
        began = read_stopwatch()

        def recall() -> AddedMemory:
            given = self._recall_context(call)
            self.shared.patience.note_recall(read_stopwatch() - began, self.seconds)
            return given

        return self.shared.pool.asides.start_task(recall)

    def _go_on_without(self, error: Exception, patience: float | None, began: float) -> AddedMemory:
        """Note why a call goes on as if ATLAS were not there."""
        took, calls = read_stopwatch() - began, self.shared.pool.calls
        self.shared.patience.note_failure()
        if isinstance(error, TimeoutError):
            calls.count_late(took)
            self._note_trouble(f"Recalling took longer than {patience} s; the call went on without memory.")
        else:
            calls.count_failed(took)
            self._note_error("recalling", error)
        return NOTHING

    def add_to_call(self, call: Call, arguments: Mapping[str, Any], given: AddedMemory) -> Mapping[str, Any]:
        """The arguments with memory added; the caller's own, untouched, where there is nothing to add."""
        return self.shield_caller("adding to a call", lambda: _extend_arguments(call, arguments, given), arguments)

    def _make_call(self, form: Format, arguments: Mapping[str, Any]) -> Call | None:
        asked = read_call(form, arguments, self.speaker)
        return (
            Call(form, self._add_previous_response(form, arguments, asked), self.atlas.admin.now()) if asked else None
        )

    def _add_previous_response(self, form: Format, arguments: Mapping[str, Any], asked: CallContent) -> CallContent:
        """With what the provider keeps of the conversation; what was not seen to begin may have read anything."""
        if form is not Format.RESPONSES:
            return asked
        before, elsewhere = arguments.get("previous_response_id"), arguments.get("conversation")
        known = self.shared.find_response((self.conversation, before)) if isinstance(before, str) else None
        unseen = [Origin.TOOL] if elsewhere or (before and known is None) else []
        origins = (asked.read, known.read if known else None, *unseen)
        said = (*(known.said if known else ()), *asked.said)[-MOST_TURNS:]
        return replace(asked, said=said, read=find_least_trusted(origin for origin in origins if origin is not None))

    def _keep_given(self, call: Call, given: AddedMemory, began: float) -> AddedMemory:
        """A turn that goes on with its tools keeps what it was given, byte for byte, and what came too late it was
        not: the model still sees it, and what its provider has cached still fits."""
        self.shared.pool.calls.count_given(read_stopwatch() - began, anything=bool(given.data))
        self.shared.keep_given(self._turn_key(call), given)
        return given

    def _recall_context(self, call: Call) -> AddedMemory:
        """Recall after what was said before is stored: a quick question finds what was said a moment ago."""
        if not self.shared.lane.wait_until_done(self.seconds):
            raise TimeoutError
        budget = self.tokens if self.instructions else self.tokens + self.atlas.assistant.constitution_tokens
        context = self.atlas.context(
            call.asked.question,
            budget,
            conversation=self.conversation,
            speaker=self.speaker,
            already=call.asked.sent,
        )
        return AddedMemory(context.data, context.instructions if self.instructions else context.learned)

    def _turn_key(self, call: Call) -> tuple[str, str]:
        return self.conversation, call.asked.question

    # --- after the call

    def observe_answer(self, call: Call, answer: Any) -> None:
        """Observe the reply in the background."""
        self.shield_caller("reading a reply", lambda: self._handle_reply(call, read_reply(call.form, answer)), None)

    def observe_stream(self, call: Call, stream: Any) -> None:
        """Listen to a stream, and observe the reply once it has ended."""
        hearing = ReplyAssembler(call.form, lambda reply: self._handle_reply(call, reply))
        self.shield_caller("listening to a stream", lambda: listen_to_stream(stream, _Ear(self, hearing)), None)

    def _handle_reply(self, call: Call, reply: Reply) -> None:
        """Observe a reply that ends a turn.

        A step on the way is none yet: the call comes back with what the tools said.
        """
        read = find_least_trusted(origin for origin in (reply.read, call.asked.read) if origin is not None)
        ended = not reply.step and bool(reply.text.strip())
        if reply.id is not None:
            unfinished = Unfinished() if ended else Unfinished(call.asked.said, read)
            self.shared.keep_response((self.conversation, reply.id), unfinished)
        if not ended:
            return
        took = max(0, round((self.atlas.admin.now() - call.began).total_seconds() * 1_000))
        said = Said(Role.ASSISTANT, reply.text, origin=read, tokens=reply.tokens, latency_ms=took)
        self.shared.drop_given(self._turn_key(call))
        self.shared.lane.put_task(lambda: self._observe_messages((*call.asked.said, said)))

    def _observe_messages(self, messages: tuple[Said, ...]) -> None:
        receipt = self.atlas.observe(conversation=self.conversation, messages=messages)
        if receipt.interaction is None and receipt.problem:
            self._note_trouble(receipt.problem)

    # --- trouble

    def shield_caller(self, doing: str, do: Callable[[], T], otherwise: T) -> T:
        """The bulkhead: whatever happens inside, the call goes on as if ATLAS were not there."""
        try:
            return do()
        except Exception as error:  # noqa: BLE001 # this edge stands in the host's chat path, which must go on
            self._note_error(doing, error)
            return otherwise

    def _note_error(self, doing: str, error: Exception) -> None:
        self._note_trouble(f"Trouble in {doing} ({type(error).__name__}): {error}")

    def _note_trouble(self, says: str) -> None:
        self.atlas.admin.note_trouble("wrap", says)
        with suppress(RuntimeError):  # no thread is to be had; the next write tells of it
            self.shared.lane.put_last(self.atlas.admin.journal_troubles)


@dataclass(frozen=True, slots=True)
class _Ear:
    """Hears a stream, and keeps its own trouble to itself."""

    companion: Companion
    hearing: ReplyAssembler

    def hear_event(self, event: object) -> None:
        self.companion.shield_caller("listening to a stream", lambda: self.hearing.hear_event(event), None)

    def end_stream(self, *, whole: bool = False) -> None:
        self.companion.shield_caller("listening to a stream", lambda: self.hearing.end_stream(whole=whole), None)


def _extend_arguments(call: Call, arguments: Mapping[str, Any], given: AddedMemory) -> Mapping[str, Any]:
    place = call.asked.place
    added = add_data(call.form, arguments, place, given.data) if given.data and place is not None else arguments
    return add_instructions(call.form, added, given.instructions) if given.instructions else added
