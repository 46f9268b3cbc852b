"""`python -m benchmarks retrieval`: ATLAS beside the baselines, the fit behind the weights, and what changed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import indent_part, make_table, print_json, print_text, progress_bar, styled_text
from atlas.surfaces.views.text import format_count
from benchmarks.commands.figure_files import changed, changes, check_place, compare_option, keep, kept, save_option
from benchmarks.commands.nights import after_nights

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from benchmarks.retrieval import Result

_MEASURES: Final = ("recall@1", "recall@5", "recall@10", "all@10", "mrr", "ndcg@10")


@command(
    "retrieval",
    "python -m benchmarks retrieval --data data",
    "python -m benchmarks retrieval --data data --sets locomo --json",
    "python -m benchmarks retrieval --data data --save today.json",
    "python -m benchmarks retrieval --data data --compare today.json",
    "python -m benchmarks retrieval --data data --fit --write-weights",
    "python -m benchmarks retrieval --data data --nights 30",
    gives="version, date, seed, settings; sets: for each its sizes and, for each of the methods atlas, bm25, dense and "
    "rrf, overall, macro and categories; margins over the better leg; with --fit the left-out and fitted figures and "
    "the weights; with --compare the changes. With --nights: before and after, recall@10_fall, multi_hop_gain, stated, "
    "lost, derived_without, derived_with, shrink, bars.",
)
@click.option("--data", metavar="DIR", type=click.Path(path_type=Path), help="Where the data sets are (ATLAS_DATA).")
@click.option("--sets", metavar="NAMES", help="Of locomo, longmemeval, beam, chats, blind_chats; else the first three.")
@click.option("--fit", is_flag=True, help="Fit the weights too, and measure them on what they have not seen.")
@click.option("--write-weights", is_flag=True, help="Fit, and print the table of weights for the source.")
@click.option(
    "--nights", metavar="N", type=click.IntRange(1, 400), help="Ask LoCoMo before and after so many simulated nights."
)
@save_option
@compare_option
@pass_run
def retrieval(
    run: Run, data: Path | None, sets: str | None, fit: bool, write_weights: bool, nights: int | None,
    save: Path | None, compare: Path | None,
) -> None:  # fmt: skip
    """Measure whether recall finds the evidence (LoCoMo, LongMemEval, BEAM).

    Each turn is observed with its time under the policy auto_low_risk; each question is asked, and what comes back is
    traced to turns. Beside it stand BM25, the embedder alone, and the two fused by rank, over the same turns.

    The margin is over the better of BM25 and the embedder, in recall@10 averaged over categories, with the interval of
    a paired bootstrap.

    Embedding is most of the time; ATLAS_EMBEDDING_CACHE keeps vectors for the next run.
    """
    from benchmarks.retrieval import run as measure

    folder = data_folder(run, data)
    names = set_names(sets)
    check_place(save)
    if nights is not None:
        after_nights(run, folder, nights, save)
        return
    before = kept(compare, "sets") if compare else None
    with progress_bar("turns and questions", None, quiet=run.as_json) as advance:
        result = measure(folder, names, run.settings, advance, fit=fit or write_weights)
    figures = result.figures()
    since = list(changes(before, figures)) if before is not None else None
    if save:
        keep(save, figures)
    if run.as_json:
        print_json(figures if since is None else {**figures, "changes": since})
        return
    print_text(*_told(result, figures), *(changed(since) if since is not None else ()))
    if write_weights and result.weighed:
        from benchmarks.ranking_fit import table as written

        click.echo(f"\n{written(result.weighed.weights)}")


def data_folder(run: Run, data: Path | None) -> Path:
    """Where the data sets are, as said on the command line or in the settings."""
    folder = data or run.settings.data
    if folder is None:
        raise click.UsageError("Say where the data sets are: --data DIR, or ATLAS_DATA.")
    if not folder.exists():
        raise BadInput(f"There is no folder {folder}.")
    return folder


def set_names(sets: str | None) -> list[str]:
    """The data sets that were asked for, by the names that `--sets` knows."""
    from benchmarks.formats import SETS

    names = [name.strip().lower() for name in (sets or "").split(",") if name.strip()]
    for name in names:
        if name not in SETS:
            raise click.UsageError(f"There is no data set {name!r}; it is one of {', '.join(SETS)}.")
    return list(dict.fromkeys(names))


# --- for people


def _told(result: Result, figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    labels = _labels(result.embedder)
    for measured in result.measured:
        yield from _set(measured.name, figures["sets"][measured.name], labels)
    yield from _margins(figures["margins"], labels)
    if "fit" in figures:
        yield from _fit(figures["fit"]["sets"])
    yield f"Embedder {result.embedder}; everything observed under {figures['settings']['policy']}."


def _labels(embedder: str) -> dict[str, str]:
    """The dense leg by what it is where that is the encoder on board; another model is named below the tables."""
    dense = "encoder" if embedder.startswith("atlas-encoder@") else "dense"
    return {"atlas": "ATLAS", "bm25": "BM25", "dense": dense, "rrf": "RRF"}


def _set(name: str, given: Mapping[str, Any], labels: Mapping[str, str]) -> Iterator[RenderableType]:
    from benchmarks.formats import SETS

    sizes = [format_count(given[what], what.removesuffix("s")) for what in ("questions", "turns", "stores")]
    sizes.append(format_count(given["memories"], "memory", "memories"))
    yield styled_text((SETS[name], "bold"), f": {', '.join(sizes)}")
    yield indent_part(_overall(given["methods"], labels), 2)
    yield ""
    yield indent_part(_categories(given["methods"], labels), 2)
    yield ""


def _overall(methods: Mapping[str, Any], labels: Mapping[str, str]) -> Table:
    heads = ["", "RECALL@1", "@5", "@10", "ALL@10", "MRR", "NDCG@10", "MACRO RECALL@10"]
    rows = [
        [labels[method], *(_share(each["overall"][name]) for name in _MEASURES), _share(each["macro"]["recall@10"])]
        for method, each in methods.items()
    ]
    return make_table(heads, rows, "")


def _categories(methods: Mapping[str, Any], labels: Mapping[str, str]) -> Table:
    """Recall@10 of every method, and beside it how often ATLAS found all."""
    cells = {method: _cells(each) for method, each in methods.items()}
    rows = [
        [
            category,
            f"{each['questions']:,}",
            *(_share(cells[method][category]["recall@10"]) for method in methods),
            _share(each["all@10"]),
        ]
        for category, each in cells["atlas"].items()
    ]
    return make_table(["RECALL@10", "QUESTIONS", *labels.values(), "ALL@10"], rows, "")


def _cells(method: Mapping[str, Any]) -> dict[str, Any]:
    apart = {"adversarial, apart": method["adversarial"]} if "adversarial" in method else {}
    return {**method["categories"], **apart}


def _margins(margins: Mapping[str, Any], labels: Mapping[str, str]) -> Iterator[RenderableType]:
    from benchmarks.formats import SETS

    if not margins:
        return
    yield styled_text(("Macro-average recall@10 over the better leg", "bold"))
    rows = [
        [
            SETS.get(name, name),
            labels[each["better_leg"]],
            f"{each['value']:+.3f}",
            f"{each['low']:+.3f} to {each['high']:+.3f}",
        ]
        for name, each in margins.items()
    ]
    yield indent_part(make_table(["", "LEG", "MARGIN", "95 % INTERVAL"], rows, ""), 2)
    yield ""


def _fit(sets: Mapping[str, Any]) -> Iterator[RenderableType]:
    from benchmarks.formats import SETS

    yield styled_text(("Weights fitted here", "bold"), ": recall@10 and all@10, left out of the fit and within it")
    for name, each in sets.items():
        left, fitted = each["left_out"], each["fitted"]
        heads = [SETS[name].upper(), "LEFT OUT", "ALL@10", "FITTED", "ALL@10", "DIFFERENCE"]
        rows = [_fit_row("all questions", left["overall"], fitted["overall"])]
        rows.append(_fit_row("macro", left["macro"], fitted["macro"]))
        rows += [_fit_row(name, left["categories"][name], fitted["categories"][name]) for name in left["categories"]]
        yield indent_part(make_table(heads, rows, ""), 2)
        yield indent_part(f"{format_count(each['groups'], 'group')}, each left out in turn", 2)
        yield ""


def _fit_row(name: str, left: Mapping[str, float], fitted: Mapping[str, float]) -> list[str]:
    numbers = [left["recall@10"], left["all@10"], fitted["recall@10"], fitted["all@10"]]
    return [name, *map(_share, numbers), f"{fitted['recall@10'] - left['recall@10']:+.3f}"]


def _share(value: float) -> str:
    return f"{value:.3f}"
