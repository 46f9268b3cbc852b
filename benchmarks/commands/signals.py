"""`python -m benchmarks signals`: how well ATLAS notices, beside the source document's rules, and a model's fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar, styled_text
from benchmarks.commands.figure_files import changed, changes, check_place, compare_option, keep, kept, save_option
from benchmarks.commands.retrieval import data_folder

if TYPE_CHECKING:
    from rich.console import RenderableType

    from benchmarks.signals import Result

_SHOWN: Final = ("precision", "recall", "f1", "auroc", "ari")
_BY_SET: Final = ("auroc", "f1", "cosine_auroc", "cosine_f1")
_LABELS: Final = {"default": "ATLAS", "research": "the document's rule"}


@command(
    "signals",
    "python -m benchmarks signals --data data",
    "python -m benchmarks signals --data data --sets topic-switch,clusters --json",
    "python -m benchmarks signals --data data --save today.json",
    "python -m benchmarks signals --data data --compare today.json",
    "python -m benchmarks signals --data data --sets topic-switch --fit",
    gives="version, date, seed, embedder; signals: for each its cases and, for default (ATLAS) and research (the "
    "document's rule), precision, recall, f1, fires, auroc, auroc_unseen, ari as far as they apply; missing; with "
    "--fit the weights, the threshold, the left-out figures, also of whole sets; with --compare the changes.",
)
@click.option("--data", metavar="DIR", type=click.Path(path_type=Path), help="Where the data sets are (ATLAS_DATA).")
@click.option(
    "--sets",
    metavar="NAMES",
    help="Of re-ask, out-of-distribution, topic-switch, topic-switch-in-tasks, topic-switch-in-chats, "
    "topic-switch-in-long-chats, clusters, dissatisfaction; else all.",
)
@click.option("--fit", is_flag=True, help="Fit the model of topic changes, and print its table for the source.")
@save_option
@compare_option
@pass_run
def signals(
    run: Run, data: Path | None, sets: str | None, fit: bool, save: Path | None, compare: Path | None
) -> None:  # fmt: skip
    """Measure how well ATLAS notices (HWU64, CLINC150, TIAGE, banking77, SGD, LongMemEval, BEAM).

    A question asked again, one unlike all before, a change of topic, failures that belong together, a dissatisfied
    user: each by the rule that ships and by the source document's own.

    Embedding is most of the time; ATLAS_EMBEDDING_CACHE keeps vectors for the next run.
    """
    from benchmarks.signals import run as measure

    folder = data_folder(run, data)
    names = _names(sets)
    check_place(save)
    before = kept(compare, "signals") if compare else None
    with progress_bar("texts", None, quiet=run.as_json) as advance:
        result = measure(folder, names, run.settings, advance, fit=fit)
    figures = result.figures()
    since = list(changes(before, figures)) if before is not None else None
    if save:
        keep(save, figures)
    if run.as_json:
        print_json(figures if since is None else {**figures, "changes": since})
        return
    print_text(*_told(result, figures), *(changed(since) if since is not None else ()))
    if result.fitted:
        from benchmarks.signals_fit import move_threshold
        from benchmarks.signals_fit import table as written

        click.echo(f"\n{written(result.fitted)}")
        if result.fitted_chats:
            moved = move_threshold(result.fitted_chats, result.fitted.threshold)
            click.echo(written(moved, "SWITCH_AFTER_LONG"))


def _names(sets: str | None) -> list[str]:
    from benchmarks.signals_data import SOURCES

    known = {name.replace(" ", "-"): name for name in SOURCES}
    names = [name.strip().lower().replace(" ", "-") for name in (sets or "").split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise click.UsageError(f"There is no signal {name!r} to measure; it is one of {', '.join(known)}.")
    return list(dict.fromkeys(known[name] for name in names))


def _told(result: Result, figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    from benchmarks.signals_data import SOURCES

    heads = ["SIGNAL", "RULE", "PRECISION", "RECALL", "F1", "AUROC", "ARI"]
    yield make_table(heads, [row for name, each in figures["signals"].items() for row in _rows(name, each)], "")
    yield ""
    cases = [f"{SOURCES[name][0]} ({each['cases']:,})" for name, each in figures["signals"].items()]
    yield f"Measured on {', '.join(cases)}."
    if "dissatisfaction" in figures["signals"]:
        yield _unseen(figures["signals"]["dissatisfaction"])
    for each in figures["signals"].values():
        yield from each.get("not_measured", {}).values()
    if figures["missing"]:
        yield f"There is no data for {', '.join(figures['missing'])}."
    yield f"Embedder {result.embedder}; seed {figures['seed']}."
    for key, name in (("fit", "The model of topic changes"), ("fit_chats", "The same after a long reply")):
        if key in figures:
            yield from _fit(figures[key], name)


def _unseen(given: Mapping[str, Any]) -> str:
    values = [given[rule]["auroc_unseen"] for rule in _LABELS]
    return (
        "Dissatisfaction on the half of the conversations that nobody read while the weights were set: AUROC "
        f"{values[0]:.3f}, the document's rule {values[1]:.3f}."
    )


def _rows(name: str, given: Mapping[str, Any]) -> Iterator[list[str]]:
    for place, rule in enumerate(rule for rule in _LABELS if rule in given):
        numbers = [f"{given[rule][measure]:.3f}" if measure in given[rule] else "" for measure in _SHOWN]
        yield ["" if place else name, _LABELS[rule], *numbers]


def _fit(given: Mapping[str, Any], name: str) -> Iterator[RenderableType]:
    left = given["left_out"]
    yield ""
    yield styled_text((f"{name}, fitted here", "bold"))
    yield (
        f"On conversations left out of the fit: precision {left['precision']:.3f}, recall {left['recall']:.3f}, "
        f"F1 {left['f1']:.3f}, AUROC {left['auroc']:.3f}; threshold {given['threshold']:.2f}."
    )
    rows = [
        [name, *(f"{each[key]:.3f}" if key in each else "" for key in _BY_SET)] for name, each in given["sets"].items()
    ]
    yield "Each set by a fit to the others:"
    yield make_table(["SET", "AUROC", "F1", "AUROC OF COSINE", "F1 OF COSINE"], rows, "")
