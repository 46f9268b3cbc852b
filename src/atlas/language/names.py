"""Names are input like any other (rule 14 of the trust model): bounded, and on one line.

Whether a text can be a name at all, or stands for one of the parties of a conversation, is for a language to tell.
"""

from __future__ import annotations

import re
from typing import Final

MAX_SPEAKER: Final = 80
"""Characters of a person's name; the longest on passports have fewer."""

_LINES: Final = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_MARKUP: Final = re.compile(r"[<>{}\[\]|`*#\\\"“”]+")


def plain_name(text: str) -> str:
    """Put a name on one line, without signs that a format could read."""
    return _LINES.sub(" ", _MARKUP.sub(" ", text)).strip()
