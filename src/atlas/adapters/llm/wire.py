"""What both clients share: one POST, bounded in time, size and tries, and one sentence when it fails."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from atlas.errors import ModelTrouble

MAX_REPLY_BYTES: Final = 4_000_000
TIMEOUT_S: Final = 60.0
TRIES: Final = 3
_AGAIN: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


def post(
    url: str, headers: Mapping[str, str], body: Mapping[str, Any], sleep: Callable[[float], None] = time.sleep
) -> dict[str, Any]:
    """The answer's JSON object. The key stands only in the headers and in no message."""
    import httpx  # 180 ms to import, and only chatting needs it

    problem = ""
    for attempt in range(TRIES):
        try:
            response = httpx.post(url, headers=dict(headers), json=body, timeout=TIMEOUT_S, follow_redirects=False)
        except httpx.HTTPError as error:
            problem = f"{type(error).__name__}"
        else:
            if response.status_code == 200:
                return _object(response.content)
            problem = f"status {response.status_code}"
            if response.status_code not in _AGAIN:
                break
        sleep(0.5 * 2**attempt)
    raise ModelTrouble(f"The model at {url} did not answer ({problem}).")


def _object(content: bytes) -> dict[str, Any]:
    if len(content) > MAX_REPLY_BYTES:
        raise ModelTrouble(f"The model answered with {len(content):,} bytes, more than {MAX_REPLY_BYTES:,}.")
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        raise ModelTrouble("The model's answer is not JSON.") from None
    if not isinstance(answer, dict):
        raise ModelTrouble("The model's answer is not a JSON object.")
    return answer


def text_at(answer: Any, *path: str | int) -> str:
    """The text at this place of an answer, or ModelTrouble."""
    for step in path:
        try:
            answer = answer[step]
        except (KeyError, IndexError, TypeError):
            raise ModelTrouble("The model's answer has no text where it should be.") from None
    if not isinstance(answer, str) or not answer.strip():
        raise ModelTrouble("The model answered with nothing.")
    return answer


def count_at(answer: Mapping[str, Any], name: str) -> int | None:
    usage = answer.get("usage")
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if isinstance(value, int) else None
