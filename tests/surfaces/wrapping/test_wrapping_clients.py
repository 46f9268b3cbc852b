"""The real clients over real HTTP, against a server on this machine: sync and async, whole and streamed, with tools."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel

from adapters.llm._server import Answer, Bench, events, good, serving
from atlas.testing import Endpoint, rehearsal
from surfaces.wrapping._desk import HEAD, Desk, user

if TYPE_CHECKING:
    import anthropic
    import openai

QUESTION = "Where do I live?"
REPLY = "You live in Porto."
ASK = {"model": "m", "messages": [user(QUESTION)]}
LOOK = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}


@pytest.fixture(scope="module", autouse=True)
def _clients() -> None:
    """They have thousands of classes: only the process that runs these tests imports them."""
    global anthropic, openai
    import anthropic
    import openai


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with rehearsal(REPLY) as endpoint:
        yield endpoint


@pytest.fixture
def bench() -> Iterator[Bench]:
    with serving() as bench:
        yield bench


def _openai(desk: Desk, url: str, kind: str = "OpenAI", **options: Any) -> Any:
    return desk.wrapped(getattr(openai, kind)(base_url=url, api_key="none", max_retries=0), **options)


def _anthropic(desk: Desk, url: str, kind: str = "Anthropic", **options: Any) -> Any:
    return desk.wrapped(getattr(anthropic, kind)(base_url=url, api_key="none", max_retries=0), **options)


def _demand_heard(desk: Desk, endpoint: Endpoint, calls: int) -> None:
    """Each call had the memory in its user's turn, and each was observed with the words that were said (X2)."""
    assert len(endpoint.asked) == calls
    for body in endpoint.asked:
        assert body["messages"][-1]["content"].startswith(f"{QUESTION}\n\n{HEAD}")
        assert "The user lives in Porto" in body["messages"][-1]["content"]
    assert desk.texts()[1:] == [[("user", QUESTION), ("assistant", REPLY)]] * calls
    assert desk.troubles() == []


def test_openai_whole_and_streamed(porto: Desk, endpoint: Endpoint) -> None:
    with _openai(porto, endpoint.url) as client:
        whole = client.chat.completions.create(**ASK)
        assert isinstance(whole, openai.types.chat.ChatCompletion)
        assert whole.choices[0].message.content == REPLY
        stream = client.with_options(timeout=60).chat.completions.create(stream=True, **ASK)
        assert isinstance(stream, openai.Stream)
        assert "".join(chunk.choices[0].delta.content or "" for chunk in stream) == REPLY
        with client.chat.completions.stream(**ASK) as helper:
            assert helper.get_final_completion().choices[0].message.content == REPLY
    _demand_heard(porto, endpoint, 3)


def test_openai_async(porto: Desk, endpoint: Endpoint) -> None:
    async def main() -> None:
        async with _openai(porto, endpoint.url, "AsyncOpenAI") as client:
            whole = await client.chat.completions.create(**ASK)
            assert whole.choices[0].message.content == REPLY
            stream = await client.chat.completions.create(stream=True, **ASK)
            assert "".join([chunk.choices[0].delta.content or "" async for chunk in stream]) == REPLY
            async with client.chat.completions.stream(**ASK) as helper:
                assert (await helper.get_final_completion()).choices[0].message.content == REPLY

    asyncio.run(main())
    _demand_heard(porto, endpoint, 3)


def test_anthropic_whole_and_streamed(porto: Desk, endpoint: Endpoint) -> None:
    ask = {**ASK, "max_tokens": 100}
    with _anthropic(porto, endpoint.url) as client:
        assert client.messages.create(**ask).content[0].text == REPLY
        assert [event.type for event in client.messages.create(stream=True, **ask)][-1] == "message_stop"
        with client.messages.stream(**ask) as stream:
            assert isinstance(stream, anthropic.MessageStream)
            assert "".join(stream.text_stream) == REPLY
        with client.messages.stream(**ask) as stream:
            assert stream.get_final_text() == REPLY
        with client.beta.messages.stream(**ask) as stream:
            assert stream.get_final_message().content[0].text == REPLY
    _demand_heard(porto, endpoint, 5)


