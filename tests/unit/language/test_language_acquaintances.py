"""Whom a speaker has named before: two daughters are two, and a name is its bearer's however it is written (X10)."""

from __future__ import annotations

from atlas.language.acquaintances import Acquaintances, gather_acquaintances
from atlas.model.claim import Claim
from atlas.model.entity import USER, Entity, EntityId, EntityKind

DAUGHTER, DOG = EntityId("user/daughter"), EntityId("user/dog")


def know(*named: tuple[str, str, bool]) -> Acquaintances:
    """Who has been told of, in order: the relation, the name, and whether that is so still."""
    told = Acquaintances()
    for relation, name, _ in named:
        told.choose_entity(USER, relation, name)
    people = [Entity(id, EntityKind.PERSON, tuple(name.title() for name in names)) for id, names in told.names.items()]
    return gather_acquaintances(people, [Claim(USER, relation, name, so) for relation, name, so in named])


def test_the_first_daughter_is_the_daughter_and_the_second_somebody_else() -> None:
    known = know(("daughter", "Philippa", True), ("daughter", "Rosalind", True))
    assert known.find_bearer("philippa") == DAUGHTER
    assert known.find_bearer("ROSALIND") == "person:rosalind"
    assert known.choose_entity(USER, "daughter", "Rosalind") == "person:rosalind"
    assert known.list_meant(DAUGHTER) == [DAUGHTER, "person:rosalind"]
    assert known.find_relative(USER, "daughter") == (DAUGHTER, True)


def test_a_short_form_of_a_name_is_nobody_else() -> None:
    known = know(("son", "Kofi Mensah", True))
    assert known.choose_entity(USER, "son", "Kofi") == "user/son"
    assert known.choose_entity(USER, "son", "Ko") == "person:ko"


def test_my_dog_is_the_one_that_is_still_there() -> None:
    known = know(("dog", "Tess", False), ("dog", "Fergus", True))
    assert known.find_relative(USER, "dog") == (EntityId("person:fergus"), False)
    assert known.list_meant(DOG) == ["person:fergus"]


def test_of_whom_nobody_has_a_name_is_known_by_the_relation_alone() -> None:
    known = know()
    assert known.find_relative(USER, "sister") == (EntityId("user/sister"), False)
    assert known.find_bearer("Ana") is None
    assert known.find_bearer("") is None


def test_a_name_of_two_people_means_neither() -> None:
    known = know(("sister", "Ana", True), ("friend", "Ana", True))
    assert known.find_bearer("Ana") is None


def test_a_speaker_is_no_acquaintance_of_their_own() -> None:
    known = gather_acquaintances([Entity(USER, EntityKind.PERSON, ("Ana",))], [])
    assert known.find_bearer("Ana") is None
