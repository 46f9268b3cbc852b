"""Texts longer than anybody speaks (P8): left out and named, before they are cleaned, searched for secrets and cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from atlas.model.history import Conversation, Item, Noted, Skipped

MAX_TEXT: Final = 5_000_000
"""Characters of one turn or note: several long books."""


def drop_long_texts(items: Iterable[Item], file: str) -> Iterator[Item]:
    """Drop texts beyond the limit, each with a line that says so; the rest of a conversation stays."""
    for item in items:
        longer = sum(len(text) > MAX_TEXT for text in _list_texts(item))
        yield from [Skipped(file, f"A text in it has more than {MAX_TEXT:,} characters.")] * longer
        if not longer:
            yield item
        elif isinstance(item, Conversation) and longer < len(item.turns):
            yield replace(item, turns=tuple(turn for turn in item.turns if len(turn.text) <= MAX_TEXT))


def _list_texts(item: Item) -> list[str]:
    match item:
        case Conversation():
            return [turn.text for turn in item.turns]
        case Noted():
            return [item.text]
        case Skipped():
            return []
