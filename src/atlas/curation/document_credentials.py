"""Credentials that a run of thinking wrote into a document (I6).

What hygiene knows as a secret, and beside it what only looks like one: in talk that would be redacted too often, a
document can do without. A mere name of a key, and where one is read from, is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from atlas.curation.hygiene import Secret, clean_text, find_secrets

_NO_VALUE: Final = (
    r"(?!\[redacted |[$<{%]|\.\.\.|…|x{3,}\b|\*{3,}|os\.|env\b|environ|process\.env|getenv|config|settings|secrets?\."
    r"|vault|your|my[_-]|none\b|null\b|true\b|false\b)"
)
"""What stands in the place of a key: where it is read from, or a gap to be filled."""
_VALUE: Final = rf"[\"'`]?{_NO_VALUE}([^\s\"'`,;]{{4,}})"
_RULES: Final = (
    ("anthropic key", re.compile(r"(?<![A-Za-z0-9])(sk-ant-[A-Za-z0-9_-]{4,})")),
    (
        "key assignment",
        re.compile(
            r"(?:api|access|secret|private|auth)[_ -]?(?:key|token)[\"'`]?\s{0,9}(?:=>|:=|=)\s{0,9}" + _VALUE,
            re.IGNORECASE,
        ),
    ),
    ("bearer token", re.compile(r"authorization[\"'`]?\s{0,9}[:=]\s{0,9}[\"'`]?bearer\s{1,9}" + _VALUE, re.IGNORECASE)),
    ("bearer token", re.compile(r"\bbearer\s{1,9}(?=[a-z._~+/=-]*\d)([a-z0-9._~+/=-]{16,})", re.IGNORECASE)),
)


def find_credentials(text: str) -> frozenset[Secret]:
    """Find the credentials of a text, to tell those that were there before; never to be kept or shown."""
    return frozenset(_iterate_credentials(clean_text(text)))


def _iterate_credentials(text: str) -> Iterator[Secret]:
    yield from find_secrets(text)
    for name, pattern in _RULES:
        yield from (Secret(name, found.group(1)) for found in pattern.finditer(text))
