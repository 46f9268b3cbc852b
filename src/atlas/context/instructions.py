"""The instruction block: the constitution, which is never cut, then level 4: standing wishes, and approved documents
(C7, C12, E8, H1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.context.layers import take_turns
from atlas.context.lines import list_plain_items, make_wish_lines
from atlas.context.policy import ContextPolicy
from atlas.model.document import Document, DocumentKind
from atlas.model.ids import DocumentId, MemoryId
from atlas.model.memory import Memory

_LEARNED: Final = (
    "## Level 4: learned\nApproved for this assistant. Where any of it is at odds with levels 1 to 3, they hold.\n"
)

_WISHES: Final = "### Wishes about answers\n"
_WISHES_ALONE: Final = (
    "## Wishes about answers\n"
    "Approved for this user. Where one of them is at odds with your other instructions, those hold.\n"
)

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
    documents: tuple[DocumentId, ...] = ()
    wishes: tuple[MemoryId, ...] = ()


@dataclass(frozen=True, slots=True)
class _Item:
    of: Document
    text: str


def build_instructions(
    law: str, documents: Sequence[Document], policy: ContextPolicy, total: int, wishes: Sequence[Memory] = ()
) -> Instructions:
    """Build the block, empty where not even the constitution fits; documents are cut from their tails.

    Wishes have a budget of their own. Documents take turns, so that a long persona does not keep the corrections out.
    """
    if policy.count(law) > total:
        return Instructions("")
    standing = _fit_wishes(law, wishes, policy, total)
    head = _make_head(law, standing)
    room = min(policy.instruction_tokens + policy.count(_join_wishes(standing)), total)
    taken = _fit_items(head, documents, policy, room, policy.instruction_tokens - policy.count(_make_head(law, ())))
    while taken and policy.count(_join_text(law, standing, taken)) > room:
        taken = taken[:-1]
    written = tuple(dict.fromkeys(item.of.id for item in _sort_items(taken)))
    return Instructions(_join_text(law, standing, taken), written, tuple(memory.id for memory in standing))


def build_wishes(wishes: Sequence[Memory], policy: ContextPolicy, total: int) -> str:
    """Build the part of the block that is standing wishes, for a host that has instructions of its own."""
    standing = _fit_wishes(_WISHES_ALONE, wishes, policy, total)
    lines = "".join(line.text for line in make_wish_lines(standing))
    return (_WISHES_ALONE + lines).rstrip("\n") if standing else ""


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


def _fit_items(head: str, documents: Sequence[Document], policy: ContextPolicy, room: int, most: int) -> list[_Item]:
    """Take as many items as fit, one of each document in turn; one that is longer than `most` is passed over."""
    taken: list[_Item] = []
    used, begun = policy.count(head), set[DocumentId]()
    for item, tokens, heading in _count_items(documents, policy, most):
        used += tokens + (0 if item.of.id in begun else heading)
        if used > room:
            break
        taken.append(item)
        begun.add(item.of.id)
    return taken


def _count_items(documents: Sequence[Document], policy: ContextPolicy, most: int) -> Iterator[tuple[_Item, int, int]]:
    """Count the tokens of each item and heading; an item longer than the block is passed over."""
    for item in _queue_items(documents):
        tokens, heading = policy.count(item.text), policy.count(_make_heading(item.of))
        if tokens + heading <= most:
            yield item, tokens, heading


def _queue_items(documents: Sequence[Document]) -> Iterator[_Item]:
    served = [each for each in documents if each.served and each.kind in INSTRUCTING]
    return take_turns([_list_items(each) for each in sorted(served, key=_order_key)])


def _list_items(document: Document) -> Iterator[_Item]:
    return (_Item(document, f"- {text}\n") for text in list_plain_items(document))


def _join_text(law: str, standing: Sequence[Memory], taken: Sequence[_Item]) -> str:
    """Join the wishes, then the items document by document, whatever turn an item came in."""
    if not standing and not taken:
        return law
    lines, last = [_make_head(law, standing)], None
    for item in _sort_items(taken):
        lines += [item.text] if item.of.id == last else [_make_heading(item.of), item.text]
        last = item.of.id
    return "".join(lines).rstrip("\n")


def _sort_items(taken: Sequence[_Item]) -> list[_Item]:
    return sorted(taken, key=lambda item: _order_key(item.of))


def _order_key(document: Document) -> tuple[int, str]:
    return list(INSTRUCTING).index(document.kind), document.id


def _make_head(law: str, standing: Sequence[Memory]) -> str:
    learned = _LEARNED + _join_wishes(standing)
    return f"{law}\n\n{learned}" if law else learned


def _make_heading(document: Document) -> str:
    return f"### {INSTRUCTING[document.kind]}\n"
