"""Characters that nobody sees: which they are, and a text without them.

Hidden characters (zero width, direction overrides, tag characters) smuggle instructions past a reader's eye. Joiners,
and selectors of variants, are hidden too, but emoji and several scripts are spelled with them: one beside such a letter
is kept, a row of them spells bytes that nobody sees.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from atlas.language.folding import limit_marks

UNSEEN_IN_CLEAN_TEXT: Final = "\u200c\u200d\u2800\ufe00-\ufe0f"
"""What of a cleaned text draws nothing, beside space: to stand in a character class."""
UNSAFE_IN_TERMINAL: Final = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""What JSON leaves raw, and a terminal may obey."""

_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
"""All of ASCII that is not kept as it is."""
_LINE_ENDS: Final = re.compile("\r\n|[\r\u2028\u2029]")
_JOINER_ROWS: Final = re.compile("([\u200c\u200d])[\u200c\u200d]+|([\ufe00-\ufe0f])[\ufe00-\ufe0f]+")
_JOINERS: Final = frozenset({"\u200c", "\u200d", "\ufe0e", "\ufe0f"})
_KEPT: Final = frozenset({"\n", "\t"})
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_SELECTORS: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def remove_hidden(text: str) -> str:
    """Remove hidden characters and heaps of marks, replace lone surrogates, unify line ends."""
    if text.isascii() and not _CONTROLS.search(text):
        return text
    unified = _LINE_ENDS.sub("\n", _SURROGATES.sub("\ufffd", text))
    return _JOINER_ROWS.sub(r"\1\2", _HIDDEN.sub("", limit_marks(unified)))


def may_hide(text: str) -> bool:
    """Tell whether a text may hold hidden characters; of most texts one look tells that it holds none."""
    return not text.isprintable() or _SELECTORS.search(text) is not None


def is_hidden(text: str, place: int) -> bool:
    """Tell whether the character at this place is hidden; a joiner is none where it shapes the letter before it."""
    sign = text[place]
    invisible = unicodedata.category(sign) in _INVISIBLE or _SELECTORS.match(sign) is not None
    return invisible and sign not in _KEPT and not (sign in _JOINERS and _shapes_letter(text, place))


def _shapes_letter(text: str, place: int) -> bool:
    """Tell whether it follows a letter or picture that is spelled with joiners, and not another joiner."""
    before = text[place - 1] if place else ""
    return bool(before) and (ord(before) > 0x2FF or before in "#*0123456789") and before not in _JOINERS - {"\ufe0f"}
