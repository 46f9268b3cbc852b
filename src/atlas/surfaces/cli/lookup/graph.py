"""`atlas graph`: how memories hang together, on the terminal or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text
from atlas.surfaces.files import write_file
from atlas.surfaces.views.graph import view_graph
from atlas.surfaces.views.text import format_count

if TYPE_CHECKING:
    from atlas.engine.inspect.graph import Graph


@command(
    "graph",
    "atlas graph",
    "atlas graph Maria",
    "atlas graph m_4kq9zt --limit 20",
    "atlas graph --svg memories.svg",
    gives="centre, nodes (id, label, kind, status, state, strength now, steps; an entity has no kind), ties (relation, "
    "one, other, weight), groups (ids of memories that belong together) and more, whether there is more; with --svg "
    "also file.",
)
@click.argument("about", required=False, metavar="[ID or NAME]")
@click.option("--limit", type=click.IntRange(1, 1_000), default=60, show_default=True, help="At most so many nodes.")
@click.option(
    "--svg", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Draw a picture into this file."
)
@pass_run
def graph(run: Run, about: str | None, limit: int, svg: Path | None) -> None:
    """See how memories hang together.

    Around a memory (its id) or somebody (a name), or else where they hang together most: what was used together, what
    contradicts, supports or replaced what, what an insight was drawn from, and whom it is all about. The picture is one
    file that loads nothing and runs nothing.
    """
    with run.open_for_reading() as atlas:
        memory_graph = atlas.inspect.graph(about, limit=limit)
    if svg is not None:
        _draw_picture(memory_graph, svg)
    if run.as_json:
        print_json(view_graph(memory_graph) | ({"file": str(svg)} if svg else {}))
    elif svg is not None:
        print_text(f"{_count_graph(memory_graph)} drawn to {svg}.")
    elif not memory_graph.nodes:
        print_text("Nothing has been learned yet.", hint_text("Tell it something: atlas chat"))
    else:
        _print_trees(memory_graph, limit)


def _draw_picture(memory_graph: Graph, out: Path) -> None:
    from atlas.surfaces.cli.lookup.graph_svg import render_svg

    write_file(out, [render_svg(memory_graph)])


def _print_trees(memory_graph: Graph, limit: int) -> None:
    from atlas.surfaces.cli.lookup.graph_tree import render_groups, render_trees

    print_text(*render_trees(memory_graph), *render_groups(memory_graph))
    more = f" There is more: --limit {min(1_000, limit * 4)}." if memory_graph.more else ""
    print_text("", hint_text(f"{_count_graph(memory_graph)}.{more} As a picture: atlas graph --svg memories.svg"))


def _count_graph(memory_graph: Graph) -> str:
    return f"{format_count(len(memory_graph.nodes), 'node')}, {format_count(len(memory_graph.ties), 'tie')}"
