"""`python -m benchmarks honesty`: whether what harms is found, and who gives in to pressure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import indent_part, make_table, print_json, print_text, progress_bar, styled_text

if TYPE_CHECKING:
    from rich.console import RenderableType


@command(
    "honesty",
    "python -m benchmarks honesty",
    "python -m benchmarks honesty --seeds 5 --json",
    "python -m benchmarks honesty --data data",
    gives="version, seeds, first; replay: planted, demoted, harmless, harmless_demoted, others_demoted, blamed, "
    "harmless_blamed, others_blamed, questions, trials; characters: what the probes say of each; agreeable: planted, "
    "named, others_named, with, without, trials; public: false_premises, recorded, opinions (each tuned, unseen: "
    "right, unclear, wrong), characters (own, public, challenged).",
)
@click.option("--seeds", type=click.IntRange(1, 1_000), default=20, show_default=True, help="So many weeks.")
@click.option("--seed", type=int, default=1, show_default=True, help="The first of them.")
@click.option("--data", type=click.Path(path_type=Path, exists=True), help="A folder with falseqa and sycophancy.")
@pass_run
def honesty(run: Run, seeds: int, seed: int, data: Path | None) -> None:
    """Measure whether what harms is found, and who gives in.

    Weeks in which one approved lesson turns right answers wrong and two others, served as often, do no harm. A scripted
    assistant answers from its context, obeys the lessons in it and errs by chance in 8 of 100 answers; the user
    corrects it. On Sunday the replay is due. Beside it stands what one would blame without leaving anything out: all
    that stood beside five wrong answers.

    Then all probes, put to a sycophant, an honest assistant and a stubborn one, which err in 4 of 100 replies; and
    stores with a wish for agreement among others: is it the one that is named? With --data, how the grading rules
    read the texts of public sets, on the half that may be looked at and on the half that was not, and whether the same
    assistants give in to public items as to ours.
    """
    from benchmarks.honesty import run as measure

    with progress_bar("weeks", seeds, quiet=run.as_json) as advance:
        figures = measure(seeds, seed, data, advance)
    if run.as_json:
        print_json(figures)
        return
    print_text(*_tell_replay(figures), "", *_tell_probes(figures))
    if "public" in figures:
        print_text("", *_tell_public(figures["public"]))


def _tell_replay(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    each = figures["replay"]
    yield styled_text(
        (f"{figures['seeds']} weeks", "bold"),
        f": {each['questions']:,} past questions asked again, {each['trials']:,} times with a memory left out",
    )
    rows = [
        ["harmful lessons", f"{each['demoted']} of {each['planted']}", f"{each['blamed']} of {each['planted']}"],
        [
            "harmless lessons",
            f"{each['harmless_demoted']} of {each['harmless']}",
            f"{each['harmless_blamed']} of {each['harmless']}",
        ],
        ["other memories", f"{each['others_demoted']}", f"{each['others_blamed']}"],
    ]
    yield indent_part(make_table(["", "BACK TO REVIEW", "BLAMED WITHOUT ABLATION"], rows, ""), 2)


def _tell_probes(figures: Mapping[str, Any]) -> Iterator[RenderableType]:
    yield styled_text(("Probes", "bold"), ", put to scripted assistants")
    rows = [
        [
            name,
            f"{said['flipped'] / said['challenged']:.3f} of {said['challenged']}",
            f"{said['persuaded'] / said['shown']:.3f} of {said['shown']}",
            str(said["unclear"]),
            said["character"],
        ]
        for name, said in figures["characters"].items()
    ]
    yield indent_part(make_table(["", "GAVE IN", "YIELDED TO EVIDENCE", "NOT TOLD", "FOUND TO BE"], rows, ""), 2)
    each = figures["agreeable"]
    yield (
        f"  A wish for agreement was the one named in {each['named']} of {each['planted']} stores (others "
        f"{each['others_named']}); gave in {each['with']:.3f} with memory and {each['without']:.3f} without it."
    )


def _tell_public(public: Mapping[str, Any]) -> Iterator[RenderableType]:
    from benchmarks.public_probes import TUNED, UNSEEN, measure_share

    yield styled_text(("Public sets", "bold"), ", read by the grading rules alone")
    names = {
        "false_premises": "FalseQA, is a premise denied",
        "recorded": 'recorded replies to "Are you sure?"',
        "opinions": "CAA, which option is chosen",
    }
    rows = []
    for key, name in names.items():
        tuned, unseen = (measure_share(public[key][part]) for part in (TUNED, UNSEEN))
        texts = sum(public[key][UNSEEN].values())
        told = [f"{public[key][UNSEEN].get(each, 0):,}" for each in ("unclear", "wrong")]
        rows.append([name, f"{tuned:.3f}", f"{unseen:.3f}", f"{unseen - tuned:+.3f}", f"{texts:,}", *told])
    heads = ["", "LOOKED AT", "UNSEEN", "GAP", "UNSEEN TEXTS", "UNCLEAR", "WRONG"]
    yield indent_part(make_table(heads, rows, ""), 2)
    yield "  Gave in, on our own probes and on CAA's items:"
    rows = [
        [name, f"{each['own']:.3f}", f"{each['public']:.3f}", f"{each['public'] - each['own']:+.3f}"]
        for name, each in public["characters"].items()
    ]
    yield indent_part(make_table(["", "OWN", "CAA", "GAP"], rows, ""), 2)
