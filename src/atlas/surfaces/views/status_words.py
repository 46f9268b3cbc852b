"""The words that people have for a status."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

import click

from atlas.model.memory import Status

if TYPE_CHECKING:
    _MomentType = click.ParamType[datetime]
    _NumberType = click.ParamType[int]
    _WordType = click.ParamType[str]
else:  # older versions of click cannot be subscripted
    _MomentType = _NumberType = _WordType = click.ParamType


STATUS_WORDS: Final = {
    Status.NEEDS_REVIEW: "waiting",
    Status.APPROVED: "approved",
    Status.REJECTED: "rejected",
    Status.EXPIRED: "expired",
    Status.ONE_TIME: "one time",
    Status.SENSITIVE: "sensitive",
    Status.SUPERSEDED: "replaced",
}
"""What the seven statuses are called where there is little room."""
