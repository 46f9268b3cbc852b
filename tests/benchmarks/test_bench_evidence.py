"""The benchmark of evidence: what is counted as right, and that both writers' parts are there."""

from __future__ import annotations

import json
import os

import pytest

from _engineer import Engineer
from atlas.model.belief import Reasoning, Reliability, Weighed
from benchmarks import evidence
from benchmarks.evidence import (
    PARTS,
    Labelled,
    load_part,
    load_talk,
    names_topic,
    score,
    weigh_by_length,
    weigh_with,
)

EACH = 1 if os.environ.get("ATLAS_PROVE") == "full" else 20


def test_both_parts_are_labelled_in_one_form() -> None:
    for part in PARTS:
        rows = load_part(part)
        assert len(rows) >= 200
        assert any(row.counting for row in rows)
        assert any(row.arguments and not row.counting for row in rows)


def test_a_message_is_right_by_its_topic_and_its_side() -> None:
    gold = {"topic": "remote work", "direction": 1, "reasoning": "logical", "counts": True}
    rows = [Labelled((), "remote work is good", ({**gold, **other},), "") for other in ({}, {"direction": -1})]
    aside = Labelled((), "remote work is good", ({**gold, "topic": "school meals"},), "")
    found = score(
        [*rows, aside], lambda _, text: [Weighed("remote work", 1, 0.5, Reasoning.LOGICAL, Reliability.LOW, 1)]
    )
    assert (found.precision, found.direction, found.topic, found.right) == (1.0, 0.667, 0.667, 0.333)


def test_scores_count_what_was_found_and_what_was_let_through() -> None:
    gold = {"topic": "remote work", "direction": -1, "reasoning": "logical", "counts": True}
    long = "remote work " * 30
    rows = [
        Labelled((), long, (gold,), "logical"),
        Labelled((), "short", (gold,), "logical"),
        Labelled((), long, ({**gold, "counts": False},), "insistence"),
    ]
    found = score(rows, weigh_by_length)
    assert (found.precision, found.recall, found.direction, found.pressing) == (0.5, 0.5, 0.0, 1.0)


def test_a_topic_is_named_by_half_of_its_words_and_not_by_a_whole_sentence() -> None:
    assert names_topic("working from home", "remote work")
    assert names_topic("long-lived feature flags", "feature flags")
    assert not names_topic("remote work", "office")
    assert not names_topic("coffee", "what I had for breakfast with coffee and two eggs today")


def test_the_rules_are_better_than_length_and_words_on_what_they_were_made_with() -> None:
    rows = load_part("tune")[::4]
    rules = score(rows, weigh_with(None))
    assert rules.precision > 0.9
    assert rules.recall > 0.4
    assert rules.right > 0.8
    assert rules.pressing < 0.1
    assert rules.right > 2 * score(rows, weigh_by_length).right


def test_it_prints_both_parts_and_gives_them_as_json(engineer: Engineer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every twentieth message and line; of all in the full proof."""
    monkeypatch.setattr(evidence, "load_part", lambda part: load_part(part)[::EACH])
    monkeypatch.setattr(evidence, "load_talk", lambda: load_talk()[::EACH])
    given = json.loads(engineer.says("evidence", "--embedder", "none", "--json"))
    assert set(given) == {"rules", "words", "length"}
    assert set(given["rules"]) == {"tune", "blind", "talk"}
    assert given["rules"]["talk"] < 0.02 < given["length"]["talk"]
