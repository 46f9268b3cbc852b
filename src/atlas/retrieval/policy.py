"""How much recall looks at and gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecallPolicy:
    limit: int = 10
    depth: int = 150
    """How many memories each leg hands over to be ranked."""
    used_above: float = 0.30
    """T6: the share of a memory's keywords in the reply above which it was used."""
    catch_up_s: float = 0.03
    """How long whoever asks waits while owed work is caught up on; recall covers the rest by its words (J15)."""
