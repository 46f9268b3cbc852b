"""Provisional."""

from __future__ import annotations

from atlas.curation.policy import DocumentLimits
from atlas.model.document_draft import DocumentDraft
from atlas.model.document_paths import CONSTITUTION_PATH
from atlas.model.verdict import Finding


def check_draft(draft: DocumentDraft, limits: DocumentLimits) -> tuple[Finding, ...]:
    if draft.before.get(CONSTITUTION_PATH) != draft.after.get(CONSTITUTION_PATH):
        return (Finding("I2", "The constitution was changed."),)
    return ()
