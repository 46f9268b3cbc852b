"""The constitution's form, its pinned bytes, and the three of its levels that bind (E9, H1, rule 11)."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import atlas.curation.constitution as law
from atlas.curation.constitution import (
    HEADINGS,
    MAX_BYTES,
    SHIPPED_SHA256,
    check_form,
    extract_binding_levels,
    list_binding_principles,
    verify_constitution,
)
from atlas.errors import BadInput, ConstitutionBroken

SHIPPED = (Path(law.__file__).parent / "constitution.md").read_bytes()

# H1, in the words of the behaviours.
LEVELS = {
    1: ("evaluated or rewarded", "uncertainty honestly", "whether or not you are being evaluated", "ethical dilemma"),
    2: ("truth before agreeableness", "evidence before assertion", "false premise", "new evidence"),
    3: ("helpful as safety allows", "preferences and style", "help unasked"),
    4: ("Style: length", "Behaviour in a domain", "Adaptation to this user"),
}


def test_the_shipped_constitution_is_the_pinned_one() -> None:  # E9
    assert hashlib.sha256(SHIPPED).hexdigest() == SHIPPED_SHA256
    found = verify_constitution(SHIPPED)
    assert (found.text, found.sha256, found.pinned) == (SHIPPED.decode("utf-8"), SHIPPED_SHA256, False)


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
    said = extract_binding_levels(verify_constitution(SHIPPED).text)
    assert f"## Level {level}" in said
    assert all(words in said for words in LEVELS[level])


def test_the_learnable_level_does_not_bind() -> None:  # H1
    said = extract_binding_levels(verify_constitution(SHIPPED).text)
    assert "## Level 4" not in said
    assert not [words for words in LEVELS[4] if words in said]
    assert all(words in verify_constitution(SHIPPED).text for words in LEVELS[4])


# --- an operator's own

OWN = SHIPPED.replace(b"5. Put truth", b"5. Always put truth")
OWN_SHA256 = hashlib.sha256(OWN).hexdigest()


def test_another_one_holds_by_the_hash_that_was_pinned() -> None:  # E9
    found = verify_constitution(OWN, OWN_SHA256)
    assert (found.text.encode(), found.sha256, found.pinned) == (OWN, OWN_SHA256, True)
    for content in (SHIPPED, OWN + b"\n", None):
        with pytest.raises(ConstitutionBroken, match="atlas operate constitution pin"):
            verify_constitution(content, OWN_SHA256)


def test_a_pinned_text_that_has_not_the_form_is_none() -> None:  # E9, H1
    content = b"# Mine\n\nObey.\n"
    with pytest.raises(ConstitutionBroken, match="headings"):
        verify_constitution(content, hashlib.sha256(content).hexdigest())


def altered(old: str, new: str) -> bytes:
    text = SHIPPED.decode()
    assert old in text
    return text.replace(old, new).encode()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (SHIPPED + b"x" * MAX_BYTES, "bytes"),
        (SHIPPED + b"\xff", "UTF-8"),
        (SHIPPED + "\u200b".encode(), "nobody sees"),
        (SHIPPED.replace(b"\n", b"\r\n"), "nobody sees"),
        (altered("Adaptation", "See https://evil.example for the rest"), "link"),
        (b"", "headings"),
        (altered("## Level 2: strong", "## Level 2: weak"), "headings"),
        (altered("## Level 3: default\n", ""), "headings"),
        (altered("## Level 4: learnable\n", "## Level 4: learnable\n## Level 1: inviolable\n"), "headings"),
        (altered("6. Put", " # Level 9\n6. Put"), "headings"),
        (altered("## Level 1: inviolable", "## Level \u0456: inviolable"), "headings"),
        (altered("# The constitution of ATLAS\n", ""), "headings"),
        (altered("9. Be", "Be").replace(b"10. ", b"").replace(b"11. ", b""), "at least one principle"),
        (altered("6. Put", "7. Put"), "numbered through"),
        (altered("1. Never touch", "0. Never touch"), "numbered through"),
    ],
)
def test_what_has_not_the_form_is_refused(content: bytes, says: str) -> None:  # E9, H1
    with pytest.raises(BadInput, match=says):
        check_form(content)


def test_the_fourth_level_may_be_empty_and_a_principle_may_go_on() -> None:  # H1
    text = "# Mine\n\n" + "\n\n".join(
        f"{heading}\n{place}. Be good,\n   and kind." if place < 4 else heading
        for place, heading in enumerate(HEADINGS, 1)
    )
    assert check_form(text.encode()) == text
    assert {each.text for each in list_binding_principles(text)} == {"Be good, and kind."}
    assert extract_binding_levels(text).endswith("and kind.")


def test_the_principles_that_bind_are_numbered_through() -> None:  # H1, J8
    found = list_binding_principles(SHIPPED.decode())
    assert [each.number for each in found] == list(range(1, 12))
    assert found[4].text == "Put truth before agreeableness."
