"""Figures and the place on the ladder are journaled, verified, and carried out and in (X4, X7, H3, H6)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from atlas.engine.core.ledger import Ledger
from atlas.engine.core.verification import verify_store
from atlas.model.journal import Action, Actor
from atlas.model.metric import Escalation, Rung
from atlas.testing import samples
from engine._carried import as_file, everything, refused

STANDS = Escalation(Rung.RESTRICTED, samples.START, "The consistency is 0.40; less than 0.85 is too little.")


def climb(life: Any, stands: Escalation = STANDS) -> None:
    with life.runtime.writing() as txn:
        Ledger(life.runtime, txn).record_escalation(Actor.ATLAS, Action.ESCALATED, stands)


def test_both_come_back_as_they_were(life: Any, live: Callable[..., Any], tmp_path: Path) -> None:  # X7
    kept = [samples.figure("consistency", samples.START.date(), value, 3) for value in (None, 0.4)]
    with life.runtime.writing() as txn:
        for each in kept:
            txn.put_figure(each)
    climb(life)
    other = live("other.atlas")
    other.atlas.history.import_file(as_file(tmp_path, everything(life)), restore=True)
    with other.runtime.reading() as reader:
        assert (list(reader.figures(samples.START.date())), reader.escalation()) == ([kept[-1]], STANDS)
    assert everything(other) == everything(life)
    assert verify_store(other.runtime).problems == ()


def test_a_place_that_the_journal_does_not_know_is_told(life: Any) -> None:
    """X4: nobody leaves a rung behind the journal's back."""
    climb(life)
    assert verify_store(life.runtime).problems == ()
    with life.runtime.writing() as txn:
        txn.put_escalation(Escalation(Rung.FREE, samples.START, ""))
    assert verify_store(life.runtime).problems == ("The escalation l_ladder is not as the journal has it.",)


def test_an_export_whose_place_was_altered_does_not_come_back(life: Any, live: Any, tmp_path: Path) -> None:
    climb(life)
    rows = everything(life)
    forged = [{**row, "rung": "free"} if row["type"] == "escalation" else row for row in rows]
    assert forged != rows
    refused(live, tmp_path, forged, "l_ladder")
