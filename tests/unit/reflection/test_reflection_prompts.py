"""Prompts are files, filled in by one strict function; what fills them is data (J11, rule 3 of the trust model)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import atlas.reflection
from atlas.errors import BadInput
from atlas.reflection.prompts import Prompt, Purpose, read_prompt, render_prompt

FOLDER = Path(atlas.reflection.__file__).parent / "prompts"
FILES = sorted(FOLDER.glob("*.md"))
SHIPPED = {file.stem: read_prompt(file.read_text("utf-8")) for file in FILES}
SMALL = (
    "---\nname: small\nversion: 1\npurpose: extraction\n---\n\n# system\n\nBe brief.\n\n# user\n\nRead:\n\n{{text}}\n"
)


def prompt(user: str = "{{text}}") -> Prompt:
    return Prompt("small", "1", Purpose.EXTRACTION, "Be brief.", user)


def test_a_file_is_read() -> None:
    assert read_prompt(SMALL) == Prompt("small", "1", Purpose.EXTRACTION, "Be brief.", "Read:\n\n{{text}}")
    assert read_prompt(SMALL.replace("\n", "\r\n")) == read_prompt(SMALL)


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "Be brief.",
        SMALL.replace("---\n", "", 1),
        SMALL.replace("version: 1\n", ""),
        SMALL.replace("version: 1", "version:"),
        SMALL.replace("version: 1", "version: 1\nversion: 2"),
        SMALL.replace("version: 1", "version: 1\nmood: good"),
        SMALL.replace("version: 1", "version 1"),
        SMALL.replace("purpose: extraction", "purpose: flattery"),
        SMALL.replace("Be brief.", ""),
        SMALL.replace("Be brief.", "Be {{text}}."),
        SMALL.replace("# system", "# sistem"),
        SMALL.replace("{{text}}", "{{ Text! }}"),
        SMALL.replace("{{text}}", "{{text}"),
    ],
)
def test_a_file_that_is_none_is_refused(broken: str) -> None:
    with pytest.raises(BadInput):
        read_prompt(broken)


def test_every_place_is_filled_and_every_value_used() -> None:
    with pytest.raises(BadInput, match="was not given `text`"):
        render_prompt(prompt(), [])
    with pytest.raises(BadInput, match="has no place for `more`"):
        render_prompt(prompt(), [("text", "a"), ("more", "b")])
    with pytest.raises(BadInput, match="twice"):
        render_prompt(prompt(), [("text", "a"), ("text", "b")])


def test_a_value_is_never_looked_at_for_places() -> None:
    filled = render_prompt(prompt("{{text}}\n{{other}}"), [("text", "{{other}}"), ("other", "secret")])
    assert filled.user.count("secret") == 1
    assert "{{other}}" in filled.user


@given(st.text(alphabet="`~ab\n{}# "))
def test_no_value_can_end_its_fence(value: str) -> None:
    """Whatever it holds, the value is what stands between the first fence and the last, and no line in it closes."""
    first, *inside, last = render_prompt(prompt(), [("text", value)]).user.split("\n")
    assert "\n".join(inside) == value
    assert first == last == "`" * len(first)
    assert first not in value


def test_the_hash_names_the_question() -> None:
    one = render_prompt(prompt(), [("text", "a")])
    assert one.hash == render_prompt(prompt(), [("text", "a")]).hash
    others = [
        render_prompt(prompt(), [("text", "b")]),
        render_prompt(prompt("Now: {{text}}"), [("text", "a")]),
        render_prompt(Prompt("other", "1", Purpose.EXTRACTION, "Be brief.", "{{text}}"), [("text", "a")]),
        render_prompt(Prompt("small", "1", Purpose.EXTRACTION, "Be long.", "{{text}}"), [("text", "a")]),
    ]
    assert len({one.hash, *(other.hash for other in others)}) == 5


def test_the_order_of_values_is_no_other_question() -> None:
    two = prompt("{{a}}{{b}}")
    assert render_prompt(two, [("a", "1"), ("b", "2")]) == render_prompt(two, [("b", "2"), ("a", "1")])
    assert render_prompt(two, [("a", "12"), ("b", "")]).hash != render_prompt(two, [("a", "1"), ("b", "2")]).hash


# --- the prompts that are shipped


def test_every_prompt_is_named_as_its_file() -> None:
    assert {name: found.name for name, found in SHIPPED.items()} == {name: name for name in SHIPPED}
    tiers = {"again", "cluster", "critique", "lightweight", "nightly", "review", "revision", "schemas", "weekly"}
    assert tiers | {"observe", "compress", "reflect", "page"} == set(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_prompt_says_that_what_follows_is_quoted_data(name: str) -> None:  # rule 3 of the trust model
    assert "quoted data" in SHIPPED[name].system


@pytest.mark.parametrize("name", sorted(set(SHIPPED) - {"again"}))
def test_every_prompt_with_a_shape_asks_for_nothing_else(name: str) -> None:
    system = SHIPPED[name].system
    assert "nothing before or after it" in system
    assert "`escalate`" in system  # J12


def test_what_writes_and_what_judges_are_different_prompts() -> None:  # J11
    purposes = {name: found.purpose for name, found in SHIPPED.items()}
    assert purposes["critique"] is Purpose.EVALUATION
    assert purposes["revision"] is purposes["again"] is Purpose.GENERATION


JUDGING = (Purpose.EVALUATION, Purpose.ANALYSIS)


@pytest.mark.parametrize("name", [name for name, found in SHIPPED.items() if found.purpose not in JUDGING])
def test_what_writes_or_extracts_knows_nothing_of_how_it_is_judged(name: str) -> None:  # J11
    whole = SHIPPED[name].system + SHIPPED[name].user
    assert re.findall(r"\b(?:scor|metric|grade|evaluat|measur|trend|reward)\w*", whole) == []
