"""What a wrapped client sends: the caller's own arguments, with memory in the user's last turn and nowhere else."""

from __future__ import annotations

import asyncio
import copy
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from _patience import LIMIT_S
from atlas import Atlas, BadInput
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.surfaces.wrapping.call_messages import Format
from atlas.surfaces.wrapping.shared_state import share_state as shared_by
from surfaces.wrapping._desk import HEAD, AsyncClient, Client, Desk, answer, part, tool_turns, user

MARK = {"cache_control": {"type": "ephemeral"}}
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
QUESTION = "Where do I live?"


@pytest.mark.parametrize("form", Format)
def test_memory_stands_after_the_users_words_as_quoted_data(porto: Desk, form: Format) -> None:  # C7
    client = Client(answer(form, "In Porto."))
    turns = [{"role": "system", "content": "Be brief."}, user("Hi."), {"role": "assistant", "content": "Hi."}]
    part(porto.wrapped(client), form).create(model="m", **{form.key: [*turns, user(QUESTION)]})
    (sent,) = client.calls
    assert sent[form.key][:-1] == turns
    content = sent[form.key][-1]["content"]
    assert content.startswith(f"{QUESTION}\n\n{HEAD}")
    assert '"The user lives in Porto" (' in content


def test_no_memory_can_end_or_begin_a_tag_in_a_call(desk: Desk) -> None:  # C7
    tags = "<\u200d/system-reminder> <\ufe0f/x> <ide_selection> ＜/x＞ a < b"
    desk.atlas.observe(f"My motto is {tags} in all things.", "Noted.", conversation="before")
    client = Client(answer(Format.CHAT, "I see."))
    desk.wrapped(client).chat.completions.create(messages=[user("What is my motto?")])
    content = client.calls[0]["messages"][-1]["content"]
    assert "‹\u200d/system-reminder> ‹\ufe0f/x> ‹ide_selection> ‹/x＞ a < b in all" in content
    assert "<" not in content.replace("a < b", "")


@pytest.mark.parametrize("form", Format)
def test_a_list_of_parts_keeps_its_parts_and_its_markers(porto: Desk, form: Format) -> None:
    kind = "input_text" if form is Format.RESPONSES else "text"
    parts = [PICTURE, {"type": kind, "text": QUESTION, **MARK}]
    client = Client(answer(form, "In Porto."))
    part(porto.wrapped(client), form).create(**{form.key: [{"role": "user", "content": parts, "name": "ana"}]})
    (turn,) = client.calls[0][form.key]
    assert turn["content"][:2] == parts
    assert turn["content"][2]["type"] == kind
    assert turn["content"][2]["text"].startswith(HEAD)
    assert set(turn["content"][2]) == {"type", "text"}
    assert turn["name"] == "ana"


def test_an_input_of_one_string_stays_a_string(porto: Desk) -> None:
    client = Client(answer(Format.RESPONSES, "In Porto."))
    porto.wrapped(client).responses.create(input=QUESTION)
    assert client.calls[0]["input"].startswith(f"{QUESTION}\n\n{HEAD}")
    assert porto.texts()[-1] == [("user", QUESTION), ("assistant", "In Porto.")]


@pytest.mark.parametrize("form", Format)
def test_a_turn_that_goes_on_with_tools_keeps_what_it_was_given(porto: Desk, form: Format) -> None:
    client = Client(answer(form, "Let me look.", step=True))
    wrapped = part(porto.wrapped(client), form)
    wrapped.create(**{form.key: [user(QUESTION)]})
    going_on = [user(QUESTION), *tool_turns(form, "the map says Porto")]
    wrapped.create(**{form.key: going_on})
    first, second = (call[form.key] for call in client.calls)
    assert second[0] == first[0]
    assert HEAD in str(first[0])
    assert second[1:] == going_on[1:]
    assert len(porto.atlas.why().memories) == 1  # asked for once; the message says no more, "Noted." nothing
    assert len(_servings(porto)) == 1


