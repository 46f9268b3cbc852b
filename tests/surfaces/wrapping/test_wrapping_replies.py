"""What is observed: the user's own words, what tools said, and the reply, once, in the background."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any

import pytest

from _patience import LIMIT_S
from atlas import Atlas, Origin, Role
from atlas.surfaces.wrapping.call_messages import MOST_OF_A_TOOL, MOST_TURNS, Format
from surfaces.wrapping._desk import HEAD, AsyncClient, Client, Desk, answer, part, tool_turns, user

QUESTION = "Where do I live?"
WORDS = ["You ", "live in ", "Porto."]
REPLY = "You live in Porto."


@pytest.mark.parametrize("form", Format)
def test_the_users_own_words_are_observed_and_nothing_that_was_added(porto: Desk, form: Format) -> None:  # X2
    client = Client(answer(form, REPLY))
    part(porto.wrapped(client, speaker="Ana"), form).create(**{form.key: [user(QUESTION)]})
    assert HEAD in str(client.calls)
    asked, reply = porto.observed()[-1].messages
    assert (asked.role, asked.text, asked.speaker) == (Role.USER, QUESTION, "Ana")
    assert (reply.role, reply.text, reply.tokens) == (Role.ASSISTANT, REPLY, 3)
    assert reply.latency_ms is not None
    assert HEAD not in str(porto.observed())


def test_the_reply_is_known_as_the_one_to_its_context(porto: Desk) -> None:  # C8
    porto.wrapped(Client(answer(Format.CHAT, REPLY))).chat.completions.create(messages=[user(QUESTION)])
    porto.settle()
    porto.atlas.flush()
    story = porto.atlas.why(conversation="c1")
    assert story.reply is not None
    assert story.reply.text == REPLY


@pytest.mark.parametrize("form", Format)
def test_a_turn_with_tools_is_observed_once_with_what_they_said(desk: Desk, form: Format) -> None:  # X1
    replies = iter([answer(form, "Let me look.", step=True), answer(form, REPLY)])
    wrapped = part(desk.wrapped(Client(lambda _: next(replies))), form)
    earlier = [user("Hi."), {"role": "assistant", "content": "Hello."}]
    wrapped.create(**{form.key: [*earlier, user(QUESTION)]})
    assert desk.observed() == []
    wrapped.create(**{form.key: [*earlier, user(QUESTION), *tool_turns(form, "the map says Porto")]})
    (interaction,) = desk.observed()
    said = [(each.role, each.origin, each.text) for each in interaction.messages]
    assert said == [
        (Role.USER, Origin.USER, QUESTION),
        (Role.ASSISTANT, Origin.ASSISTANT, "Let me look."),
        (Role.TOOL, Origin.TOOL, "the map says Porto"),
        (Role.ASSISTANT, Origin.ASSISTANT, REPLY),
    ]


def test_a_word_thrown_in_between_tools_loses_nothing_of_the_turn(desk: Desk) -> None:
    turns = [user("Find my flat."), *tool_turns(Format.CHAT, "none yet"), user("In Porto!")]
    desk.wrapped(Client(answer(Format.CHAT, "Found."))).chat.completions.create(messages=turns)
    (said,) = desk.texts()
    assert [text for _, text in said] == ["Find my flat.", "Let me look.", "none yet", "In Porto!", "Found."]


def test_what_tools_say_is_bounded(desk: Desk) -> None:
    loop = [turn for number in range(200) for turn in tool_turns(Format.CHAT, f"{number} " + "x" * 100_000)]
    turns = [user("Read it all."), *loop]
    desk.wrapped(Client(answer(Format.CHAT, "Read."))).chat.completions.create(messages=turns)
    (interaction,) = desk.observed()
    assert len(interaction.messages) == MOST_TURNS + 1
    assert max(len(each.text) for each in interaction.messages) < MOST_OF_A_TOOL + 10
    assert interaction.messages[-2].text.startswith("199 ")


def test_an_answer_without_words_is_not_observed(desk: Desk) -> None:
    for given in (answer(Format.CHAT, ""), SimpleNamespace(choices=[]), None, "text"):
        assert desk.wrapped(Client(given)).chat.completions.create(messages=[user("Hi.")]) is given
    assert desk.observed() == []
    assert desk.troubles() == []


def test_a_call_that_fails_fails_as_ever_and_is_not_observed(porto: Desk) -> None:
    def fail(_: object) -> None:
        raise ConnectionError("no network")

    with pytest.raises(ConnectionError, match="no network"):
        porto.wrapped(Client(fail)).chat.completions.create(messages=[user(QUESTION)])
    assert len(porto.observed()) == 1
    assert porto.troubles() == []


def test_closing_waits_for_what_was_said(desk: Desk, tmp_path: Path) -> None:
    guest = Desk(desk.atlas.in_space("ana"))
    for number in range(20):
        guest.wrapped(Client(answer(Format.CHAT, "Yes."))).chat.completions.create(messages=[user(f"Hi {number}.")])
    desk.atlas.close()
    with Atlas.open(tmp_path / "me.atlas", space="ana") as again:
        assert len(Desk(again).observed()) == 20


PROGRAM = (
    f"""
