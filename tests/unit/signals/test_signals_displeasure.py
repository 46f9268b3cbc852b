"""Displeasure is heard in what a message means, and not in a list of words alone (S9)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from atlas.signals.displeasure_weights import DISPLEASURE, Displeasure
from atlas.signals.dissatisfaction import score_dissatisfaction, weigh_meaning
from atlas.signals.policy import DEFAULT, RESEARCH
from atlas.signals.weights import DISCONTENT

OWN = replace(
    DEFAULT,
    discontent=MappingProxyType({"rest": -2.0, "denies": 4.0}),
    displeasure=MappingProxyType({"own": Displeasure(-1.0, 0.5, (3.0, -3.0))}),
)
CALM = dict.fromkeys(DISCONTENT, 0.0)


def test_meaning_and_signs_are_weighed_together() -> None:
    denying = {**CALM, "denies": 1.0}
    assert score_dissatisfaction(CALM, OWN, (1.0, 0.0), "own") == pytest.approx(0.7311, abs=1e-4)  # -2/2 - 1 + 3
    assert score_dissatisfaction(CALM, OWN, (0.0, 1.0), "own") == pytest.approx(0.0067, abs=1e-4)  # -2/2 - 1 - 3
    assert score_dissatisfaction(denying, OWN, (0.0, 0.0), "own") == pytest.approx(0.5, abs=1e-4)  # 2/2 - 1
    assert score_dissatisfaction(denying, OWN) == pytest.approx(0.8808, abs=1e-4)  # 2, by the signs alone


@pytest.mark.parametrize(("vector", "embedder"), [((1.0, 0.0), "another"), (None, "own"), ((1.0, 0.0, 0.0), "own")])
def test_vectors_that_nothing_was_fitted_to_leave_it_to_the_signs(
    vector: tuple[float, ...] | None, embedder: str
) -> None:
    assert weigh_meaning(OWN, vector, embedder) is None
    assert score_dissatisfaction(CALM, OWN, vector, embedder) == score_dissatisfaction(CALM, OWN)


def test_the_documents_own_rule_hears_words_alone() -> None:
    assert not RESEARCH.displeasure


def test_the_weights_on_board_are_whole() -> None:
    fitted = DISPLEASURE["atlas-encoder"]
    assert len(fitted.vector) == 384
    assert 0.0 < fitted.signs <= 1.0
