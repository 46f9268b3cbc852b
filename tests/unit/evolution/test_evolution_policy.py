"""The preset `session_evolution` has the numbers of the source document (E1-E6)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atlas.curation.policy import DocumentLimits
from atlas.engine.core.policy import JobPolicy
from atlas.errors import BadInput
from atlas.evolution.policy import PRESETS, EvolutionPolicy, get_preset
from atlas.model.document_paths import CANONICAL, Access, find_access
from atlas.model.task import Task
from atlas.triggers.table import DEFAULT

DOCUMENT = get_preset("session_evolution")


def test_the_queue_is_drained_every_180_minutes_and_at_depth_five() -> None:  # E3
    table = {trigger.name: trigger for trigger in DEFAULT if trigger.task is Task.EVOLUTION}
    assert table["evolution"].every == timedelta(minutes=180)
    assert (table["evolution by depth"].depth, table["evolution by depth"].what) == (5, "sessions")


def test_a_document_grows_by_80_lines_a_run_by_100_and_shrinks_by_70_per_cent() -> None:  # I4
    limits = DocumentLimits()
    assert (limits.growth_lines, limits.run_growth_lines, limits.shrink_share) == (80, 100, 0.70)


def test_three_failures_are_poison() -> None:  # E6
    assert JobPolicy().failures == 3


def test_five_documents_are_canonical() -> None:  # I3
    assert CANONICAL == (
        "constitution.md", "persona.md", "user-profile.md", "domain-knowledge.md", "corrections.md",
    )  # fmt: skip


def test_constitution_notes_log_and_meta_are_read_only() -> None:  # I1
    for path in ("constitution.md", "agent-notes.md", "session-log.jsonl", "meta/version.json", "meta/metrics.json"):
        assert find_access(path) is Access.READ_ONLY


def test_its_model_is_not_waited_for_by_a_person_and_has_no_rules_beside_it() -> None:
    assert (DOCUMENT.trusts_model, DOCUMENT.rules_first) == (True, False)
    assert (EvolutionPolicy().trusts_model, EvolutionPolicy().rules_first) == (False, True)


def test_a_preset_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(BadInput, match="session_evolution"):
        get_preset("none")
    assert set(PRESETS) == {"default", "session_evolution"}
