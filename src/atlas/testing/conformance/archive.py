"""Whole texts behind gists (T12)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from atlas.errors import BadInput, NotFound, Refused
from atlas.language.folding import content_hash
from atlas.model.archive import Archived
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.ids import MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Memory
from atlas.model.origin import Origin
from atlas.ports.reading import Reader
from atlas.ports.store import Store
from atlas.ports.writing import Writer
from atlas.testing.conformance.changes import find_changed, find_listing
from atlas.testing.conformance.common import ANY, assert_raises, assert_refused, assert_same
from atlas.testing.conformance.memories import HOSTILE
from atlas.testing.samples import AWAY, HOME, SMALL, START, at, changed, episode, ids, memory, quote, tell, vector

_TEXT: Final = "On Tuesday I went to Porto and had tea with Émile by the river"
_GIST: Final = "tea in Porto"
_SAID, _EPISODE, _FACT = MessageId("u_1"), MemoryId("m_1"), MemoryId("m_2")


class ArchiveConformance:
    """T12: the gist takes the place of the text, and the whole text stands behind it until it is dropped."""

    def test_a_gist_takes_the_place_of_the_text(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said, kept, fact = _write_quoted_message(writer)
            writer.shorten_message(said.id, _GIST, at(3))
        with store.reading(HOME) as reader:
            assert_same(list(reader.archived_texts([said.id])), [_build_archived(_SAID, _TEXT, 3)])
            assert_same(reader.message(said.id), replace(said, text=_GIST))
            assert_same((reader.memory(kept.id), reader.memory(fact.id)), (replace(kept, content=_GIST), fact))
            assert_same(ids(reader.with_content(content_hash(_GIST))), ["m_1"])
            assert_same(list(reader.with_content(content_hash(_TEXT))), [])
            assert_same([each.content_hash for each in reader.kept_rows(ANY, 1)], [content_hash(_GIST)])

    def test_search_goes_on_by_the_whole_text(self, store: Store) -> None:
        """What an index is told, the vectors, and who is mentioned where (X3 leans on it)."""
        with store.writing(HOME) as writer:
            said, kept, _ = _write_quoted_message(writer)
        assert_same("m_1" in find_changed(store, lambda writer: writer.shorten_message(said.id, _GIST, at(3))), True)
        with store.reading(HOME) as reader:
            found = find_listing(reader, kept.id)
            assert_same((found.content, found.vectors), (_TEXT, vector(1, 0)))
            for word in ("tuesday", "E\u0301MILE", "in Porto"):
                assert_same((word, [each.id for each in reader.messages_mentioning([word])]), (word, [said.id]))
            assert_same(list(reader.messages_mentioning(["tea in Porto and had", "nobody"])), [])

    def test_restoring_reverses_exactly(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said, _, _ = _write_quoted_message(writer)
            before = _read_everything(writer)
            writer.shorten_message(said.id, _GIST, at(3))
            writer.touch_archived(said.id, at(4))
        assert_same("m_1" in find_changed(store, lambda writer: writer.restore_message(said.id)), True)
        with store.writing(HOME) as writer:
            assert_same((_read_everything(writer), list(writer.archived_texts([said.id]))), (before, []))
            writer.shorten_message(said.id, "tea", at(5))
            assert_same(list(writer.archived_texts([said.id])), [_build_archived(_SAID, _TEXT, 5)])

    def test_dropping_leaves_the_gist_alone(self, store: Store) -> None:
        """Also for search, and vectors are made anew from it; a purge is owed."""
        with store.writing(HOME) as writer:
            said, kept, fact = _write_quoted_message(writer)
            writer.put_vector(fact.id, SMALL, vector(0, 1))
            writer.shorten_message(said.id, _GIST, at(3))
        store.purge()
        assert_same(find_changed(store, lambda writer: writer.drop_archived(said.id)), ["m_1"])
        assert_same(store.owes_purge() or store.location == "in memory", True)
        with store.reading(HOME) as reader:
            assert_same(
                (list(reader.archived_texts([said.id])), reader.message(said.id)), ([], replace(said, text=_GIST))
            )
            assert_same((find_listing(reader, kept.id).content, find_listing(reader, kept.id).vectors), (_GIST, None))
            assert_same(list(reader.vectors_of(SMALL, [kept.id, fact.id])), [(fact.id, vector(0, 1))])
            assert_same(list(reader.messages_mentioning(["Émile"])), [])
        assert_same(find_changed(store, lambda writer: writer.drop_archived(said.id)), [])
        assert_refused(store, lambda writer: writer.restore_message(said.id))

    def test_without_vectors_dropping_is_news_too(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", (_SAID, _TEXT, Origin.USER)).messages[0]
            writer.put_memory(episode(_EPISODE, said), None)
            writer.shorten_message(said.id, _GIST, at(3))
        assert_same(find_changed(store, lambda writer: writer.drop_archived(said.id)), [_EPISODE])

    def test_what_cannot_be_shortened_stays_as_it_is(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said, _, _ = _write_quoted_message(writer)
            before = _read_everything(writer)
        assert_refused(store, lambda writer: writer.shorten_message(MessageId("u_9"), "", at(1)), NotFound)
        for long in (_TEXT, _TEXT + ".", "x" * len(_TEXT)):
            assert_refused(store, lambda writer, long=long: writer.shorten_message(_SAID, long, at(1)))  # type: ignore[misc]
        assert_refused(store, lambda writer: writer.shorten_message(_SAID, "half \ud800", at(1)), BadInput)
        assert_refused(store, lambda writer: writer.restore_message(_SAID))
        with store.writing(HOME) as writer:
            assert_same((_read_everything(writer), list(writer.archived_texts([said.id]))), (before, []))
            writer.shorten_message(_SAID, _GIST, at(3))
        assert_refused(store, lambda writer: writer.shorten_message(_SAID, "tea", at(4)))
        with store.reading(HOME) as reader:
            assert_same(list(reader.archived_texts([_SAID])), [_build_archived(_SAID, _TEXT, 3)])

    def test_any_text_comes_back_as_it_went(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for number, text in enumerate(HOSTILE[:-1]):
                name = MessageId(f"u_{number}")
                tell(writer, f"i_{number}", (name, f"{text}.", Origin.USER))
                writer.shorten_message(name, "", at(1))
                assert_same([each.text for each in writer.archived_texts([name])], [f"{text}."])
                writer.restore_message(name)
                found = writer.message(name)
                assert_same(found.text if found else None, f"{text}.")

    def test_the_oldest_that_nobody_asked_for_comes_first(self, store: Store) -> None:
        """T12: being asked for inside the window keeps it."""
        with store.writing(HOME) as writer:
            for number, minute in ((1, 5), (2, 1), (3, 3), (4, 1)):
                tell(writer, f"i_{number}", (f"u_{number}", _TEXT, Origin.USER))
                writer.shorten_message(MessageId(f"u_{number}"), _GIST, at(minute))
            assert_same(_list_messages(writer.archived_before(at(9), 9)), ["u_2", "u_4", "u_3", "u_1"])
            assert_same(_list_messages(writer.archived_before(at(9), 2)), ["u_2", "u_4"])
            assert_same(_list_messages(writer.archived_before(at(3), 9)), ["u_2", "u_4"])
            assert_same(_list_messages(writer.archived_before(at(1), 9)), [])
            writer.touch_archived(MessageId("u_2"), at(7))
            writer.touch_archived(MessageId("u_9"), at(7))
            assert_same(_list_messages(writer.archived_before(at(7), 9)), ["u_4", "u_3", "u_1"])
            assert_same(_list_messages(writer.archived_before(at(8), 9)), ["u_2", "u_4", "u_3", "u_1"])
            asked = [MessageId(f"u_{number}") for number in (3, 2, 9, 3)]
            wanted = [
                _build_archived(asked[0], _TEXT, 3),
                replace(_build_archived(asked[1], _TEXT, 1), accessed_at=at(7)),
            ]
            assert_same(list(writer.archived_texts(asked)), wanted)

    def test_asking_for_it_changes_nothing_else(self, store: Store) -> None:
        """T12: rehydration does not reinforce, and an index has nothing to do for it."""
        with store.writing(HOME) as writer:
            _write_quoted_message(writer)
            writer.shorten_message(_SAID, _GIST, at(3))
            before = _read_everything(writer)
        assert_same(find_changed(store, lambda writer: writer.touch_archived(_SAID, at(4))), [])
        with store.reading(HOME) as reader:
            assert_same(_read_everything(reader), before)

    def test_an_episode_is_written_with_the_gist(self, store: Store) -> None:
        """Its content is its message's text, and a use of it does not cost it its vectors."""
        with store.writing(HOME) as writer:
            _, kept, _ = _write_quoted_message(writer)
            writer.shorten_message(_SAID, _GIST, at(3))
            short = replace(kept, content=_GIST)
            writer.put_memory(changed(short, uses=1), 1)
            assert_same([memory for memory, _ in writer.vectors_of(SMALL, [kept.id])], [kept.id])
            assert_same(find_listing(writer, kept.id).content, _TEXT)
        assert_refused(store, lambda writer: writer.put_memory(replace(changed(kept), version=3), 2))

    def test_in_the_transaction_that_took_it_in(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", (_SAID, _TEXT, Origin.USER)).messages[0]
            writer.shorten_message(said.id, _GIST, at(3))
            writer.put_memory(episode(_EPISODE, replace(said, text=_GIST)), None)
            writer.restore_message(said.id)
            assert_same(writer.memory(_EPISODE), episode(_EPISODE, said))

    def test_a_shortened_message_is_restored_before_it_is_masked(self, store: Store) -> None:
        """Else a name would be masked in the gist and stay in the whole text (X3)."""
        with store.writing(HOME) as writer:
            _write_quoted_message(writer)
            writer.shorten_message(_SAID, _GIST, at(3))
        assert_refused(store, lambda writer: writer.mask_message(_SAID, "tea in [place]"))
        with store.writing(HOME) as writer:
            writer.restore_message(_SAID)
            writer.mask_message(_SAID, "masked")
            assert_same((find_listing(writer, _EPISODE).content, list(writer.archived_texts([_SAID]))), ("masked", []))

    def test_an_erased_message_takes_its_whole_text_along(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _write_quoted_message(writer)
            writer.add_feedback(Feedback(_FACT, FeedbackSignal.HELPED, START, reply=_SAID))
            writer.shorten_message(_SAID, _GIST, at(3))
            for name in (_EPISODE, _FACT):
                writer.erase_memory(name, START)
            writer.erase_message(_SAID)
            assert_same((list(writer.archived_texts([_SAID])), list(writer.archived_before(at(9), 9))), ([], []))
            assert_same(list(writer.messages_mentioning(["Porto"])), [])
            tell(writer, "i_1", (_SAID, _GIST, Origin.USER))
            assert_same(list(writer.archived_texts([_SAID])), [])
        assert_refused(store, lambda writer: writer.restore_message(_SAID))

    def test_an_erasure_that_is_refused_leaves_the_whole_text(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _write_quoted_message(writer)
            writer.shorten_message(_SAID, _GIST, at(3))
        with assert_raises(Refused), store.writing(HOME) as writer:
            writer.erase_message(_SAID)
        with store.reading(HOME) as reader:
            assert_same(list(reader.archived_texts([_SAID])), [_build_archived(_SAID, _TEXT, 3)])

    def test_each_space_has_its_own_archive(self, store: Store) -> None:
        """P4."""
        for space in (HOME, AWAY):
            with store.writing(space) as writer:
                _write_quoted_message(writer)
        with store.writing(HOME) as writer:
            writer.shorten_message(_SAID, _GIST, at(3))
        with store.writing(AWAY) as writer:
            assert_same((list(writer.archived_texts([_SAID])), list(writer.archived_before(at(9), 9))), ([], []))
            writer.drop_archived(_SAID)
            writer.touch_archived(_SAID, at(9))
            with assert_raises(Refused):
                writer.restore_message(_SAID)
        with store.reading(HOME) as reader:
            assert_same(list(reader.archived_texts([_SAID])), [_build_archived(_SAID, _TEXT, 3)])


def _write_quoted_message(writer: Writer) -> tuple[Message, Memory, Memory]:
    """Write a message, its episode with a vector, and a fact that quotes the message."""
    said = tell(writer, "i_1", (_SAID, _TEXT, Origin.USER)).messages[0]
    tell(writer, "i_2", ("u_2", "Ada likes it", Origin.USER))
    kept = episode(_EPISODE, said)
    fact = memory(_FACT, "was in Porto", evidence=(quote(said, "Porto"),))
    for each in (kept, fact):
        writer.put_memory(each, None)
    writer.put_vector(kept.id, SMALL, vector(1, 0))
    return said, kept, fact


def _build_archived(message: MessageId, text: str, minute: int) -> Archived:
    return Archived(message, text, hashlib.sha256(text.encode()).hexdigest(), at(minute))


def _list_messages(found: Sequence[Archived]) -> list[str]:
    return [each.message for each in found]


def _read_everything(reader: Reader) -> list[object]:
    """Read messages, memories, hashes and listings, as they stand."""
    listed = {change.memory: change.listing for change in reader.changes(SMALL, 0, 99)}
    told = [each for _, each in reader.interactions(0, 99)]
    return [told, list(reader.select(ANY, 99)), list(reader.kept_rows(ANY, 99)), listed]
