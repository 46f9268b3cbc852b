"""The counters of evolution, as JSON."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from atlas.model.spending import Spent

if TYPE_CHECKING:
    from atlas.engine.jobs.tasks.evolution.figures import EvolutionFigures


def view_evolution(figures: EvolutionFigures) -> dict[str, object]:
    """All counters: zeros are there too, since readers count on them."""
    shown = {field.name: _view_value(getattr(figures, field.name)) for field in fields(figures)}
    return {**shown, "cost_a_run": figures.cost_a_run}


def _view_value(value: object) -> object:
    if isinstance(value, Spent):
        return {"calls": value.calls, "tokens": value.tokens, "money": value.money}
    return dict(value) if isinstance(value, dict) else value
