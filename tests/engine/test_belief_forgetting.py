"""What was argued goes with its message, and a belief is what the arguments that are left come to (X1, X3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from atlas.engine.core.ledger import Ledger
from atlas.model.document import Edit
from atlas.model.ids import ArgumentId, BeliefId
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.proposal import Amend
from atlas.testing import samples
from engine._beliefs import argue, judge, read_arguments, read_belief, read_numbers, settle
from engine.conftest import Life

FOR = "Alice told me of the Commutqx."
AGAINST = "I told Ben of new colleagues."
"""Nothing that rules would weigh by themselves: what is argued here is said by the tests alone."""
LONELY = "v_0123456789abc"


def leaks(folder: Path, word: str) -> list[str]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return [file.name for file in files if any(form.encode() in file.read_bytes() for form in (word, word.lower()))]


def weigh(life: Any, *arguments: tuple[str, dict[str, Any]], belief: str = "v_1") -> None:
    """Keep and settle these arguments, one window for each."""
    for number, (words, fields) in enumerate(arguments):
        id = fields.pop("id", f"a_{number + 1}")
        argue(life, words, id, belief, turn=1 + 5 * number, **fields)
        settle(life, belief, turn=4 + 5 * number)


@pytest.fixture
def told(life: Life) -> Life:
    life.say(FOR)
    life.say(AGAINST, conversation="c2")
    weigh(life, ("Commutqx", {"insight": "The Commutqx costs an hour."}), ("colleagues", {"direction": -1}))
    return life


def test_a_belief_without_a_forgotten_argument_is_as_if_nobody_had_made_it(told: Life, live: Any) -> None:  # X3
    other = live("other.atlas")
    other.say(AGAINST, conversation="c2")
    argue(other, "colleagues", "a_2", turn=6, direction=-1)
    settle(other, turn=9)
    moved = read_belief(told)
    receipt = told.atlas.forget(conversation="c1")
    assert (receipt.arguments, receipt.beliefs) == (("a_1",), ("v_1",))
    assert read_arguments(told, "a_1") == [None]
    assert read_numbers(told) == read_numbers(other)
    now = read_belief(told)
    assert moved is not None
    assert now is not None
    assert (now.version, now.stance < moved.stance) == (moved.version + 1, True)


def test_nothing_of_it_stays_in_rows_journal_or_files(told: Life, tmp_path: Path) -> None:  # X3
    told.atlas.forget(conversation="c1")
    assert leaks(tmp_path, "Commutqx") == []
    assert told.atlas.admin.verify().ok
    with told.runtime.reading() as reader:
        about = [part for entry in reader.entries_about(RowKind.BELIEF, "v_1") for part in entry.parts]
        told_of = [part.change() for part in about if part.kind is RowKind.BELIEF and not part.erased]
    assert [change.before for change in told_of if change] == [None]


def test_a_belief_that_nobody_argues_about_any_more_goes(told: Life) -> None:  # X3
    judge(told, pinned=True, stance=0.5)
    told.atlas.forget(conversation="c1")
    assert read_belief(told) is not None
    receipt = told.atlas.forget(conversation="c2")
    assert (read_belief(told), receipt.beliefs) == (None, ("v_1",))
    assert told.atlas.admin.verify().ok


def test_an_argument_that_was_taken_back_leaves_the_journal_with_its_message(life: Life, tmp_path: Path) -> None:  # X3
    life.say(FOR)
    entry = argue(life, "Commutqx", insight="The Commutqx costs an hour.")
    life.atlas.history.revert(entry.seq)
    life.atlas.forget(text="Commutqx")
    assert leaks(tmp_path, "Commutqx") == []
    assert life.atlas.admin.verify().ok


def test_what_is_told_in_forgotten_words_goes_wherever_it_was_argued(told: Life, tmp_path: Path) -> None:  # X3
    argue(told, "colleagues", "a_9", LONELY, insight="Zeldaqx would be alone.")
    receipt = told.atlas.forget(text="Zeldaqx")
    assert (receipt.arguments, receipt.beliefs, receipt.messages) == (("a_9",), (LONELY,), ())
    assert leaks(tmp_path, "Zeldaqx") == []
    assert None not in read_arguments(told, "a_1", "a_2")
    assert told.atlas.admin.verify().ok


def test_a_belief_that_is_called_so_goes_with_all_that_was_argued(told: Life, tmp_path: Path) -> None:  # X3
    judge(told, topic="work with Zeldaqx")
    receipt = told.atlas.forget(text="Zeldaqx")
    assert (set(receipt.arguments), receipt.beliefs, read_belief(told)) == ({"a_1", "a_2"}, ("v_1",), None)
    assert leaks(tmp_path, "Zeldaqx") == []
    assert told.atlas.admin.verify().ok


def test_an_argument_goes_with_words_that_are_blotted_out_of_its_message(life: Life) -> None:  # X3
    life.say("I live in Zanzibarqx now. I told Ben about commuting.")
    argue(life, "commuting")
    receipt = life.atlas.forget(life.fact("lives in Zanzibarqx").id)
    assert receipt.masked
    assert (receipt.arguments, read_belief(life)) == (("a_1",), None)
    assert life.atlas.admin.verify().ok


def test_the_persona_loses_the_line_of_a_belief_that_goes(told: Life) -> None:  # X3
    argue(told, "Commutqx", "a_9", LONELY)
    line = f"- Working alone is fine. <!-- {LONELY} -->"
    told.atlas.documents.write({"persona.md": f"# Persona\n\n- Kind.\n{line}\n"})
    told.atlas.forget(conversation="c1")
    assert told.atlas.documents.read("persona.md").text == "# Persona\n\n- Kind.\n"


def test_what_is_no_users_own_any_more_argues_no_more(life: Life, tmp_path: Path) -> None:  # X1, C3
    said = {"role": "user", "text": FOR, "conversation": "talk", "at": "2026-01-01T10:00:00Z"}
    (tmp_path / "history.jsonl").write_text(json.dumps(said))
    life.atlas.history.import_file(tmp_path / "history.jsonl")
    made = life.atlas.review.vouch("turns:talk")
    assert made.entry is not None
    life.say(AGAINST)
    weigh(life, ("Commutqx", {}), ("colleagues", {"direction": -1}))
    both = read_numbers(life)
    life.atlas.history.revert(made.entry)
    alone = read_numbers(life)
    assert both is not None
    assert alone is not None
    assert (read_arguments(life, "a_1"), alone.contradiction, alone.stance < both.stance) == ([None], 0, True)
    assert life.atlas.admin.verify().ok
    life.atlas.history.revert(life.atlas.history.log(1)[0].seq)
    assert (read_numbers(life), None in read_arguments(life, "a_1", "a_2")) == (both, False)
    assert life.atlas.admin.verify().ok


def propose(life: Life, amend: Amend) -> None:
    judged = samples.judged("p_0123456789abc", amend)
    with life.runtime.writing() as txn:
        Ledger(life.runtime, txn).record_judged(Actor.RULES, Action.HELD, judged)


@pytest.mark.parametrize(
    "amend",
    [
        Amend((Edit("persona.md", "Positions", "", "- Alone is finqx.\n"),), beliefs=(BeliefId(LONELY),)),
        Amend((Edit("persona.md", "Voice", "", "- Commuting takes finqx.\n"),), arguments=(ArgumentId("a_9"),)),
        Amend((Edit("persona.md", "Positions", f"- Alone is finqx. <!-- {LONELY} -->\n", ""),)),
    ],
)
def test_a_wish_to_write_it_into_the_persona_goes_too(told: Life, tmp_path: Path, amend: Amend) -> None:  # X3
    argue(told, "Commutqx", "a_9", LONELY)
    propose(told, amend)
    assert told.atlas.forget(conversation="c1").proposals == 1
    assert leaks(tmp_path, "finqx") == []
    assert told.atlas.admin.verify().ok


def test_the_line_of_a_belief_that_others_argue_about_stays(told: Life) -> None:  # X3
    argue(told, "colleagues", "a_8", LONELY)
    entry = argue(told, "Commutqx", "a_9", LONELY)
    told.atlas.history.revert(entry.seq)
    line = f"- Working alone is fine. <!-- {LONELY} -->\n"
    told.atlas.documents.write({"persona.md": line})
    told.atlas.forget(conversation="c1")
    assert told.atlas.documents.read("persona.md").text == line


TRIAL = "Remote work doesn't hurt output. A two-year Stanfordqx trial with 1,600 employees found no difference."
ALONE = "Remote work is bad for beginners, because nobody sees that they are stuck and so nobody helps them."
CHAT = "Good morning, how was your night?"


def read_life(life: Life) -> list[tuple[float, float, int, int]]:
    with life.runtime.reading() as reader:
        return [(each.stance, each.confidence, each.support, each.contradiction) for each in reader.beliefs()]


def test_what_was_weighed_goes_while_it_cools_and_after_it_has_moved(life: Life, live: Any, tmp_path: Path) -> None:
    """X3, B2: a life without the words, of as many turns, has the same position; and no thought brings them back."""
    cooling, other = live("cooling.atlas"), live("other.atlas")
    for each in (life, cooling, other):
        each.say(CHAT if each is other else TRIAL, conversation="c1")
    cooling.atlas.forget(conversation="c1")
    for each in (life, cooling, other):
        for text in (ALONE, CHAT, CHAT, CHAT, CHAT):
            each.say(text, conversation="c2")
    life.atlas.forget(conversation="c1")
    life.say(CHAT, conversation="c2")
    assert read_life(life) == read_life(cooling) == read_life(other) != []
    assert leaks(tmp_path, "Stanfordqx") == []
    assert life.atlas.admin.verify().ok
    assert cooling.atlas.admin.verify().ok
