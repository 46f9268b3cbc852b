"""Edits of the persona: operations on named blocks, in the order preserve, integrate, synthesize, add specificity (B6).

What no edit names is copied byte for byte (B7).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from atlas.beliefs.positions import PERSONA
from atlas.language.document_blocks import apply_edits, derive_edits
from atlas.model.document import Edit


class Step(StrEnum):
    """What an edit is for. The order is that of the source document: to take out a trait is to lose it."""

    PRESERVE = "preserve"
    INTEGRATE = "integrate"
    SYNTHESIZE = "synthesize"
    SPECIFY = "specify"


_ORDER: Final = tuple(Step)


@dataclass(frozen=True, slots=True)
class PersonaEdit:
    step: Step
    block: str
    old: str
    """What it replaces: it occurs once in the block. Empty, it appends."""
    new: str

    def as_edit(self) -> Edit:
        return Edit(PERSONA, self.block, self.old, self.new)


def order_edits(edits: Iterable[PersonaEdit]) -> tuple[PersonaEdit, ...]:
    """The edits in the order of their steps; within a step they stay in theirs."""
    return tuple(sorted(edits, key=lambda edit: _ORDER.index(edit.step)))


def apply_persona_edits(text: str, edits: Iterable[PersonaEdit]) -> str | None:
    """The persona after the edits, in their order; None where one of them does not find what it replaces."""
    return apply_edits(text, [edit.as_edit() for edit in order_edits(edits)])


def derive_persona_edits(step: Step, before: str, after: str) -> tuple[PersonaEdit, ...]:
    """The edits of one step that lead from one text to the other, each as small as it can be told apart."""
    return tuple(PersonaEdit(step, edit.block, edit.old, edit.new) for edit in derive_edits(PERSONA, before, after))


def to_edits(edits: Sequence[PersonaEdit]) -> tuple[Edit, ...]:
    return tuple(edit.as_edit() for edit in order_edits(edits))