import atexit, sys
from atlas import Atlas, wrap
from atlas.surfaces import threads

atexit.unregister(threads.end_threads)
atexit.register(threads.end_threads, {LIMIT_S})
"""
    + """
from surfaces.wrapping._desk import Client, Format, answer, user

memory = Atlas.open(sys.argv[1], background=False)
print("open", flush=True)
sys.stdin.readline()
client = wrap(Client(answer(Format.CHAT, "Yes.")), atlas=memory)
client.chat.completions.create(messages=[user("Hi.")])
print("the end", flush=True)
"""
)


def test_a_program_that_ends_without_closing_still_stores_what_was_said(desk: Desk, tmp_path: Path) -> None:  # J15
    """It ends while another one is writing, so that nothing can be stored before its end."""
    runtime = desk.atlas._opening.runtime
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", PROGRAM, tmp_path / "me.atlas"]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True, env=env) as program:
        assert program.stdin
        assert program.stdout
        assert program.stdout.readline() == "open\n"
        with runtime.store.writing(runtime.space):
            program.stdin.write("go\n")
            program.stdin.flush()
            assert program.stdout.readline() == "the end\n"
        assert program.wait(LIMIT_S) == 0
    assert desk.texts() == [[("user", "Hi."), ("assistant", "Yes.")]]


# --- streams


def _chunk(text: str | None = None, reason: str | None = None) -> Any:
    delta = SimpleNamespace(content=text, tool_calls=None)
    return SimpleNamespace(choices=[SimpleNamespace(delta=delta, finish_reason=reason)], usage=None)


CHUNKS = [*map(_chunk, WORDS), _chunk(reason="stop"), SimpleNamespace(choices=[], usage=None)]


class Stream:
    """Iterated by a generator, as the SDKs' are, or by itself; with a helper that reads on, as theirs have."""

    def __init__(self, events: Iterator[Any]) -> None:
        self._iterator = events
        self.closed = False

    def __iter__(self) -> Iterator[Any]:
        for event in self._iterator:  # noqa: UP028 # as in the SDKs
            yield event

    def __next__(self) -> Any:
        return next(self._iterator)

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.closed = True

    def until_done(self) -> None:
        for _ in self:
            pass


class SelfIterated(Stream):
    def __iter__(self) -> Iterator[Any]:
        return self


class AsyncStream:
    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events

    async def __aiter__(self) -> AsyncIterator[Any]:
        for event in self._events:
            yield event

    async def __anext__(self) -> Any:
        try:
            return next(self._events)
        except StopIteration:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        self._events = iter(())


def _streamed(desk: Desk, events: Any = CHUNKS, kind: type[Any] = Stream, client: Any = Client) -> Any:
    stream = kind(iter(events))
    given = desk.wrapped(client(stream)).chat.completions.create(stream=True, messages=[user(QUESTION)])
    if client is Client:
        assert given is stream
    return given


