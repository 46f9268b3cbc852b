"""A real Atlas on a real file, and clients shaped like the real ones that keep what they are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from _patience import LIMIT_S
from atlas import Atlas, wrap
from atlas.model.interaction import Interaction
from atlas.surfaces.wrapping.call_messages import Format
from atlas.surfaces.wrapping.shared_state import share_state

HEAD = "What follows was remembered."
PATHS = {Format.CHAT: "chat.completions", Format.MESSAGES: "messages", Format.RESPONSES: "responses"}


class Desk:
    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas

    def wrapped(self, client: Any, conversation: str = "c1", **options: Any) -> Any:
        """Recall is waited for, however busy the machine is."""
        return wrap(client, atlas=self.atlas, conversation=conversation, **{"seconds": None, **options})

    def observed(self, space: str | None = None) -> list[Interaction]:
        self.settle()
        runtime = self.atlas._opening.runtime
        with runtime.store.reading(space or runtime.space) as reader:
            return [interaction for _, interaction in reader.interactions(0, 1_000)]

    def texts(self) -> list[list[tuple[str, str]]]:
        """Role and text of each message, by interaction."""
        return [[(str(each.role), each.text) for each in one.messages] for one in self.observed()]

    def settle(self) -> None:
        assert share_state(self.atlas).lane.wait_until_done(LIMIT_S)

    def troubles(self) -> list[str]:
        return [each.says for each in self.atlas._opening.runtime.memo.troubles]


class Client:
    """Shaped like both clients at once. Answers by a function of the arguments, and keeps these as they came."""

    def __init__(self, answer: Callable[[Mapping[str, Any]], Any] | Any) -> None:
        self.calls: list[dict[str, Any]] = []
        self.api_key = "none"
        self._answer = answer if callable(answer) else lambda _: answer
        part = SimpleNamespace(create=self._create, parse=self._create, list=lambda: ["listed"])
        self.chat = SimpleNamespace(completions=part, name="chat")
        self.messages = self.responses = part
        self.beta = SimpleNamespace(messages=part, chat=self.chat, threads=SimpleNamespace(messages=part))

    def _create(self, **arguments: Any) -> Any:
        self.calls.append(arguments)
        return self._answer(arguments)

    def copy(self) -> Client:
        return self


class AsyncClient(Client):
    async def _create(self, **arguments: Any) -> Any:
        return super()._create(**arguments)


def part(client: Any, form: Format) -> Any:
    """The part of a client that speaks a format."""
    for name in PATHS[form].split("."):
        client = getattr(client, name)
    return client


def answer(form: Format, text: str, *, step: bool = False) -> Any:
    """A whole answer as an SDK gives it; a step calls a tool."""
    if form is Format.CHAT:
        message = SimpleNamespace(content=text, tool_calls=["a call"] if step else None, role="assistant")
        choice = SimpleNamespace(message=message, finish_reason="tool_calls" if step else "stop")
        return SimpleNamespace(choices=[choice], usage=SimpleNamespace(completion_tokens=3))
    if form is Format.MESSAGES:
        reason = "tool_use" if step else "end_turn"
        usage = SimpleNamespace(output_tokens=3)
        return SimpleNamespace(content=[_text("text", text)], stop_reason=reason, usage=usage, role="assistant")
    items = [SimpleNamespace(type="message", role="assistant", content=[_text("output_text", text)])]
    calls = [SimpleNamespace(type="function_call", call_id="t1")] if step else []
    return SimpleNamespace(output=[*items, *calls], usage=SimpleNamespace(output_tokens=3))


def tool_turns(form: Format, result: str) -> list[Any]:
    """The call of a tool and what it gave back, as an application sends them in again."""
    if form is Format.CHAT:
        call = {"id": "t1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
        return [
            {"role": "assistant", "content": "Let me look.", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "t1", "content": result},
        ]
    if form is Format.MESSAGES:
        call = {"type": "tool_use", "id": "t1", "name": "look", "input": {}}
        given = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": result}]}
        return [
            {"role": "assistant", "content": [{"type": "text", "text": "Let me look."}, call]},
            {"role": "user", "content": [given]},
        ]
    return [
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Let me look."}]},
        {"type": "function_call", "call_id": "t1", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "t1", "output": result},
    ]


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def _text(kind: str, text: str) -> SimpleNamespace:
    return SimpleNamespace(type=kind, text=text)
