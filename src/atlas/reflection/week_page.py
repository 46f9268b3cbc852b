"""The page of a week (J10): what was learned, changed, was corrected or went wrong again, and which patterns grew.

Each line is a sentence that somebody who was there would nod at; what does not make one is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final
from zoneinfo import ZoneInfo

from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, PASSING_ATTRIBUTES, RELATIONS, Claim
from atlas.model.entity import EntityId, is_self
from atlas.model.interaction import Message
from atlas.model.memory import Basis, Evidence, Memory
from atlas.model.origin import Trust, find_lowest_trust
from atlas.model.thinking import Cluster, Proposed, Seen, Tomorrow, Week
from atlas.reflection.clusters import describe_recurrence, draw_lesson_by_rules, quote_message
from atlas.reflection.wording import clip_quote, format_day

SURE: Final = 0.85
"""From this confidence on a fact is told as learned."""
SURE_OF_WISH: Final = 0.8
"""The same of a wish about answers, which is told by its words."""
MOST: Final = 8
"""Sentences of one sort."""
_MOST_WORDS: Final = 4
_VAGUE: Final = frozenset(
    {"is", "has", "plans", "other", "favourite", "schedule", "trait", "answer_format", "answer_rule", "answer_tone"}
)
"""Attributes that say little without the sentence they stand in, or that anything can be said of."""
_UNTOLD: Final = _VAGUE | PASSING_ATTRIBUTES
_FAINT: Final = 0.1
_MOST_SAID: Final = 200
"""Letters of a correction that is quoted."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """One sentence of the page, with what it stands on."""

    sort: str
    says: str
    evidence: tuple[Evidence, ...]
    trust: Trust


def write_page(week: Week) -> dict[str, list[str]]:
    """Write the page: sentences by what they tell, without the sorts of which there is nothing to tell."""
    page: dict[str, list[str]] = {}
    for line in list_lines(week):
        page.setdefault(line.sort, []).append(line.says)
    return page


def list_lines(week: Week) -> list[PageLine]:
    """List the lines of the page, so many of each sort."""
    sorts = (_tell_learned(week), _tell_changes(week), _tell_corrections(week), _tell_repeats(week))
    lines = [line for each in sorts for line in islice(each, MOST)]
    patterns = islice(_tell_patterns(week), MOST)
    return [*lines, *(PageLine("patterns", says, (), Trust.UNKNOWN) for says in patterns)]


def propose_adaptations(week: Week) -> tuple[Proposed, ...]:
    """Propose what to do the next time about what went wrong again although it was corrected."""
    return tuple(proposed for each in week.repeats for proposed in draw_lesson_by_rules(each))


def suggest_priorities(week: Week) -> tuple[Tomorrow, ...]:
    """Suggest what is worth care the next time it comes up: what is told in two ways, and what went wrong again."""
    settle = (_suggest_settling(older, newer, week) for older, newer in week.conflicts)
    return (*settle, *(_suggest_care(each) for each in week.repeats))


# --- sentences


def _tell_learned(week: Week) -> Iterator[PageLine]:
    for memory in _pick_learned(week):
        yield PageLine("learned", f"{memory.content}.", memory.evidence, memory.trust)


def _pick_learned(week: Week) -> list[Memory]:
    changed = {newer.id for _, newer in week.changes}
    fresh = [memory for group in week.learned for memory in group if memory.id not in changed]
    lasting = (memory for memory in fresh if memory.valid_until is None or memory.valid_until > week.end)
    return sorted(filter(_is_plain, lasting), key=lambda memory: (-memory.importance, memory.observed_at, memory.id))


def _is_plain(memory: Memory) -> bool:
    """Whether a fact reads well alone: sure, about the user or theirs, in a few words, and not over by tomorrow."""
    claim = memory.claim
    if claim is None or memory.basis is not Basis.STATED or memory.trust < Trust.USER or not claim.affirmed:
        return False
    sure = memory.confidence >= (SURE_OF_WISH if claim.attribute in BEHAVIOUR_ATTRIBUTES else SURE)
    return sure and claim.attribute not in _UNTOLD and _is_near(claim)


def _is_near(claim: Claim) -> bool:
    """Whether it is of the user, or of somebody or something that is theirs, but not of their people's people."""
    owned = claim.subject.count("/")
    if owned > 1 or (owned and claim.attribute in RELATIONS):
        return False
    return is_self(EntityId(claim.subject.split("/")[0])) and len(claim.value.split()) <= _MOST_WORDS


