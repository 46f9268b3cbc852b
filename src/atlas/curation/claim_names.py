"""The name that a claim is about, or gives, must be a name and no sentence (rule 14 of the trust model)."""

from __future__ import annotations

from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.model.claim import Claim
from atlas.model.entity import EntityId

_NAMING: Final = frozenset({"name", "form_of_address"})
_PEOPLE: Final = frozenset({"user", "person"})


def names_somebody(claim: Claim | None) -> bool:
    """Tell whether the claim's subject, and the name given by the claim, can be names."""
    if claim is None:
        return True
    return _is_named(claim.subject) and (claim.attribute not in _NAMING or LANGUAGE.names.is_name(claim.value))


def _is_named(subject: EntityId) -> bool:
    """Check the name in a subject: of "user:ana/sister" it is "ana"; the unnamed user needs none."""
    kind, colon, name = subject.partition("/")[0].partition(":")
    return not colon or kind not in _PEOPLE or LANGUAGE.names.is_name(name.replace("%2f", "/").replace("%25", "%"))
