"""The constitution's bytes are pinned; ATLAS does not start with a missing or altered one (E9, H1)."""

from __future__ import annotations

import hashlib
from typing import Final

from atlas.errors import ConstitutionBroken

PINNED_SHA256: Final = "c2070b1821b6b97edbd3d577c62487d1e80743b44223ac26885841ad22658a3a"

_LEARNABLE: Final = "## Level 4"


def verified(content: bytes | None) -> str:
    """The constitution's text, or ConstitutionBroken."""
    if content is None:
        raise ConstitutionBroken("The constitution is missing; ATLAS does not start without it. Reinstall the package.")
    if hashlib.sha256(content).hexdigest() != PINNED_SHA256:
        raise ConstitutionBroken("The constitution was altered; ATLAS does not start with it. Reinstall the package.")
    return content.decode("utf-8")


def binding(text: str) -> str:
    """Levels 1 to 3, which stand in every prompt that ATLAS builds."""
    return text[: text.index(_LEARNABLE)].strip()
