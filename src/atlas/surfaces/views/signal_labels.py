"""Signals in plain words, for whoever reads them; machines have their names in `--json`."""

from __future__ import annotations

import re
from typing import Final

from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.task import Task
from atlas.surfaces.views.text import one_line
from atlas.triggers.table import DEEPLY_DOUBTED, DOUBTED, INTERACTION, SESSION_ENDED

_RIGHT: Final = 0.5
"""A verifier's score from which on it found the reply right."""
SIGNAL_WORDS: Final = {
    SignalKind.HEDGING: "hedged",
    SignalKind.UNSURE: "unsure",
    SignalKind.INCONSISTENT: "answers differ",
    SignalKind.SCATTERED: "answers scatter",
    SignalKind.LOW_CONFIDENCE: "doubted",
    SignalKind.RE_ASK: "asked again",
    SignalKind.CORRECTION: "corrected",
    SignalKind.UNDO: "taken back",
    SignalKind.ABANDONMENT: "left",
    SignalKind.ACCEPTANCE: "accepted",
    SignalKind.DISSATISFACTION: "not content",
    SignalKind.STRANGE: "strange ground",
    SignalKind.TASK_FAILURE: "task not done",
    SignalKind.TOOL_ERROR: "tool failed",
    SignalKind.REPETITION: "again and again",
    SignalKind.LONG_TASK: "no end to it",
    SignalKind.SAME_FAILURE: "failed before",
    SignalKind.VERIFIED: "found wrong",
    SignalKind.THUMBS_UP: "thumbs up",
    SignalKind.THUMBS_DOWN: "thumbs down",
}
"""What is said of a reply; of a failure that a verifier told of, that it found the reply wrong."""
SOURCE_WORDS: Final = {
    Source.NOTICED: "noticed",
    Source.APPLICATION: "reported",
    Source.VERIFIER: "checked",
    Source.MODEL: "by a model",
}
_EVENTS: Final = {
    INTERACTION: "every interaction",
    SESSION_ENDED: "a session's end",
    DOUBTED: "a doubted reply",
    DEEPLY_DOUBTED: "a deeply doubted reply",
    SignalKind.HEDGING: "a reply that hedges",
    SignalKind.UNSURE: "a reply that is unsure",
    SignalKind.INCONSISTENT: "answers that differ",
    SignalKind.SCATTERED: "answers that scatter",
    SignalKind.LOW_CONFIDENCE: "a doubted reply",
    SignalKind.RE_ASK: "a question asked again",
    SignalKind.CORRECTION: "a correction",
    SignalKind.UNDO: "a reply taken back",
    SignalKind.ABANDONMENT: "a question left open",
    SignalKind.ACCEPTANCE: "thanks",
    SignalKind.DISSATISFACTION: "someone not content",
    SignalKind.STRANGE: "strange ground",
    SignalKind.TASK_FAILURE: "a task not done",
    SignalKind.TOOL_ERROR: "a tool that failed",
    SignalKind.REPETITION: "an action again and again",
    SignalKind.LONG_TASK: "a task without end",
    SignalKind.SAME_FAILURE: "a failure seen before",
    SignalKind.VERIFIED: "a verifier's verdict",
    SignalKind.THUMBS_UP: "a thumbs up",
    SignalKind.THUMBS_DOWN: "a thumbs down",
}


_SIGNALS: Final = re.compile(rf"\b(?:{'|'.join(kind for kind in SignalKind if '_' in kind)})\b")
"""Only names that nobody would say by chance."""


def signal_word(signal: Signal) -> str:
    if signal.kind is SignalKind.VERIFIED and signal.score >= _RIGHT:
        return "found right"
    return SIGNAL_WORDS[signal.kind]


def describe_task(task: Task) -> str:
    """Name what a job was to do."""
    from atlas.engine.jobs.registry import spec_of  # with the engine, which most of the command line does without

    return spec_of(task).name


def translate_signal_names(text: str) -> str:
    """Replace the machine names of signals in a sentence ("re_ask") by the words that people have."""
    return _SIGNALS.sub(lambda match: SIGNAL_WORDS[SignalKind(match.group())], text)


def describe_event(name: str) -> str:
    """Name the event that makes thinking owed, as one says it: `a correction`. A trigger's own name stays as it is."""
    return _EVENTS.get(name, one_line(name))
