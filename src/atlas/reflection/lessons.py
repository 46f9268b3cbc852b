"""Lessons from doubted replies, drawn by rules from the very words of the user (J8, J14, S7).

Its text repeats the question, the reply's wrong sentence and the correction; its evidence is the user's words alone,
and the reply only lowers its trust. Where nobody said what was wrong, no lesson is drawn, and the record says so; nor
where a correction is about the form of answers, which is a wish and says nothing of the question.
Lessons with a model are in `adaptive.py`, lessons from failures that recur in `clusters.py`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace
from typing import Final

from atlas.language.interface import Sentence
from atlas.language.registry import LANGUAGE
from atlas.language.words import asks, words
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES
from atlas.model.interaction import Message, Role
from atlas.model.memory import Basis, Evidence, Kind
from atlas.model.origin import Trust, find_lowest_trust
from atlas.model.proposal import Remember
from atlas.model.reading import Act, Reading, Unread
from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.thinking import Annotate, Annotations, Doubt, Given, Proposed, Request
from atlas.reflection.wording import clip_quote

MAX_ASKED: Final = 200
MAX_SAID: Final = 240
MAX_TOLD: Final = 300
IMPORTANCE: Final = 0.8
CONFIDENCE: Final = 0.9
_MATTER: Final = 3
_WRONG: Final = 0.5
"""A verifier's score below which it says no."""
_REPORTS: Final = {
    SignalKind.VERIFIED: "a check found it wrong",
    SignalKind.UNDO: "it was undone",
    SignalKind.THUMBS_DOWN: "it was turned down",
    SignalKind.TASK_FAILURE: "the task failed",
    SignalKind.TOOL_ERROR: "a tool failed",
}


def find_question(doubt: Doubt) -> Message | None:
    """Find the user's message that the reply answers."""
    return _last_of_role(doubt.about.interaction.messages, Role.USER)


def find_doubted_reply(doubt: Doubt) -> Message | None:
    return _last_of_role(doubt.about.interaction.messages, Role.ASSISTANT)


def find_correction_quote(doubt: Doubt) -> Evidence | None:
    """Quote the user's correction, up to the end of the sentence after its cue."""
    said = {message.id: message for message in doubt.after if message.role is Role.USER}
    for signal in doubt.signals:
        if signal.kind is SignalKind.CORRECTION and signal.message in said:
            return _quote_correction(said[signal.message], signal)
    return None


def was_corrected(doubt: Doubt) -> bool:
    """Tell whether the user called the reply wrong; then it is always looked into (S7)."""
    return any(signal.kind is SignalKind.CORRECTION for signal in doubt.signals)


def read_verdict(doubt: Doubt) -> bool | None:
    """Tell whether a verifier found the reply right; the last verdict counts, and None is none (S13)."""
    verdicts = [signal for signal in doubt.signals if signal.kind is SignalKind.VERIFIED]
    return max(verdicts, key=lambda signal: signal.at).score >= _WRONG if verdicts else None


def find_question_quote(doubt: Doubt) -> Evidence | None:
    message = find_question(doubt)
    return quote_question(message) if message else None


def quote_question(message: Message) -> Evidence | None:
    """Quote the sentence of a message that asks, or its first."""
    said = _split_own_sentences(message)
    asking = next((sentence for sentence in said if asks(sentence.text)), said[0] if said else None)
    return _make_evidence(message, asking.start, asking.end, MAX_ASKED) if asking else None


def collect_evidence(doubt: Doubt) -> tuple[Evidence, ...]:
    """Collect the user's words behind a lesson: the question and the correction."""
    return tuple(item for item in (find_question_quote(doubt), find_correction_quote(doubt)) if item is not None)


def draw_lesson(doubt: Doubt) -> Generator[tuple[Request, ...], tuple[Given, ...], Proposed | None]:
    """Draw the lesson, if somebody said what was wrong with more than the form of the reply."""
    told = find_correction_quote(doubt)
    if told is not None and (yield from _teaches_nothing(doubt, told)):
        return _lesson_from_report(doubt)
    return _lesson_from_correction(doubt) or _lesson_from_report(doubt)


def _teaches_nothing(doubt: Doubt, told: Evidence) -> Generator[tuple[Request, ...], tuple[Given, ...], bool]:
    """Tell whether a correction is a wish about answers, as the small reader reads it ("celsius, please!"), or only
    sounds like a correction ("wait, let me think")."""
    said = next(message for message in doubt.after if message.id == told.message)
    reply = find_doubted_reply(doubt)
    (given,) = yield (Annotate((Unread(said.text, reply.text if reply else ""),)),)
    readings = given.readings if isinstance(given, Annotations) else None
    return readings is not None and (_wishes_form(readings[0]) or _tells_nothing(readings[0], told))


def _tells_nothing(reading: Reading, told: Evidence) -> bool:
    """Tell whether a correction holds neither what is so, nor what to do, nor a name or a figure, nor as many words
    that say something as a sentence about the matter has ("wrong: only seam grip holds")."""
    if reading.marks or reading.act is Act.CORRECT or LANGUAGE.directives.find_instruction(told.quote):
        return False
    said = LANGUAGE.meaning.read_telltale(told.quote)
    matter = LANGUAGE.notes.find_topics([told.quote])
    return len(matter) < _MATTER and not (said.figures or said.names or said.denied or said.days)


