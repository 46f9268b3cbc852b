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
OBSERVED: Final = "observed"
"""The last interaction of which notes were taken."""
COMPRESSION_TRIED: Final = "observed:compressed"
"""The newest note when compressing was last tried: an attempt, successful or not, waits for as many again (J2)."""
TOKENS_SINCE: Final = "observed:since"
TOKENS_UPTO: Final = "observed:counted"
TOKENS_COUNTED: Final = "observed:tokens"
"""How many tokens were said from one interaction to another: each is counted once, until a run has ended."""
WEIGHED: Final = "beliefs"
"""The last interaction that was looked at for arguments (B1)."""
BELIEF_TURNS: Final = "beliefs:turns"
"""How many interactions were looked at so far: by this number arguments cool and confidence fades (B2, B4)."""
REFLECTED: Final = "reflected"
"""The last interaction that a reflection over the persona has seen (B6)."""
