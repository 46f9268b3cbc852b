"""The user's own words beside a fact that they may have replaced (T16): a reading that waits is not served, what it was
read from may be.

Who asks where they live is told the old place while "we're in Ghent by now" waits for somebody's decision. Nobody can
say yet which of the two holds, so that the newer words stand there too, with their day, as words that were said (C3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from atlas.engine.serve.redaction_reading import redact_items
from atlas.language.claim_comparison import have_same_value
from atlas.language.words import words
from atlas.model.claim import PASSING_ATTRIBUTES, Cardinality
from atlas.model.memory import Kind, Memory, Status
from atlas.model.origin import Trust
from atlas.model.recall import PROFILE, RIVAL, Recalled
from atlas.ports.reading import MemoryFilter, Reader

_WAITING: Final = MemoryFilter(
    statuses=frozenset({Status.NEEDS_REVIEW, Status.EXPIRED}), kinds=frozenset({Kind.FACT, Kind.PREFERENCE})
)
_NEWEST: Final = 100
_MOST: Final = 3
"""Lines of a context that may be spent on what is undecided."""


def read_waiting_rivals(reader: Reader, known: Sequence[Recalled], moment: datetime) -> list[Recalled]:
    """The messages behind the newest readings that wait and would stand in the place of a fact among these."""
    facts = [*(item for item in known if item.memory.claim), *_read_told_facts(reader, known)]
    waiting = reader.newest_memories(_WAITING, _NEWEST) if facts else ()
    rivals = [each for each in waiting if any(_may_replace(each, item) for item in facts)]
    sources = {each.evidence[0].message for each in _keep_newest(rivals)[:_MOST] if each.evidence}
    said = (each for each in reader.find_citing(sources) if each.kind is Kind.EPISODE) if sources else ()
    items = [Recalled(each, 0.0, ((RIVAL, 1.0),)) for each in said if each.served]
    return redact_items(reader, items, moment)


def _read_told_facts(reader: Reader, known: Sequence[Recalled]) -> list[Recalled]:
    """The facts in service that messages among these tell."""
    messages = {item.memory.transcribes for item in known if item.memory.transcribes}
    told = (each for each in reader.find_citing(messages) if each.claim and each.served) if messages else ()
    return [Recalled(each, 0.0, ()) for each in told]


def _keep_newest(rivals: Iterable[Memory]) -> list[Memory]:
    """One for each place that a fact can have, the newest: they come in that order."""
    first: dict[object, Memory] = {}
    for each in rivals:
        first.setdefault(each.claim.slot if each.claim else each.id, each)
    return list(first.values())


def _may_replace(waiting: Memory, item: Recalled) -> bool:
    """Whether a reading is newer than a fact and may stand in its place.

    Where many values hold beside each other that is a guess: it is made of what a question found, not of a profile,
    which stands in every context. Nor does what nobody decided about in its time stand beside a profile for ever.
    """
    new, held = waiting.claim, item.memory.claim
    if not new or not held or waiting.is_wish or waiting.trust < Trust.USER or new.slot != held.slot:
        return False
    if waiting.observed_at <= item.memory.observed_at or (have_same_value(new, held) and new.affirmed == held.affirmed):
        return False
    if _is_of_profile(item):
        return new.cardinality is Cardinality.SINGLE and waiting.status is Status.NEEDS_REVIEW
    if new.cardinality is Cardinality.SINGLE:
        return True
    return new.attribute not in PASSING_ATTRIBUTES or words(new.value)[:1] == words(held.value)[:1]


def _is_of_profile(item: Recalled) -> bool:
    return any(name == PROFILE for name, _ in item.components)
