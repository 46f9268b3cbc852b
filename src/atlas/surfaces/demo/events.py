"""Events of the demo as plain values: one for each thing worth telling, each with its journal entry.

They are filled from journal parts, verdicts, answers and receipts; nothing in them is known beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atlas.model.origin import Origin


@dataclass(frozen=True, slots=True)
class Scan:
    """How often some bytes stand in the store's files, whatever their letters' case."""

    files: int
    hits: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """A fact that a newer one closed."""

    memory: str
    says: str
    since: datetime
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Learned:
    at: datetime
    entry: int
    memory: str
    says: str
    quote: str
    status: str
    rule: str
    why: str
    replaced: tuple[Replaced, ...] = ()
    about: datetime | None = None
    """When what it tells of happens, where that is another day."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    at: datetime
    entry: int
    memory: str
    says: str
    quote: str


@dataclass(frozen=True, slots=True)
class Held:
    at: datetime
    entry: int
    proposal: str
    memory: str | None
    says: str
    quote: str
    origin: str
    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    at: datetime
    entry: int
    proposal: str
    says: str
    quote: str
    origin: str
    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class KeptOut:
    """Text from outside: on record, and not in service."""

    at: datetime
    entry: int
    memory: str
    origin: Origin
    status: str
    text: str


@dataclass(frozen=True, slots=True)
class Redacted:
    at: datetime
    entry: int
    kinds: tuple[str, ...]
    stored: str
    scan: Scan
    """For the secret itself, right after it was taken in."""


@dataclass(frozen=True, slots=True)
class Recollection:
    """One thing that answered: the sentence, the words it stands on, and their date."""

    memory: str
    says: str
    quote: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    at: datetime
    entry: int
    question: str
    serving: str | None
    sure: bool
    found: tuple[Recollection, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    at: datetime
    entry: int
    actor: str
    memory: str
    says: str
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class Undone:
    at: datetime
    entry: int
    cause: int | None
    says: tuple[str, ...]
    """What is gone, or as it was before."""


@dataclass(frozen=True, slots=True)
class Expired:
    at: datetime
    entry: int
    memory: str
    says: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The receipt, and what the files and the memory hold before and after."""

    at: datetime
    entry: int
    name: str
    memories: int
    messages: int
    masked: int
    proposals: int
    journal_parts: int
    contexts: int
    before: Scan
    after: Scan
    recalled_before: int
    recalled_after: int


@dataclass(frozen=True, slots=True)
class Trouble:
    at: datetime
    entry: int
    says: str


Event = (
    Learned | Confirmed | Held | Refused | KeptOut | Redacted | Asked | Decided | Undone | Expired | Forgotten | Trouble
)
