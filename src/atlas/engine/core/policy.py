"""What can be set about jobs (J6) and sessions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class JobPolicy:
    retries: int = 5
    """Times that the world may not work, before a job is parked."""
    failures: int = 3
    """Times that what comes of a job may break the rules, before it is poison."""


@dataclass(frozen=True, slots=True)
class SessionPolicy:
    idle: timedelta = timedelta(minutes=30)
    """After so long without a word a session is over."""
