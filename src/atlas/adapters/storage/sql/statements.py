"""Statements by name: SQL is text in .sql files, read once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from atlas.adapters.storage.sql.dialect import list_of

_NAME: Final = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)
_COMMENT: Final = re.compile(r"^--.*\n?", re.MULTILINE)
_INCLUDE: Final = re.compile(r"\{(\w+)\}")
_LIST: Final = re.compile(r":(\w+)\[\]")
_FILES: Final = ("statements.sql", "thinking.sql", "keeping.sql", "sqlite.sql")


@cache
def statements() -> Mapping[str, str]:
    """Every statement of the body and of the dialect, ready to run."""
    raw = {name: text for file in _FILES for name, text in _read(file).items()}
    return {name: _expanded(text, raw) for name, text in raw.items()}


def _read(file: str) -> dict[str, str]:
    text = files(__package__).joinpath(file).read_text("utf-8")
    pieces = _NAME.split(text)[1:]
    return {name: _COMMENT.sub("", body).strip() for name, body in zip(pieces[::2], pieces[1::2], strict=True)}


def _expanded(text: str, raw: Mapping[str, str]) -> str:
    whole = _INCLUDE.sub(lambda match: _expanded(raw[match.group(1)], raw), text)
    return _LIST.sub(lambda match: list_of(match.group(1)), whole)
