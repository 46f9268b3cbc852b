"""Every number and switch of the policies can be set, over whatever preset was chosen (J2, S3, T2, T10, T13, C4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from atlas import compose
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.consolidation.policy import ConsolidationPolicy
from atlas.consolidation.retention import RetentionPolicy
from atlas.context.policy import ContextPolicy
from atlas.curation.policy import CurationPolicy, DocumentLimits
from atlas.engine.core.policy import JobPolicy, SessionPolicy
from atlas.engine.core.runtime import Runtime
from atlas.errors import BadInput
from atlas.evolution.policy import EvolutionPolicy
from atlas.examination.policy import ExaminationPolicy
from atlas.model.task import Task
from atlas.reflection.consistency_policy import ConsistencyPolicy, Sampling
from atlas.reflection.policy import ReflectionPolicy
from atlas.retrieval.policy import RecallPolicy
from atlas.settings import load_settings
from atlas.settings.policy_fields import settable_fields
from atlas.signals.policy import ClusterRule, SignalPolicy

POLICIES = {
    "consolidation": ConsolidationPolicy,
    "context": ContextPolicy,
    "curation": CurationPolicy,
    "documents": DocumentLimits,
    "evolution": EvolutionPolicy,
    "examination": ExaminationPolicy,
    "job": JobPolicy,
    "recall": RecallPolicy,
    "reflection": ReflectionPolicy,
    "retention": RetentionPolicy,
    "sampling": ConsistencyPolicy,
    "session": SessionPolicy,
    "signals": SignalPolicy,
}
NOT_SET = {
    *(
        "count",
        "discontent",
        "displeasure",
        "switch_weights",
        "switch_weights_after_long",
        "catch_up_s",
        "conflict",
        "decisions_a_week",
        "mode",
    ),
    *("documents", "rules", "trusts_amendments", "allowed_hosts"),
}
"""A function, fitted weights, names, and what a setting of its own says."""


def made(path: Path, **environ: str) -> Runtime:
    settings = load_settings(path, {f"ATLAS_{name}": value for name, value in environ.items()})
    runtime = compose.make_runtime(settings, path / "me.atlas", embedder=HashingEmbedder())
    runtime.store.close()
    return runtime


@pytest.mark.parametrize("name", POLICIES)
def test_every_field_of_every_policy_can_be_set(name: str) -> None:
    all_fields = {each.name for each in fields(POLICIES[name])}
    assert all_fields - set(settable_fields(POLICIES[name])) <= NOT_SET


def test_every_number_is_documented() -> None:
    table = (Path(__file__).parents[2] / "docs/reference/settings.md").read_text(encoding="utf-8")
    names = [f"`ATLAS_{of}_{name}`".upper() for of, policy in POLICIES.items() for name in settable_fields(policy)]
    assert [name for name in names if name not in table] == []


def defaults(of: str) -> Iterator[tuple[str, set[str]]]:
    """The settings of a policy with the ways in which the table may spell their defaults."""
    for each in fields(POLICIES[of]):
        if each.name not in settable_fields(POLICIES[of]) or each.default is MISSING:
            continue
        value = each.default
        if isinstance(value, bool):
            spelt = {"1", "yes"} if value else {"0", "no"}
        elif isinstance(value, timedelta):
            spelt = {f"{value.total_seconds():g}"}
        else:
            spelt = {f"{value:g}"} if isinstance(value, float) else {str(value).lower()}
        yield f"ATLAS_{of}_{each.name}".upper(), spelt


@pytest.mark.parametrize("of", POLICIES)
def test_the_table_tells_each_default(of: str) -> None:
    table = (Path(__file__).parents[2] / "docs/reference/settings.md").read_text(encoding="utf-8")
    told = {name: value.strip(" `") for name, value in re.findall(r"^\| `(\w+)` \| ([^|]*) \|", table, re.MULTILINE)}
    wrong = {
        name: told[name] for name, spelt in defaults(of) if name in told and told[name] not in spelt and told[name]
    }
    assert wrong == {}


def test_deriving_is_switched_off_and_its_numbers_are_set(tmp_path: Path) -> None:  # T10
    policy = made(tmp_path, CONSOLIDATION_DERIVE="0", CONSOLIDATION_INSIGHTS="10", CONSOLIDATION_COMMUNITY="4")
    assert (policy.consolidation.derive, policy.consolidation.insights, policy.consolidation.community) == (
        False,
        10,
        4,
    )
    assert policy.consolidation.visit is None


def test_a_number_stands_over_its_preset(tmp_path: Path) -> None:  # T2, T13
    runtime = made(tmp_path, CONSOLIDATION="research", CONSOLIDATION_VISIT="40", RETENTION_STATED_DAYS="90")
    assert (runtime.consolidation.visit, runtime.retention.stated_days) == (40, 90.0)
    assert made(tmp_path, CONSOLIDATION="research", CONSOLIDATION_VISIT="none").consolidation.visit is None


@pytest.mark.parametrize(
    ("setting", "value", "of", "field", "expected"),
    [
        ("SIGNALS_RE_ASK_ABOVE", "0.8", "signals", "re_ask_above", 0.8),
        ("SIGNALS_UNDO_WITHIN", "60", "signals", "undo_within", timedelta(seconds=60)),
        ("SIGNALS_CLUSTERS", "hdbscan", "signals", "clusters", ClusterRule.HDBSCAN),
        ("SIGNALS_STRANGE_SIGMA", "3", "signals", "strange_sigma", 3.0),
        ("SAMPLING_WHEN", "never", "consistency", "when", Sampling.NEVER),
        ("SAMPLING_MOST", "7", "consistency", "most", 7),
        ("CURATION_EXPIRE_AFTER_DAYS", "10", "curation", "expire_after_days", 10),
        ("CONTEXT_TOTAL_TOKENS", "4000", "context", "total_tokens", 4000),
        ("RECALL_LIMIT", "5", "recall", "limit", 5),
        ("RECALL_USED_ABOVE", "0.5", "recall", "used_above", 0.5),
        ("REFLECTION_WEEKLY_TOKENS", "2000", "reflection", "weekly_tokens", 2000),
        ("REFLECTION_REVIEWS", "0", "reflection", "reviews", 0),
        ("EVOLUTION_STEPS", "3", "evolution", "steps", 3),
        ("JOB_RETRIES", "1", "jobs", "retries", 1),
        ("JOB_FAILURES", "7", "jobs", "failures", 7),
        ("SESSION_IDLE", "600", "sessions", "idle", timedelta(minutes=10)),
        ("RETENTION_FIRST_INTERVALS", "1, 6", "retention", "first_intervals", (1.0, 6.0)),
    ],
)
def test_each_kind_of_value_is_read(  # J1, J6, S3, S6, S8, S10, S12, C4, C7, T2, T4, T6
    tmp_path: Path, setting: str, value: str, of: str, field: str, expected: Any
) -> None:
    assert getattr(getattr(made(tmp_path, **{setting: value}), of), field) == expected


@pytest.mark.parametrize(
    "wrong",
    [
        {"CONSOLIDATION_DERIVE": "perhaps"},
        {"CONSOLIDATION_INSIGHTS": "2.5"},
        {"CONSOLIDATION_PRUNE_BELOW": "-1"},
        {"CONSOLIDATION_PRUNE_BELOW": "2"},
        {"RETENTION_GROWTH": "much"},
        {"SAMPLING_WHEN": "sometimes"},
        {"SIGNALS_SWITCH_WEIGHTS": "1"},
        {"RECALL_LIMITT": "5"},
        {"REFLECTION_WEEKLY_TOKENS": "0"},
        {"TRIGGER_NIGHTLY": "at noon"},
        {"TRIGGER_NOTES": "few"},
        {"TRIGGER_DOUBT": "5"},
        {"TRIGGER_SOMETIMES": "off"},
        {"TRIGGER_EXAM": "0.1"},
    ],
)
def test_a_wrong_one_is_told_in_a_sentence(tmp_path: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(BadInput) as told:
        made(tmp_path, **wrong)
    assert str(told.value).endswith(".")


def test_the_file_sets_them_too(tmp_path: Path) -> None:  # T10
    (tmp_path / "atlas.toml").write_text("consolidation_derive = false\nretention_inferred_days = 2\n")
    runtime = made(tmp_path)
    assert (runtime.consolidation.derive, runtime.retention.inferred_days) == (False, 2.0)


def test_the_time_of_a_tier_is_set(tmp_path: Path) -> None:  # J1
    runtime = made(tmp_path, TIME_LIMIT_NIGHTLY="7200")
    assert runtime.time_limits == {Task.NIGHTLY: 7200.0}
    with pytest.raises(BadInput, match="ATLAS_TIME_LIMIT_WEEKLY"):
        made(tmp_path, TIME_LIMIT_WEEKLY="0")


def test_the_hours_and_the_heaps_of_triggers_are_set_and_single_ones_are_switched_off(tmp_path: Path) -> None:  # J2
    runtime = made(
        tmp_path,
        TRIGGER_NIGHTLY="15 23 * * *",
        TRIGGER_NOTES="80",
        TRIGGER_SNAPSHOT_BY_TURNS="40",
        TRIGGER_EVOLUTION="60",
        TRIGGER_SNAPSHOT_BY_SHIFT="0.2",
        TRIGGER_WEEKLY="off",
    )
    table = {each.name: each for each in runtime.triggers}
    assert "weekly" not in table
    assert (table["nightly"].cron, table["notes"].depth) == ("15 23 * * *", 80)
    assert (table["snapshot by turns"].turns, table["snapshot by shift"].shift) == (40, 0.2)
    assert table["evolution"].every == timedelta(minutes=60)
