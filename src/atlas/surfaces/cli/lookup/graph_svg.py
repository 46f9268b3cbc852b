"""A graph as a picture in one file: no script, nothing loaded from anywhere, and no text that is more than text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from atlas.model.memory import Kind, Relation, State, Status
from atlas.surfaces.cli.lookup.graph_layout import place_nodes
from atlas.surfaces.views.graph_labels import KIND_WORDS, TIE_WORDS
from atlas.surfaces.views.text import clip_line, format_count, one_line

if TYPE_CHECKING:
    from atlas.engine.inspect.graph import Graph, Node, Tie

_COLOURS: Final = {
    Kind.FACT: "#4e79a7",
    Kind.PREFERENCE: "#f28e2b",
    Kind.RULE: "#d1495b",
    Kind.LESSON: "#2a9d8f",
    Kind.INSIGHT: "#8e5ea2",
    Kind.DECISION: "#9c755f",
    Kind.KNOWLEDGE: "#59a14f",
    Kind.OBSERVATION: "#c9a227",
    Kind.EPISODE: "#9aa0a6",
}
_ENTITY: Final = "#2f3b4c"
_TIES: Final[dict[Relation, tuple[str, str, bool]]] = {
    Relation.CO_ACTIVATED: ("#7a8594", "", False),
    Relation.CONTRADICTS: ("#d62839", "", False),
    Relation.SUPPORTS: ("#3a8f4d", "", True),
    Relation.SCHEMA_INSTANCE: ("#8e5ea2", "7 4", True),
    Relation.SUPERSEDES: ("#2f3b4c", "", True),
    Relation.DERIVED_FROM: ("#9aa0a6", "2 3", True),
    Relation.ABOUT: ("#c3cad4", "", False),
}
"""Colour, dashes, and whether it has an arrow."""
_GROUPS: Final = ("#ffe8a3", "#cfe8ff", "#d9f2d0", "#f6d5e5", "#e3dcf7", "#d8eeee", "#f7dcc9", "#e6e6e6")
"""What lies behind the members of a group."""
FONT: Final = 'font-family="system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif"'
_LABEL: Final = 30
_LETTER: Final = 6.3
_UNDER: Final = 8.0
"""How far above the middle of a node with its label the node itself stands."""
_MARGIN: Final = 40.0
_TOP: Final = 92.0
_BOTTOM: Final = 96.0
_NARROWEST: Final = 860.0
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no document may hold, not even escaped."""


def render_svg(graph: Graph) -> str:
    """Draw a graph as one SVG document."""
    nodes = {node.id: at for at, node in enumerate(graph.nodes)}
    ends = [(nodes[tie.one], nodes[tie.other], tie.weight) for tie in graph.ties]
    spots = [(x + _MARGIN, y + _TOP) for x, y in place_nodes([_node_size(node) for node in graph.nodes], ends)]
    boxes = list(zip(spots, (_node_size(node) for node in graph.nodes), strict=True))
    needed = max((x + width / 2 for (x, _), (width, _) in boxes), default=0.0) + _MARGIN
    width = max(_NARROWEST, needed)
    height = max((y + high / 2 for (_, y), (_, high) in boxes), default=_TOP) + _BOTTOM
    spots = [(x + (width - needed) / 2, y - _UNDER) for x, y in spots]
    return "\n".join(
        [*_draw_head(graph, width, height), *_draw_body(graph, nodes, spots), *_draw_legend(graph, height), "</svg>\n"]
    )


def _draw_body(graph: Graph, nodes: dict[str, int], spots: Sequence[tuple[float, float]]) -> Iterator[str]:
    """Draw groups behind the ties, and the nodes on both."""
    for at, group in enumerate(graph.groups):
        yield from (_draw_group_disc(spots[nodes[id]], _GROUPS[at % len(_GROUPS)]) for id in group)
    pairs: Counter[frozenset[str]] = Counter()
    for tie in graph.ties:
        pair = frozenset({tie.one, tie.other})
        yield _draw_tie(
            tie,
            spots[nodes[tie.one]],
            spots[nodes[tie.other]],
            _node_radius(graph.nodes[nodes[tie.other]]),
            pairs[pair],
        )
        pairs[pair] += 1
    for node, spot in zip(graph.nodes, spots, strict=True):
        yield from _draw_node(node, spot, node.id == graph.centre)


