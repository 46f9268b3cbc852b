"""Whom a speaker has named before: two daughters are two, and a name is its bearer's however it is written (X10)."""

from __future__ import annotations

import pytest

from atlas.language.acquaintances import Acquaintances, gather_acquaintances
from atlas.model.claim import Claim
from atlas.model.entity import USER, Entity, EntityId, EntityKind, split_related, title_of

DAUGHTER, ROSALIND = EntityId("user/daughter"), EntityId("user/daughter:rosalind")


def know(*named: tuple[str, str, bool]) -> Acquaintances:
    """Who has been told of, in order: the relation, the name, and whether that is so still."""
    told = Acquaintances()
    for relation, name, _ in named:
        told.choose_entity(USER, relation, name)
    people = [Entity(id, EntityKind.PERSON, tuple(name.title() for name in names)) for id, names in told.names.items()]
    return gather_acquaintances(people, [Claim(USER, relation, name, so) for relation, name, so in named])


def test_the_first_daughter_is_the_daughter_and_the_second_somebody_else() -> None:
    known = know(("daughter", "Philippa", True), ("daughter", "Rosalind", True))
    assert known.find_bearer("philippa", USER) == DAUGHTER
    assert known.find_bearer("ROSALIND", USER) == ROSALIND
    assert known.choose_entity(USER, "daughter", "Rosalind") == ROSALIND
    assert known.list_meant(USER, "daughter") == [DAUGHTER, ROSALIND]
    assert known.find_relative(USER, "daughter") == (DAUGHTER, True)
    assert (title_of(ROSALIND), split_related(ROSALIND)) == ("Rosalind", (USER, "daughter"))


@pytest.mark.parametrize(
    ("relation", "name", "who"),
    [
        ("son", "Kofi", "user/son"),  # of Kofi Mensah
        ("son", "Ko", "user/son:ko"),
        ("son", "Kofier", "user/son:kofier"),
        ("mother", "Liz", "user/mother"),  # of whom one has one
        ("friend", "Elizabeth", "user/friend"),  # and no mother
    ],
)
def test_whom_a_name_with_its_relation_means(relation: str, name: str, who: str) -> None:
    known = know(("son", "Kofi Mensah", True), ("mother", "Elizabeth", True))
    assert known.choose_entity(USER, relation, name) == who


def test_a_name_that_is_put_right_is_the_same_sisters() -> None:
    known = know(("sister", "Mraia", True))
    assert known.choose_entity(USER, "sister", "Maria", instead_of="Mraia") == "user/sister"
    assert known.find_bearer("Maria", USER) == "user/sister"


def test_my_dog_is_the_one_that_is_still_there() -> None:
    known = know(("dog", "Tess", False), ("dog", "Fergus", True))
    assert known.find_relative(USER, "dog") == (EntityId("user/dog:fergus"), False)
    assert known.list_meant(USER, "dog") == ["user/dog:fergus"]
    assert known.list_of_relation(USER, "dog") == ["user/dog", "user/dog:fergus"]


def test_of_whom_nobody_has_a_name_is_known_by_the_relation_alone() -> None:
    known = know()
    assert known.find_relative(USER, "sister") == (EntityId("user/sister"), False)
    assert known.find_bearer("Ana", USER) is None
    assert known.find_bearer("", USER) is None


def test_a_name_of_two_people_means_neither_and_of_another_speakers_nobody() -> None:
    known = know(("sister", "Ana", True), ("friend", "Ana", True), ("brother", "Ben", True))
    assert known.find_bearer("Ana", USER) is None
    assert known.find_bearer("Ben", EntityId("user:bob")) is None


def test_a_speaker_is_no_acquaintance_of_their_own() -> None:
    known = gather_acquaintances([Entity(USER, EntityKind.PERSON, ("Ana",))], [])
    assert known.find_bearer("Ana", USER) is None
