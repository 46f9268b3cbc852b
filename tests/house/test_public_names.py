"""`atlas` is its public names and nothing else."""

from __future__ import annotations

import atlas


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
