"""H9, X5: the plan of a simulated life is made of its seed alone, and knows its own truth."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atlas.surfaces.simulation.phrasings import TUNE, Phrasings, load_phrasings
from atlas.surfaces.simulation.script import START, TRUE_ACTS, Act, write_script


@pytest.fixture(scope="module")
def phrasings() -> Phrasings:
    return load_phrasings(TUNE)


def test_the_same_seed_plans_the_same_life_and_another_one_another(phrasings: Phrasings) -> None:
    assert write_script(phrasings, 7, 20, 8) == write_script(phrasings, 7, 20, 8)
    assert write_script(phrasings, 7, 20, 8).turns != write_script(phrasings, 8, 20, 8).turns


@pytest.mark.parametrize("seed", range(5))
def test_what_is_told_is_true_when_it_is_said_and_decoys_never_are(phrasings: Phrasings, seed: int) -> None:
    script = write_script(phrasings, seed, 60, 10)
    life = script.life
    for turn in script.turns:
        if turn.slot is None or turn.value is None:
            continue
        if turn.act in TRUE_ACTS:
            assert life.value_at(turn.slot, turn.at) == turn.value
            assert turn.value in turn.text
        elif turn.act is Act.END:
            assert life.value_at(turn.slot, turn.at) is None
        else:
            held = {value for _, value in life.values.get(turn.slot, ())}
            assert turn.value not in held, "a decoy is true at no time"


def test_turns_come_in_order_and_no_placeholder_is_left(phrasings: Phrasings) -> None:
    script = write_script(phrasings, 7, 60, 10)
    moments = [turn.at for turn in script.turns]
    assert moments == sorted(moments)
    assert moments[-1] < START + timedelta(days=60)
    said = [text for turn in script.turns for text in (turn.text, turn.web or "")]
    assert not [text for text in said if "{" in text and "}" in text]


def test_the_quiz_asks_in_words_that_nobody_says_during_the_life(phrasings: Phrasings) -> None:
    script = write_script(phrasings, 7, 60, 10)
    said = {turn.text for turn in script.turns}
    assert not [ask for asks in script.quiz.values() for ask in asks if ask in said]
