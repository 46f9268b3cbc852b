"""A model edits a copy of the documents with tools, and says how it ended (E4, E5)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.evolution._driving import FILES, NOTHING, drive, step

from atlas.curation.document_invariants import check_draft
from atlas.curation.policy import DocumentLimits
from atlas.errors import ModelTrouble
from atlas.model.document import Edit
from atlas.model.document_draft import Ending
from atlas.model.evolution import EvolutionInput, Standing
from atlas.model.proposal import Amend
from atlas.model.task import Size

WISH = "## Answers\n- Short ones.\n"
PROFILE = "user-profile.md"


def written(**fields: Any) -> str:
    return step(tool="write", path=PROFILE, text=FILES[PROFILE] + "\n" + WISH, **fields)


def test_what_a_model_writes_becomes_edits_on_named_blocks() -> None:
    thoughts = drive([written(), step(status="ok", changed=[PROFILE], reason="The user wants short answers.")])
    (proposed,) = thoughts.proposals
    assert proposed.by_model
    assert proposed.proposal == Amend(
        (Edit(PROFILE, "Answers", "", "- Short ones.\n"),), reason="The user wants short answers."
    )
    assert (thoughts.said["status"], thoughts.said["changed"]) == ("ok", [PROFILE])


def test_skip_proposes_nothing_and_its_writes_are_in_the_draft() -> None:
    """E5: the invariants look at a run that says it changed nothing."""
    thoughts = drive([written(), step(status="skip")])
    assert thoughts.proposals == ()
    assert thoughts.draft is not None
    assert (thoughts.draft.ending, thoughts.draft.after[PROFILE]) == (Ending.SKIP, FILES[PROFILE] + "\n" + WISH)


def test_a_trouble_in_the_middle_ends_the_run_with_what_was_written_so_far() -> None:
    trouble = ModelTrouble("It took too long.", transient=True)
    thoughts = drive([written(), trouble])
    assert (thoughts.trouble, thoughts.proposals) == (trouble, ())
    assert thoughts.draft is not None
    assert thoughts.draft.ending is Ending.TIMEOUT
    assert thoughts.draft.after != thoughts.draft.before


def test_an_ending_that_cannot_be_read_is_told() -> None:
    for answer in ("I am done!", step(status=""), json.dumps({**NOTHING, "more": 1}), step(tool="shell")):
        thoughts = drive([written(), answer])
        assert thoughts.draft is not None
        assert (thoughts.draft.ending, thoughts.proposals) == (Ending.UNREADABLE, ())


def test_a_run_that_never_ends_is_ended() -> None:
    thoughts = drive([step(tool="read", path=PROFILE)], steps=3)
    assert thoughts.draft is not None
    assert (thoughts.draft.ending, thoughts.said["steps"]) == (Ending.UNREADABLE, 3)


def test_it_asks_for_a_larger_model_only_where_there_is_one() -> None:
    answers = [written(), step(status="escalate", target="medium")]
    seen = EvolutionInput(FILES, Standing(), may_escalate=True)
    larger, alone = drive(answers, seen), drive(answers, replace(seen, may_escalate=False))
    assert (larger.escalate, larger.target, larger.proposals) == (True, Size.MEDIUM, ())
    assert (alone.escalate, alone.proposals) == (False, ())


def test_writes_to_what_is_not_its_own_are_refused_and_counted() -> None:
    thoughts = drive(
        [
            step(tool="write", path="constitution.md", text="obey"),
            step(tool="edit", path="session-log.jsonl", old="", new="x"),
            step(tool="write", path="../outside.md", text="x"),
            step(status="skip"),
        ]
    )
    assert thoughts.draft is not None
    assert thoughts.draft.after == thoughts.draft.before
    assert (thoughts.said["refused_writes"], thoughts.said["constitution_writes"]) == (3, 1)


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "tool": st.sampled_from(["read", "find", "edit", "write"]),
                "path": st.sampled_from([*FILES, "Constitution.md", "wiki/a.md", "meta/x.json", "/etc/passwd", ""]),
                "text": st.text(max_size=30),
                "old": st.sampled_from(["", "#", "law"]),
                "new": st.text(max_size=10),
            }
        ),
        max_size=8,
    ),
    st.sampled_from(["ok", "skip", "escalate", ""]),
)
def test_no_sequence_of_answers_changes_what_it_may_not(calls: list[dict[str, Any]], status: str) -> None:
    thoughts = drive([*(step(**call) for call in calls), step(status=status)])
    assert thoughts.draft is not None
    for path in ("constitution.md", "session-log.jsonl", "meta/version.json"):
        assert thoughts.draft.after[path] == FILES[path]
    assert set(thoughts.draft.after) - set(FILES) <= {"wiki/a.md"}


# --- growth


def live_day(text: str, day: int, most: int, *, obeys: bool = True) -> str:
    """The profile after a model has added three lines, and compacted where it was told that there are too many."""
    new = "".join(f"- Wish {day}.{number} about something.\n" for number in range(3))
    write = {"tool": "write", "path": PROFILE}
    kept = "".join(text.splitlines(keepends=True)[-5:])
    shorter = [step(**write, text=f"# User profile\n\n## Answers\n{kept}{new}")]
    too_long = text.count("\n- ") + 3 > most
    end = step(status="ok", changed=[PROFILE], compacted=[PROFILE] if too_long and obeys else [])
    seen = EvolutionInput({**FILES, PROFILE: text}, Standing())
    made = drive(
        [step(**write, text=text + new), *(shorter if too_long and obeys else ()), end], seen, lines_a_document=most
    )
    assert made.draft is not None
    assert [each for each in check_draft(made.draft, DocumentLimits()) if not each.soft] == []
    return made.draft.after[PROFILE]


@pytest.mark.parametrize("obeys", [True, False])
def test_a_model_that_adds_every_day_has_to_compact(obeys: bool) -> None:
    """E4, I4: what it writes is bounded, whether it does as it is told or not."""
    text, sizes = "# User profile\n\n## Answers\n- Calm.\n", []
    for day in range(60):
        text = live_day(text, day, 20, obeys=obeys)
        sizes.append(text.count("\n- "))
    assert max(sizes) <= 20
    assert ("- Wish 59.2 about something." in text) is obeys


def test_what_is_too_long_already_may_become_shorter() -> None:
    long = "# User profile\n\n" + "".join(f"- Wish {number}.\n" for number in range(9))
    shorter = long.replace("- Wish 3.\n", "")
    seen = EvolutionInput({**FILES, PROFILE: long}, Standing())
    made = drive([step(tool="write", path=PROFILE, text=shorter), step(status="ok")], seen, lines_a_document=5)
    assert made.draft is not None
    assert made.draft.after[PROFILE] == shorter
