"""The rule-based editor of the persona: it keeps positions as the rows have them, takes insights in as lines, and lets
the oldest of these go where there are too many (B6, J14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from atlas.beliefs.persona_edits import PersonaEdit, Step, derive_persona_edits
from atlas.beliefs.policy import BeliefPolicy
from atlas.beliefs.positions import find_insights, write_insights, write_positions
from atlas.beliefs.snapshot_input import Rewrite, RewritePart, SnapshotInput
from atlas.beliefs.validation import RULE, validate_snapshot
from atlas.language.document_items import remove_comments
from atlas.language.registry import LANGUAGE
from atlas.language.words import split_words
from atlas.model.belief import Argument
from atlas.model.verdict import Finding

OPEN_FENCE: Final = "The persona has a code fence without an end, behind which nothing can be added; close it."
BY_RULES: Final = "rules"
_MOST_TAKEN: Final = 30
_MOST_WORDED: Final = 10
"""Insights that one reflection takes in, and such as a model worded; the others wait for the next (I4)."""
_SPECIFIC: Final = 3
"""Insights that come back where the persona has become generic."""
_Steps = list[tuple[Step, Callable[[str], str | None]]]


def edit_by_rules(seen: SnapshotInput, policy: BeliefPolicy) -> Rewrite:
    """Preserve the positions, integrate the insights, compact, add specificity; what a model worded apart from it."""
    insights = list_fit_insights(seen.pending)
    worded = [each for each in insights if each.judged_by != BY_RULES][:_MOST_WORDED]
    plain = [each for each in insights if each.judged_by == BY_RULES][:_MOST_TAKEN]
    steps: _Steps = [
        (Step.PRESERVE, lambda text: preserve_positions(text, seen)),
        (Step.INTEGRATE, lambda text: write_insights(text, plain)),
        (Step.SYNTHESIZE, lambda text: compact_insights(text, _find_base(seen, policy), policy)),
        (Step.SPECIFY, lambda text: _add_specificity(text, seen.taken_in, policy)),
    ]
    made = _take_steps(seen.persona, steps)
    more = _take_steps(made[0], [(Step.INTEGRATE, lambda text: write_insights(text, worded))]) if made else None
    if made is None or more is None:
        return reject_rewrite(seen, OPEN_FENCE)
    parts = (
        RewritePart(made[1], tuple(each.id for each in plain)),
        RewritePart(more[1], tuple(each.id for each in worded), by_model=True),
    )
    return conclude_rewrite(seen, more[0], parts, policy)


def reject_rewrite(seen: SnapshotInput, says: str) -> Rewrite:
    """A rewrite that comes to nothing: everything stays as it was (B7)."""
    return Rewrite(seen.persona, seen.persona, faults=(Finding(RULE, says),))


def conclude_rewrite(
    seen: SnapshotInput, text: str, parts: Sequence[RewritePart], policy: BeliefPolicy, reason: str = ""
) -> Rewrite:
    """Validate a rewrite against the old persona without what its beliefs have lost by themselves (B7)."""
    faults = validate_snapshot(_find_base(seen, policy), text, seen.kept, policy)
    return Rewrite(seen.persona, text, tuple(part for part in parts if part.edits), faults, reason)


def _find_base(seen: SnapshotInput, policy: BeliefPolicy) -> str:
    return seen.persona if policy.rewrites else preserve_positions(seen.persona, seen) or seen.persona


def list_fit_insights(pending: Sequence[Argument]) -> list[Argument]:
    """Those that say something, and claim no more than level 4 of the constitution: no document may (H1)."""
    return [each for each in pending if each.insight and not LANGUAGE.overrides.claims_to_override(each.insight)]


# --- steps


def preserve_positions(text: str, seen: SnapshotInput) -> str | None:
    """The positions as the rows have them, without insights of what is no longer in service; None in an open fence."""
    known = {each.id for each in (*seen.pending, *seen.taken_in)}
    kept = write_insights(text, (), [id for id in find_insights(text) if id not in known])
    return None if kept is None else write_positions(kept, seen.beliefs)


def compact_insights(text: str, base: str, policy: BeliefPolicy) -> str | None:
    """Let the oldest insights go that are too many: their beliefs hold what they came to. Enough is left (B7)."""
    lines = find_insights(text)
    kept: str | None = text
    for oldest in lines[: max(0, len(lines) - policy.insight_lines)]:
        shorter = write_insights(kept or text, (), [oldest])
        if shorter is None or len(shorter) < policy.least_ratio * len(base):
            break
        kept = shorter
    return kept


def _add_specificity(text: str, taken_in: Sequence[Argument], policy: BeliefPolicy) -> str | None:
    """Bring the strongest insights back that have no line any more, where the persona repeats itself (B8)."""
    words = split_words(remove_comments(text))
    if len(set(words)) >= policy.unique_ratio * len(words):
        return text
    there = frozenset(find_insights(text))
    missing = [each for each in list_fit_insights(taken_in) if each.id not in there and each.judged_by == BY_RULES]
    strongest = sorted(missing, key=lambda each: (-each.strength, -each.turn))[:_SPECIFIC]
    return write_insights(text, strongest)


def _take_steps(text: str, steps: _Steps) -> tuple[str, tuple[PersonaEdit, ...]] | None:
    edits: list[PersonaEdit] = []
    for step, change in steps:
        after = change(text)
        if after is None:
            return None
        edits += derive_persona_edits(step, text, after)
        text = after
    return text, tuple(edits)
