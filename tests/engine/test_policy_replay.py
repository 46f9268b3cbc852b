"""What a changed policy would have decided is told from what was proposed, and nothing of it happens (C3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from atlas import Atlas
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.policy_rules import PolicyRule, RuleAction
from atlas.engine.inspect.policy_replay import PolicyReplay, replay_policy
from atlas.model.memory import Status
from atlas.model.verdict import Outcome

if TYPE_CHECKING:
    from engine.conftest import Life

PORTO = PolicyRule("no Porto", RuleAction.REFUSE, ("porto",))
NOTHING = PolicyRule("no tea", RuleAction.REFUSE, ("tea",))


@pytest.fixture
def lived(life: Life) -> Life:
    """Facts that were approved, one that another replaced, one said again, and requests that wait."""
    for said in ("I live in Porto.", "I work with a team at Globex.", "I live in Lisbon now.", "I have a cat."):
        life.say(said)
    life.atlas.assistant.propose_memory("The user likes bouldering.")
    life.atlas.assistant.propose_memory("The user likes to read in Porto.")
    return life


def _replay(life: Life, days: int = 30, **changed: object) -> PolicyReplay:
    return replay_policy(life.runtime, replace(life.runtime.curation, **changed), days)  # type: ignore[arg-type]


def _texts(replay: PolicyReplay) -> set[str]:
    return {each.replayed.judged.proposal.content for each in replay.differences}  # type: ignore[union-attr]


def test_what_is_in_force_decides_all_as_it_was_decided(lived: Life) -> None:
    """The past is judged against what was known then: a fact that was replaced since does not refuse its repetition."""
    replay = _replay(lived)
    assert (replay.differences, replay.unclear) == ((), 0)
    assert replay.decided == replay.would
    assert replay.decided[Outcome.ACCEPTED] >= 4
    assert replay.decided[Outcome.HELD] == 2


def test_under_manual_all_that_was_approved_would_wait(lived: Life) -> None:
    replay = _replay(lived, mode=Mode.MANUAL)
    assert {each.replayed.would.outcome for each in replay.differences} == {Outcome.HELD}
    assert len(replay.differences) == replay.decided[Outcome.ACCEPTED]
    assert replay.would[Outcome.ACCEPTED] == 0


def test_a_rule_is_counted_by_what_it_fits_and_named_where_it_fits_nothing(lived: Life) -> None:
    """“tea” does not fit a team."""
    replay = _replay(lived, rules=(PORTO, NOTHING))
    assert all("Porto" in each for each in _texts(replay))
    assert [(each.rule.name, each.fits, each.decides) for each in replay.rules] == [
        ("no Porto", 2, 2),
        ("no tea", 0, 0),
    ]


def test_what_a_person_made_of_it_since_stands_beside_it(lived: Life) -> None:
    waiting = next(each for each in lived.atlas.review.pending().memories if "bouldering" in each.content)
    lived.atlas.review.decide(Status.REJECTED, waiting.id)
    replay = _replay(lived, mode=Mode.AUTO)
    assert {each.status for each in replay.differences if "bouldering" in each.replayed.judged.proposal.content} == {  # type: ignore[union-attr]
        Status.REJECTED
    }


def test_settings_that_were_others_then_are_no_reason_to_see_no_difference(life: Life) -> None:
    """Whoever edits atlas.toml first and tests it then is told what it changes."""
    then = Atlas(replace(life.runtime, curation=CurationPolicy(Mode.MANUAL, rules=(PORTO,))), background=False)
    for said in ("I have a cat.", "I live in Porto."):
        then.observe(user=said, assistant="I see.", conversation="c1")
    then.flush()
    replay = _replay(life)
    moves = {(each.replayed.judged.verdict.outcome, each.replayed.would.outcome) for each in replay.differences}
    assert moves == {(Outcome.HELD, Outcome.ACCEPTED), (Outcome.REFUSED, Outcome.ACCEPTED)}


def test_only_the_days_that_are_asked_for_are_looked_at(lived: Life) -> None:
    lived.virtual.later(days=40)
    lived.say("I play chess.")
    assert 0 < _replay(lived).proposals < _replay(lived, days=60).proposals


def test_what_was_forgotten_since_is_not_told_again(lived: Life) -> None:
    before = _replay(lived, mode=Mode.MANUAL)
    lived.atlas.forget(lived.fact("lives in Lisbon").id)
    after = _replay(lived, mode=Mode.MANUAL)
    assert "The user lives in Lisbon" in _texts(before) - _texts(after)
    assert after.would[Outcome.HELD] < before.would[Outcome.HELD]
