"""Reactions to the reply in the user's next words: a correction (S7), an undo (S8), thanks (S9)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Final

from atlas.language.sentences import sentence_around
from atlas.language.words import IN_FIGURES, asks, find_words
from atlas.language.words import words as stems
from atlas.signals.content_words import extract_telling_stems
from atlas.signals.interaction_view import ENDS_ASKING
from atlas.signals.policy import SignalPolicy
from atlas.signals.text_parts import first_words
from atlas.signals.word_lists import Span, WordLists, find_opening_phrase, find_phrases, has_phrase

_PLAIN: Final = 0.9
_CONTRAST: Final = 0.8
_LIKELY: Final = 0.6
_TOLD_HOW: Final = 0.1
"""Added where the message says what is right."""

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
class Cue:
    """Words that show a reaction, with their span and score."""

    score: float
    span: Span
    figures: tuple[tuple[str, float], ...] = ()


def find_correction(text: str, reply: str, words: WordLists, policy: SignalPolicy) -> Cue | None:
    """Find words that call the reply wrong, and perhaps say how. "Wrong" is said plainly; or a statement of the
    reply is denied; or a "no" or "actually" opens a statement. After a question of the assistant an opening "no" is
    only an answer."""
    seen = (
        _find_plain_correction(text, words)
        or _find_denial(text, reply, words)
        or _find_opening_refusal(text, reply, words)
    )
    if seen is None:
        return None
    rest = f"{text[: seen.span[0]]} {text[seen.span[1] :]}"
    how = bool(extract_telling_stems(rest, words) - extract_telling_stems(reply, words))
    score = min(1.0, seen.score + (_TOLD_HOW if how else 0.0))
    return Cue(score, seen.span, (("told_how", float(how)),)) if score >= policy.correction_from else None


def _find_plain_correction(text: str, words: WordLists) -> Cue | None:
    """Find a plain correction; a question ("is that wrong?") is none."""
    spans = [
        span for span in find_phrases(first_words(text), words.corrections) if not asks(sentence_around(text, *span))
    ]
    return Cue(_PLAIN, spans[0]) if spans else None


def _find_denial(text: str, reply: str, words: WordLists) -> Cue | None:
    """Find a denial ("not 8080") of a word in the reply; in a long message people deny all kinds of things."""
    if len(first_words(text)) < len(text.rstrip()):
        return None
    said, doubts = extract_telling_stems(reply, words), find_phrases(text, words.hedges)
    for start, end in find_phrases(text, words.contrasts):
        hedged = any(first <= start < last for first, last in doubts)
        denied = _find_telling_word(text, end, words)
        if (
            denied
            and not hedged
            and extract_telling_stems(denied.group(), words) <= said
            and not asks(sentence_around(text, start, end))
        ):
            return Cue(_CONTRAST, (start, denied.end()))
    return None


def _find_telling_word(text: str, after: int, words: WordLists) -> re.Match[str] | None:
    """Find the first telling word in the rest of a clause."""
    end = _CLAUSE_ENDS.search(text, after)
    near = islice(find_words(text, after, end.start() if end else None, joined_by=IN_FIGURES), _WITHIN)
    return next((word for word in near if extract_telling_stems(word.group(), words)), None)


def _find_opening_refusal(text: str, reply: str, words: WordLists) -> Cue | None:
    if asks(text) == ENDS_ASKING or asks(reply) == ENDS_ASKING:
        return None
    span = find_opening_phrase(text, words.refusals) or find_opening_phrase(text, words.restatements)
    rest = extract_telling_stems(text[span[1] :], words) if span else frozenset()
    content = any(has_phrase(text, each) for each in (words.closings, words.thanks, words.pauses))
    states = span and len(rest) >= _STATES and not content and not shows_pleasure(first_words(text), words)
    return Cue(_LIKELY, span) if span and states else None


def find_undo(text: str, words: WordLists) -> Cue | None:
    """Find an order such as "undo that": short, and no question."""
    if asks(text) or len(stems(text)) > _ORDER:
        return None
    spans = find_phrases(text, words.undo)
    return Cue(1.0, spans[0]) if spans else None


def find_acceptance(text: str, words: WordLists) -> Cue | None:
    """Find thanks or acceptance of an offer; "thanks, but that is wrong" is neither."""
    said = first_words(text)
    if has_phrase(said, words.dissatisfaction) or has_phrase(said, words.corrections):
        return None
    thanks = find_phrases(text, words.thanks)
    if thanks:
        return Cue(1.0, thanks[0])
    span = _find_praise(said, words)
    return Cue(_LIKELY, span) if span else None


def shows_pleasure(text: str, words: WordLists) -> bool:
    return _find_praise(text, words) is not None


def _find_praise(text: str, words: WordLists) -> Span | None:
    """Find praise alone at the beginning, or acceptance anywhere; not negated, nor in a question."""
    praise = find_opening_phrase(text, words.praise)
    if praise and _ALONE.match(text, praise[1]):
        return praise
    taken = (span for span in find_phrases(text, words.acceptance) if not asks(sentence_around(text, *span)))
    return next((span for span in taken if not _is_negated(text, span, words)), None)


def _is_negated(text: str, span: Span, words: WordLists) -> bool:
    """Tell whether a negation stands a word or two before the span."""
    before = " ".join(text[max(0, span[0] - _NEAR) : span[0]].split()[-2:])
    return has_phrase(before, words.negations)
