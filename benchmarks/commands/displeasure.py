"""`python -m benchmarks displeasure`: how well displeasure is heard, by domain, by hand and by writer (S9)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text
from benchmarks.commands.retrieval import data_folder

if TYPE_CHECKING:
    from benchmarks.displeasure import Fitted

_SETS: Final = {
    "tasks": "task dialogues (SGD)",
    "lives": "made-up lives, tuned hands",
    "talk": "ordinary talk: nothing is there",
    "written": "written for it",
    "aside": "made-up lives, hands set aside",
    "blind": "written for it, blind",
}
_RULES: Final = {"default": "ATLAS", "signs": "signs alone", "words": "words alone"}
_SHOWN: Final = ("recall", "false", "auroc", "fires")


@command(
    "displeasure",
    "python -m benchmarks displeasure --data data",
    "python -m benchmarks displeasure --data data --fit",
    gives="sets: for tasks, lives, talk, written, aside and blind, and in each for default (ATLAS), signs and words, "
    "precision, recall, f1, fires, false (of the others taken for displeased) and auroc; with --fit the weights, the "
    "figures of what was left out, and by_domain the AUROC of each domain of the tasks where it was left out.",
)
@click.option("--data", metavar="DIR", type=click.Path(path_type=Path), help="Where the data sets are (ATLAS_DATA).")
@click.option("--fit", is_flag=True, help="Fit the weights, and print their table for the source.")
@pass_run
def displeasure(run: Run, data: Path | None, fit: bool) -> None:
    """Measure how well a displeased user is heard (SGD, made-up lives, messages written for it).

    What ships stands beside its signs alone and beside any word of displeasure. The hands set aside and the blind
    writer were never fitted to, and nobody who worked on the fit has read them.
    """
    from atlas.adapters.embedding.encoder import EncoderEmbedder
    from benchmarks.displeasure import fit_displeasure, load_samples, measure_rules

    embedder = EncoderEmbedder()
    samples = load_samples(data_folder(run, data), embedder.embed)
    fitted = fit_displeasure(samples) if fit else None
    measured = measure_rules(samples, embedder.identity.model)
    if run.as_json:
        print_json({"sets": measured, **({"fit": _list_fit(fitted)} if fitted else {})})
        return
    _print_sets(measured)
    if fitted:
        _print_fit(fitted)


def _list_fit(fitted: Fitted) -> dict[str, Any]:
    return {
        "rest": fitted.rest,
        "signs": fitted.signs,
        "vector": fitted.vector,
        "left_out": fitted.left_out,
        "by_domain": fitted.by_domain,
    }


def _print_sets(measured: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    rows = [
        [_SETS[name] if rule == "default" else "", label, *(_show(figures, figure) for figure in _SHOWN)]
        for name, rules in measured.items()
        for rule, label in _RULES.items()
        for figures in [rules[rule]]
    ]
    print_text(make_table(["set", "rule", *_SHOWN], rows, "set"))


def _show(figures: Mapping[str, float], name: str) -> str:
    return f"{figures[name]:.3f}" if name in figures else ""


def _print_fit(fitted: Fitted) -> None:
    print_text("Left out of the fit, a third at a time:")
    for name, figures in fitted.left_out.items():
        print_text(f"  {_SETS[name]}: " + ", ".join(f"{each} {value}" for each, value in figures.items()))
    print_text("AUROC of each domain of the tasks, left out of the fit:")
    for domain, areas in fitted.by_domain.items():
        print_text(f"  {domain}: " + ", ".join(f"{each} {value}" for each, value in areas.items()))
    print_text(f"For signals/displeasure_weights.py: rest {fitted.rest:.3f}, signs {fitted.signs:.3f}, and the vector")
    print_text(fill(" ".join(f"{value:.3f}" for value in fitted.vector), 118))
