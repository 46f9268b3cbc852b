"""How positions and persona are doing: a figure, its limit, and a sentence where it is beyond (B8)."""

from __future__ import annotations

import pytest
from belief_rows import NOW, POLICY, argument, belief, snapshot

from atlas.beliefs.health import (
    HealthMeasure,
    check_backlog,
    check_belief_health,
    check_disagreement,
    check_entrenchment,
    check_survival,
    check_vocabulary,
    measure_disagreement,
    measure_unique_ratio,
)
from atlas.model.belief import Snapshot
from atlas.model.memory import State


def test_without_data_there_is_no_figure() -> None:
    assert check_belief_health("", [], [], [], POLICY) == ()
    assert check_belief_health("", [belief()], [argument()], [snapshot(40, committed=False)], POLICY) == ()


def test_a_healthy_space_has_figures_and_no_alert() -> None:
    sound = belief(stance=0.4, support=5, contradiction=1, raised=3, lowered=2)
    done = [Snapshot(40, NOW, committed=True, unique_ratio=0.9, confident=3, kept=3)]
    figures = check_belief_health("I speak plainly and give sources.", [sound], [], done, POLICY)
    assert [figure.measure for figure in figures] == list(HealthMeasure)
    assert [figure.alert for figure in figures] == [""] * 5


def test_few_different_words_warn_of_a_collapse() -> None:
    assert measure_unique_ratio("Very nice, very NICE. <!-- v_1 -->") == 0.5
    figure = check_vocabulary("good and good and good and good", POLICY)
    assert figure is not None
    assert (figure.value, figure.limit) == (pytest.approx(2 / 7), 0.4)
    assert figure.alert == "Only 29% of the persona's words are different ones: it may be collapsing into generic text."


def test_three_of_four_moves_in_one_direction_are_entrenched() -> None:
    even = belief(id="v_2", raised=2, lowered=2)
    few = belief(id="v_3", raised=3, lowered=0)
    figure = check_entrenchment([belief(raised=1, lowered=3), even, few], POLICY)
    assert figure is not None
    assert (figure.value, figure.beliefs) == (0.75, ("v_1",))
    assert figure.alert == "1 belief has moved in one direction in 75% of 4 or more moves."
    assert check_entrenchment([few], POLICY) is None


def test_an_opposing_argument_that_a_reflection_passed_by_is_backlog() -> None:
    held = [belief(stance=0.5), belief(id="v_2", stance=-0.5)]
    waiting = [
        argument("g_1", 20, -1),
        argument("g_2", 21, -1),
        argument("g_3", 22, -1, strength=0.2, belief="v_2"),
        argument("g_4", 23, -1, belief="v_2"),
        argument("g_5", 41, 1, belief="v_2"),
    ]
    figure = check_backlog(held, waiting, [snapshot(40)], POLICY)
    assert figure is not None
    assert (figure.value, figure.beliefs) == (1, ("v_1",))
    assert figure.alert == "1 belief has arguments against it that no reflection has taken in."
    later = check_backlog(held, waiting, [snapshot(60)], POLICY)
    assert later is not None
    assert later.alert == "2 beliefs have arguments against them that no reflection has taken in."


def test_survival_is_multiplied_over_rewrites_as_the_document_has_it() -> None:
    """At .95 a rewrite, 12.9 % are left after 40."""
    done = [Snapshot(20 * number, NOW, committed=True, confident=20, kept=19) for number in range(1, 41)]
    figure = check_survival([*done, Snapshot(900, NOW, committed=False, confident=20, kept=0), snapshot(920)])
    assert figure is not None
    assert figure.value == pytest.approx(0.1285, abs=5e-5)
    assert figure.alert == "Of a position held with confidence, 13% is left in the persona after 40 rewrites."


def test_disagreement_is_the_share_of_arguments_against_the_positions_held() -> None:
    opposed = [belief(support=1, contradiction=2), belief(id="v_2", support=0, contradiction=1)]
    assert measure_disagreement(opposed) == 0.75
    figure = check_disagreement(opposed, POLICY)
    assert figure is not None
    assert figure.alert == "75% of what users argue speaks against the positions held."
    assert check_disagreement(opposed[:1], POLICY) is None


def test_what_was_dropped_is_not_looked_at() -> None:
    gone = belief(state=State.ARCHIVED, raised=9, contradiction=9)
    assert check_belief_health("", [gone], [], [], POLICY) == ()
