"""What a job came to, and its commit: the record, the proposals as judged, patterns, suggestions, signals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import Neighbours, commit_proposals
from atlas.engine.thinking.job_inputs import JobInput
from atlas.language.folding import fold_text
from atlas.model.failure import Pattern
from atlas.model.ids import MessageId, ReflectionId
from atlas.model.metric import Figure
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.thinking import Job, Judged, Reflection, Seen, Thoughts, Tomorrow
from atlas.ports.writing import Writer

FAINT: Final = 0.1
"""A pattern that has weakened so far is no longer one."""
_WAITING: Final = 200


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A job that was thought about, with everything that its commit writes and judges by."""

    runtime: Runtime
    ledger: Ledger
    job: Job
    seen: JobInput
    thoughts: Thoughts
    reflection: Reflection
    near: Neighbours
    """Memories that are near to what is proposed, by its text."""
    figures: tuple[Figure, ...] = ()
    """What was counted for it before its transaction."""


def commit_thoughts(conclusion: Conclusion) -> list[Judged]:
    """The usual commit, and how each proposal was judged; a task that has more to write writes that after it."""
    runtime, ledger, reflection = conclusion.runtime, conclusion.ledger, conclusion.reflection
    thoughts = conclusion.thoughts
    ledger.txn.add_reflection(reflection)
    judged = commit_proposals(runtime, ledger, thoughts.proposals, reflection, conclusion.near)
    for pattern in thoughts.patterns:
        _keep_pattern(runtime, ledger.txn, pattern)
    _keep_suggestions(runtime, ledger.txn, thoughts.tomorrow, reflection.id)
    for signal in thoughts.signals:
        ledger.txn.put_signal(replace(signal, at=runtime.now()))
    return judged


# --- patterns and suggestions


def _keep_pattern(runtime: Runtime, txn: Writer, seen: Seen) -> None:
    now = runtime.now()
    known = txn.pattern(seen.known.id) if seen.known else _find_same_pattern(txn, seen)
    if seen.known is not None and known is None:
        return  # forgotten meanwhile
    held = known.evidence if known else ()
    new = [failure for failure in seen.failures if failure.id not in held]
    at = [failure.at for failure in seen.failures] or ([] if known else [now])
    confidence = min(1.0, max(0.0, seen.confidence))
    pattern = Pattern(
        known.id if known else runtime.pattern_id(),
        seen.type,
        redact_secrets(clean_text(seen.description))[0],
        (*held, *(failure.id for failure in new)),
        confidence,
        known.first_seen if known else min(at),
        max([*at, known.last_seen] if known else at),
        (known.count if known else 0) + (len(new) or (0 if known else 1)),
        confidence >= FAINT,
        tuple(dict.fromkeys([*(known.sources if known else ()), *seen.sources, *_list_quoted_messages(seen)])),
    )
    txn.put_pattern(pattern)
    for failure in seen.failures:
        txn.put_failure(replace(failure, pattern=pattern.id))


def _find_same_pattern(txn: Writer, seen: Seen) -> Pattern | None:
    """Find the active pattern of the same type and description: a habit described alike is the same habit."""
    said = fold_text(seen.description)
    same = (
        each for each in txn.patterns(active=True) if each.type == seen.type and fold_text(each.description) == said
    )
    return next(same, None) if not seen.failures else None


def _list_quoted_messages(seen: Seen) -> Sequence[MessageId]:
    return [id for failure in seen.failures for id in (failure.asked, failure.told) if id is not None]


def _keep_suggestions(runtime: Runtime, txn: Writer, items: Sequence[Tomorrow], reflection: ReflectionId) -> None:
    """J16: each once; what was offered, accepted or declined lately is not suggested again."""
    known = {each.text.casefold() for each in txn.suggestions(None, _WAITING)} if items else set()
    for item in items:
        text = redact_secrets(clean_text(item.text))[0]
        if text.casefold() in known:
            continue
        known.add(text.casefold())
        txn.put_suggestion(
            Suggestion(
                runtime.suggestion_id(),
                text,
                item.sources,
                item.trust,
                SuggestionState.WAITING,
                runtime.now(),
                reflection,
                item.due_at,
            )
        )
