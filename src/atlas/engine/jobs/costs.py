"""The ledger (J13): what thinking and chatting cost, by call, day, tier and model, beside what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.model.spending import Budget, Spending, SpendingState, Spent

_MANY: Final = 100_000


@dataclass(frozen=True, slots=True)
class Costs:
    today: Spent
    ever: Spent
    budget: Budget
    by_day: tuple[tuple[str, Spent], ...]
    by_task: tuple[tuple[str, Spent], ...]
    by_model: tuple[tuple[str, Spent], ...]
    failed: int
    """Calls that were given back: nobody answered."""
    calls: tuple[Spending, ...]
    """The newest first."""


def read_costs(runtime: Runtime, days: int = 30, limit: int = 20) -> Costs:
    today = runtime.now().astimezone(runtime.zone).date()
    with runtime.reading() as reader:
        calls = reader.spendings(_MANY, today - timedelta(days=max(0, days - 1)))
        spent_today, ever = reader.sum_spent(day=today), reader.sum_spent()
    paid = [each for each in calls if each.state is not SpendingState.FAILED]
    return Costs(
        spent_today,
        ever,
        runtime.budget,
        _sum_spendings(paid, lambda each: each.day.isoformat()),
        _sum_spendings(paid, lambda each: each.purpose),
        _sum_spendings(paid, lambda each: each.model),
        len(calls) - len(paid),
        tuple(calls[:limit]),
    )


def _sum_spendings(calls: Iterable[Spending], of: Callable[[Spending], str]) -> tuple[tuple[str, Spent], ...]:
    sums: dict[str, Spent] = {}
    for each in calls:
        so_far = sums.get(of(each), Spent())
        sums[of(each)] = Spent(so_far.calls + 1, so_far.tokens + each.tokens, so_far.money + each.money)
    return tuple(sorted(sums.items()))
