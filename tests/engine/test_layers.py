"""A context with rows in every layer: what is served, in which order, from where, and what forgetting leaves of it."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import apsw
import pytest

from _patience import LIMIT_S
from atlas import Atlas, NotFound, Origin, Role, Said, Status
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.vectors import open_index
from atlas.engine.serve import context, context_layers
from atlas.engine.serve.recall import Query
from atlas.language.folding import content_hash
from atlas.model.document import Document, DocumentChange, DocumentKind
from atlas.model.ids import DocumentId
from atlas.model.journal import Action, Actor
from atlas.model.memory import Kind
from atlas.ports.llm import Completion, Turn
from atlas.testing import samples
from atlas.testing.virtual import virtual

WRITTEN = {
    DocumentKind.PERSONA: "- Calm and brief.",
    DocumentKind.PROFILE: "- Gardens at weekends.",
    DocumentKind.STRATEGIES: "- Looks into the planting calendar first.",
    DocumentKind.CORRECTIONS: "- The shed is green, not blue.",
    DocumentKind.PRINCIPLES: "- Plants before pots.",
    DocumentKind.KNOWLEDGE: "- Tomatoes want lime in the soil.",
    DocumentKind.WIKI: "# Garden\n\nSouth side, forty square metres.",
}
LEARNED = {
    Kind.LESSON: "Ask which bed before advising on the garden.",
    Kind.DECISION: "The garden gets no lawn, because of the drought.",
    Kind.KNOWLEDGE: "A garden in Porto has no frost.",
}


def write(life, *documents: Document) -> None:  # type: ignore[no-untyped-def]
    with life.runtime.store.writing(life.runtime.space) as txn:
        changes = [DocumentChange(txn.document(document.id), document) for document in documents]
        Ledger(life.runtime, txn).write_change(Actor.OPERATOR, Action.AMENDED, (), documents=changes)


SERVED = tuple(WRITTEN)


def page(title: str, text: str) -> Document:
    """Its id says nothing: no name may stand in one."""
    return samples.document(f"d_{content_hash(title)[:8]}", text, Origin.ASSISTANT, title=title)


def written(kind: DocumentKind) -> Document:
    title = "Garden" if kind is DocumentKind.WIKI else ""
    return samples.document(f"d_{kind.value}", WRITTEN[kind], Origin.ASSISTANT, kind=kind, title=title)


@pytest.fixture
def full(life):  # type: ignore[no-untyped-def]
    """Something in every layer, all of it on the garden."""
    life.say("I have a garden in Porto.", "Lovely.")
    life.say("I like gardens with tomatoes.")
    life.say("The talk about the garden ran over by 20 minutes.")
    write(life, *map(written, SERVED))
    with life.runtime.store.writing(life.runtime.space) as txn:
        for kind, content in LEARNED.items():
            made = samples.memory(
                f"m_{kind.value}", content, Origin.OPERATOR, kind=kind, observed_at=life.runtime.now()
            )
            txn.put_memory(made, None)
        for minute, right in enumerate((2, 3, 4)):
            txn.add_exam(samples.exam(f"x_{minute}", right, minute=minute))
    life.atlas.flush()
    return life


def heads(text: str) -> list[str]:
    return re.findall(r"^#{2,3} (.*)$", text, re.MULTILINE)


# --- what is served


def test_every_layer_is_served_in_the_one_order(full) -> None:  # C6, C7, E8
    given = full.atlas.context("What about my garden?", grades=True)
    assert heads(given.text)[:3] == ["Level 1: inviolable", "Level 2: strong", "Level 3: default"]
    assert heads(given.text)[3:] == [
        *("Level 4: learned", "Persona", "User profile", "Strategies", "Corrections", "Principles"),
        *("Known about the user", "Lessons", "Decisions", "Wiki", "Knowledge", "Exams", "From the transcript"),
    ]
    for text in (*LEARNED.values(), *(each.rpartition("\n")[2].removeprefix("- ") for each in WRITTEN.values())):
        assert given.text.count(text) == 1
    assert given.text == f"{given.instructions}\n\n{given.data}"
    assert "Plants before pots." in given.instructions
    assert "Tomatoes want lime" in given.data
    assert given.tokens == full.runtime.context.count(given.text)


def test_each_line_of_data_says_whose_it_is_and_when(full) -> None:  # C7, T15
    full.virtual.later(days=1)
    data = full.atlas.context("What about my garden?", grades=True).data
    lines = [line for line in data.splitlines() if line.startswith("- ")]
    assert len(lines) >= 10
    label = re.compile(r'" \((?:(?:assistant|operator|atlas), )?[12] Mar(?:: "[^"]*")?\)$')
    assert [line for line in lines if not label.search(line)] == []
    assert '- "South side, forty square metres." on "Garden" (assistant, 1 Mar)' in lines
    assert any("with memory 50%, then 80% (rising)" in line for line in lines)


def test_the_same_question_gives_the_same_bytes(full) -> None:  # C7
    assert len({full.atlas.context("What about my garden?").text for _ in range(5)}) == 1


@pytest.mark.parametrize("status", [status for status in Status if status is not Status.APPROVED])
def test_only_approved_documents_are_served(full, status: Status) -> None:  # C1
    for kind in SERVED:
        write(full, samples.changed(written(kind), status=status))
    given = full.atlas.context("What about my garden?")
    assert given.documents == ()
    assert "Level 4" not in given.text
    assert "Wiki" not in heads(given.text)


def test_a_page_is_served_by_its_topic(life) -> None:  # C6
    life.say("I live in Porto.")
    write(life, page("Porto", "Rain in November."), page("Tea", "Green, no sugar."))
    assert "Rain in November" in life.atlas.context("Where do I live?").data
    assert "Green, no sugar" in life.atlas.context("Which tea?").data
    assert "Green, no sugar" not in life.atlas.context("Where do I live?").text


def test_as_of_then_serves_nothing_that_was_written_since(full) -> None:  # X4
    full.virtual.later(days=3)
    asked = Query("What about my garden?", as_of=samples.at(1), grades=True)
    given = context.build_context(full.runtime, asked, record=False)
    assert "2 of 5 right with memory" in given.data
    assert "4 of 5 right with memory" not in given.data


def test_documents_are_served_where_nothing_else_is_known(life) -> None:  # E8
    write(life, written(DocumentKind.CORRECTIONS))
    given = life.atlas.context("Anything?")
    assert "The shed is green" in given.instructions
    assert (given.data, given.served) == ("", ())
    assert given.serving is not None


def test_a_small_budget_keeps_the_law(full) -> None:  # C7, H1
    law = full.atlas.context("x" * 3, 400).text
    assert "Level 3: default" in law
    for budget in range(1, 1_500, 90):
        given = full.atlas.context("What about my garden?", budget)
        assert given.tokens <= budget
        assert not given.text or "11. Offer help unasked" in given.text


# --- read side by side


def test_the_read_paths_run_at_the_same_time(full, monkeypatch: pytest.MonkeyPatch) -> None:  # C7
    """Each waits for the other: one after another they would wait for ever."""
    meeting = threading.Barrier(2, timeout=LIMIT_S)

    def met(name: str) -> None:
        path = getattr(context_layers, name)
        monkeypatch.setattr(context_layers, name, lambda *given: (meeting.wait(), path(*given))[1])

    for name in ("_read_memories", "_read_beside"):
        met(name)
    assert "Wiki" in heads(full.atlas.context("What about my garden?").text)


class Slow:
    """A store whose readers open late, each by another while."""

    def __init__(self, store, seed: int) -> None:  # type: ignore[no-untyped-def]
        self.store, self.chance = store, Random(seed)

    @contextmanager
    def reading(self, space: str) -> Iterator[object]:
        time.sleep(self.chance.random() / 200)
        with self.store.reading(space) as reader:
            yield reader

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)


def test_what_is_served_does_not_depend_on_who_reads_first(full) -> None:  # C7
    query = Query("What about my garden?")
    texts = {
        context.build_context(replace(full.runtime, store=Slow(full.runtime.store, seed)), query, record=False).text
        for seed in range(8)
    }
    assert texts == {full.atlas.context(query.text).text}


def test_documents_are_read_again_only_when_one_changed(full, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    shelve = context_layers.build_shelf
    monkeypatch.setattr(
        context_layers, "build_shelf", lambda documents: (made.append(len(documents)), shelve(documents))[1]
    )
    for _ in range(3):
        full.atlas.context("What about my garden?")
    assert made == [7]
    write(full, samples.changed(written(DocumentKind.PERSONA), text="- Loud."))
    assert "- Loud." in full.atlas.context("What about my garden?").text
    full.say("I like tea.")
    full.atlas.context("What about my garden?")
    assert made == [7, 7]


def test_another_process_sees_a_changed_document_at_once(full, tmp_path: Path) -> None:
    with Atlas(virtual(tmp_path / "me.atlas").runtime, background=False) as other:
        assert "Calm and brief" in other.context("What about my garden?").text
        write(full, samples.changed(written(DocumentKind.PERSONA), text="- Loud."))
        text = other.context("What about my garden?").text
        assert "- Loud." in text
        assert "Calm and brief" not in text


def test_documents_stay_in_their_space(full) -> None:  # P4
    assert full.atlas.context("What about my garden?").documents
    elsewhere = full.atlas.in_space("elsewhere")
    assert elsewhere.context("What about my garden?").documents == ()
    assert "Level 4" not in elsewhere.context("What about my garden?").text


def test_all_stores_of_a_process_share_two_threads_that_read(tmp_path: Path) -> None:
    for number in range(4):
        with Atlas(virtual(tmp_path / f"{number}.atlas").runtime, background=False) as atlas:
            atlas.context("Anything?")
    readers = [thread for thread in threading.enumerate() if thread.name.startswith("atlas-layer")]
    assert 1 <= len(readers) <= 2


# --- explained


def test_why_names_the_documents_and_their_versions(full) -> None:  # C8
    write(full, samples.changed(written(DocumentKind.PERSONA), text="- Loud."))
    given = full.atlas.context("What about my garden?", conversation="c1")
    story = full.atlas.why(given.serving)
    assert {each.document: each.version for each in story.serving.documents} == {
        f"d_{kind.value}": 2 if kind is DocumentKind.PERSONA else 1 for kind in SERVED
    }
    assert set(story.documents) == set(given.documents)
    assert story.serving.tokens == given.tokens


def test_a_model_gets_the_documents_as_system_text_and_pages_as_data(full) -> None:  # C7, E8
    class Parrot:
        name = "parrot"
        heard: tuple[str, list[Turn]] = ("", [])

        def complete(self, system: str, turns: list[Turn], max_tokens: int) -> Completion:
            self.heard = (system, turns)
            return Completion("Well.", "parrot")

    parrot = Parrot()
    Atlas(replace(full.runtime, model=parrot), background=False).assistant.answer_through_model("What about my garden?")
    system, turns = parrot.heard
    assert "Level 1" in system
    assert "The shed is green, not blue." in system
    assert "Tomatoes want lime" not in system
    assert "Tomatoes want lime" in turns[-1].text
    assert "The shed is green" not in turns[-1].text


def test_what_a_document_said_is_not_learned_from_the_reply(life) -> None:  # X2
    write(life, replace(written(DocumentKind.PROFILE), text="- The user lives in Zanzibarqx."))
    life.atlas.context("Where?", conversation="c1")
    life.say("Tell me.", "The user lives in Zanzibarqx.")
    assert [content for content in life.facts() if "Zanzibarqx" in content] == []


def test_the_export_holds_documents_and_exams(full) -> None:
    lines = list(full.atlas.history.export())
    assert {line["kind"] for line in lines if line["type"] == "document"} == {kind.value for kind in SERVED}
    assert [line["id"] for line in lines if line["type"] == "exam"] == ["x_0", "x_1", "x_2"]


# --- forgotten


def left(life, word: str) -> list[str]:  # type: ignore[no-untyped-def]
    """Tables and files that still hold a word."""
    place = Path(life.atlas.inspect.status().location)
    connection = apsw.Connection(str(place))
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    names = [str(name) for (name,) in connection.execute(tables).fetchall()]
    rows = {name: str(connection.execute(f'SELECT * FROM "{name}"').fetchall()) for name in names}  # noqa: S608
    connection.close()
    rows |= {file.name: repr(file.read_bytes()) for file in place.parent.glob(f"{place.name}*")}
    return [name for name, text in rows.items() if word.casefold() in text.casefold()]


NOTES = "# Family\n\n- Quxmaria is the sister.\n- Tea at five.\n\nShe, Quxmaria's\nson too.\n\nRoses.\n"


@pytest.mark.parametrize("what", [{"person": "Quxmaria"}, {"text": "quxmaria"}])
@pytest.mark.parametrize("known", [True, False])
def test_documents_lose_what_they_say_of_the_forgotten(life, what: dict[str, str], known: bool) -> None:  # X3, P3
    """Also where nothing but a document holds it."""
    if known:
        life.say("My sister Quxmaria lives in Rome.")
    life.say("I like roses.")
    family, sister, roses = page("Family", NOTES), page("Quxmaria", "Older than the user."), page("Roses", "Red ones.")
    write(life, family, sister, roses)
    assert "Quxmaria" in life.atlas.context("My family?").text
    receipt = life.atlas.forget(**what)
    assert receipt.documents == (family.id, sister.id)
    assert receipt.touched
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert list(reader.documents()) == [
            samples.changed(family, text="# Family\n\n- Tea at five.\n\nRoses.\n"),
            samples.changed(sister, title="", text=""),
            roses,
        ]
    assert left(life, "Quxmaria") == left(life, "Older than") == []
    assert "Quxmaria" not in life.atlas.context("My family?").text
    assert "Tea at five." in life.atlas.context("My family?").text
    assert life.atlas.admin.verify().ok


def test_a_forgotten_fact_leaves_the_profile(life) -> None:  # X3
    """Nothing says which sentence came from where, so that whatever names the value goes."""
    life.say("I live in Zanzibarqx.")
    text = "- Lives in Zanzibarqx since March.\n- Drinks tea.\n"
    write(life, replace(written(DocumentKind.PROFILE), text=text))
    receipt = life.atlas.forget(life.fact("Zanzibarqx").id)
    assert receipt.documents == ("d_profile",)
    assert left(life, "Zanzibarqx") == []
    assert "- Drinks tea." in life.atlas.context("Anything?").instructions


def test_of_others_only_what_is_said_of_them_goes(life) -> None:  # X3
    """The user's own tea is not Maria's, and her tea is hers by her name or by who she is."""
    life.say("My sister Maria likes teaqx.")
    text = "- The sister: teaqx.\n- Teaqx at five.\n- Maria drinks teaqx.\n"
    write(life, replace(written(DocumentKind.PROFILE), text=text))
    life.atlas.forget(life.fact("teaqx").id)
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert reader.documents()[0].text == "- Teaqx at five.\n"


def test_a_fact_that_undo_took_back_leaves_the_documents_too(life) -> None:  # X3
    life.say("I live in Zanzibarqx.")
    life.atlas.undo()
    write(life, replace(written(DocumentKind.PROFILE), text="- Lives in Zanzibarqx."))
    life.atlas.forget(conversation="c1")
    assert left(life, "Zanzibarqx") == []


def test_a_forgotten_conversation_leaves_the_documents(life) -> None:  # X3
    said = "The combination of the blue safe is on the fridge."
    life.say(said, conversation="c9")
    life.say("Yes.", "Yes.", conversation="c9")
    house = page("House", f"- {said}\n- Yes. The door sticks.\n")
    write(life, house)
    assert life.atlas.forget(conversation="c9").documents == (house.id,)
    assert left(life, "blue safe") == []
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert reader.documents()[0].text == "- Yes. The door sticks.\n"


def test_what_stands_across_two_items_goes_with_all_of_them(life) -> None:  # X3
    house = page("House", "Keys under\n\nthe flowerpotqx.\n\nRoses.")
    write(life, house)
    assert life.atlas.forget(text="under the flowerpotqx").documents == (house.id,)
    assert left(life, "flowerpotqx") == []


def test_forgetting_leaves_other_documents_alone(full) -> None:  # X3
    with full.runtime.store.reading(full.runtime.space) as reader:
        before = reader.documents_edition()
    with pytest.raises(NotFound):
        full.atlas.forget(text="nobody ever said this")
    assert full.atlas.forget(text="I like gardens with tomatoes").documents == ()
    with full.runtime.store.reading(full.runtime.space) as reader:
        assert reader.documents_edition() == before


def test_the_journal_says_that_a_document_lost_something(life) -> None:
    house = page("House", "Keys under the flowerpotqx.")
    write(life, house)
    receipt = life.atlas.forget(text="flowerpotqx")
    (entry,) = [each for each in life.atlas.history.log() if each.seq == receipt.entry]
    said = "".join(part.payload or "" for part in entry.parts)
    assert house.id in said
    assert "flowerpotqx" not in said
    assert life.atlas.admin.verify().ok


def test_text_from_afar_in_a_document_keeps_its_label(life) -> None:  # X1
    life.atlas.observe(messages=[Said(Role.TOOL, "Basil hates cold.", Origin.WEB)], conversation="c1")
    write(life, samples.document("d_web", "Basil hates cold.", Origin.WEB, title="Basil"))
    assert '- "Basil hates cold." on "Basil" (web, 1 Mar)' in life.atlas.context("Basil?").data
    assert DocumentId("d_web") in {each.id for each in life.atlas.context("Basil?").documents}


def test_where_several_speak_each_line_says_who_it_was(life) -> None:  # C7
    for speaker, city in (("Ana", "Lisbon"), ("Ben", "Rome")):
        life.atlas.observe(user=f"The garden in {city} is large.", assistant="Noted.", speaker=speaker)
    life.atlas.flush()
    said = life.atlas.context("Whose garden is large?").data
    assert re.search(r'in Lisbon is large\." \(user "Ana", ', said)
    assert re.search(r'in Rome is large\." \(user "Ben", ', said)


def test_where_nobody_has_a_name_no_message_is_read_for_one(life) -> None:
    life.say("My shed is green.", "Noted.")
    life.atlas.flush()
    with life.runtime.reading() as reader:
        assert not open_index(life.runtime, reader).speakers
    life.say("My shed is blue.", "Noted.", speaker="Anna")
    life.atlas.flush()
    with life.runtime.reading() as reader:
        assert open_index(life.runtime, reader).speakers


def test_what_may_replace_a_fact_is_served_with_the_name_of_who_said_it(life) -> None:  # X1
    """Though no search found it: a line without a name is the user's."""
    life.say("I live in Porto.", conversation="c1", speaker="Ana")
    life.virtual.later(days=1)
    life.say("You're behind the times: Ghent it is", conversation="c2", speaker="Ana")
    wines = [Said(Role.USER, f"The Porto wine number {number} was for Ana.") for number in range(60)]
    life.atlas.observe(messages=wines, conversation="c3")
    life.think()
    lines = life.atlas.context("Does Ana live in Porto?", speaker="Bob").data.splitlines()
    (told,) = [line for line in lines if "Ghent it is" in line]
    assert '(user "Ana",' in told
