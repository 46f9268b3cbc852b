"""The reply to a call: read from a whole answer, or put together from the events of a stream."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from atlas.model.blocks import find_least_trusted, origin_of_content, origin_of_kind, origin_of_message
from atlas.model.origin import Origin
from atlas.surfaces.wrapping.call_messages import CUT, Format, calls_tools, field, read_text

_STEPS: Final = frozenset({"tool_calls", "function_call", "tool_use", "pause_turn"})
"""Reasons to stop after which the call goes on."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply of the assistant."""

    text: str
    step: bool = False
    """Whether it is a step on the way, because it waits for tools."""
    tokens: int | None = None
    read: Origin | None = None
    """Where text comes from that it was written with: searches, files, a provider's own tools (rule 13)."""
    id: str | None = None
    """Its name at the provider, by which a later call goes on from it."""


def read_reply(form: Format, answer: object) -> Reply:
    if form is Format.CHAT:
        choice = _first_choice(field(answer, "choices"))
        message = field(choice, "message")
        step = field(choice, "finish_reason") in _STEPS or calls_tools(message)
        text = read_text(field(message, "content")) or _text_or_empty(field(message, "refusal"))
        return Reply(
            text, step, _output_tokens(answer), _furthest_known(origin_of_message(message), _search_origin(answer))
        )
    if form is Format.MESSAGES:
        step = field(answer, "stop_reason") in _STEPS
        return Reply(
            read_text(field(answer, "content")),
            step,
            _output_tokens(answer),
            origin_of_content(field(answer, "content")),
        )
    items = field(answer, "output") or ()
    spoken = [read_text(field(item, "content")) for item in items if field(item, "type") == "message"]
    read = _furthest_known(*(origin_of_message(item) for item in items))
    step = any(calls_tools(item) for item in items)
    return Reply("\n".join(spoken), step, _output_tokens(answer), read, _text_or_empty(field(answer, "id")) or None)


def _search_origin(answer: object) -> Origin | None:
    """The origin of a search that some providers tell of beside the choices."""
    return Origin.WEB if field(answer, "citations") or field(answer, "search_results") else None


def _furthest_known(*origins: Origin | None) -> Origin | None:
    return find_least_trusted(origin for origin in origins if origin is not None)


class ReplyAssembler:
    """Puts a reply together from a stream's events, and tells it once: when the stream ends, however it ends."""

    def __init__(self, form: Format, tell: Callable[[Reply], None]) -> None:
        self._notes: Callable[[Any], None] = {
            Format.CHAT: self._note_chunk,
            Format.MESSAGES: self._note_event,
            Format.RESPONSES: self._note_response,
        }[form]
        self._tell = tell
        self._pieces: list[str] = []
        self._step = False
        self._whole = False
        self._tokens: int | None = None
        self._read: Origin | None = None
        self._id: str | None = None
        self._told = False

    def hear_event(self, event: object) -> None:
        self._notes(event)

    def end_stream(self, *, whole: bool = False) -> None:
        """Tell the reply once; one that was broken off says so."""
        if self._told:
            return
        self._told = True
        text = "".join(self._pieces)
        said = text if whole or self._whole or not text else text + CUT
        self._tell(Reply(said, self._step, self._tokens, self._read, self._id))

    def _note_chunk(self, event: object) -> None:
        """Note a chunk, or the event that a helper makes of one: the chunk itself comes first, and the rest repeats
        it."""
        if field(event, "type") is not None:
            event = field(event, "chunk")
        self._note_choice(event, _first_choice(field(event, "choices")))

    def _note_choice(self, chunk: object, choice: object) -> None:
        delta, reason = field(choice, "delta"), field(choice, "finish_reason")
        self._pieces.append(_text_or_empty(field(delta, "content")))
        self._step = self._step or reason in _STEPS or bool(field(delta, "tool_calls"))
        self._whole = self._whole or bool(reason)
        self._tokens = _output_tokens(chunk) or self._tokens
        self._note_origins(origin_of_message(delta), _search_origin(chunk))

    def _note_event(self, event: object) -> None:
        kind, delta = field(event, "type"), field(event, "delta")
        if kind == "content_block_start":
            self._note_origins(origin_of_content([field(event, "content_block")]))
        elif kind == "content_block_delta" and field(delta, "type") == "citations_delta":
            self._note_origins(origin_of_kind(str(field(field(delta, "citation"), "type"))))
        elif kind == "content_block_delta" and field(delta, "type") == "text_delta":
            self._pieces.append(_text_or_empty(field(delta, "text")))
        elif kind == "message_delta":
            reason = field(delta, "stop_reason")
            self._step, self._whole = reason in _STEPS, bool(reason)
            self._tokens = _output_tokens(event)

    def _note_response(self, event: object) -> None:
        kind = field(event, "type")
        if kind == "response.output_text.delta":
            self._pieces.append(_text_or_empty(field(event, "delta")))
        elif kind in ("response.output_item.added", "response.output_item.done"):
            self._note_origins(origin_of_message(field(event, "item")))
        elif kind == "response.output_text.annotation.added":
            self._note_origins(origin_of_kind(str(field(field(event, "annotation"), "type"))))
        elif kind in ("response.completed", "response.incomplete"):
            reply = read_reply(Format.RESPONSES, field(event, "response"))
            self._pieces, self._step, self._tokens, self._whole = [reply.text], reply.step, reply.tokens, True
            self._id = reply.id
            self._note_origins(reply.read)

    def _note_origins(self, *origins: Origin | None) -> None:
        """Note origins that were read; they stay read, also where the stream is broken off."""
        self._read = _furthest_known(self._read, *origins)


def _first_choice(choices: object) -> object:
    return choices[0] if isinstance(choices, list | tuple) and choices else None


def _text_or_empty(value: object) -> str:
    return value if isinstance(value, str) else ""


def _output_tokens(answer: object) -> int | None:
    usage = field(answer, "usage")
    for name in ("completion_tokens", "output_tokens"):
        count = field(usage, name)
        if isinstance(count, int) and count >= 0:
            return count
    return None
