"""Who a text came from, and how far that is to be trusted (X1).

Origin is set by code where text comes in, never by a model. Trust is a number so that "the lowest of its sources" is
`min`; nothing derived can rise above it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Final


class Trust(IntEnum):
    UNKNOWN = 0
    WEB = 1
    OUTSIDE = 2
    ASSISTANT = 3
    USER = 4
    OPERATOR = 5


class Origin(StrEnum):
    OPERATOR = "operator"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    FILE = "file"
    IMPORT = "import"
    WEB = "web"
    UNKNOWN = "unknown"

    @property
    def trust(self) -> Trust:
        return _TRUST[self]


_TRUST: Final = {
    Origin.OPERATOR: Trust.OPERATOR,
    Origin.USER: Trust.USER,
    Origin.ASSISTANT: Trust.ASSISTANT,
    Origin.TOOL: Trust.OUTSIDE,
    Origin.FILE: Trust.OUTSIDE,
    Origin.IMPORT: Trust.OUTSIDE,
    Origin.WEB: Trust.WEB,
    Origin.UNKNOWN: Trust.UNKNOWN,
}


def find_lowest_trust(trusts: Iterable[Trust]) -> Trust:
    """Return the trust of a derived text: that of its weakest source; of no source at all, none."""
    return min(trusts, default=Trust.UNKNOWN)
