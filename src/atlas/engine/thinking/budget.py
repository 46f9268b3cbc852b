"""What thinking may cost (J13): reserved before a call, settled after it, in the store, for all processes together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.errors import BudgetSpent
from atlas.model.spending import MICRO, Limit, Price, Spending, SpendingState, Spent
from atlas.model.task import Size
from atlas.model.thinking import Job
from atlas.ports.llm import Completion, Model
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

_FREE: Final = Price()


@dataclass(frozen=True, slots=True)
class Estimate:
    """The most that a call can cost."""

    tokens: int
    money: int


def estimate_cost(runtime: Runtime, model: str, input_tokens: int, output_tokens: int) -> Estimate:
    price = price_of(runtime.prices, model)
    return Estimate(input_tokens + output_tokens, price.of(input_tokens, output_tokens))


def price_of(prices: Mapping[str, Price], model: str) -> Price:
    """What has no price costs nothing: a model of one's own."""
    return prices.get(model, _FREE)


def reserve_spending(runtime: Runtime, txn: Writer, job: Job, model: Model, size: Size, most: Estimate) -> Spending:
    """Set aside the most that a call can cost, in the caller's transaction; BudgetSpent where that is too much."""
    check_budget(runtime, txn, job, most)
    return _set_aside(runtime, txn, job, model, size, most)


def reserve_chat(runtime: Runtime, txn: Writer, model: Model, most: Estimate) -> Spending:
    """Set aside what a call for a chat can cost: it counts, and chatting goes on where a budget is spent (J13)."""
    return _set_aside(runtime, txn, None, model, Size.MEDIUM, most)


def _set_aside(runtime: Runtime, txn: Writer, job: Job | None, model: Model, size: Size, most: Estimate) -> Spending:
    now = runtime.now()
    spending = Spending(
        runtime.spending_id(),
        job.id if job else None,
        job.task if job else None,
        model.name,
        size,
        now,
        now.astimezone(runtime.zone).date(),
        SpendingState.RESERVED,
        most.tokens,
        most.money,
    )
    txn.put_spending(spending)
    return spending


def check_budget(runtime: Runtime, reader: Reader, job: Job | None, most: Estimate) -> None:
    budget, today = runtime.budget, runtime.now().astimezone(runtime.zone).date()
    _check_limit("a call", budget.call, Spent(), most, large=True)
    if job is not None:
        _check_limit("this job", budget.job, reader.sum_spent(job=job.id), most)
    _check_limit("today", budget.day, reader.sum_spent(day=today), most, daily=True)
    if budget.space != Limit():  # to add up all there ever was takes a while
        _check_limit("this space", budget.space, reader.sum_spent(), most)


def _check_limit(
    what: str, limit: Limit, spent: Spent, most: Estimate, *, daily: bool = False, large: bool = False
) -> None:
    if limit.tokens is not None and spent.tokens + most.tokens > limit.tokens:
        raise BudgetSpent(
            f"The budget of {what} is {limit.tokens:,} tokens; {spent.tokens:,} are spent and up to {most.tokens:,} "
            "would be needed.",
            daily=daily,
            large=large,
        )
    if limit.money is not None and spent.money + most.money > limit.money:
        raise BudgetSpent(
            f"The budget of {what} is {format_money(limit.money)}; {format_money(spent.money)} is spent and up to "
            f"{format_money(most.money)} would be needed.",
            daily=daily,
            large=large,
        )


def format_money(micro: int) -> str:
    return f"{micro / MICRO:.4f}".rstrip("0").rstrip(".") or "0"


def settle_spending(runtime: Runtime, spending: Spending, completion: Completion) -> Spending:
    """Settle a spending at its real cost; where the provider's count is missing or impossible, at the reserved
    amount."""
    used_in, used_out = completion.input_tokens, completion.output_tokens
    if used_in is None or used_out is None or used_in <= 0 or used_out < 0:
        return replace(spending, state=SpendingState.SETTLED)
    price = price_of(runtime.prices, spending.model)
    return replace(
        spending,
        state=SpendingState.SETTLED,
        tokens=used_in + used_out,
        money=price.of(used_in, used_out),
        input_tokens=used_in,
        output_tokens=used_out,
    )


def give_back(spending: Spending, problem: str) -> Spending:
    """Give the reservation back: the provider did not answer, and nothing was bought."""
    return replace(spending, state=SpendingState.FAILED, tokens=0, money=0, problem=problem)
