"""The parts of the analyser, each by itself: passages, tokens, clauses, dates, gists."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atlas.language.english.dates import find_date
from atlas.language.english.rules.clause import Clause, clauses
from atlas.language.english.rules.gist import gist
from atlas.language.english.rules.passage import own_words, sentences
from atlas.language.english.rules.token import tokenise
from atlas.language.english.rules.verbal import Tense

SAID = datetime(2026, 3, 11, 9, 30, tzinfo=UTC)  # a Wednesday


def taken_apart(text: str) -> list[tuple[str, str, str]]:
    return [(_text(clause.who), clause.verb.lemma, _text(clause.rest)) for clause in clauses(tokenise(text))]


def _text(tokens: object) -> str:
    return " ".join(token.text for token in tokens if token.word)  # type: ignore[attr-defined] # a tuple of tokens


def one(text: str) -> Clause:
    (clause,) = clauses(tokenise(text))
    return clause


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
    own = own_words(text)
    assert "live" not in own
    assert "I'm" not in own
    assert "I am" not in own
    assert "Porto" not in own


def test_own_words_keep_their_places() -> None:
    text = 'I live in Turin. She said "I live in Rome" and left.'
    own = own_words(text)
    assert len(own) == len(text)
    assert own.startswith("I live in Turin.")
    assert "Rome" not in own


def test_sentences_know_their_mark_and_label() -> None:
    found = sentences("Update: I live in Bonn. Where do you live?")
    assert [(item.text, item.mark, item.label) for item in found] == [
        ("Update:", ":", ""),
        ("I live in Bonn.", ".", "Update"),
        ("Where do you live?", "?", ""),
    ]


def test_titles_and_times_do_not_end_a_sentence() -> None:
    assert [item.text for item in sentences("Call me Dr. Haddad at 3.30 sharp.")] == [
        "Call me Dr. Haddad at 3.30 sharp."
    ]


def test_contractions_are_taken_apart_in_place() -> None:
    text = "I'm sure we don't, im not"
    tokens = tokenise(text)
    assert [token.low for token in tokens] == ["i", "'m", "sure", "we", "do", "n't", ",", "i", "'m", "not"]
    assert all(text[token.start : token.end] == token.text for token in tokens)


def test_clauses_share_a_subject() -> None:
    assert taken_apart("I live in Graz, work at Magna and play volleyball") == [
        ("I", "live", "in Graz"),
        ("I", "work", "at Magna"),
        ("I", "play", "volleyball"),
    ]


def test_a_subject_may_be_a_phrase() -> None:
    assert taken_apart("Our neighbour, Mrs Papadopoulos, feeds the cats") == [
        ("Our neighbour Mrs Papadopoulos", "feed", "the cats")
    ]
    assert taken_apart("my roommate's dog is called Biscuit") == [("my roommate 's dog", "be", "called Biscuit")]


def test_verbs_that_hang_on_one_to_stay_together() -> None:
    assert taken_apart("I wanted to make connections, laugh together and take in nature") == [
        ("I", "want", "to make connections laugh together and take in nature")
    ]


@pytest.mark.parametrize(
    ("text", "lemma", "tense", "negated"),
    [
        ("I live here", "live", Tense.PRESENT, False),
        ("I moved here", "move", Tense.PAST, False),
        ("I've never smoked", "smoke", Tense.PERFECT, True),
        ("I'm not working", "work", Tense.PROGRESSIVE, True),
        ("I'll go", "go", Tense.FUTURE, False),
        ("I would go", "go", Tense.UNREAL, False),
        ("I can't swim", "swim", Tense.CAN, True),
        ("I have a dog", "have", Tense.PRESENT, False),
        ("I've got a dog", "have", Tense.PRESENT, False),
        ("I don't like it", "like", Tense.PRESENT, True),
        ("I no longer work", "work", Tense.PRESENT, True),
    ],
)
def test_the_verb_group_is_read(text: str, lemma: str, tense: Tense, negated: bool) -> None:
    verb = one(text).verb
    assert (verb.lemma, verb.tense, verb.negated) == (lemma, tense, negated)


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


def test_a_short_phrase_is_kept_as_said_and_a_long_one_jotted_down() -> None:
    said = "ran my first marathon in Boston"
    assert gist(said, tokenise(said)) == said
    long = "did not go to the very big and really quite expensive party at the old town hall with all of my friends"
    short = gist(long, tokenise(long))
    assert len(short.split()) <= 12
    assert "not" in short.split()
    assert " the " not in short