def _replies(desk: Desk) -> list[str]:
    return [each.messages[-1].text for each in desk.observed()]


@pytest.mark.parametrize("kind", [Stream, SelfIterated])
def test_a_stream_stays_the_very_object_and_is_heard_once(desk: Desk, kind: type[Stream]) -> None:
    stream = _streamed(desk, kind=kind)
    assert isinstance(stream, kind)
    assert type(stream).__name__ == kind.__name__
    assert list(stream) == CHUNKS
    stream.close()
    assert stream.closed
    assert _replies(desk) == [REPLY]


def test_a_stream_is_heard_however_it_is_read(desk: Desk) -> None:
    stream = _streamed(desk)
    assert next(stream) is CHUNKS[0]
    for event in stream:
        assert event is CHUNKS[1]
        break
    stream.until_done()
    assert _replies(desk) == [REPLY]


def test_a_stream_that_is_closed_early_leaves_what_was_heard_marked(desk: Desk) -> None:
    with _streamed(desk) as stream:
        next(stream)
        next(stream)
    assert _replies(desk) == ["You live in  […]"]


def test_a_stream_that_is_dropped_half_read_has_ended(desk: Desk) -> None:
    stream = _streamed(desk)
    next(stream)
    del stream
    gc.collect()
    assert _replies(desk) == ["You  […]"]


def test_a_stream_that_breaks_raises_its_own_error(desk: Desk) -> None:
    def breaking() -> Iterator[Any]:
        yield CHUNKS[0]
        raise ConnectionError("gone")

    for read in (list, lambda stream: [next(stream), next(stream)]):
        with pytest.raises(ConnectionError, match="gone"):
            read(_streamed(desk, breaking()))
    assert _replies(desk) == ["You  […]"] * 2


def test_a_stream_that_nobody_reads_says_nothing(desk: Desk) -> None:
    _streamed(desk).close()
    assert desk.observed() == []


def test_a_stream_that_ends_in_a_call_of_a_tool_is_a_step(desk: Desk) -> None:
    list(_streamed(desk, [_chunk("Let me look."), _chunk(reason="tool_calls")]))
    assert desk.observed() == []


def test_async_streams_are_heard_too(desk: Desk) -> None:
    async def main() -> None:
        stream = await _streamed(desk, kind=AsyncStream, client=AsyncClient)
        assert [event async for event in stream] == CHUNKS
        async with await _streamed(desk, kind=AsyncStream, client=AsyncClient) as stream:
            assert await anext(stream) is CHUNKS[0]

    asyncio.run(main())
    assert _replies(desk) == [REPLY, "You  […]"]


def test_streams_of_messages_and_responses_are_heard(desk: Desk) -> None:
    message = [
        SimpleNamespace(type="message_start", message=answer(Format.MESSAGES, "")),
        *(
            SimpleNamespace(type="content_block_delta", delta=SimpleNamespace(type="text_delta", text=word))
            for word in WORDS
        ),
        SimpleNamespace(type="text", text="repeated by a helper"),
        SimpleNamespace(
            type="message_delta",
            delta=SimpleNamespace(stop_reason="end_turn"),
            usage=SimpleNamespace(output_tokens=7),
        ),
    ]
    deltas = [SimpleNamespace(type="response.output_text.delta", delta=word) for word in WORDS]
    done = SimpleNamespace(type="response.completed", response=answer(Format.RESPONSES, REPLY))
    client = desk.wrapped(Client(lambda arguments: Stream(iter(arguments["metadata"]))))
    list(client.messages.create(stream=True, messages=[user("a")], metadata=message))
    list(client.responses.create(stream=True, input="b", metadata=[*deltas, done]))
    list(client.responses.create(stream=True, input="c", metadata=deltas[:2]))
    assert _replies(desk) == [REPLY, REPLY, "You live in "]
    assert [one.messages[-1].tokens for one in desk.observed()] == [7, 3, None]
