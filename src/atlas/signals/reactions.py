"""What the user's next words say about the reply before them: a correction (S7), an undo (S8), thanks (S9)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Final

from atlas.language.words import asks
from atlas.language.words import words as stems
from atlas.signals.content_words import telling
from atlas.signals.interaction_view import ENDS_ASKING
from atlas.signals.policy import SignalPolicy
from atlas.signals.text_parts import opening, sentence
from atlas.signals.word_lists import Span, WordLists, found, has, opens

_PLAIN: Final = 0.9
_CONTRAST: Final = 0.8
_LIKELY: Final = 0.6
_TOLD_HOW: Final = 0.1
"""Added where the message says what is right."""

_NEXT: Final = re.compile(r"\w+(?:['’.:]\w+)*")
_CLAUSE_ENDS: Final = re.compile(r"[,;!?\n。！？，；]|\.(?=\s|$)")
_ALONE: Final = re.compile(r"\s*(?:[^\w\s]|$)")
_WITHIN: Final = 4
"""So many words after a "not" can be what it denies."""
_STATES: Final = 2
"""So many telling words after a "no" state something."""
_NEAR: Final = 80
"""Signs in which a word or two have their place."""
_ORDER: Final = 12
"""Words of an order; what is longer tells of something."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Words that show something, where they stand, and how surely."""

    score: float
    span: Span
    figures: tuple[tuple[str, float], ...] = ()


def correction(text: str, reply: str, words: WordLists, policy: SignalPolicy) -> Seen | None:
    """The user says that the reply is wrong, and perhaps how.

    "Wrong" is said plainly; or something that the reply said is denied; or a "no" or "actually" opens a statement.
    After a question of the assistant that last is only an answer.
    """
    seen = _plain(text, words) or _denied(text, reply, words) or _opened(text, reply, words)
    if seen is None:
        return None
    rest = f"{text[: seen.span[0]]} {text[seen.span[1] :]}"
    how = bool(telling(rest, words) - telling(reply, words))
    score = min(1.0, seen.score + (_TOLD_HOW if how else 0.0))
    return Seen(score, seen.span, (("told_how", float(how)),)) if score >= policy.correction_from else None


def _plain(text: str, words: WordLists) -> Seen | None:
    """Plainly; in a question ("is that wrong?") it is not said but asked."""
    spans = [span for span in found(opening(text), words.corrections) if not asks(sentence(text, span))]
    return Seen(_PLAIN, spans[0]) if spans else None


def _denied(text: str, reply: str, words: WordLists) -> Seen | None:
    """What is denied ("not 8080") stands in the reply. In a long message people deny all kinds of things."""
    if len(opening(text)) < len(text.rstrip()):
        return None
    said, doubts = telling(reply, words), found(text, words.hedges)
    for start, end in found(text, words.contrasts):
        hedged = any(first <= start < last for first, last in doubts)
        denied = _first_telling(text, end, words)
        if denied and not hedged and telling(denied.group(), words) <= said and not asks(sentence(text, (start, end))):
            return Seen(_CONTRAST, (start, denied.end()))
    return None


def _first_telling(text: str, after: int, words: WordLists) -> re.Match[str] | None:
    """The first word with a meaning of its own in the rest of a clause."""
    end = _CLAUSE_ENDS.search(text, after)
    near = islice(_NEXT.finditer(text, after, end.start() if end else len(text)), _WITHIN)
    return next((word for word in near if telling(word.group(), words)), None)


def _opened(text: str, reply: str, words: WordLists) -> Seen | None:
    if asks(text) == ENDS_ASKING or asks(reply) == ENDS_ASKING:
        return None
    span = opens(text, words.refusals) or opens(text, words.restatements)
    rest = telling(text[span[1] :], words) if span else frozenset()
    closing = has(text, words.closings) or has(text, words.thanks) or pleases(opening(text), words)
    return Seen(_LIKELY, span) if span and len(rest) >= _STATES and not closing else None


def undone(text: str, words: WordLists) -> Seen | None:
    """An order ("undo that"): short, and not asked."""
    if asks(text) or len(stems(text)) > _ORDER:
        return None
    spans = found(text, words.undo)
    return Seen(1.0, spans[0]) if spans else None


def accepted(text: str, words: WordLists) -> Seen | None:
    """Thanks, or what was offered is taken; "thanks, but that is wrong" is neither."""
    said = opening(text)
    if has(said, words.dissatisfaction) or has(said, words.corrections):
        return None
    thanks = found(text, words.thanks)
    if thanks:
        return Seen(1.0, thanks[0])
    span = _pleased(said, words)
    return Seen(_LIKELY, span) if span else None


def pleases(text: str, words: WordLists) -> bool:
    return _pleased(text, words) is not None


def _pleased(text: str, words: WordLists) -> Span | None:
    """Praise stands alone at the beginning, other words anywhere; not after a "not", nor in a question."""
    praise = opens(text, words.praise)
    if praise and _ALONE.match(text, praise[1]):
        return praise
    taken = (span for span in found(text, words.acceptance) if not asks(sentence(text, span)))
    return next((span for span in taken if not _negated(text, span, words)), None)


def _negated(text: str, span: Span, words: WordLists) -> bool:
    """A negation a word or two before it."""
    before = " ".join(text[max(0, span[0] - _NEAR) : span[0]].split()[-2:])
    return has(before, words.negations)
