"""What a model's endpoint sends, read strictly: a server is somebody else's program (trust rule 4).

Nothing it says is repeated in a complaint, for it may hold the key or somebody's words.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any, Final

from atlas.errors import ModelTrouble

MAX_DEPTH: Final = 100
_MOST_TOKENS: Final = 10**9
"""No reply has as many; a count beyond it would be a lie in the ledger."""


def strict_object(raw: bytes) -> dict[str, Any]:
    """A JSON object in UTF-8, without what JSON does not have and without keys that contradict each other."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise ModelTrouble("The model's answer is not valid UTF-8.", paid=True) from None
    try:
        answer = json.loads(
            text, parse_constant=_refuse_constant, parse_float=_read_finite, object_pairs_hook=_refuse_repeated_keys
        )
    except (ValueError, RecursionError):
        raise ModelTrouble("The model's answer is not valid JSON.", paid=True) from None
    if not isinstance(answer, dict):
        raise ModelTrouble("The model's answer is not a JSON object.", paid=True)
    if _is_too_deep(answer):
        raise ModelTrouble(f"The model's answer is JSON of more than {MAX_DEPTH} levels.", paid=True)
    return answer


def find_place(answer: Any, *path: str | int) -> Any:
    """Find the value at this place of an answer; None where there is no such place."""
    for step in path:
        try:
            answer = answer[step]
        except (KeyError, IndexError, TypeError):
            return None
    return answer


def check_text(text: object) -> str:
    """Check that a reply has a text, and one that can be stored; else ModelTrouble."""
    if not isinstance(text, str):
        raise ModelTrouble("The model's answer has no text where it should be.", paid=True)
    if not text.strip():
        raise ModelTrouble("The model answered with nothing.", paid=True)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ModelTrouble("The model answered with half a character, which cannot be stored.", paid=True) from None
    return text


def clean_piece(text: object) -> str:
    """A part of a reply that is still coming. Half a character becomes a question mark: the rest may be good."""
    return text.encode("utf-8", "replace").decode("utf-8") if isinstance(text, str) else ""


def sum_tokens(answer: Any, *names: str) -> int | None:
    """Sum these counts of `usage`; None when the provider tells none of them."""
    counts = [count for name in names if (count := _read_count(find_place(answer, "usage", name))) is not None]
    return sum(counts) if counts else None


def read_events(chunks: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Read the JSON objects of a stream of server-sent events, up to `[DONE]` or its end."""
    data: list[bytes] = []
    for line in _split_lines(chunks):
        if line.startswith(b"data:"):
            data.append(line.removeprefix(b"data:").strip())
        elif not line and data:
            if data == [b"[DONE]"]:
                return
            yield strict_object(b"\n".join(data))
            data = []
    if data and data != [b"[DONE]"]:
        yield strict_object(b"\n".join(data))


def _split_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """How many bytes may come is watched where they come from."""
    rest: list[bytes] = []
    for chunk in chunks:
        first, *others = chunk.split(b"\n")
        rest.append(first)
        for other in others:
            yield b"".join(rest).rstrip(b"\r")
            rest = [other]
    yield b"".join(rest).rstrip(b"\r")


def _refuse_constant(constant: str) -> object:
    raise ValueError(f"JSON has no {constant}")


def _read_finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number beyond all bounds")
    return number


def _refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("the same key twice")
    return found


def _is_too_deep(answer: Any) -> bool:
    """Level by level: what only just could be read might be too deep to be written again."""
    level = [answer]
    for _ in range(MAX_DEPTH):
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [each for values in inner for each in values]
        if not level:
            return False
    return True


def _read_count(value: object) -> int | None:
    """`True` is a number to Python."""
    return value if type(value) is int and 0 <= value <= _MOST_TOKENS else None
