"""The words that people have for a status."""

from __future__ import annotations

from typing import Final

from atlas.model.memory import Status

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