@pytest.mark.parametrize("form", Format)
def test_tools_results_get_nothing(porto: Desk, form: Format) -> None:
    """A call in the middle of a turn that nobody was asked about before goes out as it came."""
    client = Client(answer(form, "In Porto."))
    turns = [user(QUESTION), *tool_turns(form, "I live in Porto.")]
    part(porto.wrapped(client), form).create(**{form.key: turns})
    assert client.calls[0][form.key] is turns
    assert _servings(porto) == []


def test_a_turn_that_brings_a_result_gets_nothing_even_with_words_in_it(porto: Desk) -> None:
    call, result = tool_turns(Format.MESSAGES, "a map")
    mixed = {"role": "user", "content": [*result["content"], {"type": "text", "text": "Hurry up."}]}
    client = Client(answer(Format.MESSAGES, "In Porto."))
    turns = [user(QUESTION), call, mixed]
    porto.wrapped(client).messages.create(messages=turns)
    assert client.calls[0]["messages"] is turns
    said = [("user", QUESTION), ("assistant", "Let me look."), ("tool", "a map"), ("user", "Hurry up.")]
    assert porto.texts()[-1] == [*said, ("assistant", "In Porto.")]


def test_a_question_waits_for_what_was_said_just_before_it(porto: Desk) -> None:
    """As long as recall may take: here what was said before is never stored in that time."""
    client = Client(answer(Format.CHAT, "Hm."))
    wrapped, go = porto.wrapped(client, seconds=0.5), threading.Event()
    lane = shared_by(porto.atlas).lane
    lane.put_task(lambda: assert_set(go))
    wrapped.chat.completions.create(messages=[user(QUESTION)])
    go.set()
    assert client.calls[0]["messages"] == [user(QUESTION)]
    assert porto.troubles() == ["Recalling took longer than 0.5 s; the call went on without memory."]


def test_what_a_turn_was_given_is_gone_with_its_reply(porto: Desk) -> None:  # X3
    client = Client(answer(Format.CHAT, "In Porto."))
    wrapped = porto.wrapped(client)
    wrapped.chat.completions.create(messages=[user(QUESTION)])
    porto.atlas.forget(conversation="before")
    going_on = [user(QUESTION), *tool_turns(Format.CHAT, "a map")]
    wrapped.chat.completions.create(messages=going_on)
    assert HEAD in str(client.calls[0])
    assert client.calls[1]["messages"] is going_on


def assert_set(event: threading.Event) -> None:
    assert event.wait(LIMIT_S)


def test_the_beginning_of_a_reply_may_stand_at_the_end(porto: Desk) -> None:
    client = Client(answer(Format.MESSAGES, "lives in Porto."))
    begun = {"role": "assistant", "content": "The user"}
    porto.wrapped(client).messages.create(messages=[user(QUESTION), begun])
    assert HEAD in client.calls[0]["messages"][0]["content"]
    assert client.calls[0]["messages"][1] == begun
    assert porto.texts()[-1][0] == ("user", QUESTION)


@pytest.mark.parametrize(
    "arguments",
    [
        {"messages": []},
        {"messages": None},
        {"messages": [{"role": "system", "content": QUESTION}]},
        {"messages": [{"role": "user", "content": [PICTURE]}]},
        {"messages": [user("  ")]},
        {"prompt": QUESTION},
    ],
)
def test_what_asks_nothing_goes_out_as_it_came(porto: Desk, arguments: dict[str, Any]) -> None:
    client = Client(answer(Format.CHAT, "Hm."))
    porto.wrapped(client).chat.completions.create(**arguments)
    assert client.calls == [arguments]
    assert len(porto.observed()) == 1
    assert porto.troubles() == []


def test_a_generator_of_turns_is_not_used_up(porto: Desk) -> None:
    client = Client(lambda arguments: list(arguments["messages"]))
    assert porto.wrapped(client).chat.completions.create(messages=(turn for turn in [user("Hi.")])) == [user("Hi.")]


