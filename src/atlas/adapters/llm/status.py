"""What the status of an answer means, in one sentence, and whether trying again can help."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Final

from atlas.errors import ModelTrouble

MOST_RETRY_AFTER_S: Final = 3_600.0
_TRANSIENT: Final = frozenset({408, 409, 425, 429})
_SAYS: Final = {
    401: "does not accept the key",
    402: "wants to be paid first",
    403: "does not accept the key",
    404: "does not know this model, or has another address",
    413: "finds the question too long",
    429: "asks for a pause",
}


class Again(ModelTrouble):
    """It was not asked at all, or declined for now: nothing was bought, and it may be asked again at once."""

    def __init__(self, says: str, retry_after: float | None = None) -> None:
        super().__init__(says, transient=True, retry_after=retry_after)


class Declined(ModelTrouble):
    """The endpoint does not understand the question as it was put."""

    def __init__(self, says: str, complaint: str) -> None:
        super().__init__(says)
        self._complaint = complaint

    def mentions(self, word: str) -> bool:
        """Looked into and never shown: an endpoint may quote the question."""
        return word in self._complaint


def make_refusal(host: str, status: int, complaint: bytes) -> Declined:
    says = f"The model at {host} does not understand the question (status {status})."
    return Declined(says, complaint.decode("utf-8", "replace").lower())


def trouble_of(host: str, status: int, headers: Mapping[str, str]) -> ModelTrouble:
    if 300 <= status < 400:
        return ModelTrouble(f"The model at {host} has moved (status {status}); give the address it has now.")
    says = (
        f"The model at {host} {_SAYS.get(status, 'does not work' if status >= 500 else 'declines')} (status {status})."
    )
    if status >= 500 or status in _TRANSIENT:
        return Again(says, asked_pause(headers))
    return ModelTrouble(says)


def asked_pause(headers: Mapping[str, str]) -> float | None:
    """Seconds, or a date; a date is measured against the server's own clock."""
    text = headers.get("Retry-After", "").strip()
    try:
        if text.isascii() and text.isdigit():
            seconds = float(text)
        else:
            apart: timedelta = parsedate_to_datetime(text) - parsedate_to_datetime(headers.get("Date", ""))
            seconds = apart.total_seconds()
    except (ValueError, TypeError, OverflowError):  # no such header, no date, or one date with a zone and one without
        return None
    return min(max(seconds, 0.0), MOST_RETRY_AFTER_S)
