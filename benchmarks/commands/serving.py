"""`python -m benchmarks serving`: what memory costs a web server with many users."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar
from atlas.surfaces.views.text import format_count

_SAYS: Final = {
    "added_cpu_ms_a_call": "added CPU a call, ms, catching up included",
    "with_memory": "calls with memory, from each user's third on",
    "repeats": "calls in which memory repeats what was sent",
}
_FRAMEWORKS: Final = {"fastapi": "FastAPI", "starlette": "Starlette; FastAPI is not installed here"}


@command(
    "serving",
    "python -m benchmarks serving",
    "python -m benchmarks serving --users 20 --turns 20 --json",
    gives="users, turns, model_ms, reply_words, framework; for plain and memory: p50_ms, p95_ms, calls_a_second, "
    "cpu_ms_a_call (during the load), cpu_ms_a_call_all (with the catching up after it), with_memory, repeats, "
    "threads, wrapped (figures of wrapped calls); added_cpu_ms_a_call and bars.",
)
@click.option("--users", type=click.IntRange(1, 1_000), default=20, show_default=True, help="At the same time.")
@click.option("--turns", type=click.IntRange(3, 1_000), default=20, show_default=True, help="Of each user.")
@click.option(
    "--model-ms", type=click.IntRange(0, 60_000), default=200, show_default=True, help="A reply takes so long."
)
@click.option("--reply-words", type=click.IntRange(1, 2_000), default=1, show_default=True, help="A reply is so long.")
@pass_run
def serving(run: Run, users: int, turns: int, model_ms: int, reply_words: int) -> None:
    """Measure what memory costs a web server.

    The app of the servers guide under uvicorn, with a stand-in for a model's provider, all on this machine: without
    memory and with it, each in a process of its own. Every call sends the conversation so far. CPU is that of the
    server's process.
    """
    from benchmarks.serving import WAYS, Load, measured

    load = Load(users, turns, model_ms / 1_000, reply_words)
    with progress_bar("calls", len(WAYS) * users * turns, quiet=run.as_json) as advance:
        figures = measured(load, lambda: advance(1, None))
    print_json(figures) if run.as_json else _told(figures)


def _told(figures: Mapping[str, Any]) -> None:
    rows = [[name, *_row(figures[way])] for way, name in (("plain", "without"), ("memory", "with ATLAS"))]
    bars = [
        [says, f"{_figure(figures, name):g}", f"{bar['bar']:g}: {'met' if bar['met'] else 'not met'}"]
        for name, says in _SAYS.items()
        if (bar := figures["bars"].get(name))
    ]
    reply = f"a reply of {format_count(figures['reply_words'], 'word')} takes {figures['model_ms']:,} ms"
    print_text(
        f"{format_count(figures['users'], 'user')}, {format_count(figures['turns'], 'turn')} each; {reply}.",
        f"Served by {_FRAMEWORKS[figures['framework']]}.",
        "",
        make_table(["", "P50 MS", "P95 MS", "CPU MS A CALL", "WITH CATCHING UP", "THREADS"], rows, ""),
        "",
        make_table(["", "FIGURE", "WANTED"], bars, ""),
    )


def _row(way: Mapping[str, Any]) -> list[str]:
    latencies = [f"{way[name]:.0f}" for name in ("p50_ms", "p95_ms")]
    return [*latencies, f"{way['cpu_ms_a_call']:.1f}", f"{way['cpu_ms_a_call_all']:.1f}", f"{way['threads']:,}"]


def _figure(figures: Mapping[str, Any], name: str) -> float:
    return float(figures[name] if name in figures else figures["memory"][name])