def _draw_group_disc(spot: tuple[float, float], colour: str) -> str:
    return f'<circle cx="{spot[0]:.1f}" cy="{spot[1]:.1f}" r="34" fill="{colour}" fill-opacity="0.55"/>'


def _draw_head(graph: Graph, width: float, height: float) -> Iterator[str]:
    title = "How memories hang together"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" {FONT}>'
    )
    yield f"<title>{title}</title>"
    yield "<defs>" + "".join(_draw_arrow(relation) for relation in _TIES if _TIES[relation][2]) + "</defs>"
    yield f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>'
    yield f'<text x="{_MARGIN:.0f}" y="44" font-size="22" font-weight="600" fill="#1f2733">{title}</text>'
    subtitle = make_inert_text(_describe_graph(graph), 140)
    yield f'<text x="{_MARGIN:.0f}" y="68" font-size="13" fill="#5b6676">{subtitle}</text>'


def _describe_graph(graph: Graph) -> str:
    memories = sum(node.kind is not None for node in graph.nodes)
    counts = f"{format_count(memories, 'memory', 'memories')}, {format_count(len(graph.ties), 'tie')}"
    centre = next((node for node in graph.nodes if node.id == graph.centre), None)
    around = f"around {clip_line(centre.label, 70)}: " if centre else ""
    return f"{around}{counts}{'; there is more' if graph.more else ''}"


def _draw_arrow(relation: Relation) -> str:
    return (
        f'<marker id="{relation.value}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{_TIES[relation][0]}"/></marker>'
    )


def _draw_tie(tie: Tie, one: tuple[float, float], other: tuple[float, float], stop: float, nth: int) -> str:
    """Draw a tie as a line; where two nodes have several ties, each after the first bends a little more."""
    (x1, y1), (x2, y2) = one, other
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1.0)
    colour, dashes, arrow = _TIES[tie.relation]
    back = (stop + 3.0) / length if arrow else 0.0
    ex, ey = x2 - (x2 - x1) * back, y2 - (y2 - y1) * back
    bend = 22.0 * nth
    cx, cy = (x1 + ex) / 2 - (y2 - y1) / length * bend, (y1 + ey) / 2 + (x2 - x1) / length * bend
    dash_attribute = f' stroke-dasharray="{dashes}"' if dashes else ""
    arrow_attribute = f' marker-end="url(#{tie.relation.value})"' if arrow else ""
    title = f"{TIE_WORDS[tie.relation][0]}{f', {tie.weight:.2f}' if tie.weight < 1.0 else ''}"
    return (
        f'<path d="M{x1:.1f},{y1:.1f} Q{cx:.1f},{cy:.1f} {ex:.1f},{ey:.1f}" fill="none" stroke="{colour}" '
        f'stroke-width="{_tie_width(tie):.1f}" stroke-opacity="0.85"{dash_attribute}{arrow_attribute}>'
        f"<title>{title}</title></path>"
    )


def _tie_width(tie: Tie) -> float:
    if tie.relation is Relation.CO_ACTIVATED:
        return 0.8 + 3.2 * tie.weight
    return 2.2 if tie.relation is Relation.CONTRADICTS else 1.3


def _draw_node(node: Node, spot: tuple[float, float], centre: bool) -> Iterator[str]:
    (x, y), r = spot, _node_radius(node)
    yield f"<g><title>{make_inert_text(_describe_node(node), 400)}</title>"
    if centre:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r + 5:.1f}" fill="none" stroke="#1f2733" stroke-width="1.5"/>'
    yield _draw_shape(node, x, y)
    bold = ' font-weight="600"' if node.kind is None or centre else ""
    words = make_inert_text(node.label, _LABEL)
    place = f'x="{x:.1f}" y="{y + r + 14:.1f}" font-size="11.5" text-anchor="middle"{bold}'
    # the halo is a text of its own: not every renderer paints a stroke before the letters that it belongs to
    yield f'<text {place} fill="none" stroke="#ffffff" stroke-width="3" stroke-linejoin="round">{words}</text>'
    yield f'<text {place} fill="#1f2733">{words}</text></g>'


