"""A part of a space, and a space without what is sensitive: who reads it learns nothing else (C5, X7)."""

from __future__ import annotations

import json
from datetime import UTC
from typing import Any

import pytest

from atlas import Origin, Status
from atlas.engine.core.text_masks import BLOT, LEFT_OUT, blot_out, find_occurrences, mask_spans
from atlas.model.document import Document, DocumentKind
from atlas.model.ids import DocumentId
from atlas.surfaces.cli.transfer.export_page import render_page


def learned(life: Any) -> list[Any]:
    return [each for each in life.atlas.memories(limit=1_000, archived=True) if each.kind.value != "episode"]


def written(life: Any, **which: Any) -> bytes:
    """The whole export, as lines and as a page."""
    lines = "".join(json.dumps(row, ensure_ascii=False) for row in life.atlas.history.export(**which))
    return (lines + "".join(render_page(life.atlas.history.export(**which), UTC))).encode()


def contents(rows: list[dict[str, Any]]) -> set[str]:
    return {row["content"] for row in rows if row["type"] == "memory" and row["kind"] != "episode"}


# --- nothing sensitive


@pytest.fixture
def private(life: Any) -> Any:
    life.say("I am allergic to peanuts.", "Noted, you are allergic to peanuts.")
    life.say("My sister Maria lives in Lisbon.", "Nice that Maria lives in Lisbon.")
    life.say("I like tea.", "Tea it is.", conversation="c2")
    return life


def test_neither_an_echo_nor_a_name_tells_what_is_sensitive(private: Any) -> None:  # C5
    assert all(word in written(private) for word in (b"peanuts", b"Maria", b"Lisbon"))
    private.atlas.review.decide(Status.SENSITIVE, *(each.id for each in learned(private) if "tea" not in each.content))
    told = written(private).lower()
    assert [word for word in (b"peanuts", b"maria", b"lisbon") if word in told] == []
    assert b"tea it is." in told
    assert all(word in written(private, sensitive=True) for word in (b"peanuts", b"Maria", b"Lisbon"))


def test_no_text_of_the_space_says_a_sensitive_value(life: Any) -> None:  # C5
    life.say("I earn 93,400 euros a year at Acme.", "Great, 93,400 euros is a good salary.")
    life.say("I have HIV.", conversation="c2")
    life.say("I take HIV meds.", conversation="c3")
    life.say("The lamp with 93400 on it is green.", conversation="c4")
    told = [each.id for each in learned(life) if "93,400" in each.content or each.content.endswith("has HIV")]
    life.atlas.review.decide(Status.SENSITIVE, *told)
    lines = written(life)
    assert [word for word in (b"93,400", b"93400", b"HIV") if word in lines] == []
    assert b"meds" in lines
    assert b"The lamp with" in lines
    assert b"The user works at Acme" in lines


def test_somebody_whom_something_else_names_stays(private: Any) -> None:  # C5
    private.atlas.review.decide(Status.SENSITIVE, private.fact("Lisbon").id)
    rows = list(private.atlas.history.export())
    assert "Lisbon" not in str(rows)
    assert any(row["type"] == "entity" and "Maria" in row.get("names", ()) for row in rows)


def test_what_was_drawn_from_a_sensitive_message_is_as_sensitive(private: Any) -> None:  # C5
    said = next(each for each in private.atlas.memories(limit=99) if each.content == "I am allergic to peanuts.")
    private.atlas.review.decide(Status.SENSITIVE, said.id)
    assert b"peanuts" not in written(private).lower()


def test_a_document_does_not_tell_it_either(private: Any) -> None:  # C5
    text = "# Profile\n\n- The user is allergic to peanuts.\n- The user likes tea.\n"
    whose = (Status.APPROVED, Origin.OPERATOR, Origin.OPERATOR.trust)
    document = Document(DocumentId("profile"), DocumentKind.PROFILE, "Profile", text, *whose, private.runtime.now())
    with private.runtime.store.writing(private.runtime.space) as txn:
        txn.put_document(document, None)
    private.atlas.review.decide(Status.SENSITIVE, private.fact("peanuts").id)
    (row,) = [row for row in private.atlas.history.export() if row["type"] == "document"]
    assert "peanuts" not in row["text"]
    assert "tea" in row["text"]


# --- a person, a conversation


def test_a_person_in_a_conversation_is_both(life: Any) -> None:
    life.say("My sister Maria lives in Lisbon.", conversation="c1")
    life.say("I live in Porto.", conversation="c1")
    life.say("Maria works at Lumen.", conversation="c2")
    rows = list(life.atlas.history.export(person="Maria", conversation="c1"))
    assert any("Lisbon" in each for each in contents(rows))
    assert not any(word in str(rows) for word in ("Porto", "Lumen"))
    others = list(life.atlas.history.export(person="Maria", conversation="c2"))
    assert "Lumen" in str(others)
    assert not any("Lisbon" in each for each in contents(others))


def test_that_a_message_holds_a_name_makes_nothing_else_in_it_theirs(life: Any) -> None:
    life.say("I live in Lisbon, right behind the Hospital de Santa Maria.")
    life.say("My sister Maria is a doctor.")
    life.say("I like bananamaria.")
    rows = list(life.atlas.history.export(person="Maria"))
    assert not any("The user lives" in each for each in contents(rows))
    assert any("doctor" in each for each in contents(rows))
    assert "Hospital" in str([row for row in rows if row["type"] == "interaction"])
    assert "bananamaria" not in str(rows)


# --- masks


def test_a_blot_keeps_the_length_of_a_text_and_tells_that_of_no_word() -> None:  # X3
    assert blot_out("I live in Porto.", 0, [(2, 6), (5, 15)]) == f"I {BLOT * 13}."
    assert blot_out("in Porto.", 7, [(0, 3), (10, 99)]) == f"in {BLOT * 6}"
    assert blot_out("in Porto.", 0, []) == "in Porto."


def test_what_is_left_out_leaves_one_word_however_long_it_was() -> None:  # C5
    assert mask_spans("I live in Porto.", [(10, 15), (2, 12)]) == f"I {LEFT_OUT}."
    assert mask_spans("abc", [(0, 99)]) == mask_spans("abcdef", [(0, 99)]) == LEFT_OUT


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("In İzmir: peanuts, Peanuts, PEANUTS.", "peanuts", ["peanuts", "Peanuts", "PEANUTS"]),
        ("İİİ İZMİR and i̇zmir", "İzmir", ["İZMİR", "i̇zmir"]),
        ("Straße, STRASSE", "straße", ["Straße", "STRASSE"]),
        ("ŉ ΣΊΣΥΦΟΣ, Σίσυφος ﬁx", "σίσυφος", ["ΣΊΣΥΦΟΣ", "Σίσυφος"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("abc", "", []),
    ],
)
def test_a_value_is_found_in_any_case_where_it_stands_in_any_text(text: str, value: str, said: list[str]) -> None:
    """X3, C5: also where a letter is longer in the other case."""
    assert [text[start:end] for start, end in find_occurrences(text, value)] == said


def test_a_letter_that_grows_hides_no_words_from_an_export(life: Any) -> None:  # C5
    life.say("I am allergic to peanuts.", "In İzmir there are Peanuts everywhere.")
    life.atlas.review.decide(Status.SENSITIVE, life.fact("peanuts").id)
    assert b"eanuts" not in written(life)