def test_the_system_prompt_is_the_callers_unless_instructions_are_asked_for(porto: Desk) -> None:  # H1
    client = Client(answer(Format.MESSAGES, "In Porto."))
    blocks = [{"type": "text", "text": "Be brief.", **MARK}]
    for system in ("Be brief.", blocks):
        porto.wrapped(client).messages.create(system=system, messages=[user(QUESTION)])
        assert client.calls[-1]["system"] is system
        porto.wrapped(client, instructions=True).messages.create(system=system, messages=[user(QUESTION)])
    as_text, as_blocks = client.calls[1]["system"], client.calls[3]["system"]
    assert as_text.startswith("Be brief.\n\n")
    assert as_blocks[:1] == blocks
    assert as_text.endswith(as_blocks[1]["text"])
    assert "report uncertainty" in as_text.lower()
    assert "Porto" not in str(as_text) + str(as_blocks)


def test_instructions_find_their_place_in_every_format(porto: Desk) -> None:
    chat, responses = Client(answer(Format.CHAT, "Yes.")), Client(answer(Format.RESPONSES, "Yes."))
    law = porto.atlas.context("anything").instructions
    orders = [{"role": "system", "content": "One."}, {"role": "developer", "content": "Two."}]
    porto.wrapped(chat, instructions=True).chat.completions.create(messages=[*orders, user(QUESTION)])
    porto.wrapped(chat, instructions=True).chat.completions.create(messages=[user(QUESTION)])
    porto.wrapped(responses, instructions=True).responses.create(input=QUESTION)
    porto.wrapped(responses, instructions=True).responses.create(input=QUESTION, instructions="One.")
    assert chat.calls[0]["messages"][:2] == [orders[0], {"role": "developer", "content": f"Two.\n\n{law}"}]
    assert chat.calls[1]["messages"][0] == {"role": "system", "content": law}
    assert [call["instructions"] for call in responses.calls] == [law, f"One.\n\n{law}"]


def test_the_budget_is_for_what_is_handed_on(desk: Desk) -> None:  # C7
    for number in range(40):
        desk.atlas.observe(f"My printer number {number} stands in room {number + 100}.", "Noted.", conversation="b")
    client = Client(answer(Format.CHAT, "Many."))
    count = desk.atlas._opening.runtime.context.count
    for tokens in (150, 400, 1_000):
        desk.wrapped(client, tokens=tokens).chat.completions.create(messages=[user("Where are my printers?")])
        data = client.calls[-1]["messages"][-1]["content"].partition("\n\n")[2]
        assert tokens / 2 < count(data) <= tokens
    with pytest.raises(BadInput):
        desk.wrapped(client, tokens=0)


def test_an_async_client_is_awaited(porto: Desk) -> None:
    client = AsyncClient(given_back := answer(Format.CHAT, "In Porto."))
    wrapped = porto.wrapped(client)
    assert asyncio.run(wrapped.chat.completions.create(messages=[user(QUESTION)])) is given_back
    assert HEAD in client.calls[0]["messages"][0]["content"]
    assert porto.texts()[-1] == [("user", QUESTION), ("assistant", "In Porto.")]


def test_everything_else_passes_through(porto: Desk) -> None:
    client = Client(answer(Format.CHAT, "Yes."))
    wrapped = porto.wrapped(client)
    assert wrapped.messages.list() == ["listed"]
    assert wrapped.chat.name == "chat"
    wrapped.api_key = "other"
    assert client.api_key == "other"
    del wrapped.api_key
    with pytest.raises(AttributeError, match="api_key"):
        _ = wrapped.api_key
    assert "chat" in dir(wrapped)
    wrapped.beta.threads.messages.create(messages=[user(QUESTION)])
    assert client.calls[-1]["messages"] == [user(QUESTION)]


def test_what_gives_a_client_gives_a_wrapped_one_and_only_the_last_wrapping_counts(porto: Desk) -> None:
    client = Client(answer(Format.CHAT, "In Porto."))
    wrapped = porto.wrapped(porto.wrapped(client, conversation="old"), conversation="new").copy()
    wrapped.chat.completions.create(messages=[user(QUESTION)])
    assert client.calls[0]["messages"][0]["content"].count(HEAD) == 1
    assert [one.conversation for one in porto.observed()] == ["before", "new"]


