"""`atlas evolution`: how sessions become amendments of documents, in figures (E10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, make_field_table, print_json, print_text
from atlas.surfaces.views.evolution import view_evolution
from atlas.surfaces.views.text import format_count, format_dollars

if TYPE_CHECKING:
    from atlas.engine.jobs.evolution_figures import EvolutionFigures
    from atlas.model.spending import Spent

_SECOND: Final = 1_000


@command(
    "evolution",
    "atlas evolution",
    "atlas evolution --json | jq .broken",
    gives="gate_fired, gate_skipped, gate_cost, waiting, poisoned, triggers, joined, runs, median_ms, slowest_ms, "
    "endings, sizes, escalated, killed, broken, warned, cost, cost_a_run, refused_writes, constitution_writes, "
    "violations, versions, touched; money is in millionths of a dollar.",
)
@pass_run
def evolution(run: Run) -> None:
    """See how sessions become amendments of the documents, in figures.

    A session that ended passes the gate or is skipped; those that passed wait until five are there or three hours are
    over. A run thinks them over, what it made of the documents is held against the invariants, and what stands is a
    version: `atlas docs`.
    """
    with run.open_for_reading() as atlas:
        figures = atlas.jobs.evolution()
    if run.as_json:
        print_json(view_evolution(figures))
        return
    print_text(make_field_table(_list_fields(figures)))
    if figures.poisoned:
        print_text(hint_text("Sessions that spoil every run wait for you: atlas learning jobs --state poison"))


def _list_fields(figures: EvolutionFigures) -> Iterator[tuple[str, str]]:
    yield "gate", f"{format_count(figures.gate_fired, 'session')} passed, {figures.gate_skipped:,} skipped"
    yield "waiting", format_count(figures.waiting, "session")
    yield "runs", _join(_list_runs(figures))
    yield "how they ended", _format_counts(figures.endings)
    yield "models", _format_sizes(figures)
    yield "invariants", _format_invariants(figures)
    yield "cost", _format_cost(figures)
    yield "versions", f"{figures.versions:,}"
    yield "documents touched", _format_counts(figures.touched)
    attempts = format_count(figures.constitution_writes, "attempt")
    yield "constitution", f"{attempts} to write it refused; found broken {figures.violations:,} times"


def _list_runs(figures: EvolutionFigures) -> Iterator[str]:
    yield f"{figures.runs:,}"
    if figures.median_ms is not None and figures.slowest_ms is not None:
        yield f"median {figures.median_ms / _SECOND:.1f} s, 95 % within {figures.slowest_ms / _SECOND:.1f} s"
    yield from (f"{count:,} by {name}" for name, count in figures.triggers.items() if count)
    if figures.joined:
        yield f"{figures.joined:,} joined one that was there"
    if figures.killed:
        yield f"{format_count(figures.killed, 'call')} cut off by a crash"


def _format_sizes(figures: EvolutionFigures) -> str:
    total = sum(figures.sizes.values())
    if not total:
        return "none asked"
    shares = (f"{size} {count / total:.0%}" for size, count in figures.sizes.items())
    return _join([*shares, f"{format_count(figures.escalated, 'escalation')}"])


def _format_invariants(figures: EvolutionFigures) -> str:
    kept = "none broken" if not figures.broken else f"broken {_format_counts(figures.broken)}"
    return f"{kept}; warned {_format_counts(figures.warned)}" if figures.warned else kept


def _format_cost(figures: EvolutionFigures) -> str:
    gate = f"gate {_format_spent(figures.gate_cost)}"
    return f"{gate}; runs {_format_spent(figures.cost)}, {format_dollars(figures.cost_a_run)} a run"


def _format_spent(spent: Spent) -> str:
    return f"{format_count(spent.calls, 'call')}, {spent.tokens:,} tokens, {format_dollars(spent.money)}"


def _format_counts(counts: Mapping[str, int]) -> str:
    return _join(f"{name} {count:,}" for name, count in counts.items()) or "none"


def _join(parts: Iterator[str] | list[str]) -> str:
    return ", ".join(parts)
