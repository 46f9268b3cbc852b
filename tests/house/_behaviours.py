"""The page of behaviours, and who cites its ids."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from house._source import ROOT, SRC

PAGE = ROOT / "docs" / "behaviours.md"

_ID = re.compile(r"\b([SJTCBEIHXRP])([1-9]\d?)(?:(?:-| to )\1([1-9]\d?))?\b")
"""One id, or a range of one letter: `S6 to S9`, `T7-T13`."""
_RULE = re.compile(r"\brule\s+([1-9]\d?)\b", re.IGNORECASE)
_HEADING = re.compile(r"^### ((?:Rule |[A-Z])[1-9]\d?): .+$", re.MULTILINE)
_ITEM = re.compile(r"^- (.+(?:\n  .+)*)", re.MULTILINE)
_SPAN = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Behaviour:
    id: str
    is_built: bool
    """Wholly or partly."""
    places: tuple[str, ...]
    """Files and folders under the package."""
    proofs: tuple[str, ...]
    """Tests from the root: `tests/engine/test_river.py`, or one of its functions behind `::`."""


@cache
def behaviours() -> tuple[Behaviour, ...]:
    return tuple(parse_page(PAGE.read_text("utf-8")))


def parse_page(text: str) -> Iterator[Behaviour]:
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        items = _ITEM.findall(text[heading.end() : end])
        is_built = "*Not built yet.*" not in items
        yield Behaviour(heading[1], is_built, _spans(items, "Where:"), _spans(items, "Proof:"))


def _spans(items: list[str], name: str) -> tuple[str, ...]:
    return tuple(span for item in items if item.startswith(name) for span in _SPAN.findall(item))


def ids_in(prose: str) -> set[str]:
    ids = {id for found in _ID.finditer(prose) for id in _spelled_out(found)}
    return ids | {f"Rule {number}" for number in _RULE.findall(prose)}


def _spelled_out(found: re.Match[str]) -> Iterator[str]:
    first = int(found[2])
    yield from (f"{found[1]}{number}" for number in range(first, int(found[3] or first) + 1))


def cited_in(code: str) -> set[str]:
    """Ids in comments and docstrings; a text that a program works with cites nothing."""
    return {id for prose in _prose_of(code) for id in ids_in(prose)}


def _prose_of(code: str) -> Iterator[str]:
    if any(ids_in(line.partition("#")[2]) for line in code.splitlines() if "#" in line):  # reading tokens takes long
        yield from _comments_in(code)
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def _comments_in(code: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def findings_in(code: str) -> set[str]:
    """Ids by which a verdict says why: texts that are an id and nothing else."""
    texts = (node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str) and _ID.fullmatch(text)}


@cache
def cited_by(file: Path) -> frozenset[str]:
    text = file.read_text("utf-8")
    return frozenset(cited_in(text) if file.suffix == ".py" else ids_in(text))


@cache
def _held_by(file: Path) -> frozenset[str]:
    """Ids that stand anywhere in a file: quicker to see than which of them it cites."""
    return frozenset(ids_in(file.read_text("utf-8")))


def cites(file: Path, id: str) -> bool:
    return id in _held_by(file) and id in cited_by(file)


@cache
def files_with_tests() -> tuple[Path, ...]:
    """The shipped conformance suite among them. Those that hold the page would cite themselves."""
    return (*_outside_the_house("*.py"), *sorted((SRC / "testing" / "conformance").glob("*.py")))


def _outside_the_house(pattern: str) -> Iterator[Path]:
    tests = ROOT / "tests"
    return (file for file in sorted(tests.rglob(pattern)) if not file.is_relative_to(tests / "house"))


def unknown_ids(known: set[str]) -> Iterator[tuple[Path, set[str]]]:
    """Ids that a file cites, or a verdict names, and that are not among these."""
    prose = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *SRC.rglob("*.md"), *SRC.rglob("*.sql")]
    for file in (*_outside_the_house("*.py"), *sorted(SRC.rglob("*.py")), *sorted(prose)):
        if _held_by(file) <= known:
            continue
        named = findings_in(file.read_text("utf-8")) if file.suffix == ".py" and file.is_relative_to(SRC) else set()
        if unknown := (cited_by(file) | named) - known:
            yield file, unknown
