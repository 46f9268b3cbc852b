"""`python -m benchmarks reading`: what is read of annotated messages, beside what the grammar before it read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text

if TYPE_CHECKING:
    from benchmarks.reading import Tally

_TITLES: Final = {
    "serve": "MARKS, SERVED",
    "wait": "WITH WHAT WAITS",
    "claims": "CLAIMS, SERVED",
    "claims_wait": "WITH WHAT WAITS",
}


@command(
    "reading",
    "python -m benchmarks reading",
    "python -m benchmarks reading --reader out --part blind --json",
    "python -m benchmarks reading --part blind_7 --unjudged finds.txt",
    gives="for serve and wait (marks), claims and claims_wait: found, precision, recall, judged_precision, "
    "judged_recall, unjudged, exact, wishes, changes and false_finds; by_attribute, each with right, gold and found; "
    "and grammar, its figures as recorded.",
)
@click.option(
    "--reader",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Where another trained reader is (reader.onnx and calibration.json) than the one on board.",
)
@click.option("--part", default="tune", show_default=True, help="tune, misread, or blind to blind_7 at the last.")
@click.option(
    "--unjudged",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write there what nobody judged yet, for readers; training/reading/verdicts.py keeps what they say.",
)
@pass_run
def reading(run: Run, part: str, reader: Path | None, unjudged: Path | None) -> None:
    """Measure what is read of messages (training/reading/data).

    Precision: claims whose value, attribute, subject and operation are right. Recall: claims of the annotators found.
    Judged: the same by readers who judged what no annotator had marked so. False finds: messages with nothing to
    remember in which something was found.
    """
    from training.reading.verdicts import list_unjudged, read_verdicts

    from atlas.adapters.reading.onnx_annotator import SHIPPED, OnnxAnnotator
    from atlas.model.reading import SERVE, WAIT
    from benchmarks.reading import (
        GRAMMAR,
        find_by_annotator,
        find_claims,
        find_unjudged,
        judge_part,
        load_part,
        tally_at,
    )

    messages, verdicts = load_part(part), read_verdicts(part)
    annotator = OnnxAnnotator(reader or SHIPPED)
    judged = judge_part(messages, find_by_annotator(annotator), verdicts)
    claimed = judge_part(messages, find_claims(annotator), verdicts)
    if unjudged is not None:
        unjudged.write_text(list_unjudged(find_unjudged(messages, (judged, claimed), WAIT)), "utf-8")
    tallies = {"serve": tally_at(judged, SERVE), "wait": tally_at(judged, WAIT)}
    tallies |= {"claims": tally_at(claimed, SERVE), "claims_wait": tally_at(claimed, WAIT)}
    if run.as_json:
        figures = {name: {**tally.figures(), "by_attribute": tally.by_attribute} for name, tally in tallies.items()}
        print_json({"grammar": GRAMMAR[part], **figures})
        return
    _print_tallies(part, len(messages), tallies)


def _print_tallies(part: str, count: int, tallies: dict[str, Tally]) -> None:
    from benchmarks.reading import GRAMMAR

    old = GRAMMAR[part]
    figures = [tally.figures() for tally in tallies.values()]
    rows = [[name, f"{old.get(name, '')}", *(f"{each[name]}" for each in figures)] for name in figures[0]]
    acts = sorted({act for tally in tallies.values() for act in tally.by_act})
    rows += [[f"  {act}", "", *(_share(tally.by_act.get(act, (0, 0))) for tally in tallies.values())] for act in acts]
    attributes = sorted(next(iter(tallies.values())).by_attribute)
    rows += [
        [f"  {name}", "", *(_share(tally.by_attribute.get(name, (0, 0, 0))[:2]) for tally in tallies.values())]
        for name in attributes
    ]
    gold = next(iter(tallies.values())).gold
    print_text(
        make_table([part.upper(), "GRAMMAR, RECORDED", *(_TITLES[name] for name in tallies)], rows, ""),
        "",
        f"{count:,} messages with {gold:,} claims; by act and by attribute: claims found right, of all.",
    )


def _share(pair: tuple[int, ...]) -> str:
    return f"{pair[0]} / {pair[1]}"
