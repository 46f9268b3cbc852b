"""The host's own messages and system prompt, known by their words, so that none is sent twice (C13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from atlas.language.folding import fold_spacing, fold_text
from atlas.language.sentences import sentence_spans

MOST: Final = 1_000_000
"""Characters that are compared with; of more, the last ones."""
_NEARLY: Final = 0.8
"""A host that cut a message short still sends it, where so much of it is there."""


class HostText:
    """All text that a host sends with a call, folded so that two spellings of one text are equal."""

    def __init__(self, texts: Iterable[str]) -> None:
        given = [text for text in texts if text]
        self._texts = [fold_text(text) for text in given]
        self._all = "\n".join(fold_spacing(text) for text in given)[-MOST:]

    def __bool__(self) -> bool:
        return bool(self._all)

    def contains(self, text: str) -> bool:
        """Tell whether the host sends this text: as written, or sentence by sentence, as in a gist."""
        whole = fold_text(text)
        return self._contains(whole) or self._contains_most_of(whole) or self._contains_each_sentence(text)

    def _contains(self, words: str) -> bool:
        at = self._all.find(words) if words else -1
        while at >= 0:
            if not (_is_letter_at(self._all, at - 1) and _is_letter_at(words, 0)) and not (
                _is_letter_at(self._all, at + len(words)) and _is_letter_at(words, len(words) - 1)
            ):
                return True
            at = self._all.find(words, at + 1)
        return False

    def _contains_most_of(self, whole: str) -> bool:
        return any(len(text) >= _NEARLY * len(whole) and text in whole for text in self._texts if text)

    def _contains_each_sentence(self, text: str) -> bool:
        pieces = [text[start:end] for start, end in sentence_spans(text)]
        return len(pieces) > 1 and all(self._contains(fold_text(piece)) for piece in pieces)


def _is_letter_at(text: str, at: int) -> bool:
    """Tell whether a letter stands there: "no" does not stand in "know"."""
    return 0 <= at < len(text) and text[at].isalnum()
