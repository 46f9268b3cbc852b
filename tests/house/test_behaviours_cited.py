"""A behaviour is done when a test that can fail shows it, and says which one it shows.

A test cites an id in a comment or a docstring. An id that this repository claims to show and no test cites is a claim
without evidence. The list grows with what is built.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from house._source import ROOT, SRC

TOUCHED = (
    *("C1", "C2", "C3", "C6", "C7", "C8", "E8"),  # curation and context
    *("E9", "H1"),  # the constitution
    *("J4", "J7", "J14", "J15"),  # owed thinking
    *("T3", "T6"),  # being fetched is not being used
    *("T15", "T16"),  # dates and validity
    *("X1", "X2", "X3", "X4", "X8"),  # trust, the recall loop, forgetting, the time machine, embedding identity
    *("T1", "T2", "T4", "T5", "T7", "T8", "T9", "T10", "T11", "T12", "T13", "T14", "T17", "T18"),  # memory over time
    *("X5", "X6", "X7", "P8"),  # a month in a minute, the audit, bringing and taking a history, bombs
)

ID = re.compile(r"\b[SJTCBEHXRP][1-9]\d?\b")
WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def cited_in(text: str) -> set[str]:
    return {behaviour for said in _said(text) for behaviour in ID.findall(said)}


def _said(text: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, WITH_DOCSTRING):
            yield ast.get_docstring(node) or ""


def _test_files() -> Iterator[Path]:
    """Files with tests in them, the shipped conformance suite among them; this one would cite itself."""
    for file in sorted([*(ROOT / "tests").rglob("*.py"), *(SRC / "testing").rglob("*.py")]):
        if file != Path(__file__) and re.search(r"^\s*def test_", file.read_text("utf-8"), re.MULTILINE):
            yield file


@pytest.fixture(scope="module")
def cited() -> set[str]:
    return {behaviour for file in _test_files() for behaviour in cited_in(file.read_text("utf-8"))}


@pytest.mark.parametrize("behaviour", TOUCHED)
def test_some_test_shows_it(behaviour: str, cited: set[str]) -> None:
    assert behaviour in cited


def test_comments_and_docstrings_cite_and_code_does_not() -> None:
    text = '"""Shows C1."""\nx = "C2"  # C3, (X1)\ndef f():\n    """T16: closes."""\n'
    assert cited_in(text) == {"C1", "C3", "X1", "T16"}
