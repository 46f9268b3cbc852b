"""Documents in a context: served line by line, each only while its memory is in service, once, and explained (E8)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.engine.core.ledger import Ledger
from atlas.engine.curate.documents import add_agent_note, restore_version, write_documents
from atlas.engine.curate.proposals import commit_proposals
from atlas.engine.serve import context
from atlas.engine.serve.recall import Query
from atlas.language.document_sources import make_sourced_line
from atlas.model.document import DocumentKind, Edit
from atlas.model.document_paths import PATHS
from atlas.model.memory import Memory
from atlas.model.origin import Trust
from atlas.model.proposal import Amend
from atlas.model.recall import FILED
from atlas.model.thinking import Proposed
from atlas.surfaces.views.serving import view_serving
from atlas.testing import samples
from atlas.testing.virtual import virtual

PROFILE = PATHS[DocumentKind.PROFILE]
STRATEGIES = PATHS[DocumentKind.STRATEGIES]
PERSONA = "# Persona\n\n## Tone <!-- of voice -->\n\n- Calm. <!-- asked for in March -->\n\n## Nothing below\n"


def file_line(life, memory: Memory, text: str = "") -> str:  # type: ignore[no-untyped-def]
    line = make_sourced_line(text or memory.content, memory.id)
    write_documents(life.runtime, {PROFILE: f"# User profile\n\n## Preferences\n{line}"}, "Filed by hand.")
    return f"- {text or memory.content}"


@pytest.fixture
def tea(life):  # type: ignore[no-untyped-def]
    """A preference that stands as a line of the profile."""
    life.say("I like green tea.")
    file_line(life, life.fact("green tea"))
    return life


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("- ")]


# --- what is served


def test_comments_and_headings_are_never_served(life) -> None:
    write_documents(life.runtime, {PATHS[DocumentKind.PERSONA]: PERSONA})
    given = life.atlas.context("Anything?")
    assert given.learned.endswith("### Persona\n- Calm.")
    for hidden in ("March", "voice", "<!--", "Tone", "Nothing below"):
        assert hidden not in given.text


def test_notes_are_never_served(life) -> None:
    life.atlas.observe(user="I like green tea.", conversation="c1")
    write_documents(life.runtime, {PATHS[DocumentKind.PERSONA]: "- Calm.\n"})
    add_agent_note(life.runtime, "Anything at all.")
    assert "Anything at all" not in life.atlas.context("Anything?").text


def test_a_line_of_a_memory_in_service_is_served_and_the_memory_not_again(tea) -> None:  # C13
    given = tea.atlas.context("Which tea do I like?")
    assert given.text.count("The user likes green tea") == 1
    assert "- The user likes green tea" in _lines(given.learned)
    (item,) = [item for item in given.served if item.memory.id == tea.fact("green tea").id]
    assert FILED in dict(item.components)
    assert given.tokens == tea.runtime.context.count(given.text)


def test_an_answer_from_memory_still_finds_what_stands_in_a_document(tea) -> None:
    found = tea.atlas.assistant.answer("Which tea do I like?").answer.found
    assert [fact.memory.content for fact in found] == ["The user likes green tea"]


def test_a_line_says_what_a_memory_says_once_even_without_naming_it(life) -> None:  # C13
    life.say("I like green tea.")
    write_documents(life.runtime, {PROFILE: "- the user likes green tea.\n"})
    given = life.atlas.context("Which tea do I like?")
    assert given.text.lower().count("user likes green tea") == 1


@pytest.mark.parametrize("how", ["reject", "sensitive", "supersede", "forget", "over"])
def test_a_line_whose_memory_is_out_of_service_is_not_served_at_once(tea, how: str) -> None:  # C1
    memory = tea.fact("green tea")
    line = f"- {memory.content}"
    assert line in _lines(tea.atlas.context("Anything?").learned)
    if how == "reject":
        tea.atlas.reject(memory.id)
    elif how == "sensitive":
        tea.atlas.review.decide("sensitive", memory.id)
    elif how == "supersede":
        tea.say("I don't like green tea any more.")
    elif how == "forget":
        tea.atlas.forget(memory.id)
    else:
        with tea.runtime.store.writing(tea.runtime.space) as txn:
            txn.put_memory(replace(memory, valid_until=tea.runtime.now(), version=memory.version + 1), memory.version)
        tea.virtual.later(minutes=1)
    given = tea.atlas.context("Anything?")
    assert line not in _lines(given.learned)
    assert "likes green tea" not in given.instructions


def test_a_line_of_a_memory_that_was_never_there_is_not_served(life) -> None:
    write_documents(life.runtime, {PROFILE: "- Obey. <!-- m_madeup -->\n- Calm.\n"})
    assert _lines(life.atlas.context("Anything?").learned) == ["- Calm."]


def test_a_wish_stands_once_as_a_wish(life) -> None:  # C12, C13
    life.say("Please keep your answers short from now on.")
    wish = life.fact("answers short")
    file_line(life, wish)
    given = life.atlas.context("Anything?")
    assert given.instructions.count("wants answers short") == 1
    assert given.documents == ()


def test_a_line_about_the_user_instructs_nobody_who_answers_somebody_else(tea) -> None:  # C12
    assert "green tea" not in tea.atlas.context("Anything?", speaker="Ben").instructions


def test_a_small_budget_leaves_half_to_what_is_remembered(life) -> None:  # C7
    life.say("I live in Porto.")
    write_documents(life.runtime, {STRATEGIES: "".join(f"- Step {n} of many.\n" for n in range(200))})
    law = life.atlas.assistant.constitution_tokens
    given = life.atlas.context("Where do I live?", law + 600)
    assert given.tokens <= law + 600
    assert "Porto" in given.data
    assert "Step 0 of many" in given.learned
    assert life.runtime.context.count(given.learned) <= 400


def test_without_documents_not_a_byte_is_another(live) -> None:
    """Nothing in a template, a note or an empty document changes a context."""
    texts = []
    for name, paths in (("one.atlas", {}), ("two.atlas", {PROFILE: "# User profile\n\n## Preferences\n"})):
        life = live(name)
        life.say("Please keep your answers short from now on.")
        life.say("I live in Porto.")
        write_documents(life.runtime, paths)
        given = life.atlas.context("Where do I live?")
        texts.append((given.text, given.learned, given.tokens, given.documents))
        assert given.learned == (
            "## Wishes about answers\nApproved. Your other instructions take precedence.\n"
            "- The user wants answers short"
        )
    assert texts[0] == texts[1]


# --- as of, and again


def test_as_of_then_documents_say_what_they_said(tea) -> None:  # X4
    then = tea.runtime.now() + timedelta(seconds=1)
    tea.virtual.later(days=1)
    write_documents(tea.runtime, {PROFILE: "- Loud.\n", PATHS[DocumentKind.PERSONA]: "- Calm.\n"})
    tea.atlas.reject(tea.fact("green tea").id)
    given = context.build_context(tea.runtime, Query("Anything?", as_of=then), record=False)
    assert _lines(given.learned) == ["- The user likes green tea"]
    assert _lines(tea.atlas.context("Anything?").learned) == ["- Calm.", "- Loud."]


def test_another_opening_sees_a_commit_with_its_next_context(life, tmp_path: Path) -> None:
    write_documents(life.runtime, {PROFILE: "- Calm.\n"})
    with Atlas(virtual(tmp_path / "me.atlas").runtime, background=False) as other:
        assert _lines(other.context("Anything?").learned) == ["- Calm."]
        write_documents(life.runtime, {PROFILE: "- Loud.\n"})
        assert _lines(other.context("Anything?").learned) == ["- Loud."]
        restore_version(life.runtime, 1)
        assert _lines(other.context("Anything?").learned) == ["- Calm."]
        assert _lines(other.assistant.learned_instructions()) == ["- Calm."]


def test_a_reply_that_recites_a_line_is_not_learned_again(life) -> None:  # X2
    write_documents(life.runtime, {PROFILE: "- The user lives in Zanzibarqx. <!-- since March -->\n"})
    life.atlas.context("Where?", conversation="c1")
    life.say("Tell me.", "The user lives in Zanzibarqx.")
    assert [content for content in life.facts() if "Zanzibarqx" in content] == []


# --- why


def test_why_names_each_line_with_its_version_and_the_memory_behind_it(tea) -> None:  # C8
    given = tea.atlas.context("Which tea do I like?", conversation="c1")
    story = tea.atlas.why(given.serving)
    (line,) = story.lines
    memory = tea.fact("green tea")
    assert (line.text, line.version, line.sources) == (memory.content, 1, (memory.id,))
    assert line.cause is not None
    assert (line.cause.number, line.cause.actor.value, line.cause.reason) == (1, "operator", "Filed by hand.")
    assert [each.content for each in story.sources] == [memory.content]
    (document,) = view_serving(story)["documents"]  # type: ignore[misc]
    assert document["lines"][0]["memories"][0]["id"] == memory.id


def test_why_tells_what_stood_there_then_and_the_change_that_brought_it(life) -> None:  # C8
    write_documents(life.runtime, {PROFILE: "- Calm.\n"}, "First.")
    write_documents(life.runtime, {PROFILE: "- Calm.\n- Kind.\n"}, "Second.")
    given = life.atlas.context("Anything?")
    write_documents(life.runtime, {PROFILE: "- Loud.\n"}, "Third.")
    lines = life.atlas.why(given.serving).lines
    assert [(line.text, line.version, line.cause and line.cause.reason) for line in lines] == [
        ("Calm.", 2, "First."),
        ("Kind.", 2, "Second."),
    ]


def test_why_gives_the_reason_of_an_amendment(life) -> None:  # C8
    life.say("I like green tea.")
    tea = life.fact("green tea")
    edit = Edit(PROFILE, "Preferences", "", make_sourced_line(tea.content, tea.id))
    amendment = Amend((edit,), sources=(tea.id,), reason="What is approved was filed.")
    with life.runtime.writing() as txn:
        thought = samples.reflection("r_filing")
        txn.add_reflection(thought)
        ledger = Ledger(life.runtime, txn)
        commit_proposals(life.runtime, ledger, [Proposed(amendment, Trust.USER)], thought, {})
    given = life.atlas.context("Anything?")
    (line,) = life.atlas.why(given.serving).lines
    assert line.sources == (tea.id,)
    assert line.cause is not None
    assert line.cause.reason == "What is approved was filed."
    assert len(line.cause.proposals) == 1


def test_why_names_only_the_lines_that_fitted(life) -> None:  # C8
    write_documents(life.runtime, {STRATEGIES: "".join(f"- Step {n} of many.\n" for n in range(200))})
    given = life.atlas.context("Anything?", life.atlas.assistant.constitution_tokens + 300)
    lines = life.atlas.why(given.serving).lines
    assert [f"- {line.text}" for line in lines] == _lines(given.learned)
    assert 0 < len(lines) < 200


def test_why_tells_nothing_of_a_line_whose_memory_was_forgotten(tea) -> None:  # X3
    given = tea.atlas.context("Anything?")
    tea.atlas.forget(tea.fact("green tea").id)
    story = tea.atlas.why(given.serving)
    assert [line.text for line in story.lines] == [""]
    assert "green tea" not in str(story)


def test_revoking_a_memory_lists_the_replies_that_its_line_touched(tea) -> None:  # C8
    tea.atlas.context("Anything?", conversation="c7")
    tea.say("Anything?", "Some green tea, perhaps.", conversation="c7")
    assert [reply.message.text for reply in tea.atlas.inspect.memory(tea.fact("green tea").id).replies]
