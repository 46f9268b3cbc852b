"""The instruction block: the constitution, which is never cut, then the approved documents of level 4 (C7, E8, H1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.context.layers import in_turn
from atlas.context.lines import plain_items
from atlas.context.policy import ContextPolicy
from atlas.model.document import Document, DocumentKind
from atlas.model.ids import DocumentId

_LEARNED: Final = (
    "## Level 4: learned\nApproved for this assistant. Where any of it is at odds with levels 1 to 3, they hold.\n"
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


@dataclass(frozen=True, slots=True)
class _Item:
    of: Document
    text: str


def instructions(law: str, documents: Sequence[Document], policy: ContextPolicy, total: int) -> Instructions:
    """Nothing where not even the law fits. Documents are cut at item boundaries, each from its own tail.

    They take turns, so that a long persona does not keep the corrections out: every one of them reaches the context.
    """
    if policy.count(law) > total:
        return Instructions("")
    room = min(policy.instruction_tokens, total)
    taken = _fitting(_opened(law), documents, policy, room)
    while taken and policy.count(_text(law, taken)) > room:
        taken = taken[:-1]
    return Instructions(_text(law, taken), tuple(dict.fromkeys(item.of.id for item in _in_order(taken))))


def _fitting(head: str, documents: Sequence[Document], policy: ContextPolicy, room: int) -> list[_Item]:
    """As many as fit, one of each document in turn."""
    taken: list[_Item] = []
    used, begun = policy.count(head), set[DocumentId]()
    for item, tokens, heading in _counted(documents, policy, policy.instruction_tokens - used):
        used += tokens + (0 if item.of.id in begun else heading)
        if used > room:
            break
        taken.append(item)
        begun.add(item.of.id)
    return taken


def _counted(documents: Sequence[Document], policy: ContextPolicy, most: int) -> Iterator[tuple[_Item, int, int]]:
    """Each with its tokens and its heading's. One that the block could never hold is passed over and ends nothing."""
    for item in _queued(documents):
        tokens, heading = policy.count(item.text), policy.count(_heading(item.of))
        if tokens + heading <= most:
            yield item, tokens, heading


def _queued(documents: Sequence[Document]) -> Iterator[_Item]:
    served = [each for each in documents if each.served and each.kind in INSTRUCTING]
    return in_turn([_items(each) for each in sorted(served, key=_place)])


def _items(document: Document) -> Iterator[_Item]:
    return (_Item(document, f"- {text}\n") for text in plain_items(document))


def _text(law: str, taken: Sequence[_Item]) -> str:
    """The documents one after another, whatever turn an item came in."""
    if not taken:
        return law
    lines, last = [_opened(law)], None
    for item in _in_order(taken):
        lines += [item.text] if item.of.id == last else [_heading(item.of), item.text]
        last = item.of.id
    return "".join(lines).rstrip("\n")


def _in_order(taken: Sequence[_Item]) -> list[_Item]:
    return sorted(taken, key=lambda item: _place(item.of))


def _place(document: Document) -> tuple[int, str]:
    return list(INSTRUCTING).index(document.kind), document.id


def _opened(law: str) -> str:
    return f"{law}\n\n{_LEARNED}" if law else _LEARNED


def _heading(document: Document) -> str:
    return f"### {INSTRUCTING[document.kind]}\n"
