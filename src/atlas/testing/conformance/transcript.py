"""Interactions, messages, sessions."""

from __future__ import annotations

from dataclasses import replace

from atlas.errors import BadInput, Refused
from atlas.model.ids import (
    ConversationId,
    InteractionId,
    MessageId,
)
from atlas.model.interaction import Interaction
from atlas.model.origin import Origin
from atlas.ports.store import Store
from atlas.testing.conformance.common import PORTO, REPLY, raising, refused, same
from atlas.testing.samples import (
    HOME,
    START,
    TALK,
    at,
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
            same(writer.interaction(told.id), told)
        with store.reading(HOME) as reader:
            same(reader.interaction(told.id), told)
            same(reader.message(MessageId("u_2")), detailed)
            same(reader.interaction_count(), 1)
            same(reader.interaction(InteractionId("i_9")), None)
            same(reader.message(MessageId("u_9")), None)
            asked = [MessageId("u_2"), MessageId("u_9"), MessageId("u_1"), MessageId("u_2")]
            same({each.id: each for each in reader.messages(asked)}, {each.id: each for each in told.messages})
            same(len(reader.messages(asked)), 2)

    def test_the_same_interaction_is_not_added_twice(self, store: Store) -> None:
        _three(store)
        refused(store, lambda writer: tell(writer, "i_1", ("u_9", "again", Origin.USER)))
        refused(store, lambda writer: tell(writer, "i_9", PORTO))
        with store.reading(HOME) as reader:
            same(reader.interaction_count(), 3)
            same(reader.message(MessageId("u_9")), None)

    def test_an_interaction_needs_messages_of_its_own(self, store: Store) -> None:
        astray = replace(interaction("i_5"), messages=(message("u_5", "i_6", 0, "hello"),))
        refused(store, lambda writer: tell(writer, "i_5"), BadInput)
        refused(store, lambda writer: writer.add_interaction(astray, session(astray)), BadInput)

    def test_interactions_page_in_order(self, store: Store) -> None:
        told = _three(store)
        with store.reading(HOME) as reader:
            ((seq, first),) = reader.interactions(0, 1)
            rest = reader.interactions(seq, 10)
            same([first, *(found for _, found in rest)], told)
            same(reader.interactions(rest[-1][0], 10), [])

    def test_what_was_said_before(self, store: Store) -> None:
        _three(store)
        with store.reading(HOME) as reader:
            same([said.id for said in reader.messages_before(InteractionId("i_3"), 10)], ["u_1", "u_2"])
            same([said.id for said in reader.messages_before(InteractionId("i_3"), 1)], ["u_2"])
            same(list(reader.messages_before(InteractionId("i_1"), 10)), [])
            same(list(reader.messages_before(InteractionId("i_9"), 10)), [])
            same([said.id for said in reader.messages_in(TALK)], ["u_1", "u_2", "u_4"])
            same(list(reader.messages_in(ConversationId("none"))), [])

    def test_an_episode_is_its_message_as_that_is_now(self, store: Store) -> None:
        """Also within the transaction that took the message in."""
        told = interaction("i_1", PORTO, REPLY)
        with store.writing(HOME) as writer:
            writer.add_interaction(told, session(told))
            writer.mask_message(MessageId("u_1"), "I live in [forgotten]")
            with raising(Refused):
                writer.put_memory(episode("m_1", told.messages[0]), None)
            writer.put_memory(episode("m_1", replace(told.messages[0], text="I live in [forgotten]")), None)
            writer.erase_message(MessageId("u_2"))
            with raising(Refused):
                writer.put_memory(episode("m_2", told.messages[1]), None)

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
            same([said.id for said in writer.messages_after(TALK, START, 9)], ["u_1", "u_2", "u_4"])
            same([said.id for said in writer.messages_after(TALK, at(1), 9)], ["u_2", "u_4"])
            same([said.id for said in writer.messages_after(TALK, at(1), 1)], ["u_2"])
            same(list(writer.messages_after(TALK, at(3), 9)), [])
            same(list(writer.messages_after(ConversationId("none"), START, 9)), [])

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
                same([said.id for said in writer.messages_mentioning(words)], wanted)

    def test_conversations_that_took_in_text_from_afar(self, store: Store) -> None:
        """C3: a reply of the assistant is not served from a conversation that took in below-user text."""
        with store.writing(HOME) as writer:
            for number, origin in enumerate(Origin):
                tell(writer, f"i_{number}", (f"u_{number}", "x", origin), conversation=origin.value)
            near = {Origin.OPERATOR, Origin.USER, Origin.ASSISTANT}
            asked = [ConversationId(origin.value) for origin in Origin]
            same(writer.tainted(asked), frozenset(origin.value for origin in Origin if origin not in near))
            same(writer.tainted(asked[:1]), frozenset())
            same(writer.tainted([]), frozenset())

    def test_the_last_session_of_a_conversation(self, store: Store) -> None:
        told = interaction("i_1", PORTO)
        first = session(told)
        with store.writing(HOME) as writer:
            same(writer.last_session(TALK), None)
            writer.add_interaction(told, first)
            same(writer.last_session(TALK), first)
            ended = replace(first, last_at=at(5), ended_at=at(5))
            writer.add_interaction(interaction("i_2", REPLY, minute=5), ended)
            same(writer.last_session(TALK), ended)
            same(writer.last_session(ConversationId("other")), None)


def _three(store: Store) -> list[Interaction]:
    with store.writing(HOME) as writer:
        return [
            tell(writer, "i_1", PORTO, REPLY),
            tell(writer, "i_2", ("u_3", "something else", Origin.USER), conversation="other", minute=1),
            tell(writer, "i_3", ("u_4", "and now", Origin.USER), minute=2),
        ]
