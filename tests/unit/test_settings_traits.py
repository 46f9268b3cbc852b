"""Traits from the environment and the file, and what they make of conflicts (T17)."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlas.curation.policy import ConflictPolicy
from atlas.errors import BadInput
from atlas.model.trait import Trait
from atlas.settings import load_settings


def test_there_are_none_unless_somebody_says_so() -> None:  # T17
    settings = load_settings(environ={})
    assert settings.traits == {}
    assert settings.curation.conflict is ConflictPolicy.NEWER


def test_the_environment_lists_them() -> None:  # T17
    given = {"ATLAS_TRAITS": "conscientiousness=0.8, openness = 0.7"}
    assert load_settings(environ=given).traits == {Trait.CONSCIENTIOUSNESS: 0.8, Trait.OPENNESS: 0.7}


def test_the_file_has_a_table_and_the_environment_wins(tmp_path: Path) -> None:  # T17
    (tmp_path / "atlas.toml").write_text("traits = { honesty = 0.9, openness = 1 }\n", encoding="utf-8")
    assert load_settings(tmp_path, environ={}).traits == {Trait.HONESTY: 0.9, Trait.OPENNESS: 1.0}
    assert load_settings(tmp_path, environ={"ATLAS_TRAITS": "honesty=0.2"}).traits == {Trait.HONESTY: 0.2}


@pytest.mark.parametrize(
    ("traits", "policy"),
    [
        ("agreeableness=0.8", ConflictPolicy.KEEP_BOTH),
        ("agreeableness=0.6", ConflictPolicy.NEWER),
        ("honesty=0.8", ConflictPolicy.NEWER),
        ("agreeableness=0.8,honesty=0.9", ConflictPolicy.NEWER),
    ],
)
def test_traits_say_what_becomes_of_a_conflict(traits: str, policy: ConflictPolicy) -> None:  # T17
    assert load_settings(environ={"ATLAS_TRAITS": traits}).curation.conflict is policy


def test_what_is_said_of_conflicts_outweighs_traits() -> None:  # T16, T17
    given = {"ATLAS_TRAITS": "agreeableness=0.8", "ATLAS_CONFLICT": "newer"}
    assert load_settings(environ=given).curation.conflict is ConflictPolicy.NEWER


@pytest.mark.parametrize("given", ["vanity=0.8", "honesty", "honesty=2", "honesty=high"])
def test_what_is_no_trait_is_an_error(given: str) -> None:
    with pytest.raises(BadInput):
        load_settings(environ={"ATLAS_TRAITS": given})


def test_a_file_that_lists_something_else_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "atlas.toml").write_text("traits = 3\n", encoding="utf-8")
    with pytest.raises(BadInput):
        load_settings(tmp_path, environ={})
