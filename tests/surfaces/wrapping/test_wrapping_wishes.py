"""C12: standing wishes leave with every wrapped call, at the end of the system prompt, in every wire format."""

from __future__ import annotations

from typing import Any

import pytest

from atlas.curation.constitution import extract_binding_levels
from atlas.settings import read_shipped_constitution
from atlas.surfaces.wrapping.call_messages import Format
from surfaces.wrapping._desk import Client, Desk, answer, part, user

SHORT = "- The user wants answers short"


@pytest.fixture
def wishing(desk: Desk) -> Desk:
    desk.atlas.observe("Please keep your answers short from now on.", "All right.", conversation="before")
    desk.atlas.flush()
    return desk


def _system(form: Format, sent: dict[str, Any]) -> str:
    if form is Format.CHAT:
        return "\n".join(str(turn["content"]) for turn in sent["messages"] if turn["role"] in ("system", "developer"))
    return str(sent.get("instructions" if form is Format.RESPONSES else "system", ""))


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("question", ["Evening!", "How tall is K2?"])
def test_a_wish_is_in_the_system_prompt_whatever_is_asked(wishing: Desk, form: Format, question: str) -> None:
    client = Client(answer(form, "Hello."))
    part(wishing.wrapped(client), form).create(model="m", **{form.key: [user(question)]})
    system = _system(form, client.calls[0])
    assert SHORT in system.splitlines()
    assert "constitution" not in system.lower(), "the host's own instructions are its own"


@pytest.mark.parametrize("form", Format)
def test_with_instructions_it_stands_there_once(wishing: Desk, form: Format) -> None:
    client = Client(answer(form, "Hello."))
    part(wishing.wrapped(client, instructions=True), form).create(model="m", **{form.key: [user("Evening!")]})
    system = _system(form, client.calls[0])
    assert system.splitlines().count(SHORT) == 1
    assert extract_binding_levels(read_shipped_constitution().text) in system  # H1


@pytest.mark.parametrize("form", Format)
def test_without_a_wish_the_call_is_the_callers_own(desk: Desk, form: Format) -> None:
    client = Client(answer(form, "Hello."))
    given = {"model": "m", form.key: [user("Evening!")]}
    part(desk.wrapped(client), form).create(**given)
    assert client.calls[0] == given
