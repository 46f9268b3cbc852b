"""What a doubted reply teaches, drawn by rules from the very words that were said (J8, J14, S7).

A lesson quotes: what was asked, what the reply said, and how the user put it right. Where nobody said what was wrong,
there is nothing to draw, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from atlas.language.english.rules.passage import Sentence, own_words, sentences
from atlas.language.english.rules.telltale import clash, telltale
from atlas.language.words import asks, words
from atlas.model.interaction import Message, Role
from atlas.model.memory import Basis, Evidence, Kind
from atlas.model.origin import Trust, lowest
from atlas.model.proposal import Remember
from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.thinking import Doubt, Proposed

MAX_ASKED: Final = 200
MAX_SAID: Final = 240
MAX_TOLD: Final = 300
IMPORTANCE: Final = 0.8
CONFIDENCE: Final = 0.9
_WRONG: Final = 0.5
"""A verifier's score below which it says no."""
_REPORTS: Final = {
    SignalKind.VERIFIED: "a check found it wrong",
    SignalKind.UNDO: "it was undone",
    SignalKind.THUMBS_DOWN: "it was turned down",
    SignalKind.TASK_FAILURE: "the task failed",
    SignalKind.TOOL_ERROR: "a tool failed",
}


def asked_in(doubt: Doubt) -> Message | None:
    """The user's message that the reply was to."""
    return _last(doubt.about.interaction.messages, Role.USER)


def reply_in(doubt: Doubt) -> Message | None:
    return _last(doubt.about.interaction.messages, Role.ASSISTANT)


def correction_in(doubt: Doubt) -> Evidence | None:
    """How the user put it right, from the words by which the correction was known to the end of the next sentence."""
    said = {message.id: message for message in doubt.after if message.role is Role.USER}
    for signal in doubt.signals:
        if signal.kind is SignalKind.CORRECTION and signal.message in said:
            return _corrected(said[signal.message], signal)
    return None


def corrected(doubt: Doubt) -> bool:
    """Whether the user said that the reply is wrong; then it is always looked into (S7)."""
    return any(signal.kind is SignalKind.CORRECTION for signal in doubt.signals)


def question_quote(doubt: Doubt) -> Evidence | None:
    """What was asked, in the sentence that asks it."""
    message = asked_in(doubt)
    if message is None:
        return None
    said = sentences(own_words(message.text))
    asking = next((sentence for sentence in said if asks(sentence.text)), said[0] if said else None)
    return _span(message, asking.start, asking.end, MAX_ASKED) if asking else None


def evidence_for(doubt: Doubt) -> tuple[Evidence, ...]:
    """The user's words that a lesson stands on: the question and the correction."""
    return tuple(item for item in (question_quote(doubt), correction_in(doubt)) if item is not None)


def drawn(doubt: Doubt) -> Proposed | None:
    """The lesson, if somebody said what was wrong."""
    return _from_correction(doubt) or _from_report(doubt)


def not_drawn(doubt: Doubt) -> str:
    """Why there is no lesson, for the record."""
    kinds = sorted({signal.kind.value for signal in doubt.signals})
    noticed = ", ".join(kinds) or "nothing"
    return f"Noticed: {noticed}. Nobody said what was wrong with the reply, so nothing could be drawn from it."


def _from_correction(doubt: Doubt) -> Proposed | None:
    told = correction_in(doubt)
    if told is None:
        return None
    told_in = next(message for message in doubt.after if message.id == told.message)
    return _lesson(
        doubt, f"that was wrong: “{told.quote}”", told.quote, [told_in.origin.trust], "The user corrected it."
    )


def _from_report(doubt: Doubt) -> Proposed | None:
    """What an application or a verifier wrote beside its report. Whose words those are, nobody knows."""
    signal = next((each for each in doubt.signals if _reports(each)), None)
    if signal is None:
        return None
    note = " ".join(signal.note.split())[:MAX_TOLD]
    return _lesson(doubt, f"{_REPORTS[signal.kind]}: “{note}”", note, [Trust.OUTSIDE], "The application reported it.")


def _reports(signal: Signal) -> bool:
    told = signal.source in (Source.APPLICATION, Source.VERIFIER) and bool(signal.note.strip())
    return told and signal.kind in _REPORTS and not (signal.kind is SignalKind.VERIFIED and signal.score >= _WRONG)


def _lesson(doubt: Doubt, wrong: str, told: str, trusts: list[Trust], reason: str) -> Proposed | None:
    evidence = evidence_for(doubt)
    if not evidence:
        return None
    asked, said = question_quote(doubt), _said(doubt, told)
    parts = [f"Asked “{asked.quote}”" if asked else "", f"the reply said “{said}”" if said else ""]
    opening = ", ".join(filter(None, parts)) or "Of a reply"
    content = f"{opening[0].upper()}{opening[1:]}; {wrong}"
    lesson = Remember(
        content,
        Kind.LESSON,
        Basis.INFERRED,
        evidence,
        confidence=CONFIDENCE,
        importance=IMPORTANCE,
        reason=reason,
    )
    seen = [message.origin.trust for message in (asked_in(doubt), reply_in(doubt)) if message is not None]
    return Proposed(lesson, lowest([*seen, *trusts]))


def _said(doubt: Doubt, told: str) -> str | None:
    """The sentence of the reply that the correction is about: the one that shares most with it, and clashes."""
    reply, asked = reply_in(doubt), question_quote(doubt)
    if reply is None:
        return None
    topic = set(words(f"{asked.quote if asked else ''} {told}"))
    right = telltale(told)

    def weight(sentence: Sentence) -> tuple[int, int]:
        shared = len(topic & set(words(sentence.text)))
        return (shared + 2 * clash(telltale(sentence.text), right), -sentence.start)

    best = max(sentences(reply.text), key=weight, default=None)
    return _span(reply, best.start, best.end, MAX_SAID).quote if best else None


def _corrected(message: Message, signal: Signal) -> Evidence | None:
    said = sentences(own_words(message.text))
    held = [place for place, each in enumerate(said) if each.start < max(signal.end, 1) and signal.start < each.end]
    if not held:
        return None
    first, last = said[held[0]], said[min(held[-1] + 1, len(said) - 1)]
    return _span(message, first.start, last.end, MAX_TOLD)


def _span(message: Message, start: int, end: int, most: int) -> Evidence:
    """Cut at a word where it is too long, so that it stays verbatim."""
    if end - start > most:
        cut = message.text.rfind(" ", start + 1, start + most)
        end = cut if cut > start else start + most
    return Evidence(message.id, start, end, message.text[start:end], message.origin)


def _last(messages: Iterable[Message], role: Role) -> Message | None:
    return next((message for message in reversed(tuple(messages)) if message.role is role), None)
