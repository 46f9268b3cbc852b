"""What went wrong, with a next step: in the sentence itself, or by the kind of trouble it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from atlas.surfaces.views.text import one_line

if TYPE_CHECKING:
    from atlas.errors import AtlasError

_SAYS_STEP: Final = re.compile(
    r"\batlas [a-z]|[:;] \S|--\w|\bone of\b|\bsuch as\b|\bat (?:most|least)\b|\b\d[\d,]* to \d|\bmeanwhile\b"
    r"|\bagain\b|\b(?:give|say|choose|name|set|ask|needs)\b",
    re.IGNORECASE,
)
"""How a sentence goes that says what to do, what is taken, or what there is."""


def describe_error(trouble: AtlasError) -> str:
    """The sentence on one line; with the next step of its kind where it says none."""
    sentence = one_line(str(trouble))
    return sentence if says_next_step(sentence) else f"{sentence} {trouble.next_step}".strip()


def says_next_step(sentence: str) -> bool:
    return _SAYS_STEP.search(sentence) is not None
