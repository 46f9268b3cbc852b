"""T16: what is said to be over ends what holds, whichever word says it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.curation.contradiction import find_contradicted
from atlas.language.claim_comparison import claims_contradict, ends_kindred_claim
from atlas.model.claim import Claim
from atlas.model.entity import USER, EntityId
from atlas.model.memory import Kind, Status
from atlas.testing.samples import memory


@pytest.fixture
def atlas(tmp_path: Path) -> Iterator[Atlas]:
    with Atlas.open(tmp_path / "me.atlas", embedder=HashingEmbedder(), background=False) as opened:
        yield opened


def _claim(attribute: str, value: str, affirmed: bool = True, subject: EntityId = USER) -> Claim:
    return Claim(subject, attribute, value, affirmed)


@pytest.mark.parametrize(
    ("ended", "held", "ends"),
    [
        (_claim("does", "accordion lessons", False), _claim("plays", "accordion"), True),
        (_claim("has", "rowing club membership", False), _claim("plays", "rowing"), True),
        (_claim("uses", "Jira", False), _claim("uses", "YouTrack"), False),
        (_claim("plays", "accordion"), _claim("plays", "accordion"), False),
        (_claim("likes", "accordion music", False), _claim("plays", "accordion"), False),
        (
            _claim("does", "accordion lessons", False),
            _claim("plays", "accordion", subject=EntityId("user/sister")),
            False,
        ),
    ],
)
def test_an_ending_ends_what_is_held_under_a_kindred_attribute(ended: Claim, held: Claim, ends: bool) -> None:
    assert ends_kindred_claim(ended, held) is ends


def test_a_mere_denial_ends_nothing_under_another_attribute() -> None:
    denial = memory("m_1", "The user does not have a piano", claim=_claim("has", "piano", False))
    held = memory("m_2", "The user plays piano", claim=_claim("plays", "piano"), status=Status.APPROVED)
    assert find_contradicted(denial, [held]) == []
    assert find_contradicted(denial, [held], "piano") == [held]


def test_who_quits_the_lessons_no_longer_plays(atlas: Atlas) -> None:
    atlas.observe("I play the accordion.", "Nice.", conversation="a")
    atlas.flush()
    atlas.observe("I've stopped taking accordion lessons.", "I see.", conversation="b")
    atlas.flush()
    facts = {each.content: each.status for each in atlas.memories(kinds=[Kind.FACT], limit=20)}
    assert facts["The user plays accordion"] is Status.SUPERSEDED
    assert "plays accordion" not in " ".join(
        item.memory.content for item in atlas.recall("Which instrument do I play?") if not item.past
    )
    atlas.undo()
    facts = {each.content: each.status for each in atlas.memories(kinds=[Kind.FACT], limit=20)}
    assert facts["The user plays accordion"] is Status.APPROVED, "what an undone memory had closed opens again"


def test_another_version_takes_the_place_of_the_one_before(atlas: Atlas) -> None:  # T16, J10
    atlas.observe("We're on Python 3.11 these days.", "Good.", conversation="a")
    atlas.flush()
    atlas.observe("Upgraded everything, so now it's Python 3.12.", "Good.", conversation="b")
    atlas.flush()
    facts = {each.content: each.status for each in atlas.memories(kinds=[Kind.FACT], limit=20)}
    assert facts["The user uses Python 3.12"] is Status.APPROVED
    assert facts["The user uses Python 3.11"] is Status.SUPERSEDED


@pytest.mark.parametrize(
    ("value", "days", "closes"),
    [("Python 3.12", 1, True), ("Ruby 3.12", 1, False), ("Python 3.11", 1, False), ("Python 3.12", 0, False)],
)
def test_only_another_version_of_the_same_said_later_replaces_it(value: str, days: int, closes: bool) -> None:  # T16
    held = memory("m_1", "The user uses Python 3.11", claim=_claim("uses", "Python 3.11"), status=Status.APPROVED)
    after = memory("m_2", value, claim=_claim("uses", value), observed_at=held.observed_at + timedelta(days=days))
    assert find_contradicted(after, [held]) == ([held] if closes else [])


def _tell(atlas: Atlas, *said: str) -> dict[str, Status]:
    for text in said:
        atlas.observe(text, "All right.", conversation="before")
        atlas.flush()
    kinds, statuses = [Kind.FACT, Kind.PREFERENCE], list(Status)
    return {each.content: each.status for each in atlas.memories(kinds=kinds, statuses=statuses, limit=100)}


@pytest.mark.parametrize(
    ("held", "ended"),
    [
        ("I have a Nokia 3310 as my phone.", "Ugh, the old Nokia finally died, so I borrowed an account."),
        ("I play the cello.", "The cello is under the stairs, I stopped when they came."),
        ("I use Upwork for all my invoices.", "dropped Upwork, they take 10% lol. template for an invoice pls"),
    ],
)
def test_what_is_read_too_unsurely_to_stand_alone_ends_what_is_known(atlas: Atlas, held: str, ended: str) -> None:
    """T16: how a thing is had is hard to read, and known already."""
    known = _tell(atlas, held)
    after = _tell(atlas, ended)
    assert set(known.values()) == {Status.APPROVED}
    assert {after[content] for content in known} == {Status.SUPERSEDED}


@pytest.mark.parametrize(
    "said", ["My brother sold his Nokia 3310.", "Did the Nokia die?", "I'll sell the Nokia next spring."]
)
def test_what_is_over_for_somebody_else_or_not_yet_ends_nothing(atlas: Atlas, said: str) -> None:
    known = _tell(atlas, "I have a Nokia 3310 as my phone.")
    after = _tell(atlas, said)
    assert {after[content] for content in known} == {Status.APPROVED}


@pytest.mark.parametrize(
    ("one", "other", "contradict"),
    [
        (_claim("uses", "Python 3.9"), _claim("uses", "Python 3.11"), True),
        (
            _claim("port", "6380", subject=EntityId("thing:staging")),
            _claim("port", "7070", subject=EntityId("thing:staging")),
            True,
        ),
        (_claim("uses", "port 8080"), _claim("uses", "port 22"), False),
        (_claim("uses", "Python 3.9"), _claim("uses", "Ruby 3.3"), False),
        (_claim("likes", "Blur 13"), _claim("likes", "Blur 14"), False),
    ],
)
def test_another_version_of_what_has_a_name_ends_the_one_before(one: Claim, other: Claim, contradict: bool) -> None:
    assert claims_contradict(one, other) is contradict


def test_an_ending_beside_what_holds_instead_is_no_fact_of_its_own(atlas: Atlas) -> None:
    """T16, C13: one wording a fact; what takes the place of something closes it."""
    after = _tell(atlas, "I study Danish.", "I've dropped Danish and signed up for Korean instead")
    assert after == {"The user studies Danish": Status.SUPERSEDED, "The user studies Korean": Status.APPROVED}


def test_the_same_of_what_is_called_by_a_kindred_word_is_known_already(atlas: Atlas) -> None:
    """T16: the team and our project are one to whoever speaks of their work; another's is another's."""
    for said in ("Our project uses YouTrack.", "The team uses YouTrack.", "My sister uses YouTrack."):
        assert atlas.observe(user=said, conversation=said).acknowledged
        atlas.flush()
    found = [each for each in atlas.memories(kinds=[Kind.FACT], statuses=[Status.APPROVED]) if each.claim]
    assert {each.claim.subject: len(each.evidence) for each in found if each.claim} == {
        "user/project": 2,
        "user/sister": 1,
    }


def test_what_holds_instead_is_of_what_it_ends_for(atlas: Atlas) -> None:
    """T16: "we ditched it" is said of the project, and so is what it runs on since; no ending stands apart."""
    for said in ("Our project uses DuckDB.", "We ditched DuckDB, everything runs on PostgreSQL since the weekend."):
        assert atlas.observe(user=said, conversation=said).acknowledged
        atlas.flush()
    facts = atlas.memories(kinds=[Kind.FACT], statuses=[Status.APPROVED])
    assert [each.content for each in facts if each.valid_until is None] == ["The user's project uses PostgreSQL"]


def test_the_old_one_is_not_the_new_one(atlas: Atlas) -> None:
    """T16: what is fond of a name tells two things apart that have none."""
    known = _tell(atlas, "I have a new car.")
    after = _tell(atlas, "I sold the old car.")
    assert {after[content] for content in known} == {Status.APPROVED}


@pytest.mark.parametrize(
    "heard", ["Someone told me I no longer work at Siemens.", "I'm quitting Siemens if they don't give me a raise."]
)
def test_what_is_hearsay_or_a_condition_ends_nothing(atlas: Atlas, heard: str) -> None:  # T16, C3
    known = _tell(atlas, "I work at Siemens as an engineer.")
    after = _tell(atlas, heard)
    assert {after[content] for content in known} == {Status.APPROVED}
