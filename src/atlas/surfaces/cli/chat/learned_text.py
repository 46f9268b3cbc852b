"""What came of something said, told to the one who said it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from atlas.model.proposal import Remember
from atlas.model.thinking import Judged
from atlas.model.verdict import Outcome
from atlas.surfaces.cli.lookup.memory_text import to_you
from atlas.surfaces.views.memory import proposal_text
from atlas.surfaces.views.text import one_line

if TYPE_CHECKING:
    from atlas.surfaces.library import Atlas


def sentences(atlas: Atlas, found: Sequence[Judged], redacted: Sequence[str] = ()) -> list[str]:
    """`Noted: …`, `Waiting for your approval: …`, `Not kept: …`; nothing where nothing was learned."""
    return [text for text in _all(atlas, found, redacted) if text]


def stands_still(replaying: datetime | None) -> list[str]:
    """Why nothing was learned, where a replay is not at its end (X5)."""
    if replaying is None:
        return []
    from atlas.engine.core.replay_mark import describe_unfinished_replay

    return [describe_unfinished_replay(replaying)]


def _all(atlas: Atlas, found: Sequence[Judged], redacted: Sequence[str]) -> Iterator[str]:
    noted = [f"{_content(each)}{_before(atlas, each)}" for each in _with(found, Outcome.ACCEPTED)]
    held = [_content(each) for each in _with(found, Outcome.HELD)]
    yield f"Noted: {_joined(noted)}." if noted else ""
    yield f"Waiting for your approval (atlas pending): {_joined(held)}." if held else ""
    refused = list(dict.fromkeys(one_line(each.verdict.why) for each in _with(found, Outcome.REFUSED)))
    yield f"Not kept: {' '.join(refused)}" if refused else ""
    if redacted:
        yield f"Left out what looks like a secret ({', '.join(dict.fromkeys(redacted))})."


def _with(found: Iterable[Judged], outcome: Outcome) -> list[Judged]:
    return [each for each in found if each.verdict.outcome is outcome]


def _content(each: Judged) -> str:
    proposal = each.proposal
    return one_line(to_you(proposal)) if isinstance(proposal, Remember) else proposal_text(proposal)


def _before(atlas: Atlas, each: Judged) -> str:
    """What it took the place of: ` (before: Porto)`, or the whole of it where only yes and no changed places."""
    if each.memory is None:
        return ""
    story = atlas.inspect.show(each.memory)
    claims = [(memory, memory.claim) for memory in story.replaced if memory.claim]
    new = story.memory.claim
    old = [to_you(memory) if new and new.same_value(claim) else claim.value for memory, claim in claims]
    return f" (before: {one_line(', '.join(old))})" if old else ""


def _joined(parts: Sequence[str]) -> str:
    return "; ".join(dict.fromkeys(parts))
