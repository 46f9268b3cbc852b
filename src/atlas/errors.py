"""Everything ATLAS can say went wrong, as one tree.

    AtlasError                 anything raised on purpose: one clear sentence, and a next step by its type
    ├── BadInput               what was given cannot be used: empty, too long, malformed, of the wrong type
    │   └── NotFound           an id, a path or a space that is not there
    ├── Refused                curation or the transition table says no; nothing was changed
    ├── InvariantBroken        what a run made of the documents breaks a rule that always holds; nothing was changed
    ├── Trouble                the world does not work
    │   ├── StoreTrouble       the database: locked, read-only, full, unreadable
    │   │   ├── StoreCorrupt   it opens, but its contents are damaged
    │   │   ├── StoreNewer     written by a later version of ATLAS
    │   │   └── StoreReadOnly  it may be read here, and not written
    │   ├── EmbedderTrouble    no vector could be made
    │   ├── AnnotatorTrouble   no message could be read by the small reader
    │   └── ModelTrouble       the language model did not answer, or not usefully
    │       └── BudgetSpent    a budget leaves no room for the question; nothing was asked
    └── ConstitutionBroken     the constitution is missing or altered; ATLAS does not start
        └── ConstitutionReplaced   an operator put another one in force since ATLAS was started

Inside the river refusals are values (`Verdict`); these are for the edges. No transport codes here: surfaces translate.
"""

from __future__ import annotations

from typing import ClassVar


class AtlasError(Exception):
    """Anything ATLAS raises on purpose."""

    next_step: ClassVar[str] = "See how things stand: atlas status."
    """What to do where the sentence itself does not say."""


class BadInput(AtlasError):
    """What was given cannot be used."""

    next_step = "Add --help to see what is taken."


class NotFound(BadInput):
    """An id, a path or a space that is not there."""

    next_step = "See what is here: atlas memories, atlas status."


class Refused(AtlasError):
    """Curation says no; nothing was changed."""

    next_step = "See how it stands: atlas why ID."


class InvariantBroken(AtlasError):
    """What a run made of the documents breaks a rule that always holds; nothing was changed."""

    next_step = "See what was tried: atlas learning evolution."


class Trouble(AtlasError):
    """The world does not work."""

    next_step = "See what is wrong: atlas doctor."


class StoreTrouble(Trouble):
    """The database is locked, read-only, full or unreadable."""


class StoreCorrupt(StoreTrouble):
    """The database opens, but its contents are damaged."""


class StoreNewer(StoreTrouble):
    """The database was written by a later version of ATLAS."""


class StoreReadOnly(StoreTrouble):
    """The database may be read here, and not written."""


class EmbedderTrouble(Trouble):
    """No vector could be made."""


class AnnotatorTrouble(Trouble):
    """No message could be read by the small reader."""


class ModelTrouble(Trouble):
    """The language model did not answer, or not usefully."""

    next_step = "Try the model: atlas doctor."

    def __init__(
        self, says: str, *, transient: bool = False, retry_after: float | None = None, paid: bool = False
    ) -> None:
        super().__init__(says)
        self.transient = transient
        """Whether it is worth trying again later."""
        self.retry_after = retry_after
        """After how many seconds, where the provider said so."""
        self.paid = paid
        """Whether it had begun to answer, and may have to be paid for it."""


class BudgetSpent(ModelTrouble):
    """A budget leaves no room for the question; nothing was asked."""

    next_step = "See the budgets: atlas learning costs."

    def __init__(self, says: str, *, daily: bool = False, large: bool = False) -> None:
        super().__init__(says)
        self.daily = daily
        """Whether there is room again tomorrow."""
        self.large = large
        """Whether it is the question itself that is too large."""


class ConstitutionBroken(AtlasError):
    """The constitution is missing or altered."""

    next_step = "See which is in force: atlas operate constitution."


class ConstitutionReplaced(ConstitutionBroken):
    """Another constitution is in force than the one that this was started with."""
