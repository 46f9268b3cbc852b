"""The tier that runs on every interaction (J1, J8). Without a model the rules think alone, and ask nothing."""

from __future__ import annotations

from atlas.model.thinking import Material, Thinking
from atlas.reflection.rules.thinker import propose


def lightweight(material: Material) -> Thinking:
    yield from ()
    return propose(material)
