"""Entity keys: one thing, one key, and nobody gets another's by the choice of a name."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from atlas.language.entity_ids import named_entity, related_entity, speaker_entity
from atlas.language.folding import fold_text
from atlas.model.entity import USER, Entity, EntityId, EntityKind, belongs_to, is_self, title_of

ANA = speaker_entity("Ana")
HOSTILE_NAMES = st.text("abAB/:%2fuser .!\n", min_size=1, max_size=12)


def test_nobody_named_is_the_user() -> None:
    assert speaker_entity(None) == speaker_entity("") == speaker_entity("  \n ") == USER


@pytest.mark.parametrize("same", ["Ana", "ana", " ANA ", "Ana.", "\nAna\t"])
def test_one_speaker_has_one_key(same: str) -> None:
    assert speaker_entity(same) == ANA == "user:ana"


@pytest.mark.parametrize("name", ["ana/sister", "Ana / Sister", "ana/sister/", "/sister", "ana%2fsister"])
def test_a_speaker_cannot_be_called_into_somebodys_family(name: str) -> None:
    """X1: with the key of Ana's sister, a stranger would tell and be told what is hers."""
    made = speaker_entity(name)
    assert made != related_entity(ANA, "sister")
    assert not belongs_to(made, ANA)
    assert not belongs_to(made, USER)
    assert is_self(made)


@pytest.mark.parametrize("name", ["!!!", "...", "-", "?", "“”"])
def test_a_speaker_called_by_signs_alone_is_not_the_user(name: str) -> None:
    assert speaker_entity(name) != USER
    assert is_self(speaker_entity(name))


@pytest.mark.parametrize("name", ["user", "user:ana", "person:maria", "x:y", "user/sister", "ana\n/sister"])
def test_a_speaker_named_like_a_key_gets_a_key_of_their_own(name: str) -> None:
    made = speaker_entity(name)
    taken = {USER, ANA, related_entity(USER, "sister"), related_entity(ANA, "sister"), speaker_entity("x")}
    assert made not in taken | {named_entity(EntityKind.PERSON, "maria"), named_entity(EntityKind.THING, "y")}
    assert not belongs_to(made, USER)


@given(HOSTILE_NAMES, HOSTILE_NAMES)
def test_two_speakers_share_a_key_only_when_their_names_are_one(one: str, other: str) -> None:
    assume(fold_text(one) and fold_text(other))
    assert (speaker_entity(one) == speaker_entity(other)) == (fold_text(one) == fold_text(other))


@given(HOSTILE_NAMES, HOSTILE_NAMES, HOSTILE_NAMES)
def test_no_speaker_is_somebody_known_through_another(one: str, other: str, relation: str) -> None:
    assume(speaker_entity(one) != USER)
    through = related_entity(speaker_entity(other), relation)
    assert speaker_entity(one) != through
    assert not is_self(through)
    assert belongs_to(through, speaker_entity(other))


@given(HOSTILE_NAMES, HOSTILE_NAMES, st.sampled_from(EntityKind), st.sampled_from(EntityKind))
def test_what_is_known_by_name_is_never_a_user_nor_another_kind(
    one: str, other: str, kind: EntityKind, another: EntityKind
) -> None:
    made = named_entity(kind, one)
    assert not is_self(made)
    assert made != speaker_entity(other)
    assert "/" not in made
    if kind is not another:
        assert made != named_entity(another, other)


@given(HOSTILE_NAMES, HOSTILE_NAMES)
def test_a_relation_is_one_step_whatever_it_is_called(one: str, other: str) -> None:
    assert related_entity(USER, f"{one}/{other}") != related_entity(related_entity(USER, one), other)
    assert "\n" not in related_entity(USER, one)


@pytest.mark.parametrize(
    ("entity", "owner", "belongs"),
    [
        ("user", "user", True),
        ("user/sister", "user", True),
        ("user/sister/dog", "user/sister", True),
        ("user:ana", "user", False),
        ("user:ana/sister", "user", False),
        ("user:anabel", "user:ana", False),
        ("user:ana/sister", "user:ana", True),
        ("user/sister", "user/sis", False),
    ],
)
def test_who_belongs_to_whom(entity: str, owner: str, belongs: bool) -> None:  # X3
    assert belongs_to(EntityId(entity), EntityId(owner)) is belongs


@pytest.mark.parametrize(
    ("entity", "title"),
    [
        (USER, "The user"),
        (ANA, "Ana"),
        (related_entity(USER, "sister"), "The user's sister"),
        (related_entity(related_entity(ANA, "sister"), "dog"), "Ana's sister's dog"),
        (named_entity(EntityKind.PLACE, "New York"), "New York"),
        (named_entity(EntityKind.THING, "staging server"), "The staging server"),
        (speaker_entity("50%/50%"), "50%/50%"),
        (named_entity(EntityKind.THING, "tcp/ip %2f"), "The tcp/ip %2f"),
    ],
)
def test_what_is_shown_is_the_name_and_not_the_key(entity: EntityId, title: str) -> None:
    assert title_of(entity).casefold() == title.casefold()


def test_a_name_outshines_the_key() -> None:
    assert Entity(related_entity(USER, "sister"), EntityKind.PERSON, ("Maria", "Mimi")).title == "Maria"
    assert Entity(related_entity(USER, "sister"), EntityKind.PERSON).title == "The user's sister"
