"""Whoever calls a verb wrongly is told so in one sentence of ours, and nothing is lost by it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from _verbs import VERBS
from atlas import Atlas, Origin, Role, Said, wrap
from atlas.errors import AtlasError, BadInput
from atlas.model.memory import Kind
from atlas.testing.virtual import virtual

NAIVE = datetime(2026, 11, 16, 12, 0)  # noqa: DTZ001 - it is what people hand over
WRONG: dict[str, Any] = {
    "nothing": None,
    "a number": 5,
    "below zero": -3,
    "a fraction": 2.5,
    "no number": float("nan"),
    "endless": float("inf"),
    "yes": True,
    "bytes": b"m_4kq9zt",
    "an empty text": "",
    "blanks": "   ",
    "half a character": "\ud800 or so",
    "a NUL": "a\0b",
    "very long": "x" * 100_000,
    "a list of numbers": [1, 2],
    "an empty list": [],
    "a list of nothing": [None],
    "a mapping": {"a": 1},
    "a set of bytes": {b"a"},
    "an object": object(),
    "a type": Kind,
    "a naive time": NAIVE,
    "the first moment": datetime.min,  # noqa: DTZ901 - the same
    "the last moment": datetime.max,  # noqa: DTZ901 - the same
    "a huge number": 10**30,
    "many lines": "one\ntwo\nthree",
}
NO_VERBS = frozenset({"close"})
TAKING = frozenset({"forget", "review.quarantine"})
"""What may rightly take the fact out of service: any moment is one since when."""
GOOD: dict[str, Any] = {
    "kind": "right", "signal": "used", "query": "tea", "question": "tea", "text": "tea", "task": "lightweight",
    "space": "other", "where": "here", "says": "It broke.", "settle": lambda: None, "entry": 1,
}  # fmt: skip
"""What a verb needs beside the argument that is wrong."""
CALLED = frozenset({"progress", "hear", "written", "settle"})


@pytest.fixture
def atlas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Atlas]:
    monkeypatch.chdir(tmp_path)  # any text is a good name for a backup
    opened = Atlas(virtual(tmp_path / "me.atlas").runtime, background=False)
    opened.observe(user="I live in Porto.", assistant="Nice!", conversation="c1")
    opened.flush()
    yield opened
    opened.close(think=False)


def _verbs() -> list[str]:
    return [name for name, verb in VERBS.items() if inspect.isfunction(verb) and name not in NO_VERBS]


def _arguments(atlas: Atlas, verb: str) -> Iterator[tuple[str, list[Any], dict[str, Any]]]:
    """Each parameter with each wrong value, and what is needed beside it."""
    parameters = list(inspect.signature(attrgetter(verb)(atlas)).parameters.values())
    memory = atlas.memories(kinds=[Kind.FACT])[0].id
    needed = {"memory": memory, "id": memory, "prefix": memory, "ids": memory, **GOOD}
    required = [each for each in parameters if each.default is each.empty and each.kind is not each.VAR_POSITIONAL]
    for each in parameters:
        for name, value in WRONG.items():
            if isinstance(value, type) and each.name in CALLED:
                continue  # it can be called
            others = {other.name: needed.get(other.name, memory) for other in required if other.name != each.name}
            if verb == "review.decide" and each.name == "ids":
                yield f"{each.name} {name}", ["approved_for_reuse", value], {}
            elif each.kind is each.VAR_POSITIONAL:
                yield f"{each.name} {name}", [value], {}
            else:
                yield f"{each.name} {name}", [], {**others, each.name: value}


@pytest.mark.parametrize("verb", _verbs())
def test_a_wrong_argument_is_an_error_of_ours_in_one_sentence(atlas: Atlas, verb: str) -> None:
    for told, args, kwargs in list(_arguments(atlas, verb)):
        try:
            found = attrgetter(verb)(atlas)(*args, **kwargs)
            if inspect.isgenerator(found):
                list(found)
        except AtlasError as error:
            sentence = str(error)
            assert sentence.endswith((".", "?")), (verb, told, sentence)
            assert "\n" not in sentence, (verb, told, sentence)
            assert len(sentence) < 600, (verb, told, sentence[:200])
        except Exception as error:  # noqa: BLE001 - any other is what this test is about
            pytest.fail(f"{verb}: {told}: {type(error).__name__}: {error}"[:500])
    assert atlas.admin.verify().ok
    if verb not in TAKING:
        assert atlas.inspect.interaction(atlas.inspect.memory(atlas.memories(kinds=[Kind.FACT])[0].id).messages[0].id)


@pytest.mark.parametrize("name", WRONG)
def test_opening_with_wrong_arguments_is_an_error_of_ours(tmp_path: Path, name: str) -> None:
    for field in ("space", "policy", "zone", "background", "with_model", "deep"):
        with suppress(AtlasError):  # any other error is what this test is about
            Atlas.open(tmp_path / "me.atlas", **{field: WRONG[name]}).close()
    if not isinstance(WRONG[name], str | None):
        with pytest.raises(AtlasError):
            Atlas.open(WRONG[name])


@pytest.mark.parametrize("name", WRONG)
def test_an_observation_with_wrong_arguments_is_a_receipt_that_says_so(atlas: Atlas, name: str) -> None:
    for field in ("user", "conversation", "at", "speaker", "messages", "confidence", "tokens", "latency_ms"):
        receipt = atlas.observe(**{"user": "Hello.", field: WRONG[name]})
        assert receipt.acknowledged or (receipt.problem or "").endswith("."), (field, name, receipt)
        assert "Error" not in (receipt.problem or ""), (field, name, receipt)
    for field in ("role", "text", "origin", "speaker", "at", "confidence"):
        said = Said(**{"role": Role.USER, "text": "Hello.", field: WRONG[name]})
        receipt = atlas.observe(messages=[said])
        assert receipt.acknowledged or (receipt.problem or "").endswith("."), (field, name, receipt)
        assert "Error" not in (receipt.problem or ""), (field, name, receipt)
    assert atlas.admin.verify().ok


class _Client:
    """Shaped like a client."""

    chat = None


@pytest.mark.parametrize("name", WRONG)
def test_wrapping_with_wrong_arguments_is_an_error_of_ours(atlas: Atlas, name: str) -> None:
    with pytest.raises(BadInput):
        wrap(WRONG[name], atlas=atlas)
    with pytest.raises(BadInput):
        wrap(_Client(), atlas=WRONG[name])
    for field in ("conversation", "speaker", "tokens", "seconds"):
        with suppress(BadInput):
            wrap(_Client(), **{"atlas": atlas, field: WRONG[name]})


def test_what_the_brief_named(atlas: Atlas) -> None:
    """Each of these was a TypeError, a ValueError or an AttributeError once."""
    for call in (
        lambda: atlas.context(None),  # type: ignore[arg-type]
        lambda: atlas.in_space(5),  # type: ignore[arg-type]
        lambda: wrap("x", atlas=atlas),
        lambda: wrap(_Client(), atlas=atlas, seconds="2"),  # type: ignore[arg-type]
        lambda: atlas.jobs.list("foo"),
        lambda: atlas.review.suggestions("foo"),
        lambda: atlas.history.revert(-3),
        lambda: atlas.memories(kinds=["facts"]),
    ):
        with pytest.raises(BadInput):
            call()


def test_a_name_is_taken_wherever_a_type_is(atlas: Atlas) -> None:
    assert [each.kind for each in atlas.memories(kinds=["fact"])] == [Kind.FACT]
    assert [each.kind for each in atlas.memories(kinds="fact")] == [Kind.FACT]
    assert atlas.memories(statuses=["approved_for_reuse"], origins=["user"])
    assert atlas.recall("Where do I live?", kinds=["fact"])
    fact = atlas.memories(kinds=["fact"])[0]
    assert atlas.review.decide("rejected", fact.id)[0].status.value == "rejected"
    assert atlas.observe(messages=[Said("user", "I like tea.", "import")]).acknowledged  # type: ignore[arg-type]
    atlas.flush()
    assert Origin.IMPORT in {each.origin for each in atlas.memories()}


def test_memories_about_somebody_are_found_as_recall_finds_them(atlas: Atlas) -> None:
    """By name or id, and nobody of that name is an error in both."""
    atlas.observe(user="My sister Maria lives in Rome.", conversation="c2")
    atlas.flush()
    assert atlas.recall("Rome", about="Maria")
    found = atlas.memories(subject="Maria")
    assert found
    assert {each.id for each in found} >= {each.memory.id for each in atlas.recall("Rome", about="Maria")}
    assert atlas.memories(subject="user/sister") == found
    with pytest.raises(BadInput, match="Nobody and nothing called"):
        atlas.memories(subject="Zebulon")


@pytest.mark.parametrize("place", ["{key} {pasted}", "{pasted} {key}"])
def test_the_receipt_of_a_turn_that_is_too_long_names_the_secrets_that_were_taken_out(atlas: Atlas, place: str) -> None:
    """Rule 6 of the trust model."""
    key = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    said = place.format(key=f"My token is {key} indeed.", pasted="This is a line of a long file.\n" * 60_000)
    assert atlas.observe(user=said).redacted == ("github token",)


def test_of_a_turn_that_is_too_long_both_ends_are_kept_and_the_receipt_says_how_much_is_left_out(atlas: Atlas) -> None:
    """J15: what the user says is not lost because of what they pasted, whichever comes first."""
    pasted = "This is a line of a long file.\n" * 60_000
    receipt = atlas.observe(user=f"My name is Ana.\n{pasted}\nI like figs.", assistant="I see.", conversation="long")
    assert receipt.acknowledged, receipt.problem
    atlas.flush()
    found = atlas.memories(kinds=["episode"], conversation="long")
    said = next(each for each in found if "Ana" in each.content)
    assert said.content.startswith("My name is Ana.")
    assert said.content.endswith("I like figs.")
    assert f"[… {receipt.cut:,} characters left out …]" in said.content
    assert len(said.content) <= 1_000_000
    assert len(pasted) * 0.4 < receipt.cut < len(pasted)
    assert said.content.split("\n[…")[0].endswith("file.")
    assert atlas.observe(user="short").cut == 0


def test_no_part_of_a_secret_stays_where_a_long_turn_is_cut(atlas: Atlas) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    for place in (898_990, 899_000, 1_199_985):
        text = "x " * (place // 2) + f"aws_access_key_id = {key} " + "y " * 650_000
        atlas.observe(user=text, conversation=f"at {place}")
    told = [each.content for each in atlas.memories(kinds=["episode"])]
    assert not any(key[:12] in text or key[-10:] in text for text in told)
