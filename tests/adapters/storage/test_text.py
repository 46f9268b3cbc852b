"""Whatever text comes: kept as it is or refused in one sentence, and never syntax."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import BadInput
from atlas.language.folding import fold_spacing
from atlas.model.ids import ConversationId, MemoryId, SpaceId
from atlas.model.origin import Origin
from atlas.ports.reading import MemoryFilter
from atlas.testing import samples
from atlas.testing.plain_store import PlainStore
from atlas.testing.samples import AWAY, HOME, SMALL, START


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path / "store.atlas")) as store:
        yield store


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path_factory.mktemp("shared") / "store.atlas")) as store:
        yield store


@pytest.fixture
def naughty() -> list[str]:
    folder = os.environ.get("ATLAS_DATA")
    if not folder:
        pytest.skip("ATLAS_DATA does not name the folder of the data sets")
    file = Path(folder) / "naughty" / "blns.json"
    if not file.exists():
        pytest.skip("the naughty strings are not in ATLAS_DATA")
    strings: list[str] = json.loads(file.read_text("utf-8"))
    return strings


def test_naughty_strings_are_kept_as_they_are(store: SqliteStore, naughty: list[str]) -> None:
    assert len(naughty) == 515
    with store.writing(HOME) as writer:
        for number, text in enumerate(naughty):
            kept = samples.memory(f"m_{number}", text, tags=(text,), approved_by=text)
            writer.put_memory(kept, None)
            assert writer.memory(kept.id) == kept


def test_naughty_strings_are_looked_for_and_raise_nothing(store: SqliteStore, naughty: list[str]) -> None:
    """P4: whatever is asked is data, never syntax, and finds nothing of another space."""
    with store.writing(AWAY) as writer:
        for number, text in enumerate(naughty):
            samples.tell(writer, f"i_{number}", (f"u_{number}", text, Origin.USER), conversation=text)
            writer.put_memory(samples.memory(f"m_{number}", text, conversation=text), None)
    with store.writing(HOME) as writer:
        writer.put_memory(samples.memory("m_1", "plainword"), None)
        for text in naughty:
            assert writer.select(MemoryFilter(conversation=ConversationId(text)), 9) == []
            assert writer.memories([MemoryId(text)]) == []
            assert writer.messages_mentioning([text]) == []
            assert writer.ids_like(text, 9) == ([] if text else ["m_1"])
            assert writer.take_lease(text, text, START, samples.at(1))
            writer.put_mark(text, 1)


def test_naughty_strings_are_found_in_what_was_said(store: SqliteStore, naughty: list[str]) -> None:
    """X3: forgetting finds what the plain definition finds, however it is written."""
    said = [f"before {text} after" for text in naughty]
    with store.writing(HOME) as writer:
        for number, text in enumerate(said):
            samples.tell(writer, f"i_{number}", (f"u_{number}", text, Origin.USER))
        for text in naughty[::5]:
            wanted = [
                f"u_{number}"
                for number, whole in enumerate(said)
                if fold_spacing(text) and fold_spacing(text) in fold_spacing(whole)
            ]
            assert [message.id for message in writer.messages_mentioning([text])] == wanted


SAID = (
    ("Ada\nLovelace", None),
    ("a\x00dA", None),
    ("ＡＤＡ", None),
    ("\u212aelvin", None),
    ("x", "aDa"),
    ("to a", "da"),
    ("Jose\u0301", "JOSÉ"),
)
spelt = st.text("aAdDkK \n\x00\x1c\u212aＡéÉ\u0301", max_size=6)


@given(said=st.lists(st.tuples(spelt, st.none() | spelt), min_size=1, max_size=8), words=st.lists(spelt, max_size=3))
@example(said=list(SAID), words=["ADA  LOVELACE"])
@example(said=list(SAID), words=["da"])
@example(said=list(SAID), words=["ada", "kelvin"])
@example(said=list(SAID), words=["o a d"])
@example(said=list(SAID), words=["josé", ""])
@example(said=list(SAID), words=["\x00"])
def test_mentions_are_what_the_plain_definition_says(
    shared: SqliteStore, said: list[tuple[str, str | None]], words: list[str]
) -> None:
    """X3: the database passes over messages that cannot mention a word, and never over one that does."""
    told = samples.interaction("i_1", *((f"u_{number}", text, Origin.USER) for number, (text, _) in enumerate(said)))
    spoken = (replace(each, speaker=who) for each, (_, who) in zip(told.messages, said, strict=True))
    told = replace(told, messages=tuple(spoken))
    folded = [fold_spacing(word) for word in words if fold_spacing(word)]
    wanted = [
        message
        for message in told.messages
        if any(word in fold_spacing(message.text) or word in fold_spacing(message.speaker or "") for word in folded)
    ]
    fresh = SpaceId(f"space {len(shared.spaces())}")
    for store in (PlainStore(), shared):
        with store.writing(fresh) as writer:
            writer.add_interaction(told, samples.session(told))
            assert writer.messages_mentioning(words) == wanted


def test_ten_megabytes_of_text(store: SqliteStore) -> None:
    text = "lorem ipsum canaryword " * 450_000
    with store.writing(HOME) as writer:
        said = samples.tell(writer, "i_1", ("u_1", text, Origin.USER)).messages[0]
        writer.put_memory(samples.episode("m_1", said), None)
        assert writer.message(said.id) == said
        assert [change.listing.content for change in writer.changes(SMALL, 0, 9) if change.listing] == [text]
        assert writer.messages_mentioning(["CANARYWORD"]) == [said]
        assert writer.messages_mentioning([text]) == [said]


def test_control_characters_stay(store: SqliteStore) -> None:
    text = "".join(map(chr, range(0x20))) + "word\x7f\x80\u2028\ufffe"
    with store.writing(HOME) as writer:
        kept = samples.memory("m_1", text)
        writer.put_memory(kept, None)
        assert writer.memory(kept.id) == kept
        assert [change.listing.content for change in writer.changes(SMALL, 0, 9) if change.listing] == [text]


def test_half_characters_are_refused_and_can_be_looked_for(store: SqliteStore) -> None:
    """A lone surrogate is no character: no encoding can carry it, so that it is refused before it gets in."""
    with store.writing(HOME) as writer:
        with pytest.raises(BadInput, match="half a character"):
            writer.put_memory(samples.memory("m_1", "\udc80"), None)
        samples.tell(writer, "i_1", ("u_1", "whole", Origin.USER))
        assert writer.messages_mentioning(["\ud800whole\udfff"]) == []
        assert [message.id for message in writer.messages_mentioning(["\ud800", "whole"])] == ["u_1"]


def test_numbers_that_do_not_fit_are_refused(store: SqliteStore) -> None:
    with store.writing(HOME) as writer:
        for fields in ({"uses": 2**70}, {"strength": float("inf")}, {"importance": float("nan")}):
            with pytest.raises(BadInput):
                writer.put_memory(replace(samples.memory("m_1", "x"), **fields), None)
        assert writer.memory(MemoryId("m_1")) is None