def test_anthropic_async(porto: Desk, endpoint: Endpoint) -> None:
    ask = {**ASK, "max_tokens": 100}

    async def main() -> None:
        async with _anthropic(porto, endpoint.url, "AsyncAnthropic") as client:
            assert (await client.messages.create(**ask)).content[0].text == REPLY
            async with client.messages.stream(**ask) as stream:
                assert "".join([text async for text in stream.text_stream]) == REPLY
            async with client.messages.stream(**ask) as stream:
                assert await stream.get_final_text() == REPLY

    asyncio.run(main())
    _demand_heard(porto, endpoint, 3)


def test_openai_responses_against_the_rehearsal(porto: Desk, endpoint: Endpoint) -> None:
    with _openai(porto, endpoint.url) as client:
        whole = client.responses.create(model="m", input=QUESTION)
        assert isinstance(whole, openai.types.responses.Response)
        assert whole.output_text == REPLY
        stream = client.responses.create(model="m", input=QUESTION, stream=True)
        assert "".join(each.delta for each in stream if each.type == "response.output_text.delta") == REPLY
        with client.responses.stream(model="m", input=QUESTION) as helper:
            assert helper.get_final_response().output_text == REPLY
    assert all(body["input"].startswith(f"{QUESTION}\n\n{HEAD}") for body in endpoint.asked)
    assert porto.texts()[1:] == [[("user", QUESTION), ("assistant", REPLY)]] * 3
    assert porto.troubles() == []


def test_a_stream_left_early_is_marked(porto: Desk, endpoint: Endpoint) -> None:
    with _anthropic(porto, endpoint.url).messages.stream(max_tokens=100, **ASK) as stream:
        assert next(iter(stream.text_stream)) == "You"
    with _openai(porto, endpoint.url).chat.completions.create(stream=True, **ASK) as stream:
        next(stream)
    assert [said[-1][1] for said in porto.texts()[1:]] == ["You […]", "You […]"]


def test_openai_tools(porto: Desk, bench: Bench) -> None:
    call = {"id": "t1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    bench.answers(_completion({"content": None, "tool_calls": [call]}, "tool_calls"), _completion({"content": REPLY}))
    client = _openai(porto, bench.server.url)
    messages: list[Any] = [user(QUESTION)]
    asked = client.chat.completions.create(model="m", messages=messages, tools=[LOOK]).choices[0].message
    assert asked.tool_calls[0].function.name == "look"
    messages += [asked, {"role": "tool", "tool_call_id": "t1", "content": "a map of Porto"}]
    assert client.chat.completions.create(model="m", messages=messages, tools=[LOOK]).choices[0].message.content
    first, second = bench.server.asked
    assert HEAD in first["messages"][0]["content"]
    assert second["messages"][0] == first["messages"][0]
    assert second["messages"][2]["content"] == "a map of Porto"
    assert porto.texts()[1:] == [[("user", QUESTION), ("tool", "a map of Porto"), ("assistant", REPLY)]]


def test_anthropic_tools(porto: Desk, bench: Bench) -> None:
    use = {"type": "tool_use", "id": "t1", "name": "look", "input": {}}
    step = [{"type": "text", "text": "Let me look."}, use]
    bench.answers(_message(step, "tool_use"), _message([{"type": "text", "text": REPLY}], "end_turn"))
    client = _anthropic(porto, bench.server.url)
    tools = [{"name": "look", "input_schema": {"type": "object"}}]
    messages: list[Any] = [user(QUESTION)]
    asked = client.messages.create(model="m", max_tokens=9, messages=messages, tools=tools)
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "a map of Porto"}
    messages += [{"role": "assistant", "content": asked.content}, {"role": "user", "content": [result]}]
    client.messages.create(model="m", max_tokens=9, messages=messages, tools=tools)
    first, second = bench.server.asked
    assert HEAD in first["messages"][0]["content"]
    assert second["messages"][0] == first["messages"][0]
    assert second["messages"][2] == {"role": "user", "content": [result]}
    said = [("user", QUESTION), ("assistant", "Let me look."), ("tool", "a map of Porto"), ("assistant", REPLY)]
    assert porto.texts()[1:] == [said]


