"""Names of the light cycle, which only prunes, strengthens and sweeps; apart, because cycles are heavy to import."""

from __future__ import annotations

from typing import Final

from atlas.model.task import Task

LIGHT_PRUNING: Final = "light pruning"
"""The trigger whose cycles are light; all others do everything (J2)."""
LIGHT_KEY: Final = f"{Task.CONSOLIDATION.value}:light"
"""Of its own: a light cycle that waits does not stand for a whole one."""