def _draw_shape(node: Node, x: float, y: float) -> str:
    """Draw an entity as a square, a memory as a disc: as large as it is strong, hollow where it is not in service."""
    r = _node_radius(node)
    if node.kind is None:
        return (
            f'<rect x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r:.1f}" height="{2 * r:.1f}" rx="3" fill="{_ENTITY}"/>'
        )
    colour = _COLOURS[node.kind]
    served = node.status is Status.APPROVED and node.state is State.ACTIVE
    look = f'fill="{colour}"' if served else f'fill="#ffffff" stroke="{colour}" stroke-width="2" stroke-dasharray="3 2"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {look}/>'


def _node_radius(node: Node) -> float:
    return 8.0 if node.strength is None else 5.0 + 6.0 * min(1.0, max(0.0, node.strength))


def _node_size(node: Node) -> tuple[float, float]:
    """Measure the room that a node needs with its label under it."""
    return max(2 * _node_radius(node), _LETTER * min(_LABEL, len(one_line(node.label)))), 2 * _node_radius(node) + 22.0


def _describe_node(node: Node) -> str:
    if node.kind is None:
        return f"{node.label} ({node.id})"
    strong = f", strength {node.strength:.2f}" if node.strength is not None else ""
    return f"{node.label} ({KIND_WORDS[node.kind]}{strong}, {node.id})"


def _draw_legend(graph: Graph, height: float) -> Iterator[str]:
    """Draw a legend of the kinds and ties that this graph has."""
    kinds = [kind for kind in _COLOURS if any(node.kind is kind for node in graph.nodes)]
    entries = [(f'<circle cx="6" cy="-4" r="6" fill="{_COLOURS[kind]}"/>', KIND_WORDS[kind]) for kind in kinds]
    if any(node.kind is None for node in graph.nodes):
        entries.append((f'<rect x="0" y="-10" width="12" height="12" rx="3" fill="{_ENTITY}"/>', "whom it is about"))
    if any(node.kind and (node.status, node.state) != (Status.APPROVED, State.ACTIVE) for node in graph.nodes):
        hollow = (
            '<circle cx="6" cy="-4" r="5" fill="#ffffff" stroke="#5b6676" stroke-width="2" stroke-dasharray="3 2"/>'
        )
        entries.append((hollow, "not in service"))
    if graph.groups:
        entries.append((f'<circle cx="6" cy="-4" r="9" fill="{_GROUPS[0]}"/>', "belong together"))
    yield from _draw_legend_row(entries, 18.0, height - 58.0)
    ties = [relation for relation in _TIES if any(tie.relation is relation for tie in graph.ties)]
    yield from _draw_legend_row(
        [(_draw_tie_sample(relation), TIE_WORDS[relation][0]) for relation in ties], 36.0, height - 28.0
    )


def _draw_tie_sample(relation: Relation) -> str:
    colour, dashes, arrow = _TIES[relation]
    dash_attribute = f' stroke-dasharray="{dashes}"' if dashes else ""
    arrow_attribute = f' marker-end="url(#{relation.value})"' if arrow else ""
    return f'<path d="M0,-4 L28,-4" stroke="{colour}" stroke-width="2"{dash_attribute}{arrow_attribute}/>'


def _draw_legend_row(entries: Sequence[tuple[str, str]], indent: float, y: float) -> Iterator[str]:
    x = _MARGIN
    for symbol, label in entries:
        yield f'<g transform="translate({x:.0f},{y:.0f})">{symbol}'
        yield f'<text x="{indent:.0f}" y="0" font-size="12" fill="#3a4452">{label}</text></g>'
        x += indent + 7.0 * len(label) + 22.0


def make_inert_text(text: str, width: int) -> str:
    return escape(_NO_XML.sub("�", clip_line(text, width)))
