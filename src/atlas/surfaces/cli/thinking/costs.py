"""`atlas costs`: the cost of thinking, beside its limits (J13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from atlas.model.spending import Limit, Spent
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, limit_option
from atlas.surfaces.cli.shared.output import (
    hint_text,
    make_field_table,
    make_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.cli.thinking.reflection_text import calls_table
from atlas.surfaces.views.costs import Sums, view_costs
from atlas.surfaces.views.text import format_count, format_dollars, one_line

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType

    from atlas.engine.jobs.costs import Costs


_NO_LIMIT: Final = "no limit"


@command(
    "costs",
    "atlas costs",
    "atlas costs --days 7 --limit 50",
    "atlas costs --json | jq .today.money",
    "ATLAS_BUDGET_DAY_MONEY=0.50 atlas work",
    gives="today and ever (calls, tokens, money), budget (call, job, day, space), by_day, by_task, by_model, failed, "
    "calls; money is in millionths of a dollar, and null is no limit.",
)
@click.option("--days", type=click.IntRange(1, 36_500), default=30, show_default=True, help="So far back.")
@limit_option(10)
@pass_run
def costs(run: Run, days: int, limit: int) -> None:
    """See what thinking and chatting cost, and what they may cost.

    The most that a call can cost is set aside before it, and settled after it. What would go beyond a budget is not
    asked; a chat counts too, and goes on. The budgets are settings: ATLAS_BUDGET_CALL_TOKENS, ATLAS_BUDGET_DAY_MONEY,
    and so on for call, job, day and space.
    """
    with run.open_for_reading() as atlas:
        spending = atlas.jobs.costs(days, limit)
    if run.as_json:
        print_json(view_costs(spending))
        return
    print_text(make_field_table(_spending_fields(spending)))
    if spending.ever.calls or spending.failed:
        print_text(*_ledger_tables(spending, days, run.zone))
    else:
        print_text("", "Nothing was ever spent: no language model was asked yet.")
        print_text(
            hint_text(
                "The small reader and the rules think alone until one is named. "
                "Name one: see ATLAS_MODEL in docs/reference/settings.md"
            )
        )


def _spending_fields(spending: Costs) -> Iterator[tuple[str, str]]:
    """List what was spent, each sum beside its limit; and the limits of one call and of one job."""
    yield "today", _spent_of_limit(spending.today, spending.budget.day)
    yield "ever", _spent_of_limit(spending.ever, spending.budget.space)
    yield "a call", f"at the most {_describe_limit(spending.budget.call)}"
    yield "a job", f"at the most {_describe_limit(spending.budget.job)}"


def _spent_of_limit(spent: Spent, limit: Limit) -> str:
    money = f" of {format_dollars(limit.money)}" if limit.money is not None else ""
    tokens = f" of {limit.tokens:,}" if limit.tokens is not None else ""
    unlimited = f" ({_NO_LIMIT})" if not money and not tokens else ""
    calls = format_count(spent.calls, "call")
    return f"{format_dollars(spent.money)}{money}, {spent.tokens:,}{tokens} tokens, {calls}{unlimited}"


def _describe_limit(limit: Limit) -> str:
    parts = [
        format_dollars(limit.money) if limit.money is not None else "",
        format_count(limit.tokens, "token") if limit.tokens is not None else "",
    ]
    return ", ".join(filter(None, parts)) or _NO_LIMIT


def _ledger_tables(spending: Costs, days: int, zone: tzinfo) -> Iterator[RenderableType]:
    for title, sums in (("DAY", spending.by_day[::-1]), ("TIER", spending.by_task), ("MODEL", spending.by_model)):
        if sums:
            yield ""
            yield make_table([title, "CALLS", "TOKENS", "MONEY"], _sum_rows(sums), "")
    if not spending.by_day:
        yield hint_text(f"\nNothing in the last {format_count(days, 'day')}.")
    if spending.failed:
        failed_calls = format_count(spending.failed, "call was", "calls were")
        yield f"\n{failed_calls} given back: nobody answered, and nothing was bought."
    if spending.calls:
        yield styled_text(("\nThe last calls", "bold"))
        yield calls_table(spending.calls, zone)


def _sum_rows(sums: Sums) -> Iterator[list[str]]:
    for name, spent in sums:
        yield [one_line(name), f"{spent.calls:,}", f"{spent.tokens:,}", format_dollars(spent.money)]
