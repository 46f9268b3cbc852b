"""Beliefs and arguments as the journal has them, and as they stood at a past moment (X4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from atlas.model.belief import Argument, ArgumentChange, Belief, BeliefChange
from atlas.model.ids import BeliefId
from atlas.model.journal import Action, Change, Entry, RowKind
from atlas.model.plain_data import from_plain, to_plain
from atlas.ports.reading import Reader
from atlas.ports.rows.beliefs import BeliefReader

_POSITIVE_ZERO: Final = 0.0
"""A store may give a negative zero back as this one: added, it is."""


def belief_row(belief: Belief) -> dict[str, Any]:
    """A belief's row, its numbers spelt as the store gives them back."""
    spelt = replace(
        belief,
        stance=_spell_number(belief.stance),
        confidence=_spell_number(belief.confidence),
        shift=_spell_number(belief.shift),
        corrected=None if belief.corrected is None else _spell_number(belief.corrected),
    )
    row: dict[str, Any] = to_plain(spelt)
    return row


def argument_row(argument: Argument) -> dict[str, Any]:
    strength, novelty = _spell_number(argument.strength), _spell_number(argument.novelty)
    row: dict[str, Any] = to_plain(replace(argument, strength=strength, novelty=novelty))
    return row


def _spell_number(value: float) -> float:
    return float(value) + _POSITIVE_ZERO


def belief_change(changed: BeliefChange) -> Change:
    before = belief_row(changed.before) if changed.before else None
    return Change(RowKind.BELIEF, changed.after.id, before, belief_row(changed.after))


def argument_change(changed: ArgumentChange) -> Change:
    before = argument_row(changed.before) if changed.before else None
    return Change(RowKind.ARGUMENT, changed.after.id, before, argument_row(changed.after))


def read_all_arguments(reader: BeliefReader) -> Iterator[Argument]:
    """All that was argued in a space, belief by belief."""
    return (argument for belief in reader.beliefs() for argument in reader.arguments(belief.id))


def belief_as_of(reader: Reader, id: BeliefId, moment: datetime) -> Belief | None:
    """What it was before the first change after that moment; as it is, where there was none.

    None: it was not there, or its past was forgotten with an argument that had moved it.
    """
    entry = next((each for each in reader.entries_about(RowKind.BELIEF, id) if each.at > moment), None)
    if entry is None:
        return reader.belief(id)
    change = next((part.change() for part in entry.parts if part.kind is RowKind.BELIEF and part.id == id), None)
    if change is None or change.before is None or entry.action is Action.FORGOTTEN:
        return None
    return from_plain(Belief, change.before)


def beliefs_as_of(reader: Reader, moment: datetime) -> list[Belief]:
    """The beliefs as they stood at a moment, in the order in which they were first argued about."""
    known = {belief.id for belief in reader.beliefs()} | set(_find_changed_since(reader, moment))
    found = (belief_as_of(reader, id, moment) for id in sorted(known))
    return sorted((each for each in found if each is not None), key=lambda belief: (belief.formed, belief.id))


def _find_changed_since(reader: Reader, moment: datetime) -> Iterator[BeliefId]:
    """Beliefs of which the journal tells since: one that was taken back is no row any more."""
    tip = reader.tip()
    for seq in range(tip[0] if tip else 0, 0, -1):
        entry = reader.entry(seq)
        if entry is None or entry.at <= moment:
            return
        yield from _list_beliefs(entry)


def _list_beliefs(entry: Entry) -> Iterator[BeliefId]:
    return (BeliefId(part.id) for part in entry.parts if part.kind is RowKind.BELIEF)
