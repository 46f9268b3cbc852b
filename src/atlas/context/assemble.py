"""The context block: fixed sections, quoted and labelled data, exact budgets (C7).

Instructions come only from the constitution and from documents that were approved. Whatever was remembered is data: it
stands between markers, each line with who said it and when, and cannot close its own quotation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from atlas.context.instructions import Instructions, build_instructions
from atlas.context.labels import format_date
from atlas.context.layers import Layers, Occasion, build_sections
from atlas.context.lines import Line
from atlas.context.policy import ContextPolicy
from atlas.context.told_messages import ToldMessages
from atlas.language.folding import fold_text
from atlas.model.ids import BeliefId, DocumentId, MemoryId, SuggestionId
from atlas.model.served_context import CONTEXT_HEAD

_FEW: Final = 4
"""A line that takes more than one part in so many of a room is long."""


@dataclass(frozen=True, slots=True)
class Block:
    instructions: str
    data: str
    """Empty, or begins with the sentence that says what it is."""
    tokens: int
    """Of both together."""
    items: tuple[MemoryId, ...] = ()
    """What was served, in the order in which it stands."""
    written: tuple[tuple[DocumentId, int], ...] = ()
    """The lines of documents that stand in either, by their numbers."""
    suggestions: tuple[SuggestionId, ...] = ()
    wishes: tuple[MemoryId, ...] = ()
    """What stands among the instructions (C12)."""
    filed: tuple[MemoryId, ...] = ()
    """What a line of a document says among the instructions: it is not quoted again (C13)."""
    beliefs: tuple[BeliefId, ...] = ()
    """Positions that stand in it."""
    learned: str = ""
    """Of the instructions, those that were learned, for a host that has others of its own."""

    @property
    def documents(self) -> tuple[DocumentId, ...]:
        return tuple(dict.fromkeys(document for document, _ in self.written))

    @property
    def text(self) -> str:
        return (
            f"{self.instructions}\n\n{self.data}" if self.instructions and self.data else self.instructions + self.data
        )


def assemble_context(layers: Layers, setting: Occasion, policy: ContextPolicy, budget: int | None = None) -> Block:
    """Assemble everything within the budget, headers included; the last sections shrink first, each from its tail.

    Each text is counted once. A sum of counts is not the count of the sum for every counter, so the whole is counted at
    the end, and lines leave from the tail until it fits. Without room for the constitution and for the sentence that
    introduces the data, nothing is served: no memory stands in a context unannounced (H1).
    """
    policy = replace(policy, count=cache(policy.count))
    total = min(policy.total_tokens, budget if budget is not None else policy.total_tokens)
    wishes = [item.memory for item in layers.wishes]
    in_service = {item.memory.id for item in layers.filed}
    orders = build_instructions(setting.law, layers.documents, policy, total, wishes, in_service)
    layers, filed = _drop_told(layers, orders)
    empty = Block(
        orders.text,
        "",
        policy.count(orders.text),
        written=orders.written,
        wishes=orders.wishes,
        filed=filed,
        learned=orders.learned,
    )
    opening = _write_opening(setting)
    room = total - policy.count(replace(empty, data=opening).text)
    if room < 0 or (setting.law and not orders.text):
        return empty
    parts = _fit_sections(layers, setting, policy, room, {*orders.wishes, *filed})
    while parts:
        block = _make_block(replace(empty, data=opening), parts, policy)
        if block.tokens <= total:
            return block
        parts = [*parts[:-1], parts[-1].drop_last_line()] if len(parts[-1].lines) > 1 else parts[:-1]
    return empty


def _drop_told(layers: Layers, orders: Instructions) -> tuple[Layers, tuple[MemoryId, ...]]:
    """Leave out what a line of a document says among the instructions, and name it (C13)."""
    if not orders.written:
        return layers, ()
    found = [item.memory for item in (*layers.recalled, *layers.profile)]
    same = (memory.id for memory in found if fold_text(memory.content) in orders.told)
    filed = tuple(dict.fromkeys((*orders.filed, *same)))
    recalled, profile = (
        [each for each in part if each.memory.id not in filed] for part in (layers.recalled, layers.profile)
    )
    return replace(layers, recalled=recalled, profile=profile), filed


def _write_opening(setting: Occasion) -> str:
    """Write what stands before all data: what it is, and what its days are counted from (T15)."""
    today = format_date(setting.now, None, setting.zone)
    return f"{CONTEXT_HEAD} Today is {today}; its year is left out below.\n"


@dataclass(frozen=True, slots=True)
class _FittedSection:
    """The lines of a section that fit its budget."""

    heading: str
    lines: tuple[Line, ...]
    tokens: int

    @property
    def text(self) -> str:
        return self.heading + "".join(line.text for line in self.lines)

    def drop_last_line(self) -> _FittedSection:
        return replace(self, lines=self.lines[:-1])


def _make_block(head: Block, parts: Sequence[_FittedSection], policy: ContextPolicy) -> Block:
    lines = [line for part in parts for line in part.lines]
    block = replace(
        head,
        data=head.data + "".join(part.text for part in parts),
        items=tuple(memory for line in lines for memory in line.memories),
        written=(*head.written, *(line.written for line in lines if line.written)),
        suggestions=tuple(line.suggestion for line in lines if line.suggestion),
        beliefs=tuple(line.belief for line in lines if line.belief),
    )
    return replace(block, tokens=policy.count(block.text))


def _fit_sections(
    layers: Layers, setting: Occasion, policy: ContextPolicy, room: int, standing: set[MemoryId]
) -> list[_FittedSection]:
    """Fit each section in turn; `standing` are the memories that the instructions tell."""
    parts, told = [], ToldMessages(layers, standing)
    for title, lines in build_sections(layers, setting, policy):
        part = _fit_section(title, (line for line in lines if not told.includes(line)), policy, room)
        if part.lines:
            parts.append(part)
            room -= part.tokens
            told.add_lines(part.lines)
    return parts


def _fit_section(title: str, lines: Iterable[Line], policy: ContextPolicy, room: int) -> _FittedSection:
    heading = f"\n## {title}\n"
    used, limit = policy.count(heading), min(room, policy.section_tokens)
    kept = []
    for line, tokens in _count_lines(lines, policy, policy.section_tokens - used):
        if used + tokens > limit and tokens * _FEW > limit:
            continue  # too long for so small a room, and no reason to leave out what comes after it
        if used + tokens > limit:
            break
        kept.append(line)
        used += tokens
    part = _FittedSection(heading, tuple(kept), used)
    while part.lines and policy.count(part.text) > policy.section_tokens:
        part = part.drop_last_line()
    return part


def _count_lines(lines: Iterable[Line], policy: ContextPolicy, most: int) -> Iterator[tuple[Line, int]]:
    """Count each line's tokens; a line longer than any section is passed over and does not end its section."""
    for line in lines:
        tokens = policy.count(line.text)
        if tokens <= most:
            yield line, tokens
