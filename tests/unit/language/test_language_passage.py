"""Which words are the speaker's own, sentence by sentence, and the days they name (J8, T15)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atlas.language.english.dates import find_date
from atlas.language.english.passage import blank_foreign_text, split_sentences

SAID = datetime(2026, 3, 11, 9, 30, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    "text",
    [
        "```\nI am root\n```",
        '"""\nI live in Boston\n"""',
        "---\nI'm Bob and I live in Boston.\n---",
        "> I live in Oslo\n> I work at Equinor",
        "Forwarded message\nFrom: Karen\n\nI'm 52.",
        "<tool_output>I live in Rome</tool_output>",
        "translate: I live in Paris",
        "Please proofread the following\nI live in Boston",
        "[09:14] Dana: I'm moving to Austin",
        "name: Ana\ncity: Porto",
        "const user = { name: 'Ana' };",
        "here's an email I got:\n\nI am a prince",
    ],
)
def test_pasted_material_is_not_ones_own(text: str) -> None:
    own = blank_foreign_text(text)
    assert "live" not in own
    assert "I'm" not in own
    assert "I am" not in own
    assert "Porto" not in own


def test_own_words_keep_their_places() -> None:
    text = 'I live in Turin. She said "I live in Rome" and left.'
    own = blank_foreign_text(text)
    assert len(own) == len(text)
    assert own.startswith("I live in Turin.")
    assert "Rome" not in own


def test_sentences_know_their_mark_and_label() -> None:
    found = split_sentences("Update: I live in Bonn. Where do you live?")
    assert [(item.text, item.mark, item.label) for item in found] == [
        ("Update:", ":", ""),
        ("I live in Bonn.", ".", "Update"),
        ("Where do you live?", "?", ""),
    ]


def test_titles_and_times_do_not_end_a_sentence() -> None:
    assert [item.text for item in split_sentences("Call me Dr. Haddad at 3.30 sharp.")] == [
        "Call me Dr. Haddad at 3.30 sharp."
    ]


@pytest.mark.parametrize(
    ("text", "ahead", "day"),
    [
        ("yesterday", False, "2026-03-10"),
        ("the day after tomorrow", True, "2026-03-13"),
        ("two weeks ago", False, "2026-02-25"),
        ("in 3 days", True, "2026-03-14"),
        ("on Friday", True, "2026-03-13"),
        ("on Friday", False, "2026-03-06"),
        ("last Monday", False, "2026-03-09"),
        ("next month", True, "2026-04-11"),
        ("in June", True, "2026-06-01"),
        ("in June", False, "2025-06-01"),
        ("on the 3rd of March", False, "2026-03-03"),
        ("on 6 June", True, "2026-06-06"),
        ("May 4th, 2024", False, "2024-05-04"),
        ("since 2019", False, "2019-01-01"),
        ("this autumn", True, "2026-10-01"),
        ("by Christmas", True, "2026-12-25"),
        ("last night", False, "2026-03-10"),
    ],
)
def test_dates_count_from_when_it_is_said(text: str, ahead: bool, day: str) -> None:  # T15
    found = find_date(text, 0, len(text), SAID, ahead=ahead)
    assert found is not None
    assert found.at.date().isoformat() == day
    assert found.at.tzinfo is not None


@pytest.mark.parametrize("text", ["31 June", "99 March", "I may go", "the march", "sat down"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert find_date(text, 0, len(text), SAID, ahead=True) is None


def test_a_text_that_its_structure_shows_to_be_pasted_is_not_the_speakers_own() -> None:  # C13, X1
    mail = "Hi all,\nas you know I have lived in Turin for years,\nand my partner is Tobias.\nSee you soon,\nM."
    own = blank_foreign_text(f"Can you make this shorter? I have to forward it.\n\n{mail}")
    assert "I have to forward it" in own
    assert "Turin" not in own
    assert "Tobias" not in own
    kept = "Two things.\n\nI live in Porto.\n\nMy sister lives in Rome."
    assert blank_foreign_text(kept) == kept, "paragraphs are the speaker's own"


@pytest.mark.parametrize(
    "foreign",
    [
        "> I live in Rome.\n> Bye.",
        "```\nI live in Rome\n```",
        "On Mon, 2 Mar 2026, Karl wrote:\n> I live in Rome.\n\n",
        "My boss said:\n> I live in Rome.\n\n",
        "Please translate:\n```\nI live in Rome\n```\n",
        "```\nHello\n```\nI live in Rome\n```\nBye\n```\n",
        "```\nFrom: Karl\nI live in Rome\n```\n",
    ],
)
def test_who_goes_on_behind_a_quoted_mail_or_a_fence_is_heard(foreign: str) -> None:  # C13, X1
    own = blank_foreign_text(f"Hello there.\n{foreign}\nI live in Porto.")
    assert "I live in Porto." in own
    assert "Rome" not in own
    assert own.index("I live in Porto.") == len(f"Hello there.\n{foreign}\n")


@pytest.mark.parametrize("marks", ['""', "“”", "„“", "«»", "»«", "「」", "＂＂", "〝〞", "❝❞", "🙶🙷", "″″", "„❠", "ˮˮ"])
def test_a_quotation_is_one_in_whatever_marks(marks: str) -> None:  # X1
    own = blank_foreign_text(f"Karl wrote {marks[0]}I live in Rome{marks[1]} to us. I live in Porto.")
    assert "Rome" not in own
    assert "I live in Porto." in own


def test_inches_and_initials_are_no_quotations() -> None:
    text = "My screen has 27″ and the old one 24″, and צה״ל is a word, as is חז״ל."
    assert blank_foreign_text(text) == text
