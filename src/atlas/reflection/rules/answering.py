"""Bare answers and corrections: what "Reykjavík", "yep" or "no, it's 8443, not 8080" say about what went before."""

from __future__ import annotations

from collections.abc import Iterator

from atlas.model.interaction import Message
from atlas.reflection.rules.draft import Draft, Scene
from atlas.reflection.rules.passage import Sentence


def answers(scene: Scene, said: list[Sentence], earlier: tuple[Message, ...]) -> Iterator[Draft]:
    yield from ()
