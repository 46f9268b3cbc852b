"""The frames in which memories are served: labels, scores, quotation with its source (X2)."""

from __future__ import annotations

import re
from typing import Final

from atlas.model.origin import Origin
from atlas.model.served_context import DAY

_KNOWN: Final = r"(?:relevant|recalled|retrieved|stored|saved|past|previous|long[- ]term|known|user)"
_MARKED: Final = (
    r"</?(?:[\w-]*memor(?:y|ies)[\w-]*|context|recall\w*)>",
    r"^[ \t]*\[(?:memory|recall(?:ed)?|context|from memory)\]\s*",
    rf"^[ \t]*(?:{_KNOWN}\s+)+(?:memor(?:y|ies)|facts?|context)(?: about (?:the )?user)?\s*:\s*",
    r"^[ \t]*(?:(?:known )?facts|what (?:i|we) know) about [\w' ]{1,30}:\s*",
    r"^[ \t]*(?:(?:from )?memory|recalled|remembered|previously (?:noted|stored|saved|recorded))\s*[:,]\s*",
    rf"^[ \t]*(?:according to|based on|as per|from) (?:my |the |its |our )?(?:{_KNOWN} )?memor(?:y|ies),?\s*(?:that )?",
    r"^[ \t]*(?:(?:the |my )?(?:user(?:'s|’s)? )?memor(?:y|ies)|records?) (?:states?|says?|shows?)(?: that)?\s*",
    r"^[ \t]*(?:the )?(?:assistant|agent|ai|bot|model) (?:recalls?|remembers?|recalled|remembered)(?: that)?\s*",
    r"[(\[]\s*(?:score|relevance|similarity|distance|confidence)\s*[:=]?\s*[01]?\.\d+\s*[)\]]",
    rf"^[ \t]*[-*•]\s*“(?=.*” \()|”\s*\((?:{'|'.join(Origin)}), \d{{4}}-\d\d-\d\d,[^()]*\)",
    rf'^[ \t]*[-*•]\s*"(?=.*" \()|"\s*\((?:(?:{"|".join(Origin)}), )?{DAY}(?:[:;][^()]*)?\)[ \t]*$',
)
_SERVED: Final = re.compile("|".join(f"(?:{pattern})" for pattern in _MARKED), re.IGNORECASE | re.MULTILINE)


def remove_memory_frames(text: str) -> tuple[str, int]:
    """Remove the frames of served memories from a text, and count them."""
    return _SERVED.subn("", text)
