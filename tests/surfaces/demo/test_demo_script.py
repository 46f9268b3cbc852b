"""The script: pure, seeded, about people who are somebody else under another seed."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from atlas.errors import BadInput
from atlas.surfaces.demo import demo_vocabulary as words
from atlas.surfaces.demo.script import write_script
from atlas.surfaces.demo.steps import START, ForgetPerson, Review, Script, TakeBack, Talk, Utterance

MANY_SEEDS = range(60)


def said(script: Script) -> list[Utterance]:
    return [step for step in script.steps if isinstance(step, Utterance)]


def test_the_same_seed_writes_the_same_script() -> None:
    assert write_script(7, 30) == write_script(7, 30)


def test_another_seed_writes_about_somebody_else_in_another_order() -> None:
    one, other = write_script(7, 30), write_script(8, 30)
    assert one.persona != other.persona
    assert [step.at for step in one.steps] != [step.at for step in other.steps]
    assert len({write_script(seed, 30).persona.name for seed in MANY_SEEDS}) > 5


@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_a_month_has_every_kind_of_talk_and_about_a_hundred_interactions(seed: int) -> None:
    script = write_script(seed, 30)
    assert 60 <= len(said(script)) <= 120
    assert {step.talk for step in said(script)} == set(Talk)
    assert Counter(type(step) for step in script.steps if not isinstance(step, Utterance)) == {
        Review: 2,
        TakeBack: 1,
        ForgetPerson: 1,
    }


@pytest.mark.parametrize("days", [1, 2, 5, 30, 90])
def test_steps_are_in_order_of_time_and_within_the_days(days: int) -> None:
    script = write_script(3, days)
    times = [step.at for step in script.steps]
    assert times == sorted(times)
    assert times[0] >= START
    assert times[-1] < START + timedelta(days=days)


@pytest.mark.parametrize("seed", MANY_SEEDS)
@pytest.mark.parametrize("days", [1, 4, 30])
def test_nobody_names_the_forgotten_one_afterwards(seed: int, days: int) -> None:
    script = write_script(seed, days)
    (forget,) = [step for step in script.steps if isinstance(step, ForgetPerson)]
    naming = [step for step in said(script) if forget.name in step.text]
    assert len(naming) >= 3
    assert all(step.at <= forget.at for step in naming)


def test_a_forgotten_name_is_part_of_no_other_word() -> None:
    """Every byte of it is looked for, so it must not stand in innocent words."""
    for name in words.UNWANTED:
        others = [value for key, value in vars(words).items() if key.isupper() and key != "UNWANTED"]
        assert name.lower() not in repr(others).lower()


@pytest.mark.parametrize("days", [0, -1, 1_000])
def test_a_senseless_length_is_said_so(days: int) -> None:
    with pytest.raises(BadInput, match="days"):
        write_script(7, days)
