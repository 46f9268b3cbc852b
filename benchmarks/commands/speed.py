"""`python -m benchmarks speed`: how long a search takes, beside what others need for the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import indent_part, make_table, print_json, print_text, progress_bar, styled_text
from benchmarks.commands.figure_files import changed, changes, check_place, compare_option, keep, kept, save_option

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_WAYS: Final = {
    "hybrid": "ATLAS, the whole search",
    "search": "  both legs and surroundings",
    "words": "  without vectors",
    "dense": "  the dense leg alone",
    "sqlite": "FTS5 + sqlite-vec, fused",
    "fts5": "  FTS5",
    "sqlite-vec": "  sqlite-vec",
    "tantivy": "Tantivy, words alone",
    "numpy": "NumPy, vectors alone",
    "floor": "reading 4 bits a number",
    "context": "ATLAS, a whole context",
}
_SAYS: Final = {
    "hybrid_times_faster": ("search, times faster than FTS5 + sqlite-vec", "at least"),
    "dense_times_floor": ("dense leg, times the floor", "at most"),
    "dense_recall": ("dense recall@10 against exact", "at least"),
    "words_overlap": ("text leg's top 10 in exact BM25's", "at least"),
    "context_p95_times_hybrid_p95": ("context p95, times that of the search", "at most"),
    "cold_cpu_s": ("fresh process to first recall, s", "under"),
    "observe_times_bare_alone": ("observe, times a bare durable insert", "at most"),
    "observe_times_bare_thread": ("  during a night in another thread", "at most"),
    "observe_times_bare_process": ("  during a night in another process", "at most"),
}
_PACKAGES: Final = {"sqlite_vec": "sqlite-vec", "tantivy": "tantivy", "turbovec": "turbovec"}


@command(
    "speed",
    "python -m benchmarks speed",
    "python -m benchmarks speed --data data --sizes 10000,100000,1000000",
    "python -m benchmarks speed --sizes 10000 --save today.json",
    gives="version, date, seed, settings, without (packages that are not installed); sizes: for each the times of "
    "every way in ms (p50, p95), ratios, bars, and what making the index, a cold start and observe took; with "
    "--compare the changes.",
)
@click.option("--sizes", metavar="NUMBERS", default="10000,100000", show_default=True, help="How many memories.")
@click.option("--queries", metavar="N", type=click.IntRange(5, 10_000), default=200, show_default=True)
@click.option(
    "--data", metavar="DIR", type=click.Path(path_type=Path), help="Take sentences and questions of these data sets."
)
@save_option
@compare_option
@pass_run
def speed(run: Run, sizes: str, queries: int, data: Path | None, save: Path | None, compare: Path | None) -> None:
    """Measure how quick search, context, opening and observe are.

    CPU time of one process, each figure beside FTS5 + sqlite-vec, NumPy, Tantivy and the memory's bandwidth in the same
    run; questions count as embedded. Stores are made in the temporary folder and thrown away.

    Sentences are made up, or with --data those of LoCoMo, LongMemEval and BEAM; vectors are made up and clustered.
    """
    from benchmarks.speed import run as measure

    if data is not None and not data.exists():
        raise BadInput(f"There is no folder {data}.")
    check_place(save)
    before = kept(compare, "sizes") if compare else None
    with progress_bar("memories and questions", None, quiet=run.as_json) as advance:
        result = measure(sizes_in(sizes), queries, data, run.settings, advance)
    figures = result.figures()
    since = list(changes(before, figures)) if before is not None else None
    if save:
        keep(save, figures)
    if run.as_json:
        print_json(figures if since is None else {**figures, "changes": since})
        return
    print_text(*_told(figures), *(changed(since) if since is not None else ()))


def sizes_in(text: str) -> list[int]:
    try:
        found = sorted({int(part.replace("_", "")) for part in text.split(",") if part.strip()})
    except ValueError:
        found = []
    if not found:
        raise click.UsageError("Sizes are whole numbers with commas between them: --sizes 10000,100000.")
    return found


# --- for people


def _told(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    for size, given in figures["sizes"].items():
        yield styled_text((f"{int(size):,} memories", "bold"), ": CPU time of a question, embedded already")
        yield indent_part(_times(given["times"]), 2)
        yield ""
        yield indent_part(_bars(given), 2)
        yield ""
        yield from (indent_part(line, 2) for line in _around(given))
        yield ""
    settings = figures["settings"]
    told = "of the data sets" if settings["real_sentences"] else "made up"
    yield f"{settings['queries']:,} questions; sentences {told}, vectors made up, seed {figures['seed']}."
    for name in figures["without"]:
        yield f"{_PACKAGES[name]} is not installed here, so it was not measured."


def _times(times: Mapping[str, Any]) -> Table:
    ours = times["hybrid"]
    rows = [
        [
            label,
            f"{times[name]['p50_ms']:.2f}",
            f"{times[name]['p95_ms']:.2f}",
            f"{times[name]['p50_ms'] / ours['p50_ms']:.2f}",
        ]
        for name, label in _WAYS.items()
        if name in times
    ]
    return make_table(["", "P50 MS", "P95 MS", "TIMES ATLAS"], rows, "")


def _bars(given: Mapping[str, Any]) -> Table:
    rows = []
    for name, (says, kind) in _SAYS.items():
        if name in given["ratios"]:
            bar = given["bars"].get(name)
            wanted = f"{kind} {bar['bar']:g}: {'met' if bar['met'] else 'not met'}" if bar else ""
            rows.append([says, f"{given['ratios'][name]:.3g}", wanted])
    return make_table(["", "FIGURE", "WANTED"], rows, "")


def _around(given: Mapping[str, Any]) -> Iterator[str]:
    cold, built = given["cold"], given["built"]
    again = "nothing" if not cold["changes_read"] else f"{cold['changes_read']:,} changes"
    yield f"A fresh process read {again} again before its first answer; `import atlas`: {cold['import_cpu_s']:.3f} s."
    yield f"Making the index anew took {built['index_cpu_s']:.2f} s, {built['index_us_a_memory']:.0f} µs a memory."
    ours, bare = given["observe"]["alone"]["atlas"], given["observe"]["alone"]["bare_insert"]
    yield (
        f"observe, on disk when it returns: CPU {_pair(ours['cpu'])} ms, waited {_pair(ours['wall'])} ms; "
        f"a bare durable insert: {_pair(bare['cpu'])} and {_pair(bare['wall'])} ms (p50/p95)."
    )


def _pair(times: Mapping[str, float]) -> str:
    return f"{times['p50_ms']:.2f}/{times['p95_ms']:.2f}"
