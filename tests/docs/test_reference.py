"""The references say what the code says."""

from __future__ import annotations

import inspect

from tools.reference import EVERY_DAY, FOLDER, references

from _verbs import VERBS


def test_each_reference_is_what_the_code_makes() -> None:
    made = references()
    assert len(made) > 1
    assert made == {name: (FOLDER / name).read_text("utf-8") for name in made}, "run `make reference`"


def test_every_verb_is_in_the_reference_and_says_what_it_does() -> None:
    assert set(EVERY_DAY) == {name for name in VERBS if "." not in name}
    for name, verb in VERBS.items():
        assert inspect.getdoc(verb), name
