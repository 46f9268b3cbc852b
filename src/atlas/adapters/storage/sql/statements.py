"""Statements by name: SQL is text in a file for each noun under `rows`, and a dialect adds its own.

In a statement `:x` is a value, `:x[]` a list of values, and `{name}` the text of another statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final

_NAME: Final = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)
_COMMENT: Final = re.compile(r"^--.*\n?", re.MULTILINE)
_INCLUDE: Final = re.compile(r"\{(\w+)\}")
_LIST: Final = re.compile(r":(\w+)\[\]")

ListOf = Callable[[str], str]
"""How a list of values stands in a statement, by the name of its parameter."""


def load_statements(dialect: str, list_of: ListOf) -> Mapping[str, str]:
    """Every statement of the body and of the dialect's text, ready to run."""
    raw = {name: text for part in (*_read_body(), dialect) for name, text in _split(part).items()}
    return {name: _expand(text, raw, list_of) for name, text in raw.items()}


def _read_body() -> list[str]:
    folder = files(__package__).joinpath("rows")
    return [file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".sql")]


def _split(text: str) -> dict[str, str]:
    pieces = _NAME.split(text)[1:]
    return {name: _COMMENT.sub("", body).strip() for name, body in zip(pieces[::2], pieces[1::2], strict=True)}


def _expand(text: str, raw: Mapping[str, str], list_of: ListOf) -> str:
    whole = _INCLUDE.sub(lambda match: _expand(raw[match.group(1)], raw, list_of), text)
    return _LIST.sub(lambda match: list_of(match.group(1)), whole)
