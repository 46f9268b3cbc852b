"""A graph on a terminal: a tree from each of its hubs, with what joins the nodes in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from atlas.model.memory import Relation, State, Status
from atlas.surfaces.cli.lookup.memory_text import STATUS_STYLES
from atlas.surfaces.cli.shared.output import indent_part, styled_text
from atlas.surfaces.views.graph_labels import KIND_WORDS, TIE_WORDS
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import clip_line, short_id

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text
    from rich.tree import Tree

    from atlas.engine.inspect.graph import Graph, Node, Tie

_WIDTH: Final = 100
_NAMED: Final = 4
_WEIGHED: Final = frozenset({Relation.CO_ACTIVATED, Relation.SUPPORTS})
"""Ties whose weight was learned and says something."""


def render_trees(graph: Graph) -> Iterator[RenderableType]:
    """Draw one tree for each connected part, the largest first; unconnected nodes stand at the end."""
    growing = _TreeBuilder(graph)
    parts = sorted((growing.build_tree(root) for root in growing.list_roots()), key=lambda part: -part[1])
    for tree, size in parts:
        if size > 1 or graph.centre:
            yield tree
    alone = [tree.label for tree, size in parts if size == 1 and not graph.centre]
    if alone:
        yield styled_text((f"Joined to nothing here ({len(alone)})", "dim"))
        yield from (indent_part(label, 2) for label in alone)


def render_groups(graph: Graph) -> Iterator[Text]:
    """Describe each group on one line."""
    labels = {node.id: node.label for node in graph.nodes}
    for group in graph.groups:
        names = "; ".join(clip_line(labels[id], 40) for id in group[:_NAMED])
        yield styled_text((f"Group of {len(group)}: ", "bold"), f"{names}{'; …' if len(group) > _NAMED else ''}")


class _TreeBuilder:
    """Builds trees in which each node is placed once, where it is reached first; its other ties are named beside it."""

    def __init__(self, graph: Graph) -> None:
        self._nodes = {node.id: node for node in graph.nodes}
        self._centre = graph.centre
        self._ties: dict[str, list[Tie]] = {id: [] for id in self._nodes}
        for tie in graph.ties:
            self._ties[tie.one].append(tie)
            self._ties[tie.other].append(tie)
        self._placed: dict[str, Tie | None] = {}

    def list_roots(self) -> Iterator[str]:
        """The centre, then of what is left always the node with most ties.

        Each is asked for only when the part of the one before it has been placed.
        """
        by_ties = sorted(
            self._nodes, key=lambda id: (id != self._centre, self._is_beyond_centre(id), -len(self._ties[id]))
        )
        return (id for id in by_ties if id not in self._placed)

    def _is_beyond_centre(self, id: str) -> bool:
        """Tell whether a node was only reached from the centre: where several nodes bear its name, each is a centre."""
        return self._centre is not None and self._nodes[id].steps > 0

    def build_tree(self, root: str) -> tuple[Tree, int]:
        from rich.tree import Tree

        children = self._reach_nodes(root)
        root_tree = Tree(self._node_label(root, None), guide_style="dim")
        growing, size = deque([(root, root_tree)]), 1
        while growing:
            id, tree = growing.popleft()
            for child, tie in children.get(id, ()):
                growing.append((child, tree.add(self._node_label(child, tie))))
                size += 1
        return root_tree, size

    def _reach_nodes(self, root: str) -> dict[str, list[tuple[str, Tie]]]:
        """Breadth first, so that what is near stands near."""
        self._placed[root] = None
        children: dict[str, list[tuple[str, Tie]]] = {}
        queue = deque([root])
        while queue:
            id = queue.popleft()
            for tie in self._ties[id]:
                end = tie.other if id == tie.one else tie.one
                if end not in self._placed:
                    self._placed[end] = tie
                    children.setdefault(id, []).append((end, tie))
                    queue.append(end)
        return children

    def _node_label(self, id: str, tie: Tie | None) -> Text:
        node = self._nodes[id]
        joined = styled_text((f"{_describe_tie(tie, id)} ", "cyan")) if tie else styled_text("")
        return styled_text(joined, *_describe_node(node, id == self._centre), *self._other_ties(id))

    def _other_ties(self, id: str) -> Iterator[tuple[str, str]]:
        """Ties that the tree has no branch for, named at the end from which they lead."""
        ties = [tie for tie in self._ties[id] if tie.one == id and not self._is_drawn(tie)]
        for relation in dict.fromkeys(tie.relation for tie in ties):
            ends = [self._nodes[tie.other] for tie in ties if tie.relation is relation]
            names = ", ".join(_name_node(end) for end in ends[:_NAMED])
            more = f" and {len(ends) - _NAMED} more" if len(ends) > _NAMED else ""
            yield f"; {TIE_WORDS[relation][0]} {names}{more}", "red" if relation is Relation.CONTRADICTS else "dim"

    def _is_drawn(self, tie: Tie) -> bool:
        return self._placed.get(tie.one) is tie or self._placed.get(tie.other) is tie


def _name_node(node: Node) -> str:
    """Name a node by its label too: an id alone says nothing to a person."""
    return f"“{clip_line(node.label, 30)}” ({short_id(node.id)})" if node.kind else clip_line(node.label, 30)


def _describe_tie(tie: Tie, id: str) -> str:
    """Say a tie in words, from the node above to this one."""
    there, back = TIE_WORDS[tie.relation]
    word = there if id == tie.other else back
    return f"{word} ({tie.weight:.2f})" if tie.relation in _WEIGHED else word


def _describe_node(node: Node, centre: bool) -> Iterator[tuple[str, str]]:
    yield clip_line(node.label, _WIDTH), "bold" if centre or node.kind is None else ""
    if node.kind is None or node.status is None:
        return
    yield f"  {short_id(node.id)}, {KIND_WORDS[node.kind]}", "dim"
    if node.status is not Status.APPROVED:
        yield f", {STATUS_WORDS[node.status]}", STATUS_STYLES.get(node.status, "dim")
    if node.state is State.ARCHIVED:
        yield ", archived", "dim"
    if node.strength is not None:
        yield f", strength {node.strength:.2f}", "dim"
