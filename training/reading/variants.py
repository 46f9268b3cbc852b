"""Variants of an annotated message that mean the same to a reader: other names, a slip of the hand, another neighbour.

They are for training only. Values change places with values of the same attribute, so that a name is known by where it
stands and not by which it is; messages are joined, so that a fact is found among other sentences.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from training.reading.annotations import Annotated, Mark

_SWAPPED_WORDS: Final = """
name lives_in from works_at works_as studies speaks nationality allergic_to has_condition takes diet plays uses likes
wife husband partner girlfriend boyfriend sister brother son daughter child mother father cousin friend best-friend
flatmate neighbour boss colleague teacher coach mentor therapist doctor dentist vet landlord tenant client grandmother
grandfather aunt uncle niece nephew dog cat pet horse rabbit bird fish hamster form_of_address favourite works_on
"""
_SWAPPED: Final = frozenset(_SWAPPED_WORDS.split())
_ORDER: Final = ("correct", "change", "end", "style", "plan", "event", "tell", "none")
_MOST_JOINED: Final = 500
_SHARE_SWAPPED, _SHARE_JOINED, _SHARE_BEFORE, _SHARE_SLIPPED = 0.6, 0.2, 0.3, 0.2


def vary_message(message: Annotated, pool: Sequence[Annotated], rng: random.Random) -> Annotated:
    """One variant; it may be the message itself."""
    if rng.random() < _SHARE_SWAPPED:
        message = _swap_value(message, pool, rng)
    if rng.random() < _SHARE_JOINED:
        message = _join_messages(message, rng.choice(pool), rng)
    if not message.before and rng.random() < _SHARE_BEFORE:
        message = replace(message, before=_choose_before(pool, rng))
    if rng.random() < _SHARE_SLIPPED:
        message = _slip_letter(message, rng)
    return message


def _swap_value(message: Annotated, pool: Sequence[Annotated], rng: random.Random) -> Annotated:
    free = [mark for mark in message.marks if _is_swappable(mark, message)]
    if not free:
        return message
    old = rng.choice(free)
    for _ in range(200):
        fits = [mark for mark in rng.choice(pool).marks if mark.attribute == old.attribute and _is_short(mark.value)]
        if fits:
            return _replace_value(message, old, rng.choice(fits).value)
    return message


def _is_swappable(mark: Mark, message: Annotated) -> bool:
    """Whether nothing else in the message stands on the value's words."""
    alone = message.text.lower().count(mark.value.lower()) == 1
    pointed = any(
        mark.value.lower() in each.lower() for other in message.marks for each in (other.subject, other.label)
    )
    digits = any(character.isdigit() for character in mark.value)
    return mark.attribute in _SWAPPED and alone and not pointed and not digits and _is_short(mark.value)


def _is_short(value: str) -> bool:
    return len(value.split()) <= 4 and not any(character.isdigit() for character in value)


def _replace_value(message: Annotated, old: Mark, value: str) -> Annotated:
    text = message.text[: old.start] + value + message.text[old.end :]
    return replace(message, text=text, marks=tuple(_move_mark(mark, old, value) for mark in message.marks))


def _move_mark(mark: Mark, old: Mark, value: str) -> Mark:
    if mark is old:
        return replace(mark, value=value, end=mark.start + len(value))
    by = len(value) - len(old.value) if mark.start > old.start else 0
    return replace(mark, start=mark.start + by, end=mark.end + by)


def _join_messages(one: Annotated, two: Annotated, rng: random.Random) -> Annotated:
    """Both, one after the other; a message that needs the turn before it stays first."""
    if two.before or len(one.text) + len(two.text) > _MOST_JOINED:
        return one
    if not one.before and rng.random() < 0.5:
        one, two = two, one
    between = rng.choice((" ", " ", "\n", ". " if one.text[-1:].isalnum() else " "))
    by = len(one.text) + len(between)
    moved = tuple(replace(mark, start=mark.start + by, end=mark.end + by) for mark in two.marks)
    act = min(one.act, two.act, key=_ORDER.index)
    return Annotated(one.text + between + two.text, one.before, act, one.marks + moved)


def _choose_before(pool: Sequence[Annotated], rng: random.Random) -> str:
    """A turn that has nothing to do with the message."""
    for _ in range(50):
        found = rng.choice(pool).before
        if found:
            return found
    return ""


def _slip_letter(message: Annotated, rng: random.Random) -> Annotated:
    """Two letters change places in a word that no mark stands on, or a punctuation mark becomes a blank."""
    kept = {at for mark in message.marks for at in range(mark.start - 1, mark.end + 1)}
    pointed = " ".join(each for mark in message.marks for each in (mark.subject, mark.when, mark.label)).lower()
    text = list(message.text)
    at = rng.randrange(1, len(text)) if len(text) > 2 else 0
    if not at or at in kept or at - 1 in kept:
        return message
    if text[at] in ",.!?" and rng.random() < 0.5:
        text[at] = " "
    elif (
        text[at].isalpha() and text[at - 1].isalpha() and _word_around(message.text, at).lower() not in pointed.split()
    ):
        text[at - 1], text[at] = text[at], text[at - 1]
    return replace(message, text="".join(text))


def _word_around(text: str, at: int) -> str:
    start, end = at, at
    while start and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return text[start:end]
