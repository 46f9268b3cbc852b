"""What somebody says of another who speaks here themselves: hearsay, which waits for a person (C3).

Whoever speaks in a space tells of themselves in their own words, and no other speaker outranks these. Nor is anybody
"the user" by name: a claim about somebody so called would read as the user's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from atlas.curation.judgement_input import JudgementInput
from atlas.language.claim_comparison import fold_value
from atlas.language.entity_ids import speaker_entity
from atlas.language.words import words
from atlas.model.entity import USER, EntityId, EntityKind, is_self, name_in_id, own_root, title_of
from atlas.model.interaction import Role
from atlas.model.origin import Trust
from atlas.model.proposal import Remember

_PERSON: Final = f"{EntityKind.PERSON.value}:"
_THE_USER: Final = fold_value(title_of(USER))
"""As the user is called without a name."""


def is_hearsay(proposal: Remember, before: JudgementInput) -> bool:
    """Tell whether a claim is about somebody who speaks here and has not said it, or who is called "the user"."""
    if proposal.claim is None or proposal.sources:
        return False
    root = own_root(proposal.claim.subject)
    if not is_self(root) and fold_value(title_of(root)) == _THE_USER:
        return True
    said = [before.cited[item.message] for item in proposal.evidence if item.message in before.cited]
    if said and all(each.origin.trust > Trust.USER for each in said):
        return False  # an operator may speak for anyone
    tellers = {speaker_entity(each.speaker) for each in said if each.role is Role.USER}
    meant = _list_meant(proposal.claim.subject, before)
    return bool(tellers) and any(speaker not in tellers for speaker in meant)  # what nobody says, trust judges


def _list_meant(subject: EntityId, before: JudgementInput) -> Iterator[EntityId]:
    """The speakers of this space who may be meant: also by a part of a name, or by what they are to somebody."""
    root = own_root(subject)
    if is_self(root):
        yield root
    called = [name_in_id(root)] if root.startswith(_PERSON) else []
    wanted = [set(words(name)) for name in (*called, *before.subject_names)]
    for speaker, names in before.speakers.items():
        own = [set(words(name)) for name in names]
        if any(one and other and (one <= other or other <= one) for one in own for other in wanted):
            yield speaker