def _wishes_form(reading: Reading) -> bool:
    told = [mark.attribute in BEHAVIOUR_ATTRIBUTES for mark in reading.marks]
    return reading.act is Act.STYLE or (bool(told) and all(told))


def word_instruction(asked: Message, order: str) -> str:
    """Word what to do the next time, for the question that it belongs to."""
    return f"When asked “{clip_quote(asked.text).rstrip('.')}” or the like: {order}"


def quote_whole_message(message: Message) -> Evidence:
    return _make_evidence(message, 0, len(message.text.rstrip()), MAX_TOLD)


def explain_no_lesson(doubt: Doubt) -> str:
    """Say why there is no lesson, for the record."""
    if read_verdict(doubt):
        return "A verifier found the reply right, and its verdict outranks the doubt."
    kinds = sorted({signal.kind.value for signal in doubt.signals})
    noticed = ", ".join(kinds) or "nothing"
    return f"Noticed: {noticed}. Nobody said what was wrong with the reply, so nothing could be drawn from it."


def _lesson_from_correction(doubt: Doubt) -> Proposed | None:
    told = find_correction_quote(doubt)
    if told is None:
        return None
    told_in = next(message for message in doubt.after if message.id == told.message)
    asked, order = find_question(doubt), LANGUAGE.directives.find_instruction(told.quote)
    if asked and order and collect_evidence(doubt):
        made = Remember(
            word_instruction(asked, order),
            Kind.LESSON,
            Basis.INFERRED,
            collect_evidence(doubt),
            confidence=CONFIDENCE,
            importance=IMPORTANCE,
            reason="The user said how it is to be done.",
        )
        return Proposed(made, find_lowest_trust([asked.origin.trust, told_in.origin.trust]))
    return _make_lesson(
        doubt, f"that was wrong: “{told.quote}”", told.quote, [told_in.origin.trust], "The user corrected it."
    )


def _lesson_from_report(doubt: Doubt) -> Proposed | None:
    """Draw a lesson from the note of an application's or verifier's report, of unknown authorship."""
    signal = next((each for each in doubt.signals if _is_bad_report(each)), None)
    if signal is None:
        return None
    note = " ".join(signal.note.split())[:MAX_TOLD]
    return _make_lesson(
        doubt, f"{_REPORTS[signal.kind]}: “{note}”", note, [Trust.OUTSIDE], "The application reported it."
    )


def _is_bad_report(signal: Signal) -> bool:
    told = signal.source in (Source.APPLICATION, Source.VERIFIER) and bool(signal.note.strip())
    return told and signal.kind in _REPORTS and not (signal.kind is SignalKind.VERIFIED and signal.score >= _WRONG)


def _make_lesson(doubt: Doubt, wrong: str, told: str, trusts: list[Trust], reason: str) -> Proposed | None:
    evidence = collect_evidence(doubt)
    if not evidence:
        return None
    asked, reply = find_question_quote(doubt), find_doubted_reply(doubt)
    said = quote_wrong_sentence(reply, asked.quote if asked else "", told) if reply else None
    parts = [f"Asked “{asked.quote}”" if asked else "", f"the reply said “{said.quote}”" if said else ""]
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
    seen = [
        message.origin.trust for message in (find_question(doubt), find_doubted_reply(doubt)) if message is not None
    ]
    return Proposed(lesson, find_lowest_trust([*seen, *trusts]))


def quote_wrong_sentence(reply: Message, asked: str, told: str) -> Evidence | None:
    """Quote the sentence of a reply that shares most with the question and the correction, and clashes with that."""
    topic = set(words(f"{asked} {told}"))
    meaning = LANGUAGE.meaning
    right = meaning.read_telltale(told)

    def weight(sentence: Sentence) -> tuple[int, int]:
        shared = len(topic & set(words(sentence.text)))
        return (shared + 2 * meaning.telltales_clash(meaning.read_telltale(sentence.text), right), -sentence.start)

    best = max(_split_reply(reply.text), key=weight, default=None)
    return _make_evidence(reply, best.start, best.end, MAX_SAID) if best else None


def _split_reply(text: str) -> list[Sentence]:
    """Split a reply into sentences; what ends in a colon ("As far as I know:") goes with what it announces."""
    found: list[Sentence] = []
    for sentence in LANGUAGE.speech.split_sentences(text):
        start = found.pop().start if found and found[-1].text.endswith(":") else sentence.start
        found.append(replace(sentence, start=start, text=text[start : sentence.end]))
    return found


def _quote_correction(message: Message, signal: Signal) -> Evidence | None:
    said = _split_own_sentences(message)
    held = [place for place, each in enumerate(said) if each.start < max(signal.end, 1) and signal.start < each.end]
    if not held:
        return None
    first, last = said[held[0]], said[min(held[-1] + 1, len(said) - 1)]
    return _make_evidence(message, first.start, last.end, MAX_TOLD)


def _split_own_sentences(message: Message) -> list[Sentence]:
    speech = LANGUAGE.speech
    return speech.split_sentences(speech.blank_foreign_text(message.text))


def _make_evidence(message: Message, start: int, end: int, most: int) -> Evidence:
    """Make evidence, cut at a word where it is too long, so that it stays verbatim."""
    if end - start > most:
        cut = message.text.rfind(" ", start + 1, start + most)
        end = cut if cut > start else start + most
    return Evidence(message.id, start, end, message.text[start:end], message.origin)


def _last_of_role(messages: Iterable[Message], role: Role) -> Message | None:
    return next((message for message in reversed(tuple(messages)) if message.role is role), None)