def test_openai_responses(porto: Desk, bench: Bench) -> None:
    call = {"type": "function_call", "id": "f1", "call_id": "t1", "name": "look", "arguments": "{}"}
    said = {"type": "output_text", "text": REPLY, "annotations": []}
    done = _response({"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": [said]})
    delta = {"type": "response.output_text.delta", "delta": "You", "item_id": "m1", "output_index": 0}
    completed = {"type": "response.completed", "sequence_number": 2, "response": done}
    bench.answers(good(_response(call)), good(done), events(delta, completed))
    client = _openai(porto, bench.server.url)
    first = client.responses.create(model="m", input=[user(QUESTION)])
    result = {"type": "function_call_output", "call_id": "t1", "output": "a map of Porto"}
    assert client.responses.create(model="m", input=[user(QUESTION), *first.output, result]).output_text == REPLY
    kinds = [event.type for event in client.responses.create(model="m", stream=True, input=QUESTION)]
    assert kinds == ["response.output_text.delta", "response.completed"]
    assert bench.server.asked[1]["input"][0] == bench.server.asked[0]["input"][0]
    assert all(HEAD in json.dumps(body["input"]) for body in bench.server.asked)
    assert porto.texts()[1:] == [
        [("user", QUESTION), ("tool", "a map of Porto"), ("assistant", REPLY)],
        [("user", QUESTION), ("assistant", REPLY)],
    ]


class City(BaseModel):
    name: str


def test_what_is_parsed_stays_parsed(porto: Desk, bench: Bench) -> None:
    bench.answers(_completion({"content": '{"name": "Porto"}'}))
    parsed = _openai(porto, bench.server.url).chat.completions.parse(response_format=City, **ASK)
    assert parsed.choices[0].message.parsed == City(name="Porto")
    assert HEAD in bench.server.asked[0]["messages"][0]["content"]
    assert porto.texts()[-1][-1] == ("assistant", '{"name": "Porto"}')


def test_a_provider_in_trouble_is_the_clients_own_error(porto: Desk, bench: Bench) -> None:
    bench.answers(Answer(500, b'{"error": {"message": "down"}}'))
    with pytest.raises(openai.InternalServerError):
        _openai(porto, bench.server.url).chat.completions.create(**ASK)
    with pytest.raises(anthropic.InternalServerError):
        _anthropic(porto, bench.server.url).messages.create(max_tokens=9, **ASK)
    with pytest.raises(TypeError):
        _openai(porto, bench.server.url).chat.completions.create(nonsense=1, **ASK)
    assert len(porto.observed()) == 1
    assert porto.troubles() == []


def test_raw_responses_go_without_memory(porto: Desk, endpoint: Endpoint) -> None:
    raw = _openai(porto, endpoint.url).chat.completions.with_raw_response.create(**ASK)
    assert raw.parse().choices[0].message.content == REPLY
    assert endpoint.asked[0]["messages"] == ASK["messages"]
    assert len(porto.observed()) == 1


def _completion(message: dict[str, Any], reason: str = "stop") -> Answer:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}
    return good({"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]})


def _message(content: list[Any], reason: str) -> Answer:
    head = {"id": "m1", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None}
    usage = {"input_tokens": 1, "output_tokens": 1}
    return good({**head, "content": content, "stop_reason": reason, "usage": usage})


def _response(item: dict[str, Any]) -> dict[str, Any]:
    head = {"id": "r1", "object": "response", "created_at": 1, "model": "m", "status": "completed"}
    return {**head, "output": [item], "tools": [], "tool_choice": "auto", "parallel_tool_calls": True}


def test_a_copy_of_a_wrapped_client_is_wrapped_too(porto: Desk, endpoint: Endpoint) -> None:
    """Frameworks copy what they are given; the memory stays the same one."""
    client = _openai(porto, endpoint.url)
    again = copy.copy(client)
    assert isinstance(again, openai.OpenAI) is isinstance(client, openai.OpenAI)
    for each in (client, again):
        assert each.chat.completions.create(**ASK).choices[0].message.content == REPLY
    _demand_heard(porto, endpoint, 2)
    with pytest.raises(AttributeError):
        object.__new__(type(client)).chat  # noqa: B018 # as pickling asks, of an object that has nothing yet
    assert getattr(client, "__deepcopied__", None) is None


def test_a_deep_copy_has_its_own_client_and_the_same_memory(porto: Desk) -> None:
    class Client:
        def __init__(self) -> None:
            self.chat = {"key": ["none"]}

    client = porto.wrapped(Client())
    again = copy.deepcopy(client)
    client.timeout = 7
    assert not hasattr(again, "timeout")
