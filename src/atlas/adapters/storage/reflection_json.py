"""What a reflection says, as text: whatever its tier makes of it, a store keeps it as JSON and gives it back so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from atlas.errors import BadInput


def write_said(said: Mapping[str, Any]) -> str:
    """Characters stand for themselves, so that a scan for erased text sees what is there."""
    try:
        return json.dumps(dict(said), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"What was thought cannot be stored: {error}.") from error


def read_said(text: str) -> Mapping[str, Any]:
    said: Mapping[str, Any] = json.loads(text)
    return said
