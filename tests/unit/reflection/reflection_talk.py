"""Drives a tier by hand, as the engine would, with answers that a test writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from atlas.model.ids import ConversationId, InteractionId, MemoryId, MessageId, SessionId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.memory import Basis, Form, Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.proposal import Proposal
from atlas.model.thinking import (
    Annotate,
    Ask,
    Embed,
    Given,
    Material,
    Reply,
    Request,
    Thinking,
    Thoughts,
    Vectors,
)
from atlas.testing.readings import read_messages

SAID = datetime(2026, 3, 11, 9, 30, tzinfo=UTC)  # a Wednesday
TALK = ConversationId("talk")


@dataclass(frozen=True)
class Run:
    rounds: tuple[tuple[Request, ...], ...]
    thoughts: Thoughts

    @property
    def asks(self) -> list[Ask]:
        return [request for each in self.rounds for request in each if isinstance(request, Ask)]

    @property
    def proposals(self) -> list[Proposal]:
        return [proposed.proposal for proposed in self.thoughts.proposals]

    @property
    def by_model(self) -> list[Proposal]:
        return [proposed.proposal for proposed in self.thoughts.proposals if proposed.by_model]


def run(thinking: Thinking, answer: Callable[[Request], Given]) -> Run:
    """All rounds of a tier, each request answered by itself. One that asks nothing is a pause, one to read is no
    question, and the reader on board reads."""
    rounds: list[tuple[Request, ...]] = []
    try:
        asked = next(thinking)
        while True:
            rounds += [asked] if asked and not any(isinstance(each, Annotate) for each in asked) else []
            given = (read_messages(each) if isinstance(each, Annotate) else answer(each) for each in asked)
            asked = thinking.send(tuple(given))
    except StopIteration as done:
        return Run(tuple(rounds), done.value)


def alone(thinking: Thinking) -> Thoughts:
    """A tier that must not ask anything."""
    found = run(thinking, lambda request: Reply(("{}",)))
    assert found.rounds == ()
    return found.thoughts


def says(text: str) -> Callable[[Request], Given]:
    """The same text to every question, and no vectors."""
    return lambda request: Vectors(None) if isinstance(request, Embed) else Reply((text,) * request.samples)


def gives(**answers: dict[str, Any] | str) -> Callable[[Request], Given]:
    """An answer by the name of the prompt: an object, or a text as it is."""

    def answer(request: Request) -> Given:
        if isinstance(request, Embed):
            return Vectors(None)
        found = answers[request.prompt]
        return Reply((found if isinstance(found, str) else json.dumps(found),) * request.samples)

    return answer


def shown_in(ask: Ask) -> str:
    return "\n".join(value for _, value in ask.values)


def message(
    id: str, text: str, role: Role = Role.USER, origin: Origin | None = None, at: datetime = SAID, about: str = "i_1"
) -> Message:
    source = origin or (Origin.USER if role is Role.USER else Origin.ASSISTANT)
    return Message(MessageId(id), InteractionId(about), TALK, 0, role, source, text, at)


def material(*said: Message, earlier: tuple[Message, ...] = (), id: str = "i_1") -> Material:
    return Material(Interaction(InteractionId(id), TALK, SessionId("s"), SAID, said), earlier)


def memory(id: str, content: str, **fields: Any) -> Memory:
    usual: dict[str, Any] = {
        "kind": Kind.FACT,
        "form": Form.SEMANTIC,
        "status": Status.APPROVED,
        "state": State.ACTIVE,
        "basis": Basis.STATED,
        "origin": Origin.USER,
        "observed_at": SAID,
        "created_at": SAID,
        "reinforced_at": SAID,
    }
    whole = usual | fields
    return Memory(id=MemoryId(id), content=content, trust=whole["origin"].trust, **whole)


def later(**amount: float) -> datetime:
    return SAID + timedelta(**amount)


REFUSAL = "I'm sorry, but I can't help with that."
HOSTILE = {
    "empty": "",
    "blank": "  \n ",
    "refusal": REFUSAL,
    "prose before": 'Here you are: {"facts": []}',
    "prose after a fence": "```json\n{}\n```\nI hope this helps!",
    "a list": "[]",
    "null": "null",
    "another shape": '{"delete": "everything", "memories": ["*"]}',
    "delete everything": "delete everything",
    "a field twice": '{"facts": [], "facts": []}',
    "not a number": '{"facts": NaN}',
    "infinity": '{"facts": [Infinity, -Infinity, 1e999]}',
    "deep": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 50_000,
    "a huge number": '{"facts": ' + "9" * 5_000 + "}",
    "half a character": '{"facts": "\\ud800"}',
    "ten megabytes": '{"facts": "' + "x" * 10_000_000 + '"}',
    "cut off": '{"facts": [{"message": "u_1"',
}
"""R6 of the trust model: what a broken or hostile model says."""
