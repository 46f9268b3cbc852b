"""Thinking gives way to the other threads of its process (J15)."""

from __future__ import annotations

import sys

import pytest

from atlas.engine.core.switch_interval import TURN_S, giving_way


def test_other_threads_get_their_turn_often_while_something_is_thought_and_as_before_afterwards() -> None:
    usual = sys.getswitchinterval()
    with giving_way():
        assert sys.getswitchinterval() == pytest.approx(TURN_S, rel=0.01)
        with giving_way():
            pass
        assert sys.getswitchinterval() == pytest.approx(TURN_S, rel=0.01)  # the last one out puts it back
    assert sys.getswitchinterval() == usual


def test_a_thought_that_fails_puts_the_interval_back() -> None:
    usual = sys.getswitchinterval()
    with pytest.raises(ValueError, match="no"), giving_way():
        raise ValueError("no")
    assert sys.getswitchinterval() == usual


def test_an_interval_that_is_shorter_already_is_left_alone() -> None:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(TURN_S / 2)
    short = sys.getswitchinterval()
    try:
        with giving_way():
            assert sys.getswitchinterval() == short
        assert sys.getswitchinterval() == short
    finally:
        sys.setswitchinterval(usual)
