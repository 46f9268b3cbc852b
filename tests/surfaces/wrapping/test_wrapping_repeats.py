"""C13: what the host sends in a call is not sent again by the context."""

from __future__ import annotations

import re
from typing import Any

import pytest

from atlas import BadInput
from atlas.context.host import HostText
from atlas.surfaces.wrapping.call_messages import Format
from surfaces.wrapping._desk import HEAD, Client, Desk, answer, part, user

SAID = [
    "I live in Porto, near the river.",
    "I work as a nurse on the night shift.",
    "My sister Maria visits me on Sundays.",
    "I collect old maps of the north.",
    "We painted the kitchen green last week.",
]


def assistant(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def _talk(desk: Desk, client: Client, form: Format, questions: int) -> None:
    """A conversation as a chat app holds it: every call sends all of it."""
    wrapped = part(desk.wrapped(client), form)
    history: list[dict[str, Any]] = []
    for number in range(questions):
        history.append(user(f"{SAID[number % len(SAID)]} Where do I live, and what do I do? ({number})"))
        wrapped.create(**{form.key: list(history)})
        desk.settle()
        history.append(assistant(f"Reply number {number}: you live in Porto and work as a nurse."))


def _replies(arguments: Any) -> Any:
    turns = next(arguments[key] for key in ("messages", "input") if key in arguments)
    number = sum(turn["role"] == "assistant" for turn in turns)
    form = Format.RESPONSES if "input" in arguments else Format.CHAT
    return answer(form, f"Reply number {number}: you live in Porto and work as a nurse.")


def _data(sent: dict[str, Any], form: Format) -> str:
    return sent[form.key][-1]["content"].partition(f"\n\n{HEAD}")[2]


@pytest.mark.parametrize("form", [Format.CHAT, Format.RESPONSES])
def test_no_block_quotes_a_line_that_stands_in_the_messages(desk: Desk, form: Format) -> None:  # C13
    """336 of 356 did: everything that was said in the conversation came again, as "earlier conversations"."""
    _talk(desk, client := Client(_replies), form, 12)
    repeating = 0
    for sent in client.calls:
        data, turns = _data(sent, form), "\n".join(turn["content"] for turn in sent[form.key][:-1])
        repeating += any(quote in turns for quote in re.findall('"([^"]+)"', data))
    assert repeating == 0
    assert sum(bool(_data(sent, form)) for sent in client.calls) >= 10  # what was learned is there all the same


def test_what_was_said_elsewhere_is_still_given(porto: Desk) -> None:
    porto.atlas.observe("Mr Silva, who repaired the boiler, was here.", "Good to know.", conversation="before")
    client = Client(answer(Format.CHAT, "Mr Silva."))
    history = [user("Hello, the boiler is cold."), assistant("I am sorry to hear that.")]
    porto.wrapped(client).chat.completions.create(messages=[*history, user("Who repaired the boiler?")])
    assert "Mr Silva, who repaired the boiler, was here." in _data(client.calls[0], Format.CHAT)


@pytest.mark.parametrize(
    ("form", "name"), [(Format.MESSAGES, "system"), (Format.RESPONSES, "instructions"), (Format.CHAT, None)]
)
def test_what_stands_in_the_system_prompt_is_not_given_again(desk: Desk, form: Format, name: str | None) -> None:
    said = "The office opens at nine and closes at five."
    desk.atlas.observe(said, "Noted.", conversation="before")
    orders = f"Be brief. {said} Be kind."
    client = Client(answer(form, "At nine."))
    asked = [user("When does the office open?")]
    if name:
        part(desk.wrapped(client), form).create(**{form.key: asked, name: orders})
    else:
        part(desk.wrapped(client), form).create(**{form.key: [{"role": "system", "content": orders}, *asked]})
    assert said not in _data(client.calls[0], form)


def test_a_long_conversation_does_not_crowd_out_what_was_said_elsewhere(desk: Desk) -> None:
    """All of its lines fit the question better than the one that is wanted."""
    desk.atlas.observe("Boiler number zero stands in the attic.", "Noted.", conversation="before")
    history: list[dict[str, Any]] = []
    for number in range(90):
        text = f"About the boiler number {number} in the cellar: where is the boiler?"
        desk.atlas.observe(text, f"The boiler {number} is there.", conversation="c1")
        history += [user(text), assistant(f"The boiler {number} is there.")]
    client = Client(answer(Format.CHAT, "In the attic."))
    desk.wrapped(client).chat.completions.create(messages=[*history, user("Where is the boiler?")])
    data = _data(client.calls[0], Format.CHAT)
    assert "stands in the attic" in data
    assert "in the cellar" not in data


# --- for whoever asks by hand


def test_a_context_leaves_out_what_is_sent_already(desk: Desk) -> None:
    """As it is, within a longer text, in other letters, or cut short."""
    desk.atlas.observe("I wonder whether Mr Silva repaired the boiler.", "Good.", conversation="before")
    asked = "Who repaired the boiler?"
    assert "Mr Silva" in desk.atlas.context(asked).data
    for already in (
        "I wonder whether Mr Silva repaired the boiler.",
        "Earlier: I wonder whether  MR SILVA repaired the boiler!  And so on.",
        "I wonder whether Mr Silva repaired the b",
    ):
        assert "Mr Silva" not in desk.atlas.context(asked, already=[already]).data


def test_what_was_learned_is_told_without_the_words_that_are_sent_already(porto: Desk) -> None:
    asked = "Where do I live?"
    assert ': "I live in Porto"' in porto.atlas.context(asked).data
    data = porto.atlas.context(asked, already=["Well, I live in Porto."]).data
    assert '"The user lives in Porto" (' in data
    assert '"I live in Porto' not in data


def test_a_gist_of_what_is_sent_is_not_given_either() -> None:  # T12
    text = "We met on 3 May. It was a long evening, and nobody wanted to go. The bill came to 90 euros in the end."
    sent = HostText([f"Dear all. {text} Yours, Ana."])
    assert sent.contains("We met on 3 May. The bill came to 90 euros in the end.")
    assert not sent.contains("We met on 3 May. The bill came to 80 euros in the end.")


def test_a_word_within_another_is_not_that_word(desk: Desk) -> None:
    desk.atlas.observe("No.", "I see.", conversation="before")
    assert '"No."' in desk.atlas.context("No", already=["I know nothing of it."]).data


def test_already_is_a_list_of_texts(desk: Desk) -> None:
    with pytest.raises(BadInput, match="a list of texts"):
        desk.atlas.context("Who?", already="The boiler.")
