"""`atlas` is its public names and nothing else."""

from __future__ import annotations

import inspect
import re
from typing import Any

import atlas
from _verbs import VERBS
from atlas import types


def test_public_names_are_sorted_and_there() -> None:
    assert list(atlas.__all__) == sorted(set(atlas.__all__))
    assert not [name for name in atlas.__all__ if not hasattr(atlas, name)]
    assert "Atlas" in atlas.__all__


def test_a_star_import_gives_exactly_the_public_names() -> None:
    names: dict[str, object] = {}
    exec("from atlas import *", names)  # noqa: S102 - the only way to see what a star import gives
    assert set(names) - {"__builtins__"} == set(atlas.__all__)


def test_nothing_private_is_public() -> None:
    assert not [name for name in atlas.__all__ if name.startswith("_") and name != "__version__"]


def test_every_type_that_a_verb_gives_back_can_be_imported() -> None:
    """From `atlas` or from `atlas.types`, so that whoever calls a verb can annotate what came back."""
    there = {*atlas.__all__, *types.__all__, *("Any", "Iterator", "None", "Self", "Sequence")}
    assert not {name for verb in VERBS.values() for name in re.findall(r"[A-Z]\w+", _returned(verb))} - there
    assert list(types.__all__) == sorted(types.__all__)


def _returned(verb: Any) -> str:
    function = verb.fget if isinstance(verb, property) else verb
    return str(inspect.signature(function).return_annotation)
