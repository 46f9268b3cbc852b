"""`python -m benchmarks extraction`: what is kept of what people say, beside a baseline that copies the turn."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from atlas.model.memory import Status
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar
from benchmarks.commands.retrieval import data_folder

if TYPE_CHECKING:
    from datetime import datetime

    from atlas.surfaces.library import Atlas
    from benchmarks.extraction import Found, Kept, Result, Turn


@command(
    "extraction",
    "python -m benchmarks extraction --data data",
    "ATLAS_DATA=data python -m benchmarks extraction --json",
    gives="recall, precision, memories_per_100_turns, copy_recall and copy_precision (the copy-the-turn baseline), and "
    "conversations, turns, turns_with_gold, gold, memories; the same in by_conversation.",
)
@click.option(
    "--data", metavar="DIR", type=click.Path(path_type=Path), help="Where the data sets are (ATLAS_DATA), with LoCoMo."
)
@click.option(
    "--claims",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write claims that were kept without a question there, for readers who judge them.",
)
@click.option("--draw", type=click.IntRange(1, 100_000), default=200, show_default=True, help="So many claims.")
@click.option("--seed", type=int, default=7, show_default=True, help="Of the draw.")
@pass_run
def extraction(run: Run, data: Path | None, claims: Path | None, draw: int, seed: int) -> None:
    """Measure what is kept of what people say (LoCoMo).

    Recall: gold facts matched by a memory from the same turn. Precision: memories matched by a gold fact of their turn.
    Every speaker is a user of their own; each turn is observed, thought about and judged by the engine.
    """
    from benchmarks.extraction import draw_claims, run_each, summarise

    folder = data_folder(run, data)
    with _engine(run) as extract, progress_bar("turns", None, quiet=run.as_json) as advance:
        results = run_each(folder, extract, _counting(advance))
    if claims is not None:
        claims.write_text(draw_claims(extract.kept, draw, seed), "utf-8")
    print_json(summarise(results)) if run.as_json else _told(results)


def _counting(advance: Callable[[int, int | None], None]) -> Callable[[int, int], None]:
    return lambda done, total: advance(1, total)


@contextmanager
def _engine(run: Run) -> Iterator[_Observer]:
    """The whole way a turn goes, in a store that is thrown away. Nothing is recalled: any embedder will do."""
    from atlas.surfaces.library import Atlas

    settings = replace(run.settings, embedder="hashing")
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        atlas = Atlas.open(Path(folder) / "bench.atlas", settings=settings, background=False)
        try:
            yield _Observer(atlas)
        finally:
            atlas.close(think=False)


class _Observer:
    """Takes in one turn after the other; a conversation's first turn has none before it."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._talk = atlas
        self._talks = 0
        self.kept: list[Kept] = []
        """What was kept without a question, each with its turn and the one before."""

    def __call__(self, speaker: str, text: str, at: datetime, earlier: Sequence[Turn]) -> list[Found]:
        from benchmarks.extraction import Found, Kept

        if not earlier:
            self._talks += 1
            self._talk = self._atlas.in_space(f"talk {self._talks}")  # people of one name in two talks are two people
        receipt = self._talk.observe(text, conversation="talk", speaker=speaker, at=at)
        if receipt.interaction is None:
            return []  # an empty turn: a picture without words
        self._talk.flush()
        kept = self._talk.inspect.interaction(receipt.interaction).memories
        before = f"{earlier[-1].speaker}: {earlier[-1].text}" if earlier else ""
        approved = [each.content for each in kept if each.claim and each.status is Status.APPROVED]
        self.kept += [Kept(before, f"{speaker}: {text}", content) for content in approved]
        return [Found(memory.content, memory.claim.value) for memory in kept if memory.claim]


def _told(results: Mapping[str, Result]) -> None:
    from benchmarks.extraction import Result, summarise

    result = sum(results.values(), Result())
    figures = summarise(results)
    rows = [
        _row("ATLAS", result),
        ["copy the turn", f"{result.copy_recall:.3f}", f"{result.copy_precision:.3f}", "100.0"],
        *(_row(name, each) for name, each in results.items()),
    ]
    print_text(
        make_table(["", "RECALL", "PRECISION", "PER 100 TURNS"], rows, ""),
        "",
        f"{figures['gold']:,} gold facts in {figures['turns_with_gold']:,} of {figures['turns']:,} turns, "
        f"{figures['conversations']:,} conversations, {figures['memories']:,} memories.",
        "A claim of at most 12 words matches when it holds half of a gold fact's words; a copied turn is no claim.",
    )


def _row(name: str, result: Result) -> list[str]:
    return [name, f"{result.recall:.3f}", f"{result.precision:.3f}", f"{result.memories_per_100_turns:.1f}"]
