"""The store's face is a sum of narrow ones: each says of one noun what can be read and written."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Protocol

from atlas.ports import rows
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

MOST = 10


def test_every_face_of_the_rows_is_small_enough_to_read() -> None:
    wide = {face.__name__: len(_methods(face)) for face in _faces() if len(_methods(face)) > MOST}
    assert wide == {}


def test_reader_and_writer_are_the_sum_of_the_faces() -> None:
    assert (_methods(Reader), _methods(Writer)) == (set(), set())
    readers = {face for face in _faces() if face.__name__.endswith("Reader")}
    assert set(_protocols(Reader)) == readers
    assert set(_protocols(Writer)) == {Reader, *_faces()}


def test_no_method_stands_in_two_faces() -> None:
    named = [name for face in _faces() for name in _methods(face)]
    assert sorted(named) == sorted(set(named))


def _faces() -> Iterator[type]:
    for module in pkgutil.iter_modules(rows.__path__, f"{rows.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and Protocol in value.__mro__ and value.__module__ == module.name:
                yield value


def _methods(face: type) -> set[str]:
    return {name for name, value in vars(face).items() if callable(value) and not name.startswith("_")}


def _protocols(face: type) -> list[type]:
    return [base for base in face.__mro__[1:] if base.__module__.startswith("atlas.ports.")]
