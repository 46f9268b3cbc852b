"""The cost of thinking, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlas.model.spending import Limit, Spent
from atlas.surfaces.views.json_text import make_plain

if TYPE_CHECKING:
    from atlas.engine.jobs.costs import Costs


Sums = Sequence[tuple[str, Spent]]


def view_costs(costs: Costs) -> dict[str, object]:
    """All sums and limits: zeros and limits that are not set are there too, since readers count on them."""
    budget = {name: _view_limit(getattr(costs.budget, name)) for name in ("call", "job", "day", "space")}
    sums = {name: _view_sums(getattr(costs, name)) for name in ("by_day", "by_task", "by_model")}
    standing = {"today": _view_spent(costs.today), "ever": _view_spent(costs.ever), "budget": budget}
    return {**standing, **sums, "failed": costs.failed, "calls": [make_plain(each) for each in costs.calls]}


def _view_sums(sums: Sums) -> dict[str, object]:
    return {name: _view_spent(spent) for name, spent in sums}


def _view_spent(spent: Spent) -> dict[str, int]:
    return {"calls": spent.calls, "tokens": spent.tokens, "money": spent.money}


def _view_limit(limit: Limit) -> dict[str, int | None]:
    return {"tokens": limit.tokens, "money": limit.money}
