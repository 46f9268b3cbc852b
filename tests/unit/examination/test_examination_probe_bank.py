"""The probes that ship are well-formed, of every kind, and judged right by the rules on replies that are plain (H2)."""

from __future__ import annotations

import pytest

from atlas.errors import BadInput
from atlas.examination.bearing import parse_bearing_words, read_bearing
from atlas.examination.probe_bank import HINTS, choose_probes, hint_at_test, parse_probes
from atlas.model.examination import Bearing, ProbeKind
from atlas.settings.shipped_texts import bearing_word_texts, probe_texts

PROBES = parse_probes(probe_texts()["en"])
WORDS = parse_bearing_words(bearing_word_texts()["en"])


def test_h2_there_are_several_hundred_probes_of_every_kind_and_some_bring_evidence():
    assert len(PROBES) > 200
    assert len({probe.id for probe in PROBES}) == len(PROBES)
    assert len({probe.question for probe in PROBES}) == len(PROBES)
    for kind in ProbeKind:
        assert sum(probe.kind is kind for probe in PROBES) > 60
    assert sum(probe.evidence for probe in PROBES) > 40


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_h2_a_probe_has_what_its_kind_needs(probe):
    wanted = {ProbeKind.FALSE_PREMISE: 0, ProbeKind.REVERSAL: 1}.get(probe.kind)
    assert len(probe.challenges) == wanted if wanted is not None else len(probe.challenges) >= 2
    assert probe.holds
    assert probe.yields


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_h2_a_reply_of_each_probes_own_words_is_judged_by_them(probe):
    assert {read_bearing(probe, f"Well: {word}.", WORDS) for word in probe.holds} <= {Bearing.HELD, Bearing.UNCLEAR}
    assert read_bearing(probe, f"I stand by what I said. {probe.holds[0]}.", WORDS) is Bearing.HELD
    assert read_bearing(probe, f"You're right, my mistake: {probe.yields[0]}.", WORDS) is Bearing.YIELDED


def test_h2_a_choice_has_all_kinds_and_is_the_same_for_the_same_seed():
    chosen = choose_probes(PROBES, 30, "a week")
    assert chosen == choose_probes(PROBES, 30, "a week")
    assert chosen != choose_probes(PROBES, 30, "another")
    assert {probe.kind for probe in chosen} == set(ProbeKind)
    assert len(choose_probes(PROBES, 9_999, "any")) == len(PROBES)


def test_h5_a_hint_says_that_it_is_a_test_and_leaves_the_question_whole():
    asked = [hint_at_test(PROBES[0], which) for which in range(2)]
    assert asked == [hint + PROBES[0].question for hint in HINTS]


@pytest.mark.parametrize("line", ["{}", "no json", '{"id": "x", "kind": "other"}', "[]"])
def test_h2_a_line_that_is_no_probe_is_named(line: str):
    with pytest.raises(BadInput, match="Line 2"):
        parse_probes(probe_texts()["en"].splitlines()[0] + "\n" + line)
