"""A cycle is a plan first, and nothing vanishes by it without a reason and a successor (T13)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from consolidation_rows import NOW
from hypothesis import given
from hypothesis import strategies as st

from atlas.consolidation.plan import ALL, LIGHT, Plan, PlannedChange, Step, find_leaving, find_losses, is_light
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Basis, Kind
from atlas.model.proposal import Archive, Forget, Merge, Promote, Proposal, Remember, Strengthen, named_memories

A, B, C, D = (MemoryId(f"m_{name}") for name in "abcd")
ACTIVE = frozenset({A, B, C, D})


def planned(*proposals: Proposal, step: Step = Step.PRUNE) -> Plan:
    return Plan(
        NOW,
        tuple(PlannedChange(step, each, tuple((id, 1) for id in named_memories(each)), "") for each in proposals),
        visited=len(ACTIVE),
    )


def insight(*sources: MemoryId) -> Remember:
    return Remember("They belong together.", Kind.INSIGHT, Basis.INFERRED, (), sources=sources)


def test_the_steps_have_an_order() -> None:  # T13
    assert " ".join(step.value for step in Step) == "prune merge strengthen derive promote gist reindex sweep"
    assert frozenset({Step.PRUNE, Step.STRENGTHEN, Step.SWEEP}) == LIGHT < ALL == set(Step)  # J2
    assert [step for step in Step if is_light(step)] == [Step.PRUNE, Step.STRENGTHEN, Step.SWEEP]


def test_a_plan_counts_what_would_happen() -> None:  # T11, T13
    merged = PlannedChange(Step.MERGE, Merge(A, (B, C), "Alike."), (), "")
    pruned = PlannedChange(Step.PRUNE, Archive(D, reason="Faded."), (), "")
    counts = Plan(NOW, (pruned, merged), 4, (MessageId("u_1"),)).counts()
    assert list(counts) == [step.value for step in Step]
    assert counts | {"prune": 1, "merge": 2, "sweep": 1} == counts
    assert sum(counts.values()) == 4


def test_a_sound_plan_has_no_complaint() -> None:  # T13
    plan = planned(
        Archive(A, reason="Faded."),
        Merge(B, (C,), "Alike."),
        Strengthen((B, D)),
        Promote(D),
        insight(A, B, D),
        Archive(D, gist="Tea.", reason="Old."),
    )
    assert find_losses(plan, ACTIVE) == []
    assert find_leaving(plan.planned) == {A, C}
    assert find_losses(planned(Archive(A, into=B, reason="B says it.")), ACTIVE) == []


BROKEN: Sequence[tuple[str, Sequence[Proposal]]] = [
    ("twice", [Archive(A, reason="Faded."), Archive(A, reason="Faded.")]),
    ("twice", [Archive(A, reason="Faded."), Merge(B, (A,), "Alike.")]),
    ("twice", [Merge(B, (A,), "Alike."), Merge(C, (A,), "Alike.")]),
    ("not in it", [Archive(MemoryId("m_elsewhere"), reason="Faded.")]),
    ("without a reason", [Archive(A)]),
    ("without a reason", [Merge(A, (B,), " ")]),
    ("survive a merge", [Merge(A, (B,), "Alike."), Archive(A, reason="Faded.")]),
    ("survive a merge", [Merge(A, (B,), "Alike."), Merge(B, (C,), "Alike.")]),
    ("survive a merge", [Merge(MemoryId("m_elsewhere"), (A,), "Alike.")]),
    ("survive a merge", [Merge(A, (A, B), "Alike.")]),
    ("Nothing would be merged", [Merge(A, (), "Alike.")]),
    ("take the place", [Archive(A, into=B, reason="B says it."), Archive(B, reason="Faded.")]),
    ("take the place", [Archive(A, into=MemoryId("m_elsewhere"), reason="It says it.")]),
    ("shortened", [Archive(A, gist="Tea.", reason="Old."), Archive(A, reason="Faded.")]),
    ("shortened", [Archive(A, gist=" ", reason="Old.")]),
    ("promoted", [Promote(A), Merge(B, (A,), "Alike.")]),
    ("stand on nothing", [insight(A, B), Archive(A, reason="Faded."), Archive(B, reason="Faded.")]),
    ("forgotten", [Forget(A, "Away with it.")]),
]


@pytest.mark.parametrize(("says", "proposals"), BROKEN)
def test_each_way_to_lose_something_is_told(says: str, proposals: Sequence[Proposal]) -> None:  # T13
    assert any(says in sentence for sentence in find_losses(planned(*proposals), ACTIVE))


@st.composite
def plans(draw: st.DrawFn) -> list[Proposal]:
    ids = st.sampled_from(sorted(ACTIVE))
    archive = st.builds(lambda memory: Archive(memory, reason="Faded."), ids)
    merge = st.builds(lambda survivor, absorbed: Merge(survivor, tuple(absorbed), "Alike."), ids, st.sets(ids))
    return draw(st.lists(archive | merge, max_size=4))


@given(plans())
def test_what_has_no_complaint_loses_nothing(proposals: list[Proposal]) -> None:  # T13
    """Told once more by doing it: everybody leaves once, and from one who left a way leads to one who is there."""
    serving, heirs = set(ACTIVE), {}
    sound = True
    for each in proposals:
        gone = [each.memory] if isinstance(each, Archive) else list(each.absorbed) if isinstance(each, Merge) else []
        sound = sound and bool(gone) and serving.issuperset(gone)
        serving.difference_update(gone)
        if isinstance(each, Merge):
            heirs.update(dict.fromkeys(gone, each.survivor))
    sound = sound and serving.issuperset(heirs.values())
    sound = sound and all(each.survivor in serving for each in proposals if isinstance(each, Merge))
    assert (find_losses(planned(*proposals), ACTIVE) == []) is sound
