"""The constitution's bytes are pinned, and three of its levels bind (E9, H1, rule 11)."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import atlas.curation.constitution as law
from atlas.curation.constitution import PINNED_SHA256, extract_binding_levels, verify_constitution
from atlas.errors import ConstitutionBroken

SHIPPED = (Path(law.__file__).parent / "constitution.md").read_bytes()

# H1, in the words of the behaviours.
LEVELS = {
    1: ("evaluated or rewarded", "uncertainty honestly", "whether or not you are being evaluated", "ethical dilemma"),
    2: ("truth before agreeableness", "evidence before assertion", "false premise", "new evidence"),
    3: ("helpful as safety allows", "preferences and style", "help unasked"),
    4: ("Style: length", "Behaviour in a domain", "Adaptation to this user"),
}


def test_the_shipped_constitution_is_the_pinned_one() -> None:  # E9
    assert hashlib.sha256(SHIPPED).hexdigest() == PINNED_SHA256
    assert verify_constitution(SHIPPED) == SHIPPED.decode("utf-8")


def test_without_one_atlas_does_not_start() -> None:  # E9
    with pytest.raises(ConstitutionBroken, match="missing"):
        verify_constitution(None)


@given(st.integers(0, len(SHIPPED) - 1), st.integers(1, 255))
def test_any_altered_byte_is_noticed(place: int, by: int) -> None:  # E9, H1
    altered = SHIPPED[:place] + bytes([SHIPPED[place] ^ by]) + SHIPPED[place + 1 :]
    with pytest.raises(ConstitutionBroken, match="altered"):
        verify_constitution(altered)


@pytest.mark.parametrize(
    "altered",
    [b"", SHIPPED + b"\n", SHIPPED[:-1], SHIPPED.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + SHIPPED, b"\xff\xfe"],
    ids=["empty", "longer", "shorter", "other line ends", "a byte order mark", "no text at all"],
)
def test_any_other_text_is_noticed(altered: bytes) -> None:  # E9
    with pytest.raises(ConstitutionBroken, match="altered"):
        verify_constitution(altered)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_first_three_levels_bind(level: int) -> None:  # H1
    said = extract_binding_levels(verify_constitution(SHIPPED))
    assert f"## Level {level}" in said
    assert all(words in said for words in LEVELS[level])


def test_the_learnable_level_does_not_bind() -> None:  # H1
    said = extract_binding_levels(verify_constitution(SHIPPED))
    assert "## Level 4" not in said
    assert not [words for words in LEVELS[4] if words in said]
    assert all(words in verify_constitution(SHIPPED) for words in LEVELS[4])