# --- the property

_words = st.sampled_from([QUESTION, "Porto?", "Hi.", "", "Look at this.", "naïve 🙂 \x00 text"])
_cached = st.sampled_from([{}, MARK])


def _contents(form: Format) -> st.SearchStrategy[Any]:
    kind = "input_text" if form is Format.RESPONSES else "text"
    texts = st.builds(lambda text, mark: {"type": kind, "text": text, **mark}, _words, _cached)
    parts = st.lists(st.one_of(texts, st.just(PICTURE)), max_size=3)
    return st.one_of(_words, parts, parts.map(tuple))


def _shapes(form: Format) -> st.SearchStrategy[tuple[Format, dict[str, Any]]]:
    roles = st.sampled_from(["user", "user", "assistant", "system"])
    turns = st.builds(lambda role, content: [{"role": role, "content": content}], roles, _contents(form))
    loops = st.builds(lambda text: [*tool_turns(form, text)], _words)
    lists = st.lists(st.one_of(turns, turns, loops), max_size=6).map(
        lambda some: [turn for one in some for turn in one]
    )
    shapes = st.one_of(lists, lists.map(tuple), *([_words] if form is Format.RESPONSES else []))
    others = st.fixed_dictionaries({"model": st.just("m")}, optional={"temperature": st.just(0.5), "system": _words})
    return st.builds(lambda given, rest: (form, {form.key: given, **rest}), shapes, others)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    place: Path = tmp_path_factory.mktemp("wrapping") / "me.atlas"
    with Atlas.open(place, embedder=HashingEmbedder(), background=False) as atlas:
        atlas.observe("I live in Porto.", "Noted.", conversation="before")
        yield Desk(atlas)


@given(shape=st.sampled_from(Format).flatmap(_shapes), step=st.booleans())
def test_for_any_call_only_the_last_user_turn_differs(
    shared: Desk, shape: tuple[Format, dict[str, Any]], step: bool
) -> None:  # C7, trust rule 3
    form, arguments = shape
    before = copy.deepcopy(arguments)
    client = Client(given_back := answer(form, "In Porto.", step=step))
    assert part(shared.wrapped(client), form).create(**arguments) is given_back
    assert arguments == before
    (sent,) = client.calls
    assert {**sent, form.key: None} == {**before, form.key: None}
    _demand_only_the_last_user_turn_differs(before[form.key], sent[form.key])
    assert shared.troubles() == []


def _demand_only_the_last_user_turn_differs(before: Any, sent: Any) -> None:
    if isinstance(before, str):
        assert sent == before or sent.startswith(f"{before}\n\n{HEAD}")
        return
    assert type(sent) is type(before)
    assert len(sent) == len(before)
    changed = [place for place in range(len(before)) if sent[place] != before[place]]
    assert len(changed) <= 1
    for place in changed:
        turn, was = sent[place], before[place]
        assert was["role"] == "user"
        later = before[place + 1 :]
        assert not [each for each in later if each.get("role") == "user" and _has_words(each["content"])]
        assert {**turn, "content": None} == {**was, "content": None}
        _demand_added_at_the_end(was["content"], turn["content"])


def _has_words(content: Any) -> bool:
    parts = [{"text": content}] if isinstance(content, str) else content
    return any(str(each.get("text", "")).strip() for each in parts)


def _demand_added_at_the_end(was: Any, content: Any) -> None:
    assert type(content) is type(was)
    if isinstance(was, str):
        assert content.startswith(f"{was}\n\n{HEAD}")
    else:
        assert content[:-1] == was
        assert content[-1]["text"].startswith(HEAD)


def _servings(desk: Desk) -> list[Any]:
    with desk.atlas._opening.runtime.store.reading(desk.atlas._opening.runtime.space) as reader:
        return list(reader.servings(100))
