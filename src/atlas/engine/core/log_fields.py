"""Fields of log records: which one, how many, how long; never a word that somebody said."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

_ID: Final = re.compile(r"[a-z]_[0-9a-z]{13}")
"""As `model/ids.py` makes them: no word of a user looks so."""
WITHHELD: Final = "withheld"

Field = str | float | StrEnum | type | None
"""An id, a count or a duration, a word of the program's own, the kind of an error."""


def log_fields(**values: Field) -> dict[str, str | float | None]:
    """The `extra` of a record, each name with a prefix; a text that is no id is withheld."""
    return {f"atlas_{name}": _fit_field(value) for name, value in values.items()}


def _fit_field(value: Field) -> str | float | None:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, str):
        return value if _ID.fullmatch(value) else WITHHELD
    return value
