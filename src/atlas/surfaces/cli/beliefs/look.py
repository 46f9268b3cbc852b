"""`atlas beliefs` and `atlas beliefs show`: the assistant's own positions, and the life of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.beliefs.curve_text import render_curve
from atlas.surfaces.cli.beliefs.life import belief_fields, headline
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, group
from atlas.surfaces.cli.shared.output import (
    hint_text,
    indent_part,
    make_field_table,
    make_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.files import write_file
from atlas.surfaces.views.beliefs import confidence_text, stance_text, standing_text, view_belief, view_belief_story
from atlas.surfaces.views.id_lookup import check_id_kind
from atlas.surfaces.views.text import one_line, short_id

if TYPE_CHECKING:
    from rich.text import Text

    from atlas.model.belief import Belief

_WAITING = "needs_review"


@group(
    "beliefs",
    "atlas beliefs",
    "atlas beliefs show v_4kq9zt",
    "atlas beliefs show v_4kq9zt --svg remote-work.svg",
    "atlas beliefs correct v_4kq9zt 0.5",
    gives="beliefs, each with id, topic, stance (-1 to 1), confidence, says (both in words), support, contradiction, "
    "formed and reinforced (turns), status, state, served, pinned, corrected (a person's stance), raised, lowered, "
    "shift, updated_at and version.",
)
@click.option("--all", "everything", is_flag=True, help="Also those that were dropped, rejected or retracted.")
@pass_run
@click.pass_context
def beliefs(ctx: click.Context, run: Run, everything: bool) -> None:
    """See the assistant's own positions.

    What users argue moves them, by arithmetic; repeating, praising and insisting do not. They are served as the
    assistant's own, never as facts about anybody.
    """
    if ctx.invoked_subcommand is not None:
        return
    with run.open_for_reading() as atlas:
        found = atlas.beliefs.list(everything=everything)
    if run.as_json:
        print_json({"beliefs": [view_belief(each) for each in found]})
        return
    if not found:
        print_text("There is no position yet: it takes somebody who argues for or against something.")
        return
    heads = ["ID", "STANCE", "SURE", "ARGUED", "STANDS", "TOPIC"]
    print_text(make_table(heads, [_belief_row(each) for each in found], "TOPIC"))
    first = short_id(found[0].id)
    print_text(hint_text(f"The life of one: atlas beliefs show {first}. Why: atlas why {first}"))
    waiting = next((each for each in found if each.status == _WAITING), None)
    if waiting:
        id = short_id(waiting.id)
        print_text(hint_text(f"What waits is not served: atlas approve {id}, atlas reject {id}"))


def _belief_row(belief: Belief) -> list[str | Text]:
    argued = f"+{belief.support} −{belief.contradiction}"
    stands = standing_text(belief)
    style = "" if belief.served else "dim"
    stance = styled_text(f"{belief.stance:+.2f}")
    return [
        short_id(belief.id),
        stance,
        f"{belief.confidence:.2f}",
        argued,
        styled_text((stands, style)),
        _topic_text(belief),
    ]


def _topic_text(belief: Belief) -> Text:
    words = f"\n{stance_text(belief).rpartition(' ')[0]}, {confidence_text(belief).rpartition(' ')[0]}"
    return styled_text((one_line(belief.topic), "bold"), (words, "dim"))


@command(
    "show",
    "atlas beliefs show v_4kq9zt",
    "atlas beliefs show v_4kq9zt --svg remote-work.svg",
    gives="belief, moves (entry, at, actor, action, before and after, says, arguments), curve (turn, stance, "
    "confidence, cause, arguments), arguments (each with its message's text), best, served (contexts) and replies; "
    "with --svg also file.",
)
@click.argument("id")
@click.option(
    "--svg", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Draw its curve into this file."
)
@pass_run
def show_belief(run: Run, id: str, svg: Path | None) -> None:
    """Show how a position came about, as a curve.

    Where it stood after each turn, how sure it was, and the best that was said for it and against it. The picture is
    one file that loads nothing and runs nothing. Each move with its cause: atlas why.
    """
    check_id_kind([id], takes="v")
    with run.open_for_reading() as atlas:
        story = atlas.beliefs.story(id)
    if svg is not None:
        from atlas.surfaces.cli.beliefs.curve_svg import render_svg

        write_file(svg, [render_svg(story)])
    if run.as_json:
        print_json(view_belief_story(story) | ({"file": str(svg)} if svg else {}))
        return
    if svg is not None:
        print_text(f"The curve of “{one_line(story.belief.topic)}” is drawn to {svg}.")
        return
    print_text(headline(story.belief), indent_part(make_field_table(belief_fields(story, run.zone)), 2), "")
    print_text(*render_curve(story.curve), "")
    print_text(hint_text(f"Each move with its cause: atlas why {short_id(story.belief.id)}"))
