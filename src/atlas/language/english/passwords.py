"""How English goes on after "my password is", where no password follows."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

_ORDINARY: Final = word_set(
    """
about actually again almost already also always another apparently automatically available back bad based because been
before being best better blank blocked both broken cached case case-sensitive changed changing complex compromised
confidential correct currently definitely deleted denied different difficult disabled displayed easily easy either empty
enabled encrypted enough even ever exactly expired expiring exposed false fine first forgotten from generated getting
given going gone good great guessable hard hashed here hidden ignored important impossible inactive incorrect insecure
inside invalid just kept known last leaked less like linked locked long longer lost made mandatory masked maybe mine
missing more most mostly much necessary need needed never nice none nonsense nothing nowhere null obvious often okay
older only optional ours over overdue perfect perhaps poor possibly printed private probably protected public quite
random randomly rather really recorded recoverable refused rejected required reset right safe same saved secret secure
secured sensitive sent shared short should shown simple simply single some somehow something somewhere still stolen
stored strange strong stronger stuck stupid such super supposed taken temporary terrible that the their there these
this those three time today tomorrow tricky true twelve twice typed unchanged undefined under unique unknown unsafe
unsure useless usually valid very visible weak weaker well what whatever where which whose with within without written
wrong wrongly yesterday your yours
"""
)


def is_ordinary_word(word: str) -> bool:
    """Tell "my password is wrong" from a password."""
    return word in _ORDINARY
