"""How long a test waits for what it waits for: until that happens. The limit is a net against hanging for ever."""

from __future__ import annotations

from typing import Final

LIMIT_S: Final = 1_800
"""So long that no machine is too busy; only what never happens takes it."""
