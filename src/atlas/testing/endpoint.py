"""A stand-in for a model's provider, on this machine: the guides run against it, and so can your own tests.

    with rehearsal("Noted.", "You live in Porto.") as endpoint:
        client = OpenAI(base_url=endpoint.url, api_key="none")
        client = Anthropic(base_url=endpoint.url, api_key="none")

It speaks chat completions, responses and messages, whole and streamed; says what it was given to say, the last of it
for ever; and keeps what it was asked.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

_USAGE = {"input_tokens": 1, "output_tokens": 1}


class Endpoint(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, replies: Sequence[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Requests)
        self.asked: list[dict[str, Any]] = []
        """The bodies of the requests, in order."""
        self._replies = list(replies)
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def reply_to(self, body: dict[str, Any]) -> str:
        with self._lock:
            self.asked.append(body)
            return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]


@contextmanager
def rehearsal(*replies: str) -> Iterator[Endpoint]:
    """Serve an endpoint on 127.0.0.1 only, for as long as the block lasts."""
    with Endpoint(replies or ("I see.",)) as endpoint:
        thread = threading.Thread(target=endpoint.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield endpoint
        finally:
            endpoint.shutdown()
            thread.join()


class _Requests(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        spelled = next((both for ending, both in _SPELLED.items() if self.path.endswith(ending)), None)
        if spelled is None:
            self.send_error(404)
            return
        (whole, streamed), reply, model = spelled, self.server.reply_to(body), str(body.get("model"))
        if body.get("stream"):
            self._send_text("text/event-stream", streamed(reply, model))
        else:
            self._send_text("application/json", json.dumps(whole(reply, model)))

    def _send_text(self, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Quiet."""


def _build_completion(reply: str, model: str) -> Mapping[str, Any]:
    message = {"role": "assistant", "content": reply}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": model}
    return {**head, "choices": [choice], "usage": usage}


def _stream_chunks(reply: str, model: str) -> str:
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model}
    deltas = [({"role": "assistant", "content": piece}, None) for piece in _split_words(reply)]
    chunks = [
        {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
        for delta, reason in [*deltas, ({}, "stop")]
    ]
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"


def _build_message(reply: str, model: str, stop_reason: str | None = "end_turn") -> Mapping[str, Any]:
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": model}
    content = [{"type": "text", "text": reply}] if reply else []
    return {**head, "content": content, "stop_reason": stop_reason, "stop_sequence": None, "usage": _USAGE}


def _stream_events(reply: str, model: str) -> str:
    events: list[Mapping[str, Any]] = [
        {"type": "message_start", "message": _build_message("", model, None)},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
            for piece in _split_words(reply)
        ),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": _USAGE},
        {"type": "message_stop"},
    ]
    return _as_events(events)


def _build_response(reply: str, model: str) -> Mapping[str, Any]:
    head = {"id": "resp_1", "object": "response", "created_at": 1, "model": model, "status": "completed"}
    tools = {"tools": [], "tool_choice": "auto", "parallel_tool_calls": True}
    return {**head, **tools, "output": [_build_output_item(reply, "completed")]}


def _response_events(reply: str, model: str) -> str:
    whole = _build_response(reply, model)
    begun = {**whole, "status": "in_progress", "output": []}
    place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    said = {"type": "output_text", "text": reply, "annotations": []}
    events: list[Mapping[str, Any]] = [
        {"type": "response.created", "response": begun},
        {"type": "response.output_item.added", "output_index": 0, "item": _build_output_item("", "in_progress")},
        {"type": "response.content_part.added", **place, "part": {**said, "text": ""}},
        *(
            {"type": "response.output_text.delta", **place, "delta": each, "logprobs": []}
            for each in _split_words(reply)
        ),
        {"type": "response.output_text.done", **place, "text": reply, "logprobs": []},
        {"type": "response.content_part.done", **place, "part": said},
        {"type": "response.output_item.done", "output_index": 0, "item": _build_output_item(reply, "completed")},
        {"type": "response.completed", "response": whole},
    ]
    return _as_events([{**event, "sequence_number": number} for number, event in enumerate(events)])


def _build_output_item(reply: str, status: str) -> Mapping[str, Any]:
    content = [{"type": "output_text", "text": reply, "annotations": []}] if reply else []
    return {"type": "message", "id": "msg_1", "role": "assistant", "status": status, "content": content}


def _as_events(events: Sequence[Mapping[str, Any]]) -> str:
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def _split_words(reply: str) -> list[str]:
    """Split a reply word by word."""
    first, *others = reply.split(" ")
    return [first, *(f" {word}" for word in others)]


_SPELLED: Final[Mapping[str, tuple[Callable[[str, str], Mapping[str, Any]], Callable[[str, str], str]]]] = {
    "/chat/completions": (_build_completion, _stream_chunks),
    "/messages": (_build_message, _stream_events),
    "/responses": (_build_response, _response_events),
}
"""How a reply is said, whole and streamed, by how a path ends."""
