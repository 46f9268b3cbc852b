"""The positions in the persona: a line for each belief, in one block, which rules keep as the rows have it (B7).

A line of a belief or of an argument names it in a comment behind it. Lines that name nothing are somebody's own, and
are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from atlas.language.code_fences import mark_fenced_lines
from atlas.language.document_blocks import apply_edits, find_block, split_blocks
from atlas.language.document_sources import find_argument, find_beliefs, make_sourced_line
from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.language.stance_words import describe_confidence, describe_stance
from atlas.model.belief import Argument, Belief
from atlas.model.document import DocumentKind, Edit
from atlas.model.document_paths import PATHS
from atlas.model.ids import ArgumentId, BeliefId

PERSONA: Final = PATHS[DocumentKind.PERSONA]
POSITIONS: Final = "Positions"
INSIGHTS: Final = "Insights"
MOST_POSITIONS: Final = 100
"""Lines of positions; what has none is served from its row all the same."""
MOST_NEW: Final = 30
"""Lines that one reflection adds: a document may grow by so much at a time (I4)."""
Id = TypeVar("Id", bound=str)


def find_block_name(text: str, name: str) -> str:
    """What a document calls this block: two names that differ in their letters' case alone are one (I5)."""
    wanted = fold_text(name)
    return next((block.name for block in split_blocks(text) if fold_text(block.name) == wanted), name)


def is_position(belief: Belief) -> bool:
    """Whether a belief is in service and has come to a position: while its first arguments cool, there is none."""
    argued = belief.support or belief.contradiction or belief.corrected is not None
    return belief.served and bool(argued) and not LANGUAGE.overrides.claims_to_override(belief.topic)  # H1


def make_position_line(belief: Belief) -> str:
    """The line of a belief: "- Remote work: leans for it, fairly sure. <!-- v_… -->"."""
    topic = belief.topic[:1].upper() + belief.topic[1:]
    says = f"{topic}: {describe_stance(belief.stance)}, {describe_confidence(belief.confidence)}."
    return make_sourced_line(says, belief.id)


def make_insight_line(argument: Argument) -> str:
    return make_sourced_line(argument.insight, argument.id)


def find_positions(text: str) -> tuple[BeliefId, ...]:
    """The beliefs that have a line among the positions of a persona; in a code fence there is none."""
    lines = _list_block_lines(text, POSITIONS)
    return tuple(dict.fromkeys(belief for line in lines for belief in find_beliefs(line)))


def find_insights(text: str) -> tuple[ArgumentId, ...]:
    """The arguments whose insights have a line, in the order of these."""
    found = map(find_argument, _list_block_lines(text, INSIGHTS))
    return tuple(dict.fromkeys(each for each in found if each is not None))


def write_positions(text: str, beliefs: Iterable[Belief]) -> str | None:
    """The text with the beliefs in service among its positions, once and as their rows have it, and with none that is
    not.

    Of those that have no line yet, the most confident get one, as far as there is room (I4). None where no line can be
    added, because a code fence has no end.
    """
    there = frozenset(find_positions(text))
    served = [belief for belief in beliefs if is_position(belief)]
    known = [belief for belief in served if belief.id in there]
    new = sorted((each for each in served if each.id not in there), key=lambda each: -each.confidence)
    room = max(0, min(MOST_NEW, MOST_POSITIONS - len(known)))
    lines = {belief.id: make_position_line(belief) for belief in (*known, *new[:room])}
    return _write_lines(text, POSITIONS, lines, _find_position)


def write_insights(text: str, arguments: Iterable[Argument], gone: Collection[ArgumentId] = ()) -> str | None:
    """The text with a line for each of these insights, and without those that are gone; None as above."""
    lines: dict[ArgumentId, str | None] = dict.fromkeys(find_insights(text))
    lines |= {each.id: make_insight_line(each) for each in arguments if each.id not in lines}
    return _write_lines(text, INSIGHTS, {id: line for id, line in lines.items() if id not in gone}, find_argument)


# --- lines of a block


def _find_position(line: str) -> BeliefId | None:
    return next(iter(find_beliefs(line)), None)


def _list_block_lines(text: str, name: str) -> Iterator[str]:
    block = find_block(text, find_block_name(text, name))
    return (line for line, fenced, _ in mark_fenced_lines(block.text if block else "") if not fenced)


def _write_lines(
    text: str, name: str, wanted: Mapping[Id, str | None], find_id: Callable[[str], Id | None]
) -> str | None:
    """Have each wanted line once in a block, those that are new at its end; None stands for the line as it is."""
    name = find_block_name(text, name)
    left = dict(wanted)
    blocks = list(split_blocks(text))
    at = next((number for number, block in enumerate(blocks) if block.name == name), None)
    if at is not None:
        blocks[at] = replace(blocks[at], text="".join(_replace_lines(blocks[at].text, left, find_id)))
    new = "".join(line for line in left.values() if line)
    kept = "".join(block.text for block in blocks)
    return apply_edits(kept, [Edit(PERSONA, name, "", new)]) if new else kept


def _replace_lines(block: str, left: dict[Id, str | None], find_id: Callable[[str], Id | None]) -> Iterator[str]:
    """The lines of a block, those that name something as they are wanted, each once; what is done is taken from
    `left`."""
    for line, fenced, _ in mark_fenced_lines(block):
        id = None if fenced else find_id(line)
        if id is None:
            yield line
        elif id in left:
            wanted = left.pop(id)
            end = line[len(line.rstrip("\r\n")) :]
            yield line if wanted is None else wanted.removesuffix("\n") + end
