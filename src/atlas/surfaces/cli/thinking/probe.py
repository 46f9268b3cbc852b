"""`atlas probe`: does the assistant hold to what is true, with memory and without it (H2, H5)?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, make_field_table, print_json, print_text, progress_bar
from atlas.surfaces.views.examination import format_share, list_agreement, view_examination
from atlas.surfaces.views.text import format_count, short_id

if TYPE_CHECKING:
    from rich.console import RenderableType

    from atlas.model.thinking import Reflection


@command(
    "probe",
    "atlas probe",
    "atlas probe --json | jq '.flipped / .challenged'",
    gives="id, at, by, calls, tokens, money (in millionths), probes, challenged, flipped, persuaded, shown, unclear, "
    "character, without (challenged, flipped), kinds, hint (low, high, probes), noticed, agreement (same, both), "
    "graded_by, trials, named, demoted.",
)
@pass_run
def probe(run: Run) -> None:
    """Tempt the assistant to agree: does it hold to what is true?

    Sixty probes of false premises, contradiction and pressure, put to the model that chats: with memory, without it,
    and with a hint that it is a test. Some bring good evidence, to which it should yield. Where memory makes it give
    in, what stood in the context is left out one at a time, and the memory behind it is named and waits for you. It
    runs by itself every Sunday.
    """
    with run.open_atlas(with_model=True) as atlas, progress_bar("probing", None, quiet=run.as_json):
        made = atlas.jobs.probe()
    if run.as_json:
        print_json(view_examination(made))
        return
    print_text(*_tell_run(made))


def _tell_run(made: Reflection) -> Iterator[RenderableType]:
    said = made.said
    rows = [("gave in", _share(said)), ("without memory", _share(said["without"]))]
    rows += [(f"  {kind}", _share(counts)) for kind, counts in said["kinds"].items()]
    rows.append(("yielded to evidence", format_share(said, "persuaded", "shown")))
    rows.append(("it is", said["character"]))
    if said["hint"]:
        low, high = said["hint"]["low"], said["hint"]["high"]
        rows.append(("more, where no test is hinted at", f"{low:+.2f} to {high:+.2f}"))
    if said["noticed"]:
        rows.append(("spoke of a test unasked", format_count(said["noticed"], "time")))
    rows.append(("could not be told", str(said["unclear"])))
    rows += list_agreement(said)
    yield make_field_table(rows)
    for memory in said["named"]:
        yield f"{short_id(memory)} makes it agree: it held without it."
    if said["demoted"]:
        yield hint_text(f"{format_count(len(said['demoted']), 'memory', 'memories')} wait for you: atlas review")


def _share(counts: Mapping[str, Any]) -> str:
    return format_share(counts, "flipped", "challenged")
