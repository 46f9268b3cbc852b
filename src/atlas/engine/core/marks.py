"""Names of the marks by which each part of the engine says how far it has come (J7)."""

from __future__ import annotations

from typing import Final

KEPT: Final = "kept"
"""The last interaction of which episodes were made."""
NOTICED: Final = "noticed"
"""The last interaction that was looked at for signals."""
REINFORCED: Final = "reinforced"
"""The last interaction whose use of memories was counted."""
NIGHTLY: Final = "nightly"
"""The last interaction that a night thought over."""
