"""What thinking costs: reserved before a call, settled after it (J13). Money is in millionths of the currency unit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from atlas.model.ids import JobId, SpendingId
from atlas.model.task import Size, Task

MICRO: Final = 1_000_000


class SpendingState(StrEnum):
    RESERVED = "reserved"
    """The call is in flight, or was when the process died; it counts in full."""
    SETTLED = "settled"
    FAILED = "failed"
    """The provider refused or did not answer: nothing was bought."""


@dataclass(frozen=True, slots=True)
class Spending:
    """One call of a model, to think or to chat."""

    id: SpendingId
    job: JobId | None
    """None for what was asked outside of a job: a chat."""
    task: Task | None
    """None of a chat."""
    model: str
    size: Size
    at: datetime
    day: date
    """In the space's own zone."""
    state: SpendingState
    tokens: int
    """Reserved or spent, in and out together."""
    money: int
    input_tokens: int = 0
    output_tokens: int = 0
    problem: str | None = None

    @property
    def purpose(self) -> str:
        """What it was for, as one says it."""
        return self.task.value if self.task else "chat"


@dataclass(frozen=True, slots=True)
class Spent:
    """A sum of spendings that were not given back."""

    calls: int = 0
    tokens: int = 0
    money: int = 0


@dataclass(frozen=True, slots=True)
class Price:
    """Of a million tokens, in millionths of the currency unit: 3 dollars are 3,000,000."""

    input: int = 0
    output: int = 0

    def of(self, input_tokens: int, output_tokens: int) -> int:
        """Rounded up: a budget is never undershot by rounding."""
        return -(-(input_tokens * self.input + output_tokens * self.output) // MICRO)


@dataclass(frozen=True, slots=True)
class Limit:
    """Tokens and money; None is no limit."""

    tokens: int | None = None
    money: int | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """J13. Hard: what would go beyond is not asked."""

    call: Limit = Limit(tokens=64_000)
    job: Limit = Limit(tokens=1_000_000)
    day: Limit = Limit(tokens=2_000_000, money=2 * MICRO)
    space: Limit = Limit()