def _tell_changes(week: Week) -> Iterator[PageLine]:
    for older, newer in week.changes:
        was, now = older.claim, newer.claim
        if was is None or now is None or not was.affirmed or not _is_near(now) or now.attribute in _UNTOLD:
            continue
        since = format_day(newer.observed_at.astimezone(_zone(week)))
        trust = min(older.trust, newer.trust)
        if not now.affirmed:
            yield PageLine("changed", f"{newer.content}, as the user said on {since}.", newer.evidence, trust)
        elif was.attribute == now.attribute and was.value.casefold() != now.value.casefold():
            says = f"{newer.content}; until {since} it was {was.value}."
            yield PageLine("changed", says, newer.evidence, trust)


def _tell_corrections(week: Week) -> Iterator[PageLine]:
    for correction in week.corrections:
        said = " ".join(correction.told.text.split())
        if correction.asked is None or len(said) > _MOST_SAID:
            continue
        on = format_day(correction.told.at.astimezone(_zone(week)))
        asked = clip_quote(correction.asked.text)
        says = f"Asked “{asked}”, the user had to correct the answer on {on}: “{said}”"
        yield _quote_line("corrected", says, (correction.asked, correction.told))


def _tell_repeats(week: Week) -> Iterator[PageLine]:
    for cluster in week.repeats:
        says = describe_recurrence(cluster).description
        yield _quote_line("wrong_again", says, (*cluster.asked[-1:], *cluster.told[-1:]))


def _quote_line(sort: str, says: str, messages: Sequence[Message]) -> PageLine:
    trust = find_lowest_trust(message.origin.trust for message in messages)
    return PageLine(sort, says, tuple(map(quote_message, messages)), trust)


def _tell_patterns(week: Week) -> Iterator[str]:
    told = {failure.pattern for each in week.repeats for failure in each.failures}
    for pattern in week.patterns:
        if pattern.id in told:
            continue
        if week.start <= pattern.first_seen <= week.end:
            yield f"New: {pattern.description}"
        elif week.start < pattern.last_seen <= week.end:
            yield f"It goes on: {pattern.description}"


def tell_ended(moved: Sequence[Seen]) -> list[str]:
    """Tell of the patterns that have become so faint that they are over."""
    over = (seen.known for seen in moved if seen.known is not None and seen.confidence < _FAINT)
    return [f"Not seen since {format_day(pattern.last_seen)}, and over: {pattern.description}" for pattern in over]


def _suggest_settling(older: Memory, newer: Memory, week: Week) -> Tomorrow:
    zone = _zone(week)
    told = [f"{each.content} ({format_day(each.observed_at.astimezone(zone))})" for each in (older, newer)]
    sources = tuple(dict.fromkeys(item.message for each in (older, newer) for item in each.evidence))
    text = f"Two things are noted that do not go together: {told[0]}; {told[1]}. Ask which holds."
    return Tomorrow(text, sources, min(older.trust, newer.trust))


def _suggest_care(cluster: Cluster) -> Tomorrow:
    seen = describe_recurrence(cluster)
    trust = min(message.origin.trust for message in (*cluster.asked, *cluster.told))
    return Tomorrow(f"{seen.description} Check the answer before it is given.", seen.sources, trust)


def _zone(week: Week) -> ZoneInfo:
    return ZoneInfo(week.zone)
