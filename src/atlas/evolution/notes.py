"""What an application noted for itself, read by rules: only what it noted again and again, and only as a question (E4).

A note is no user's word. It is data, whatever it asks for: what comes of it waits for a person (J17, C3).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from atlas.evolution.filing import MAX_LINE, Place
from atlas.evolution.policy import EvolutionPolicy
from atlas.language.document_sources import make_line, strip_comments
from atlas.language.registry import LANGUAGE
from atlas.model.document import DocumentKind, Edit
from atlas.model.document_paths import PATHS
from atlas.model.proposal import Amend

NOTED: Final = Place(PATHS[DocumentKind.KNOWLEDGE], "Noted by the application")
"""Among what is served as quoted data, and never among the instructions."""
_WHEN: Final = re.compile(r"^- \d{4}-\d{2}-\d{2} \d{2}:\d{2} ")
_SIGNS: Final = re.compile(r"[\W_]+")


def file_notes(
    files: Mapping[str, str], notes: Sequence[str], before: Sequence[str], policy: EvolutionPolicy
) -> Amend | None:
    """The amendment that files what recurs with these notes, and did not before them; None where nothing does."""
    known = Counter(map(_fold_note, before))
    said = {_fold_note(note): _strip_time(note) for note in notes}
    counts = known + Counter(map(_fold_note, notes))
    recurring = [note for key, note in said.items() if known[key] < policy.recurring_notes <= counts[key]]
    text = files.get(NOTED.path, "")
    stands = {_fold_note(line) for line in strip_comments(text).splitlines()}
    lines = [make_line(note) for note in recurring if _may_stand(note) and _fold_note(note) not in stands]
    if not lines:
        return None
    reason = f"The application noted {'this' if len(lines) == 1 else 'each of these'} {policy.recurring_notes} times."
    return Amend((Edit(NOTED.path, NOTED.block, "", "".join(lines)),), reason=reason)


def _may_stand(note: str) -> bool:
    return len(note) <= MAX_LINE and not LANGUAGE.overrides.claims_to_override(note)


def _strip_time(note: str) -> str:
    return _WHEN.sub("", note).strip()


def _fold_note(note: str) -> str:
    """The words alone: neither when it was noted nor how it was punctuated."""
    return _SIGNS.sub(" ", _strip_time(note).removeprefix("- ").casefold()).strip()
