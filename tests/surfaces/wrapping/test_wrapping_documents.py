"""E8: what approved documents say leaves with every wrapped call, behind the host's own instructions."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from atlas.engine.curate.documents import write_documents
from atlas.model.document import DocumentKind
from atlas.model.document_paths import PATHS
from atlas.surfaces.wrapping.call_messages import Format
from surfaces.wrapping._desk import AsyncClient, Client, Desk, answer, part, user

INSTRUCTING = {
    DocumentKind.PERSONA: "Calm.",
    DocumentKind.PROFILE: "Gardens at weekends.",
    DocumentKind.STRATEGIES: "Look into the calendar first.",
    DocumentKind.CORRECTIONS: "The shed is green.",
    DocumentKind.PRINCIPLES: "Plants before pots.",
}
LEARNED = """## Learned
Approved. Your other instructions take precedence.
### Persona
- Calm.
### User profile
- Gardens at weekends.
### Strategies
- Look into the calendar first.
### Corrections
- The shed is green.
### Principles
- Plants before pots."""


@pytest.fixture
def written(desk: Desk) -> Desk:
    texts = {PATHS[kind]: f"## Block\n- {text} <!-- a comment -->\n" for kind, text in INSTRUCTING.items()}
    texts[PATHS[DocumentKind.KNOWLEDGE]] = "- Tomatoes want lime.\n"
    write_documents(desk.atlas._opening.runtime, texts)
    return desk


def _system(form: Format, sent: dict[str, Any]) -> str:
    if form is Format.CHAT:
        return "\n".join(str(turn["content"]) for turn in sent["messages"] if turn["role"] in ("system", "developer"))
    return str(sent.get("instructions" if form is Format.RESPONSES else "system", ""))


@pytest.mark.parametrize("form", Format)
def test_every_learned_document_is_in_the_system_prompt_and_knowledge_is_data(written: Desk, form: Format) -> None:
    client = Client(answer(form, "Hello."))
    part(written.wrapped(client), form).create(model="m", **{form.key: [user("Evening!")]})
    (sent,) = client.calls
    assert _system(form, sent) == LEARNED
    turns = str(sent[form.key])
    assert '"Tomatoes want lime." (operator, ' in turns
    assert "a comment" not in str(sent)


@pytest.mark.parametrize("form", Format)
def test_the_same_bytes_leave_with_a_call_that_is_awaited(written: Desk, form: Format) -> None:
    client = AsyncClient(answer(form, "Hello."))
    asyncio.run(part(written.wrapped(client), form).create(model="m", **{form.key: [user("Evening!")]}))
    assert _system(form, client.calls[0]) == LEARNED


@pytest.mark.parametrize("form", Format)
def test_with_instructions_they_stand_below_the_constitution(written: Desk, form: Format) -> None:
    client = Client(answer(form, "Hello."))
    part(written.wrapped(client, instructions=True), form).create(model="m", **{form.key: [user("Evening!")]})
    system = _system(form, client.calls[0])
    assert system.index("Level 1") < system.index("## Level 4: learned") < system.index("- Calm.")
    assert system.count("Plants before pots.") == 1
