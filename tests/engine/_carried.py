"""Exports of a life as files, and whoever refuses them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from atlas import BadInput

Rows = list[dict[str, Any]]


def everything(life: Any) -> Rows:
    return list(life.atlas.history.export(sensitive=True))


def as_file(folder: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path = folder / "everything.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def refused(live: Callable[..., Any], folder: Path, rows: Rows, says: str) -> None:
    """With this sentence, and nothing of it is there."""
    other = live("other.atlas")
    with pytest.raises(BadInput, match=says):
        other.atlas.history.import_file(as_file(folder, rows), restore=True)
    assert len(everything(other)) == 2
