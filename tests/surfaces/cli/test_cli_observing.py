"""What was noted by the way, in the terminal and for machines."""

from __future__ import annotations

import re

from surfaces.cli._person import Person

MEETING = "The meeting with the landlord in Porto ran over because of the rent."
SAID = f"Well then. The boiler that Rui sold us at number 14 leaked. {MEETING}"


def test_before_anything_was_noted_it_says_how(ana: Person) -> None:
    assert "Nothing was noted yet." in ana.says("observations")
    assert ana.data("observations") == {"observations": []}


def test_notes_are_taken_on_demand_and_listed(ana: Person) -> None:
    """T14, T15."""
    ana.left(SAID)
    shown = ana.says("reflect", "observations")
    assert "observations thinking by the rules" in shown
    assert re.search(r"notes +2\n", shown)
    listed = ana.says("observations")
    assert re.search(
        rf"m_\w{{6}} +note +important +earlier today +{re.escape(MEETING)} \(on Porto\)",
        listed,
    )
    assert re.search(r"m_\w{6} +note +informational +earlier today +The boiler that Rui", listed)
    assert "2 notes." in listed


def test_machines_have_level_priority_topic_and_label(ana: Person) -> None:
    """T14, T15."""
    ana.left(SAID)
    ana.run("reflect", "observations")
    first, second = ana.data("observations")["observations"]
    assert (first["level"], first["priority"], first["topic"]) == ("note", "important", "Porto")
    assert first["label"] == "earlier today"
    assert second["memory"]["content"] == "The boiler that Rui sold us at number 14 leaked."
    assert len(ana.data("observations", "--limit", "1")["observations"]) == 1


def test_a_dry_run_says_what_would_be_noted(ana: Person) -> None:
    """J2."""
    ana.left(SAID)
    ana.run("recall", "anything")  # what is said becomes episodes before anybody is answered
    assert "2 changes" in ana.says("reflect", "observations", "--dry-run")
    assert ana.data("observations") == {"observations": []}
