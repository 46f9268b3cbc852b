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
    "right": "right topic and direction, of all that counts",
    "let_through": "let through, of all that argue nothing",
    "pressing": "let through, of pressure and repetition",
}


@command(
    "evidence",
    "python -m benchmarks evidence",
    "python -m benchmarks evidence --embedder none --json",
    gives="for confirmed, rules, words and length (confirmed with an encoder alone), and in each for tune and blind, "
    "and with an encoder for manners: messages, precision, recall, direction, reasoning, topic, right, let_through and "
    "pressing; and talk, the share of lines of ordinary talk in which something counts.",
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
    """Measure how arguments are weighed (benchmarks/data/arguments, training/arguments).

    Confirmed: the rules, where the network hears an argument, too, as the engine weighs. The rules were made with the
    part tune; blind is by another writer, whom nobody who worked on them has read; of manners, each message is judged
    by a network that did not see its writer. Beside them: a word like "because", and mere length.
    """
    from benchmarks.evidence import (
        PARTS,
        load_manners,
        load_part,
        load_talk,
        score,
        share_counted,
        weigh_by_length,
        weigh_by_words,
        weigh_left_out,
        weigh_with,
    )

    encoder = _open_embedder(embedder)
    weighers = {"rules": weigh_with(encoder), "words": weigh_by_words, "length": weigh_by_length}
    parts = {name: load_part(name) for name in PARTS}
    if encoder is not None:
        weighers = {"confirmed": weigh_with(encoder, confirmed=True), **weighers}
    scores = {name: {part: score(rows, weigh) for part, rows in parts.items()} for name, weigh in weighers.items()}
    if encoder is not None:
        manners = load_manners()
        left_out = {"confirmed": weigh_left_out(), "rules": weigh_with(None)}
        for name, weigh in left_out.items():
            scores[name]["manners"] = score(manners, weigh)
    talk = load_talk()
    heard = {name: share_counted(talk, weigh) for name, weigh in weighers.items()}
    if run.as_json:
        told = {name: {part: asdict(each) for part, each in row.items()} for name, row in scores.items()}
        print_json({name: {**row, "talk": heard.get(name)} for name, row in told.items()})
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
    head = ["", *(f"{name.upper()}, {part.upper()}" for name, part in columns), "GAP"]
    rows = [
        [title, *(f"{figures[column][name]:.3f}" for column in columns), f"{_gap(figures, name, columns[0][0]):+.3f}"]
        for name, title in _TITLES.items()
    ]
    counted = ", ".join(f"{part} {scores['rules'][part].messages}" for part in scores["rules"])
    print_text(make_table(head, rows, ""), "", f"Messages: {counted}.")


def _gap(figures: dict[tuple[str, str], dict[str, float]], name: str, weigher: str) -> float:
    return figures[weigher, "blind"][name] - figures[weigher, "tune"][name]
