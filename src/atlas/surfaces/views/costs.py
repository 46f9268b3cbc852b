"""What thinking cost, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlas.model.spending import Limit, Spent
from atlas.surfaces.views.json_text import plain

if TYPE_CHECKING:
    from atlas.engine.jobs.costs import Costs


Sums = Sequence[tuple[str, Spent]]


def view_costs(found: Costs) -> dict[str, object]:
    """Zeros and limits that are not set are told too: whoever reads it counts on them."""
    budget = {name: _view_limit(getattr(found.budget, name)) for name in ("call", "job", "day", "space")}
    sums = {name: _view_sums(getattr(found, name)) for name in ("by_day", "by_task", "by_model")}
    standing = {"today": _view_spent(found.today), "ever": _view_spent(found.ever), "budget": budget}
    return {**standing, **sums, "failed": found.failed, "calls": [plain(each) for each in found.calls]}


def _view_sums(sums: Sums) -> dict[str, object]:
    return {name: _view_spent(spent) for name, spent in sums}


def _view_spent(spent: Spent) -> dict[str, int]:
    return {"calls": spent.calls, "tokens": spent.tokens, "money": spent.money}


def _view_limit(limit: Limit) -> dict[str, int | None]:
    return {"tokens": limit.tokens, "money": limit.money}
