"""The instruction block: the constitution, which is never cut, then level 4: standing wishes, and approved documents
(C7, C12, E8, H1).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.context.layers import take_turns
from atlas.context.lines import Line, list_served_lines, make_instruction_line, make_wish_lines
from atlas.context.policy import ContextPolicy
from atlas.language.folding import fold_text
from atlas.model.document import Document, DocumentKind
from atlas.model.ids import DocumentId, MemoryId
from atlas.model.memory import Memory
from atlas.model.recall import ServedDocument

_LEARNED: Final = "## Level 4: learned\nApproved. Levels 1 to 3 take precedence.\n"

_WISHES: Final = "### Wishes about answers\n"
_AT_ODDS: Final = "Approved. Your other instructions take precedence.\n"
_WISHES_ALONE: Final = f"## Wishes about answers\n{_AT_ODDS}"
_LEARNED_ALONE: Final = f"## Learned\n{_AT_ODDS}"

INSTRUCTING: Final = {
    DocumentKind.PERSONA: "Persona",
    DocumentKind.PROFILE: "User profile",
    DocumentKind.STRATEGIES: "Strategies",
    DocumentKind.CORRECTIONS: "Corrections",
    DocumentKind.PRINCIPLES: "Principles",
}
"""In their fixed order. The other kinds are data."""


@dataclass(frozen=True, slots=True)
class Instructions:
    text: str
    learned: str = ""
    """What of it was learned, for a host that has instructions of its own."""
    wishes: tuple[MemoryId, ...] = ()
    filed: tuple[MemoryId, ...] = ()
    """The memories behind the lines of documents that stand there."""
    written: tuple[tuple[DocumentId, int], ...] = ()
    """Those lines, by their numbers."""
    told: frozenset[str] = frozenset()
    """Their words, folded: nothing that says the same need stand beside them (C13)."""

    @property
    def documents(self) -> tuple[DocumentId, ...]:
        return tuple(dict.fromkeys(document for document, _ in self.written))


@dataclass(frozen=True, slots=True)
class _Item:
    of: Document
    line: Line

    @property
    def text(self) -> str:
        return self.line.text


def build_instructions(
    law: str,
    documents: Sequence[Document],
    policy: ContextPolicy,
    total: int,
    wishes: Sequence[Memory] = (),
    filed: Collection[MemoryId] = (),
) -> Instructions:
    """Build the block, empty where not even the constitution fits; documents are cut from their tails.

    Wishes have a budget of their own. Documents take turns, so that a long persona does not keep the corrections out;
    of a small budget they leave half of what is left to what is remembered. `filed` are the memories in service that
    lines may come from.
    """
    if policy.count(law) > total:
        return Instructions("")
    standing = _fit_wishes(law, wishes, policy, total)
    head = _make_head(law, standing)
    room = _find_room(head, standing, policy, total)
    most = policy.instruction_tokens - policy.count(_make_head(law, ()))
    taken = _fit_items(head, _queue_items(documents, standing, filed), policy, room, most)
    while taken and policy.count(_join_text(law, standing, taken)) > room:
        taken = taken[:-1]
    taken = _sort_items(taken)
    return Instructions(
        _join_text(law, standing, taken),
        _join_learned(standing, taken),
        tuple(memory.id for memory in standing),
        tuple(dict.fromkeys(memory for item in taken for memory in item.line.memories)),
        tuple(item.line.written for item in taken if item.line.written),
        frozenset(_fold_line(item.line) for item in taken),
    )


def build_learned(
    documents: Sequence[Document],
    policy: ContextPolicy,
    total: int,
    wishes: Sequence[Memory] = (),
    filed: Collection[MemoryId] = (),
) -> Instructions:
    """Build the part of the block that was learned, alone."""
    made = build_instructions(_WISHES_ALONE, documents, policy, total, wishes, filed)
    return replace(made, text=made.learned)


def list_written(
    documents: Iterable[Document], written: Iterable[tuple[DocumentId, int]]
) -> tuple[ServedDocument, ...]:
    """The documents of which lines stand in a context, in the order of the lines, with their versions."""
    versions = {document.id: document.version for document in documents}
    lines: dict[DocumentId, tuple[int, ...]] = {}
    for document, number in written:
        lines[document] = (*lines.get(document, ()), number)
    return tuple(ServedDocument(id, versions[id], numbers) for id, numbers in lines.items())


def _find_room(head: str, standing: Sequence[Memory], policy: ContextPolicy, total: int) -> int:
    used = policy.count(head)
    return min(policy.instruction_tokens + policy.count(_join_wishes(standing)), used + (total - used) // 2)


def _fit_wishes(law: str, wishes: Sequence[Memory], policy: ContextPolicy, total: int) -> list[Memory]:
    """Take the newest that fit their own budget and the whole."""
    room = min(policy.wish_tokens, total - policy.count(_make_head(law, ())))
    standing: list[Memory] = []
    for wish in wishes:
        if policy.count(_join_wishes([*standing, wish])) <= room:
            standing.append(wish)
    while standing and policy.count(_join_text(law, standing, [])) > total:
        standing.pop()
    return standing


def _join_wishes(standing: Sequence[Memory]) -> str:
    return _WISHES + "".join(line.text for line in make_wish_lines(standing)) if standing else ""


def _fit_items(head: str, items: Iterable[_Item], policy: ContextPolicy, room: int, most: int) -> list[_Item]:
    """Take as many items as fit, one of each document in turn; one that is longer than `most` is passed over."""
    taken: list[_Item] = []
    used, begun = policy.count(head), set[DocumentId]()
    for item, tokens, heading in _count_items(items, policy, most):
        used += tokens + (0 if item.of.id in begun else heading)
        if used > room:
            break
        taken.append(item)
        begun.add(item.of.id)
    return taken


def _count_items(items: Iterable[_Item], policy: ContextPolicy, most: int) -> Iterator[tuple[_Item, int, int]]:
    """Count the tokens of each item and heading; an item longer than the block is passed over."""
    for item in items:
        tokens, heading = policy.count(item.text), policy.count(_make_heading(item.of))
        if tokens + heading <= most:
            yield item, tokens, heading


def _queue_items(
    documents: Sequence[Document], standing: Sequence[Memory], filed: Collection[MemoryId]
) -> Iterator[_Item]:
    """Queue the lines that may be served, each wording once: what stands as a wish is no line of a document too."""
    served = [each for each in documents if each.served and each.kind in INSTRUCTING]
    wished = {memory.id for memory in standing}
    told = {fold_text(memory.content) for memory in standing}
    for item in take_turns([_list_items(each, filed) for each in sorted(served, key=_order_key)]):
        said, sources = _fold_line(item.line), item.line.memories
        if said in told or (sources and wished.issuperset(sources)):
            continue
        told.add(said)
        yield item


def _fold_line(line: Line) -> str:
    return fold_text(line.text.removeprefix("- "))


def _list_items(document: Document, filed: Collection[MemoryId]) -> Iterator[_Item]:
    lines = list_served_lines(document, filed)
    return (_Item(document, make_instruction_line(document, line)) for line in lines)


def _join_text(law: str, standing: Sequence[Memory], taken: Sequence[_Item]) -> str:
    """Join the wishes, then the items document by document, whatever turn an item came in."""
    if not standing and not taken:
        return law
    return (_make_head(law, standing) + _join_items(taken)).rstrip("\n")


def _join_learned(standing: Sequence[Memory], taken: Sequence[_Item]) -> str:
    if not taken:
        lines = "".join(line.text for line in make_wish_lines(standing))
        return (_WISHES_ALONE + lines).rstrip("\n") if standing else ""
    return (_LEARNED_ALONE + _join_wishes(standing) + _join_items(taken)).rstrip("\n")


def _join_items(taken: Sequence[_Item]) -> str:
    lines, last = [], None
    for item in _sort_items(taken):
        lines += [item.text] if item.of.id == last else [_make_heading(item.of), item.text]
        last = item.of.id
    return "".join(lines)


def _sort_items(taken: Sequence[_Item]) -> list[_Item]:
    return sorted(taken, key=lambda item: _order_key(item.of))


def _order_key(document: Document) -> tuple[int, str]:
    return list(INSTRUCTING).index(document.kind), document.id


def _make_head(law: str, standing: Sequence[Memory]) -> str:
    learned = _LEARNED + _join_wishes(standing)
    return f"{law}\n\n{learned}" if law else learned


def _make_heading(document: Document) -> str:
    return f"### {INSTRUCTING[document.kind]}\n"
