"""`python -m benchmarks evidence`: how well arguments are weighed, on two writers' messages (B1)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Final

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text

if TYPE_CHECKING:
    from atlas.ports.embedder import Embedder
    from benchmarks.evidence import Scores

_TITLES: Final = {
    "precision": "counts: precision",
    "recall": "counts: recall",
    "direction": "direction right",
    "reasoning": "reasoning right",
    "topic": "topic named",
    "let_through": "let through, of all that argue nothing",
    "pressing": "let through, of pressure and repetition",
}


@command(
    "evidence",
    "python -m benchmarks evidence",
    "python -m benchmarks evidence --embedder none --json",
    gives="for rules, words and length, and in each for tune and blind: messages, precision, recall, direction, "
    "reasoning, topic, let_through and pressing; and talk, the share of lines of ordinary talk in which something "
    "counts.",
)
@click.option(
    "--embedder",
    type=click.Choice(["encoder", "none"]),
    default="encoder",
    show_default=True,
    help="By what repetitions in other words are known.",
)
@pass_run
def evidence(run: Run, embedder: str) -> None:
    """Measure how arguments are weighed (benchmarks/data/arguments).

    The rules were made with the part tune. The part blind is by another writer, and nobody who worked on the rules has
    read it. Beside them: a word like "because", and mere length.
    """
    from benchmarks.evidence import (
        PARTS,
        load_part,
        load_talk,
        score,
        share_counted,
        weigh_by_length,
        weigh_by_words,
        weigh_with,
    )

    weighers = {"rules": weigh_with(_open_embedder(embedder)), "words": weigh_by_words, "length": weigh_by_length}
    parts = {name: load_part(name) for name in PARTS}
    scores = {name: {part: score(rows, weigh) for part, rows in parts.items()} for name, weigh in weighers.items()}
    talk = load_talk()
    heard = {name: share_counted(talk, weigh) for name, weigh in weighers.items()}
    if run.as_json:
        told = {name: {part: asdict(each) for part, each in row.items()} for name, row in scores.items()}
        print_json({name: {**row, "talk": heard[name]} for name, row in told.items()})
        return
    _print_scores(scores)
    shares = ", ".join(f"{name} {share:.3f}" for name, share in heard.items())
    print_text(f"Counted in {len(talk)} lines of ordinary talk: {shares}.")


def _open_embedder(name: str) -> Embedder | None:
    if name == "none":
        return None
    from atlas.adapters.embedding.encoder import EncoderEmbedder

    return EncoderEmbedder()


def _print_scores(scores: dict[str, dict[str, Scores]]) -> None:
    columns = [(name, part) for name, row in scores.items() for part in row]
    figures = {(name, part): asdict(scores[name][part]) for name, part in columns}
    head = ["", *(f"{name.upper()}, {part.upper()}" for name, part in columns), "RULES, GAP"]
    rows = [
        [title, *(f"{figures[column][name]:.3f}" for column in columns), f"{_gap(figures, name):+.3f}"]
        for name, title in _TITLES.items()
    ]
    counted = ", ".join(f"{part} {scores['rules'][part].messages}" for part in scores["rules"])
    print_text(make_table(head, rows, ""), "", f"Messages: {counted}.")


def _gap(figures: dict[tuple[str, str], dict[str, float]], name: str) -> float:
    return figures["rules", "blind"][name] - figures["rules", "tune"][name]
