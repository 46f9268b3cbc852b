"""The constitution's bytes are pinned; ATLAS does not start with a missing or altered one (E9, H1)."""

from __future__ import annotations

import hashlib
from typing import Final

from atlas.errors import ConstitutionBroken

PINNED_SHA256: Final = "c2070b1821b6b97edbd3d577c62487d1e80743b44223ac26885841ad22658a3a"

_LEARNABLE: Final = "## Level 4"


def verify_constitution(content: bytes | None) -> str:
    """Return the constitution's text, or raise ConstitutionBroken."""
    if content is None:
        raise ConstitutionBroken("The constitution is missing; ATLAS does not start without it. Reinstall the package.")
    if hashlib.sha256(content).hexdigest() != PINNED_SHA256:
        raise ConstitutionBroken("The constitution was altered; ATLAS does not start with it. Reinstall the package.")
    return content.decode("utf-8")


def extract_binding_levels(text: str) -> str:
    """Return levels 1 to 3, which stand in every prompt built by ATLAS."""
    return text[: text.index(_LEARNABLE)].strip()
