"""Interactions, messages, sessions."""

from __future__ import annotations

from dataclasses import replace

from atlas.errors import BadInput, NotFound, Refused
from atlas.model.ids import (
    ConversationId,
    InteractionId,
    MemoryId,
    MessageId,
    SessionId,
)
from atlas.model.interaction import Gate, Interaction, Role, Session
from atlas.model.journal import Actor, Change, RowKind
from atlas.model.memory import Status
from atlas.model.origin import Origin, Trust
from atlas.ports.reading import MessagesWaiting
from atlas.ports.store import Store
from atlas.testing.conformance.common import PORTO, REPLY, assert_raises, assert_refused, assert_same
from atlas.testing.samples import (
    AWAY,
    HOME,
    START,
    TALK,
    at,
    changed,
    entry,
    episode,
    interaction,
    memory,
    message,
    quote,
    session,
    tell,
)


class TranscriptConformance:
    def test_an_interaction_comes_back_whole(self, store: Store) -> None:
        told = interaction("i_1", PORTO, REPLY)
        detailed = replace(told.messages[1], speaker="Ada", confidence=0.75, tokens=4, latency_ms=9)
        told = replace(told, messages=(told.messages[0], detailed))
        with store.writing(HOME) as writer:
            writer.add_interaction(told, session(told))
            assert_same(writer.interaction(told.id), told)
        with store.reading(HOME) as reader:
            assert_same(reader.interaction(told.id), told)
            assert_same(reader.message(MessageId("u_2")), detailed)
            assert_same(reader.interaction_count(), 1)
            assert_same(reader.interaction(InteractionId("i_9")), None)
            assert_same(reader.message(MessageId("u_9")), None)
            asked = [MessageId("u_2"), MessageId("u_9"), MessageId("u_1"), MessageId("u_2")]
            assert_same({each.id: each for each in reader.messages(asked)}, {each.id: each for each in told.messages})
            assert_same(len(reader.messages(asked)), 2)

    def test_the_same_interaction_is_not_added_twice(self, store: Store) -> None:
        _write_three(store)
        assert_refused(store, lambda writer: tell(writer, "i_1", ("u_9", "again", Origin.USER)))
        assert_refused(store, lambda writer: tell(writer, "i_9", PORTO))
        with store.reading(HOME) as reader:
            assert_same(reader.interaction_count(), 3)
            assert_same(reader.message(MessageId("u_9")), None)

    def test_an_interaction_needs_messages_of_its_own(self, store: Store) -> None:
        astray = replace(interaction("i_5"), messages=(message("u_5", "i_6", 0, "hello"),))
        assert_refused(store, lambda writer: tell(writer, "i_5"), BadInput)
        assert_refused(store, lambda writer: writer.add_interaction(astray, session(astray)), BadInput)

    def test_interactions_page_in_order(self, store: Store) -> None:
        told = _write_three(store)
        with store.reading(HOME) as reader:
            ((seq, first),) = reader.interactions(0, 1)
            rest = reader.interactions(seq, 10)
            assert_same([first, *(found for _, found in rest)], told)
            assert_same(reader.interactions(rest[-1][0], 10), [])

    def test_what_was_said_before(self, store: Store) -> None:
        _write_three(store)
        with store.reading(HOME) as reader:
            assert_same([said.id for said in reader.messages_before(InteractionId("i_3"), 10)], ["u_1", "u_2"])
            assert_same([said.id for said in reader.messages_before(InteractionId("i_3"), 1)], ["u_2"])
            assert_same(list(reader.messages_before(InteractionId("i_1"), 10)), [])
            assert_same(list(reader.messages_before(InteractionId("i_9"), 10)), [])
            assert_same([said.id for said in reader.messages_in(TALK)], ["u_1", "u_2", "u_4"])
            assert_same(list(reader.messages_in(ConversationId("none"))), [])

    def test_an_episode_is_its_message_as_that_is_now(self, store: Store) -> None:
        """Also within the transaction that took the message in."""
        told = interaction("i_1", PORTO, REPLY)
        with store.writing(HOME) as writer:
            writer.add_interaction(told, session(told))
            writer.mask_message(MessageId("u_1"), "I live in [forgotten]")
            with assert_raises(Refused):
                writer.put_memory(episode("m_1", told.messages[0]), None)
            writer.put_memory(episode("m_1", replace(told.messages[0], text="I live in [forgotten]")), None)
            writer.erase_message(MessageId("u_2"))
            with assert_raises(Refused):
                writer.put_memory(episode("m_2", told.messages[1]), None)

    def test_messages_that_wait_are_counted_by_conversation(self, store: Store) -> None:
        """C9: also those that have no episode yet; what is decided, archived or learned is not counted."""
        with store.writing(HOME) as writer:
            one, two = tell(writer, "i_1", ("u_1", "Sure.", Origin.IMPORT), ("u_2", "x", Origin.TOOL)).messages
            (other,) = tell(writer, "i_2", ("u_3", "Hi.", Origin.IMPORT), conversation="other", minute=3).messages
            for said in (one, two, other):
                writer.put_memory(episode(f"m_{said.id}", said, status=Status.NEEDS_REVIEW, observed_at=said.at), None)
            (kept,) = (seq for seq, each in writer.interactions(0, 9) if each.id == "i_2")
            tell(writer, "i_3", ("u_4", "Oh.", Origin.IMPORT), ("u_5", "mine", Origin.USER), minute=5)
        with store.reading(HOME) as reader:
            wanted = [
                MessagesWaiting(TALK, Origin.IMPORT, 2, at(0), at(5)),
                MessagesWaiting(ConversationId("other"), Origin.IMPORT, 1, at(3), at(3)),
                MessagesWaiting(TALK, Origin.TOOL, 1, at(0), at(0)),
            ]
            assert_same(list(reader.conversations_waiting(kept)), wanted)
        with store.reading(AWAY) as reader:
            assert_same(list(reader.conversations_waiting(0)), [])
        with store.writing(HOME) as writer:
            (found,) = writer.memories([MemoryId("m_u_3")])
            writer.put_memory(changed(found, status=Status.REJECTED), found.version)
            assert_same({each.conversation for each in writer.conversations_waiting(kept)}, {TALK})

    def test_an_origin_moves_on_an_operators_word_alone(self, store: Store) -> None:
        """C3, X1: from `import` to what its role has, and back; never above it, never unsaid."""
        with store.writing(HOME) as writer:
            told = interaction("i_1", ("u_1", "I live in Porto", Origin.IMPORT))
            said = replace(told.messages[0], role=Role.USER)
            writer.add_interaction(replace(told, messages=(said,)), session(told))
            writer.put_memory(episode("m_1", said, status=Status.NEEDS_REVIEW), None)
        assert_refused(store, lambda writer: writer.move_origin(said.id, Origin.USER))
        assert_refused(store, lambda writer: writer.move_origin(MessageId("u_9"), Origin.USER), NotFound)
        vouched = Change(RowKind.MESSAGE, said.id, {"origin": "import"}, {"origin": "user"})
        with store.writing(HOME) as writer:
            writer.append(entry(None, vouched, actor=Actor.POLICY))
        assert_refused(store, lambda writer: writer.move_origin(said.id, Origin.USER))
        with store.writing(HOME) as writer:
            writer.append(entry(writer.head(), vouched, actor=Actor.OPERATOR))
        assert_refused(store, lambda writer: writer.move_origin(said.id, Origin.OPERATOR))
        assert_refused(store, lambda writer: writer.move_origin(said.id, Origin.ASSISTANT))
        assert_refused(store, lambda writer: writer.move_origin(said.id, Origin.WEB))
        with store.writing(HOME) as writer:
            writer.move_origin(said.id, Origin.USER)
            (found,) = writer.memories([MemoryId("m_1")])
            with assert_raises(Refused):
                writer.put_memory(changed(found, trust=Trust.OPERATOR), found.version)
            lifted = changed(found, origin=Origin.USER, trust=Trust.USER)
            writer.put_memory(lifted, found.version)
        assert_refused(store, lambda writer: writer.move_origin(said.id, Origin.IMPORT))
        with store.writing(HOME) as writer:
            writer.put_memory(changed(lifted, origin=Origin.IMPORT, trust=Trust.OUTSIDE), lifted.version)
            writer.move_origin(said.id, Origin.IMPORT)
            assert_same(writer.message(said.id), said)

    def test_what_was_taken_in_after_a_moment(self, store: Store) -> None:
        """C8: by when its episode was made, whatever time the message itself is given."""
        with store.writing(HOME) as writer:
            early, late = tell(writer, "i_1", PORTO, REPLY, minute=90).messages
            (elsewhere,) = tell(writer, "i_2", ("u_3", "elsewhere", Origin.USER), conversation="other").messages
            (last,) = tell(writer, "i_3", ("u_4", "and now", Origin.USER)).messages
            tell(writer, "i_4", ("u_5", "without an episode", Origin.USER))
            for number, (said, minute) in enumerate(((early, 1), (late, 2), (elsewhere, 2), (last, 3))):
                writer.put_memory(episode(f"m_{number}", said, created_at=at(minute)), None)
            fact = memory("m_9", "lives there", created_at=at(2), conversation=TALK, evidence=(quote(early, "Porto"),))
            writer.put_memory(fact, None)
            assert_same([said.id for said in writer.messages_after(TALK, START, 9)], ["u_1", "u_2", "u_4"])
            assert_same([said.id for said in writer.messages_after(TALK, at(1), 9)], ["u_2", "u_4"])
            assert_same([said.id for said in writer.messages_after(TALK, at(1), 1)], ["u_2"])
            assert_same(list(writer.messages_after(TALK, at(3), 9)), [])
            assert_same(list(writer.messages_after(ConversationId("none"), START, 9)), [])

    def test_messages_that_mention_someone(self, store: Store) -> None:
        told = interaction("i_1", ("u_1", "Straße 100% of MARIA", Origin.USER), ("u_2", "yes", Origin.TOOL))
        told = replace(told, messages=(told.messages[0], replace(told.messages[1], speaker="Mária")))
        with store.writing(HOME) as writer:
            writer.add_interaction(told, session(told))
            for words, wanted in (
                (["maria"], ["u_1"]),
                (["STRASSE"], ["u_1"]),
                (["MÁRIA"], ["u_2"]),
                (["100%"], ["u_1"]),
                (["_"], []),
                (["", "nobody"], []),
                ([], []),
            ):
                assert_same([said.id for said in writer.messages_mentioning(words)], wanted)

    def test_everybody_who_speaks_is_named_once(self, store: Store) -> None:
        told = interaction("i_1", *((f"u_{number}", "yes", Origin.USER) for number in range(4)))
        speakers = ("Ana", "Ben", None, "Ana")
        said = tuple(replace(each, speaker=who) for each, who in zip(told.messages, speakers, strict=True))
        with store.writing(HOME) as writer:
            assert_same(list(writer.speakers()), [])
            writer.add_interaction(replace(told, messages=said), session(told))
            assert_same(sorted(writer.speakers()), ["Ana", "Ben"])
            writer.mask_message(said[1].id, "", nameless=True)
            assert_same(list(writer.speakers()), ["Ana"])

    def test_conversations_that_took_in_text_from_afar(self, store: Store) -> None:
        """C3: a reply of the assistant is not served from a conversation that took in below-user text."""
        with store.writing(HOME) as writer:
            for number, origin in enumerate(Origin):
                tell(writer, f"i_{number}", (f"u_{number}", "x", origin), conversation=origin.value)
            near = {Origin.OPERATOR, Origin.USER, Origin.ASSISTANT}
            asked = [ConversationId(origin.value) for origin in Origin]
            assert_same(writer.find_tainted(asked), frozenset(origin.value for origin in Origin if origin not in near))
            assert_same(writer.find_tainted(asked[:1]), frozenset())
            assert_same(writer.find_tainted([]), frozenset())

    def test_the_last_session_of_a_conversation(self, store: Store) -> None:
        told = interaction("i_1", PORTO)
        first = session(told)
        with store.writing(HOME) as writer:
            assert_same(writer.last_session(TALK), None)
            writer.add_interaction(told, first)
            assert_same(writer.last_session(TALK), first)
            ended = replace(first, last_at=at(5), ended_at=at(5))
            writer.add_interaction(interaction("i_2", REPLY, minute=5), ended)
            assert_same(writer.last_session(TALK), ended)
            assert_same(writer.last_session(ConversationId("other")), None)

    def test_a_session_comes_back_whole(self, store: Store) -> None:
        """E1: what the gate said stands in its row."""
        told = interaction("i_1", PORTO)
        full = replace(
            session(told),
            ended_at=at(30),
            gate=Gate.FIRED,
            gate_reason="There was a correction: é.",
            evolved_at=at(40),
        )
        with store.writing(HOME) as writer:
            assert_same(writer.session(full.id), None)
            writer.add_interaction(told, session(told))
            assert_same(writer.session(full.id), session(told))
            writer.put_session(full)
        with store.reading(HOME) as reader:
            assert_same(reader.session(full.id), full)
        with store.reading(AWAY) as reader:
            assert_same((reader.session(full.id), list(reader.sessions(9))), (None, []))

    def test_sessions_by_when_they_were_last_spoken_in(self, store: Store) -> None:
        """E1, E2: open ones that rest, those that wait to be thought over, and the log of all."""
        with store.writing(HOME) as writer:
            for name, last, *more in (
                ("s_1", 5),
                ("s_2", 1),
                ("s_3", 3, at(9)),
                ("s_4", 4, at(9), Gate.FIRED),
                ("s_5", 2, at(9), Gate.FIRED),
                ("s_6", 0, at(9), Gate.FIRED, "Said once.", at(10)),
                ("s_7", 6, at(9), Gate.SKIPPED),
                ("s_8", 1),
            ):
                writer.put_session(Session(SessionId(name), TALK, START, at(last), *more))
        with store.reading(HOME) as reader:
            every = ["s_7", "s_1", "s_4", "s_3", "s_5", "s_8", "s_2", "s_6"]
            assert_same([each.id for each in reader.sessions(9)], every)
            assert_same([each.id for each in reader.sessions(2)], every[:2])
            assert_same([each.id for each in reader.sessions_idle(at(5), 9)], ["s_2", "s_8"])
            assert_same([each.id for each in reader.sessions_idle(at(6), 9)], ["s_2", "s_8", "s_1"])
            assert_same([each.id for each in reader.sessions_idle(at(6), 1)], ["s_2"])
            assert_same([each.id for each in reader.sessions_queued(9)], ["s_5", "s_4"])
            assert_same([each.id for each in reader.sessions_queued(1)], ["s_5"])
            assert_same(reader.queued_session_count(), 2)
        with store.reading(AWAY) as reader:
            assert_same((list(reader.sessions_idle(at(9), 9)), list(reader.sessions_queued(9))), ([], []))
            assert_same(reader.queued_session_count(), 0)

    def test_the_interactions_of_a_session(self, store: Store) -> None:
        told = [interaction(f"i_{number}", (f"u_{number}", "x", Origin.USER), minute=number) for number in range(4)]
        mine, other = session(told[0]), replace(session(told[0]), id=SessionId("s_other"))
        with store.writing(HOME) as writer:
            for each, of in zip(told, (mine, other, mine, mine), strict=True):
                writer.add_interaction(replace(each, session=of.id), of)
        with store.reading(HOME) as reader:
            found = list(reader.session_interactions(mine.id, 0, 9))
            assert_same([each.id for _, each in found], ["i_0", "i_2", "i_3"])
            assert_same([each.messages for _, each in found], [told[at].messages for at in (0, 2, 3)])
            assert_same(list(reader.session_interactions(mine.id, found[0][0], 1)), found[1:2])
            assert_same(list(reader.session_interactions(SessionId("s_none"), 0, 9)), [])


def _write_three(store: Store) -> list[Interaction]:
    with store.writing(HOME) as writer:
        return [
            tell(writer, "i_1", PORTO, REPLY),
            tell(writer, "i_2", ("u_3", "something else", Origin.USER), conversation="other", minute=1),
            tell(writer, "i_3", ("u_4", "and now", Origin.USER), minute=2),
        ]
