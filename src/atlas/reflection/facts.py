"""The facts of an exchange: its messages are read by the small reader; where there is none, none are found."""

from __future__ import annotations

from collections.abc import Generator

from atlas.language.registry import LANGUAGE
from atlas.model.proposal import Remember
from atlas.model.thinking import Annotate, Annotations, Given, Material, Request


def find_facts(material: Material) -> Generator[tuple[Request, ...], tuple[Given, ...], tuple[Remember, ...]]:
    """Find what the users of an exchange state, in the order of their messages."""
    unread = LANGUAGE.facts.list_unread(material)
    if not unread:
        return ()
    (given,) = yield (Annotate(unread),)
    readings = given.readings if isinstance(given, Annotations) else None
    return () if readings is None else LANGUAGE.facts.find_facts(material, readings)
