"""What the database says went wrong, in the words of our error tree: one sentence that names what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import apsw

from atlas.errors import AtlasError, BadInput, Refused, StoreCorrupt, StoreTrouble

_TROUBLES: Final[tuple[tuple[type[apsw.Error], type[StoreTrouble], str], ...]] = (
    (apsw.BusyError, StoreTrouble, "{} is being written by another process: try again in a moment."),
    (apsw.LockedError, StoreTrouble, "{} is locked by this process: end the open transaction first."),
    (
        apsw.ReadOnlyError,
        StoreTrouble,
        "{} cannot be written: open it for writing, or allow writing to file and folder.",
    ),
    (apsw.FullError, StoreTrouble, "The disk of {} is full: free some space; nothing was changed."),
    (apsw.IOError, StoreTrouble, "{} could not be read or written: check the disk; nothing was changed."),
    (apsw.CantOpenError, StoreTrouble, "{} cannot be opened: check that its folder exists and may be written to."),
    (apsw.PermissionsError, StoreTrouble, "{} cannot be opened: check who may read and write it."),
    (apsw.AuthError, StoreTrouble, "{} cannot be opened: check who may read and write it."),
    (apsw.CorruptError, StoreCorrupt, "{} is damaged: restore a backup; ATLAS has left it as it is."),
    (apsw.NotADBError, StoreCorrupt, "{} is not a database, or its beginning is damaged: restore a backup."),
    (apsw.NoMemError, StoreTrouble, "There is not enough memory to read {}: close something and try again."),
)

_DANGLING: Final = "What is still quoted cannot be erased, and what is not there cannot be cited."
_CONSTRAINTS: Final = {
    apsw.SQLITE_CONSTRAINT_UNIQUE: "A row with this id or key is already there.",
    apsw.SQLITE_CONSTRAINT_PRIMARYKEY: "A row with this id is already there.",
    apsw.SQLITE_CONSTRAINT_FOREIGNKEY: _DANGLING,
}


@contextmanager
def translated(location: str) -> Iterator[None]:
    """Nothing of the driver leaks: whatever it raises inside leaves as one of ours."""
    try:
        yield
    except apsw.Error as error:
        raise _ours(error, location) from error
    except UnicodeEncodeError as error:
        raise BadInput("The text holds half a character (a lone surrogate), which cannot be stored.") from error
    except UnicodeDecodeError as error:
        raise StoreCorrupt(f"{location} is damaged: restore a backup; ATLAS has left it as it is.") from error
    except OverflowError as error:
        raise BadInput("A number is too large to be stored.") from error


def _ours(error: apsw.Error, location: str) -> AtlasError:
    if isinstance(error, apsw.ConstraintError):
        return _constraint(error)
    if isinstance(error, apsw.TooBigError):
        return BadInput("The text is too long to be stored.")
    for theirs, ours, sentence in _TROUBLES:
        if isinstance(error, theirs):
            return ours(sentence.format(location))
    return StoreTrouble(f"{location} cannot be used: {error}.")


def _constraint(error: apsw.ConstraintError) -> AtlasError:
    """A guard speaks for itself; a broken CHECK means that a value is none of the allowed ones."""
    code = getattr(error, "extendedresult", 0)
    if code == apsw.SQLITE_CONSTRAINT_TRIGGER:
        return Refused(str(error).removeprefix("ConstraintError: "))
    if code in _CONSTRAINTS:
        return Refused(_CONSTRAINTS[code])
    return BadInput(f"A value cannot be stored: {error}.")
