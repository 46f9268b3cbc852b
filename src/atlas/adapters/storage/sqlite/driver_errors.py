"""What the database says went wrong, in the words of our error tree: one sentence that names what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import apsw

from atlas.errors import AtlasError, BadInput, Refused, StoreCorrupt, StoreReadOnly, StoreTrouble

_TROUBLES: Final[tuple[tuple[type[apsw.Error], type[StoreTrouble], str], ...]] = (
    (apsw.BusyError, StoreTrouble, "{} is being written by another process: try again in a moment."),
    (apsw.LockedError, StoreTrouble, "{} is locked by this process: end the open transaction first."),
    (
        apsw.ReadOnlyError,
        StoreReadOnly,
        "{} cannot be written: open it for writing, or allow writing to file and folder.",
    ),
    (apsw.FullError, StoreTrouble, "The disk of {} is full: free some space; nothing was changed."),
    (apsw.IOError, StoreTrouble, "{} could not be read or written: check the disk; nothing was changed."),
    (apsw.CantOpenError, StoreTrouble, "{} cannot be opened: check that its folder exists and may be written to."),
    (apsw.PermissionsError, StoreTrouble, "{} cannot be opened: check who may read and write it."),
    (apsw.AuthError, StoreTrouble, "{} cannot be opened: check who may read and write it."),
    (
        apsw.CorruptError,
        StoreCorrupt,
        "{} is damaged: restore a backup (atlas operate restore); ATLAS has left it as it is.",
    ),
    (
        apsw.NotADBError,
        StoreCorrupt,
        "{} is not a database, or its beginning is damaged: restore a backup (atlas operate restore).",
    ),
    (apsw.NoMemError, StoreTrouble, "There is not enough memory to read {}: close something and try again."),
)

_DANGLING: Final = "What is still quoted cannot be erased, and what is not there cannot be cited."
_CONSTRAINTS: Final = {
    apsw.SQLITE_CONSTRAINT_UNIQUE: "A row with this id or key is already there.",
    apsw.SQLITE_CONSTRAINT_PRIMARYKEY: "A row with this id is already there.",
    apsw.SQLITE_CONSTRAINT_FOREIGNKEY: _DANGLING,
}


DRIVERS: Final = (apsw.Error, UnicodeEncodeError, UnicodeDecodeError, OverflowError)
"""All that the driver raises."""


@contextmanager
def translate_errors(location: str) -> Iterator[None]:
    """Turn whatever the driver raises inside into an error of ours, so that nothing of the driver leaks."""
    try:
        yield
    except DRIVERS as error:
        raise ours(error, location) from error


def half_character() -> BadInput:
    return BadInput("The text holds half a character (a lone surrogate), which cannot be stored.")


def ours(error: Exception, location: str) -> AtlasError:
    """For whoever runs many statements and catches what the driver raises (`DRIVERS`) without a context around each."""
    if isinstance(error, UnicodeEncodeError):
        return half_character()
    if isinstance(error, UnicodeDecodeError):
        return StoreCorrupt(
            f"{location} is damaged: restore a backup (atlas operate restore); ATLAS has left it as it is."
        )
    if isinstance(error, OverflowError):
        return BadInput("A number is too large to be stored.")
    if isinstance(error, apsw.ConstraintError):
        return _explain_constraint(error)
    if isinstance(error, apsw.TooBigError):
        return BadInput("The text is too long to be stored.")
    for theirs, kind, sentence in _TROUBLES:
        if isinstance(error, theirs):
            return kind(sentence.format(location))
    return StoreTrouble(f"{location} cannot be used: {error}.")


def _explain_constraint(error: apsw.ConstraintError) -> AtlasError:
    """A guard speaks for itself; a broken CHECK means that a value is none of the allowed ones."""
    code = getattr(error, "extendedresult", 0)
    if code == apsw.SQLITE_CONSTRAINT_TRIGGER:
        return Refused(str(error).removeprefix("ConstraintError: "))
    if code in _CONSTRAINTS:
        return Refused(_CONSTRAINTS[code])
    return BadInput(f"A value cannot be stored: {error}.")
