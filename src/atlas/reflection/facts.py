"""The facts of an exchange: its messages are read by the small reader, where there is one, and by the grammar."""

from __future__ import annotations

from collections.abc import Generator

from atlas.language.registry import LANGUAGE
from atlas.model.interaction import Message, Role
from atlas.model.proposal import Remember
from atlas.model.reading import Unread
from atlas.model.thinking import Annotate, Annotations, Given, Material, Request


def find_facts(material: Material) -> Generator[tuple[Request, ...], tuple[Given, ...], tuple[Remember, ...]]:
    """Find what the users of an exchange state, in the order of their messages."""
    unread = _list_unread(material)
    if not unread:
        return ()
    (given,) = yield (Annotate(unread),)
    readings = given.readings if isinstance(given, Annotations) else None
    return LANGUAGE.facts.find_facts(material, readings)


def _list_unread(material: Material) -> tuple[Unread, ...]:
    """Each user message with the turn before it, if that was somebody else's."""
    unread: list[Unread] = []
    before: Message | None = material.earlier[-1] if material.earlier else None
    for message in material.interaction.messages:
        if message.role is Role.USER:
            unread.append(Unread(message.text, _text_before(message, before)))
        before = message
    return tuple(unread)


def _text_before(message: Message, before: Message | None) -> str:
    other = before is not None and (before.role is not message.role or before.speaker != message.speaker)
    return before.text if other and before is not None else ""
