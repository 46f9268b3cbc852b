"""B1, H9: a simulated person argues and insists, without a word of the rest of their life being another."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from atlas.surfaces.simulation.arguing import plan_pleas
from atlas.surfaces.simulation.living import Conditions, live_script
from atlas.surfaces.simulation.phrasings import TUNE, load_arguing_hands, load_phrasings
from atlas.surfaces.simulation.script import write_script

KINDS: Final = ("for", "against", "insist_for", "insist_against")


def test_a_person_argues_and_insists_for_and_against() -> None:
    pleas = plan_pleas(7, 60)
    assert pleas == plan_pleas(7, 60) != plan_pleas(8, 60)
    assert {(plea.side, plea.argued) for plea in pleas} == {(1, True), (1, False), (-1, True), (-1, False)}
    assert len({plea.topic for plea in pleas}) == 3
    assert list(pleas) == sorted(pleas, key=lambda plea: plea.at)


def test_every_hand_argues_and_insists_on_both_sides_of_every_topic() -> None:
    hands = load_arguing_hands()
    assert len(hands) == 2
    assert hands[0].keys() == hands[1].keys()
    for topic, kinds in (each for hand in hands for each in hand.items()):
        assert {kind: len(lines) for kind, lines in kinds.items()} == dict.fromkeys(KINDS, 2)
        assert all(topic.rstrip("s") in line.casefold() for lines in kinds.values() for line in lines)


@pytest.mark.runs_networks
def test_what_a_person_argues_moves_beliefs_and_what_they_insist_on_does_not(tmp_path: Path) -> None:
    phrasings = load_phrasings(TUNE)
    script = write_script(phrasings, 7, 4, 1)
    figures = live_script(script, phrasings, Conditions(arguing=True), tmp_path)
    found = figures.persuasion
    assert found is not None
    assert found.heard > 0
    assert found.right == found.on_topic > 0
    assert found.let_through == found.moved_by_insistence == 0
    assert {turn.text for turn in script.turns}.isdisjoint(plea.text for plea in plan_pleas(7, 4))
