"""The small reader: an encoder of 30 million weights with heads, as int8, run on the CPU.

Each message is read by itself: the activations are quantised over what is run together, so that a neighbour would move
what is read. Long messages are read in windows of whole sentences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas.adapters.onnx_session import PinnedModel, open_session, run_session
from atlas.errors import AnnotatorTrouble
from atlas.language.sentences import sentence_spans
from atlas.model.reading import Act, Mark, Place, Reading, Unread

if TYPE_CHECKING:
    from atlas.adapters.reading.confidence import Confidence

IDENTITY: Final = "reader-1"
SHIPPED: Final = Path(__file__).parent / "data"
"""The reader on board."""
_REMEDY: Final = "reinstall ATLAS"
_WIDTH: Final = 192
_WINDOW_CHARACTERS: Final = 480
_MOST_WINDOWS: Final = 12
"""A pasted book is not read to its end; what a person tells stands near the beginning or the end of what they type."""


class OnnxAnnotator:
    """Reads English messages. Safe to share between threads."""

    def __init__(self, folder: Path, *, threads: int = 1) -> None:
        """`folder` holds the weights, and the calibration that was fitted to them and names their hash."""
        self._folder = folder
        self._threads = threads

    @property
    def identity(self) -> str:
        return IDENTITY

    def annotate(self, messages: Sequence[Unread]) -> list[Reading]:
        if not messages:
            return []
        model, confidence = load_reader(self._folder)
        session = open_session(model, self._threads)

        def read(text: str, before: str) -> Reading:
            return _read_window(session, model, confidence, Unread(text, before))

        return [_read_message(message, read) for message in messages]


def _read_message(message: Unread, read: Callable[[str, str], Reading]) -> Reading:
    found: list[Reading] = []
    for start, end in cut_windows(message.text):
        reading = read(message.text[start:end], "" if start else message.before)
        found.append(_move_reading(reading, start))
    return _join_readings(found)


def _read_window(session: Any, model: PinnedModel, confidence: Confidence, window: Unread) -> Reading:
    import numpy as np

    from atlas.adapters.reading.decoding import decode_outputs
    from atlas.adapters.reading.spans import Outputs
    from atlas.adapters.reading.tokens import tokenise_message

    tokens = tokenise_message(window.text, window.before, _WIDTH)
    feed = {"ids": np.array([tokens.ids], np.int64), "types": np.array([tokens.types], np.int64)}
    outputs = Outputs(*(each[0] for each in run_session(session, model, feed)))
    return decode_outputs(outputs, tokens, window.text, window.before, confidence)


@lru_cache(maxsize=4)
def load_reader(folder: Path) -> tuple[PinnedModel, Confidence]:
    """The weights' file with its hash, and the confidence; what is not there, or not readable, is trouble."""
    from atlas.adapters.reading.confidence import load_confidence

    try:
        stored = json.loads((folder / "calibration.json").read_text("utf-8"))
        confidence, digest = load_confidence(stored), str(stored["reader"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise AnnotatorTrouble(f"The reader's calibration cannot be read; {_REMEDY}.") from error
    return PinnedModel(folder / "reader.onnx", digest, "reading model", _REMEDY, AnnotatorTrouble), confidence


def cut_windows(text: str) -> Iterator[tuple[int, int]]:
    """Whole sentences up to the window's size; of a very long text its beginning and its end."""
    windows: list[tuple[int, int]] = []
    spans = [(0, len(text))] if len(text) <= _WINDOW_CHARACTERS else sentence_spans(text)
    for start, end in spans:
        if windows and end - windows[-1][0] <= _WINDOW_CHARACTERS:
            windows[-1] = (windows[-1][0], end)
        else:
            windows.append((start, end))
    if len(windows) > _MOST_WINDOWS:
        half = _MOST_WINDOWS // 2
        windows = windows[:half] + windows[-half:]
    yield from windows or [(0, len(text))]


def _move_reading(reading: Reading, by: int) -> Reading:
    return replace(reading, marks=tuple(_move_mark(mark, by) for mark in reading.marks)) if by else reading


def _move_mark(mark: Mark, by: int) -> Mark:
    subject, when, label = (
        _move_place(place, by) if place else None for place in (mark.subject, mark.when, mark.label)
    )
    return replace(mark, place=_move_place(mark.place, by), subject=subject, when=when, label=label)


def _move_place(place: Place, by: int) -> Place:
    return place if place.before else replace(place, start=place.start + by, end=place.end + by)


def _join_readings(found: Sequence[Reading]) -> Reading:
    """The act of the window that does most: one that tells something outweighs those that do not."""
    if len(found) == 1:
        return found[0]
    telling = [each for each in found if each.act is not Act.NONE] or list(found)
    best = max(telling, key=lambda each: each.act_confidence)
    marks = tuple(mark for each in found for mark in each.marks)
    return Reading(best.act, best.act_confidence, max(each.telling for each in found), marks)
