"""What was learned from something said, told to the person who said it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from atlas.language.claim_comparison import have_same_value
from atlas.model.proposal import Remember
from atlas.model.thinking import Judged
from atlas.model.verdict import Outcome
from atlas.surfaces.cli.lookup.memory_text import address_user
from atlas.surfaces.cli.shared.output import complete_commands
from atlas.surfaces.views.memory import proposal_text
from atlas.surfaces.views.text import one_line, short_id

if TYPE_CHECKING:
    from atlas.surfaces.library import Atlas


WAITING: Final = "Waiting for your approval"


def learned_sentences(
    atlas: Atlas, judged: Sequence[Judged], redacted: Sequence[str] = (), pending: str = "atlas curate pending"
) -> list[str]:
    """`Noted: …`, `Waiting for your approval: …`, `Not kept: …`; none where nothing was learned.

    `pending` is what shows whoever reads this what waits.
    """
    return [text for text in _outcome_sentences(atlas, judged, redacted, pending) if text]


def replay_notice(replaying: datetime | None) -> list[str]:
    """Say why nothing was learned, where a replay is not at its end (X5)."""
    if replaying is None:
        return []
    from atlas.engine.core.replay_mark import describe_unfinished_replay

    return [describe_unfinished_replay(replaying)]


def _outcome_sentences(atlas: Atlas, judged: Sequence[Judged], redacted: Sequence[str], pending: str) -> Iterator[str]:
    accepted = [
        f"{_proposal_content(each)}{_replaced_content(atlas, each)}"
        for each in _select_outcome(judged, Outcome.ACCEPTED)
    ]
    waiting = [_proposal_content(each) for each in _select_outcome(judged, Outcome.HELD)]
    yield f"Noted: {_join_parts(accepted)}." if accepted else ""
    yield f"{WAITING} ({complete_commands(pending)}): {_join_parts(waiting)}." if waiting else ""
    refused = list(dict.fromkeys(one_line(each.verdict.why) for each in _select_outcome(judged, Outcome.REFUSED)))
    yield f"Not kept: {' '.join(refused)}" if refused else ""
    if redacted:
        yield f"Left out what looks like a secret ({', '.join(dict.fromkeys(redacted))})."


def _select_outcome(judged: Iterable[Judged], outcome: Outcome) -> list[Judged]:
    return [each for each in judged if each.verdict.outcome is outcome]


def _proposal_content(each: Judged) -> str:
    proposal = each.proposal
    if not isinstance(proposal, Remember):
        return proposal_text(proposal)
    begins = f" (from {proposal.valid_from:%Y-%m-%d} on)" if proposal.valid_from else ""
    return f"{one_line(address_user(proposal))}{begins}"


def _replaced_content(atlas: Atlas, each: Judged) -> str:
    """Name the replaced value, ` (before: Porto)`, or the whole memory where only yes and no changed places."""
    if each.memory is None:
        return ""
    story = atlas.inspect.memory(each.memory)
    claims = [(memory, memory.claim) for memory in story.replaced if memory.claim]
    new = story.memory.claim
    old = [address_user(memory) if new and have_same_value(new, claim) else claim.value for memory, claim in claims]
    return f" (before: {one_line(', '.join(old))})" if old else ""


def _join_parts(parts: Sequence[str]) -> str:
    return "; ".join(dict.fromkeys(parts))


def quarantine_notice(quarantine: str | None) -> list[str]:
    """Say that what was said is contained (C8)."""
    if quarantine is None:
        return []
    lift = complete_commands(f"atlas quarantine --lift {short_id(quarantine)}")
    return [f"It is quarantined ({short_id(quarantine)}): kept, and out of service until you lift that: {lift}."]
