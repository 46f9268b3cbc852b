"""The rule-based thinker: what a user's own words propose to remember."""

from __future__ import annotations

from atlas.model.proposal import Remember
from atlas.model.thinking import Material


def propose(material: Material) -> tuple[Remember, ...]:
    return ()
